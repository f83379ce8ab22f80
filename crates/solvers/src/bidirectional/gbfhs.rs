//! GBFHS: generalized breadth-first heuristic search, from both ends.
//!
//! **What it does.** A limit on f rises from a lower bound to the least cost of a solution. For each limit F, the direction forward
//! expands its nodes with f of at most F and g below G, then the direction backward those with f of at most F and g below
//! (F - e + 1) - G, and e is the least cost of an operator. Each goes half of the way, and those of least g are first. If F is
//! less than the least cost, no solution is found; at the least cost, the two directions meet, and the search ends with the first
//! solution of cost F.
//!
//! **Guarantees.** Paths of least cost with admissible heuristics; closed nodes are reopened if they are inconsistent. With consistent
//! ones no node is expanded whose g exceeds half the least cost by more than half an operator's, so the two directions meet near the
//! middle.
//!
//! Nodes whose g equals G are expanded too, last, if they were generated under this limit: then the direction forward meets the
//! direction backward early under the last limit.
//!
//! **Counting.** As everywhere. With `tie = "published"`, F rises by 1, and the expansions are those of the program of Sewell and
//! Jacobson 2021.
//!
//! **Memory.** As every [bidirectional search](super).
//!
//! **Reference.** Barley and others 2018.

use tilebench_core::{Cost, Domain, Heuristic, Observer, Outcome, SearchContext, Termination, narrow};

use super::options::{TIE, Tie};
use super::run::{self, BidirectionalSearch};
use super::search::{Direction, Estimates, Peculiarities, Pruning, Rule, Search};
use crate::store::NodeStore;
use crate::{
    Algorithm, AnyHeuristic, ExpansionBound, Guarantee, OpenList, Options, Problem, SearchAlgorithm, SearchDomain,
    TwoLevelList,
};

/// The algorithm.
#[derive(Debug)]
pub struct Gbfhs;

impl SearchAlgorithm for Gbfhs {
    const ALGORITHM: Algorithm = Algorithm {
        name: "gbfhs",
        title: "GBFHS",
        summary: "Searches breadth-first from both ends below a rising limit on f, each direction half of the way.",
        reference: "Barley and others 2018",
        guarantee: Guarantee::Optimal,
        informed: true,
        consistent: false,
        unit_cost: false,
        bound: Some(ExpansionBound::Cover),
        options: &[&TIE],
    };

    fn check<D: SearchDomain>(domain: &D, _: &dyn AnyHeuristic<D>, _: &Options) -> Result<(), String> {
        run::check(domain)
    }

    fn looks_up_start(_: &Options) -> bool {
        true
    }

    fn run<D: SearchDomain>(
        problem: &Problem<'_, D>,
        options: &Options,
        context: &mut SearchContext<'_>,
    ) -> Outcome<D::Op> {
        let tie = options.get(&TIE);
        let limits = match tie {
            Tie::Fast => FLimits { min_cost: problem.domain.min_cost(), is_published: false },
            Tie::Published => FLimits { min_cost: 1, is_published: true },
        };
        run::solve(problem, tie, limits, Pruning { divisor: 1, keeps_equal: false }, context)
    }
}

/// Least g first among the nodes within the limits.
struct FLimits {
    /// The least cost of an operator.
    min_cost: Cost,
    /// Whether the limits are those of the published program.
    is_published: bool,
}

impl Rule for FLimits {
    const BOTH_ESTIMATES: bool = false;
    const REOPENS: bool = true;
    const PUBLISHED: Peculiarities = Peculiarities { meets_early: false, pops_stale: true };

    fn order(&self, _: Direction, g: Cost, h: Estimates) -> u64 {
        TwoLevelList::<()>::order(g + h.own, g)
    }
}

impl BidirectionalSearch for FLimits {
    const DESCENDING_RANKS: bool = true;

    type List<R: Copy, L: OpenList<R>> = LimitedList<L>;

    fn list<R: Copy, L: OpenList<R>>(level: impl Fn() -> L) -> LimitedList<L> {
        LimitedList { waiting: level(), ready: level(), late: level(), f_limit: 0, g_limit: 0, has_late: false }
    }

    fn search<D: SearchDomain, H: Heuristic<D>, S: NodeStore<D>, L: OpenList<S::Ref>>(
        search: &mut Search<'_, D, H, S, LimitedList<L>, Self>,
        observer: &mut dyn Observer,
    ) -> Result<(), Termination> {
        let Self { min_cost, is_published } = search.rule;
        let mut f_limit = search.max_h0().max(1);
        while search.forward.open_nodes > 0 && search.backward.open_nodes > 0 {
            search.raise_bound(f_limit.into(), observer);
            if search.is_proved() {
                break;
            }
            let sum = f_limit - min_cost.min(f_limit) + 1;
            let g_backward = sum / 2;
            for (direction, g_limit) in [(Direction::Forward, sum - g_backward), (Direction::Backward, g_backward)] {
                search.set_limits(direction, f_limit, g_limit)?;
                while !search.is_proved() && search.frontier(direction).first().is_some() {
                    search.expand(direction, usize::MAX, observer)?;
                }
            }
            f_limit = if is_published { f_limit + 1 } else { search.next_limit().max(f_limit + 1) };
        }
        Ok(())
    }
}

impl<D: Domain, H: Heuristic<D>, S: NodeStore<D>, L: OpenList<S::Ref>> Search<'_, D, H, S, LimitedList<L>, FLimits> {
    /// Sets the limits of a direction, and makes the nodes ready that the limit of f reaches.
    fn set_limits(&mut self, direction: Direction, f_limit: Cost, g_limit: Cost) -> Result<(), Termination> {
        let Self { forward, backward, limits, .. } = self;
        let lists = match direction {
            Direction::Forward => &mut forward.lists,
            Direction::Backward => &mut backward.lists,
        };
        (lists.open.f_limit, lists.open.g_limit, lists.open.has_late) = (f_limit.into(), g_limit.into(), false);
        let mut reached = Vec::new();
        while lists.open.waiting.first().is_some_and(|order| order >> 32 <= u64::from(f_limit)) {
            let order = lists.open.waiting.pop_batch(u32::MAX, &mut reached).expect("a node waits");
            for node in reached.drain(..).rev() {
                lists.push(order, node, limits)?;
            }
        }
        lists.open.has_late = true;
        Ok(())
    }

    /// A lower bound on the cost of the solutions that were not found.
    fn next_limit(&mut self) -> Cost {
        let [forward, backward] = [&mut self.forward, &mut self.backward].map(|frontier| &mut frontier.lists.open);
        let f = [forward.waiting.first(), backward.waiting.first()];
        let g = forward.ready.first().zip(backward.ready.first());
        let sum = g.map(|(forward, backward)| (forward >> 32) + (backward >> 32) + u64::from(self.rule.min_cost));
        let next = f.into_iter().flatten().map(|order| order >> 32).chain(sum).min();
        next.map_or(0, |next| narrow(next, "a sum of two costs of paths has 32 bits"))
    }
}

/// Nodes whose f exceeds a limit, which wait, and the others, which are ready; they are taken if their g is below a limit.
struct LimitedList<L> {
    waiting: L,
    ready: L,
    /// Ready nodes whose g equals the limit and that were generated under it, which are taken last.
    late: L,
    f_limit: u64,
    g_limit: u64,
    /// Whether nodes whose g equals the limit are put on `late`.
    has_late: bool,
}

/// A list of a [`LimitedList`].
#[derive(Clone, Copy)]
enum Level {
    Waiting,
    Ready,
    Late,
}

impl<L> LimitedList<L> {
    /// The list of a node that waits in this order, and its order there: that of a ready node is by g.
    #[inline]
    fn level(&self, order: u64) -> (Level, u64) {
        let (f, g) = (order >> 32, order & u64::from(u32::MAX));
        if f > self.f_limit {
            (Level::Waiting, order)
        } else if self.has_late && g == self.g_limit {
            (Level::Late, order << 32)
        } else {
            (Level::Ready, order << 32)
        }
    }

    fn list(&self, level: Level) -> &L {
        match level {
            Level::Waiting => &self.waiting,
            Level::Ready => &self.ready,
            Level::Late => &self.late,
        }
    }

    fn list_mut(&mut self, level: Level) -> &mut L {
        match level {
            Level::Waiting => &mut self.waiting,
            Level::Ready => &mut self.ready,
            Level::Late => &mut self.late,
        }
    }

    /// The list of the nodes that are expanded next.
    fn next<R: Copy>(&mut self) -> &mut L
    where
        L: OpenList<R>,
    {
        let is_ready = self.ready.first().is_some_and(|order| order >> 32 < self.g_limit);
        if is_ready { &mut self.ready } else { &mut self.late }
    }
}

impl<R: Copy, L: OpenList<R>> OpenList<R> for LimitedList<L> {
    fn bytes(&self) -> u64 {
        self.waiting.bytes() + self.ready.bytes() + self.late.bytes()
    }

    #[inline]
    fn push(&mut self, order: u64, node: R) -> bool {
        let (level, order) = self.level(order);
        self.list_mut(level).push(order, node)
    }

    fn growth(&self, order: u64) -> u64 {
        let (level, order) = self.level(order);
        self.list(level).growth(order)
    }

    fn grow(&mut self, order: u64) -> bool {
        let (level, order) = self.level(order);
        self.list_mut(level).grow(order)
    }

    fn first(&mut self) -> Option<u64> {
        self.next().first()
    }

    fn pop_batch(&mut self, max: u32, out: &mut Vec<R>) -> Option<u64> {
        self.next().pop_batch(max, out)
    }

    fn relabel(&mut self, label: impl Fn(R) -> R) {
        for level in [Level::Waiting, Level::Ready, Level::Late] {
            self.list_mut(level).relabel(&label);
        }
    }
}
