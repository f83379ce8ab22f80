//! The published runs of other programs on built-in sets, with a count for each instance.

use crate::{CatalogError, published_column};

/// The quantity that a publication counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PublishedCount {
    /// Nodes generated.
    Generated,
    /// Nodes expanded.
    Expanded,
}

/// The runs of one program on one built-in set.
#[derive(Debug)]
pub struct PublishedRuns {
    /// The name, by which `tilebench compare` refers to it.
    pub name: &'static str,
    /// The set.
    pub set: &'static str,
    /// The program.
    pub program: &'static str,
    /// The publication.
    pub source: &'static str,
    /// The quantity that is counted.
    pub count: PublishedCount,
    /// The column of the set with the numbers.
    pub column: &'static str,
    /// The names of the rules by which the program counts (`tilebench count-as`).
    pub rules: &'static [&'static str],
}

const SEWELL: &str = "Sewell and Jacobson 2021";

/// Runs of Sewell and Jacobson 2021, which count expanded nodes as tilebench does.
const fn sewell(name: &'static str, program: &'static str, column: &'static str) -> PublishedRuns {
    PublishedRuns { name, set: "korf100", program, source: SEWELL, count: PublishedCount::Expanded, column, rules: &[] }
}

/// All published runs.
pub const PUBLISHED_RUNS: &[PublishedRuns] = &[
    PublishedRuns {
        name: "korf-1985",
        set: "korf100",
        program: "IDA* with Manhattan distance",
        source: "Korf 1985",
        count: PublishedCount::Generated,
        column: "ida_md_nodes",
        rules: &[],
    },
    PublishedRuns {
        name: "korf-felner-2002",
        set: "korf-felner50",
        program: "IDA* with the 6-6-6-6 databases and reflection",
        source: "Korf and Felner 2002",
        count: PublishedCount::Generated,
        column: "generated_6666",
        rules: &["start-not-counted"],
    },
    PublishedRuns {
        name: "korf-felner-2002",
        set: "korf-taylor10",
        program: "IDA* with the 6-6-6-6 databases and reflection",
        source: "Korf and Felner 2002",
        count: PublishedCount::Generated,
        column: "generated_6666",
        rules: &["start-not-counted"],
    },
    PublishedRuns {
        name: "dobbelin-2013",
        set: "korf-felner50",
        program: "BFIDA* with the 6-6-6-6 databases and reflection",
        source: "Döbbelin and others 2013",
        count: PublishedCount::Expanded,
        column: "expanded_6666",
        rules: &[],
    },
    sewell("sewell-jacobson-2021-astar", "A* with Manhattan distance", "astar_expanded"),
    sewell("sewell-jacobson-2021-reverse-astar", "A* from the goal with Manhattan distance", "reverse_astar_expanded"),
    sewell("sewell-jacobson-2021-nbs", "NBS with Manhattan distance", "nbs_expanded"),
    sewell("sewell-jacobson-2021-gbfhs", "GBFHS with Manhattan distance", "gbfhs_expanded"),
    sewell("sewell-jacobson-2021-dibbs", "DIBBS with Manhattan distance", "dibbs_expanded"),
    sewell("sewell-jacobson-2021-dvcbs", "DVCBS with Manhattan distance", "dvcbs_expanded"),
];

impl PublishedRuns {
    /// The count of each instance: id and number.
    ///
    /// # Errors
    ///
    /// If the column of the set cannot be read.
    pub fn numbers(&self) -> Result<Vec<(String, u64)>, CatalogError> {
        published_column(self.set, self.column)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_published_run_has_a_column_and_no_set_has_two_of_one_name() {
        let mut seen = BTreeSet::new();
        for runs in PUBLISHED_RUNS {
            assert!(runs.numbers().unwrap().len() >= 10, "{} on {}", runs.name, runs.set);
            assert!(seen.insert((runs.name, runs.set)), "{} on {}", runs.name, runs.set);
        }
    }
}
