//! IDA* by batches: nodes at one site are expanded together.
//!
//! **What it does.** Nodes at one site (the blank's cell and its last move) have the same successors, and a move
//! takes a tile between the same two cells in all of them. They are kept together ([`stacks`]), a batch of them is
//! expanded along one move with vector shifts, and whether the tile moves towards its goal is one bit of a mask
//! ([`kernel`]). No branch depends on a board, and the recursion spends most of its time on mispredicted branches.
//!
//! **Linear conflict** is consistent and of the parity of the distance, so it too rises or falls by one with every move.
//! The direction follows from that mask and one look-up by the order of the tiles in a line. The orders are carried with
//! the board, in two words ([`nodes`], [`codes`]).
//!
//! **Same counts.** Iterations are searched in chunks: the module `chunks` says why the counts are the same. Every node
//! that is pruned exceeds the threshold by exactly two, so the next threshold is known.
//!
//! **Memory.** The stacks, of a fixed size. A chunk that they do not hold is cut finer too.

mod codes;
mod graph;
mod kernel;
mod nodes;
mod stacks;
#[cfg(test)]
mod tests;

pub(crate) use kernel::check;
pub use kernel::is_available;

use core::cell::OnceCell;

use codes::Codes;
pub(crate) use graph::Graph;
#[cfg(target_arch = "x86_64")]
pub(crate) use graph::Swap;
use kernel::Lanes;
use nodes::{Coded, Nodes};
use stacks::{Halt, Stacks};
use tilebench_core::{Cost, Domain, Heuristic};
use tilebench_solvers::LimitChecker;
use tilebench_solvers::ida_star::{
    ChunkCounts, ChunkSearcher, ChunkSpec, IdaStarSearch, Interruption, IterationCursor, Kernel, NextSubtree,
    SearchNode, SubtreeResult, Tuning, WorkerPool,
};

use crate::ListEngine;
use crate::{UnitDelta, UnitDeltaTables};

/// Chunks end with stacks that run empty, in batches that are not full; and walking the top of the tree costs little only
/// if subtrees are large.
const TUNING: Tuning =
    Tuning { min_iteration: 10_000, min_chunk: 1 << 17, min_split: 1 << 10, max_subtree: 5_000, min_unit: 1 << 17 };

/// How large the lists are. Nothing that is counted depends on it but the memory.
#[derive(Clone, Copy, Debug)]
struct Room {
    /// The number of nodes expanded at once: enough that choosing the next stack costs little, and few
    /// enough that what the stacks hold stays in the second-level cache.
    batch: usize,
    /// The maximum number of nodes of a stack.
    capacity: u16,
}

const ROOM: Room = Room { batch: 512, capacity: 4096 };

/// Subtrees that are handed out at once while no batch is full. More of them would fill batches sooner, and
/// make chunks larger than was asked for.
const HAND: usize = 2;

/// The largest slack that a nibble holds.
const MOST_SLACK: u32 = 15;

/// Whether the moves of `domain` and their effect on `heuristic` are known as masks.
pub(crate) fn is_batchable<D: Domain, H: UnitDelta<D>>(domain: &D, heuristic: &H) -> bool {
    heuristic.unit_delta(domain).is_some_and(|tables| Graph::new(&tables).is_some())
}

/// The data that batches keep from one iteration to the next.
#[derive(Debug)]
pub(crate) struct Batches<Op> {
    lanes: Lanes,
    tuning: Tuning,
    room: Room,
    /// The graph and the lists, once they are needed; `None` if the heuristic has none.
    lists: OnceCell<Option<Lists<Op>>>,
}

/// Nodes by heuristic, the stacks a thread's each.
#[derive(Debug)]
enum Lists<Op> {
    /// For Manhattan distance.
    Boards(Graph<Op>, Vec<Stacks<1>>),
    /// With conflicts in lines.
    Coded(Graph<Op>, Coded, Vec<Stacks<3>>),
}

impl<Op: Copy + Eq> Lists<Op> {
    /// Lists without a node yet, or `None` if there is no graph for them.
    fn new<S>(slides: &UnitDeltaTables<S, Op>, lanes: Lanes) -> Option<Self> {
        let graph = Graph::new(slides)?;
        Some(match &slides.conflicts {
            None => Self::Boards(graph, Vec::new()),
            Some(conflicts) => {
                let codes = Codes::new(conflicts);
                Self::Coded(graph, Coded { lanes, codes }, Vec::new())
            }
        })
    }

    /// The factor by which iterations must be larger.
    fn times(&self) -> u64 {
        match self {
            Self::Boards(..) => 1,
            // Batches are slower, and there is more memory to be touched for the first time.
            Self::Coded(..) => 4,
        }
    }

    /// The factor by which batches are smaller, so that the stacks stay in the cache.
    fn parts(&self) -> usize {
        match self {
            Self::Boards(..) => 1,
            Self::Coded(..) => 2,
        }
    }
}

impl<Op: Copy + Eq + Sync> Batches<Op> {
    /// Batches by `kernel`, or `None` if that is the recursion. A kernel that was requested by name
    /// searches the first iteration too.
    pub(crate) fn new(kernel: Kernel) -> Option<Self> {
        let min_iteration = if kernel.is_forced() { 0 } else { TUNING.min_iteration };
        Self::with(kernel, Tuning { min_iteration, ..TUNING }, ROOM)
    }

    /// Batches that are cut as `tuning` says.
    #[cfg(test)]
    pub(crate) fn with_tuning(kernel: Kernel, tuning: Tuning) -> Self {
        Self::with(kernel, tuning, Room { batch: 32, capacity: 512 }).unwrap()
    }

    fn with(kernel: Kernel, tuning: Tuning, room: Room) -> Option<Self> {
        let lanes = Lanes::of(kernel)?;
        Some(Self { lanes, tuning, room, lists: OnceCell::new() })
    }
}

impl<D: Domain, H: UnitDelta<D>> ListEngine<D, H> for Batches<D::Op> {
    fn iterate(
        &mut self,
        pool: &mut WorkerPool,
        search: &mut IdaStarSearch<'_, D, H>,
        root: SearchNode<D, H>,
    ) -> Option<SubtreeResult> {
        if search.last_generated < self.tuning.min_iteration {
            return None;
        }
        let tables = search.heuristic.unit_delta(search.domain);
        self.lists.get_or_init(|| tables.as_ref().and_then(|tables| Lists::new(tables, self.lanes)));
        let (tuning, word) = (self.tuning, tables?.word);
        let lists = self.lists.get_mut()?.as_mut()?;
        if search.last_generated < tuning.min_iteration * lists.times() {
            return None;
        }
        let room = Room { batch: self.room.batch.div_ceil(lists.parts()), ..self.room };
        match lists {
            Lists::Boards(graph, stacks) => {
                Run { graph, nodes: &self.lanes, room, word }.iterate(stacks, pool, search, root, &tuning)
            }
            Lists::Coded(graph, nodes, stacks) => {
                Run { graph, nodes, room, word }.iterate(stacks, pool, search, root, &tuning)
            }
        }
    }
}

/// The data with which all threads search an iteration.
struct Run<'a, D: Domain, N> {
    graph: &'a Graph<D::Op>,
    nodes: &'a N,
    room: Room,
    word: fn(D::State) -> u64,
}

impl<D: Domain, N> Clone for Run<'_, D, N> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<D: Domain, N> Copy for Run<'_, D, N> {}

impl<D: Domain, N> Run<'_, D, N> {
    /// One iteration, or `None` if the memory does not allow it.
    fn iterate<H: Heuristic<D>, const WORDS: usize>(
        self,
        stacks: &mut Vec<Stacks<WORDS>>,
        crew: &mut WorkerPool,
        search: &mut IdaStarSearch<'_, D, H>,
        start: SearchNode<D, H>,
        tuning: &Tuning,
    ) -> Option<SubtreeResult>
    where
        N: Nodes<WORDS>,
    {
        let (sites, capacity) = (self.graph.sites(), self.room.capacity);
        let Some((threads, held)) = crew.plan_threads(search, Stacks::<WORDS>::bytes(sites, capacity), tuning) else {
            *stacks = Vec::new();
            return None;
        };
        search.peak_bytes = search.peak_bytes.max(held);
        stacks.resize_with(threads, || Stacks::new(sites, capacity));
        let IdaStarSearch { heuristic, threshold, .. } = *search;
        let batched = |stacks| Batched { run: self, stacks, heuristic, threshold };
        let mut forms: Vec<_> = stacks.iter_mut().map(batched).collect();
        Some(crew.iterate(forms.iter_mut().map(|form| form as _).collect(), search, start, tuning))
    }
}

impl From<Halt> for Interruption {
    fn from(halt: Halt) -> Self {
        match halt {
            Halt::Goal => Self::Goal,
            Halt::Full => Self::TooLarge,
        }
    }
}

/// The data with which the chunks of an iteration are searched.
struct Batched<'a, D: Domain, H: Heuristic<D>, N, const WORDS: usize> {
    run: Run<'a, D, N>,
    stacks: &'a mut Stacks<WORDS>,
    heuristic: &'a H,
    threshold: Cost,
}

impl<D: Domain, H: Heuristic<D>, N: Nodes<WORDS>, const WORDS: usize> ChunkSearcher<D, H>
    for Batched<'_, D, H, N, WORDS>
{
    fn chunk(
        &mut self,
        cursor: &mut IterationCursor<'_, D, H>,
        cut: ChunkSpec,
        limits: &LimitChecker<'_>,
    ) -> Result<ChunkCounts, Interruption> {
        self.stacks.clear();
        let Run { graph, nodes, room: Room { batch, .. }, .. } = self.run;
        let spare_nodes = limits.spare_nodes(D::MAX_BRANCHING).ok_or(Interruption::TooLarge)?;
        // Every move adds two to f or nothing, and every branch ends in a node that is pruned.
        let mut counts = ChunkCounts { next: self.threshold + 2, ..ChunkCounts::default() };
        loop {
            let (mut site, mut held) = self.stacks.fullest();
            if held < batch && counts.generated < cut.nodes {
                self.hand_out(cursor, cut.depth, &mut counts)?;
                (site, held) = self.stacks.fullest();
            }
            if counts.generated > spare_nodes {
                return Err(Interruption::TooLarge);
            }
            if held == 0 {
                return Ok(counts);
            }
            limits.check_stop().map_err(|end| Interruption::Stopped(end, counts))?;
            let expanded = self.stacks.expand(nodes, graph, site, batch, &mut counts);
            expanded?;
        }
    }
}

impl<D: Domain, H: Heuristic<D>, N: Nodes<WORDS>, const WORDS: usize> Batched<'_, D, H, N, WORDS> {
    /// Hands the next few subtrees to the stacks.
    fn hand_out(
        &mut self,
        cursor: &mut IterationCursor<'_, D, H>,
        depth: usize,
        counts: &mut ChunkCounts,
    ) -> Result<(), Interruption> {
        let slack = |node: &SearchNode<D, H>| (self.threshold - node.g - self.heuristic.h(node.cache)) / 2;
        for _ in 0..HAND {
            match cursor.next_subtree(depth, |node| slack(node) <= MOST_SLACK, counts) {
                NextSubtree::Subtree(node) => {
                    let Run { graph, nodes, word, .. } = self.run;
                    let (site, blank) = graph.site(node.parent_op).ok_or(Interruption::TooLarge)?;
                    let mut words = nodes.words(word(node.state));
                    words[0] |= u64::from(slack(&node)) << blank;
                    self.stacks.push(site, words)?;
                }
                NextSubtree::Goal => return Err(Interruption::Goal),
                NextSubtree::Nothing => break,
            }
        }
        Ok(())
    }
}
