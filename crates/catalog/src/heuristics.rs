//! The table of heuristics: a row makes a heuristic known everywhere.

use tilebench_core::{Blind, Heuristic};
use tilebench_heuristics::{LinearConflict, hamming, manhattan};
use tilebench_puzzle::{Puzzle, Word};

/// What is known of a heuristic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HeuristicInfo {
    /// The name in experiment files, on the command line and in records.
    pub name: &'static str,
    /// The name in reports.
    pub title: &'static str,
    /// What it counts, in one sentence.
    pub summary: &'static str,
    /// Who described it, where and when.
    pub reference: &'static str,
    /// Declared: never above the true distance.
    pub admissible: bool,
    /// Declared: never falls by more than a move along a move.
    pub consistent: bool,
}

/// All heuristics, weakest first.
#[must_use]
pub fn heuristics() -> &'static [HeuristicInfo] {
    HEURISTICS
}

/// What is done with a heuristic once its type is known.
pub(crate) trait Visit<W: Word> {
    /// The result.
    type Out;

    /// Does it.
    fn visit<H: Heuristic<Puzzle<W>> + Send + 'static>(self, heuristic: H) -> Self::Out;
}

/// One list gives both what is known of the heuristics and how they are made.
macro_rules! heuristics {
    ($($name:literal, $title:literal, $admissible:literal, $consistent:literal, $reference:literal, $summary:literal => $make:expr;)*) => {
        const HEURISTICS: &[HeuristicInfo] = &[$(HeuristicInfo {
            name: $name,
            title: $title,
            summary: $summary,
            reference: $reference,
            admissible: $admissible,
            consistent: $consistent,
        },)*];

        /// Makes the heuristic called `name` for `puzzle` and hands it to `visitor`; `None` where
        /// there is no such heuristic.
        pub(crate) fn visit<W: Word, V: Visit<W>>(name: &str, puzzle: &Puzzle<W>, visitor: V) -> Option<V::Out> {
            match name {
                $($name => Some(visitor.visit($make(puzzle))),)*
                _ => None,
            }
        }
    };
}

heuristics! {
    // name, title, admissible, consistent, reference, summary => constructor;
    "blind", "Blind", true, true, "none",
        "Zero everywhere: what a search does without a heuristic."
        => |_: &Puzzle<W>| Blind;
    "hamming", "Misplaced tiles", true, true, "Pearl 1984",
        "The tiles that are not in their goal cell."
        => hamming;
    "manhattan", "Manhattan", true, true, "Korf 1985",
        "The rows and columns that each tile is away from its goal cell, summed."
        => manhattan;
    "linear-conflict", "Linear conflict", true, true, "Hansson, Mayer and Yung 1992",
        "Manhattan distance plus two moves for each tile that must leave its goal line, the fewest that suffice."
        => LinearConflict::new;
}
