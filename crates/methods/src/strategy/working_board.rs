//! The working board of the human strategy: mirrored so that the blank's goal is the last cell.

use super::blank_routing::BlankRouting;
use crate::TileLayout;

/// A board with placed cells, and the path of the blank so far.
///
/// The board is mirrored so that the blank's goal is nearest to the last cell. The goals of the tiles are those after
/// moving the blank from its goal to the last cell. Moving the blank back at the end reaches the true goal.
#[derive(Debug)]
pub(crate) struct WorkingBoard {
    rows: usize,
    cols: usize,
    routing: BlankRouting,
    /// By cell: the goal cell of its tile.
    goals: Vec<usize>,
    /// By goal cell: the cell of its tile.
    cells: Vec<usize>,
    blank: usize,
    /// By cell: the cells above, left, right and below; the cell itself beyond an edge.
    neighbours: Vec<[usize; 4]>,
    search: BlankSearch,
    /// By cell: whether its tile is placed.
    placed: Vec<bool>,
    /// The cells that the blank entered.
    path: Vec<usize>,
    /// The path from the last cell to the blank's true goal.
    back: Vec<usize>,
    mirror_rows: bool,
    mirror_cols: bool,
}

/// Memory for searches of the blank's path, which are short and many: nothing is cleared between two of them.
#[derive(Debug)]
struct BlankSearch {
    /// The number of this search, from 1.
    number: u32,
    /// By cell: the last search that saw it.
    seen: Vec<u32>,
    /// By cell that this search saw: the cell that it was seen from.
    came_from: Vec<usize>,
    /// The cells seen, in order.
    queue: Vec<usize>,
}

impl BlankSearch {
    fn new(cells: usize) -> Self {
        Self { number: 0, seen: vec![0; cells], came_from: vec![0; cells], queue: Vec::new() }
    }

    /// Starts a search without cells.
    fn restart(&mut self) {
        self.number = self.number.checked_add(1).unwrap_or_else(|| {
            self.seen.fill(0);
            1
        });
        self.queue.clear();
    }

    /// Adds a cell if this search has not seen it yet.
    fn add(&mut self, cell: usize, came_from: usize) {
        if self.seen[cell] != self.number {
            self.seen[cell] = self.number;
            self.came_from[cell] = came_from;
            self.queue.push(cell);
        }
    }
}

impl WorkingBoard {
    pub(crate) fn new(layout: &TileLayout, routing: BlankRouting) -> Self {
        let &TileLayout { rows, cols, ref goals, blank_goal } = layout;
        let mut board = Self {
            rows,
            cols,
            routing,
            goals: vec![0; goals.len()],
            cells: vec![0; goals.len()],
            blank: 0,
            neighbours: (0..goals.len()).map(|cell| neighbours(rows, cols, cell)).collect(),
            search: BlankSearch::new(goals.len()),
            placed: vec![false; goals.len()],
            path: Vec::new(),
            back: Vec::new(),
            mirror_rows: blank_goal / cols < rows / 2,
            mirror_cols: blank_goal % cols < cols / 2,
        };
        for (cell, &goal) in goals.iter().enumerate() {
            let mirrored = board.mirrored(cell);
            board.goals[mirrored] = board.mirrored(goal);
            if goal == blank_goal {
                board.blank = mirrored;
            }
        }
        board.move_goal_to_the_last_cell(board.mirrored(blank_goal));
        for (cell, &goal) in board.goals.iter().enumerate() {
            board.cells[goal] = cell;
        }
        board
    }

    /// Changes the goals to those after moving the blank from its goal down and right to the last cell.
    fn move_goal_to_the_last_cell(&mut self, from: usize) {
        let mut blank = from;
        while blank != self.goals.len() - 1 {
            let next = if blank / self.cols + 1 < self.rows { blank + self.cols } else { blank + 1 };
            for goal in &mut self.goals {
                if *goal == blank {
                    *goal = next;
                } else if *goal == next {
                    *goal = blank;
                }
            }
            self.back.push(blank);
            blank = next;
        }
        self.back.reverse();
    }

    /// The mirror image of a cell. Mirroring twice gives the cell.
    fn mirrored(&self, cell: usize) -> usize {
        let (row, col) = (cell / self.cols, cell % self.cols);
        let row = if self.mirror_rows { self.rows - 1 - row } else { row };
        let col = if self.mirror_cols { self.cols - 1 - col } else { col };
        row * self.cols + col
    }

    /// The whole path of the blank, on the original board.
    pub(crate) fn into_moves(mut self) -> Vec<usize> {
        self.path.append(&mut self.back);
        self.path.iter().map(|&cell| self.mirrored(cell)).collect()
    }

    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

    pub(crate) fn cols(&self) -> usize {
        self.cols
    }

    /// The routing of the blank.
    pub(crate) fn routing(&self) -> BlankRouting {
        self.routing
    }

    pub(crate) fn blank(&self) -> usize {
        self.blank
    }

    /// The cell of the tile that belongs in `goal`.
    pub(crate) fn cell_of(&self, goal: usize) -> usize {
        self.cells[goal]
    }

    /// The goal cell of the tile in `cell`.
    pub(crate) fn goal_at(&self, cell: usize) -> usize {
        self.goals[cell]
    }

    /// Whether every tile is in its goal cell.
    pub(crate) fn is_solved(&self) -> bool {
        self.goals.iter().enumerate().all(|(cell, &goal)| cell == goal)
    }

    /// Marks the tile of a cell as placed, or as free again.
    pub(crate) fn set_placed(&mut self, cell: usize, placed: bool) {
        self.placed[cell] = placed;
    }

    /// Whether the blank may enter a cell: its tile is not placed, and the cell is not in `avoid`.
    pub(crate) fn is_free(&self, cell: usize, avoid: &[usize]) -> bool {
        !self.placed[cell] && !avoid.contains(&cell)
    }

    /// Moves the blank to the neighbouring cell `to`.
    pub(crate) fn step(&mut self, to: usize) {
        self.cells[self.goals[to]] = self.blank;
        self.cells[self.goals[self.blank]] = to;
        self.goals.swap(self.blank, to);
        self.blank = to;
        self.path.push(to);
    }

    /// Moves the blank to `to` by a shortest path over cells that are not placed and not in `avoid`.
    /// Returns whether such a path exists.
    pub(crate) fn move_blank(&mut self, to: usize, avoid: &[usize]) -> bool {
        self.search.restart();
        self.search.add(to, to);
        for &cell in avoid {
            self.search.seen[cell] = self.search.number;
        }
        let mut at = 0;
        while let Some(&cell) = self.search.queue.get(at) {
            if cell == self.blank {
                while self.blank != to {
                    self.step(self.search.came_from[self.blank]);
                }
                return true;
            }
            at += 1;
            for next in self.neighbours[cell] {
                if !self.placed[next] {
                    self.search.add(next, cell);
                }
            }
        }
        false
    }
}

/// The cells above, left, right and below; the cell itself beyond an edge.
fn neighbours(rows: usize, cols: usize, cell: usize) -> [usize; 4] {
    let (row, col) = (cell / cols, cell % cols);
    [
        if row > 0 { cell - cols } else { cell },
        if col > 0 { cell - 1 } else { cell },
        if col + 1 < cols { cell + 1 } else { cell },
        if row + 1 < rows { cell + cols } else { cell },
    ]
}
