//! Tiles beside the corners that are in place and must move nevertheless.

use tilebench_core::narrow;
use tilebench_puzzle::{Op, Puzzle, Word};

use super::last_moves::neighbours;
use super::pair_terms::CornerCells;

/// A cell beside a corner.
#[derive(Clone, Copy, Debug, Default)]
struct CornerNeighbour {
    cell: usize,
    /// The tile that belongs there.
    tile: usize,
    /// Its bit, or 0 if the tile is never counted.
    bit: u8,
}

/// A corner of the board that does not belong to the blank.
#[derive(Clone, Copy, Debug)]
struct Corner {
    cell: usize,
    tile: usize,
    sides: [CornerNeighbour; 2],
}

/// The tiles beside the two corners of an edge of the board, and the edge's line.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoardEdge {
    pub(super) line: usize,
    /// The bits of its tiles: at most two, and one on an edge of three cells.
    pub(super) bits: u8,
}

/// The tiles beside corners, and the test which of them must move.
#[derive(Debug)]
pub(super) struct CornerTiles {
    corners: Vec<Corner>,
    pub(super) edges: Vec<BoardEdge>,
    /// By bit: the goal cell of the tile.
    pub(super) cells: [usize; 8],
    /// By tile: its goal cell if this cell is beside a corner, or `usize::MAX`.
    home: [usize; 32],
}

impl CornerTiles {
    pub(super) fn new<W: Word>(puzzle: &Puzzle<W>) -> Self {
        let size = puzzle.size();
        let (rows, cols) = (size.rows(), size.cols());
        let blank = puzzle.goal().blank();
        let tile = |cell: usize| usize::from(puzzle.goal().tiles()[cell]);
        let rows_of_edge = [0, rows - 1].map(|row| (row, row * cols, 1, cols));
        let cols_of_edge = [0, cols - 1].map(|col| (rows + col, col, cols, rows));
        let mut this = Self { corners: Vec::new(), edges: Vec::new(), cells: [usize::MAX; 8], home: [usize::MAX; 32] };
        let mut bits = [0u8; 32];
        for (edge, (line, first, step, length)) in rows_of_edge.into_iter().chain(cols_of_edge).enumerate() {
            let mut all = 0;
            for (at, place) in [1, length - 2].into_iter().enumerate() {
                let cell = first + place * step;
                // On an edge of two cells the neighbour is a corner; on an edge of three cells the two are the same.
                if length > 2 && cell != blank && bits[cell] == 0 {
                    bits[cell] = 1 << (2 * edge + at);
                    this.cells[2 * edge + at] = cell;
                    this.home[tile(cell)] = cell;
                    all |= bits[cell];
                }
            }
            this.edges.push(BoardEdge { line, bits: all });
        }
        for cell in [0, cols - 1, (rows - 1) * cols, rows * cols - 1].into_iter().filter(|cell| *cell != blank) {
            let mut sides = [CornerNeighbour::default(); 2];
            for (side, cell) in sides.iter_mut().zip(neighbours(puzzle, cell)) {
                *side = CornerNeighbour { cell, tile: tile(cell), bit: bits[cell] };
            }
            this.corners.push(Corner { cell, tile: tile(cell), sides });
        }
        this
    }

    /// The bits of the tiles that may have to move: those beside a corner that does not belong to the blank.
    pub(super) fn movable(&self) -> u8 {
        self.corners.iter().flat_map(|corner| corner.sides).fold(0, |all, side| all | side.bit)
    }

    /// The corners for boards of four bits per cell.
    pub(super) fn corner_cells(&self) -> Vec<CornerCells> {
        let first_bit = |cell: usize| 4 * narrow::<u32, _>(cell, "boards in words have at most 25 cells");
        let cells = |corner: &Corner| CornerCells {
            corner: first_bit(corner.cell),
            tile: corner.tile as u64,
            neighbours: corner.sides.map(|side| first_bit(side.cell)),
            tiles: corner.sides.map(|side| side.bit),
        };
        self.corners.iter().map(cells).collect()
    }

    /// Whether `op` moving `tile` can change the set of tiles that must move: only the moved tile can enter or
    /// leave it.
    #[inline]
    pub(super) fn touched(&self, op: Op, tile: usize) -> bool {
        let home = self.home[tile & 31];
        op.from() == home || op.to() == home
    }

    /// The tiles that are in place and must move in `state`, as bits.
    #[inline]
    pub(super) fn must_move<W: Word>(&self, state: W) -> u8 {
        let mut all = 0;
        for Corner { cell, tile, sides } in &self.corners {
            let held = state.tile(*cell);
            if held == *tile {
                continue;
            }
            let beside = [state.tile(sides[0].cell), state.tile(sides[1].cell)];
            for (at, side) in sides.iter().enumerate() {
                let filled_from_the_other = held == 0 && beside[1 - at] == *tile;
                if beside[at] == side.tile && !filled_from_the_other {
                    all |= side.bit;
                }
            }
        }
        all
    }

    /// The lines of the edges of these tiles, as bits.
    #[inline]
    pub(super) fn lines(&self, tiles: u8) -> u32 {
        let edges = self.edges.iter().filter(|edge| tiles & edge.bits != 0);
        edges.fold(0, |lines, edge| lines | 1 << edge.line)
    }

    /// The bits of `cells`.
    pub(super) fn bits(&self, cells: [usize; 2]) -> u8 {
        (0..8).filter(|bit| cells.contains(&self.cells[*bit])).fold(0, |all, bit| all | 1 << bit)
    }
}
