//! Manhattan distance plus linear conflict.
//!
//! Tiles that stand in their goal line in the wrong order cannot all stay in it: some must step out
//! of the line and back, two moves each that Manhattan distance does not count. For each line, the
//! fewest tiles that must leave so that the rest stand in order are counted (all tiles of the line
//! less the longest increasing subsequence), not the reversed pairs, so the sum stays admissible
//! with three, four and more tiles in a line. A tile that leaves its row moves in its column and the
//! reverse, so the conflicts of rows and columns add up.
//!
//! Admissible and consistent; never below Manhattan distance, and of the same parity. O. Hansson,
//! A. Mayer and M. Yung, *Criticizing solutions to relaxed models yields powerful admissible
//! heuristics*, Information Sciences 63 (1992).
//!
//! A move along a row leaves the row's order as it is and touches two columns, and the moved tile
//! can belong to one of them at most, so the next value costs at most one line.

use core::fmt;

use tilebench_core::{Cost, Grid, Heuristic};
use tilebench_puzzle::{Op, Puzzle, Size, Word};

use crate::line::Lines;
use crate::{TileSum, manhattan};

/// A row or a column.
#[derive(Clone, Copy, Debug)]
struct Line {
    /// Its cells in order.
    cells: [u8; Size::MAX_CELLS / 2],
    length: usize,
    /// By tile: 1 plus the place of its goal in this line, or 0.
    digits: [u8; 32],
}

/// The lines across an operator's direction, which lose and gain the moved tile.
#[derive(Clone, Copy, Debug, Default)]
struct Crossing {
    /// The line that the tile leaves.
    left: u8,
    /// The line that the tile enters.
    entered: u8,
    /// The value of the digit 1 at the tile's place in either.
    weight: u64,
}

/// Manhattan distance plus two moves for every tile that must leave its goal line.
pub struct LinearConflict {
    manhattan: TileSum,
    /// Rows, then columns.
    lines: Vec<Line>,
    rows: usize,
    along_row: Lines,
    along_column: Lines,
    crossings: Box<[Crossing; Op::COUNT]>,
}

impl fmt::Debug for LinearConflict {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("LinearConflict").field("lines", &self.lines.len()).finish_non_exhaustive()
    }
}

impl LinearConflict {
    /// The heuristic for the goal of `puzzle`.
    #[must_use]
    pub fn new<W: Word>(puzzle: &Puzzle<W>) -> Self {
        let size = puzzle.size();
        let (rows, cols) = (size.rows(), size.cols());
        let (along_row, along_column) = (Lines::new(cols), Lines::new(rows));
        let row = |row: usize| (0..cols).map(move |col| row * cols + col);
        let column = |col: usize| (0..rows).map(move |row| row * cols + col);
        let lines =
            (0..rows).map(|at| line(puzzle, row(at))).chain((0..cols).map(|at| line(puzzle, column(at)))).collect();
        let mut crossings = Box::new([Crossing::default(); Op::COUNT]);
        for op in (0..size.cells()).flat_map(|cell| puzzle.ops_at(cell)) {
            let along_a_row = size.row(op.from()) == size.row(op.to());
            crossings[op.index()] = if along_a_row {
                Crossing {
                    left: small(rows + size.col(op.to())),
                    entered: small(rows + size.col(op.from())),
                    weight: along_column.weight(size.row(op.to())),
                }
            } else {
                Crossing {
                    left: small(size.row(op.to())),
                    entered: small(size.row(op.from())),
                    weight: along_row.weight(size.col(op.to())),
                }
            };
        }
        Self { manhattan: manhattan(puzzle), lines, rows, along_row, along_column, crossings }
    }

    /// The fewest tiles that must leave line `at` with this code.
    #[inline]
    fn fewest(&self, at: usize, code: u64) -> Cost {
        if at < self.rows { self.along_row.fewest_to_remove(code) } else { self.along_column.fewest_to_remove(code) }
    }

    /// The code of line `at` in `state`.
    #[inline]
    fn code<W: Word>(&self, state: W, at: usize) -> u64 {
        let line = &self.lines[at];
        let base = line.length as u64 + 1;
        line.cells[..line.length]
            .iter()
            .rev()
            .fold(0, |code, &cell| code * base + u64::from(line.digits[state.tile(usize::from(cell))]))
    }
}

/// The line of `cells`.
fn line<W: Word>(puzzle: &Puzzle<W>, cells: impl Iterator<Item = usize>) -> Line {
    let mut line = Line { cells: [0; Size::MAX_CELLS / 2], length: 0, digits: [0; 32] };
    for cell in cells {
        let tile = usize::from(puzzle.goal().tiles()[cell]);
        line.cells[line.length] = small(cell);
        line.length += 1;
        if tile != 0 {
            line.digits[tile] = small(line.length);
        }
    }
    line
}

/// Numbers of cells and lines are below 32.
fn small(number: usize) -> u8 {
    u8::try_from(number).unwrap_or(u8::MAX)
}

impl<W: Word> Heuristic<Puzzle<W>> for LinearConflict {
    type Cache = Cost;

    fn root(&self, puzzle: &Puzzle<W>, state: W) -> Cost {
        let conflicts: Cost = (0..self.lines.len()).map(|at| self.fewest(at, self.code(state, at))).sum();
        self.manhattan.sum(puzzle, state) + 2 * conflicts
    }

    #[inline]
    fn step(&self, _: &Puzzle<W>, cache: Cost, parent: W, op: Op) -> Cost {
        let tile = parent.tile(op.to());
        let next = cache.wrapping_add(self.manhattan.change(op, tile));
        let Crossing { left, entered, weight } = self.crossings[op.index()];
        let (left, entered) = (usize::from(left), usize::from(entered));
        let digit = u64::from(self.lines[left].digits[tile]);
        if digit > 0 {
            let with = self.code(parent, left);
            let without = with - digit * weight;
            return next - 2 * (self.fewest(left, with) - self.fewest(left, without));
        }
        let digit = u64::from(self.lines[entered].digits[tile]);
        if digit > 0 {
            let without = self.code(parent, entered);
            let with = without + digit * weight;
            return next + 2 * (self.fewest(entered, with) - self.fewest(entered, without));
        }
        next
    }

    #[inline]
    fn h(&self, cache: Cost) -> Cost {
        cache
    }
}
