//! tilebench with Gaschnig's heuristic.

use std::process::ExitCode;

use tilebench::core::{Cost, Domain, Heuristic};
use tilebench::puzzle::{Grid, Op, Puzzle, Word};
use tilebench::{HeuristicInfo, HeuristicRow, Registry, heuristic_row, plain};

/// The swaps of a tile and the blank that reach the goal. A cycle of n > 1 tiles takes n + 1, or n - 1 if it contains the blank.
struct Gaschnig;

impl<W: Word> Heuristic<Puzzle<W>> for Gaschnig {
    type Cache = Cost;

    fn initial(&self, puzzle: &Puzzle<W>, state: W) -> Cost {
        let (mut swaps, mut seen) = (0, 0u32);
        for first in 0..puzzle.cells() {
            let (mut cell, mut length, mut has_blank) = (first, 0, false);
            while seen >> cell & 1 == 0 {
                seen |= 1 << cell;
                let tile = state.tile(cell);
                (cell, length, has_blank) = (puzzle.goal_cell(tile), length + 1, has_blank || tile == 0);
            }
            if length > 1 {
                swaps += if has_blank { length - 1 } else { length + 1 };
            }
        }
        swaps
    }

    fn step(&self, puzzle: &Puzzle<W>, _: Cost, parent: W, op: Op) -> Cost {
        self.initial(puzzle, puzzle.apply(parent, op))
    }

    fn h(&self, swaps: Cost) -> Cost {
        swaps
    }
}

static GASCHNIG: HeuristicRow = heuristic_row! {
    HeuristicInfo {
        name: "gaschnig",
        title: "Gaschnig",
        summary: "The moves to the goal if any tile may be swapped with the blank.",
        reference: "Gaschnig 1979",
        admissible: true,
        consistent: true,
    },
    plain => |_puzzle, _tables| Gaschnig
};

tilebench::heuristic_laws!(GASCHNIG);

fn main() -> ExitCode {
    let mut registry = Registry::builtin();
    registry.heuristic(&GASCHNIG);
    tilebench::main(registry)
}
