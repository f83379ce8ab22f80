//! Placing tiles line by line.

use super::canvas::Canvas;
use super::hole::{Hole, lead};

/// A line to be filled and how its places and the lines behind it are numbered, so that rows and
/// columns are filled by the same code.
#[derive(Clone, Copy, Debug)]
struct Line {
    /// The line's first cell to fill.
    first: usize,
    /// From a place to the next of the same line.
    along: usize,
    /// From a place to the same place of the next line.
    inward: usize,
    /// The number of places of the line that must be filled.
    length: usize,
}

impl Line {
    fn cell(self, line: usize, place: usize) -> usize {
        self.first + line * self.inward + place * self.along
    }
}

/// Brings every tile to its goal, the blank to the last cell.
pub(super) fn solve(canvas: &mut Canvas) {
    let (rows, cols) = (canvas.rows(), canvas.cols());
    for row in 0..rows - 2 {
        fill(canvas, Line { first: row * cols, along: 1, inward: cols, length: cols });
    }
    for col in 0..cols - 2 {
        fill(canvas, Line { first: (rows - 2) * cols + col, along: cols, inward: 1, length: 2 });
    }
    rotate(canvas);
}

/// Fills a line: tile by tile, the last two together.
fn fill(canvas: &mut Canvas, line: Line) {
    for place in 0..line.length - 2 {
        let goal = line.cell(0, place);
        carry(canvas, line, goal, (0, place), &[]);
        canvas.set_placed(goal, true);
    }
    let (first, second) = (line.cell(0, line.length - 2), line.cell(0, line.length - 1));
    if canvas.cell_of(first) != first || canvas.cell_of(second) != second {
        fill_pair(canvas, line, first, second);
    }
    canvas.set_placed(first, true);
    canvas.set_placed(second, true);
}

/// Parks the first tile in the corner and the second behind it, and drags both in.
fn fill_pair(canvas: &mut Canvas, line: Line, first: usize, second: usize) {
    let corner = line.length - 1;
    let before = line.cell(0, corner - 1);
    carry(canvas, line, first, (0, corner), &[]);
    // Parking may leave the second tile between the first and the placed ones, or the blank there
    // with the second behind it. Then the second is led two lines inward and the first parked
    // again.
    let behind = line.cell(1, corner - 1);
    let at = canvas.cell_of(second);
    if at == before || (canvas.blank() == before && at == behind) {
        carry(canvas, line, second, (2, corner - 1), &[]);
        let led_away = canvas.cell_of(second);
        carry(canvas, line, first, (0, corner), &[led_away]);
    }
    canvas.set_placed(line.cell(0, corner), true);
    carry(canvas, line, second, (1, corner), &[]);
    lead(canvas, before, line.cell(0, corner), &[line.cell(1, corner)]);
    canvas.set_placed(line.cell(0, corner), false);
    canvas.step(line.cell(0, corner));
    canvas.step(line.cell(1, corner));
}

/// Carries the tile that belongs in `goal` to a line and place: along its line first, then across.
fn carry(canvas: &mut Canvas, line: Line, goal: usize, (to_line, to_place): (usize, usize), avoid: &[usize]) {
    let (mut at_line, mut at_place) = position(canvas, line, canvas.cell_of(goal));
    while (at_line, at_place) != (to_line, to_place) {
        let next = if at_place < to_place {
            (at_line, at_place + 1)
        } else if at_place > to_place {
            (at_line, at_place - 1)
        } else if at_line > to_line {
            (at_line - 1, at_place)
        } else {
            (at_line + 1, at_place)
        };
        let tile = line.cell(at_line, at_place);
        let reached = lead(canvas, line.cell(next.0, next.1), tile, avoid);
        debug_assert!(reached, "the blank cannot get in front of the tile for {goal}");
        canvas.step(tile);
        (at_line, at_place) = next;
    }
}

/// The line and place of a cell, counted from the line that is being filled.
fn position(canvas: &Canvas, line: Line, cell: usize) -> (usize, usize) {
    let cols = canvas.cols();
    let (row, col) = (cell / cols - line.first / cols, cell % cols - line.first % cols);
    if line.along == 1 { (row, col) } else { (col, row) }
}

/// Turns the last 2x2 whichever way solves it in fewer moves, or clockwise if the ways are fixed.
fn rotate(canvas: &mut Canvas) {
    let (cols, last) = (canvas.cols(), canvas.rows() * canvas.cols() - 1);
    let ring = [last - cols - 1, last - cols, last, last - 1];
    let turns = |forward: bool| {
        let mut goals: Vec<usize> = ring.iter().map(|&cell| canvas.goal_at(cell)).collect();
        let blank = ring.iter().position(|&cell| cell == canvas.blank());
        let mut blank = blank.expect("all but the last 2x2 is filled");
        let mut cells = Vec::new();
        while goals != ring && cells.len() < 12 {
            let next = if forward { (blank + 1) % 4 } else { (blank + 3) % 4 };
            goals.swap(blank, next);
            blank = next;
            cells.push(ring[blank]);
        }
        cells
    };
    let (forward, backward) = (turns(true), turns(false));
    let forward_only = canvas.hole() == Hole::Fixed;
    for cell in if forward_only || forward.len() <= backward.len() { forward } else { backward } {
        canvas.step(cell);
    }
    debug_assert!(canvas.is_solved(), "the last 2x2 does not turn into place");
}
