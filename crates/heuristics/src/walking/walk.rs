//! Walking distance in one direction of a board.

use std::sync::Arc;

use tilebench_core::{Cost, narrow};
use tilebench_puzzle::{Grid, Op, Puzzle, Word};

use super::chart::{Chart, DISTANCE, Place};
use super::cursor::exchange;
use super::shape::Shape;
use super::windows::{Window, merged, shape, windows};
use crate::Tables;
use crate::axis::Axis;

/// The place of a state in a direction: the distance in the low bits and above, for each window,
/// the number of its state.
pub(crate) type Spot = u64;

/// A direction of a board with the charts of its windows.
#[derive(Debug)]
pub(crate) struct Walk {
    views: Vec<View>,
    /// By whether the blank goes to a later cell, and by the cell it leaves: the window it crosses.
    crossed: [[u8; 32]; 2],
}

/// The board as a window sees it.
#[derive(Debug)]
struct View {
    chart: Arc<Chart>,
    /// The cells, line after line in the chart's order.
    cells: Vec<u8>,
    widths: Vec<usize>,
    /// By tile: its contribution to the filling of a line.
    weights: [u16; 32],
    /// By whether the blank goes to a later cell, and by tile: the move's number in the chart.
    exchanges: [[u8; 32]; 2],
    /// The first bit of the chart's number in a spot, and its bits there.
    shift: u32,
    mask: Spot,
}

/// The tables and limits for charts.
pub(crate) struct Making<'a> {
    pub(crate) tables: &'a Tables,
    /// The maximum number of states with which all lines are distinguished.
    pub(crate) most: u128,
    /// The maximum number of states with moves tabulated.
    pub(crate) few: u32,
}

impl Walk {
    /// Both directions, with one chart for all windows of one shape.
    pub(crate) fn both<W: Word>(puzzle: &Puzzle<W>, making: &Making<'_>) -> [Self; 2] {
        let mut charts: Vec<(Shape, Arc<Chart>)> = Vec::new();
        let mut chart = |shape: Shape| {
            if let Some((_, chart)) = charts.iter().find(|(known, _)| *known == shape) {
                return Arc::clone(chart);
            }
            let chart = Arc::new(Chart::new(shape, making.tables, making.few));
            charts.push((shape, Arc::clone(&chart)));
            chart
        };
        Axis::BOTH.map(|axis| Self::new(puzzle, axis, making.most, &mut chart))
    }

    /// The windows of a direction.
    pub(crate) fn windows<W: Word>(puzzle: &Puzzle<W>, axis: Axis, most: u128) -> Vec<Window> {
        let size = puzzle.size();
        windows(axis.lines(size), axis.width(size), axis.line(size, puzzle.goal_cell(0)), most)
    }

    fn new<W: Word>(puzzle: &Puzzle<W>, axis: Axis, most: u128, chart: &mut impl FnMut(Shape) -> Arc<Chart>) -> Self {
        let size = puzzle.size();
        let (lines, width, blank) = (axis.lines(size), axis.width(size), axis.line(size, puzzle.goal_cell(0)));
        let (mut views, mut crossed, mut shift) = (Vec::new(), [[0; 32]; 2], DISTANCE);
        for (number, window) in (0..).zip(Self::windows(puzzle, axis, most)) {
            for (later, crossed) in crossed.iter_mut().enumerate() {
                for (cell, crossed) in crossed.iter_mut().enumerate().take(size.cells()) {
                    // From line i, boundary i is crossed forward, and the one before it back.
                    if window.contains(&(axis.line(size, cell) + later).wrapping_sub(1)) {
                        *crossed = number;
                    }
                }
            }
            let (shape, mirrored) = shape(lines, width, blank, &window);
            let view = View::new(puzzle, axis, &window, mirrored, (chart(shape), shape), shift);
            shift += view.chart.bits();
            views.push(view);
        }
        Self { views, crossed }
    }

    /// The spot of `state`.
    #[inline]
    pub(crate) fn spot<W: Word>(&self, state: W) -> Spot {
        self.views.iter().map(|view| view.spot(view.place(state))).sum()
    }

    /// The spot of the successor of `parent`, whose spot is `spot`, by a move in this direction.
    #[inline]
    pub(crate) fn step<W: Word>(&self, spot: Spot, parent: W, op: Op) -> Spot {
        let (tile, later) = (parent.tile(op.to()), usize::from(op.to() > op.from()));
        // A chart alone has places that are spots.
        let next = if let [view] = &self.views[..] {
            view.chart.step(place(spot), view.exchange(later, tile)).map(Spot::from)
        } else {
            let view = &self.views[usize::from(self.crossed[later][op.from() & 31])];
            let number = place(spot >> view.shift & view.mask) as usize;
            view.chart.numbered(number).and_then(|here| {
                let there = view.chart.step(here, view.exchange(later, tile))?;
                Some(spot - view.spot(here) + view.spot(there))
            })
        };
        next.unwrap_or_else(|| self.spot(parent.moved(op.from(), op.to())))
    }
}

impl View {
    fn new<W: Word>(
        puzzle: &Puzzle<W>,
        axis: Axis,
        window: &Window,
        mirrored: bool,
        (chart, shape): (Arc<Chart>, Shape),
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
            weights[tile] = narrow(chart.weights()[goal_line], "fillings have 16 bits");
            for later in [false, true] {
                let number = exchange(shape.lines, later != mirrored, goal_line);
                exchanges[usize::from(later)][tile] = narrow(number, "there are two moves a goal line");
            }
        }
        let (widths, mask) = (shape.widths().to_vec(), (1 << chart.bits()) - 1);
        Self { chart, cells, widths, weights, exchanges, shift, mask }
    }

    /// The place of `state` in the chart.
    #[inline]
    fn place<W: Word>(&self, state: W) -> Place {
        let weight = |&cell: &u8| usize::from(self.weights[state.tile(usize::from(cell))]);
        let mut cells = &self.cells[..];
        self.chart.place(self.widths.iter().map(|&width| {
            let (line, others) = cells.split_at(width);
            cells = others;
            line.iter().map(weight).sum()
        }))
    }

    /// The part of a spot for `place`.
    #[inline]
    fn spot(&self, place: Place) -> Spot {
        let (number, distance) = (place >> DISTANCE, place & ((1 << DISTANCE) - 1));
        Spot::from(number) << self.shift | Spot::from(distance)
    }

    #[inline]
    fn exchange(&self, later: usize, tile: usize) -> usize {
        usize::from(self.exchanges[later][tile])
    }
}

/// The place in the only chart, or what else of a spot fits in one.
#[expect(clippy::cast_possible_truncation, reason = "a spot of one window is a place, and a number fits in one")]
#[inline]
fn place(spot: Spot) -> Place {
    spot as Place
}

/// The distance of a spot.
#[inline]
pub(crate) fn distance(spot: Spot) -> Cost {
    place(spot) & ((1 << DISTANCE) - 1)
}
