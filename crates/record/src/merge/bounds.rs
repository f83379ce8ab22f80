//! The bounds of several folders.

use std::collections::BTreeMap;

use super::MergeError;
use crate::{Bounds, Folder};

/// The bounds of all `folders`, once each, sorted by set, instance and heuristic.
pub(crate) fn joined<'a>(folders: impl IntoIterator<Item = &'a Folder>) -> Result<Vec<Bounds>, MergeError> {
    let mut known: BTreeMap<[String; 3], (&Folder, Bounds)> = BTreeMap::new();
    for folder in folders {
        for bounds in folder.bounds()? {
            let key = [&bounds.set, &bounds.instance, &bounds.heuristic].map(Clone::clone);
            let (first, earlier) = known.entry(key).or_insert_with(|| (folder, bounds.clone()));
            // Two folders may have computed the same bounds in different times.
            if (Bounds { wall_s: earlier.wall_s, ..bounds.clone() }) != *earlier {
                return Err(MergeError::BoundsDiffer {
                    what: format!("{} on {} {}", bounds.heuristic, bounds.set, bounds.instance),
                    one: first.path().to_owned(),
                    other: folder.path().to_owned(),
                });
            }
        }
    }
    Ok(known.into_values().map(|(_, bounds)| bounds).collect())
}
