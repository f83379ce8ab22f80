//! What a table is, before there is one.

use crate::Watch;

/// All that decides the bytes of a table.
pub trait Recipe: Sync {
    /// What the table is, in one line: equal lines mean equal bytes, in every version of the
    /// program. `pattern 4x4 cells=1,2,3`.
    fn identity(&self) -> String;

    /// A short name for files and people, of letters, digits, `x` and `-`: `pattern-4x4-1-2-3`.
    fn name(&self) -> String;

    /// The length of the table.
    fn bytes(&self) -> u64;

    /// Computes the table, telling `watch` how far it is by [`Event::Progress`](crate::Event).
    ///
    /// Others wait for it, in this process and in others: it must not ask for the same table.
    fn build(&self, watch: &dyn Watch) -> Vec<u8>;
}
