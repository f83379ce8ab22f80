//! IDA* with pattern databases by vectors: eight boards at a time are moved, numbered, and compared with the threshold.
//!
//! **What it does.** As the module `grouped`, for heuristics that are additive pattern databases on boards of at most 16
//! cells ([`crate::PdbTables`]) and processors with AVX-512: nodes of one site are expanded side by side, all of their
//! look-ups are prefetched before the first is used, and the second way only of those that the first does not prune. A node
//! is three words ([`node`]), from which the number of any pattern is computed from scratch ([`kernel`]), so nothing else is
//! carried along a path. No branch depends on a board.
//!
//! **Same counts.** As in `grouped`.
//!
//! **Memory.** As in `grouped`, with 24 bytes per node.

mod kernel;
mod node;
mod numbers;
#[cfg(test)]
mod tests;

use tilebench_core::{Cost, Domain, Heuristic};
use tilebench_solvers::LimitChecker;
use tilebench_solvers::ida_star::{
    ChunkCounts, ChunkSearcher, ChunkSpec, IdaStarSearch, Interruption, IterationCursor, SearchNode, SubtreeResult,
    Tuning, WorkerPool,
};

use crate::AdditivePdbs;
use crate::ListEngine;
use crate::batched::Graph;
use crate::grouped::{GROUP, Groupwise, Stacks, Subtrees, chunk};
use kernel::LANES;
use node::MOST_ALLOWANCE;
use numbers::Numbers;

/// The length of a list of nodes of a group, padded for vectors.
const PADDED: usize = GROUP + LANES;

/// The most successors of a node.
const SUCCESSORS: usize = 4;

/// Nodes, a list for each of their words.
type Planes = [[u64; PADDED]; 3];

/// Successors of a group along one operator.
#[derive(Clone, Debug)]
struct Asked {
    planes: Planes,
    /// The look-up of each: see [`numbers`].
    words: [u64; PADDED],
    len: usize,
}

/// The data kept from one iteration to the next.
#[derive(Debug)]
pub(crate) struct Placed {
    tuning: Tuning,
    /// A thread's each.
    lists: Vec<Lists>,
}

/// All lists of a thread.
#[derive(Debug)]
struct Lists {
    stacks: Stacks<[u64; 3]>,
    group: Box<Planes>,
    kept: Box<Planes>,
    asked: Vec<Asked>,
    values: Box<[u64; PADDED]>,
    subtrees: Subtrees,
}

impl Lists {
    /// Lists for `sites` sites, and subtrees of about `nodes` nodes.
    fn new(sites: usize, nodes: u64) -> Self {
        let asked = Asked { planes: [[0; PADDED]; 3], words: [0; PADDED], len: 0 };
        Self {
            stacks: Stacks::new(sites),
            group: Box::new(asked.planes),
            kept: Box::new(asked.planes),
            values: Box::new(asked.words),
            asked: vec![asked; SUCCESSORS],
            subtrees: Subtrees::new(nodes),
        }
    }

    /// The most bytes of the lists that [`Self::new`] makes.
    fn bytes(sites: usize) -> u64 {
        let fixed = (2 + SUCCESSORS) * size_of::<Asked>();
        Stacks::<[u64; 3]>::bytes(sites) + Subtrees::bytes() + fixed as u64
    }
}

impl Placed {
    /// Lists for chunks that are cut as `tuning` says, if the processor has the instructions.
    pub(crate) fn with_tuning(tuning: Tuning) -> Option<Self> {
        kernel::is_available().then_some(Self { tuning, lists: Vec::new() })
    }
}

impl<D: Domain, H: AdditivePdbs<D>> ListEngine<D, H> for Placed {
    fn iterate(
        &mut self,
        pool: &mut WorkerPool,
        search: &mut IdaStarSearch<'_, D, H>,
        root: SearchNode<D, H>,
    ) -> Option<SubtreeResult> {
        let IdaStarSearch { domain, heuristic, threshold, last_generated, .. } = *search;
        if last_generated < self.tuning.min_iteration
            || threshold > MOST_ALLOWANCE
            || D::MAX_BRANCHING > SUCCESSORS as u64
        {
            return None;
        }
        let tables = heuristic.pdb_tables(domain)?;
        let (graph, numbers) = (Graph::new(&tables.moves)?, Numbers::new(&tables.partitions)?);
        let (threads, held) = pool.plan_threads(search, Lists::bytes(graph.sites()), &self.tuning)?;
        search.peak_bytes = search.peak_bytes.max(held);
        self.lists.resize_with(threads, || Lists::new(graph.sites(), self.tuning.max_subtree));
        let form =
            |lists| Form { graph: &graph, numbers: &numbers, word: tables.moves.word, lists, heuristic, threshold };
        let mut forms: Vec<_> = self.lists.iter_mut().map(form).collect();
        Some(pool.iterate(forms.iter_mut().map(|form| form as _).collect(), search, root, &self.tuning))
    }
}

/// What the chunks of an iteration are searched with.
struct Form<'a, D: Domain, H> {
    graph: &'a Graph<D::Op>,
    numbers: &'a Numbers<'a>,
    word: fn(D::State) -> u64,
    lists: &'a mut Lists,
    heuristic: &'a H,
    threshold: Cost,
}

impl<D: Domain, H: Heuristic<D>> ChunkSearcher<D, H> for Form<'_, D, H> {
    fn chunk(
        &mut self,
        cursor: &mut IterationCursor<'_, D, H>,
        cut: ChunkSpec,
        limits: &LimitChecker<'_>,
    ) -> Result<ChunkCounts, Interruption> {
        chunk(self, cursor, cut, limits)
    }
}

impl<D: Domain, H: Heuristic<D>> Groupwise<D, H> for Form<'_, D, H> {
    type Member = [u64; 3];

    fn lists(&mut self) -> (&mut Stacks<Self::Member>, &mut Subtrees) {
        (&mut self.lists.stacks, &mut self.lists.subtrees)
    }

    fn member(&self, root: &SearchNode<D, H>, subtree: u32) -> Result<(usize, Self::Member), Interruption> {
        let (site, _) = self.graph.site(root.parent_op).ok_or(Interruption::TooLarge)?;
        let board = (self.word)(root.state);
        let inverse = node::inverse(board);
        let halves = self.numbers.halves(inverse);
        let info = node::info(halves, self.heuristic.h(root.cache), self.threshold - root.g, subtree);
        Ok((site, [board, inverse, info]))
    }

    fn expand(&mut self, site: usize, counts: &mut ChunkCounts) -> Result<(), Interruption> {
        let count = self.take(site);
        if self.numbers.is_two {
            self.expand_group::<true>(site, count, counts)
        } else {
            self.expand_group::<false>(site, count, counts)
        }
    }
}

impl<D: Domain, H: Heuristic<D>> Form<'_, D, H> {
    /// Takes the last few nodes of `site` that come before the goal, and says how many they are.
    fn take(&mut self, site: usize) -> usize {
        let found = self.lists.subtrees.found();
        let mut count = 0;
        let [boards, inverses, infos] = &mut *self.lists.group;
        for &[board, inverse, info] in self.lists.stacks.last(site) {
            (boards[count], inverses[count], infos[count]) = (board, inverse, info);
            count += usize::from(node::subtree(info) < found);
        }
        self.lists.stacks.drop_last(site);
        count
    }

    /// Expands the first `count` nodes of the group.
    #[expect(unsafe_code, reason = "the kernel is compiled for processors that not every one is")]
    fn expand_group<const TWO: bool>(
        &mut self,
        site: usize,
        count: usize,
        counts: &mut ChunkCounts,
    ) -> Result<(), Interruption> {
        let Self { numbers, threshold, .. } = *self;
        let Lists { stacks, group, kept, asked, values, subtrees } = &mut *self.lists;
        let edges = self.graph.edges(site);
        counts.expanded += count as u64;
        counts.generated += (count * edges.len()) as u64;
        for &info in &group[2][..count] {
            subtrees.count(node::subtree(info), edges.len() as u64);
        }
        for (edge, asked) in edges.iter().zip(&mut *asked) {
            let turn = u64::from((edge.swap.to ^ edge.swap.slack.trailing_zeros()) / 4);
            // SAFETY: `Placed::with_tuning` made this only after it had found that the processor has what the kernel needs.
            unsafe { kernel::ask::<TWO>(numbers, group, count, &edge.swap, turn, asked) };
            asked.words[..count].iter().for_each(|&word| numbers.prefetch(word));
        }
        if TWO {
            // Whatever is known to lie beyond the least f beyond the threshold does not change it.
            let enough = i64::from(counts.next) - i64::from(threshold);
            for (edge, asked) in edges.iter().zip(&mut *asked) {
                look_up(numbers, asked, values);
                // SAFETY: as above.
                unsafe { kernel::ask_again(numbers, enough, &**values, edge.swap.slack.trailing_zeros(), asked) };
                asked.words[..asked.len].iter().for_each(|&word| numbers.prefetch(word));
            }
        }
        for (edge, asked) in edges.iter().zip(asked) {
            look_up(numbers, asked, values);
            // SAFETY: as above.
            let finished = unsafe { kernel::finish(asked, &**values, kept) };
            subtrees.see_goal(finished.found);
            if let Ok(excess) = u32::try_from(finished.excess) {
                counts.next = counts.next.min(threshold + excess);
            }
            let [boards, inverses, infos] = &**kept;
            let nodes = boards.iter().zip(inverses).zip(infos).take(finished.kept);
            stacks.extend(edge.site, finished.kept, nodes.map(|((&board, &inverse), &info)| [board, inverse, info]))?;
        }
        Ok(())
    }
}

/// Looks up the entries of the words.
#[inline]
fn look_up(numbers: &Numbers<'_>, asked: &Asked, values: &mut [u64; PADDED]) {
    for (value, &word) in values.iter_mut().zip(&asked.words[..asked.len]) {
        *value = numbers.entry(word);
    }
}
