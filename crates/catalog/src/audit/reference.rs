//! True distances of single boards, by IDA* with an admissible heuristic other than the audited one.

use std::collections::BTreeSet;

use tilebench_core::{Limits, NoObserver, SearchContext, StopFlag, Termination};
use tilebench_heuristics::Tables;
use tilebench_puzzle::{Board, Order};

use crate::{CatalogError, Configuration, Direction, HeuristicChoice, Prepared, make_tables, prepare};

/// Heuristics that are admissible on every board they are made for (exhaustive audits of small
/// boards say so), strongest first; the first that a board admits is taken. With each, whether it is
/// strong enough for random boards of more than [`EASY_CELLS`] cells.
const REFERENCES: [(&str, bool); 5] = [
    ("pdb-6-6-3+reflected", true),
    ("pdb-5-5-5+reflected", true),
    ("pdb-5-5-5-5-4", false),
    ("linear-conflict", false),
    ("manhattan", false),
];

/// The maximum number of cells of random boards that any reference solves without delay.
const EASY_CELLS: usize = 12;

/// A search that finds true distances.
pub(super) struct Reference {
    /// The heuristic's name.
    pub(super) name: &'static str,
    /// Whether random boards can be solved in reasonable time.
    pub(super) is_strong: bool,
    search: Box<dyn Prepared>,
}

impl Reference {
    /// The reference for auditing a heuristic: not itself, and looked up in none of its patterns.
    pub(super) fn new(audited: &str, goal: &Board, tables: &Tables) -> Result<Self, CatalogError> {
        let mut last = CatalogError::Unsupported(format!("no heuristic finds distances by which to audit {audited}"));
        for (name, is_strong) in candidates(audited, goal) {
            let configuration = Configuration::new("idastar", Some(name), &[])?;
            match prepare(&configuration, goal, &Order::default(), tables) {
                Ok(search) => {
                    let is_strong = is_strong || goal.size().cells() <= EASY_CELLS;
                    return Ok(Self { name, is_strong, search });
                }
                Err(error) => last = error,
            }
        }
        Err(last)
    }

    /// A shortest path from `board`; `None` if it needs more than `nodes` nodes or `stop` is raised.
    pub(super) fn solve(
        &self,
        board: &Board,
        nodes: u64,
        stop: &StopFlag,
    ) -> Result<Option<Vec<Direction>>, CatalogError> {
        let limits = Limits { generated: nodes, ..Limits::NONE };
        let answer =
            self.search.run(board, &mut SearchContext { limits, stop, observer: &mut NoObserver, scratch: None })?;
        Ok((answer.end == Termination::Solved).then_some(answer.moves))
    }
}

/// The references that are not the audited heuristic and look up none of its patterns, strongest first.
fn candidates(audited: &str, goal: &Board) -> impl Iterator<Item = (&'static str, bool)> {
    let looked_up = tables_of(audited, goal);
    REFERENCES.into_iter().filter(move |(name, _)| *name != audited && tables_of(name, goal).is_disjoint(&looked_up))
}

/// The identities of the tables that a heuristic looks up; none if the catalog does not contain its
/// name, or if it does not support the board.
fn tables_of(name: &str, goal: &Board) -> BTreeSet<String> {
    let tables = Tables::planned();
    let Ok(choice) = HeuristicChoice::new(name) else { return BTreeSet::new() };
    match make_tables(&choice, goal, &tables) {
        Ok(()) => tables.used().into_iter().map(|table| table.identity).collect(),
        Err(_) => BTreeSet::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilebench_puzzle::{Goal, Size};

    #[test]
    fn references_declare_themselves_admissible() {
        for (name, _) in REFERENCES {
            assert!(HeuristicChoice::new(name).unwrap().info().admissible, "{name}");
        }
    }

    #[test]
    fn a_heuristic_is_not_its_own_reference_nor_one_that_looks_up_the_same_tables() {
        let goal = Goal::BlankFirst.board(Size::new(4, 4).unwrap()).unwrap();
        let reference = |audited| candidates(audited, &goal).next().unwrap().0;
        assert_eq!(reference("manhattan"), "pdb-6-6-3+reflected");
        assert_eq!(reference("pdb-7-8"), "pdb-6-6-3+reflected");
        for audited in ["pdb-6-6-3", "pdb-5-5-5|6-6-3", "pdb:3,6,7,10,11,15/1,2,4,5,8,9", "pdb:12,13,14/1,2"] {
            assert_ne!(reference(audited), "pdb-6-6-3+reflected", "{audited}");
        }
    }
}
