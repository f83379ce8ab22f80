//! The moves of a sliding-tile board as shifts and masks, for searches that make one move on many
//! boards at once.

/// The operator graph of a board of at most 16 cells, with what each move does to an estimate that
/// every move changes by exactly one.
///
/// A *site* is the blank's cell together with its last move, as in [`crate::StaticGraph`]: all boards
/// that a search reaches at one site have the same operators, and a move takes a tile between the
/// same two cells in all of them. So what is left to look up of a board is one bit: whether its tile
/// there moves away from the goal.
#[derive(Clone, Debug)]
pub struct Slides<S, Op> {
    /// A state with four bits a cell, the first cell lowest, the blank as zero.
    pub word: fn(S) -> u64,
    /// The goal in that form.
    pub goal: u64,
    /// By site: the operator that leads to it, and the ones that may follow, in operator order and
    /// without the one that undoes the arrival. There is at least one.
    pub sites: Vec<Site<Op>>,
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
    /// For the other tiles it falls by one.
    pub away: u16,
    /// The number of the site that it leads to.
    pub site: usize,
}
