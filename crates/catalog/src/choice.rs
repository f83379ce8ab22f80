//! A heuristic by name: a row of the table, or pattern databases of any partition.

use std::fmt;
use std::hash::{Hash, Hasher};

use tilebench_heuristics::{Patterns, Unsuited, named_partitions};
use tilebench_puzzle::Size;
use tilebench_sanitize::message::shown;

use crate::heuristics::PATTERN_DATABASES;
use crate::registry::HeuristicRow;
use crate::{CatalogError, HeuristicInfo, Registry};

/// A heuristic that is known, by its name.
///
/// Names of pattern databases give their patterns: `pdb-6-6-3` (a named partition),
/// `pdb:1,2,3/4,5,6` (tile lists), each optionally with `+reflected`, `+dual` and `+random`, and
/// with further partitions after `|`.
#[derive(Clone, Debug)]
pub struct HeuristicChoice {
    name: String,
    kind: Kind,
}

/// The meaning of a name.
#[derive(Clone, Debug)]
enum Kind {
    Row(&'static HeuristicRow),
    Patterns(Patterns),
}

impl PartialEq for HeuristicChoice {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for HeuristicChoice {}

impl Hash for HeuristicChoice {
    fn hash<S: Hasher>(&self, state: &mut S) {
        self.name.hash(state);
    }
}

/// All heuristics that have names of their own: the rows of the table, then a pattern database for
/// each named partition.
#[must_use]
pub fn heuristics() -> Vec<HeuristicChoice> {
    let of_rows = Registry::get().heuristics().iter().copied().map(HeuristicChoice::of_row);
    let partitions = named_partitions().filter_map(|(name, ..)| HeuristicChoice::new(&format!("pdb-{name}")).ok());
    of_rows.chain(partitions).collect()
}

impl HeuristicChoice {
    /// The heuristic called `name`.
    ///
    /// # Errors
    ///
    /// If there is no such heuristic.
    pub fn new(name: &str) -> Result<Self, CatalogError> {
        if let Some(text) = name.strip_prefix("pdb-").or_else(|| name.strip_prefix("pdb:")) {
            let wrong =
                |Unsuited(reason): Unsuited| CatalogError::Value(format!("heuristic '{}': {reason}", shown(name)));
            let patterns = Patterns::parse(text).map_err(wrong)?;
            let written = patterns.to_string();
            let mark = if written.contains([',', '/']) { ':' } else { '-' };
            let name = format!("pdb{mark}{written}");
            return Ok(Self { name, kind: Kind::Patterns(patterns) });
        }
        let rows = Registry::get().heuristics();
        rows.iter()
            .find(|row| row.info.name == name)
            .map(|row| Self::of_row(row))
            .ok_or_else(|| CatalogError::unknown("heuristic", name, names().iter().map(String::as_str)))
    }

    fn of_row(row: &'static HeuristicRow) -> Self {
        Self { name: row.info.name.to_owned(), kind: Kind::Row(row) }
    }

    /// The row of the table.
    ///
    /// # Panics
    ///
    /// If the heuristic is made of pattern databases, which have none.
    pub(crate) fn row(&self) -> &'static HeuristicRow {
        match &self.kind {
            Kind::Row(row) => row,
            Kind::Patterns(_) => panic!("pattern databases are made from their patterns"),
        }
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The description of the heuristic or its family.
    #[must_use]
    pub fn info(&self) -> &'static HeuristicInfo {
        match &self.kind {
            Kind::Row(row) => &row.info,
            Kind::Patterns(_) => &PATTERN_DATABASES,
        }
    }

    /// The board size that it supports, if there is only one.
    #[must_use]
    pub fn size(&self) -> Option<Size> {
        self.patterns()?.size()
    }

    /// The patterns, if it is made of pattern databases.
    #[must_use]
    pub fn patterns(&self) -> Option<&Patterns> {
        match &self.kind {
            Kind::Row(_) => None,
            Kind::Patterns(patterns) => Some(patterns),
        }
    }
}

impl fmt::Display for HeuristicChoice {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(&self.name)
    }
}

/// The names of all heuristics that have one.
fn names() -> Vec<String> {
    heuristics().into_iter().map(|known| known.name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_written_in_one_form() {
        for (text, name) in [
            ("manhattan", "manhattan"),
            ("pdb-7-8+dual+reflected", "pdb-7-8+reflected+dual"),
            ("pdb:7-8", "pdb-7-8"),
            ("pdb-1,2/3,4", "pdb:1,2/3,4"),
            ("pdb-6-6-3|5-5-5", "pdb-6-6-3|5-5-5"),
        ] {
            assert_eq!(HeuristicChoice::new(text).unwrap().name(), name);
        }
    }

    #[test]
    fn every_listed_heuristic_is_found_by_its_name() {
        for known in heuristics() {
            assert_eq!(HeuristicChoice::new(known.name()).unwrap(), known);
        }
    }

    #[test]
    fn an_unknown_name_is_answered_with_the_nearest() {
        let message = |name| HeuristicChoice::new(name).unwrap_err().to_string();
        assert_eq!(message("manhatan"), "unknown heuristic 'manhatan'; did you mean 'manhattan'?");
        assert!(message("pdb-7-9").starts_with("heuristic 'pdb-7-9': unknown partition '7-9'"));
    }
}
