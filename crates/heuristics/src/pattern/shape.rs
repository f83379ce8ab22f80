//! The shape of a pattern: all that decides its table.
//!
//! Which tiles a pattern is made of does not matter, only which goal cells they have; and a pattern
//! that a symmetry of the rectangle turns into another has the same distances, in mirrored cells. Of
//! the goal's blank, only the region of cells outside the pattern in which it can wander matters,
//! because wandering costs nothing. So the three 2x3 blocks of a 24-puzzle share one table whatever
//! the goal, and a pattern shares its own with its reflection.

use tilebench_puzzle::Size;

use super::build::build;
use super::numbering::Numbering;
use crate::axis::small;
use crate::{TableObserver, TableSpec};

/// A set of goal cells on a board, and the region of the blank, up to symmetry.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Shape {
    pub(crate) size: Size,
    /// The goal cells of the pattern's tiles, ascending.
    pub(crate) cells: Vec<u8>,
    /// The first cell of the blank's region.
    pub(crate) blank: u8,
}

/// A symmetry of the board: the image of each cell.
pub(crate) type Symmetry = [u8; 32];

impl Shape {
    /// The shape of the pattern with these goal cells and the goal's blank at `blank`, and the
    /// symmetry that takes the board's cells to the shape's.
    pub(crate) fn new(size: Size, cells: &[u8], blank: u8) -> (Self, Symmetry) {
        let region = region(size, occupied(cells), usize::from(blank));
        let mut best: Option<(Self, Symmetry)> = None;
        for symmetry in symmetries(size) {
            let mut turned: Vec<u8> = cells.iter().map(|&cell| symmetry[usize::from(cell)]).collect();
            turned.sort_unstable();
            let first = (0..size.cells()).filter(|cell| region >> cell & 1 == 1).map(|cell| symmetry[cell]).min();
            let shape = Self { size, cells: turned, blank: first.expect("the blank is in its region") };
            if best.as_ref().is_none_or(|(least, _)| shape < *least) {
                best = Some((shape, symmetry));
            }
        }
        best.expect("the identity is among the symmetries")
    }

    /// The numbering of this shape's placements.
    pub(crate) fn numbering(&self) -> Numbering {
        Numbering::new(self.size.cells(), self.cells.len())
    }

    fn listed(&self, separator: &str) -> String {
        self.cells.iter().map(u8::to_string).collect::<Vec<_>>().join(separator)
    }
}

impl TableSpec for Shape {
    fn identity(&self) -> String {
        format!("pattern {} cells={} blank={} entries=half-excess-4-bit", self.size, self.listed(","), self.blank)
    }

    fn name(&self) -> String {
        format!("pattern-{}-{}-blank-{}", self.size, self.listed("-"), self.blank)
    }

    fn bytes(&self) -> u64 {
        self.numbering().placements().div_ceil(2)
    }

    fn build(&self, observer: &dyn TableObserver) -> Vec<u8> {
        build(self, observer)
    }
}

/// The mirror image of every cell in the main diagonal of a square board.
pub(crate) fn transposed(size: Size) -> Symmetry {
    let mut map = [0; 32];
    for (cell, to) in map.iter_mut().enumerate().take(size.cells()) {
        *to = small(size.col(cell) * size.cols() + size.row(cell));
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
                *to = small(if diagonal { col * cols + row } else { row * cols + col });
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
    fn the_blocks_of_six_of_the_24_puzzle_have_two_shapes_whichever_corner_the_blank_has() {
        let groups: [[u8; 6]; 4] =
            [[1, 2, 5, 6, 7, 12], [3, 4, 8, 9, 13, 14], [10, 11, 15, 16, 20, 21], [17, 18, 19, 22, 23, 24]];
        let shapes = |turn: &dyn Fn(u8) -> u8| {
            let mut shapes: Vec<Shape> =
                groups.iter().map(|cells| Shape::new(size(5, 5), &cells.map(turn), turn(0)).0).collect();
            shapes.sort();
            shapes.dedup();
            shapes
        };
        let first = shapes(&|cell| cell);
        assert_eq!(first.len(), 2);
        assert_eq!(shapes(&|cell| 24 - cell), first);
    }

    #[test]
    fn a_blank_shut_in_by_the_pattern_makes_another_shape() {
        let board = size(3, 3);
        let (open, _) = Shape::new(board, &[1, 3], 8);
        let (shut, _) = Shape::new(board, &[1, 3], 0);
        assert_ne!(open, shut);
        assert_eq!(Shape::new(board, &[5, 7], 8).0, shut, "turned by 180 degrees");
    }

    #[test]
    fn the_symmetry_takes_the_pattern_to_its_shape() {
        let (shape, symmetry) = Shape::new(size(4, 4), &[15, 14, 11], 0);
        let mut turned = [15u8, 14, 11].map(|cell| symmetry[usize::from(cell)]);
        turned.sort_unstable();
        assert_eq!(shape.cells, turned);
        assert_eq!(shape.cells, [0, 1, 4]);
    }

    #[test]
    fn symmetries_keep_neighbours_neighbours() {
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
