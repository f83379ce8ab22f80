//! Routes of the blank to the cell in front of a tile.

use super::blank_routing::BlankRouting;
use super::working_board::WorkingBoard;

/// The eight cells around a tile, clockwise from the upper left; `None` for cells that are not free.
type Ring = [Option<usize>; 8];

/// The row and column offsets from a tile to the cells of its ring.
const RING: [(isize, isize); 8] = [(-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)];

/// Moves the blank to `front`, a neighbour of the cell `tile`, around this cell and over no cell that is placed or in
/// `avoid`. Returns whether a path exists.
pub(super) fn route_blank(board: &mut WorkingBoard, front: usize, tile: usize, avoid: &[usize]) -> bool {
    if board.routing() != BlankRouting::Shortest && along_ring(board, front, tile, avoid).is_some() {
        return true;
    }
    let mut obstacles = vec![tile];
    obstacles.extend_from_slice(avoid);
    board.move_blank(front, &obstacles)
}

/// Moves the blank to the ring and along it to `front`; `None` if the path is blocked, with the blank in any cell.
fn along_ring(board: &mut WorkingBoard, front: usize, tile: usize, avoid: &[usize]) -> Option<()> {
    let ring = ring(board, tile, avoid);
    while !ring.contains(&Some(board.blank())) {
        let towards = if board.routing() == BlankRouting::Fixed { tile } else { nearest(board, &ring)? };
        let to = nearer(board, towards, avoid)?;
        board.step(to);
    }
    let (clockwise, counter) = (path_along_ring(board, &ring, front, 1), path_along_ring(board, &ring, front, 7));
    let path = match (clockwise, counter) {
        (Some(clockwise), Some(counter))
            if board.routing() == BlankRouting::Around && counter.len() < clockwise.len() =>
        {
            counter
        }
        (clockwise, counter) => clockwise.or(counter)?,
    };
    for cell in path {
        board.step(cell);
    }
    Some(())
}

fn ring(board: &WorkingBoard, tile: usize, avoid: &[usize]) -> Ring {
    let (row, col) = (tile / board.cols(), tile % board.cols());
    RING.map(|(down, right)| {
        let (row, col) = (row.checked_add_signed(down)?, col.checked_add_signed(right)?);
        let cell = row * board.cols() + col;
        (row < board.rows() && col < board.cols() && board.is_free(cell, avoid)).then_some(cell)
    })
}

/// The free cell of the ring with the minimum Manhattan distance from the blank.
fn nearest(board: &WorkingBoard, ring: &Ring) -> Option<usize> {
    let (row, col) = (board.blank() / board.cols(), board.blank() % board.cols());
    let apart = |cell: &usize| (cell / board.cols()).abs_diff(row) + (cell % board.cols()).abs_diff(col);
    ring.iter().flatten().copied().min_by_key(apart)
}

/// The free neighbour of the blank that is nearer to `to`: horizontal, or else vertical.
fn nearer(board: &WorkingBoard, to: usize, avoid: &[usize]) -> Option<usize> {
    let (blank, cols) = (board.blank(), board.cols());
    let horizontal = match (to % cols).cmp(&(blank % cols)) {
        core::cmp::Ordering::Less => Some(blank - 1),
        core::cmp::Ordering::Equal => None,
        core::cmp::Ordering::Greater => Some(blank + 1),
    };
    let vertical = match (to / cols).cmp(&(blank / cols)) {
        core::cmp::Ordering::Less => Some(blank - cols),
        core::cmp::Ordering::Equal => None,
        core::cmp::Ordering::Greater => Some(blank + cols),
    };
    [horizontal, vertical].into_iter().flatten().find(|&cell| board.is_free(cell, avoid))
}

/// The cells from the blank along the ring to `front` in steps of `by`, if all are free.
fn path_along_ring(board: &WorkingBoard, ring: &Ring, front: usize, by: usize) -> Option<Vec<usize>> {
    let mut at = ring.iter().position(|&cell| cell == Some(board.blank()))?;
    let mut path = Vec::new();
    while ring[at] != Some(front) {
        at = (at + by) % ring.len();
        // A second round finds no other cells.
        if path.len() == ring.len() {
            return None;
        }
        path.push(ring[at]?);
    }
    Some(path)
}
