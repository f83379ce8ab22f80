//! Walking distance on one axis of a board.

use std::sync::Arc;

use tilebench_core::{Cost, narrow};
use tilebench_puzzle::{Grid, Op, Puzzle, Word};

use super::packed_fillings::PackedFillings;
use super::state_cursor::exchange;
use super::wd_shape::WdShape;
use super::wd_table::{AxisState, DISTANCE_BITS, TableEntry, WdTable};
use super::windows::{Window, merged, shape, windows};
use crate::Tables;
use crate::axis::Axis;

/// One axis of a board with the tables of its windows.
#[derive(Debug)]
pub(crate) struct AxisWd {
    window_tables: Vec<WindowTable>,
    /// By whether the blank moves to a later cell, and by the cell that it leaves: the window that it crosses.
    crossed: [[u8; 32]; 2],
    /// The fillings in the axis states, if there is one window without tabulated moves.
    fillings: Option<PackedFillings>,
}

/// The table of a window, and the mapping of boards to its abstract states.
#[derive(Debug)]
struct WindowTable {
    table: Arc<WdTable>,
    /// The cells, line by line in the order of the table.
    cells: Vec<u8>,
    widths: Vec<usize>,
    /// By tile: its term in the filling of a line.
    weights: [u16; 32],
    /// By whether the blank moves to a later cell, and by tile: the index of the move in the table.
    exchanges: [[u8; 32]; 2],
    /// The first bit of the rank in an [`AxisState`], and the mask of its bits.
    shift: u32,
    mask: AxisState,
}

/// The source of large tables, and the limits of the tables.
pub(crate) struct WdOptions<'a> {
    pub(crate) tables: &'a Tables,
    /// The maximum number of states with which all lines are distinguished.
    pub(crate) max_states: u128,
    /// The maximum number of states for which moves are tabulated.
    pub(crate) max_tabulated: u32,
}

impl AxisWd {
    /// Both axes, with one table for all windows of the same shape.
    pub(crate) fn both<W: Word>(puzzle: &Puzzle<W>, options: &WdOptions<'_>) -> [Self; 2] {
        let mut wd_tables: Vec<(WdShape, Arc<WdTable>)> = Vec::new();
        let mut table = |shape: WdShape| {
            if let Some((_, table)) = wd_tables.iter().find(|(known, _)| *known == shape) {
                return Arc::clone(table);
            }
            let table = Arc::new(WdTable::new(shape, options.tables, options.max_tabulated));
            wd_tables.push((shape, Arc::clone(&table)));
            table
        };
        Axis::BOTH.map(|axis| Self::new(puzzle, axis, options.max_states, &mut table))
    }

    /// The windows of an axis.
    pub(crate) fn windows<W: Word>(puzzle: &Puzzle<W>, axis: Axis, max_states: u128) -> Vec<Window> {
        let size = puzzle.size();
        windows(axis.lines(size), axis.width(size), axis.line(size, puzzle.goal_cell(0)), max_states)
    }

    fn new<W: Word>(
        puzzle: &Puzzle<W>,
        axis: Axis,
        max_states: u128,
        table: &mut impl FnMut(WdShape) -> Arc<WdTable>,
    ) -> Self {
        let size = puzzle.size();
        let (lines, width, blank) = (axis.lines(size), axis.width(size), axis.line(size, puzzle.goal_cell(0)));
        let (mut window_tables, mut crossed, mut shift) = (Vec::new(), [[0; 32]; 2], DISTANCE_BITS);
        for (rank, window) in (0..).zip(Self::windows(puzzle, axis, max_states)) {
            for (later, crossed) in crossed.iter_mut().enumerate() {
                for (cell, crossed) in crossed.iter_mut().enumerate().take(size.cells()) {
                    // From line i, a forward move crosses boundary i, and a backward move boundary i - 1.
                    if window.contains(&(axis.line(size, cell) + later).wrapping_sub(1)) {
                        *crossed = rank;
                    }
                }
            }
            let (shape, mirrored) = shape(lines, width, blank, &window);
            let window_table = WindowTable::new(puzzle, axis, &window, mirrored, (table(shape), shape), shift);
            shift += window_table.table.bits();
            window_tables.push(window_table);
        }
        let fillings = match &window_tables[..] {
            [WindowTable { table, widths, cells, weights, .. }] => PackedFillings::new(table, widths, cells, *weights),
            _ => None,
        };
        Self { window_tables, crossed, fillings }
    }

    /// The axis state of `state`.
    #[inline]
    pub(crate) fn initial<W: Word>(&self, state: W) -> AxisState {
        if let Some(fillings) = &self.fillings {
            return fillings.initial(state);
        }
        self.window_tables.iter().map(|window_table| window_table.axis_state(window_table.entry(state))).sum()
    }

    /// The axis state of the successor of `parent` by a move on this axis; `axis_state` is that of `parent`.
    #[inline]
    pub(crate) fn step<W: Word>(&self, axis_state: AxisState, parent: W, op: Op) -> AxisState {
        let (tile, later) = (parent.tile(op.to()), usize::from(op.to() > op.from()));
        if let Some(fillings) = &self.fillings {
            return fillings.step(axis_state, tile, op);
        }
        // The entries of a single table are axis states.
        let next = if let [window_table] = &self.window_tables[..] {
            window_table.table.step(truncated(axis_state), window_table.exchange(later, tile)).map(AxisState::from)
        } else {
            let window_table = &self.window_tables[usize::from(self.crossed[later][op.from() & 31])];
            let rank = truncated(axis_state >> window_table.shift & window_table.mask) as usize;
            window_table.table.entry_of_rank(rank).and_then(|here| {
                let there = window_table.table.step(here, window_table.exchange(later, tile))?;
                Some(axis_state - window_table.axis_state(here) + window_table.axis_state(there))
            })
        };
        next.unwrap_or_else(|| self.initial(parent.moved(op.from(), op.to())))
    }
}

/// The moves of the abstract states of an axis along an operator.
///
/// An entry contains the distance in its lowest [`WalkingMoves::DISTANCE_BITS`] bits and the rank of the abstract state above
/// them.
#[derive(Clone, Debug)]
pub struct WalkingMoves {
    /// By rank and move, one row per rank: the entry of the successor.
    pub entries: Arc<[u32]>,
    /// The length of a row.
    pub row: usize,
    /// By tile: the index of its move in the row.
    pub exchanges: [u8; 32],
}

impl WalkingMoves {
    /// The number of bits of a distance in an entry.
    pub const DISTANCE_BITS: u32 = DISTANCE_BITS;
}

impl AxisWd {
    /// The moves along `op`, if all lines are distinguished and moves are tabulated. An axis state is then an entry.
    pub(crate) fn moves(&self, op: Op) -> Option<WalkingMoves> {
        let [window_table] = &self.window_tables[..] else { return None };
        let (entries, row) = window_table.table.moves()?;
        let exchanges = window_table.exchanges[usize::from(op.to() > op.from())];
        Some(WalkingMoves { entries: Arc::clone(entries), row, exchanges })
    }
}

impl WindowTable {
    fn new<W: Word>(
        puzzle: &Puzzle<W>,
        axis: Axis,
        window: &Window,
        mirrored: bool,
        (table, shape): (Arc<WdTable>, WdShape),
        shift: u32,
    ) -> Self {
        let size = puzzle.size();
        let mut cells = axis.cells(size);
        if mirrored {
            cells.reverse();
        }
        let (mut weights, mut exchanges) = ([0; 32], [[0; 32]; 2]);
        for tile in 1..size.cells() {
            let line = merged(axis.line(size, puzzle.goal_cell(tile)), window);
            let goal_line = if mirrored { shape.lines - 1 - line } else { line };
            weights[tile] = narrow(table.weights()[goal_line], "fillings have 16 bits");
            for later in [false, true] {
                let rank = exchange(shape.lines, later != mirrored, goal_line);
                exchanges[usize::from(later)][tile] = narrow(rank, "there are two moves per goal line");
            }
        }
        let (widths, mask) = (shape.widths().to_vec(), (1 << table.bits()) - 1);
        Self { table, cells, widths, weights, exchanges, shift, mask }
    }

    /// The entry of `state` in the table.
    #[inline]
    fn entry<W: Word>(&self, state: W) -> TableEntry {
        let weight = |&cell: &u8| usize::from(self.weights[state.tile(usize::from(cell))]);
        let mut cells = &self.cells[..];
        self.table.entry(self.widths.iter().map(|&width| {
            let (line, others) = cells.split_at(width);
            cells = others;
            line.iter().map(weight).sum()
        }))
    }

    /// The part of an axis state for `entry`.
    #[inline]
    fn axis_state(&self, entry: TableEntry) -> AxisState {
        let (rank, distance) = (entry >> DISTANCE_BITS, entry & ((1 << DISTANCE_BITS) - 1));
        AxisState::from(rank) << self.shift | AxisState::from(distance)
    }

    #[inline]
    fn exchange(&self, later: usize, tile: usize) -> usize {
        usize::from(self.exchanges[later][tile])
    }
}

/// The low bits of an axis state.
#[expect(clippy::cast_possible_truncation, reason = "the axis state of one window is an entry, and a rank fits in one")]
#[inline]
fn truncated(axis_state: AxisState) -> TableEntry {
    axis_state as TableEntry
}

/// The distance of an axis state.
#[inline]
pub(crate) fn distance(axis_state: AxisState) -> Cost {
    truncated(axis_state) & ((1 << DISTANCE_BITS) - 1)
}
