//! IDA* by batches: nodes at one context are expanded together.
//!
//! **Method.** Nodes at one context (the blank's cell and its last move) have the same successor operators, and a move
//! takes a tile between the same two cells in all of them. They are stored together ([`stacks`]), a batch of them is
//! expanded along one move with vector shifts, and whether the tile moves towards its goal is one bit of a mask
//! ([`kernel`]). No branch depends on a board, whereas the recursion spends most of its time on mispredicted branches.
//!
//! **Linear conflict** is consistent and of the parity of the distance, so it too rises or falls by one with every move.
//! The direction follows from that mask and one look-up by the order of the tiles in a line. The orders are stored with
//! the board, in two words ([`batch_nodes`], [`line_deltas`]).
//!
//! **The heuristics of Korf and Taylor** add pairs of moves to these two. Slacks do not contain the pairs. Successors whose slack is
//! smaller than their pairs are removed after the expansion, which evaluates the pairs only for those that it kept.
//!
//! **Walking and inversion distance** are sums of a part per axis, each of which changes by one with a move along it. The states of
//! both axes are stored with the board, and a move looks up the next state of one ([`crate::AxisTables`]).
//!
//! **Same counts.** Iterations are searched in chunks: the module `chunks` of the solvers explains why the counts are the same.
//! Every node that is pruned exceeds the threshold by exactly two, so the next threshold is known.
//!
//! **Pruning by an automaton.** Nodes hold the state of the automaton in one word more. Its transitions are gathered for a vector
//! of nodes, and successors that are cut are left out as those that exceed the threshold are. If all paths of an iteration
//! were cut, there would be no next threshold; but the shortest solution without a string that is cut exceeds every smaller one.
//!
//! **Memory.** The stacks, of a fixed size. A chunk that exceeds them is split further.

mod batch_nodes;
mod context_graph;
mod kernel;
mod line_deltas;
mod stacks;
#[cfg(test)]
mod tests;

pub(crate) use kernel::check;
pub use kernel::is_available;

use core::cell::OnceCell;

use batch_nodes::{AxisNodes, BatchNodes, BatchRoot, CodedNodes, PairNodes, PrunedNodes, ThreeWords};
pub(crate) use context_graph::ContextGraph;
#[cfg(target_arch = "x86_64")]
pub(crate) use context_graph::Swap;
use kernel::SimdLanes;
use line_deltas::LineDeltas;
use stacks::{Halt, SoaStacks};
use tilebench_core::{Cost, Domain};
use tilebench_solvers::LimitChecker;
use tilebench_solvers::ida_star::{
    ChunkCounts, ChunkSearcher, ChunkSpec, IdaStarSearch, Interruption, IterationCursor, Kernel, NextSubtree,
    SearchNode, SubtreeResult, Tuning, WorkerPool,
};

use crate::{BatchEngine, LineTables, MoveEffect, UnitDelta, UnitDeltaTables};

/// Towards the end of a chunk the stacks run empty and batches are not full; and the overhead of walking the top of the tree
/// is small only if subtrees are large.
const TUNING: Tuning =
    Tuning { min_iteration: 10_000, min_chunk: 1 << 17, min_split: 1 << 10, max_subtree: 5_000, min_unit: 1 << 17 };

/// The sizes of batches and stacks. Of all counts, only the memory depends on them.
#[derive(Clone, Copy, Debug)]
struct BatchSizes {
    /// The number of nodes expanded at once: enough that choosing the next stack costs little, and few
    /// enough that the stacks fit in the second-level cache.
    batch: usize,
    /// The maximum number of nodes of a stack.
    capacity: u16,
}

const SIZES: BatchSizes = BatchSizes { batch: 512, capacity: 4096 };

/// The number of subtrees that are taken from the cursor at once while no batch is full. More of them would fill batches
/// sooner, but make chunks larger than requested.
const SUBTREES_PER_REFILL: usize = 2;

/// The largest slack that a nibble holds.
const MAX_SLACK: u32 = 15;

/// Whether the effect of the moves of `domain` on `heuristic` is available as masks.
pub(crate) fn is_batchable<D: Domain, H: UnitDelta<D>>(domain: &D, heuristic: &H) -> bool {
    heuristic.unit_delta(domain).is_some_and(|tables| ContextGraph::new(&tables).is_some())
}

/// The batch engine: its data persist from one iteration to the next.
#[derive(Debug)]
pub(crate) struct BatchedEngine<'a, S, Op> {
    kernel: Kernel,
    lanes: SimdLanes,
    /// The automaton that cuts paths, if there is one.
    cuts: Option<Cuts<'a, Op>>,
    tuning: Tuning,
    sizes: BatchSizes,
    /// The graph and the stacks, once they are needed; `None` if the heuristic has none.
    prepared: OnceCell<Option<Prepared<S, Op>>>,
}

/// An automaton that cuts paths.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cuts<'a, Op> {
    /// By state and direction: the next state.
    pub(crate) transitions: &'a [[u8; 4]],
    /// The state that an operator holds, and the operator that holds none, as in tables.
    pub(crate) split: SplitFn<Op>,
}

/// The data of a heuristic, and the stacks.
#[derive(Debug)]
struct Prepared<S, Op> {
    graph: ContextGraph<Op>,
    /// As [`UnitDeltaTables::word`].
    word: fn(S) -> u64,
    stacks: BatchStacks,
}

/// The stacks of each thread, by the words of a node.
///
/// Nodes of three words are of several kinds. They are chosen once per batch, so that each heuristic compiles one search for all.
#[derive(Debug)]
enum BatchStacks {
    /// The board.
    Boards(Vec<SoaStacks<1>>),
    /// The board and two words more.
    Three(Box<dyn ThreeWords>, Vec<SoaStacks<3>>),
    /// The board and the state of an automaton.
    PrunedBoards(Vec<SoaStacks<2>>),
    /// The board, two words more, and the state of an automaton.
    PrunedThree(Box<dyn ThreeWords>, Vec<SoaStacks<4>>),
}

impl BatchStacks {
    /// Empty stacks.
    fn new(three: Option<Box<dyn ThreeWords>>, cuts: bool) -> Self {
        match (three, cuts) {
            (None, false) => Self::Boards(Vec::new()),
            (Some(nodes), false) => Self::Three(nodes, Vec::new()),
            (None, true) => Self::PrunedBoards(Vec::new()),
            (Some(nodes), true) => Self::PrunedThree(nodes, Vec::new()),
        }
    }

    /// Whether nodes consist of the board, and the state of an automaton if there is one.
    fn has_boards_only(&self) -> bool {
        matches!(self, Self::Boards(..) | Self::PrunedBoards(..))
    }

    /// The factor by which iterations must be larger: batches of more words are slower, and more memory is touched for the first
    /// time.
    fn min_size_factor(&self) -> u64 {
        if self.has_boards_only() { 1 } else { 4 }
    }

    /// The factor by which batches are smaller, so that the stacks stay in the cache.
    fn batch_divisor(&self) -> usize {
        if self.has_boards_only() { 1 } else { 2 }
    }
}

impl<'a, S, Op: Copy + Eq> BatchedEngine<'a, S, Op> {
    /// An engine with `kernel`, or `None` if that is the recursion. A kernel that was requested by name
    /// searches the first iteration too.
    pub(crate) fn new(kernel: Kernel) -> Option<Self> {
        let min_iteration = if kernel.is_forced() { 0 } else { TUNING.min_iteration };
        Self::with_sizes(kernel, Tuning { min_iteration, ..TUNING }, SIZES)
    }

    /// An engine with small batches and chunk sizes given by `tuning`.
    #[cfg(test)]
    pub(crate) fn with_tuning(kernel: Kernel, tuning: Tuning) -> Self {
        Self::with_sizes(kernel, tuning, BatchSizes { batch: 32, capacity: 512 }).unwrap()
    }

    fn with_sizes(kernel: Kernel, tuning: Tuning, sizes: BatchSizes) -> Option<Self> {
        let lanes = SimdLanes::for_kernel(kernel)?;
        Some(Self { kernel, lanes, cuts: None, tuning, sizes, prepared: OnceCell::new() })
    }

    /// The same engine, which cuts paths.
    pub(crate) fn with_cuts(self, cuts: Cuts<'a, Op>) -> Self {
        Self { cuts: Some(cuts), ..self }
    }

    /// The graph and the stacks for `tables`. `None` if there is no graph, or if the recursion is faster.
    fn prepare(&self, tables: UnitDeltaTables<S, Op>) -> Option<Prepared<S, Op>> {
        let (graph, lanes) = (ContextGraph::new(&tables)?, self.lanes);
        let coded = |tables: &LineTables| CodedNodes { lanes, deltas: LineDeltas::new(tables) };
        let three: Option<Box<dyn ThreeWords>> = match tables.effect {
            MoveEffect::Tile => None,
            MoveEffect::Lines(tables) => Some(Box::new(coded(&tables))),
            MoveEffect::Axes(tables) => Some(Box::new(AxisNodes { lanes, tables })),
            MoveEffect::Pairs(..) if !lanes.retains_vectors && !self.kernel.is_forced() => return None,
            MoveEffect::Pairs(tables, pairs) => Some(Box::new(PairNodes { coded: coded(&tables), pairs })),
        };
        Some(Prepared { graph, word: tables.word, stacks: BatchStacks::new(three, self.cuts.is_some()) })
    }
}

impl<D: Domain, H: UnitDelta<D>> BatchEngine<D, H> for BatchedEngine<'_, D::State, D::Op> {
    fn iterate(
        &mut self,
        pool: &mut WorkerPool,
        search: &mut IdaStarSearch<'_, D, H>,
        root: SearchNode<D, H>,
    ) -> Option<SubtreeResult> {
        if search.last_generated < self.tuning.min_iteration {
            return None;
        }
        self.prepared.get_or_init(|| self.prepare(search.heuristic.unit_delta(search.domain)?));
        let tuning = self.tuning;
        let Prepared { graph, word, stacks } = self.prepared.get_mut()?.as_mut()?;
        if search.last_generated < tuning.min_iteration * stacks.min_size_factor() {
            return None;
        }
        let sizes = BatchSizes { batch: self.sizes.batch.div_ceil(stacks.batch_divisor()), ..self.sizes };
        let (split, transitions) =
            (self.cuts.map(|cuts| cuts.split), self.cuts.map_or(&[][..], |cuts| cuts.transitions));
        let (graph, word, lanes) = (&*graph, *word, &self.lanes);
        match stacks {
            BatchStacks::Boards(stacks) => BatchedIteration { graph, nodes: lanes, sizes, word, split }
                .iterate(stacks, pool, search, root, &tuning),
            BatchStacks::Three(nodes, stacks) => BatchedIteration { graph, nodes: &**nodes, sizes, word, split }
                .iterate(stacks, pool, search, root, &tuning),
            BatchStacks::PrunedBoards(stacks) => {
                let nodes = &PrunedNodes { nodes: lanes, transitions };
                BatchedIteration { graph, nodes, sizes, word, split }.iterate(stacks, pool, search, root, &tuning)
            }
            BatchStacks::PrunedThree(nodes, stacks) => {
                let nodes = &PrunedNodes { nodes: &**nodes, transitions };
                BatchedIteration { graph, nodes, sizes, word, split }.iterate(stacks, pool, search, root, &tuning)
            }
        }
    }
}

/// The data of an iteration that all threads share.
struct BatchedIteration<'a, D: Domain, N: ?Sized> {
    graph: &'a ContextGraph<D::Op>,
    nodes: &'a N,
    sizes: BatchSizes,
    word: fn(D::State) -> u64,
    /// As [`Cuts::split`], if paths are cut.
    split: Option<SplitFn<D::Op>>,
}

/// The state that an operator holds, and the operator that holds none.
type SplitFn<Op> = fn(Op) -> (u32, Op);

impl<D: Domain, N: ?Sized> Clone for BatchedIteration<'_, D, N> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<D: Domain, N: ?Sized> Copy for BatchedIteration<'_, D, N> {}

impl<D: Domain, N: ?Sized> BatchedIteration<'_, D, N> {
    /// Searches one iteration, or returns `None` if the memory does not allow it.
    fn iterate<H: UnitDelta<D>, const WORDS: usize>(
        self,
        stacks: &mut Vec<SoaStacks<WORDS>>,
        pool: &mut WorkerPool,
        search: &mut IdaStarSearch<'_, D, H>,
        start: SearchNode<D, H>,
        tuning: &Tuning,
    ) -> Option<SubtreeResult>
    where
        N: BatchNodes<WORDS>,
    {
        let (contexts, capacity) = (self.graph.contexts(), self.sizes.capacity);
        let Some((threads, bytes)) = pool.plan_threads(search, SoaStacks::<WORDS>::bytes(contexts, capacity), tuning)
        else {
            *stacks = Vec::new();
            return None;
        };
        search.peak_bytes = search.peak_bytes.max(bytes);
        stacks.resize_with(threads, || SoaStacks::new(contexts, capacity));
        let IdaStarSearch { heuristic, threshold, .. } = *search;
        let searcher = |stacks| BatchedSearcher { iteration: self, stacks, heuristic, threshold };
        let mut searchers: Vec<_> = stacks.iter_mut().map(searcher).collect();
        Some(pool.iterate(searchers.iter_mut().map(|searcher| searcher as _).collect(), search, start, tuning))
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

/// The data with which one thread searches the chunks of an iteration.
struct BatchedSearcher<'a, D: Domain, H: UnitDelta<D>, N: ?Sized, const WORDS: usize> {
    iteration: BatchedIteration<'a, D, N>,
    stacks: &'a mut SoaStacks<WORDS>,
    heuristic: &'a H,
    threshold: Cost,
}

impl<D: Domain, H: UnitDelta<D>, N: BatchNodes<WORDS> + ?Sized, const WORDS: usize> ChunkSearcher<D, H>
    for BatchedSearcher<'_, D, H, N, WORDS>
{
    fn chunk(
        &mut self,
        cursor: &mut IterationCursor<'_, D, H>,
        spec: ChunkSpec,
        limits: &LimitChecker<'_>,
    ) -> Result<ChunkCounts, Interruption> {
        self.stacks.clear();
        let BatchedIteration { graph, nodes, sizes: BatchSizes { batch, .. }, .. } = self.iteration;
        let spare_nodes = limits.spare_nodes(D::MAX_BRANCHING).ok_or(Interruption::TooLarge)?;
        // Every move changes f by two or zero, and every branch ends in a node that is pruned.
        let mut counts = ChunkCounts { next: self.threshold + 2, ..ChunkCounts::default() };
        loop {
            let (mut context, mut length) = self.stacks.longest();
            if length < batch && counts.generated < spec.nodes {
                self.refill(cursor, spec.depth, &mut counts)?;
                (context, length) = self.stacks.longest();
            }
            if counts.generated > spare_nodes {
                return Err(Interruption::TooLarge);
            }
            if length == 0 {
                return Ok(counts);
            }
            limits.check_stop().map_err(|end| Interruption::Stopped(end, counts))?;
            self.stacks.expand(nodes, graph, context, batch, &mut counts)?;
        }
    }
}

impl<D: Domain, H: UnitDelta<D>, N: BatchNodes<WORDS> + ?Sized, const WORDS: usize>
    BatchedSearcher<'_, D, H, N, WORDS>
{
    /// Pushes the roots of the next few subtrees.
    fn refill(
        &mut self,
        cursor: &mut IterationCursor<'_, D, H>,
        depth: usize,
        counts: &mut ChunkCounts,
    ) -> Result<(), Interruption> {
        let slack = |node: &SearchNode<D, H>| (self.threshold - node.g - self.heuristic.slack_h(node.cache)) / 2;
        for _ in 0..SUBTREES_PER_REFILL {
            match cursor.next_subtree(depth, |node| slack(node) <= MAX_SLACK, counts) {
                NextSubtree::Subtree(node) => {
                    let BatchedIteration { graph, nodes, word, split, .. } = self.iteration;
                    let (trail, op) = split.map_or((0, node.parent_op), |split| split(node.parent_op));
                    let (context, blank) = graph.context_of(op).ok_or(Interruption::TooLarge)?;
                    let axis_states = self.heuristic.axis_states(node.cache);
                    let mut words = nodes.words(BatchRoot { board: word(node.state), axis_states, trail });
                    words[0] |= u64::from(slack(&node)) << blank;
                    self.stacks.push(context, words)?;
                }
                NextSubtree::Goal => return Err(Interruption::Goal),
                NextSubtree::Nothing => break,
            }
        }
        Ok(())
    }
}
