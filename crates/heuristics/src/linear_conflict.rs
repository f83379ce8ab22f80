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
//! **By table.** A line is a number, one digit a cell: which place of the line is the goal of the tile there, or 0 where it
//! is none. A path carries the numbers of all rows in one word and those of all columns in another. A move adds a constant
//! to each, known by operator and tile. Along a line the order of its tiles stays; across, at most one line that the tile
//! leaves or enters is its goal line, and two look-ups in a table of 625 bytes say what that changes. Nothing branches.

use core::fmt;

use tilebench_core::{Conflicts, Cost, Crossing, Grid, Heuristic, Slides};
use tilebench_puzzle::{Op, Puzzle, Word};

use crate::axis::Axis;
use crate::line_codes::LineCodes;
use crate::{TileSum, manhattan};

/// Manhattan distance plus two moves for every tile that must leave its goal line.
pub struct LinearConflict<W> {
    manhattan: TileSum,
    /// The rows, and how tiles stand in them; the columns too.
    rows: LineCodes,
    columns: LineCodes,
    /// By cell and tile: what the tile there adds to the digits of the rows and of the columns.
    terms: Box<[[[W; 2]; 32]; 32]>,
    /// By operator and tile moved.
    effects: Box<[[Effect<W>; 32]; Op::COUNT]>,
}

impl<W> fmt::Debug for LinearConflict<W> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("LinearConflict").finish_non_exhaustive()
    }
}

/// What a move of a tile does.
#[derive(Clone, Copy, Debug)]
struct Effect<W> {
    /// What is added to the digits of the lines along the move.
    along: W,
    /// What is added to those of the lines across it.
    across: W,
    /// Where the tile's goal line begins among those across the move, the only one that may gain or lose it.
    line: u8,
    /// The change of Manhattan distance, in two's complement.
    manhattan: Cost,
}

impl<W: Word> Effect<W> {
    /// Nothing.
    fn none() -> Self {
        Self { along: W::zero(), across: W::zero(), line: 0, manhattan: 0 }
    }
}

/// What is known along a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConflictCache<W> {
    h: Cost,
    /// The digits of all rows.
    rows: W,
    /// The digits of all columns.
    columns: W,
}

impl<W: Word> LinearConflict<W> {
    /// The heuristic for the goal of `puzzle`.
    #[must_use]
    pub fn new(puzzle: &Puzzle<W>) -> Self {
        let size = puzzle.size();
        let mut conflict = Self {
            manhattan: manhattan(puzzle),
            rows: LineCodes::new(size.cols()),
            columns: LineCodes::new(size.rows()),
            terms: Box::new([[[W::zero(); 2]; 32]; 32]),
            effects: Box::new([[Effect::none(); 32]; Op::COUNT]),
        };
        for cell in 0..size.cells() {
            for tile in 1..size.cells() {
                conflict.terms[cell][tile] = conflict.terms(puzzle, tile, cell).map(W::from_bits);
            }
        }
        for op in (0..size.cells()).flat_map(|cell| puzzle.ops_at(cell)) {
            for tile in 1..size.cells() {
                conflict.effects[op.index()][tile] = conflict.effect(puzzle, *op, tile);
            }
        }
        conflict
    }

    /// What `op` does when it moves `tile`.
    fn effect(&self, puzzle: &Puzzle<W>, op: Op, tile: usize) -> Effect<W> {
        let [before, after] = [op.to(), op.from()].map(|cell| self.terms(puzzle, tile, cell));
        let change = |axis: usize| W::from_bits(after[axis].wrapping_sub(before[axis]));
        let goal = puzzle.goal_cell(tile);
        let size = puzzle.size();
        // The tile's goal line is the only one across the move that it may leave or enter.
        let (along, across, line) = match Axis::of(op) {
            Axis::Horizontal => (change(0), change(1), self.columns.first_bit(size.col(goal))),
            Axis::Vertical => (change(1), change(0), self.rows.first_bit(size.row(goal))),
        };
        Effect { along, across, line, manhattan: self.manhattan.change(op, tile) }
    }

    /// The lines across `op`, where tiles add `terms` to codes; nothing where lines have too many codes.
    fn crossing(&self, puzzle: &Puzzle<W>, op: Op, terms: &[[[u64; 2]; 16]; 16]) -> Option<Crossing> {
        let (size, axis) = (puzzle.size(), Axis::of(op));
        let (across, lines) = match axis {
            Axis::Vertical => (0, &self.rows),
            Axis::Horizontal => (1, &self.columns),
        };
        let between = [op.from(), op.to()].map(|cell| axis.line(size, cell));
        // Behind the codes of all lines, a word is 0.
        let mut first = [lines.first_bit(axis.lines(size)); 16];
        for (tile, first) in first.iter_mut().enumerate().take(puzzle.cells()).skip(1) {
            let line = axis.line(size, puzzle.goal_cell(tile));
            if between.contains(&line) {
                *first = lines.first_bit(line);
            }
        }
        let [after, before] = [op.from(), op.to()].map(|cell| &terms[cell & 15]);
        let change = |tile: usize, axis: usize| after[tile][axis].wrapping_sub(before[tile][axis]);
        let changes = core::array::from_fn(|tile| [change(tile, 0), change(tile, 1)]);
        let hinders = lines.hinders(axis.place(size, op.to()))?;
        Some(Crossing { across, changes, first, code: lines.mask() as u64, hinders })
    }

    /// What `tile` in `cell` adds to the digits of the rows and of the columns.
    fn terms(&self, puzzle: &Puzzle<W>, tile: usize, cell: usize) -> [u128; 2] {
        let size = puzzle.size();
        let [(row, col), (goal_row, goal_col)] =
            [cell, puzzle.goal_cell(tile)].map(|cell| (size.row(cell), size.col(cell)));
        [
            if row == goal_row { self.rows.term(row, col, goal_col) } else { 0 },
            if col == goal_col { self.columns.term(col, row, goal_row) } else { 0 },
        ]
    }
}

/// Single lines, for heuristics that extend this one: the rows, and from their number on the columns.
impl<W: Word> LinearConflict<W> {
    /// How tiles stand in `line`, and its place among the rows or the columns.
    #[inline]
    fn line(&self, line: usize) -> (&LineCodes, usize) {
        // A column has a cell in each row.
        let rows = self.columns.length();
        if line < rows { (&self.rows, line) } else { (&self.columns, line - rows) }
    }

    /// The code of `line` in the state of `cache`.
    #[inline]
    pub(crate) fn line_code(&self, cache: ConflictCache<W>, line: usize) -> usize {
        let (codes, place) = self.line(line);
        codes.code(if line < self.columns.length() { cache.rows } else { cache.columns }, codes.first_bit(place))
    }

    /// What `tile`, whose goal is in `line`, adds to its code in `state`.
    #[inline]
    pub(crate) fn line_term(&self, state: W, line: usize, tile: usize) -> usize {
        let (codes, place) = self.line(line);
        let (rows, cols) = (self.columns.length(), self.rows.length());
        let (axis, first, step) = if line < rows { (0, place * cols, 1) } else { (1, place, cols) };
        let mut cells = (0..codes.length()).map(|at| first + at * step);
        let cell = cells.find(|&cell| state.tile(cell) == tile);
        cell.map_or(0, |cell| codes.code(self.terms[cell & 31][tile & 31][axis], codes.first_bit(place)))
    }

    /// The fewest tiles that must leave `line` if it has this code.
    #[inline]
    pub(crate) fn fewest_in_line(&self, line: usize, code: usize) -> Cost {
        self.line(line).0.fewest_of(code)
    }
}

impl<W: Word> Heuristic<Puzzle<W>> for LinearConflict<W> {
    type Cache = ConflictCache<W>;
    type Question = ();

    const SLIDES: bool = W::CELLS <= 16;

    fn root(&self, puzzle: &Puzzle<W>, state: W) -> ConflictCache<W> {
        let ConflictCache { rows, columns, .. } = self.resume(puzzle, state, 0);
        let size = puzzle.size();
        let in_rows: Cost = (0..size.rows()).map(|row| self.rows.fewest(rows, self.rows.first_bit(row))).sum();
        let in_columns: Cost =
            (0..size.cols()).map(|col| self.columns.fewest(columns, self.columns.first_bit(col))).sum();
        ConflictCache { h: self.manhattan.sum(puzzle, state) + 2 * (in_rows + in_columns), rows, columns }
    }

    fn resume(&self, puzzle: &Puzzle<W>, state: W, h: Cost) -> ConflictCache<W> {
        let cells = self.terms.iter().zip(0..puzzle.cells());
        let terms = cells.map(|(terms, cell)| terms[state.tile(cell) & 31]);
        let [rows, columns] =
            terms.fold([W::zero(); 2], |sums, [row, column]| [sums[0].plus(row), sums[1].plus(column)]);
        ConflictCache { h, rows, columns }
    }

    #[inline]
    fn step(&self, _: &Puzzle<W>, cache: ConflictCache<W>, parent: W, op: Op) -> ConflictCache<W> {
        let effect = &self.effects[op.index()][parent.tile(op.to()) & 31];
        let ConflictCache { mut h, mut rows, mut columns } = cache;
        h = h.wrapping_add(effect.manhattan);
        let (lines, along, across) = match Axis::of(op) {
            Axis::Horizontal => (&self.columns, &mut rows, &mut columns),
            Axis::Vertical => (&self.rows, &mut columns, &mut rows),
        };
        let before = lines.fewest(*across, effect.line);
        *along = along.plus(effect.along);
        *across = across.plus(effect.across);
        let after = lines.fewest(*across, effect.line);
        ConflictCache { h: h + 2 * after - 2 * before, rows, columns }
    }

    #[inline]
    fn h(&self, cache: ConflictCache<W>) -> Cost {
        cache.h
    }

    /// Those of Manhattan distance. A tile that leaves its goal line takes back at most what it added to its conflicts,
    /// and one that enters it adds at most two: so the estimate does not do what Manhattan distance does, but the reverse,
    /// exactly where the tile is one too many in the line with it.
    fn slides(&self, puzzle: &Puzzle<W>) -> Option<Slides<W, Op>> {
        let mut slides = self.manhattan.slides(puzzle)?;
        let mut terms = Box::new([[[0; 2]; 16]; 16]);
        for (cell, terms) in terms.iter_mut().enumerate().take(puzzle.cells()) {
            for (tile, terms) in terms.iter_mut().enumerate().take(puzzle.cells()).skip(1) {
                let [row, column] = self.terms(puzzle, tile, cell);
                *terms = [u64::try_from(row).ok()?, u64::try_from(column).ok()?];
            }
        }
        let crossings =
            slides.sites.iter().map(|site| self.crossing(puzzle, site.op, &terms)).collect::<Option<_>>()?;
        slides.conflicts = Some(Conflicts { terms, crossings });
        Some(slides)
    }
}
