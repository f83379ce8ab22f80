//! IDA* by batches: nodes that lie alike are expanded side by side.
//!
//! **What it does.** Nodes at one site (the blank's cell and its last move) have the same successors,
//! and a move takes a tile between the same two cells in all of them. They are kept together
//! ([`stacks`]), a batch of them is expanded along one move with vector shifts, and whether the tile moves towards
//! its goal is one bit of a mask ([`kernel`]). No branch depends on a board, and mispredicted branches are
//! what the recursion spends its time on.
//!
//! **Same counts.** An iteration without the goal generates the same nodes in any order. Every node that
//! is pruned exceeds the threshold by exactly two, so the next threshold is known. The last iteration has to
//! stop where the recursion does. So every iteration is cut into chunks, which follow each other in
//! depth-first order: a [`cursor`] walks the top of the tree and hands the subtrees below a depth to the
//! stacks, until a chunk has nodes enough. When it is done, the counts are those of the recursion at
//! that place. A chunk in which the goal appears is forgotten, cut finer and searched again, at last node
//! by node from the cursor's place, which finds the path too. So is a chunk in which the node limit falls.
//!
//! **Memory.** The stacks, of a fixed size. A chunk that they do not hold is cut finer too.

mod cursor;
mod graph;
mod kernel;
mod stacks;
#[cfg(test)]
mod tests;

pub use kernel::Kernel;

use core::cell::OnceCell;

use cursor::{Counts, Cursor, Finish, Next};
use graph::Graph;
use kernel::Lanes;
use stacks::{Halt, Stacks};
use tilebench_core::{Domain, End, Heuristic};

use super::{Below, Plain, Search};
use crate::meter::Meter;

/// When batches are worth it, and how an iteration is cut. Nothing that is counted depends on it but
/// the memory.
#[derive(Clone, Copy, Debug)]
struct Scale {
    /// An iteration is searched by batches where the one before generated at least so many nodes.
    enough: u64,
    /// The fewest nodes of a chunk. It ends with stacks that run empty, in batches that are not full.
    chunk: u64,
    /// A chunk that would be cut into smaller ones than this is searched node by node.
    least: u64,
    /// How many nodes are expanded at once: enough that choosing the next stack costs little, and few enough
    /// that what the stacks hold stays in the second-level cache.
    batch: usize,
    /// The most nodes of a stack.
    capacity: u16,
}

impl Scale {
    const DEFAULT: Self = Self { enough: 10_000, chunk: 1 << 17, least: 1 << 10, batch: 512, capacity: 4096 };
    /// How much larger than the last one an iteration is thought to be: roughly, two moves' worth of branching.
    const GROWTH: u64 = 8;
    /// An iteration is cut into about so many chunks. The one with the goal is searched about twice.
    const CHUNKS: u64 = 32;
    /// The largest chunk, in smallest ones.
    const LARGEST: u64 = 256;
    /// A chunk is cut finer by this.
    const FINER: u64 = 8;
    /// How much deeper are the subtrees of a chunk that is cut finer: a level has about twice the nodes
    /// of the one above.
    const DEEPER: usize = 3;
    /// A subtree has about so many nodes, or fewer: walking the top of the tree then costs little.
    const SUBTREE: u64 = 5_000;
    /// Subtrees that are handed out at once while no batch is full. More of them would fill batches sooner, and
    /// make chunks larger than was asked for.
    const HAND: usize = 2;
}

/// How an iteration is cut.
#[derive(Clone, Copy, Debug)]
struct Cut {
    /// The nodes of a chunk, at least.
    nodes: u64,
    /// The depth of the subtrees handed to the stacks.
    depth: usize,
}

impl Cut {
    /// The cut of an iteration of about `nodes` nodes.
    fn of(nodes: u64, scale: &Scale) -> Self {
        let chunk = (nodes / Scale::CHUNKS).clamp(scale.chunk, scale.chunk * Scale::LARGEST);
        let levels = (nodes / Scale::SUBTREE).max(1).ilog2();
        Self { nodes: chunk, depth: levels as usize }
    }

    /// A finer one, unless it is no longer worth it.
    fn finer(self, scale: &Scale) -> Option<Self> {
        let nodes = self.nodes / Scale::FINER;
        (nodes >= scale.least).then_some(Self { nodes, depth: self.depth + Scale::DEEPER })
    }
}

/// Why a chunk was not searched to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Broken {
    /// It has to be cut finer: the goal is in it, or the node limit, or there was no room for it.
    Finer,
    /// The search is told to stop, after so many nodes of the chunk.
    Stopped(End, Counts),
}

/// Whether the moves of `domain` and what they do to `heuristic` are known as masks.
pub(super) fn suits<D: Domain, H: Heuristic<D>>(domain: &D, heuristic: &H) -> bool {
    heuristic.slides(domain).is_some_and(|slides| Graph::new(&slides).is_some())
}

/// What batches keep from one iteration to the next.
#[derive(Debug)]
pub(super) struct Batches<Op> {
    lanes: Lanes,
    scale: Scale,
    /// The nodes of the last iteration.
    last: u64,
    /// The graph, once it was needed; `None` where the heuristic has none.
    graph: OnceCell<Option<Graph<Op>>>,
    stacks: Option<Stacks>,
}

impl<Op: Copy + Eq> Batches<Op> {
    /// Batches by `kernel`, or `None` where that is the recursion. A kernel that was asked for by name
    /// searches the first iteration too.
    pub(super) fn new(kernel: Kernel) -> Option<Self> {
        let enough = if kernel.is_forced() { 0 } else { Scale::DEFAULT.enough };
        Self::with_scale(kernel, Scale { enough, ..Scale::DEFAULT })
    }

    fn with_scale(kernel: Kernel, scale: Scale) -> Option<Self> {
        let lanes = Lanes::of(kernel)?;
        Some(Self { lanes, scale, last: 0, graph: OnceCell::new(), stacks: None })
    }

    /// One iteration from `state`: by batches where it is large and they can be, else by `recursion`.
    pub(super) fn iterate<'a, D: Domain<Op = Op>, H: Heuristic<D>>(
        &mut self,
        search: &mut Search<'a, D, H, Plain>,
        state: D::State,
        recursion: impl FnOnce(&mut Search<'a, D, H, Plain>) -> Below,
    ) -> Below {
        let before = search.meter.generated;
        let by_batches = if self.last >= self.scale.enough { self.search(search, state) } else { None };
        let below = by_batches.unwrap_or_else(|| recursion(search));
        self.last = search.meter.generated - before;
        below
    }

    /// One iteration by batches, or `None` where the heuristic or the memory does not allow it.
    fn search<D: Domain<Op = Op>, H: Heuristic<D>>(
        &mut self,
        search: &mut Search<'_, D, H, Plain>,
        state: D::State,
    ) -> Option<Below> {
        let slides = search.heuristic.slides(search.domain);
        let graph = self.graph.get_or_init(|| slides.as_ref().and_then(Graph::new)).as_ref()?;
        let first = graph.edges_of(search.domain.ops(state, search.domain.arrival(state)))?;
        let bytes = Stacks::bytes(graph.sites(), self.scale.capacity);
        let held = u64::from(search.threshold) * Search::<'_, D, H, Plain>::MOVE + bytes;
        if search.threshold > search.deepest || held > search.meter.limit_bytes() {
            self.stacks = None;
            return None;
        }
        search.held = held;
        if let Err(end) = search.meter.expand(D::BRANCHING) {
            return Some(search.stop(end));
        }
        let stacks = self.stacks.get_or_insert_with(|| Stacks::new(graph.sites(), self.scale.capacity));
        let slack = (search.threshold - search.heuristic.estimate(search.domain, state)) / 2;
        let cursor = Cursor::new(graph, (slides?.word)(state), slack, &first);
        let cut = Cut::of(self.last.saturating_mul(Scale::GROWTH), &self.scale);
        let mut chunks = Chunks { graph, lanes: self.lanes, scale: &self.scale, stacks, branching: D::BRANCHING };
        Some(match chunks.search(cursor, cut, &mut search.meter) {
            Finish::Nothing => {
                // Every move from here adds two to f or nothing, and every branch ends in a node that is pruned.
                search.next = search.threshold + 2;
                Below::Nothing
            }
            Finish::Goal(path) => {
                search.path = path;
                Below::Goal
            }
            Finish::Stopped(end) => search.stop(end),
        })
    }
}

/// What the chunks of an iteration are searched with.
struct Chunks<'a, Op> {
    graph: &'a Graph<Op>,
    lanes: Lanes,
    scale: &'a Scale,
    stacks: &'a mut Stacks,
    branching: u64,
}

impl<Op: Copy + Eq> Chunks<'_, Op> {
    /// Searches from `cursor` to the end of the iteration.
    fn search(&mut self, mut cursor: Cursor<'_, Op>, mut cut: Cut, meter: &mut Meter<'_>) -> Finish<Op> {
        loop {
            let begun = cursor.clone();
            match self.chunk(&mut cursor, cut, meter) {
                Ok(counts) => {
                    meter.add(counts.generated, counts.expanded);
                    if cursor.is_done() {
                        return Finish::Nothing;
                    }
                }
                Err(Broken::Finer) => {
                    cursor = begun;
                    match cut.finer(self.scale) {
                        Some(finer) => cut = finer,
                        None => return cursor.finish(meter, self.branching),
                    }
                }
                Err(Broken::Stopped(end, counts)) => {
                    meter.add(counts.generated, counts.expanded);
                    return Finish::Stopped(end);
                }
            }
        }
    }

    /// Searches a chunk from `cursor`, which it leaves behind it.
    fn chunk(&mut self, cursor: &mut Cursor<'_, Op>, cut: Cut, meter: &Meter<'_>) -> Result<Counts, Broken> {
        self.stacks.clear();
        let room = meter.room(self.branching).ok_or(Broken::Finer)?;
        let mut counts = Counts::default();
        loop {
            let (mut site, mut held) = self.stacks.fullest();
            if held < self.scale.batch && counts.generated < cut.nodes {
                self.hand_out(cursor, cut.depth, &mut counts)?;
                (site, held) = self.stacks.fullest();
            }
            if counts.generated > room {
                return Err(Broken::Finer);
            }
            if held == 0 {
                return Ok(counts);
            }
            meter.go_on().map_err(|end| Broken::Stopped(end, counts))?;
            let expanded = self.stacks.expand(self.lanes, self.graph, site, self.scale.batch, &mut counts);
            expanded.map_err(|_: Halt| Broken::Finer)?;
        }
    }

    /// Hands the next few subtrees to the stacks.
    fn hand_out(&mut self, cursor: &mut Cursor<'_, Op>, depth: usize, counts: &mut Counts) -> Result<(), Broken> {
        for _ in 0..Scale::HAND {
            match cursor.next_subtree(depth, counts) {
                Next::Subtree(site, node) => self.stacks.push(site, node).map_err(|_: Halt| Broken::Finer)?,
                Next::Goal => return Err(Broken::Finer),
                Next::Nothing => break,
            }
        }
        Ok(())
    }
}
