//! The moves of a sliding-tile board as shifts and masks, for searches that make one move on many
//! boards at once.

/// The operator graph of a board of at most 16 cells, with what each move does to an estimate that
/// every move changes by exactly one.
///
/// A *site* is the blank's cell together with its last move, as in [`crate::StaticGraph`]: all boards
/// that a search reaches at one site have the same operators, and a move takes a tile between the
/// same two cells in all of them. So what is left to look up of a board is one bit: whether its tile
/// there moves away from the goal; and, for an estimate that counts [`Conflicts`], one more.
#[derive(Clone, Debug)]
pub struct Slides<S, Op> {
    /// A state with four bits a cell, the first cell lowest, the blank as zero.
    pub word: fn(S) -> u64,
    /// The goal in that form.
    pub goal: u64,
    /// By site: the operator that leads to it, and the ones that may follow, in operator order and
    /// without the one that undoes the arrival. There is at least one.
    pub sites: Vec<Site<Op>>,
    /// For an estimate that depends on the order of the tiles in their goal lines, how it does.
    pub conflicts: Option<Conflicts>,
}

/// An arrival of the blank at a cell by a move.
#[derive(Clone, Debug)]
pub struct Site<Op> {
    /// The move.
    pub op: Op,
    /// What may follow.
    pub next: Vec<Slide<Op>>,
}

/// A move from a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slide<Op> {
    /// The operator.
    pub op: Op,
    /// The cell that the blank leaves, which is where the tile goes; below 16.
    pub from: u8,
    /// The cell that the blank enters, which is where the tile was; below 16.
    pub to: u8,
    /// Bit t is set where the move takes tile t away from the goal, so that the estimate grows by one.
    /// For the other tiles it falls by one. [`Conflicts`] may turn either into the other.
    pub away: u16,
    /// The number of the site that it leads to.
    pub site: usize,
}

/// What tiles in their goal lines that stand in each other's way do to an estimate.
///
/// A row or a column is a number, its code: a digit a cell, which tells where in the line the goal of the tile there is,
/// or 0 where the tile does not belong to the line. The codes of all rows are one word, and those of all columns another.
/// A move adds a constant to each, and whether the estimate rises or falls is a bit of a table, by the code of one line.
#[derive(Clone, Debug)]
pub struct Conflicts {
    /// By cell and tile: what the tile there adds to the word of the rows and to that of the columns; nothing for the
    /// blank, tile 0.
    pub terms: Box<[[[u64; 2]; 16]; 16]>,
    /// By site: what lies across the move that leads to it.
    pub crossings: Vec<Crossing>,
}

/// The lines across a move: the one that the tile leaves and the one that it enters.
#[derive(Clone, Debug)]
pub struct Crossing {
    /// 0 where they are rows, 1 where they are columns.
    pub across: usize,
    /// By tile: what is added to the word of the rows and to that of the columns.
    pub changes: [[u64; 2]; 16],
    /// By tile: the bit of the word at which its goal line begins, which is one of the two; for a tile of another goal line
    /// one from which on the word is 0. At most 54.
    pub first: [u8; 16],
    /// The bits of a code, from the lowest on; at most ten.
    pub code: u64,
    /// Bit c is set where in a line of code c the tile of the move is one too many: one tile more has to leave the line
    /// than if it were not there. For the line with the tile in it, be that before the move or after it, the estimate does
    /// not do what [`Slide::away`] says, but the reverse.
    pub hinders: [u64; 16],
}
