//! IDA* that prefetches the memory of many nodes before it needs the first.
//!
//! **What it does.** A heuristic that looks up large tables waits for memory at every node, some hundred times as long as it
//! computes. Here nodes that were reached by one operator, and so have the same operators ([`OpAutomaton::CONTEXTS`]), are kept
//! together, a stack for each site. The last few of the fullest are expanded side by side: first all of their successors are
//! asked for ([`Prefetch::begin`]), then answered, so that the memory of all of them is fetched at once; nodes that need further
//! look-ups wait for another round.
//!
//! **Same counts.** Iterations are searched in chunks: the module `chunks` says why the counts are the same. Each node
//! contains the number of its subtree in the chunk, and the counts below each subtree's root are kept. So if the goal is
//! generated, the subtrees after the goal's are left out, those before it are searched to their end, and only the goal's
//! subtree is searched again.
//!
//! **Memory.** The stacks: a few groups for each site, of a fixed size at most. A chunk that they do not hold is cut finer.

mod chunk;
mod stacks;
mod subtrees;
#[cfg(test)]
mod tests;

use tilebench_core::{Cost, Prefetch};
use tilebench_solvers::LimitChecker;
use tilebench_solvers::ida_star::{
    ChunkCounts, ChunkSearcher, ChunkSpec, IdaStarSearch, Interruption, IterationCursor, SearchNode, SubtreeResult,
    Tuning, WorkerPool,
};

use crate::ListEngine;
use crate::OpAutomaton;
use crate::longest_stack::MAX_CONTEXTS;
pub(crate) use chunk::{Groupwise, chunk};
pub(crate) use stacks::Stacks;
pub(crate) use subtrees::Subtrees;

/// Iterations may be small: the recursion waits for memory too, and a small group is better than none. The nodes
/// above the roots of subtrees are searched one by one, so subtrees are not small.
pub(crate) const TUNING: Tuning =
    Tuning { min_iteration: 128, min_chunk: 1 << 14, min_split: 1 << 10, max_subtree: 256, min_unit: 1 << 14 };

/// The maximum number of nodes that are expanded together.
pub(crate) const GROUP: usize = 64;

/// The maximum number of successors of a node: a domain with more is searched by recursion.
const SUCCESSORS: usize = 4;

/// Groups of nodes, kept from one iteration to the next.
pub(crate) struct Groups<D: OpAutomaton, H: Prefetch<D>> {
    tuning: Tuning,
    /// The stacks of each thread.
    stacks: Vec<Stacks<Member<D, H>>>,
}

impl<D: OpAutomaton, H: Prefetch<D>> Groups<D, H> {
    /// Groups whose chunks are cut as `tuning` says.
    pub(crate) fn with_tuning(tuning: Tuning) -> Self {
        Self { tuning, stacks: Vec::new() }
    }

    /// The maximum number of bytes that a thread holds.
    fn bytes() -> u64 {
        Stacks::<Member<D, H>>::bytes(D::CONTEXTS) + Subtrees::bytes() + size_of::<Grouped<'_, D, H>>() as u64
    }
}

impl<D: OpAutomaton, H: Prefetch<D>> ListEngine<D, H> for Groups<D, H> {
    fn iterate(
        &mut self,
        pool: &mut WorkerPool,
        search: &mut IdaStarSearch<'_, D, H>,
        root: SearchNode<D, H>,
    ) -> Option<SubtreeResult> {
        const { assert!(D::CONTEXTS <= MAX_CONTEXTS && D::MAX_BRANCHING <= SUCCESSORS as u64) };
        if search.last_generated < self.tuning.min_iteration {
            return None;
        }
        let (threads, held) = pool.plan_threads(search, Self::bytes(), &self.tuning)?;
        search.peak_bytes = search.peak_bytes.max(held);
        self.stacks.resize_with(threads, || Stacks::new(D::CONTEXTS));
        let mut forms: Vec<_> =
            self.stacks.iter_mut().map(|stacks| Grouped::new(stacks, search, root, self.tuning.max_subtree)).collect();
        Some(pool.iterate(forms.iter_mut().map(|form| form as _).collect(), search, root, &self.tuning))
    }
}

/// A node of a group.
struct Member<D: OpAutomaton, H: Prefetch<D>> {
    node: SearchNode<D, H>,
    /// Which of the subtrees of its chunk it is in.
    subtree: u32,
}

impl<D: OpAutomaton, H: Prefetch<D>> Clone for Member<D, H> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<D: OpAutomaton, H: Prefetch<D>> Copy for Member<D, H> {}

/// The data with which the chunks of an iteration are searched.
struct Grouped<'a, D: OpAutomaton, H: Prefetch<D>> {
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
    questions: [[H::Pending; GROUP]; SUCCESSORS],
}

impl<D: OpAutomaton, H: Prefetch<D>> ChunkSearcher<D, H> for Grouped<'_, D, H> {
    fn chunk(
        &mut self,
        cursor: &mut IterationCursor<'_, D, H>,
        cut: ChunkSpec,
        limits: &LimitChecker<'_>,
    ) -> Result<ChunkCounts, Interruption> {
        chunk(self, cursor, cut, limits)
    }
}

impl<D: OpAutomaton, H: Prefetch<D>> Groupwise<D, H> for Grouped<'_, D, H> {
    type Member = Member<D, H>;

    fn lists(&mut self) -> (&mut Stacks<Self::Member>, &mut Subtrees) {
        (self.stacks, &mut self.subtrees)
    }

    fn member(&self, root: &SearchNode<D, H>, subtree: u32) -> Result<(usize, Self::Member), Interruption> {
        Ok((self.domain.context(root.parent_op), Member { node: *root, subtree }))
    }

    fn expand(&mut self, site: usize, counts: &mut ChunkCounts) -> Result<(), Interruption> {
        let count = self.take(site);
        let group = &self.group[..count];
        let Some(first) = group.first() else { return Ok(()) };
        let ops = self.domain.ops(first.node.state, first.node.parent_op);
        counts.expanded += count as u64;
        counts.generated += (count * ops.len()) as u64;
        for member in group {
            self.subtrees.count(member.subtree, ops.len() as u64);
        }
        let mut waiting = [Places { len: count, ..Places::ALL }; SUCCESSORS];
        for (&op, questions) in ops.iter().zip(&mut self.questions) {
            for (Member { node, .. }, question) in group.iter().zip(questions) {
                self.heuristic.begin(self.domain, &node.cache, node.state, op, question);
            }
        }
        let mut is_done = false;
        while !is_done {
            is_done = true;
            for (at, &op) in ops.iter().enumerate().take(SUCCESSORS) {
                let kept = self.answer(op, at, &mut waiting[at], &mut counts.next);
                is_done &= waiting[at].len == 0;
                self.stacks.push(self.domain.context(op), &self.kept[..kept])?;
            }
        }
        Ok(())
    }
}

impl<'a, D: OpAutomaton, H: Prefetch<D>> Grouped<'a, D, H> {
    /// ChunkCounts of zero for the iteration of `search` from `start`, with subtrees of about `nodes` nodes.
    fn new(
        stacks: &'a mut Stacks<Member<D, H>>,
        search: &IdaStarSearch<'a, D, H>,
        start: SearchNode<D, H>,
        nodes: u64,
    ) -> Self {
        let IdaStarSearch { domain, heuristic, threshold, .. } = *search;
        let first = Member { node: start, subtree: 0 };
        let (group, kept) = ([first; GROUP], [first; GROUP]);
        let questions = [[H::Pending::default(); GROUP]; SUCCESSORS];
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
            match heuristic.try_evaluate(domain, &node.cache, node.state, op, question, enough) {
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
                    *member =
                        Member { node: SearchNode { state: child, cache: node.cache, g, parent_op: op }, subtree };
                    heuristic.commit(domain, &mut member.node.cache, node.state, op, question);
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
