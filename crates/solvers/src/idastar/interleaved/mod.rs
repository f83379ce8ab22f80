//! IDA* that asks for the memory of many nodes before it needs the first.
//!
//! **What it does.** A heuristic that looks up large tables waits for memory at every node, some hundred times as
//! long as it computes. Here successors wait in a queue between [`Heuristic::ask`] and [`Heuristic::answer`],
//! so that the memory of as many as it holds is on its way at once; those that turn out to be within the
//! threshold go on a stack, from which the next is expanded.
//!
//! **Same counts.** Iterations are searched in chunks: the module `chunks` says why the counts are the same.
//!
//! **Memory.** The stack: about as many nodes as the queue is long for each move of a path, within the memory limit. A
//! chunk that it does not hold is cut finer too.

#[cfg(test)]
mod tests;

use tilebench_core::{Cost, Domain, Heuristic};

use super::chunks::{Broken, Chunks, Counts, Cut, Scale};
use super::cursor::{Cursor, Next, Node};
use super::parallel::Crew;
use super::{Below, Plain, Search};
use crate::meter::Meter;

/// Chunks may be small: what waits in the queue at the end of one are some dozen nodes.
const SCALE: Scale = Scale { enough: 256, chunk: 1 << 10, least: 1 << 10, subtree: 64, span: 1 << 12 };

/// The queue's length: a power of two. The processor has some dozen lines of memory on their way at most.
const QUEUE: usize = 16;

/// The most successors of a node: where a domain has more, it is searched by recursion.
const SUCCESSORS: usize = 4;

/// The fewest nodes that the stack has to have room for.
const LEAST: usize = QUEUE + 1;

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
#[derive(Debug)]
pub(super) struct Interleaved {
    scale: Scale,
}

impl Interleaved {
    pub(super) fn new() -> Self {
        Self { scale: SCALE }
    }

    /// Queues whose chunks are cut as `scale` says.
    #[cfg(test)]
    pub(super) fn with_scale(scale: Scale) -> Self {
        Self { scale }
    }

    /// One iteration from `start`, shared by `crew`: so where it is large and the memory allows it, else by
    /// `otherwise`.
    pub(super) fn iterate<D: Domain, H: Heuristic<D>>(
        &self,
        crew: &mut Crew,
        search: &mut Search<'_, D, H, Plain>,
        start: Node<D, H>,
        otherwise: impl FnOnce(&mut Crew, &mut Search<'_, D, H, Plain>) -> Below,
    ) -> Below {
        let suits = D::BRANCHING <= SUCCESSORS as u64 && search.last >= self.scale.enough;
        let node = size_of::<Node<D, H>>() as u64;
        let fixed = size_of::<Waiting<'_, D, H>>() as u64 + LEAST as u64 * node;
        let share = if suits { crew.share(search, fixed, &self.scale) } else { None };
        let Some((threads, held)) = share else { return otherwise(crew, search) };
        let left = (search.meter.limit_bytes() - held) / threads as u64 / node;
        let room = LEAST.saturating_add(usize::try_from(left).unwrap_or(usize::MAX)).min(MOST);
        let mut forms: Vec<_> = (0..threads).map(|_| Waiting::new(search, start, room)).collect();
        let below = crew.iterate(forms.iter_mut().map(|form| form as _).collect(), search, start, &self.scale);
        let grown: usize = forms.iter().map(|waiting| waiting.stack.capacity().saturating_sub(LEAST)).sum();
        search.held = search.held.max(held + grown as u64 * node);
        below
    }
}

/// The nodes of a chunk that are not done.
struct Waiting<'a, D: Domain, H: Heuristic<D>> {
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

impl<D: Domain, H: Heuristic<D>> Chunks<D, H> for Waiting<'_, D, H> {
    fn chunk(&mut self, cursor: &mut Cursor<'_, D, H>, cut: Cut, meter: &Meter<'_>) -> Result<Counts, Broken> {
        self.stack.clear();
        self.taken = self.put;
        let room = meter.room(D::BRANCHING).ok_or(Broken::Room)?;
        let mut counts = Counts::default();
        let mut ask_at = 0;
        loop {
            if counts.expanded >= ask_at {
                meter.go_on().map_err(|end| Broken::Stopped(end, counts))?;
                if counts.generated > room {
                    return Err(Broken::Room);
                }
                ask_at = counts.expanded + 1024.min((room - counts.generated) / D::BRANCHING + 1);
            }
            while self.put - self.taken <= QUEUE - SUCCESSORS {
                if let Some(node) = self.stack.pop() {
                    counts.expanded += 1;
                    self.ask(node);
                } else if counts.generated < cut.nodes {
                    match cursor.next_of_any(cut.depth, &mut counts) {
                        Next::Subtree(node) => {
                            if self.stack.capacity() == 0 {
                                self.grow()?;
                            }
                            self.stack.push(node);
                        }
                        Next::Goal => return Err(Broken::Goal),
                        Next::Nothing => break,
                    }
                } else {
                    break;
                }
            }
            if self.put == self.taken {
                return if counts.generated > room { Err(Broken::Room) } else { Ok(counts) };
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
                return Err(Broken::Goal);
            }
            if self.stack.len() == self.stack.capacity() {
                self.grow()?;
            }
            self.stack.push(Node { state, cache: asked.cache, g: asked.g, arrived_by: asked.op });
        }
    }
}

impl<'a, D: Domain, H: Heuristic<D>> Waiting<'a, D, H> {
    /// Nothing yet of the iteration of `search` from `start`, and room for so many nodes.
    fn new(search: &Search<'a, D, H, Plain>, start: Node<D, H>, room: usize) -> Self {
        let Search { domain, heuristic, threshold, .. } = *search;
        let idle = Asked { parent: start.state, cache: start.cache, g: 0, op: start.arrived_by };
        Self { domain, heuristic, threshold, stack: Vec::new(), room, queue: [idle; QUEUE], taken: 0, put: 0 }
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
            return Err(Broken::Room);
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
