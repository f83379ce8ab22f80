//! True distances of single boards, by IDA* with an admissible heuristic other than the audited one; by A* if moves have
//! different costs, since IDA* then has an iteration for nearly every cost.

use std::collections::BTreeSet;

use tilebench_core::{Limits, NoObserver, SearchContext, StopFlag, Termination};
use tilebench_heuristics::Tables;
use tilebench_puzzle::{Board, CostModel, Metric, OperatorOrder, Size};

use crate::{CatalogError, Configuration, Direction, HeuristicSpec, PreparedSearch, build_tables, prepare};

/// Heuristics that are admissible on every board that they support (according to exhaustive audits of small
/// boards), strongest first. The first one that supports a board is used. Each has a flag whether it is strong
/// enough for random boards of more than [`MAX_EASY_CELLS`] cells.
const REFERENCES: [(&str, bool); 5] = [
    ("pdb-6-6-3+reflected", true),
    ("pdb-5-5-5+reflected", true),
    ("pdb-5-5-5-5-4", false),
    ("linear-conflict", false),
    ("manhattan", false),
];

/// The maximum number of cells of random boards that every reference solves quickly.
const MAX_EASY_CELLS: usize = 12;

/// A search that finds true distances.
pub(super) struct ReferenceSearch {
    /// The heuristic's name.
    pub(super) name: &'static str,
    /// Whether random boards can be solved in reasonable time.
    pub(super) is_strong: bool,
    /// The size of the boards.
    pub(super) size: Size,
    search: Box<dyn PreparedSearch>,
}

impl ReferenceSearch {
    /// The reference for auditing a heuristic: another heuristic that shares no table with it.
    pub(super) fn new(
        audited: &str,
        goal: &Board,
        cost_model: &'static CostModel,
        tables: &Tables,
    ) -> Result<Self, CatalogError> {
        let algorithm = if cost_model.is_unit() { "idastar" } else { "astar" };
        let size = goal.size();
        let mut last = CatalogError::Unsupported(format!("no heuristic finds distances by which to audit {audited}"));
        for (name, is_strong) in candidates(audited, goal, cost_model) {
            let configuration = Configuration::new(algorithm, Some(name), &[])?.with_cost_model(cost_model);
            match prepare(&configuration, goal, &OperatorOrder::default(), tables) {
                Ok(search) => {
                    let is_strong = is_strong || size.cells() <= MAX_EASY_CELLS;
                    return Ok(Self { name, is_strong, size, search });
                }
                Err(error) => last = error,
            }
        }
        Err(last)
    }

    /// A path of least cost from `board`; `None` if it needs more than `nodes` nodes or `stop` is raised.
    pub(super) fn solve(
        &self,
        board: &Board,
        nodes: u64,
        stop: &StopFlag,
    ) -> Result<Option<Vec<Direction>>, CatalogError> {
        let limits = Limits { generated: nodes, ..Limits::NONE };
        let answer = self
            .search
            .run(board, &mut SearchContext { limits, stop, observer: &mut NoObserver, scratch: None, seed: 0 })?;
        Ok((answer.end == Termination::Solved).then_some(answer.moves))
    }
}

/// The references that differ from the audited heuristic and share no table with it, strongest first.
fn candidates(audited: &str, goal: &Board, cost_model: &CostModel) -> impl Iterator<Item = (&'static str, bool)> {
    let looked_up = tables_of(audited, goal, cost_model);
    let is_other = move |name| name != audited && tables_of(name, goal, cost_model).is_disjoint(&looked_up);
    REFERENCES.into_iter().filter(move |(name, _)| is_other(name))
}

/// The identities of the tables that a heuristic looks up; empty if the catalog does not contain its
/// name, or if it does not support the board.
fn tables_of(name: &str, goal: &Board, cost_model: &CostModel) -> BTreeSet<String> {
    let tables = Tables::planned();
    let Ok(spec) = HeuristicSpec::new(name) else { return BTreeSet::new() };
    match build_tables(&spec, goal, cost_model, Metric::Single, &tables) {
        Ok(()) => tables.used().into_iter().map(|table| table.identity).collect(),
        Err(_) => BTreeSet::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilebench_puzzle::{Goal, UNIT};

    #[test]
    fn references_declare_themselves_admissible() {
        for (name, _) in REFERENCES {
            assert!(HeuristicSpec::new(name).unwrap().info().admissible, "{name}");
        }
    }

    #[test]
    fn a_reference_differs_from_the_audited_heuristic_and_shares_no_table_with_it() {
        let goal = Goal::BlankFirst.board(Size::new(4, 4).unwrap()).unwrap();
        let reference = |audited| candidates(audited, &goal, &UNIT).next().unwrap().0;
        assert_eq!(reference("manhattan"), "pdb-6-6-3+reflected");
        assert_eq!(reference("pdb-7-8"), "pdb-6-6-3+reflected");
        for audited in ["pdb-6-6-3", "pdb-5-5-5|6-6-3", "pdb:3,6,7,10,11,15/1,2,4,5,8,9", "pdb:12,13,14/1,2"] {
            assert_ne!(reference(audited), "pdb-6-6-3+reflected", "{audited}");
        }
    }
}
