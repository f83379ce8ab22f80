//! What a move does to the codes of a board's lines, for estimates that count conflicts in lines.

use std::sync::Arc;

use tilebench_core::Conflicts;

use super::kernel::WIDTH;

/// The lines across a move, with what it does to the words of codes.
#[derive(Clone, Debug)]
pub(super) struct Across {
    /// Whether they are columns.
    pub(super) are_columns: bool,
    /// By tile: what is added to the codes of the lines along the move.
    pub(super) along: [u64; 16],
    /// And to those of the lines across it.
    pub(super) across: [u64; 16],
    /// By tile: the bit at which its goal line begins, of the two that the tile leaves and enters.
    pub(super) first: [u64; 16],
    /// The tiles that have one, as 16 bits, four times.
    pub(super) belongs: u64,
    /// The bit, in a row of the table, of the place that the tile has in either line.
    pub(super) place: u64,
    /// The bits of a line's code, from the lowest on.
    pub(super) code: u64,
    /// By code which places hinder others, and so many rows more that a word can be read from any code on.
    pub(super) hinders: Arc<[u8]>,
}

impl Across {
    /// Whether, of all tiles, `tile` is one too many in its goal line, that being one that it leaves or enters by the
    /// move: 1 or 0. The codes across are `before` and `after` the move.
    #[inline]
    pub(super) fn hinders(&self, tile: u64, before: u64, after: u64) -> u64 {
        // The line has the tile in it either before the move or after it, and a digit of nothing is 0.
        let code = (before | after) >> (self.first[(tile & 15) as usize] & 63) & self.code;
        let is_one = u64::from(u64::from(self.hinders[code as usize]) & self.place != 0);
        is_one & self.belongs >> tile
    }
}

/// What moves do to codes, by the sites that they lead to.
#[derive(Clone, Debug)]
pub(super) struct Codes {
    /// By cell and tile: its digits in the words of the rows and of the columns.
    terms: Box<[[[u64; 2]; 16]; 16]>,
    across: Vec<Across>,
}

impl Codes {
    /// The codes of `conflicts`.
    pub(super) fn new(conflicts: &Conflicts) -> Self {
        // A word may be read from any code on.
        let hinders = conflicts.hinders.each_ref().map(|rows| {
            let padded = rows.iter().copied().chain([0; WIDTH]);
            padded.collect::<Arc<[u8]>>()
        });
        let across = conflicts.crossings.iter().map(|crossing| {
            let change = |axis: usize| crossing.changes.map(|change| change[axis]);
            let across = crossing.across & 1;
            Across {
                are_columns: across == 1,
                along: change(1 - across),
                across: change(across),
                first: crossing.first.map(u64::from),
                belongs: u64::from(crossing.belongs) * 0x0001_0001_0001_0001,
                place: 1 << (crossing.place & 7),
                code: conflicts.hinders[across].len() as u64 - 1,
                hinders: Arc::clone(&hinders[across]),
            }
        });
        Self { terms: conflicts.terms.clone(), across: across.collect() }
    }

    /// The codes of the rows and of the columns of `board`, whose blank is zero.
    pub(super) fn of(&self, board: u64) -> [u64; 2] {
        let terms = self.terms.iter().zip(0..).map(|(terms, cell)| terms[(board >> (4 * cell) & 15) as usize]);
        terms.fold([0; 2], |sums, term| [sums[0].wrapping_add(term[0]), sums[1].wrapping_add(term[1])])
    }

    /// The lines across the move that leads to `site`.
    #[inline]
    pub(super) fn across(&self, site: usize) -> &Across {
        &self.across[site]
    }
}
