//! IDA* that asks for the memory of many nodes before it needs the first.
//!
//! **What it does.** A heuristic that looks up large tables waits for memory at every node, some hundred times as
//! long as it computes. Here successors wait in a queue between [`Heuristic::ask`] and [`Heuristic::answer`],
//! so that the memory of as many as it holds is on its way at once; those that turn out to be within the
//! threshold go on a stack, from which the next is expanded.
//!
//! **Same counts.** An iteration without the goal generates the same nodes in any order. The last one has to stop
//! where the recursion does. So every iteration is cut into chunks, which follow each other in
//! depth-first order: a [`cursor`] walks the top of the tree and hands out the subtrees below a depth, until a chunk
//! has nodes enough. When it is done, the counts are those of the recursion at that place. A chunk in
//! which the goal appears is forgotten, cut finer and searched again, at last node by node from the
//! cursor's place, which finds the path too. So is a chunk in which the node limit falls.
//!
//! **Memory.** The stack: about as many nodes as the queue is long for each move of a path, within the memory limit. A
//! chunk that it does not hold is cut finer too.

mod cursor;
#[cfg(test)]
mod tests;

use cursor::{Cursor, Finish, Next, Node};
use tilebench_core::{Cost, Domain, End, Heuristic};

use super::{Below, Plain, Search};
use crate::meter::Meter;

/// Nodes generated and expanded, and the least f beyond the threshold.
#[derive(Clone, Copy, Debug)]
struct Counts {
    generated: u64,
    expanded: u64,
    next: Cost,
}

/// When this is worth it, and how an iteration is cut. Nothing that is counted depends on it but the memory.
#[derive(Clone, Copy, Debug)]
struct Scale {
    /// An iteration is searched so where the one before generated at least so many nodes.
    enough: u64,
    /// The fewest nodes of a chunk. It ends with a queue that runs empty.
    least: u64,
}

impl Default for Scale {
    fn default() -> Self {
        Self { enough: 256, least: 1 << 10 }
    }
}

impl Scale {
    /// How much larger than the last one an iteration is thought to be.
    const GROWTH: u64 = 6;
    /// An iteration is cut into about so many chunks: what is searched twice is about as much less than it.
    const CHUNKS: u64 = 32;
    /// The largest chunk, in smallest ones.
    const LARGEST: u64 = 1 << 12;
    /// A chunk is cut finer by this.
    const FINER: u64 = 8;
    /// Nodes in a subtree, about.
    const SUBTREE: u64 = 64;
}

/// How an iteration is cut.
#[derive(Clone, Copy, Debug)]
struct Cut {
    /// The nodes of a chunk, at least.
    nodes: u64,
    /// The depth of the subtrees handed out.
    depth: usize,
}

impl Cut {
    /// The cut of an iteration of about `nodes` nodes.
    fn of(nodes: u64, scale: &Scale) -> Self {
        let chunk = (nodes / Scale::CHUNKS).clamp(scale.least, scale.least * Scale::LARGEST);
        Self { nodes: chunk, depth: (nodes / Scale::SUBTREE).max(1).ilog2() as usize }
    }

    /// A finer one, unless it is no longer worth it.
    fn finer(self, scale: &Scale) -> Option<Self> {
        let nodes = self.nodes / Scale::FINER;
        (nodes >= scale.least).then_some(Self { nodes, depth: self.depth + Scale::FINER.ilog2() as usize })
    }
}

/// Why a chunk was not searched to its end.
enum Broken {
    /// It has to be cut finer: the goal is in it, or the node limit.
    Finer,
    /// The search is told to stop, after so many nodes of the chunk.
    Stopped(End, Counts),
}

/// The queue's length: a power of two. The processor has some dozen lines of memory on their way at most.
const QUEUE: usize = 16;

/// The most successors of a node: where a domain has more, it is searched by recursion.
const SUCCESSORS: usize = 4;

/// The most nodes of the stack, several times what a path of [`super::DEEPEST`] moves was ever seen to need.
const MOST: usize = 1 << 12;

/// A successor whose entries were asked for.
struct Asked<D: Domain, H: Heuristic<D>> {
    parent: D::State,
    cache: H::Cache,
    g: Cost,
    op: D::Op,
}

impl<D: Domain, H: Heuristic<D>> Clone for Asked<D, H> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<D: Domain, H: Heuristic<D>> Copy for Asked<D, H> {}

/// What is kept from one iteration to the next.
#[derive(Debug, Default)]
pub(super) struct Interleaved {
    scale: Scale,
    /// The nodes of the last iteration.
    last: u64,
}

impl Interleaved {
    /// One iteration from `state`: so where it is large and the memory allows it, else by `recursion`.
    pub(super) fn iterate<D: Domain, H: Heuristic<D>>(
        &mut self,
        search: &mut Search<'_, D, H, Plain>,
        start: (D::State, H::Cache, D::Op),
        recursion: impl FnOnce(&mut Search<'_, D, H, Plain>) -> Below,
    ) -> Below {
        let before = search.meter.generated;
        let path = u64::from(search.threshold) * Search::<'_, D, H, Plain>::MOVE + size_of::<Chunk<'_, D, H>>() as u64;
        let left = search.meter.limit_bytes().saturating_sub(path) / size_of::<Node<D, H>>() as u64;
        let room = usize::try_from(left).unwrap_or(usize::MAX).min(MOST);
        let suits = D::BRANCHING <= SUCCESSORS as u64
            && self.last >= self.scale.enough
            && search.threshold <= search.deepest
            && room > QUEUE;
        let below = if suits {
            let (below, held) = self.search(search, start, room);
            search.held = search.held.max(path + (held * size_of::<Node<D, H>>()) as u64);
            below
        } else {
            recursion(search)
        };
        self.last = search.meter.generated - before;
        below
    }

    /// How the iteration ended, and for how many nodes the stack had memory.
    fn search<D: Domain, H: Heuristic<D>>(
        &self,
        search: &mut Search<'_, D, H, Plain>,
        (state, cache, arrived_by): (D::State, H::Cache, D::Op),
        room: usize,
    ) -> (Below, usize) {
        if let Err(end) = search.meter.expand(D::BRANCHING) {
            return (search.stop(end), 0);
        }
        let (domain, heuristic, threshold) = (search.domain, search.heuristic, search.threshold);
        let start = Node { state, cache, g: 0, arrived_by };
        let mut cursor = Cursor::new(domain, heuristic, threshold, start);
        let mut cut = Cut::of(self.last.saturating_mul(Scale::GROWTH), &self.scale);
        let idle = Asked { parent: state, cache, g: 0, op: arrived_by };
        let mut chunk =
            Chunk { domain, heuristic, threshold, stack: Vec::new(), room, queue: [idle; QUEUE], taken: 0, put: 0 };
        let below = loop {
            let begun = cursor.clone();
            match chunk.search(&mut cursor, cut, &search.meter) {
                Ok(counts) => {
                    search.meter.add(counts.generated, counts.expanded);
                    search.next = search.next.min(counts.next);
                    if cursor.is_done() {
                        break Below::Nothing;
                    }
                }
                Err(Broken::Finer) => {
                    cursor = begun;
                    match cut.finer(&self.scale) {
                        Some(finer) => cut = finer,
                        None => break finish(search, cursor),
                    }
                }
                Err(Broken::Stopped(end, counts)) => {
                    search.meter.add(counts.generated, counts.expanded);
                    break search.stop(end);
                }
            }
        };
        (below, chunk.stack.capacity())
    }
}

/// Searches the rest of the iteration node by node.
fn finish<D: Domain, H: Heuristic<D>>(search: &mut Search<'_, D, H, Plain>, cursor: Cursor<'_, D, H>) -> Below {
    match cursor.finish(&mut search.meter, &mut search.next) {
        Finish::Nothing => Below::Nothing,
        Finish::Goal(path) => {
            search.path = path;
            Below::Goal
        }
        Finish::Stopped(end) => search.stop(end),
    }
}

/// The nodes of a chunk that are not done.
struct Chunk<'a, D: Domain, H: Heuristic<D>> {
    domain: &'a D,
    heuristic: &'a H,
    threshold: Cost,
    stack: Vec<Node<D, H>>,
    /// The most nodes that the stack may hold.
    room: usize,
    queue: [Asked<D, H>; QUEUE],
    /// How many were taken from the queue, and how many put into it.
    taken: usize,
    put: usize,
}

impl<D: Domain, H: Heuristic<D>> Chunk<'_, D, H> {
    /// Searches a chunk from `cursor`, which it leaves behind it.
    fn search(&mut self, cursor: &mut Cursor<'_, D, H>, cut: Cut, meter: &Meter<'_>) -> Result<Counts, Broken> {
        self.stack.clear();
        self.taken = self.put;
        let room = meter.room(D::BRANCHING).ok_or(Broken::Finer)?;
        let mut counts = Counts { generated: 0, expanded: 0, next: Cost::MAX };
        let mut ask_at = 0;
        loop {
            if counts.expanded >= ask_at {
                meter.go_on().map_err(|end| Broken::Stopped(end, counts))?;
                if counts.generated > room {
                    return Err(Broken::Finer);
                }
                ask_at = counts.expanded + 1024.min((room - counts.generated) / D::BRANCHING + 1);
            }
            while self.put - self.taken <= QUEUE - SUCCESSORS {
                if let Some(node) = self.stack.pop() {
                    counts.expanded += 1;
                    self.ask(node);
                } else if counts.generated < cut.nodes {
                    match cursor.next_subtree(cut.depth, &mut counts) {
                        Next::Subtree(node) => {
                            if self.stack.capacity() == 0 {
                                self.grow()?;
                            }
                            self.stack.push(node);
                        }
                        Next::Goal => return Err(Broken::Finer),
                        Next::Nothing => break,
                    }
                } else {
                    break;
                }
            }
            if self.put == self.taken {
                return if counts.generated > room { Err(Broken::Finer) } else { Ok(counts) };
            }
            let mut asked = self.queue[self.taken % QUEUE];
            self.taken += 1;
            counts.generated += 1;
            self.heuristic.answer(&mut asked.cache);
            let h = self.heuristic.h(asked.cache);
            let f = asked.g + h;
            if f > self.threshold {
                counts.next = counts.next.min(f);
                continue;
            }
            let state = self.domain.apply(asked.parent, asked.op);
            if h == 0 && self.domain.is_goal(state) {
                return Err(Broken::Finer);
            }
            if self.stack.len() == self.stack.capacity() {
                self.grow()?;
            }
            self.stack.push(Node { state, cache: asked.cache, g: asked.g, arrived_by: asked.op });
        }
    }

    /// Makes the stack larger.
    ///
    /// # Errors
    ///
    /// That it has all the room that there is.
    #[cold]
    fn grow(&mut self) -> Result<(), Broken> {
        let held = self.stack.len();
        if held == self.room {
            return Err(Broken::Finer);
        }
        self.stack.reserve_exact((self.room - held).min(held.max(QUEUE)));
        Ok(())
    }

    /// Puts the successors of `node` into the queue.
    #[inline]
    fn ask(&mut self, node: Node<D, H>) {
        for &op in self.domain.ops(node.state, node.arrived_by) {
            let slot = &mut self.queue[self.put % QUEUE];
            *slot = Asked { parent: node.state, cache: node.cache, g: node.g + 1, op };
            self.heuristic.ask(self.domain, &mut slot.cache, node.state, op);
            self.put += 1;
        }
    }
}
