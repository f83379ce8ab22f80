//! The working board of the human strategy: mirrored so that the blank's goal is the last cell.

use std::collections::VecDeque;

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
    blank: usize,
    /// By cell: whether its tile is placed.
    placed: Vec<bool>,
    /// The cells that the blank entered.
    path: Vec<usize>,
    /// The path from the last cell to the blank's true goal.
    back: Vec<usize>,
    mirror_rows: bool,
    mirror_cols: bool,
}

impl WorkingBoard {
    pub(crate) fn new(layout: &TileLayout, routing: BlankRouting) -> Self {
        let &TileLayout { rows, cols, ref goals, blank_goal } = layout;
        let mut board = Self {
            rows,
            cols,
            routing,
            goals: vec![0; goals.len()],
            blank: 0,
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
        self.goals.iter().position(|&at| at == goal).expect("one tile belongs in every cell")
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
        self.goals.swap(self.blank, to);
        self.blank = to;
        self.path.push(to);
    }

    /// Moves the blank to `to` by a shortest path over cells that are not placed and not in `avoid`.
    /// Returns whether such a path exists.
    pub(crate) fn move_blank(&mut self, to: usize, avoid: &[usize]) -> bool {
        const UNSEEN: usize = usize::MAX;
        let mut came_from = vec![UNSEEN; self.goals.len()];
        let mut queue = VecDeque::from([to]);
        came_from[to] = to;
        while let Some(cell) = queue.pop_front() {
            if cell == self.blank {
                while self.blank != to {
                    self.step(came_from[self.blank]);
                }
                return true;
            }
            for next in self.neighbours(cell).into_iter().flatten() {
                if came_from[next] == UNSEEN && self.is_free(next, avoid) {
                    came_from[next] = cell;
                    queue.push_back(next);
                }
            }
        }
        false
    }

    /// The cells above, left, right and below.
    fn neighbours(&self, cell: usize) -> [Option<usize>; 4] {
        let (row, col) = (cell / self.cols, cell % self.cols);
        [
            (row > 0).then(|| cell - self.cols),
            (col > 0).then(|| cell - 1),
            (col + 1 < self.cols).then(|| cell + 1),
            (row + 1 < self.rows).then(|| cell + self.cols),
        ]
    }
}
