//! Walking distance in one direction of a board.

use std::sync::Arc;

use tilebench_core::{Cost, Grid};
use tilebench_puzzle::{Op, Puzzle, Word};

use super::chart::{Chart, Place};
use super::cursor::exchange;
use super::shape::Shape;
use crate::Tables;
use crate::axis::Axis;

/// A direction of a board with its chart.
#[derive(Debug)]
pub(crate) struct Walk {
    chart: Arc<Chart>,
    width: usize,
    /// The cells, line after line in the chart's order.
    cells: Vec<u8>,
    /// By tile: what it adds to what a line holds.
    weights: [u16; 32],
    /// By whether the blank goes to a later cell, and by tile: the move's number in the chart.
    exchanges: [[u8; 32]; 2],
}

impl Walk {
    /// The shape of the chart for moves along `axis`.
    pub(crate) fn shape<W: Word>(puzzle: &Puzzle<W>, axis: Axis) -> Shape {
        let size = puzzle.size();
        Shape::new(axis.lines(size), axis.width(size), axis.line(size, puzzle.goal_cell(0)))
    }

    /// Both directions, with one chart where one serves both. Moves are tabulated in charts of up to
    /// `few` states.
    pub(crate) fn both<W: Word>(puzzle: &Puzzle<W>, tables: &Tables, few: u32) -> [Self; 2] {
        let shapes = Axis::BOTH.map(|axis| Self::shape(puzzle, axis));
        let vertical = Arc::new(Chart::new(shapes[0], tables, few));
        let horizontal =
            if shapes[0] == shapes[1] { Arc::clone(&vertical) } else { Arc::new(Chart::new(shapes[1], tables, few)) };
        [Self::new(puzzle, Axis::Vertical, vertical), Self::new(puzzle, Axis::Horizontal, horizontal)]
    }

    fn new<W: Word>(puzzle: &Puzzle<W>, axis: Axis, chart: Arc<Chart>) -> Self {
        let (size, lines) = (puzzle.size(), axis.lines(puzzle.size()));
        // A chart has the goal's blank in the first half of its lines.
        let mirrored = axis.line(size, puzzle.goal_cell(0)) != Self::shape(puzzle, axis).blank;
        let mut cells = axis.cells(size);
        if mirrored {
            cells.reverse();
        }
        let (mut weights, mut exchanges) = ([0; 32], [[0; 32]; 2]);
        for tile in 1..size.cells() {
            let line = axis.line(size, puzzle.goal_cell(tile));
            let goal_line = if mirrored { lines - 1 - line } else { line };
            weights[tile] = u16::try_from(chart.weights()[goal_line]).unwrap_or(u16::MAX);
            for later in [false, true] {
                let number = exchange(lines, later != mirrored, goal_line);
                exchanges[usize::from(later)][tile] = u8::try_from(number).unwrap_or(u8::MAX);
            }
        }
        Self { chart, width: axis.width(size), cells, weights, exchanges }
    }

    /// The place of `state` in the chart.
    #[inline]
    pub(crate) fn place<W: Word>(&self, state: W) -> Place {
        let weight = |&cell: &u8| usize::from(self.weights[state.tile(usize::from(cell))]);
        self.chart.place(self.cells.chunks_exact(self.width).map(|line| line.iter().map(weight).sum()))
    }

    /// The place of the successor of `parent`, whose place is `place`, by a move in this direction.
    #[inline]
    pub(crate) fn step<W: Word>(&self, place: Place, parent: W, op: Op) -> Place {
        let exchange = self.exchanges[usize::from(op.to() > op.from())][parent.tile(op.to())];
        self.chart.step(place, usize::from(exchange)).unwrap_or_else(|| self.place(parent.moved(op.from(), op.to())))
    }
}

/// The distance of a place.
#[inline]
pub(crate) fn distance(place: Place) -> Cost {
    place & 0xFF
}
