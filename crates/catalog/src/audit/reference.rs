//! True distances of single boards, by IDA* with an admissible heuristic other than the audited one.

use tilebench_core::{Control, End, Limits, NoObserver, StopFlag};
use tilebench_heuristics::Tables;
use tilebench_puzzle::{Board, Order};

use crate::{CatalogError, Configuration, Direction, HeuristicChoice, Prepared, prepare};

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

/// Random boards of so many cells are solved at once by any reference.
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
        for (name, is_strong) in REFERENCES {
            if shares_patterns(name, audited)? {
                continue;
            }
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

    /// A shortest path from `board`; `None` where it needs more than `nodes` nodes or `stop` is raised.
    pub(super) fn solve(
        &self,
        board: &Board,
        nodes: u64,
        stop: &StopFlag,
    ) -> Result<Option<Vec<Direction>>, CatalogError> {
        let limits = Limits { generated: nodes, ..Limits::NONE };
        let answer = self.search.run(board, &mut Control { limits, stop, observer: &mut NoObserver })?;
        Ok((answer.end == End::Solved).then_some(answer.moves))
    }
}

/// Whether a reference is the audited heuristic or has one of its partitions.
fn shares_patterns(reference: &str, audited: &str) -> Result<bool, CatalogError> {
    let Some(patterns) = HeuristicChoice::new(reference)?.patterns().map(ToString::to_string) else {
        return Ok(reference == audited);
    };
    let partition = patterns.split('+').next().unwrap_or_default();
    let Some(audited) = audited.strip_prefix("pdb-").or_else(|| audited.strip_prefix("pdb:")) else {
        return Ok(false);
    };
    Ok(audited.split(['+', '|']).any(|part| part == partition))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_declare_themselves_admissible() {
        for (name, _) in REFERENCES {
            assert!(HeuristicChoice::new(name).unwrap().info().admissible, "{name}");
        }
    }

    #[test]
    fn a_heuristic_is_not_its_own_reference_nor_one_of_the_same_patterns() {
        let shares = |reference, audited| shares_patterns(reference, audited).unwrap();
        assert!(shares("linear-conflict", "linear-conflict"));
        assert!(!shares("linear-conflict", "manhattan"));
        assert!(shares("pdb-6-6-3+reflected", "pdb-6-6-3"));
        assert!(shares("pdb-6-6-3+reflected", "pdb-5-5-5|6-6-3+dual"));
        assert!(!shares("pdb-6-6-3+reflected", "pdb-5-5-5+reflected"));
        assert!(!shares("pdb-6-6-3+reflected", "manhattan"));
    }
}
