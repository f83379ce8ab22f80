//! The effect of a move on the codes of a board's lines, for estimates that count conflicts in lines.

use crate::{LineCrossing, LineTables};

/// The lines across a move, with its effect on the words of codes.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    /// Whether they are columns.
    pub(super) are_columns: bool,
    /// By tile: the number added to the codes of the lines along the move.
    pub(super) along: [u64; 16],
    /// And to those of the lines across it.
    pub(super) across: [u64; 16],
    /// By tile: the bit at which the code of its goal line begins, if that is one that the tile leaves or enters, or else
    /// zeros do.
    pub(super) first: [u64; 16],
    /// The bits of a code, from the lowest on: at most ten.
    pub(super) code: u64,
    /// One bit per code: whether the tile of the move is one too many in such a line.
    pub(super) adds_conflict: [u64; 16],
    /// The same, a byte a code, for all words of ten bits that end in one: a processor without vectors has it in one load.
    hindered: [u8; 1 << MOST_BITS],
}

/// The maximum number of bits of a code.
const MOST_BITS: u32 = 10;

impl Lines {
    pub(super) fn new(crossing: &LineCrossing) -> Self {
        let axis = crossing.across & 1;
        let change = |axis: usize| crossing.changes.map(|change| change[axis]);
        let terms = [change(1 - axis), change(axis), crossing.first.map(u64::from)];
        Self::with(axis == 1, terms, crossing.code, crossing.adds_conflict)
    }

    /// Lines from the numbers added along and across the move, the first bits of the codes, the bits of a code, and the
    /// tiles they hinder.
    pub(super) fn with(
        are_columns: bool,
        [along, across, first]: [[u64; 16]; 3],
        code: u64,
        adds_conflict: [u64; 16],
    ) -> Self {
        let mut hindered = [0; 1 << MOST_BITS];
        for (bits, hindered) in (0..).zip(&mut hindered) {
            let code = bits & code;
            *hindered = u8::from(adds_conflict[(code >> 6 & 15) as usize] >> (code & 63) & 1 == 1);
        }
        Self { are_columns, along, across, first, code, adds_conflict, hindered }
    }

    /// Whether `tile` is one too many in its goal line, if it leaves or enters that: 1 or 0. The codes across are `before`
    /// and `after` the move.
    #[inline]
    pub(super) fn adds_conflict(&self, tile: usize, before: u64, after: u64) -> u64 {
        // Of all lines across only that one changes, and its code is larger with the tile in it.
        let code = before.max(after).rotate_right((self.first[tile & 15] & 63) as u32);
        let adds_conflict = u64::from(self.hindered[(code & ((1 << MOST_BITS) - 1)) as usize]);
        let code = code & self.code;
        debug_assert_eq!(
            adds_conflict,
            self.adds_conflict[(code >> 6 & 15) as usize] >> (code & 63) & 1,
            "the two tables differ"
        );
        adds_conflict
    }
}

/// The effect of moves on codes, by the sites to which they lead.
#[derive(Clone, Debug)]
pub(super) struct Codes {
    /// By cell and tile: its digits in the words of the rows and of the columns.
    terms: Box<[[[u64; 2]; 16]; 16]>,
    across: Vec<Lines>,
}

impl Codes {
    /// The codes of `conflicts`.
    pub(super) fn new(conflicts: &LineTables) -> Self {
        Self { terms: conflicts.terms.clone(), across: conflicts.crossings.iter().map(Lines::new).collect() }
    }

    /// The codes of the rows and of the columns of `board`, whose blank is zero.
    pub(super) fn of(&self, board: u64) -> [u64; 2] {
        let terms = self.terms.iter().zip(0..).map(|(terms, cell)| terms[(board >> (4 * cell) & 15) as usize]);
        terms.fold([0; 2], |sums, term| [sums[0].wrapping_add(term[0]), sums[1].wrapping_add(term[1])])
    }

    /// The lines across the move that leads to `site`.
    #[inline]
    pub(super) fn across(&self, site: usize) -> &Lines {
        &self.across[site]
    }
}
