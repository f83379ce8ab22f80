//! Additive pattern databases as data, for kernels that look up many boards at once.

use tilebench_core::{Domain, Heuristic};
use tilebench_heuristics::{IncrementalPdbs, MultiplePdbs, PdbTable};
use tilebench_puzzle::{Op, Puzzle, Word};

use crate::{UnitDelta, UnitDeltaTables};

/// A heuristic that is made of additive pattern databases.
pub trait AdditivePdbs<D: Domain>: Heuristic<D> {
    /// The tables; `None` for boards of more than 16 cells, if a tile is in no pattern, or if vectors do not support them.
    ///
    /// If there are tables, a memo ([`Heuristic::memo`]) has the entries of all patterns, four bits each, in the order of the tables.
    fn pdb_tables(&self, domain: &D) -> Option<PdbTables<'_, D::State, D::Op>>;
}

impl<W: Word> AdditivePdbs<Puzzle<W>> for IncrementalPdbs {
    fn pdb_tables(&self, puzzle: &Puzzle<W>) -> Option<PdbTables<'_, W, Op>> {
        Some(PdbTables { moves: self.manhattan().unit_delta(puzzle)?, partitions: self.tables(puzzle)? })
    }
}

/// Vectors have two partitions at most, without the blank.
impl<W: Word> AdditivePdbs<Puzzle<W>> for MultiplePdbs {
    fn pdb_tables(&self, _: &Puzzle<W>) -> Option<PdbTables<'_, W, Op>> {
        None
    }
}

/// An estimate that is Manhattan distance plus twice the largest sum, over partitions, of the entries of its patterns, on a
/// board of at most 16 cells.
#[derive(Clone, Debug)]
pub struct PdbTables<'a, S, Op> {
    /// The moves, and their effect on Manhattan distance.
    pub moves: UnitDeltaTables<S, Op>,
    /// By partition. Every tile is in one pattern of each.
    pub partitions: Vec<Vec<PdbTable<'a>>>,
}
