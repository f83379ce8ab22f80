//! The specification of a heuristic by name: a row of the table, a weakened Manhattan distance, or pattern databases of any
//! partition.

use std::fmt;
use std::hash::{Hash, Hasher};

use tilebench_heuristics::{PdbSpec, TilesLeftOut, UnsupportedBoard, named_partitions};
use tilebench_kernels::{HeuristicInfo, HeuristicRow};
use tilebench_puzzle::Size;
use tilebench_sanitize::message::excerpt;

use crate::heuristics::{MANHATTAN_WITHOUT, PATTERN_DATABASES, ZERO_AWARE_DATABASES};
use crate::{CatalogError, Registry};

/// A heuristic, specified by its name.
///
/// Names of pattern databases contain their patterns: `pdb-6-6-3` (a named partition), `pdb-small` (a named catalogue of partitions),
/// `pdb:1,2,3/4,5,6` (tile lists), each optionally with `+zero-aware`, `+reflected`, `+dual` and `+random`, and
/// with further partitions after `|`. `manhattan-without:4` contains a number of tiles, or `all`.
#[derive(Clone, Debug)]
pub struct HeuristicSpec {
    name: String,
    kind: SpecKind,
}

/// The meaning of a name.
#[derive(Clone, Debug)]
pub(crate) enum SpecKind {
    /// A row of the table.
    Row(&'static HeuristicRow),
    /// Manhattan distance without some tiles.
    ManhattanWithout(TilesLeftOut),
    /// Pattern databases.
    Patterns(PdbSpec),
    /// A heuristic of another domain than tiles.
    OfDomain(&'static str, HeuristicInfo),
}

impl PartialEq for HeuristicSpec {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for HeuristicSpec {}

impl Hash for HeuristicSpec {
    fn hash<S: Hasher>(&self, state: &mut S) {
        self.name.hash(state);
    }
}

/// All listed heuristics: the rows of the table, an example of weakened Manhattan distance, a pattern database for each
/// named partition, then the heuristics and families of other domains.
#[must_use]
pub fn heuristics() -> Vec<HeuristicSpec> {
    let rows = Registry::get().heuristics().iter().copied().map(HeuristicSpec::from_row);
    let partitions = named_partitions().filter_map(|(name, ..)| HeuristicSpec::new(&format!("pdb-{name}")).ok());
    let of_domains = Registry::get()
        .heuristics_of_domains()
        .into_iter()
        .map(|(domain, info)| HeuristicSpec { name: info.name.to_owned(), kind: SpecKind::OfDomain(domain, info) });
    rows.chain(HeuristicSpec::new("manhattan-without:4")).chain(partitions).chain(of_domains).collect()
}

impl HeuristicSpec {
    /// The heuristic called `name`.
    ///
    /// # Errors
    ///
    /// If the name is unknown.
    pub fn new(name: &str) -> Result<Self, CatalogError> {
        let wrong = |UnsupportedBoard(reason): UnsupportedBoard| {
            CatalogError::Value(format!("heuristic '{}': {reason}", excerpt(name)))
        };
        if let Some(text) = name.strip_prefix("manhattan-without:") {
            let left_out = TilesLeftOut::parse(text).map_err(wrong)?;
            let name = format!("{}:{left_out}", MANHATTAN_WITHOUT.info.name);
            return Ok(Self { name, kind: SpecKind::ManhattanWithout(left_out) });
        }
        if let Some(text) = name.strip_prefix("pdb-").or_else(|| name.strip_prefix("pdb:")) {
            let patterns = PdbSpec::parse(text).map_err(wrong)?;
            let written = patterns.to_string();
            let mark = if written.contains([',', '/']) { ':' } else { '-' };
            let name = format!("pdb{mark}{written}");
            return Ok(Self { name, kind: SpecKind::Patterns(patterns) });
        }
        let rows = Registry::get().heuristics();
        let row = rows.iter().find(|row| row.info.name == name).map(|row| Self::from_row(row));
        let found = row.or_else(|| {
            let (domain, info) = Registry::get().heuristic_of_domain(name)?;
            Some(Self { name: name.to_owned(), kind: SpecKind::OfDomain(domain, info) })
        });
        found.ok_or_else(|| {
            let mut families = Registry::get().heuristics_of_domains().into_iter().map(|(_, info)| info);
            match families.find(|info| info.name == name).and_then(|info| info.name_with(2)) {
                Some(example) => {
                    CatalogError::Value(format!("heuristic '{name}' needs a number in place of k, as {example}"))
                }
                None => CatalogError::unknown("heuristic", name, names().iter().map(String::as_str)),
            }
        })
    }

    fn from_row(row: &'static HeuristicRow) -> Self {
        Self { name: row.info.name.to_owned(), kind: SpecKind::Row(row) }
    }

    /// The meaning of the name.
    pub(crate) fn kind(&self) -> &SpecKind {
        &self.kind
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The description of the heuristic or its family.
    #[must_use]
    pub fn info(&self) -> &HeuristicInfo {
        match &self.kind {
            SpecKind::Row(row) => &row.info,
            SpecKind::ManhattanWithout(_) => &MANHATTAN_WITHOUT.info,
            SpecKind::Patterns(patterns) if patterns.is_consistent() => &ZERO_AWARE_DATABASES,
            SpecKind::Patterns(_) => &PATTERN_DATABASES.info,
            SpecKind::OfDomain(_, info) => info,
        }
    }

    /// The name of its domain, if that is not tiles.
    #[must_use]
    pub fn domain(&self) -> Option<&'static str> {
        match self.kind {
            SpecKind::OfDomain(domain, _) => Some(domain),
            _ => None,
        }
    }

    /// The board size that it supports, if there is only one.
    #[must_use]
    pub fn size(&self) -> Option<Size> {
        self.pdb_spec()?.size()
    }

    /// The specification of the pattern databases, if the heuristic consists of them.
    #[must_use]
    pub fn pdb_spec(&self) -> Option<&PdbSpec> {
        match &self.kind {
            SpecKind::Patterns(patterns) => Some(patterns),
            SpecKind::Row(_) | SpecKind::ManhattanWithout(_) | SpecKind::OfDomain(..) => None,
        }
    }
}

impl fmt::Display for HeuristicSpec {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(&self.name)
    }
}

/// The names of all listed heuristics.
fn names() -> Vec<String> {
    heuristics().into_iter().map(|known| known.name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_normalised() {
        for (text, name) in [
            ("manhattan", "manhattan"),
            ("manhattan-without:04", "manhattan-without:4"),
            ("manhattan-without:all", "manhattan-without:all"),
            ("pdb-7-8+dual+reflected", "pdb-7-8+reflected+dual"),
            ("pdb:7-8", "pdb-7-8"),
            ("pdb-1,2/3,4", "pdb:1,2/3,4"),
            ("pdb-6-6-3|5-5-5", "pdb-6-6-3|5-5-5"),
            ("pdb-small+reflected+zero-aware", "pdb-small+zero-aware+reflected"),
        ] {
            assert_eq!(HeuristicSpec::new(text).unwrap().name(), name);
        }
    }

    #[test]
    fn a_family_of_another_domain_needs_a_number() {
        assert_eq!(HeuristicSpec::new("gap-2").unwrap().domain(), Some("pancake"));
        assert_eq!(HeuristicSpec::new("gap").unwrap().domain(), Some("pancake"));
        let message = HeuristicSpec::new("gap-k").unwrap_err().to_string();
        assert_eq!(message, "heuristic 'gap-k' needs a number in place of k, as gap-2");
        assert!(HeuristicSpec::new("gap-02").is_err());
    }

    #[test]
    fn every_listed_heuristic_is_found_by_its_name() {
        for known in heuristics().into_iter().filter(|known| known.name() != "gap-k") {
            assert_eq!(HeuristicSpec::new(known.name()).unwrap(), known);
        }
    }

    #[test]
    fn zero_aware_databases_are_consistent_unless_a_look_up_is_drawn() {
        let is_consistent = |name| HeuristicSpec::new(name).unwrap().info().consistent;
        assert!(is_consistent("pdb-6-6-3+zero-aware") && is_consistent("pdb-6-6-3+zero-aware+reflected"));
        assert!(!is_consistent("pdb-6-6-3+zero-aware+reflected+random") && !is_consistent("pdb-6-6-3"));
    }

    #[test]
    fn the_error_for_an_unknown_name_contains_the_nearest_name() {
        let message = |name| HeuristicSpec::new(name).unwrap_err().to_string();
        assert_eq!(message("manhatan"), "unknown heuristic 'manhatan'; did you mean 'manhattan'?");
        let expected = "heuristic 'manhattan-without:x': 'x' is not a number of tiles: use 0 to leave out none, or all";
        assert_eq!(message("manhattan-without:x"), expected);
        assert!(message("pdb-7-9").starts_with("heuristic 'pdb-7-9': unknown partition '7-9'"));
    }
}
