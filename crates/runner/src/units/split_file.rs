//! The file that states how an iteration is cut. It is written once, by the first process that begins the iteration.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::Path;

use tilebench_catalog::UnitSplit;

/// Its name in the folder of the iteration.
pub(super) const SPLIT: &str = "split.csv";

/// More roots than any iteration is cut at.
const MAX_ROOTS: u64 = 1 << 30;

/// The columns of the file that states how an iteration is cut.
const HEADER: &str = "cut,roots,roots_per_unit";

/// How the iteration of `folder` is cut; `None` if it was not begun.
pub(super) fn read_split(folder: &Path) -> io::Result<Option<UnitSplit>> {
    let text = match fs::read_to_string(folder.join(SPLIT)) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    let cells = text.strip_prefix(HEADER).into_iter().flat_map(|cells| cells.trim().split(','));
    let numbers: Vec<u64> = cells.map_while(|cell| cell.parse().ok()).collect();
    match numbers[..] {
        [cut, roots, roots_per_unit] if roots_per_unit > 0 && roots <= MAX_ROOTS => {
            Ok(Some(UnitSplit { cut, roots, roots_per_unit }))
        }
        _ => Err(ErrorKind::InvalidData.into()),
    }
}

/// Stores how the iteration of `folder` is cut, in one step, unless another process did so first.
pub(super) fn store_split(folder: &Path, proposed: UnitSplit, process: &str) -> io::Result<UnitSplit> {
    fs::create_dir_all(folder)?;
    let UnitSplit { cut, roots, roots_per_unit } = proposed;
    let staged = folder.join(format!("{SPLIT}.{process}"));
    let mut file = File::create(&staged)?;
    writeln!(file, "{HEADER}\n{cut},{roots},{roots_per_unit}")?;
    file.sync_all()?;
    let path = folder.join(SPLIT);
    let stored = fs::hard_link(&staged, &path).or_else(|error| {
        let is_stored = error.kind() == ErrorKind::AlreadyExists || path.exists();
        // Without links: every process proposes the same cut, so it does not matter whose file remains.
        if is_stored { Ok(()) } else { fs::rename(&staged, &path) }
    });
    let _ = fs::remove_file(&staged);
    stored?;
    read_split(folder)?.ok_or_else(|| ErrorKind::NotFound.into())
}
