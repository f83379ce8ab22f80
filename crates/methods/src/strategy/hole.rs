//! Ways of the blank to the cell in front of the tile that it is to move.

use super::canvas::Canvas;

/// How the blank gets in front of a tile.
///
/// Two ways keep to the ring of up to eight cells around the tile. On it they turn as seen on the
/// board that is mirrored so that the blank belongs nearest to the last cell. Where placed or parked
/// tiles bar the next step towards the ring, or both ways along it, the rest is a shortest way: never
/// by `Around` on random boards up to 20x20, and by `Fixed` about once a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hole {
    /// By a shortest way among the cells that are free.
    #[default]
    Shortest,
    /// To the nearest cell of the ring, sideways before up or down, and then along the ring whichever
    /// way is shorter, as in an applet of the late 1990s.
    Around,
    /// Straight for the tile, sideways before up or down, and then clockwise along the ring, the other
    /// way only if that is barred; the last 2x2 turns clockwise too. After the fixed routines of a
    /// "brute force" program beside a code-golf answer of 2012.
    Fixed,
}

impl Hole {
    /// All ways with the names by which they are chosen.
    pub(crate) const ALL: &'static [(&'static str, Self)] =
        &[("shortest", Self::Shortest), ("around", Self::Around), ("fixed", Self::Fixed)];
}

/// Up to eight cells around a tile, clockwise from above left; `None` for those that are not free.
type Ring = [Option<usize>; 8];

/// Rows and columns from a tile to the cells of its ring.
const RING: [(isize, isize); 8] = [(-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)];

/// Leads the blank to `front`, a neighbour of the tile in the cell `tile`, past that tile and over no
/// cell that is placed or in `avoid`. Returns whether there is a way.
pub(super) fn lead(canvas: &mut Canvas, front: usize, tile: usize, avoid: &[usize]) -> bool {
    if canvas.hole() != Hole::Shortest && along_ring(canvas, front, tile, avoid).is_some() {
        return true;
    }
    let mut obstacles = vec![tile];
    obstacles.extend_from_slice(avoid);
    canvas.walk(front, &obstacles)
}

/// Leads the blank to the ring and along it to `front`; `None` if the way is barred, with the blank in any cell.
fn along_ring(canvas: &mut Canvas, front: usize, tile: usize, avoid: &[usize]) -> Option<()> {
    let ring = ring(canvas, tile, avoid);
    while !ring.contains(&Some(canvas.blank())) {
        let towards = if canvas.hole() == Hole::Fixed { tile } else { nearest(canvas, &ring)? };
        let to = nearer(canvas, towards, avoid)?;
        canvas.step(to);
    }
    let (clockwise, counter) = (turn(canvas, &ring, front, 1), turn(canvas, &ring, front, 7));
    let way = match (clockwise, counter) {
        (Some(clockwise), Some(counter)) if canvas.hole() == Hole::Around && counter.len() < clockwise.len() => counter,
        (clockwise, counter) => clockwise.or(counter)?,
    };
    for cell in way {
        canvas.step(cell);
    }
    Some(())
}

fn ring(canvas: &Canvas, tile: usize, avoid: &[usize]) -> Ring {
    let (row, col) = (tile / canvas.cols(), tile % canvas.cols());
    RING.map(|(down, right)| {
        let (row, col) = (row.checked_add_signed(down)?, col.checked_add_signed(right)?);
        let cell = row * canvas.cols() + col;
        (row < canvas.rows() && col < canvas.cols() && canvas.is_free(cell, avoid)).then_some(cell)
    })
}

/// The free cell of the ring that is fewest rows and columns from the blank.
fn nearest(canvas: &Canvas, ring: &Ring) -> Option<usize> {
    let (row, col) = (canvas.blank() / canvas.cols(), canvas.blank() % canvas.cols());
    let apart = |cell: &usize| (cell / canvas.cols()).abs_diff(row) + (cell % canvas.cols()).abs_diff(col);
    ring.iter().flatten().copied().min_by_key(apart)
}

/// The free neighbour of the blank that is nearer to `to`: sideways, or else up or down.
fn nearer(canvas: &Canvas, to: usize, avoid: &[usize]) -> Option<usize> {
    let (blank, cols) = (canvas.blank(), canvas.cols());
    let sideways = match (to % cols).cmp(&(blank % cols)) {
        core::cmp::Ordering::Less => Some(blank - 1),
        core::cmp::Ordering::Equal => None,
        core::cmp::Ordering::Greater => Some(blank + 1),
    };
    let lengthways = match (to / cols).cmp(&(blank / cols)) {
        core::cmp::Ordering::Less => Some(blank - cols),
        core::cmp::Ordering::Equal => None,
        core::cmp::Ordering::Greater => Some(blank + cols),
    };
    [sideways, lengthways].into_iter().flatten().find(|&cell| canvas.is_free(cell, avoid))
}

/// The cells from the blank along the ring to `front` in steps of `by`, if all are free.
fn turn(canvas: &Canvas, ring: &Ring, front: usize, by: usize) -> Option<Vec<usize>> {
    let mut at = ring.iter().position(|&cell| cell == Some(canvas.blank()))?;
    let mut way = Vec::new();
    while ring[at] != Some(front) {
        at = (at + by) % ring.len();
        // Twice around finds no cell that once around did not.
        if way.len() == ring.len() {
            return None;
        }
        way.push(ring[at]?);
    }
    Some(way)
}
