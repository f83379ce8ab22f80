//! What an enumeration left in its folder.
//!
//! `depths.csv` has a line `depth,states` for each depth that was counted in whole, and `counted.json` says
//! how it was done.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};
use tilebench_record::{Build, Column, Machine};

use crate::number;

/// The file of the figures.
const DEPTHS: &str = "depths.csv";
/// Its columns.
pub(crate) const COLUMNS: [Column; 2] = [
    Column::integer("depth", "moves", "Distance from the goal."),
    Column::integer("states", "states", "States at this distance."),
];
/// The file of how they came to be.
const HOW: &str = "counted.json";

/// The figures of an enumeration, and how they came to be.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// The states at each depth that was counted in whole, by the depth as text.
    pub states: BTreeMap<String, u64>,
    /// How they were counted, if that was recorded.
    pub how: Option<How>,
}

/// How an enumeration was made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct How {
    /// The program.
    pub build: Build,
    /// The machine.
    pub machine: Machine,
    /// Whether it was stopped by one of the limits, so that larger ones lead further.
    pub is_limited: bool,
    /// The peak bytes of memory of its lists.
    pub memory_bytes: u64,
    /// The limit on the memory of its lists, in bytes.
    pub memory_limit: u64,
    /// The peak bytes of its files.
    pub disk_bytes: u64,
    /// The limit on its files, in bytes.
    pub disk_limit: u64,
}

impl Counted {
    /// The enumeration in `dir`, if there is one.
    ///
    /// # Errors
    ///
    /// If a file cannot be read or parsed.
    pub fn read(dir: &Path) -> Result<Option<Self>> {
        let (depths, how) = (dir.join(DEPTHS), dir.join(HOW));
        if !depths.is_file() {
            return Ok(None);
        }
        let text = fs::read_to_string(&depths).with_context(|| format!("cannot read {}", depths.display()))?;
        let pair = |line: &str| {
            let (depth, states) = line.split_once(',')?;
            Some((depth.to_owned(), states.parse().ok()?))
        };
        let read = |(number, line)| {
            pair(line)
                .with_context(|| format!("{}:{number}: '{line}' is not written as depth,states", depths.display()))
        };
        let states = (1..).zip(text.lines()).skip(1).map(read).collect::<Result<_>>()?;
        let how = if how.is_file() {
            let text = fs::read_to_string(&how).with_context(|| format!("cannot read {}", how.display()))?;
            Some(serde_json::from_str(&text).with_context(|| format!("cannot read {}", how.display()))?)
        } else {
            None
        };
        Ok(Some(Self { states, how }))
    }

    /// Writes the number of states at each depth from 0, and how they were counted, into `dir`.
    ///
    /// # Errors
    ///
    /// If a file cannot be written.
    pub fn write(dir: &Path, states: &[u64], how: &How) -> Result<()> {
        let mut text = COLUMNS.map(|column| column.name).join(",") + "\n";
        for (depth, states) in states.iter().enumerate() {
            // Writing to a text cannot fail.
            let _ = writeln!(text, "{depth},{states}");
        }
        fs::create_dir_all(dir).with_context(|| format!("cannot create {}", dir.display()))?;
        for (name, text) in [(HOW, serde_json::to_string_pretty(how)? + "\n"), (DEPTHS, text)] {
            let path = dir.join(name);
            fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
        }
        Ok(())
    }
}

impl How {
    /// The memory and disk space of the lists, in words.
    #[must_use]
    pub fn held(&self) -> String {
        let memory = format!("{} of memory", number::bytes(self.memory_bytes));
        if self.disk_bytes == 0 { memory } else { format!("{memory} and {} of disk", number::bytes(self.disk_bytes)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_read_back_and_what_is_not_a_count_is_told_with_its_line() {
        let place = tempfile::tempdir().unwrap();
        let dir = place.path().join("2x2");
        assert_eq!(Counted::read(&dir).unwrap(), None);
        let how = How { memory_bytes: 3 << 20, disk_bytes: 1 << 30, is_limited: true, ..How::default() };
        Counted::write(&dir, &[1, 2], &how).unwrap();
        assert_eq!(how.held(), "3.0 MiB of memory and 1.0 GiB of disk");
        let states = BTreeMap::from([("0".to_owned(), 1), ("1".to_owned(), 2)]);
        assert_eq!(Counted::read(&dir).unwrap(), Some(Counted { states: states.clone(), how: Some(how) }));
        fs::remove_file(dir.join(HOW)).unwrap();
        assert_eq!(Counted::read(&dir).unwrap(), Some(Counted { states, how: None }));
        fs::write(dir.join(DEPTHS), "depth,states\n0,1\n1,two\n").unwrap();
        let error = Counted::read(&dir).unwrap_err().to_string();
        assert!(error.ends_with("depths.csv:3: '1,two' is not written as depth,states"), "{error}");
    }
}
