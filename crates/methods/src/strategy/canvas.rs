//! The board as the human strategy sees it: turned so that the blank belongs in the last cell.

use std::collections::VecDeque;

use super::hole::Hole;
use crate::Layout;

/// A board with cells that are placed, and the way of the blank so far.
///
/// Cells are numbered in the turned board: it is mirrored so that the blank's goal is nearest to the
/// last cell, and tiles are relabelled with the cells they would have, were the blank led from its
/// goal to the last cell. Leading it back at the end reaches the true goal.
#[derive(Debug)]
pub(crate) struct Canvas {
    rows: usize,
    cols: usize,
    hole: Hole,
    /// By cell: the goal cell of its tile.
    goals: Vec<usize>,
    blank: usize,
    /// By cell: whether its tile is placed.
    placed: Vec<bool>,
    /// The cells that the blank entered.
    way: Vec<usize>,
    /// The way from the last cell to the blank's true goal.
    back: Vec<usize>,
    mirror_rows: bool,
    mirror_cols: bool,
}

impl Canvas {
    pub(crate) fn new(layout: &Layout, hole: Hole) -> Self {
        let &Layout { rows, cols, ref goals, blank_goal } = layout;
        let mut canvas = Self {
            rows,
            cols,
            hole,
            goals: vec![0; goals.len()],
            blank: 0,
            placed: vec![false; goals.len()],
            way: Vec::new(),
            back: Vec::new(),
            mirror_rows: blank_goal / cols < rows / 2,
            mirror_cols: blank_goal % cols < cols / 2,
        };
        for (cell, &goal) in goals.iter().enumerate() {
            let turned = canvas.turned(cell);
            canvas.goals[turned] = canvas.turned(goal);
            if goal == blank_goal {
                canvas.blank = turned;
            }
        }
        canvas.lead_goal_to_the_last_cell(canvas.turned(blank_goal));
        canvas
    }

    /// Exchanges goals as moving the blank from its goal down and right to the last cell would.
    fn lead_goal_to_the_last_cell(&mut self, from: usize) {
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

    /// The cell's number in the turned board; turning twice turns back.
    fn turned(&self, cell: usize) -> usize {
        let (row, col) = (cell / self.cols, cell % self.cols);
        let row = if self.mirror_rows { self.rows - 1 - row } else { row };
        let col = if self.mirror_cols { self.cols - 1 - col } else { col };
        row * self.cols + col
    }

    /// The whole way of the blank, on the board as it was given.
    pub(crate) fn into_moves(mut self) -> Vec<usize> {
        self.way.append(&mut self.back);
        self.way.iter().map(|&cell| self.turned(cell)).collect()
    }

    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

    pub(crate) fn cols(&self) -> usize {
        self.cols
    }

    /// How the blank gets in front of a tile.
    pub(crate) fn hole(&self) -> Hole {
        self.hole
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

    /// Marks a cell's tile as placed, or as free again.
    pub(crate) fn set_placed(&mut self, cell: usize, placed: bool) {
        self.placed[cell] = placed;
    }

    /// Whether the blank may enter a cell: its tile is not placed, nor the cell in `avoid`.
    pub(crate) fn is_free(&self, cell: usize, avoid: &[usize]) -> bool {
        !self.placed[cell] && !avoid.contains(&cell)
    }

    /// Moves the blank to the neighbouring cell `to`.
    pub(crate) fn step(&mut self, to: usize) {
        self.goals.swap(self.blank, to);
        self.blank = to;
        self.way.push(to);
    }

    /// Moves the blank to `to` by a shortest way over cells that are not placed and not in `avoid`.
    /// Says whether there is one.
    pub(crate) fn walk(&mut self, to: usize, avoid: &[usize]) -> bool {
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
