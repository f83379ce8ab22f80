//! The files of an enumeration.
//!
//! `depths.csv` has a line `depth,states` for each completely counted depth, and `counted.json` states the program, the machine
//! and the limits.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};
use tilebench_record::{Build, Column, Machine};

use crate::number;

/// The file of the counts.
const DEPTHS: &str = "depths.csv";
/// The columns of that file.
pub(crate) const COLUMNS: [Column; 2] = [
    Column::integer("depth", "moves", "Distance from the goal."),
    Column::integer("states", "states", "States at this distance."),
];
/// The file of the provenance.
const PROVENANCE: &str = "counted.json";

/// The counts of an enumeration, with their provenance.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EnumerationCounts {
    /// The number of states at each completely counted depth, by the depth as text.
    pub states: BTreeMap<String, u64>,
    /// The provenance, if it is recorded.
    pub how: Option<EnumerationProvenance>,
}

/// The provenance of an enumeration.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EnumerationProvenance {
    /// The program.
    pub build: Build,
    /// The machine.
    pub machine: Machine,
    /// Whether a limit stopped it, so that larger limits give further depths.
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

impl EnumerationCounts {
    /// The enumeration in `dir`, if there is one.
    ///
    /// # Errors
    ///
    /// If a file cannot be read or parsed.
    pub fn read(dir: &Path) -> Result<Option<Self>> {
        let (depths, how) = (dir.join(DEPTHS), dir.join(PROVENANCE));
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

    /// Writes the number of states at each depth from 0, and their provenance, into `dir`.
    ///
    /// # Errors
    ///
    /// If a file cannot be written.
    pub fn write(dir: &Path, states: &[u64], how: &EnumerationProvenance) -> Result<()> {
        let mut text = COLUMNS.map(|column| column.name).join(",") + "\n";
        for (depth, states) in states.iter().enumerate() {
            // Writing to a text cannot fail.
            let _ = writeln!(text, "{depth},{states}");
        }
        fs::create_dir_all(dir).with_context(|| format!("cannot create {}", dir.display()))?;
        for (name, text) in [(PROVENANCE, serde_json::to_string_pretty(how)? + "\n"), (DEPTHS, text)] {
            let path = dir.join(name);
            fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
        }
        Ok(())
    }
}

impl EnumerationProvenance {
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
    fn written_counts_are_read_back_and_an_invalid_count_is_reported_with_its_line() {
        let place = tempfile::tempdir().unwrap();
        let dir = place.path().join("2x2");
        assert_eq!(EnumerationCounts::read(&dir).unwrap(), None);
        let how = EnumerationProvenance {
            memory_bytes: 3 << 20,
            disk_bytes: 1 << 30,
            is_limited: true,
            ..EnumerationProvenance::default()
        };
        EnumerationCounts::write(&dir, &[1, 2], &how).unwrap();
        assert_eq!(how.held(), "3.0 MiB of memory and 1.0 GiB of disk");
        let states = BTreeMap::from([("0".to_owned(), 1), ("1".to_owned(), 2)]);
        assert_eq!(
            EnumerationCounts::read(&dir).unwrap(),
            Some(EnumerationCounts { states: states.clone(), how: Some(how) })
        );
        fs::remove_file(dir.join(PROVENANCE)).unwrap();
        assert_eq!(EnumerationCounts::read(&dir).unwrap(), Some(EnumerationCounts { states, how: None }));
        fs::write(dir.join(DEPTHS), "depth,states\n0,1\n1,two\n").unwrap();
        let error = EnumerationCounts::read(&dir).unwrap_err().to_string();
        assert!(error.ends_with("depths.csv:3: '1,two' is not written as depth,states"), "{error}");
    }
}
