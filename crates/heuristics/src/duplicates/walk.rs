//! The blank on a plane that is large enough for all strings that fit on a board.

use tilebench_core::narrow;
use tilebench_puzzle::{Direction, Size};

/// The first and the last row and column that the blank visits, relative to its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rectangle {
    rows: (i8, i8),
    cols: (i8, i8),
}

impl Rectangle {
    /// That of no move.
    pub(super) const START: Self = Self { rows: (0, 0), cols: (0, 0) };

    /// That of a path.
    pub(super) fn of(directions: impl Iterator<Item = Direction>) -> Self {
        let mut place = Walk::START;
        directions.fold(Self::START, |rectangle, direction| {
            place = place_after(place, direction);
            rectangle.with(place)
        })
    }

    /// The smallest one that also contains a place.
    pub(super) fn with(self, (row, col): (i8, i8)) -> Self {
        let with = |(first, last): (i8, i8), at: i8| (first.min(at), last.max(at));
        Self { rows: with(self.rows, row), cols: with(self.cols, col) }
    }

    /// Whether the path of the other one can be made wherever the path of this one can.
    pub(super) fn contains(self, other: Self) -> bool {
        let contains = |one: (i8, i8), other: (i8, i8)| one.0 <= other.0 && other.1 <= one.1;
        contains(self.rows, other.rows) && contains(self.cols, other.cols)
    }

    /// Whether it fits on a board.
    pub(super) fn fits(self, size: Size) -> bool {
        extent(self.rows) <= size.rows() && extent(self.cols) <= size.cols()
    }

    /// The number of places on a board on which it fits.
    pub(super) fn positions(self, size: Size) -> u32 {
        let positions = (size.rows() + 1 - extent(self.rows)) * (size.cols() + 1 - extent(self.cols));
        narrow(positions, "boards are small")
    }
}

/// The number of rows or columns from the first to the last.
fn extent((first, last): (i8, i8)) -> usize {
    usize::from(first.abs_diff(last)) + 1
}

/// The row and the column of the blank after a move.
#[inline]
pub(super) fn place_after((row, col): (i8, i8), direction: Direction) -> (i8, i8) {
    match direction {
        Direction::Up => (row - 1, col),
        Direction::Left => (row, col - 1),
        Direction::Right => (row, col + 1),
        Direction::Down => (row + 1, col),
    }
}

/// The end of a path.
#[derive(Clone, Copy, Debug)]
pub(super) struct PathEnd {
    /// The cell of the blank.
    blank: usize,
    /// Its row and column, relative to its start.
    pub(super) place: (i8, i8),
    rectangle: Rectangle,
    /// A number that equals that of all paths after which all tiles are in the same cells.
    pub(super) hash: u64,
}

/// The plane after a path of the blank.
#[derive(Debug)]
pub(super) struct Walk {
    size: Size,
    /// The columns of the plane.
    width: usize,
    /// The tile in each cell: the number of the cell that it started from.
    tiles: Vec<u16>,
    end: PathEnd,
}

impl Walk {
    /// The place of the blank at the start.
    pub(super) const START: (i8, i8) = (0, 0);

    /// No move.
    pub(super) fn new(size: Size) -> Self {
        let (height, width) = (2 * size.rows() + 1, 2 * size.cols() + 1);
        let blank = size.rows() * width + size.cols();
        let end = PathEnd { blank, place: Self::START, rectangle: Rectangle::START, hash: 0 };
        Self { size, width, tiles: (0..).take(height * width).collect(), end }
    }

    /// The tile in each cell after a path that fits on a board.
    pub(super) fn tiles_after(size: Size, directions: impl Iterator<Item = Direction>) -> Vec<u16> {
        let mut walk = Self::new(size);
        for direction in directions {
            assert!(walk.step(direction), "a path that was enumerated fits");
        }
        walk.tiles
    }

    /// The end of the path.
    #[inline]
    pub(super) fn end(&self) -> PathEnd {
        self.end
    }

    /// Moves the blank, and returns whether its path still fits on a board. If not, it is not moved.
    #[inline]
    pub(super) fn step(&mut self, direction: Direction) -> bool {
        let PathEnd { blank, place, rectangle, hash } = self.end;
        let to = match direction {
            Direction::Up => blank - self.width,
            Direction::Left => blank - 1,
            Direction::Right => blank + 1,
            Direction::Down => blank + self.width,
        };
        let place = place_after(place, direction);
        let rectangle = rectangle.with(place);
        if !rectangle.fits(self.size) {
            return false;
        }
        let tile = self.tiles[to];
        // The cell of the blank follows from those of the tiles.
        let hash = hash ^ part(tile, to) ^ part(tile, blank);
        self.tiles.swap(blank, to);
        self.end = PathEnd { blank: to, place, rectangle, hash };
        true
    }

    /// Undoes the last move of a path that ended here before it.
    #[inline]
    pub(super) fn undo(&mut self, before: PathEnd) {
        self.tiles.swap(self.end.blank, before.blank);
        self.end = before;
    }
}

/// The part of the hash of a tile in a cell: 0 at its start (the mixing function of splitmix64).
fn part(tile: u16, cell: usize) -> u64 {
    if usize::from(tile) == cell {
        return 0;
    }
    let mut word = (u64::from(tile) << 32 | cell as u64).wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ word >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(moves: &str) -> impl Iterator<Item = Direction> {
        tilebench_puzzle::parse_moves(moves).unwrap().into_iter()
    }

    #[test]
    fn paths_of_one_effect_have_one_hash_and_undoing_moves_restores_it() {
        let size = Size::new(3, 3).unwrap();
        let hash = |moves: &str| {
            let mut walk = Walk::new(size);
            assert!(path(moves).all(|direction| walk.step(direction)), "{moves}");
            walk.end().hash
        };
        // Six moves round a square of two by two, and six the other way.
        assert_eq!(hash("RDLURD"), hash("DRULDR"));
        assert_eq!(hash("RL"), hash(""));
        assert_ne!(hash("RD"), hash("DR"));
        let mut walk = Walk::new(size);
        let before = walk.end();
        assert!(walk.step(Direction::Up));
        walk.undo(before);
        assert_eq!((walk.end().hash, walk.tiles), (0, Walk::new(size).tiles));
    }

    #[test]
    fn a_path_fits_if_its_rectangle_does() {
        let size = Size::new(2, 3).unwrap();
        let fits = |moves: &str| {
            let mut walk = Walk::new(size);
            path(moves).all(|direction| walk.step(direction))
        };
        assert!(fits("RRDLL") && !fits("RRR") && !fits("DLUU"));
    }
}
