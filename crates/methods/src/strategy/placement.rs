//! Placement of tiles line by line.

use super::blank_route::route_blank;
use super::blank_routing::BlankRouting;
use super::working_board::WorkingBoard;

/// A line to be filled, with the numbering of its positions and of the lines behind it, by which rows and
/// columns are filled by the same code.
#[derive(Clone, Copy, Debug)]
struct TargetLine {
    /// The line's first cell to fill.
    first: usize,
    /// The offset from a position to the next one of the same line.
    along: usize,
    /// The offset from a position to the same position of the next line.
    inward: usize,
    /// The number of positions of the line that must be filled.
    length: usize,
}

impl TargetLine {
    fn cell(self, line: usize, index: usize) -> usize {
        self.first + line * self.inward + index * self.along
    }
}

/// Moves every tile to its goal, and the blank to the last cell.
pub(super) fn solve(board: &mut WorkingBoard) {
    let (rows, cols) = (board.rows(), board.cols());
    for row in 0..rows - 2 {
        fill(board, TargetLine { first: row * cols, along: 1, inward: cols, length: cols });
    }
    for col in 0..cols - 2 {
        fill(board, TargetLine { first: (rows - 2) * cols + col, along: cols, inward: 1, length: 2 });
    }
    rotate(board);
}

/// Fills a line: tile by tile, with the last two tiles together.
fn fill(board: &mut WorkingBoard, line: TargetLine) {
    for index in 0..line.length - 2 {
        let goal = line.cell(0, index);
        carry_tile(board, line, goal, (0, index), &[]);
        board.set_placed(goal, true);
    }
    let (first, second) = (line.cell(0, line.length - 2), line.cell(0, line.length - 1));
    if board.cell_of(first) != first || board.cell_of(second) != second {
        fill_pair(board, line, first, second);
    }
    board.set_placed(first, true);
    board.set_placed(second, true);
}

/// Parks the first tile in the corner and the second behind it, and moves both in.
fn fill_pair(board: &mut WorkingBoard, line: TargetLine, first: usize, second: usize) {
    let corner = line.length - 1;
    let before = line.cell(0, corner - 1);
    carry_tile(board, line, first, (0, corner), &[]);
    // Parking may leave the second tile between the first and the placed ones, or the blank there
    // with the second tile behind it. Then the second tile is moved two lines inward and the first is parked
    // again.
    let behind = line.cell(1, corner - 1);
    let at = board.cell_of(second);
    if at == before || (board.blank() == before && at == behind) {
        carry_tile(board, line, second, (2, corner - 1), &[]);
        let moved_away = board.cell_of(second);
        carry_tile(board, line, first, (0, corner), &[moved_away]);
    }
    board.set_placed(line.cell(0, corner), true);
    carry_tile(board, line, second, (1, corner), &[]);
    route_blank(board, before, line.cell(0, corner), &[line.cell(1, corner)]);
    board.set_placed(line.cell(0, corner), false);
    board.step(line.cell(0, corner));
    board.step(line.cell(1, corner));
}

/// Moves the tile that belongs in `goal` to a line and position: along its line first, then across.
fn carry_tile(
    board: &mut WorkingBoard,
    line: TargetLine,
    goal: usize,
    (to_line, to_index): (usize, usize),
    avoid: &[usize],
) {
    let (mut at_line, mut at_index) = position(board, line, board.cell_of(goal));
    while (at_line, at_index) != (to_line, to_index) {
        let next = if at_index < to_index {
            (at_line, at_index + 1)
        } else if at_index > to_index {
            (at_line, at_index - 1)
        } else if at_line > to_line {
            (at_line - 1, at_index)
        } else {
            (at_line + 1, at_index)
        };
        let tile = line.cell(at_line, at_index);
        let reached = route_blank(board, line.cell(next.0, next.1), tile, avoid);
        assert!(reached, "the blank cannot get in front of the tile for {goal}");
        board.step(tile);
        (at_line, at_index) = next;
    }
}

/// The line and position of a cell, counted from the line that is being filled.
fn position(board: &WorkingBoard, line: TargetLine, cell: usize) -> (usize, usize) {
    let cols = board.cols();
    let (row, col) = (cell / cols - line.first / cols, cell % cols - line.first % cols);
    if line.along == 1 { (row, col) } else { (col, row) }
}

/// Rotates the last 2x2 in the direction that solves it in fewer moves, or clockwise if the routing is fixed.
fn rotate(board: &mut WorkingBoard) {
    let (cols, last) = (board.cols(), board.rows() * board.cols() - 1);
    let ring = [last - cols - 1, last - cols, last, last - 1];
    let turns = |forward: bool| {
        let mut goals: Vec<usize> = ring.iter().map(|&cell| board.goal_at(cell)).collect();
        let blank = ring.iter().position(|&cell| cell == board.blank());
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
    let forward_only = board.routing() == BlankRouting::Fixed;
    for cell in if forward_only || forward.len() <= backward.len() { forward } else { backward } {
        board.step(cell);
    }
    assert!(board.is_solved(), "the last 2x2 does not turn into place");
}
