//! Published mean values of heuristics, by which an implementation can be checked.
//!
//! All are over the same 1000 random 15-puzzle boards, which were never published. A mean over other
//! random boards agrees with them up to the errors of both samples, and up to the shapes of the
//! patterns if a paper does not show them. The numbers were read in lecture slides of an author of
//! the papers, which may round the last digit differently; values quoted from memory are not
//! [`PublishedMean::verified`].

use tilebench_puzzle::Board;

/// The mean value of a heuristic over random boards, as a paper reports it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PublishedMean {
    /// The number of rows of the boards.
    pub rows: usize,
    /// The number of columns of the boards.
    pub cols: usize,
    /// The name of the heuristic in the catalog.
    pub heuristic: &'static str,
    /// The mean, in moves.
    pub value: f64,
    /// The number of random boards.
    pub boards: u64,
    /// The publication.
    pub source: &'static str,
    /// Whether the number was seen in print, rather than quoted from memory.
    pub verified: bool,
}

const KORF_FELNER: &str = "Korf and Felner 2002, Artificial Intelligence 134";
const KORF_FELNER_FITTED: &str = "Korf and Felner 2002, Artificial Intelligence 134, who may have other patterns: ours were \
                                  chosen by this mean";
const FELNER_ET_AL_OTHER: &str = "Felner and others 2007, JAIR 30, who may have other patterns";
const FELNER_ET_AL: &str = "Felner and others 2007, JAIR 30";
const ZAHAVI_ET_AL: &str = "Zahavi and others 2008, Artificial Intelligence 172";

/// All published means.
#[must_use]
pub fn published_means() -> &'static [PublishedMean] {
    const MEANS: &[PublishedMean] = &[
        of_15_puzzle("manhattan", 36.942, KORF_FELNER),
        PublishedMean { verified: false, ..of_15_puzzle("linear-conflict", 38.788, KORF_FELNER) },
        of_15_puzzle("pdb-5-5-5+reflected", 41.562, KORF_FELNER_FITTED),
        of_15_puzzle("pdb-6-6-3+reflected", 42.924, KORF_FELNER),
        of_15_puzzle("pdb-7-7-1", 43.64, FELNER_ET_AL_OTHER),
        of_15_puzzle("pdb-7-8", 44.75, FELNER_ET_AL),
        of_15_puzzle("pdb-7-8+reflected", 45.632, KORF_FELNER),
        of_15_puzzle("pdb-7-8+reflected+dual", 46.12, ZAHAVI_ET_AL),
    ];
    MEANS
}

const fn of_15_puzzle(heuristic: &'static str, value: f64, source: &'static str) -> PublishedMean {
    PublishedMean { rows: 4, cols: 4, heuristic, value, boards: 1000, source, verified: true }
}

/// The published mean for a heuristic and a goal. The goals of the papers have the blank in a corner, and all
/// corners are equivalent; goals with the blank in other cells have other means.
#[must_use]
pub fn published_mean(heuristic: &str, goal: &Board) -> Option<&'static PublishedMean> {
    let size = goal.size();
    let (row, col) = (size.row(goal.blank()), size.col(goal.blank()));
    let is_corner = (row == 0 || row + 1 == size.rows()) && (col == 0 || col + 1 == size.cols());
    let is_it = |mean: &&PublishedMean| {
        mean.heuristic == heuristic && (mean.rows, mean.cols) == (size.rows(), size.cols()) && is_corner
    };
    published_means().iter().find(is_it)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::HeuristicSpec;
    use tilebench_puzzle::Goal;

    #[test]
    fn every_published_mean_has_the_normalised_name_of_a_heuristic() {
        for mean in published_means() {
            assert_eq!(HeuristicSpec::new(mean.heuristic).unwrap().name(), mean.heuristic);
        }
    }

    #[test]
    fn a_mean_is_found_for_goals_with_the_blank_in_a_corner_only() {
        let value = |goal: &Board| published_mean("manhattan", goal).map(|mean| mean.value);
        let goal = Goal::parse("blank-last", None).unwrap().board("4x4".parse().unwrap()).unwrap();
        assert_eq!(value(&goal), Some(36.942));
        assert_eq!(value(&goal.swapped(15, 14)), None);
        let goal = Goal::BlankFirst.board("3x3".parse().unwrap()).unwrap();
        assert_eq!(value(&goal), None);
    }
}
