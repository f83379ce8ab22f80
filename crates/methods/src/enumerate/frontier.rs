//! The first layers of any space: frontier search with delayed duplicate detection.
//!
//! **What it does.** A state carries one bit for each direction in which a parent lies, and is not
//! expanded back there. All neighbours in the layer behind are parents, so no state of an earlier layer
//! is ever generated again, and duplicates are within one layer. Generated states are distributed to
//! piles by hash ([`piles`]), and when the layer is whole, one pile after the other goes through a
//! table in the cache ([`table`]) that joins the ways back of equal states; the remaining states are
//! counted and expanded at once, so that a layer without duplicates is never stored. Threads take piles
//! from one queue and write to piles of their own.
//!
//! **Guarantees.** Exact for every rectangle of up to 25 cells and every start. A layer whose states
//! could all be generated is counted, even if those of the next do not fit any more.
//!
//! **Memory and disk.** The generated states of two layers, duplicates included, in words of 8 bytes up to
//! 16 cells and 16 above, in memory and in files. The memory limit is kept, by shares ([`plan`]). Without
//! files (a disk limit of 0), the generated states of one layer can take almost half of the memory. With
//! files, all states of a pile have to fit into the table of a thread, and an index of the pieces in the
//! files into memory: 2 MiB and two threads do for layers of two million states, and twice the memory for
//! four times as many.
//!
//! **Counting.** The node limit counts successors that are not behind ways back, and ends the
//! enumeration before the expansion that could exceed it.
//!
//! **Deviations from the papers.** Korf sorts files; here piles are hashed, as in his linear-time
//! variant (Korf 2008), which needs no order.
//!
//! **References.** Korf 2004 (used operators instead of earlier layers); Korf 2008 (hashing to files,
//! expansion while merging).

mod account;
mod packed;
mod piles;
mod plan;
mod spill;
mod table;

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use tilebench_core::{Cost, SearchBudget, SearchContext, Termination};
use tilebench_puzzle::Grid;

use self::account::Account;
pub(crate) use self::packed::{Moves, Packed};
use self::piles::{Inbox, Outbox, Pile};
use self::plan::Plan;
use self::spill::Disk;
use self::table::Table;
use super::{Enumeration, side_by_side};

/// The data shared by all threads.
#[derive(Debug)]
struct Search<'a> {
    moves: Moves,
    plan: Plan,
    budget: SearchBudget<'a>,
    memory: &'a Account,
    disk: &'a Disk,
    /// Successors, counted before they are generated.
    generated: Account,
}

/// The data that a thread keeps from layer to layer.
#[derive(Debug)]
struct Worker<'a, W> {
    table: Table<'a, W>,
    read: Vec<u8>,
    write: Vec<u8>,
}

/// The result of a thread for its piles.
#[derive(Debug)]
struct Share<'a, W> {
    /// The states of the layer.
    states: u64,
    /// Their successors, or the reason why some are missing; `None` if none were requested.
    next: Option<Result<Outbox<'a, W>, Termination>>,
}

/// Passes to `each` the number of states at each distance from `start`, nearest first.
pub(crate) fn count<D: Grid>(
    domain: &D,
    start: D::State,
    jobs: usize,
    scratch: &Path,
    context: &SearchContext<'_>,
    each: &mut dyn FnMut(Cost, u64),
) -> Enumeration {
    let limits = context.limits;
    let memory = Account::new(limits.bytes);
    let disk = Disk::new(scratch, limits.disk);
    let moves = Moves::new(domain.rows(), domain.cols());
    let tile_at = |cell| domain.tile_at(start, cell);
    let budget = context.budget();
    let jobs = jobs.max(1);
    let result = if domain.cells() <= <u64 as Packed>::CELLS {
        let start = moves.pack(tile_at);
        let plan = Plan::new::<u64>(limits.bytes, jobs, Pile::<u64>::BYTES);
        let generated = Account::new(limits.generated);
        Search { moves, plan, budget, memory: &memory, disk: &disk, generated }.run::<u64>(start, each)
    } else {
        let start = moves.pack(tile_at);
        let plan = Plan::new::<u128>(limits.bytes, jobs, Pile::<u128>::BYTES);
        let generated = Account::new(limits.generated);
        Search { moves, plan, budget, memory: &memory, disk: &disk, generated }.run::<u128>(start, each)
    };
    Enumeration {
        end: result.err().unwrap_or(Termination::Exhausted),
        peak_bytes: memory.peak(),
        peak_disk: disk.peak(),
    }
}

impl<'a> Search<'a> {
    fn run<W: Packed>(&self, start: W, each: &mut dyn FnMut(Cost, u64)) -> Result<(), Termination> {
        if !self.plan.take_buffers(self.memory) {
            return Err(Termination::MemoryLimit);
        }
        let worker = |_| Worker {
            table: Table::new(self.plan.table, self.memory),
            read: Vec::with_capacity(self.plan.buffer),
            write: Vec::with_capacity(self.plan.buffer),
        };
        let mut workers: Vec<Worker<'a, W>> = (0..self.plan.jobs).map(worker).collect();
        let mut first = Outbox::new(self.plan, 0, self.memory, self.disk)?;
        first.push(start, &mut workers[0].write);
        first.finish()?;
        let mut inbox = Inbox::new(vec![first]);
        let mut left = self.moves.states();
        for depth in 0.. {
            let is_last = depth == self.budget.limits.depth;
            let (states, next) = self.layer(inbox, is_last, &mut workers)?;
            each(depth, states);
            left -= u128::from(states);
            if left == 0 {
                break;
            }
            inbox = next?;
        }
        Ok(())
    }

    /// Counts the states of a layer, and generates the next one unless this is the last.
    fn layer<W: Packed>(
        &self,
        inbox: Inbox<'a, W>,
        is_last: bool,
        workers: &mut [Worker<'a, W>],
    ) -> Result<(u64, Result<Inbox<'a, W>, Termination>), Termination> {
        let skipped = inbox.bits();
        let bits = self.plan.bits(3 * inbox.states());
        let queue = Mutex::new(inbox);
        let work = |worker: &mut Worker<'a, W>| self.work(&queue, skipped, bits, is_last, worker);
        let shares = side_by_side(workers, work).into_iter().collect::<Result<Vec<Share<'a, W>>, Termination>>()?;
        let states = shares.iter().map(|share| share.states).sum();
        let next: Option<Result<Vec<_>, Termination>> = shares.into_iter().map(|share| share.next).collect();
        Ok((states, next.unwrap_or(Err(Termination::DepthLimit)).map(Inbox::new)))
    }

    /// Counts and expands the states of piles as long as there are any.
    fn work<W: Packed>(
        &self,
        queue: &Mutex<Inbox<'a, W>>,
        skipped: u32,
        bits: u32,
        is_last: bool,
        worker: &mut Worker<'a, W>,
    ) -> Result<Share<'a, W>, Termination> {
        let mut next = if is_last { None } else { Some(Outbox::new(self.plan, bits, self.memory, self.disk)) };
        let mut states = 0;
        loop {
            // A panic elsewhere comes up when its thread is joined.
            let load = queue.lock().unwrap_or_else(PoisonError::into_inner).take();
            let Some(load) = load else { break };
            self.budget.check_stop()?;
            worker.table.clear_for(load.states, skipped)?;
            load.drain(&mut worker.read, |state| worker.table.insert(state))?;
            let found = worker.table.states();
            states += found.len() as u64;
            if let Some(Ok(outbox)) = &mut next
                && let Err(end) = self.expand(found, outbox, &mut worker.write)
            {
                // Its states give way to the rest of this layer.
                next = Some(Err(end));
            }
        }
        let next = next.map(|outbox| outbox.and_then(|mut outbox| outbox.finish().map(|()| outbox)));
        Ok(Share { states, next })
    }

    /// Adds the successors of states to an outbox.
    fn expand<W: Packed>(
        &self,
        states: &[W],
        outbox: &mut Outbox<'a, W>,
        buffer: &mut Vec<u8>,
    ) -> Result<(), Termination> {
        let most = 4 * states.len() as u64;
        if !self.generated.take(most) {
            return Err(Termination::NodeLimit);
        }
        let mut generated = 0;
        for &state in states {
            self.moves.expand(state, |successor| {
                generated += 1;
                outbox.push(successor, buffer);
            });
        }
        self.generated.give(most - generated);
        outbox.failure()
    }
}
