//! The shape of a pattern: everything that determines its table.
//!
//! A table depends only on the goal cells of the tiles, and a pattern that a symmetry of the rectangle
//! maps to another has the same distances, in mirrored cells. Of the goal's blank, only the region of cells
//! outside the pattern in which it can move matters, because such moves are free. So the three 2x3 blocks
//! of a 24-puzzle share one table for every goal, and a pattern shares its table with its reflection.

use tilebench_puzzle::Size;

use super::placement_ranking::PlacementRanking;
use crate::axis::to_byte;

/// A set of goal cells on a board, and the region of the blank, up to symmetry.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PatternShape {
    pub(crate) size: Size,
    /// The goal cells of the pattern's tiles, ascending.
    pub(crate) cells: Vec<u8>,
    /// The first cell of the blank's region.
    pub(crate) blank: u8,
}

/// A symmetry of the board: the image of each cell.
pub(crate) type Symmetry = [u8; 32];

impl PatternShape {
    /// The shape of the pattern with these goal cells and the goal's blank at `blank`, and the
    /// symmetry that takes the board's cells to the shape's.
    pub(crate) fn new(size: Size, cells: &[u8], blank: u8) -> (Self, Symmetry) {
        let region = region(size, occupied(cells), usize::from(blank));
        let mut best: Option<(Self, Symmetry)> = None;
        for symmetry in symmetries(size) {
            let mut mapped: Vec<u8> = cells.iter().map(|&cell| symmetry[usize::from(cell)]).collect();
            mapped.sort_unstable();
            let first = (0..size.cells()).filter(|cell| region >> cell & 1 == 1).map(|cell| symmetry[cell]).min();
            let shape = Self { size, cells: mapped, blank: first.expect("the blank is in its region") };
            if best.as_ref().is_none_or(|(least, _)| shape < *least) {
                best = Some((shape, symmetry));
            }
        }
        best.expect("the identity is among the symmetries")
    }

    /// The ranking of the placements of this shape.
    pub(crate) fn ranking(&self) -> PlacementRanking {
        PlacementRanking::new(self.size.cells(), self.cells.len())
    }

    pub(super) fn joined_cells(&self, separator: &str) -> String {
        self.cells.iter().map(u8::to_string).collect::<Vec<_>>().join(separator)
    }
}

/// The mirror image of every cell in the main diagonal of a square board.
pub(crate) fn transposed(size: Size) -> Symmetry {
    let mut map = [0; 32];
    for (cell, to) in map.iter_mut().enumerate().take(size.cells()) {
        *to = to_byte(size.transposed(cell));
    }
    map
}

/// All symmetries of the board, the identity first: four of a rectangle, eight of a square.
pub(crate) fn symmetries(size: Size) -> Vec<Symmetry> {
    let (rows, cols) = (size.rows(), size.cols());
    let diagonals: &[bool] = if rows == cols { &[false, true] } else { &[false] };
    let mut all = Vec::new();
    for &diagonal in diagonals {
        for (down, across) in [(false, false), (false, true), (true, false), (true, true)] {
            let mut map = [0; 32];
            for (cell, to) in map.iter_mut().enumerate().take(size.cells()) {
                let row = if down { rows - 1 - size.row(cell) } else { size.row(cell) };
                let col = if across { cols - 1 - size.col(cell) } else { size.col(cell) };
                *to = to_byte(if diagonal { col * cols + row } else { row * cols + col });
            }
            all.push(map);
        }
    }
    all
}

/// The cells as bits.
pub(crate) fn occupied(cells: &[u8]) -> u32 {
    cells.iter().fold(0, |occupied, &cell| occupied | 1 << cell)
}

/// The cells, as bits, that the blank can reach from `cell` without moving a tile in the `occupied`
/// cells.
pub(crate) fn region(size: Size, occupied: u32, cell: usize) -> u32 {
    let mut region = 1u32 << cell;
    loop {
        let reached = (0..size.cells())
            .filter(|at| region >> at & 1 == 1)
            .fold(region, |reached, at| reached | (neighbours(size, at) & !occupied));
        if reached == region {
            return region;
        }
        region = reached;
    }
}

/// The neighbours of a cell as bits.
pub(crate) fn neighbours(size: Size, cell: usize) -> u32 {
    (0..size.cells()).filter(|other| size.distance(cell, *other) == 1).fold(0, |bits, other| bits | 1 << other)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(rows: usize, cols: usize) -> Size {
        Size::new(rows, cols).unwrap()
    }

    #[test]
    fn the_blocks_of_six_of_the_24_puzzle_have_two_shapes_for_a_blank_in_either_corner() {
        let groups: [[u8; 6]; 4] =
            [[1, 2, 5, 6, 7, 12], [3, 4, 8, 9, 13, 14], [10, 11, 15, 16, 20, 21], [17, 18, 19, 22, 23, 24]];
        let shapes = |turn: &dyn Fn(u8) -> u8| {
            let mut shapes: Vec<PatternShape> =
                groups.iter().map(|cells| PatternShape::new(size(5, 5), &cells.map(turn), turn(0)).0).collect();
            shapes.sort();
            shapes.dedup();
            shapes
        };
        let first = shapes(&|cell| cell);
        assert_eq!(first.len(), 2);
        assert_eq!(shapes(&|cell| 24 - cell), first);
    }

    #[test]
    fn a_blank_enclosed_by_the_pattern_has_another_shape() {
        let board = size(3, 3);
        let (free, _) = PatternShape::new(board, &[1, 3], 8);
        let (enclosed, _) = PatternShape::new(board, &[1, 3], 0);
        assert_ne!(free, enclosed);
        assert_eq!(PatternShape::new(board, &[5, 7], 8).0, enclosed, "turned by 180 degrees");
    }

    #[test]
    fn the_symmetry_maps_the_pattern_to_its_shape() {
        let (shape, symmetry) = PatternShape::new(size(4, 4), &[15, 14, 11], 0);
        let mut mapped = [15u8, 14, 11].map(|cell| symmetry[usize::from(cell)]);
        mapped.sort_unstable();
        assert_eq!(shape.cells, mapped);
        assert_eq!(shape.cells, [0, 1, 4]);
    }

    #[test]
    fn symmetries_preserve_distances() {
        for board in Size::packable() {
            for map in symmetries(board) {
                for (a, b) in (0..board.cells()).flat_map(|a| (0..board.cells()).map(move |b| (a, b))) {
                    assert_eq!(board.distance(a, b), board.distance(usize::from(map[a]), usize::from(map[b])));
                }
            }
            if board.rows() == board.cols() {
                assert!(symmetries(board).contains(&transposed(board)));
            }
        }
    }
}
