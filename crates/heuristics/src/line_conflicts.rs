//! The tiles that must leave each goal line, worked out from the board.
//!
//! This is the plain form of [`crate::LinearConflict`], whose values it has: its oracle, and what the heuristics of Korf
//! and Taylor ask about single lines. A move along a row leaves the row's order as it is and touches two columns, and the
//! moved tile can belong to one of them at most, so the next value costs at most one line.

use core::fmt;

use tilebench_core::{Cost, Heuristic, narrow};
use tilebench_puzzle::{Grid, Op, Puzzle, Word};

use crate::line::Lines;
use crate::{TileSum, manhattan};

/// A row or a column.
#[derive(Clone, Debug)]
struct Line {
    /// Its cells in order.
    cells: Vec<u8>,
    /// By place and tile: what the tile adds to the line's code there, 0 where it does not belong
    /// to this line. Sums of independent look-ups are faster than a chain of multiplications.
    terms: Vec<[u64; 32]>,
}

/// The lines across an operator's direction, which lose and gain the moved tile.
#[derive(Clone, Copy, Debug, Default)]
struct Crossing {
    /// The line that the tile leaves.
    left: u8,
    /// The line that the tile enters.
    entered: u8,
    /// The tile's place in either.
    place: u8,
}

/// Manhattan distance plus two moves for every tile that must leave its goal line, from the board alone.
pub(crate) struct LineConflicts {
    manhattan: TileSum,
    /// Rows, then columns.
    lines: Vec<Line>,
    rows: usize,
    along_row: Lines,
    along_column: Lines,
    crossings: Box<[Crossing; Op::COUNT]>,
}

impl fmt::Debug for LineConflicts {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("LineConflicts").field("lines", &self.lines.len()).finish_non_exhaustive()
    }
}

impl LineConflicts {
    /// The heuristic for the goal of `puzzle`.
    pub(crate) fn new<W: Word>(puzzle: &Puzzle<W>) -> Self {
        let size = puzzle.size();
        let (rows, cols) = (size.rows(), size.cols());
        let (along_row, along_column) = (Lines::new(cols), Lines::new(rows));
        let row = |row: usize| (0..cols).map(move |col| row * cols + col);
        let column = |col: usize| (0..rows).map(move |row| row * cols + col);
        let across = (0..rows).map(|at| line(puzzle, &along_row, row(at)));
        let lines = across.chain((0..cols).map(|at| line(puzzle, &along_column, column(at)))).collect();
        let mut crossings = Box::new([Crossing::default(); Op::COUNT]);
        for op in (0..size.cells()).flat_map(|cell| puzzle.ops_at(cell)) {
            let along_a_row = size.row(op.from()) == size.row(op.to());
            let (left, entered, place) = if along_a_row {
                (rows + size.col(op.to()), rows + size.col(op.from()), size.row(op.to()))
            } else {
                (size.row(op.to()), size.row(op.from()), size.col(op.to()))
            };
            crossings[op.index()] = Crossing { left: small(left), entered: small(entered), place: small(place) };
        }
        Self { manhattan: manhattan(puzzle), lines, rows, along_row, along_column, crossings }
    }

    /// Manhattan distance alone.
    #[inline]
    pub(crate) fn manhattan(&self) -> &TileSum {
        &self.manhattan
    }

    /// The two lines across the direction of `op`, as bits.
    pub(crate) fn across(&self, op: Op) -> u32 {
        let Crossing { left, entered, .. } = self.crossings[op.index()];
        1 << left | 1 << entered
    }

    /// The code of line `at` in `state`, and what `tile` adds to it.
    #[inline]
    pub(crate) fn code_and_term<W: Word>(&self, state: W, at: usize, tile: usize) -> (u64, u64) {
        let Line { cells, terms } = &self.lines[at];
        cells.iter().zip(terms).fold((0, 0), |(code, own), (&cell, terms)| {
            let held = state.tile(usize::from(cell));
            (code + terms[held], if held == tile { terms[held] } else { own })
        })
    }

    /// The fewest tiles that must leave line `at` with this code.
    #[inline]
    pub(crate) fn fewest(&self, at: usize, code: u64) -> Cost {
        if at < self.rows { self.along_row.fewest_to_remove(code) } else { self.along_column.fewest_to_remove(code) }
    }

    /// The code of line `at` in `state`.
    #[inline]
    pub(crate) fn code<W: Word>(&self, state: W, at: usize) -> u64 {
        let Line { cells, terms } = &self.lines[at];
        cells.iter().zip(terms).map(|(&cell, terms)| terms[state.tile(usize::from(cell))]).sum()
    }
}

/// The line of `cells`.
fn line<W: Word>(puzzle: &Puzzle<W>, lines: &Lines, cells: impl Iterator<Item = usize> + Clone) -> Line {
    let terms = (0..cells.clone().count()).map(|place| {
        let mut terms = [0; 32];
        for (digit, cell) in (1..).zip(cells.clone()) {
            terms[usize::from(puzzle.goal().tiles()[cell])] = digit * lines.weight(place);
        }
        terms[0] = 0;
        terms
    });
    Line { terms: terms.collect(), cells: cells.map(small).collect() }
}

fn small(number: usize) -> u8 {
    narrow(number, "cells and lines are below 32")
}

impl<W: Word> Heuristic<Puzzle<W>> for LineConflicts {
    type Cache = Cost;

    fn initial(&self, puzzle: &Puzzle<W>, state: W) -> Cost {
        let conflicts: Cost = (0..self.lines.len()).map(|at| self.fewest(at, self.code(state, at))).sum();
        self.manhattan.sum(puzzle, state) + 2 * conflicts
    }

    #[inline]
    fn step(&self, _: &Puzzle<W>, cache: Cost, parent: W, op: Op) -> Cost {
        let tile = parent.tile(op.to());
        let next = cache.wrapping_add(self.manhattan.change(op, tile));
        let Crossing { left, entered, place } = self.crossings[op.index()];
        let (left, entered, place) = (usize::from(left), usize::from(entered), usize::from(place));
        let term = self.lines[left].terms[place][tile];
        if term > 0 {
            let with = self.code(parent, left);
            return next - 2 * (self.fewest(left, with) - self.fewest(left, with - term));
        }
        let term = self.lines[entered].terms[place][tile];
        if term > 0 {
            let without = self.code(parent, entered);
            return next + 2 * (self.fewest(entered, without + term) - self.fewest(entered, without));
        }
        next
    }

    #[inline]
    fn h(&self, cache: Cost) -> Cost {
        cache
    }
}
