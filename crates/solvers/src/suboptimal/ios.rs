//! Improved optimistic search (IOS): weighted A* with the weight 2w - 1, and then an A* that proves or improves its solution.
//!
//! **What it does.** The first phase is weighted A* with the weight 2w - 1 and without reopening, until a goal is popped. The second
//! phase is A* from the start without reopening. If it reaches a state of the incumbent's path by a cheaper path than the incumbent,
//! the incumbent takes over that path, with the same rest. The search ends when the incumbent costs at most w times the lower bound.
//! The bound is the least f of open in the second phase, or the greatest g / (2w - 1) + h of the first phase.
//!
//! **Guarantees.** A solution costs at most w times the least cost with a consistent heuristic, which is required.
//!
//! **Counting.** The nodes of both phases are added.
//!
//! **Memory.** As every [bounded-suboptimal search](super). The nodes of the first phase are released before the second begins.
//!
//! **Reference.** Chen and others 2019b. With the rules of HOG2 it is [another search](crate::hog2), which bounds nothing.

use tilebench_core::{Cost, Incumbent, Outcome, SearchContext, Termination, Weight, narrow, path_cost, step_cost};

use super::least_key::LeastKey;
use super::search::{self, Choice, Estimates, Rule, Search, Solution};
use super::weighted::OptimisticWeight;
use crate::hog2::{self, H_SHARE, RULES};
use crate::limit_checker::LimitChecker;
use crate::options::BOUND;
use crate::{Algorithm, AnyHeuristic, Guarantee, Options, Problem, SearchAlgorithm, SearchDomain};

/// The algorithm.
#[derive(Debug)]
pub struct ImprovedOptimistic;

impl SearchAlgorithm for ImprovedOptimistic {
    const ALGORITHM: Algorithm = Algorithm {
        name: "ios",
        title: "IOS",
        summary: "Weighted A* with the weight 2w - 1, then A* until its bound proves the solution or a path joins it more cheaply.",
        reference: "Chen and others 2019b",
        guarantee: Guarantee::Bounded,
        informed: true,
        consistent: true,
        unit_cost: false,
        bound: None,
        options: &[&BOUND, &RULES, &H_SHARE],
    };

    fn check<D: SearchDomain>(domain: &D, _: &dyn AnyHeuristic<D>, options: &Options) -> Result<(), String> {
        hog2::check(&Self::ALGORITHM, options)?;
        search::check(domain)
    }

    fn run<D: SearchDomain>(
        problem: &Problem<'_, D>,
        options: &Options,
        context: &mut SearchContext<'_>,
    ) -> Outcome<D::Op> {
        if hog2::is_requested(options) {
            return hog2::ios(problem, options, context);
        }
        let w = options.get(&BOUND);
        let rule = FirstPhase { weight: OptimisticWeight::new(w), greatest: 0, groups: LeastKey::new() };
        let mut first = match Search::new(problem.side(), rule, LimitChecker::new(context.budget())) {
            Ok(search) => search,
            Err(limits) => return search::out_of_memory(&limits),
        };
        let result = first.run(&mut *context.observer);
        // Without reopening, a limit of depth may have pruned every path that the first phase could find.
        if result.is_err_and(|end| end != Termination::DepthLimit) {
            return first.outcome(result);
        }
        let cost = first.incumbent.map(|solution| solution.cost);
        let Search { rule, counters, .. } = &first;
        let (proof, counters) = (Proof { w, weight: rule.weight, greatest: rule.greatest }, *counters);
        if cost.is_some_and(|cost| proof.covers(cost, 0)) {
            return first.outcome(result);
        }
        let path = if cost.is_some() { first.outcome(result).path } else { Vec::new() };
        if let Some(cost) = cost {
            let length = narrow(path.len(), "a path has fewer than 2^32 operators");
            let incumbent = Incumbent { cost, length, bound: None, counters: first.counters() };
            if let Err(end) = context.observer.incumbent(&incumbent) {
                return first.outcome(Err(end));
            }
        }
        let rule = SecondPhase::new(problem, path, proof);
        match Search::new(problem.side(), rule, first.into_limits()) {
            Ok(mut second) => {
                second.counters = counters;
                second.incumbent = cost.map(|cost| Solution { cost, joint: problem.start });
                let result = second.run(&mut *context.observer);
                second.outcome(result)
            }
            Err(limits) => search::out_of_memory(&limits),
        }
    }
}

/// Least g + (2w - 1) h.
struct FirstPhase {
    weight: OptimisticWeight,
    /// The greatest value popped, in units of 1 / den of the weight.
    greatest: u64,
    /// The groups by g + (2w - 1) h.
    groups: LeastKey<u64>,
}

impl<D: SearchDomain> Rule<D> for FirstPhase {
    const REOPENS: bool = false;

    fn group(estimates: Estimates) -> Cost {
        estimates.h
    }

    fn select(&mut self, choice: Choice<'_>) -> Option<usize> {
        let weight = self.weight;
        let (first, value) = self.groups.update(&choice, |f, h| weight.value(f, h))?;
        self.greatest = self.greatest.max(value);
        Some(first)
    }

    fn bytes(&self) -> u64 {
        self.groups.bytes()
    }
}

/// The lower bounds of both phases.
struct Proof {
    w: Weight,
    weight: OptimisticWeight,
    greatest: u64,
}

impl Proof {
    /// Whether a solution of this cost is within w of the lower bound, if the second phase has reached `f_min`.
    fn covers(&self, cost: Cost, f_min: Cost) -> bool {
        // The bound of the first phase is greatest / num.
        let [num, den] = [self.w.num(), self.w.den()].map(u128::from);
        let by_first = u128::from(cost) * u128::from(self.weight.num) * den <= num * u128::from(self.greatest);
        by_first || self.w.allows(cost, f_min)
    }
}

/// Least f, until the incumbent is within the bound.
struct SecondPhase<D: SearchDomain> {
    proof: Proof,
    /// The path of the first phase.
    path: Vec<D::Op>,
    /// The states of that path, sorted, with the index of the next operator and the cost of the rest.
    states: Vec<(D::Key, usize, Cost)>,
}

impl<D: SearchDomain> SecondPhase<D> {
    fn new(problem: &Problem<'_, D>, path: Vec<D::Op>, proof: Proof) -> Self {
        let domain = problem.domain;
        let mut rest = path_cost(domain, problem.start, &path);
        let (mut state, mut states) = (problem.start, Vec::with_capacity(path.len()));
        for (at, &op) in path.iter().enumerate() {
            states.push((domain.pack(state), at, rest));
            rest -= step_cost(domain, state, op);
            state = domain.apply(state, op);
        }
        states.sort_unstable();
        Self { proof, path, states }
    }
}

impl<D: SearchDomain> Rule<D> for SecondPhase<D> {
    const REOPENS: bool = false;
    const IMPROVES: bool = true;

    fn group(estimates: Estimates) -> Cost {
        estimates.h
    }

    fn select(&mut self, choice: Choice<'_>) -> Option<usize> {
        let is_proved = choice.incumbent.is_some_and(|cost| self.proof.covers(cost, choice.f_min));
        (!is_proved).then_some(choice.first)
    }

    fn known_rest(&self, domain: &D, state: D::State) -> Option<(Cost, &[D::Op])> {
        let found = self.states.binary_search_by_key(&domain.pack(state), |known| known.0).ok()?;
        let (_, at, cost) = self.states[found];
        Some((cost, &self.path[at..]))
    }
}
