//! The definition of last moves and corner tiles, on plain boards, without tables and without incremental steps.

use tilebench_core::Cost;
use tilebench_puzzle::Board;

/// A tile may be excluded from the count of its row, of its column, or of both.
const OF_ROW: u8 = 1;
const OF_COLUMN: u8 = 2;

/// The definition for one goal.
pub(crate) struct Definition {
    goal: Board,
    /// By tile.
    home: Vec<usize>,
}

impl Definition {
    pub(crate) fn new(goal: &Board) -> Self {
        Self { goal: goal.clone(), home: goal.cells_of_tiles().iter().map(|&cell| usize::from(cell)).collect() }
    }

    fn row(&self, cell: usize) -> usize {
        self.goal.size().row(cell)
    }

    fn col(&self, cell: usize) -> usize {
        self.goal.size().col(cell)
    }

    fn distance(&self, a: usize, b: usize) -> usize {
        self.row(a).abs_diff(self.row(b)) + self.col(a).abs_diff(self.col(b))
    }

    fn neighbours(&self, cell: usize) -> Vec<usize> {
        (0..self.goal.size().cells()).filter(|other| self.distance(cell, *other) == 1).collect()
    }

    /// The number of tiles that must leave their lines, without the tiles of `out`.
    fn conflicts(&self, board: &Board, out: &[u8]) -> u32 {
        let cells = 0..board.size().cells();
        let held = |cell: usize| usize::from(board.tiles()[cell]);
        // The goal positions of the tiles that are in row `row` and belong there; the same for columns.
        let in_row = |row: usize| {
            let cells = cells.clone().filter(|cell| self.row(*cell) == row).map(held);
            let here = cells.filter(|tile| *tile > 0 && self.row(self.home[*tile]) == row && out[*tile] & OF_ROW == 0);
            must_leave(&here.map(|tile| self.col(self.home[tile])).collect::<Vec<_>>())
        };
        let in_column = |col: usize| {
            let cells = cells.clone().filter(|cell| self.col(*cell) == col).map(held);
            let here =
                cells.filter(|tile| *tile > 0 && self.col(self.home[*tile]) == col && out[*tile] & OF_COLUMN == 0);
            must_leave(&here.map(|tile| self.row(self.home[tile])).collect::<Vec<_>>())
        };
        let size = board.size();
        (0..size.rows()).map(in_row).sum::<u32>() + (0..size.cols()).map(in_column).sum::<u32>()
    }

    /// By ending: the forced tiles, each with the line that its extra moves may serve.
    fn endings(&self, board: &Board) -> Vec<Vec<(usize, u8)>> {
        let end = self.goal.blank();
        let stands = board.cells_of_tiles();
        let forced = |through: usize, to: usize| {
            let tile = usize::from(self.goal.tiles()[to]);
            let at = usize::from(stands[tile]);
            let line = if self.row(through) == self.row(to) { OF_COLUMN } else { OF_ROW };
            (self.distance(at, through) + 1 != self.distance(at, to)).then_some((tile, line))
        };
        let pairs = self.neighbours(end).into_iter().flat_map(|near| {
            let others = self.neighbours(near).into_iter().filter(|far| *far != end);
            others.map(move |far| [(end, near), (near, far)]).collect::<Vec<_>>()
        });
        pairs.map(|pair| pair.into_iter().filter_map(|(through, to)| forced(through, to)).collect()).collect()
    }

    /// The tiles beside corners that are in place and must move.
    fn must_move(&self, board: &Board) -> Vec<usize> {
        let (tiles, goal, blank) = (board.tiles(), self.goal.tiles(), self.goal.blank());
        let is_corner = |cell: usize| self.neighbours(cell).len() == 2;
        let mut must_move = Vec::new();
        for corner in (0..goal.len()).filter(|cell| is_corner(*cell) && *cell != blank && tiles[*cell] != goal[*cell]) {
            let beside = self.neighbours(corner);
            for (x, y) in [(beside[0], beside[1]), (beside[1], beside[0])] {
                let in_place = !is_corner(x) && x != blank && tiles[x] == goal[x];
                if in_place && !(tiles[corner] == 0 && tiles[y] == goal[corner]) {
                    must_move.push(usize::from(tiles[x]));
                }
            }
        }
        must_move.sort_unstable();
        must_move.dedup();
        must_move
    }

    /// The value: the minimum over the endings of the maximum over all choices of corner tiles.
    pub(crate) fn value(&self, board: &Board, [conflicts, last, corners]: [bool; 3]) -> Cost {
        let stands = board.cells_of_tiles();
        let manhattan =
            (1..self.goal.tiles().len()).map(|tile| self.distance(usize::from(stands[tile]), self.home[tile]));
        let manhattan = Cost::try_from(manhattan.sum::<usize>()).unwrap();
        if manhattan <= 1 {
            return manhattan;
        }
        let endings = if last { self.endings(board) } else { vec![vec![]] };
        let must_move = if corners { self.must_move(board) } else { vec![] };
        let pairs = endings.iter().map(|forced| {
            let others: Vec<usize> =
                must_move.iter().copied().filter(|tile| forced.iter().all(|(other, _)| other != tile)).collect();
            let choices = (0..1u32 << others.len()).map(|choice| {
                let mut out = vec![0; self.home.len()];
                for &(tile, line) in forced {
                    out[tile] = line;
                }
                let chosen = (0..others.len()).filter(|at| choice >> at & 1 == 1);
                chosen.for_each(|at| out[others[at]] = OF_ROW | OF_COLUMN);
                let conflicts = if conflicts { self.conflicts(board, &out) } else { 0 };
                choice.count_ones() + u32::try_from(forced.len()).unwrap() + conflicts
            });
            choices.max().unwrap()
        });
        manhattan + 2 * pairs.min().unwrap()
    }
}

/// The number of tiles minus the length of the longest increasing subsequence.
fn must_leave(places: &[usize]) -> u32 {
    let mut longest: Vec<u32> = Vec::new();
    for (at, place) in places.iter().enumerate() {
        longest.push(
            1 + (0..at).filter(|before| places[*before] < *place).map(|before| longest[before]).max().unwrap_or(0),
        );
    }
    u32::try_from(places.len()).unwrap() - longest.into_iter().max().unwrap_or(0)
}
