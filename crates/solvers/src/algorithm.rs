//! The registration of a search algorithm: its description, and one row per domain.

use core::fmt;

use tilebench_core::{Bidirectional, BitPacked, Outcome, SearchContext};

use crate::{AnyHeuristic, AnyOption, DIRECTION, ErasedHeuristic, Options, SearchDirection, Side};

/// The guarantee of an algorithm on the cost of its paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guarantee {
    /// Minimum cost, if the heuristic (if any) is admissible.
    Optimal,
    /// At most the weight times the minimum cost, if the heuristic is admissible.
    Bounded,
    /// Each solution is cheaper than the last one. The outcome states the lower bound that was proved; the cost is minimum if the
    /// search was not stopped and the heuristic is admissible.
    Anytime,
    /// None: a path reaches the goal.
    None,
}

impl fmt::Display for Guarantee {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(match self {
            Self::Optimal => "optimal",
            Self::Bounded => "bounded",
            Self::Anytime => "anytime",
            Self::None => "none",
        })
    }
}

/// A lower bound on the expansions of an algorithm with a consistent heuristic: see [`expansion_bounds`](crate::expansion_bounds).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ExpansionBound {
    /// The states of f < C* from the start.
    FromStart,
    /// The states of f < C* from the goal.
    FromGoal,
    /// The minimum vertex cover of the must-expand graph.
    Cover,
}

/// The description of an algorithm.
#[derive(Clone, Copy, Debug)]
pub struct Algorithm {
    /// The name in experiment files, on the command line and in records.
    pub name: &'static str,
    /// The name in reports.
    pub title: &'static str,
    /// A description of the algorithm, in one sentence.
    pub summary: &'static str,
    /// The publication that describes it.
    pub reference: &'static str,
    /// The guarantee of its solutions.
    pub guarantee: Guarantee,
    /// Whether it takes a heuristic.
    pub informed: bool,
    /// Whether it needs a consistent heuristic.
    pub consistent: bool,
    /// Whether it needs every operator to cost 1.
    pub unit_cost: bool,
    /// The bound by which its expansions are judged, if it runs forward and its paths are optimal.
    pub bound: Option<ExpansionBound>,
    /// Its options.
    pub options: &'static [&'static dyn AnyOption],
}

/// A domain that every algorithm can search.
pub trait SearchDomain: BitPacked + Bidirectional {}

impl<D: BitPacked + Bidirectional> SearchDomain for D {}

/// A constructor of a heuristic for the goal of a domain; its error is the reason why there is none.
pub type HeuristicFactory<'a, D> = dyn Fn(&D) -> Result<Box<dyn AnyHeuristic<D>>, String> + 'a;

/// The problem of one run.
#[derive(Clone, Copy)]
pub struct Problem<'a, D: SearchDomain> {
    /// The state space, with its goal.
    pub domain: &'a D,
    /// The heuristic of that goal; the blind one for algorithms that take none.
    pub heuristic: &'a dyn AnyHeuristic<D>,
    /// The same with its type erased, for algorithms that are not compiled for each heuristic.
    pub erased: &'a ErasedHeuristic<'a, D>,
    /// A constructor of the heuristic for another goal.
    pub heuristic_factory: &'a HeuristicFactory<'a, D>,
    /// The start.
    pub start: D::State,
    /// The automaton that cuts strings of operators, if the options of IDA* request one.
    pub automaton: Option<&'a [u8]>,
}

impl<D: SearchDomain> fmt::Debug for Problem<'_, D> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Problem").field("start", &self.start).finish_non_exhaustive()
    }
}

impl<'a, D: SearchDomain> Problem<'a, D> {
    /// The side of a forward search.
    #[must_use]
    pub fn side(&self) -> Side<'a, D, ErasedHeuristic<'a, D>> {
        Side { domain: self.domain, heuristic: self.erased, root: self.start }
    }

    /// The problem of the backward search: from the goal to the start, with the heuristic of the start.
    ///
    /// # Errors
    ///
    /// The reason, if the heuristic cannot be constructed for the start as goal.
    pub fn backward(&self) -> Result<(D, Box<dyn AnyHeuristic<D>>), String> {
        let domain = self.domain.with_goal(self.start);
        let heuristic = (self.heuristic_factory)(&domain)?;
        Ok((domain, heuristic))
    }
}

/// An algorithm over any domain: the type that its file declares, which becomes an [`AlgorithmRow`].
pub trait SearchAlgorithm {
    /// Its description.
    const ALGORITHM: Algorithm;

    /// Whether it can search `domain` by `heuristic` with these options.
    ///
    /// # Errors
    ///
    /// The reason in one sentence, if not.
    fn check<D: SearchDomain>(domain: &D, heuristic: &dyn AnyHeuristic<D>, options: &Options) -> Result<(), String> {
        let _ = (domain, heuristic, options);
        Ok(())
    }

    /// Whether a search with these options looks up the heuristic of the start, too. Its tables are built before the search.
    #[must_use]
    fn looks_up_start(options: &Options) -> bool {
        options.get(&DIRECTION) != SearchDirection::Forward
    }

    /// Searches for a path from the start to a goal.
    fn run<D: SearchDomain>(
        problem: &Problem<'_, D>,
        options: &Options,
        context: &mut SearchContext<'_>,
    ) -> Outcome<D::Op>;
}

/// Checks whether an algorithm can search a domain by a heuristic with these options.
pub type CheckFn<D> = fn(&D, &dyn AnyHeuristic<D>, &Options) -> Result<(), String>;

/// A search.
pub type RunFn<D> = fn(&Problem<'_, D>, &Options, &mut SearchContext<'_>) -> Outcome<<D as tilebench_core::Domain>::Op>;

/// An algorithm compiled for a domain.
pub struct AlgorithmRow<D: SearchDomain> {
    /// Its description.
    pub algorithm: &'static Algorithm,
    /// Checks whether it can run.
    pub check: CheckFn<D>,
    /// Whether a search with these options looks up the heuristic of the start, too.
    pub looks_up_start: fn(&Options) -> bool,
    /// The search.
    pub run: RunFn<D>,
}

impl<D: SearchDomain> Clone for AlgorithmRow<D> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<D: SearchDomain> Copy for AlgorithmRow<D> {}

impl<D: SearchDomain> fmt::Debug for AlgorithmRow<D> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("AlgorithmRow").field("algorithm", &self.algorithm.name).finish_non_exhaustive()
    }
}

impl<D: SearchDomain> AlgorithmRow<D> {
    /// The row of algorithm `A`.
    #[must_use]
    pub fn new<A: SearchAlgorithm>() -> Self {
        let looks_up_start = A::looks_up_start;
        Self { algorithm: const { &A::ALGORITHM }, check: check::<D, A>, looks_up_start, run: A::run::<D> }
    }
}

fn check<D: SearchDomain, A: SearchAlgorithm>(
    domain: &D,
    heuristic: &dyn AnyHeuristic<D>,
    options: &Options,
) -> Result<(), String> {
    if A::ALGORITHM.unit_cost && !D::UNIT_COST {
        return Err(format!("algorithm '{}' needs operators that all cost 1: use another", A::ALGORITHM.name));
    }
    A::check(domain, heuristic, options)
}
