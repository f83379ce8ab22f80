//! IDA* that asks for the memory of many nodes before it needs the first.
//!
//! **What it does.** A heuristic that looks up large tables waits for memory at every node, some hundred times as
//! long as it computes. Here successors wait in a queue between [`Heuristic::ask`] and [`Heuristic::answer`],
//! so that the memory of as many as it holds is on its way at once; those of which more has to be asked go back to its
//! end, and those that turn out to be within the threshold on a stack, from which the next is expanded.
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

/// A successor that is not estimated yet.
struct Asked<D: Domain, H: Heuristic<D>> {
    question: H::Question,
    op: D::Op,
    /// The place of its parent.
    parent: u8,
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
    /// The nodes whose successors are in the queue.
    parents: [Node<D, H>; QUEUE],
    /// By place: how many of its successors are in the queue.
    children: [u8; QUEUE],
    /// Places of parents that have none, and how many these are.
    free: [u8; QUEUE],
    free_places: usize,
    /// How many were taken from the queue, and how many put into it.
    taken: usize,
    put: usize,
}

impl<D: Domain, H: Heuristic<D>> Chunks<D, H> for Waiting<'_, D, H> {
    fn chunk(&mut self, cursor: &mut Cursor<'_, D, H>, cut: Cut, meter: &Meter<'_>) -> Result<Counts, Broken> {
        self.clear();
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
                    self.ask(node, &mut counts);
                } else if counts.generated < cut.nodes {
                    match cursor.next_of_any(cut.depth, &mut counts) {
                        Next::Subtree(node) => {
                            if self.stack.capacity() == 0 {
                                Self::grow(&mut self.stack, self.room)?;
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
            self.settle(&mut counts)?;
        }
    }
}

impl<'a, D: Domain, H: Heuristic<D>> Waiting<'a, D, H> {
    /// Nothing yet of the iteration of `search` from `start`, and room for so many nodes.
    fn new(search: &Search<'a, D, H, Plain>, start: Node<D, H>, room: usize) -> Self {
        let Search { domain, heuristic, threshold, .. } = *search;
        let idle = Asked { question: H::Question::default(), op: start.arrived_by, parent: 0 };
        Self {
            domain,
            heuristic,
            threshold,
            stack: Vec::new(),
            room,
            queue: [idle; QUEUE],
            parents: [start; QUEUE],
            children: [0; QUEUE],
            free: [0; QUEUE],
            free_places: 0,
            taken: 0,
            put: 0,
        }
    }

    /// Forgets what is left of the last chunk.
    fn clear(&mut self) {
        self.stack.clear();
        self.taken = self.put;
        for (free, place) in self.free.iter_mut().zip(0..) {
            *free = place;
        }
        self.free_places = QUEUE;
    }

    /// Makes the stack larger.
    ///
    /// # Errors
    ///
    /// That it has all the room that there is.
    #[cold]
    fn grow(stack: &mut Vec<Node<D, H>>, room: usize) -> Result<(), Broken> {
        let held = stack.len();
        if held == room {
            return Err(Broken::Room);
        }
        stack.reserve_exact((room - held).min(held.max(QUEUE)));
        Ok(())
    }

    /// Puts the successors of `node` into the queue. A place for it is free, as each parent has a successor there.
    #[inline]
    fn ask(&mut self, node: Node<D, H>, counts: &mut Counts) {
        let ops = self.domain.ops(node.state, node.arrived_by);
        if ops.is_empty() {
            return;
        }
        self.free_places -= 1;
        let parent = self.free[self.free_places % QUEUE];
        let place = usize::from(parent) % QUEUE;
        self.children[place] = u8::try_from(ops.len()).unwrap_or(u8::MAX);
        counts.generated += ops.len() as u64;
        for &op in ops {
            let asked = &mut self.queue[self.put % QUEUE];
            asked.op = op;
            asked.parent = parent;
            self.heuristic.ask(self.domain, &node.cache, node.state, op, &mut asked.question);
            self.put += 1;
        }
        self.parents[place] = node;
    }

    /// Takes the first successor from the queue and prunes it, or puts it on the stack, or puts it into the queue again
    /// where more has to be asked.
    #[inline]
    fn settle(&mut self, counts: &mut Counts) -> Result<(), Broken> {
        let first = self.taken % QUEUE;
        self.taken += 1;
        let Asked { op, parent, .. } = self.queue[first];
        let place = usize::from(parent) % QUEUE;
        let Node { state, g, .. } = self.parents[place];
        let cache = &self.parents[place].cache;
        let g = g + 1;
        // Whatever is known to lie beyond the least f beyond the threshold does not change it.
        let enough = counts.next.saturating_sub(g);
        let question = &mut self.queue[first].question;
        let Some(h) = self.heuristic.answer(self.domain, cache, state, op, question, enough) else {
            self.queue[self.put % QUEUE] = self.queue[first];
            self.put += 1;
            return Ok(());
        };
        if g + h > self.threshold {
            counts.next = counts.next.min(g + h);
        } else {
            let child = self.domain.apply(state, op);
            if h == 0 && self.domain.is_goal(child) {
                return Err(Broken::Goal);
            }
            if self.stack.len() == self.stack.capacity() {
                Self::grow(&mut self.stack, self.room)?;
            }
            self.stack.push(Node { state: child, cache: *cache, g, arrived_by: op });
            if let Some(node) = self.stack.last_mut() {
                self.heuristic.answered(self.domain, &mut node.cache, state, op, &self.queue[first].question);
            }
        }
        self.children[place] -= 1;
        if self.children[place] == 0 {
            self.free[self.free_places % QUEUE] = parent;
            self.free_places += 1;
        }
        Ok(())
    }
}
