//! The effect of a move on the codes of a board's lines, for estimates that count conflicts in lines.

use crate::{LineCrossing, LineTables};

/// The lines across a move, with its effect on the words of codes.
#[derive(Clone, Debug)]
pub(super) struct LineDelta {
    /// Whether they are columns.
    pub(super) are_columns: bool,
    /// By tile: the number added to the codes of the lines along the move.
    pub(super) along: [u64; 16],
    /// And to those of the lines across it.
    pub(super) across: [u64; 16],
    /// By tile: the bit at which the code of its goal line begins, if the tile leaves or enters that line; otherwise a bit
    /// from which on the word is 0.
    pub(super) first: [u64; 16],
    /// The mask of a code: at most the lowest ten bits.
    pub(super) code: u64,
    /// One bit per code: whether the tile of the move adds a conflict to a line of that code.
    pub(super) adds_conflict: [u64; 16],
    /// The same with one byte per code, for every word of ten bits whose low bits are a code: one load in portable code.
    adds_conflict_bytes: [u8; 1 << MAX_CODE_BITS],
}

/// The maximum number of bits of a code.
const MAX_CODE_BITS: u32 = 10;

impl LineDelta {
    pub(super) fn new(crossing: &LineCrossing) -> Self {
        let axis = crossing.across & 1;
        let change = |axis: usize| crossing.changes.map(|change| change[axis]);
        let terms = [change(1 - axis), change(axis), crossing.first.map(u64::from)];
        Self::from_terms(axis == 1, terms, crossing.code, crossing.adds_conflict)
    }

    /// A `LineDelta` from the numbers added along and across the move, the first bits of the codes, the mask of a code, and the
    /// codes to which the tile adds a conflict.
    pub(super) fn from_terms(
        are_columns: bool,
        [along, across, first]: [[u64; 16]; 3],
        code: u64,
        adds_conflict: [u64; 16],
    ) -> Self {
        let mut adds_conflict_bytes = [0; 1 << MAX_CODE_BITS];
        for (bits, byte) in (0..).zip(&mut adds_conflict_bytes) {
            let code = bits & code;
            *byte = u8::from(adds_conflict[(code >> 6 & 15) as usize] >> (code & 63) & 1 == 1);
        }
        Self { are_columns, along, across, first, code, adds_conflict, adds_conflict_bytes }
    }

    /// 1 if `tile` leaves or enters its goal line and adds a conflict to it, else 0. The codes across are `before` and
    /// `after` the move.
    #[inline]
    pub(super) fn adds_conflict(&self, tile: usize, before: u64, after: u64) -> u64 {
        // Of all lines across only that one changes, and its code is larger with the tile in it.
        let code = before.max(after).rotate_right((self.first[tile & 15] & 63) as u32);
        let adds_conflict = u64::from(self.adds_conflict_bytes[(code & ((1 << MAX_CODE_BITS) - 1)) as usize]);
        let code = code & self.code;
        debug_assert_eq!(
            adds_conflict,
            self.adds_conflict[(code >> 6 & 15) as usize] >> (code & 63) & 1,
            "the two tables differ"
        );
        adds_conflict
    }
}

/// The effect of moves on codes, by the contexts to which they lead.
#[derive(Clone, Debug)]
pub(super) struct LineDeltas {
    /// By cell and tile: its digits in the words of the rows and of the columns.
    terms: Box<[[[u64; 2]; 16]; 16]>,
    across: Vec<LineDelta>,
}

impl LineDeltas {
    /// The deltas of `conflicts`.
    pub(super) fn new(conflicts: &LineTables) -> Self {
        Self { terms: conflicts.terms.clone(), across: conflicts.crossings.iter().map(LineDelta::new).collect() }
    }

    /// The codes of the rows and of the columns of `board`, whose blank is zero.
    pub(super) fn codes_of(&self, board: u64) -> [u64; 2] {
        let terms = self.terms.iter().zip(0..).map(|(terms, cell)| terms[(board >> (4 * cell) & 15) as usize]);
        terms.fold([0; 2], |sums, term| [sums[0].wrapping_add(term[0]), sums[1].wrapping_add(term[1])])
    }

    /// The lines across the move that leads to `context`.
    #[inline]
    pub(super) fn across(&self, context: usize) -> &LineDelta {
        &self.across[context]
    }
}
