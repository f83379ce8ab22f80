//! IDA* by batches: nodes that lie alike are expanded side by side.
//!
//! **What it does.** Nodes at one site (the blank's cell and its last move) have the same successors,
//! and a move takes a tile between the same two cells in all of them. They are kept together
//! ([`stacks`]), a batch of them is expanded along one move with vector shifts, and whether the tile moves towards
//! its goal is one bit of a mask ([`kernel`]). No branch depends on a board, and mispredicted branches are
//! what the recursion spends its time on.
//!
//! **Same counts.** Iterations are searched in chunks: the module `chunks` says why the counts are the same. Every node
//! that is pruned exceeds the threshold by exactly two, so the next threshold is known.
//!
//! **Memory.** The stacks, of a fixed size. A chunk that they do not hold is cut finer too.

mod graph;
mod kernel;
mod stacks;
#[cfg(test)]
mod tests;

pub use kernel::Kernel;

use core::cell::OnceCell;

pub(super) use graph::{Graph, Swap};
use kernel::Lanes;
use stacks::{Halt, Stacks};
use tilebench_core::{Cost, Domain, Heuristic};

use super::chunks::{Broken, Chunks, Counts, Cut, Scale};
use super::cursor::{Cursor, Next, Node};
use super::parallel::Crew;
use super::{Below, Plain, Search};
use crate::meter::Meter;

/// Chunks end with stacks that run empty, in batches that are not full; and walking the top of the tree costs little only
/// where subtrees are large.
const SCALE: Scale = Scale { enough: 10_000, chunk: 1 << 17, least: 1 << 10, subtree: 5_000, span: 1 << 17 };

/// How large the lists are. Nothing that is counted depends on it but the memory.
#[derive(Clone, Copy, Debug)]
struct Room {
    /// How many nodes are expanded at once: enough that choosing the next stack costs little, and few enough
    /// that what the stacks hold stays in the second-level cache.
    batch: usize,
    /// The most nodes of a stack.
    capacity: u16,
}

const ROOM: Room = Room { batch: 512, capacity: 4096 };

/// Subtrees that are handed out at once while no batch is full. More of them would fill batches sooner, and
/// make chunks larger than was asked for.
const HAND: usize = 2;

/// The largest slack that a nibble holds.
const MOST_SLACK: u32 = 15;

/// Whether the moves of `domain` and what they do to `heuristic` are known as masks.
pub(super) fn suits<D: Domain, H: Heuristic<D>>(domain: &D, heuristic: &H) -> bool {
    heuristic.slides(domain).is_some_and(|slides| Graph::new(&slides).is_some())
}

/// What batches keep from one iteration to the next.
#[derive(Debug)]
pub(super) struct Batches<Op> {
    lanes: Lanes,
    scale: Scale,
    room: Room,
    /// The graph, once it was needed; `None` where the heuristic has none.
    graph: OnceCell<Option<Graph<Op>>>,
    /// A thread's each.
    stacks: Vec<Stacks>,
}

impl<Op: Copy + Eq + Sync> Batches<Op> {
    /// Batches by `kernel`, or `None` where that is the recursion. A kernel that was asked for by name
    /// searches the first iteration too.
    pub(super) fn new(kernel: Kernel) -> Option<Self> {
        let enough = if kernel.is_forced() { 0 } else { SCALE.enough };
        Self::with(kernel, Scale { enough, ..SCALE }, ROOM)
    }

    /// Batches that are cut as `scale` says.
    #[cfg(test)]
    pub(super) fn with_scale(kernel: Kernel, scale: Scale) -> Self {
        Self::with(kernel, scale, Room { batch: 32, capacity: 512 }).unwrap()
    }

    fn with(kernel: Kernel, scale: Scale, room: Room) -> Option<Self> {
        let lanes = Lanes::of(kernel)?;
        Some(Self { lanes, scale, room, graph: OnceCell::new(), stacks: Vec::new() })
    }

    /// One iteration from `start`, shared by `crew`, or `None` where it is small, or the heuristic or the memory does not
    /// allow batches.
    pub(super) fn iterate<D: Domain<Op = Op>, H: Heuristic<D>>(
        &mut self,
        crew: &mut Crew,
        search: &mut Search<'_, D, H, Plain>,
        start: Node<D, H>,
    ) -> Option<Below> {
        if search.last < self.scale.enough {
            return None;
        }
        let slides = search.heuristic.slides(search.domain);
        let graph = self.graph.get_or_init(|| slides.as_ref().and_then(Graph::new)).as_ref()?;
        let bytes = Stacks::bytes(graph.sites(), self.room.capacity);
        let Some((threads, held)) = crew.share(search, bytes, &self.scale) else {
            self.stacks = Vec::new();
            return None;
        };
        search.held = search.held.max(held);
        self.stacks.resize_with(threads, || Stacks::new(graph.sites(), self.room.capacity));
        let Search { heuristic, threshold, .. } = *search;
        let (lanes, batch, word) = (self.lanes, self.room.batch, slides?.word);
        let batched = |stacks| Batched { graph, lanes, batch, stacks, heuristic, threshold, word };
        let mut forms: Vec<_> = self.stacks.iter_mut().map(batched).collect();
        Some(crew.iterate(forms.iter_mut().map(|form| form as _).collect(), search, start, &self.scale))
    }
}

impl From<Halt> for Broken {
    fn from(halt: Halt) -> Self {
        match halt {
            Halt::Goal => Self::Goal,
            Halt::Full => Self::Room,
        }
    }
}

/// What the chunks of an iteration are searched with.
struct Batched<'a, D: Domain, H: Heuristic<D>> {
    graph: &'a Graph<D::Op>,
    lanes: Lanes,
    batch: usize,
    stacks: &'a mut Stacks,
    heuristic: &'a H,
    threshold: Cost,
    word: fn(D::State) -> u64,
}

impl<D: Domain, H: Heuristic<D>> Chunks<D, H> for Batched<'_, D, H> {
    fn chunk(&mut self, cursor: &mut Cursor<'_, D, H>, cut: Cut, meter: &Meter<'_>) -> Result<Counts, Broken> {
        self.stacks.clear();
        let room = meter.room(D::BRANCHING).ok_or(Broken::Room)?;
        // Every move adds two to f or nothing, and every branch ends in a node that is pruned.
        let mut counts = Counts { next: self.threshold + 2, ..Counts::default() };
        loop {
            let (mut site, mut held) = self.stacks.fullest();
            if held < self.batch && counts.generated < cut.nodes {
                self.hand_out(cursor, cut.depth, &mut counts)?;
                (site, held) = self.stacks.fullest();
            }
            if counts.generated > room {
                return Err(Broken::Room);
            }
            if held == 0 {
                return Ok(counts);
            }
            meter.go_on().map_err(|end| Broken::Stopped(end, counts))?;
            let expanded = self.stacks.expand(self.lanes, self.graph, site, self.batch, &mut counts);
            expanded?;
        }
    }
}

impl<D: Domain, H: Heuristic<D>> Batched<'_, D, H> {
    /// Hands the next few subtrees to the stacks.
    fn hand_out(&mut self, cursor: &mut Cursor<'_, D, H>, depth: usize, counts: &mut Counts) -> Result<(), Broken> {
        let slack = |node: &Node<D, H>| (self.threshold - node.g - self.heuristic.h(node.cache)) / 2;
        for _ in 0..HAND {
            match cursor.next_subtree(depth, |node| slack(node) <= MOST_SLACK, counts) {
                Next::Subtree(node) => {
                    let (site, blank) = self.graph.site(node.arrived_by).ok_or(Broken::Room)?;
                    let word = (self.word)(node.state) | u64::from(slack(&node)) << blank;
                    self.stacks.push(site, word)?;
                }
                Next::Goal => return Err(Broken::Goal),
                Next::Nothing => break,
            }
        }
        Ok(())
    }
}
