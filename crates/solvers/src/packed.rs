//! Best-first search in memory with a word a node: A* and weighted A*.
//!
//! **What it does.** What [`best_first`](crate::best_first) does, in less memory and time. A node is one slot of a hash
//! table, 8 bytes for states of up to 64 bits and 16 for larger ones: most of its state follows from
//! where the slot is, and g, the operator that arrives and whether it was expanded are in the spare bits.
//! The open list holds references of 4 bytes to slots. Up to 16 nodes of the best priority and g are
//! expanded together: all their successors are produced and the memory in which they are looked for is
//! asked for before the first is looked up, so that the processor waits for many at once.
//!
//! **Order.** The least f first, then by g (`tie` is `high-g` or `low-g`), then the last in. A batch is taken
//! from open whole: where a goal is in it, the search ends and none of it is expanded; else all of it is
//! expanded in the order in which it was taken, then the successors are kept in the order in which they
//! were produced. A successor of the first that is better than the second is therefore expanded after
//! it. No order depends on where in the table a node is, or on when the table grew.
//!
//! **Guarantees.** Those of [`best_first`](crate::best_first): a goal ends the search only where none of open is better, and
//! a cheaper path to an expanded state re-opens it, unless that is not wanted. With a consistent heuristic
//! and w = 1 all of a batch have the least f, which no successor goes below, so that each is closed on
//! a shortest path: the states expanded below the last f are the same, none is expanded twice, and the
//! counts differ in the last f alone.
//!
//! **Counting.** As everywhere. Of a batch in which the node limit or the stop flag ends the search, successors
//! were counted that were not kept.
//!
//! **Memory.** The table begins with 256 KiB for states of 60 bits, 2 KiB for 32, and doubles at three quarters full,
//! or where g needs another bit. On Linux it does so in place, and while it does, holds a byte for each slot of before and
//! some 24 for each of the few nodes that are far from their first bucket; elsewhere old and new are held at once. All
//! of it is counted. Where the memory limit does not allow it to double it is filled to the last place, at more
//! than 9 of 10 slots. There are at most 2^32 slots. Open takes a little more than 4 bytes a reference, and 32
//! bytes for each priority from 0 up and 8 for each g.
//!
//! **References.** Knuth, *The Art of Computer Programming* 3, section 6.4, and J. Cleary, *`BitPacked` hash tables
//! using bidirectional linear probing*, IEEE Transactions on Computers 33, 1984 (quotients); E. Burns, M.
//! Hatem, M. Leighton and W. Ruml, *Implementing fast heuristic search code*, Symposium on Combinatorial Search 2012 (buckets, packed
//! states).

mod bucket;
mod mix;
mod open;
mod probes;
mod search;
mod slot;
mod slots;
mod stacks;
mod table;

use tilebench_core::{BitPacked, Control, Counters, End, Estimate, Heuristic, Outcome};

use self::open::Open;
use self::search::Search;
use self::table::Table;
use crate::best_first::{Config, Store, Tie};
use crate::limit_checker::LimitChecker;

/// Whether best-first search can run with these parameters on `domain`, or why not.
///
/// # Errors
///
/// Where packed lists cannot do what is asked.
pub fn supports<D: BitPacked>(domain: &D, config: &Config) -> Result<(), String> {
    if config.store != Store::Packed {
        return Ok(());
    }
    if !D::UNIT_COST {
        return Err("packed lists need operators that all cost 1: use store memory".to_owned());
    }
    if matches!(config.tie, Tie::Fifo | Tie::Lifo) {
        return Err("packed lists keep no order of generation: use tie high-g or low-g, or store memory".to_owned());
    }
    if !config.is_plain() {
        return Err("queue, undo, estimate and measure-table are of plain lists: leave them out, or use store memory"
            .to_owned());
    }
    if Table::<D::Code>::first(domain.code_bits(), D::OP_BITS).is_none() {
        let bits = domain.code_bits();
        return Err(format!("states of {bits} bits leave no space for a node in a packed slot: use store memory"));
    }
    Ok(())
}

/// Searches for a path from `start` to a goal. What [`supports`] refuses ends as [`End::MemoryLimit`].
pub fn solve<D: BitPacked, H: Heuristic<D>>(
    domain: &D,
    heuristic: &H,
    start: D::State,
    config: &Config,
    control: &Control<'_>,
) -> Outcome<D::Op> {
    let h0 = heuristic.estimate(domain, start);
    let unsolved = |end, counters| Outcome { end, path: Vec::new(), h0: Some(h0), counters };
    let (bits, op_bits) = (domain.code_bits(), D::OP_BITS);
    let allowed = |log: &u32| Table::<D::Code>::bytes_of(*log) <= control.limits.bytes;
    let first = Table::<D::Code>::first(bits, op_bits).filter(allowed);
    let Some(table) = first.and_then(|log| Table::new(bits, op_bits, log)) else {
        return unsolved(End::MemoryLimit, Counters { generated: 1, evaluated: 1, ..Counters::default() });
    };
    let mut search = Search {
        domain,
        heuristic,
        weight: config.weight(),
        reopen: config.reopen,
        counters: Counters { peak_bytes: table.bytes(), ..Counters::default() },
        full_at: table.load(),
        table,
        open: Open::new(config.tie == Tie::LowG),
        open_nodes: 0,
        meter: LimitChecker::new(control.budget()),
        references: Vec::new(),
        batch: Vec::new(),
        successors: Vec::new(),
    };
    let result = search.run(start, h0);
    let counters = search.counters();
    match result {
        Ok(goal) => Outcome { end: End::Solved, path: search.path(goal), h0: Some(h0), counters },
        Err(end) => unsolved(end, counters),
    }
}
