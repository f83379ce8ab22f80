//! The first layers of any space: frontier search with delayed duplicate detection.
//!
//! **Algorithm.** A state has one used-operator bit for each direction in which a parent lies, and is not expanded in these
//! directions. All its neighbours in the previous layer are parents, so no state of an earlier layer is ever generated
//! again, and duplicates occur only within one layer. Generated states are distributed to partitions by hash
//! ([`partitions`]). When the layer is complete, the states of one partition after the other are inserted into a table in
//! the cache ([`duplicate_table`]), which merges the used-operator bits of equal states. The remaining states are
//! counted and expanded at once, so a layer without duplicates is never stored. Threads take partitions from one queue and
//! write to partitions of their own.
//!
//! **Guarantees.** Exact for every rectangle of up to 25 cells and every start. A layer whose states were all generated is
//! counted, even if the states of the next layer do not fit any more.
//!
//! **Memory and disk.** The generated states of two layers, duplicates included, in words of 8 bytes up to 16 cells and 16
//! bytes above, in memory and in files. The memory limit is divided into shares ([`memory_plan`]). Without files (a disk
//! limit of 0), the generated states of one layer can take almost half of the memory. With files, all states of a
//! partition must fit into the table of a thread, and an index of the pieces in the files into memory: 2 MiB and two
//! threads suffice for layers of two million states, and twice the memory for four times the states.
//!
//! **Counting.** The node limit counts successors by operators that are not used, and ends the enumeration before the
//! expansion that could exceed it.
//!
//! **Deviations from the papers.** Korf sorts files; here states are hashed to partitions, as in his linear-time
//! variant (Korf 2008), which needs no order.
//!
//! **References.** Korf 2004 (used operators instead of earlier layers); Korf 2008 (hashing to files,
//! expansion while merging).

mod duplicate_table;
mod frontier_word;
mod memory_plan;
mod partitions;
mod quota;
mod spill_file;

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use tilebench_core::{Cost, SearchBudget, SearchContext, Termination};
use tilebench_puzzle::Grid;

use self::duplicate_table::DuplicateTable;
pub(crate) use self::frontier_word::{FrontierWord, MoveGenerator};
use self::memory_plan::MemoryPlan;
use self::partitions::{HashPartition, PartitionQueue, PartitionedStates};
use self::quota::Quota;
use self::spill_file::SpillFolder;
use super::{EnumerationOutcome, run_parallel};

/// The data shared by all threads.
#[derive(Debug)]
struct FrontierSearch<'a> {
    moves: MoveGenerator,
    plan: MemoryPlan,
    budget: SearchBudget<'a>,
    memory: &'a Quota,
    disk: &'a SpillFolder,
    /// The number of successors, reserved before they are generated.
    generated: Quota,
}

/// The data that a thread keeps from layer to layer.
#[derive(Debug)]
struct LayerWorker<'a, W> {
    table: DuplicateTable<'a, W>,
    read: Vec<u8>,
    write: Vec<u8>,
}

/// The result of a thread for its partitions of a layer.
#[derive(Debug)]
struct LayerPart<'a, W> {
    /// The number of states.
    states: u64,
    /// Their successors, or the reason why some are missing; `None` if they were not requested.
    next: Option<Result<PartitionedStates<'a, W>, Termination>>,
}

/// Passes to `each` the number of states at each distance from `start`, nearest first.
pub(crate) fn count_states<D: Grid>(
    domain: &D,
    start: D::State,
    jobs: usize,
    scratch: &Path,
    context: &SearchContext<'_>,
    each: &mut dyn FnMut(Cost, u64),
) -> EnumerationOutcome {
    let limits = context.limits;
    let memory = Quota::new(limits.bytes);
    let disk = SpillFolder::new(scratch, limits.disk);
    let moves = MoveGenerator::new(domain.rows(), domain.cols());
    let tile_at = |cell| domain.tile_at(start, cell);
    let budget = context.budget();
    let jobs = jobs.max(1);
    let result = if domain.cells() <= <u64 as FrontierWord>::CELLS {
        let start = moves.pack(tile_at);
        let plan = MemoryPlan::new::<u64>(limits.bytes, jobs, HashPartition::<u64>::BYTES);
        let generated = Quota::new(limits.generated);
        FrontierSearch { moves, plan, budget, memory: &memory, disk: &disk, generated }.run::<u64>(start, each)
    } else {
        let start = moves.pack(tile_at);
        let plan = MemoryPlan::new::<u128>(limits.bytes, jobs, HashPartition::<u128>::BYTES);
        let generated = Quota::new(limits.generated);
        FrontierSearch { moves, plan, budget, memory: &memory, disk: &disk, generated }.run::<u128>(start, each)
    };
    EnumerationOutcome {
        end: result.err().unwrap_or(Termination::Exhausted),
        peak_bytes: memory.peak(),
        peak_disk: disk.peak(),
    }
}

impl<'a> FrontierSearch<'a> {
    fn run<W: FrontierWord>(&self, start: W, each: &mut dyn FnMut(Cost, u64)) -> Result<(), Termination> {
        if !self.plan.take_buffers(self.memory) {
            return Err(Termination::MemoryLimit);
        }
        let worker = |_| LayerWorker {
            table: DuplicateTable::new(self.plan.table, self.memory),
            read: Vec::with_capacity(self.plan.buffer),
            write: Vec::with_capacity(self.plan.buffer),
        };
        let mut workers: Vec<LayerWorker<'a, W>> = (0..self.plan.jobs).map(worker).collect();
        let mut first = PartitionedStates::new(self.plan, 0, self.memory, self.disk)?;
        first.push(start, &mut workers[0].write);
        first.finish()?;
        let mut queue = PartitionQueue::new(vec![first]);
        let mut left = self.moves.states();
        for depth in 0.. {
            let is_last = depth == self.budget.limits.depth;
            let (states, next) = self.layer(queue, is_last, &mut workers)?;
            each(depth, states);
            left -= u128::from(states);
            if left == 0 {
                break;
            }
            queue = next?;
        }
        Ok(())
    }

    /// Counts the states of a layer, and generates the next layer unless this is the last.
    fn layer<W: FrontierWord>(
        &self,
        queue: PartitionQueue<'a, W>,
        is_last: bool,
        workers: &mut [LayerWorker<'a, W>],
    ) -> Result<(u64, Result<PartitionQueue<'a, W>, Termination>), Termination> {
        let skipped = queue.bits();
        let bits = self.plan.bits(3 * queue.states());
        let queue = Mutex::new(queue);
        let work = |worker: &mut LayerWorker<'a, W>| self.work(&queue, skipped, bits, is_last, worker);
        let parts = run_parallel(workers, work).into_iter().collect::<Result<Vec<LayerPart<'a, W>>, Termination>>()?;
        let states = parts.iter().map(|part| part.states).sum();
        let next: Option<Result<Vec<_>, Termination>> = parts.into_iter().map(|part| part.next).collect();
        Ok((states, next.unwrap_or(Err(Termination::DepthLimit)).map(PartitionQueue::new)))
    }

    /// Counts and expands the states of partitions until the queue is empty.
    fn work<W: FrontierWord>(
        &self,
        queue: &Mutex<PartitionQueue<'a, W>>,
        skipped: u32,
        bits: u32,
        is_last: bool,
        worker: &mut LayerWorker<'a, W>,
    ) -> Result<LayerPart<'a, W>, Termination> {
        let mut next =
            if is_last { None } else { Some(PartitionedStates::new(self.plan, bits, self.memory, self.disk)) };
        let mut states = 0;
        loop {
            // A panic of another thread is propagated when that thread is joined.
            let partition_states = queue.lock().unwrap_or_else(PoisonError::into_inner).take();
            let Some(partition_states) = partition_states else { break };
            self.budget.check_stop()?;
            worker.table.clear_for(partition_states.states, skipped)?;
            partition_states.drain(&mut worker.read, |state| worker.table.insert(state))?;
            let found = worker.table.states();
            states += found.len() as u64;
            if let Some(Ok(partitioned)) = &mut next
                && let Err(end) = self.expand(found, partitioned, &mut worker.write)
            {
                // The next layer is dropped, and the rest of this layer is counted.
                next = Some(Err(end));
            }
        }
        let next =
            next.map(|partitioned| partitioned.and_then(|mut partitioned| partitioned.finish().map(|()| partitioned)));
        Ok(LayerPart { states, next })
    }

    /// Adds the successors of states to the partitions.
    fn expand<W: FrontierWord>(
        &self,
        states: &[W],
        partitioned: &mut PartitionedStates<'a, W>,
        buffer: &mut Vec<u8>,
    ) -> Result<(), Termination> {
        let max_generated = 4 * states.len() as u64;
        if !self.generated.reserve(max_generated) {
            return Err(Termination::NodeLimit);
        }
        let mut generated = 0;
        for &state in states {
            self.moves.expand(state, |successor| {
                generated += 1;
                partitioned.push(successor, buffer);
            });
        }
        self.generated.release(max_generated - generated);
        partitioned.failure()
    }
}
