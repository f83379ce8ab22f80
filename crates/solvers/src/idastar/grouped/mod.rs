//! IDA* that asks for the memory of many nodes before it needs the first.
//!
//! **What it does.** A heuristic that looks up large tables waits for memory at every node, some hundred times as
//! long as it computes. Here nodes that were reached by one operator, and so have the same operators
//! ([`Domain::SITES`]), are kept together, a stack for each site. The last few of the fullest are expanded side by side:
//! first all of their successors are asked for ([`Heuristic::ask`]), then answered, so that the memory of all of
//! them is on its way at once; those of which more has to be asked wait for another round.
//!
//! **Same counts.** Iterations are searched in chunks: the module `chunks` says why the counts are the same. Each node
//! knows which of the chunk's subtrees it is in, and what is counted below each is known. So where the goal is seen, what
//! comes after its subtree is left out, what comes before is searched to its end, and only the subtree is searched again.
//!
//! **Memory.** The stacks: a few groups for each site, of a fixed size at most. A chunk that they do not hold is cut finer.

mod chunk;
mod stacks;
mod subtrees;
#[cfg(test)]
mod tests;

use tilebench_core::{Cost, Domain, Heuristic};

use super::chunks::{Broken, Chunks, Counts, Cut, Scale};
use super::cursor::{Cursor, Node};
use super::fullest::MOST_SITES;
use super::parallel::Crew;
#[cfg(target_arch = "x86_64")]
use super::placed::Placed;
use super::{Below, Search};
use crate::meter::Meter;
pub(super) use chunk::{Groupwise, chunk};
pub(super) use stacks::Stacks;
pub(super) use subtrees::Subtrees;

/// Iterations may be small: memory is waited for by the recursion too, and a small group is better than none. What is
/// above the roots of subtrees is searched node by node, so subtrees are not small.
pub(super) const SCALE: Scale = Scale { enough: 128, chunk: 1 << 14, least: 1 << 10, subtree: 256, span: 1 << 14 };

/// The most nodes that are expanded side by side.
pub(super) const GROUP: usize = 64;

/// The most successors of a node: where a domain has more, it is searched by recursion.
const SUCCESSORS: usize = 4;

/// What is kept from one iteration to the next.
#[derive(Debug)]
pub(super) struct Groups<D: Domain, H: Heuristic<D>> {
    scale: Scale,
    /// By vectors, where the processor has them.
    #[cfg(target_arch = "x86_64")]
    placed: Option<Placed>,
    /// A thread's each.
    stacks: Vec<Stacks<Member<D, H>>>,
}

impl<D: Domain, H: Heuristic<D>> Groups<D, H> {
    pub(super) fn new() -> Self {
        Self::with_scale(SCALE)
    }

    /// Groups whose chunks are cut as `scale` says.
    pub(super) fn with_scale(scale: Scale) -> Self {
        Self {
            #[cfg(target_arch = "x86_64")]
            placed: Placed::with_scale(scale),
            ..Self::one_by_one(scale)
        }
    }

    /// Groups that are never searched by vectors.
    pub(super) fn one_by_one(scale: Scale) -> Self {
        Self {
            scale,
            #[cfg(target_arch = "x86_64")]
            placed: None,
            stacks: Vec::new(),
        }
    }

    /// The most bytes that a thread holds.
    fn bytes() -> u64 {
        Stacks::<Member<D, H>>::bytes(D::SITES) + Subtrees::bytes() + size_of::<Grouped<'_, D, H>>() as u64
    }

    /// One iteration from `start`, shared by `crew`, or `None` where it is small, or the heuristic, the domain or
    /// the memory does not allow groups.
    pub(super) fn iterate(
        &mut self,
        crew: &mut Crew,
        search: &mut Search<'_, D, H>,
        start: Node<D, H>,
    ) -> Option<Below> {
        let is_for_groups = H::WAITS && matches!(D::SITES, 1..=MOST_SITES) && D::BRANCHING <= SUCCESSORS as u64;
        if !is_for_groups || search.last < self.scale.enough {
            return None;
        }
        #[cfg(target_arch = "x86_64")]
        if let Some(below) = self.placed.as_mut().and_then(|placed| placed.iterate(crew, search, start)) {
            return Some(below);
        }
        let bytes = Self::bytes();
        let (threads, held) = crew.share(search, bytes, &self.scale)?;
        search.held = search.held.max(held);
        self.stacks.resize_with(threads, || Stacks::new(D::SITES));
        let mut forms: Vec<_> =
            self.stacks.iter_mut().map(|stacks| Grouped::new(stacks, search, start, self.scale.subtree)).collect();
        Some(crew.iterate(forms.iter_mut().map(|form| form as _).collect(), search, start, &self.scale))
    }
}

/// A node of a group.
#[derive(Debug)]
struct Member<D: Domain, H: Heuristic<D>> {
    node: Node<D, H>,
    /// Which of the subtrees of its chunk it is in.
    subtree: u32,
}

impl<D: Domain, H: Heuristic<D>> Clone for Member<D, H> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<D: Domain, H: Heuristic<D>> Copy for Member<D, H> {}

/// What the chunks of an iteration are searched with.
struct Grouped<'a, D: Domain, H: Heuristic<D>> {
    domain: &'a D,
    heuristic: &'a H,
    threshold: Cost,
    subtrees: Subtrees,
    stacks: &'a mut Stacks<Member<D, H>>,
    /// The nodes that are expanded.
    group: [Member<D, H>; GROUP],
    /// Their successors along one operator that are kept.
    kept: [Member<D, H>; GROUP],
    /// Their successors that memory is asked for, operator after operator.
    questions: [[H::Question; GROUP]; SUCCESSORS],
}

impl<D: Domain, H: Heuristic<D>> Chunks<D, H> for Grouped<'_, D, H> {
    fn chunk(&mut self, cursor: &mut Cursor<'_, D, H>, cut: Cut, meter: &Meter<'_>) -> Result<Counts, Broken> {
        chunk(self, cursor, cut, meter)
    }
}

impl<D: Domain, H: Heuristic<D>> Groupwise<D, H> for Grouped<'_, D, H> {
    type Member = Member<D, H>;

    fn lists(&mut self) -> (&mut Stacks<Self::Member>, &mut Subtrees) {
        (self.stacks, &mut self.subtrees)
    }

    fn member(&self, root: &Node<D, H>, subtree: u32) -> Result<(usize, Self::Member), Broken> {
        Ok((self.domain.site(root.arrived_by), Member { node: *root, subtree }))
    }

    fn expand(&mut self, site: usize, counts: &mut Counts) -> Result<(), Broken> {
        let count = self.take(site);
        let group = &self.group[..count];
        let Some(first) = group.first() else { return Ok(()) };
        let ops = self.domain.ops(first.node.state, first.node.arrived_by);
        counts.expanded += count as u64;
        counts.generated += (count * ops.len()) as u64;
        for member in group {
            self.subtrees.count(member.subtree, ops.len() as u64);
        }
        let mut waiting = [Places { len: count, ..Places::ALL }; SUCCESSORS];
        for (&op, questions) in ops.iter().zip(&mut self.questions) {
            for (Member { node, .. }, question) in group.iter().zip(questions) {
                self.heuristic.ask(self.domain, &node.cache, node.state, op, question);
            }
        }
        let mut is_done = false;
        while !is_done {
            is_done = true;
            for (at, &op) in ops.iter().enumerate().take(SUCCESSORS) {
                let kept = self.answer(op, at, &mut waiting[at], &mut counts.next);
                is_done &= waiting[at].len == 0;
                self.stacks.push(self.domain.site(op), &self.kept[..kept])?;
            }
        }
        Ok(())
    }
}

impl<'a, D: Domain, H: Heuristic<D>> Grouped<'a, D, H> {
    /// Nothing yet of the iteration of `search` from `start`, of subtrees of about so many nodes.
    fn new(stacks: &'a mut Stacks<Member<D, H>>, search: &Search<'a, D, H>, start: Node<D, H>, nodes: u64) -> Self {
        let Search { domain, heuristic, threshold, .. } = *search;
        let first = Member { node: start, subtree: 0 };
        let (group, kept) = ([first; GROUP], [first; GROUP]);
        let questions = [[H::Question::default(); GROUP]; SUCCESSORS];
        Self { domain, heuristic, threshold, subtrees: Subtrees::new(nodes), stacks, group, kept, questions }
    }

    /// Takes the last few nodes of `site` that come before the goal, and says how many they are.
    fn take(&mut self, site: usize) -> usize {
        let last = self.stacks.last(site);
        let mut count = last.len();
        if self.subtrees.found() == Subtrees::NONE {
            self.group[..count].copy_from_slice(last);
        } else {
            count = 0;
            for member in last.iter().filter(|member| member.subtree < self.subtrees.found()) {
                self.group[count] = *member;
                count += 1;
            }
        }
        self.stacks.drop_last(site);
        count
    }

    /// Answers those of the successors along `op` that wait, leaves those that are kept in `kept` and says how many they
    /// are; `waiting` becomes those of which more has to be asked.
    #[inline(never)]
    fn answer(&mut self, op: D::Op, at: usize, waiting: &mut Places, next: &mut Cost) -> usize {
        let Self { domain, heuristic, threshold, .. } = *self;
        let (mut again, mut kept) = (0, 0);
        for waits in 0..waiting.len.min(GROUP) {
            let place = waiting.places[waits];
            let &Member { ref node, subtree } = &self.group[usize::from(place) % GROUP];
            let question = &mut self.questions[at][usize::from(place) % GROUP];
            let g = node.g + 1;
            // Whatever is known to lie beyond the least f beyond the threshold does not change it.
            let enough = next.saturating_sub(g);
            match heuristic.answer(domain, &node.cache, node.state, op, question, enough) {
                None => {
                    waiting.places[again % GROUP] = place;
                    again += 1;
                }
                Some(h) if g + h > threshold => *next = (*next).min(g + h),
                Some(h) => {
                    let child = domain.apply(node.state, op);
                    if h == 0 && domain.is_goal(child) {
                        self.subtrees.see_goal(subtree);
                    }
                    let member = &mut self.kept[kept % GROUP];
                    *member = Member { node: Node { state: child, cache: node.cache, g, arrived_by: op }, subtree };
                    heuristic.answered(domain, &mut member.node.cache, node.state, op, question);
                    kept += 1;
                }
            }
        }
        waiting.len = again;
        kept
    }
}

/// Places in a group.
#[derive(Clone, Copy, Debug)]
struct Places {
    places: [u8; GROUP],
    len: usize,
}

impl Places {
    /// All of them.
    const ALL: Self = {
        let mut places = [0; GROUP];
        let mut at = 0;
        while at < GROUP {
            #[expect(clippy::cast_possible_truncation, reason = "a group has few places")]
            let place = at as u8;
            places[at] = place;
            at += 1;
        }
        Self { places, len: GROUP }
    };
}
