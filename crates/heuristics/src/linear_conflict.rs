//! Manhattan distance plus linear conflict.
//!
//! Tiles in their goal line in the wrong order cannot all stay in it: some must leave the line and return,
//! two moves each that Manhattan distance does not count. For each line, the minimum number of tiles that
//! must leave so that the others are in order is counted (the number of tiles minus the length of the longest
//! increasing subsequence), not the reversed pairs, so the sum stays admissible with three, four and more
//! tiles in a line. A tile that leaves its row moves in its column and the
//! reverse, so the conflicts of rows and columns add up.
//!
//! Admissible and consistent; never below Manhattan distance, and of the same parity.
//!
//! **By table.** A line is a code, one digit per cell: the position in the line of the tile's goal, or 0 if its goal is not
//! in the line. The cache contains the codes of all rows in one word and those of all columns in another. A move adds to
//! each word a constant that depends on operator and tile. A move along a line keeps the order of its tiles. Of the lines
//! across the move, at most one that the tile leaves or enters is its goal line, and two look-ups in a table of 625 bytes
//! give the change. The code has no branches.
//!
//! **Reference.** Hansson and others 1992.

use core::fmt;

use tilebench_core::{Cost, Heuristic};
use tilebench_puzzle::{Grid, Op, Puzzle, Word};

use crate::axis::Axis;
use crate::line_codes::LineCodes;
use crate::{CodeSet, TileSum, manhattan};

/// Manhattan distance plus two moves for every tile that must leave its goal line.
pub struct LinearConflict<W> {
    manhattan: TileSum,
    /// The codes of the rows.
    rows: LineCodes,
    /// The codes of the columns.
    columns: LineCodes,
    /// By cell and tile: the terms of the tile in the codes of the rows and of the columns.
    terms: Box<[[[W; 2]; 32]; 32]>,
    /// By operator and tile moved.
    effects: Box<[[MoveEffect<W>; 32]; Op::COUNT]>,
}

impl<W> fmt::Debug for LinearConflict<W> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("LinearConflict").finish_non_exhaustive()
    }
}

/// The effect of a move of a tile.
#[derive(Clone, Copy, Debug)]
struct MoveEffect<W> {
    /// The change of the codes of the lines along the move.
    along: W,
    /// The change of the codes of the lines across the move.
    across: W,
    /// The first bit of the tile's goal line among the lines across the move. Only this line may gain or lose the tile.
    line: u8,
    /// The change of Manhattan distance, in two's complement.
    manhattan: Cost,
}

impl<W: Word> MoveEffect<W> {
    /// No effect.
    fn none() -> Self {
        Self { along: W::zero(), across: W::zero(), line: 0, manhattan: 0 }
    }
}

/// The values carried along a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConflictCache<W> {
    h: Cost,
    /// The codes of all rows.
    rows: W,
    /// The codes of all columns.
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
            effects: Box::new([[MoveEffect::none(); 32]; Op::COUNT]),
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

    /// The effect of `op` on `tile`.
    fn effect(&self, puzzle: &Puzzle<W>, op: Op, tile: usize) -> MoveEffect<W> {
        let [before, after] = [op.to(), op.from()].map(|cell| self.terms(puzzle, tile, cell));
        let change = |axis: usize| W::from_bits(after[axis].wrapping_sub(before[axis]));
        let goal = puzzle.goal_cell(tile);
        let size = puzzle.size();
        // Of the lines across the move, only the tile's goal line may gain or lose it.
        let (along, across, line) = match Axis::from_op(op) {
            Axis::Horizontal => (change(0), change(1), self.columns.first_bit(size.col(goal))),
            Axis::Vertical => (change(1), change(0), self.rows.first_bit(size.row(goal))),
        };
        MoveEffect { along, across, line, manhattan: self.manhattan.change(op, tile) }
    }

    /// The Manhattan distance.
    #[must_use]
    pub fn manhattan(&self) -> &TileSum {
        &self.manhattan
    }

    /// The codes of the rows.
    #[must_use]
    pub fn rows(&self) -> &LineCodes {
        &self.rows
    }

    /// The codes of the columns.
    #[must_use]
    pub fn columns(&self) -> &LineCodes {
        &self.columns
    }

    /// The terms that `tile` in `cell` adds to the codes of all rows and to those of all columns.
    #[must_use]
    pub fn terms(&self, puzzle: &Puzzle<W>, tile: usize, cell: usize) -> [u128; 2] {
        let size = puzzle.size();
        let [(row, col), (goal_row, goal_col)] =
            [cell, puzzle.goal_cell(tile)].map(|cell| (size.row(cell), size.col(cell)));
        [
            if row == goal_row { self.rows.term(row, col, goal_col) } else { 0 },
            if col == goal_col { self.columns.term(col, row, goal_row) } else { 0 },
        ]
    }
}

/// Single lines, for heuristics that extend this one. The rows have the first indices, the columns follow.
impl<W: Word> LinearConflict<W> {
    /// The codes of `line`, and its index among the rows or the columns.
    #[inline]
    fn line(&self, line: usize) -> (&LineCodes, usize) {
        // A column has one cell per row.
        let rows = self.columns.length();
        if line < rows { (&self.rows, line) } else { (&self.columns, line - rows) }
    }

    /// The code of `line` in the state of `cache`.
    #[inline]
    pub(crate) fn line_code(&self, cache: ConflictCache<W>, line: usize) -> usize {
        let (codes, place) = self.line(line);
        codes.code(if line < self.columns.length() { cache.rows } else { cache.columns }, codes.first_bit(place))
    }

    /// The term of `tile`, whose goal is in `line`, in the code of `line` in `state`.
    #[inline]
    pub(crate) fn line_term(&self, state: W, line: usize, tile: usize) -> usize {
        let (codes, place) = self.line(line);
        let (rows, cols) = (self.columns.length(), self.rows.length());
        let (axis, first, step) = if line < rows { (0, place * cols, 1) } else { (1, place, cols) };
        let mut cells = (0..codes.length()).map(|at| first + at * step);
        let cell = cells.find(|&cell| state.tile(cell) == tile);
        cell.map_or(0, |cell| codes.code(self.terms[cell & 31][tile & 31][axis], codes.first_bit(place)))
    }

    /// The codes of `line` for which it needs at least `saved` fewer removals without `tiles`, which belong to it. `None` unless the line
    /// has four cells.
    pub(crate) fn saving_codes(&self, puzzle: &Puzzle<W>, line: usize, tiles: &[usize], saved: u8) -> Option<CodeSet> {
        let (codes, place) = self.line(line);
        let axis = usize::from(line >= self.columns.length());
        let goal = |&tile: &usize| Axis::BOTH[axis].position(puzzle.size(), puzzle.goal_cell(tile));
        let goals: Vec<usize> = tiles.iter().map(goal).collect();
        Some(CodeSet { axis, first: codes.first_bit(place).into(), codes: codes.saving(&goals, saved)? })
    }

    /// The number of codes of `line`, or 0 if a table of all codes would be too large.
    pub(crate) fn tabulated_codes(&self, line: usize) -> usize {
        self.line(line).0.tabulated_codes()
    }

    /// The minimum number of tiles that must leave `line` if it has this code.
    #[inline]
    pub(crate) fn min_removals_in_line(&self, line: usize, code: usize) -> Cost {
        self.line(line).0.min_removals_of_code(code)
    }
}

impl<W: Word> Heuristic<Puzzle<W>> for LinearConflict<W> {
    type Cache = ConflictCache<W>;

    fn initial(&self, puzzle: &Puzzle<W>, state: W) -> ConflictCache<W> {
        let cells = self.terms.iter().zip(0..puzzle.cells());
        let terms = cells.map(|(terms, cell)| terms[state.tile(cell) & 31]);
        let [rows, columns] =
            terms.fold([W::zero(); 2], |sums, [row, column]| [sums[0].wrapping_add(row), sums[1].wrapping_add(column)]);
        let size = puzzle.size();
        let in_rows: Cost = (0..size.rows()).map(|row| self.rows.min_removals(rows, self.rows.first_bit(row))).sum();
        let in_columns: Cost =
            (0..size.cols()).map(|col| self.columns.min_removals(columns, self.columns.first_bit(col))).sum();
        ConflictCache { h: self.manhattan.sum(puzzle, state) + 2 * (in_rows + in_columns), rows, columns }
    }

    #[inline]
    fn step(&self, _: &Puzzle<W>, cache: ConflictCache<W>, parent: W, op: Op) -> ConflictCache<W> {
        let effect = &self.effects[op.index()][parent.tile(op.to()) & 31];
        let ConflictCache { mut h, mut rows, mut columns } = cache;
        h = h.wrapping_add(effect.manhattan);
        let (lines, along, across) = match Axis::from_op(op) {
            Axis::Horizontal => (&self.columns, &mut rows, &mut columns),
            Axis::Vertical => (&self.rows, &mut columns, &mut rows),
        };
        let before = lines.min_removals(*across, effect.line);
        *along = along.wrapping_add(effect.along);
        *across = across.wrapping_add(effect.across);
        let after = lines.min_removals(*across, effect.line);
        ConflictCache { h: h + 2 * after - 2 * before, rows, columns }
    }

    /// As [`Self::step`], without the line that the tile moves along, whose conflicts stay the same.
    #[inline]
    fn step_h(&self, _: &Puzzle<W>, cache: &ConflictCache<W>, parent: W, op: Op) -> Cost {
        let effect = &self.effects[op.index()][parent.tile(op.to()) & 31];
        let (lines, across) = match Axis::from_op(op) {
            Axis::Horizontal => (&self.columns, cache.columns),
            Axis::Vertical => (&self.rows, cache.rows),
        };
        let before = lines.min_removals(across, effect.line);
        let after = lines.min_removals(across.wrapping_add(effect.across), effect.line);
        cache.h.wrapping_add(effect.manhattan) + 2 * after - 2 * before
    }

    #[inline]
    fn h(&self, cache: ConflictCache<W>) -> Cost {
        cache.h
    }
}
