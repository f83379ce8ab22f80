//! The direction of a search that runs in one: from the start to the goal, or from the goal to the start.
//!
//! **What it does.** In the direction `reverse`, start and goal are exchanged: the search runs from the goal, with the heuristic of the
//! distance to the start, and its path is returned from the start to the goal. Operators are reversible at equal cost, so an optimal
//! path stays optimal. The tables of that heuristic are built before the search. The direction `best` runs a
//! probe of both directions with a limit of generated nodes, and then the search in the direction whose last f-layer or threshold was
//! larger; of equals in the one that expanded fewer nodes before it; of equals forward.
//!
//! **Counting.** As the algorithm counts. The nodes of the probe that was not continued, and of the one that was, are added.
//! Iterations are those of the search that ended with the answer.

use tilebench_core::{Cost, Counters, Domain, Limits, Observer, Outcome, SearchContext, Termination};

use crate::options::{OptionSpec, ValueParser};
use crate::{ErasedHeuristic, Options, Problem, SearchDomain};

/// The direction of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchDirection {
    /// From the start to the goal.
    Forward,
    /// From the goal to the start.
    Reverse,
    /// The one of these that a probe prefers.
    Best,
}

/// The direction of a search.
pub static DIRECTION: OptionSpec<SearchDirection> = OptionSpec {
    name: "direction",
    former: None,
    values: "forward, reverse or best",
    default: "forward",
    summary: "Whether the search runs from the start to the goal or from the goal to the start; best probes both.",
    parser: ValueParser::OneOf(&[
        ("forward", SearchDirection::Forward),
        ("reverse", SearchDirection::Reverse),
        ("best", SearchDirection::Best),
    ]),
};

/// The nodes that a probe of one direction may generate.
const PROBE: u64 = 20_000;

/// A search from a start to the goal of its domain.
type Search<D> = fn(&Problem<'_, D>, &Options, &mut SearchContext<'_>) -> Outcome<<D as Domain>::Op>;

/// Runs `search` in the direction that the options name.
pub(crate) fn run<D: SearchDomain>(
    problem: &Problem<'_, D>,
    options: &Options,
    context: &mut SearchContext<'_>,
    search: Search<D>,
) -> Outcome<D::Op> {
    match options.get(&DIRECTION) {
        SearchDirection::Forward => search(problem, options, context),
        SearchDirection::Reverse => reverse(problem, options, context, search),
        SearchDirection::Best => best(problem, options, context, search),
    }
}

/// Runs `search` from the goal to the start, and returns its path from the start.
fn reverse<D: SearchDomain>(
    problem: &Problem<'_, D>,
    options: &Options,
    context: &mut SearchContext<'_>,
    search: Search<D>,
) -> Outcome<D::Op> {
    let (domain, heuristic) =
        problem.backward().unwrap_or_else(|error| unreachable!("a heuristic for any goal: {error}"));
    let erased = ErasedHeuristic::new(&*heuristic);
    let start = problem.domain.goal();
    let backward = Problem {
        domain: &domain,
        heuristic: &*heuristic,
        erased: &erased,
        heuristic_factory: problem.heuristic_factory,
        start,
        automaton: problem.automaton,
    };
    let mut outcome = search(&backward, options, context);
    outcome.path.reverse();
    outcome.path.iter_mut().for_each(|op| *op = problem.domain.inverse(*op));
    outcome
}

/// Probes both directions, and runs `search` in the one that raised its bound further.
fn best<D: SearchDomain>(
    problem: &Problem<'_, D>,
    options: &Options,
    context: &mut SearchContext<'_>,
    search: Search<D>,
) -> Outcome<D::Op> {
    let mut progress = [Progress::default(), Progress::default()];
    let mut spent = Counters::default();
    for (direction, progress) in [forward::<D>, reverse::<D>].into_iter().zip(&mut progress) {
        let limits = Limits { generated: (context.limits.generated - spent.generated).min(PROBE), ..context.limits };
        let mut probe = SearchContext {
            limits,
            stop: context.stop,
            observer: &mut *progress,
            scratch: context.scratch,
            seed: context.seed,
        };
        let outcome = direction(problem, options, &mut probe, search);
        if outcome.end != Termination::NodeLimit
            || spent.generated + outcome.counters.generated >= context.limits.generated
        {
            for (threshold, counters) in &progress.iterations {
                context.observer.iteration(*threshold, counters);
            }
            return Outcome { counters: sum(spent, outcome.counters), ..outcome };
        }
        spent = sum(spent, outcome.counters);
    }
    let [forward_progress, reverse_progress] = progress;
    let direction = if forward_progress.is_behind(&reverse_progress) { reverse::<D> } else { forward::<D> };
    let limits = Limits { generated: context.limits.generated - spent.generated, ..context.limits };
    let mut rest = SearchContext {
        limits,
        stop: context.stop,
        observer: &mut *context.observer,
        scratch: context.scratch,
        seed: context.seed,
    };
    let outcome = direction(problem, options, &mut rest, search);
    Outcome { counters: sum(spent, outcome.counters), ..outcome }
}

fn forward<D: SearchDomain>(
    problem: &Problem<'_, D>,
    options: &Options,
    context: &mut SearchContext<'_>,
    search: Search<D>,
) -> Outcome<D::Op> {
    search(problem, options, context)
}

/// The last f-layer or threshold of a probe, the nodes expanded before it, and the iterations of the probe.
#[derive(Clone, Debug, Default)]
struct Progress {
    bound: Cost,
    expanded: u64,
    iterations: Vec<(Cost, Counters)>,
}

impl Progress {
    /// Whether the search in the `other` direction is likely to end earlier.
    fn is_behind(&self, other: &Self) -> bool {
        self.bound < other.bound || (self.bound == other.bound && self.expanded > other.expanded)
    }
}

impl Observer for Progress {
    fn iteration(&mut self, threshold: Cost, counters: &Counters) {
        self.iterations.push((threshold, *counters));
        self.f_layer(threshold, counters);
    }

    fn f_layer(&mut self, f: Cost, counters: &Counters) {
        (self.bound, self.expanded) = (f, counters.expanded);
    }
}

/// The counters of two searches, one after the other; the iterations are those of the second.
fn sum(a: Counters, b: Counters) -> Counters {
    Counters {
        generated: a.generated + b.generated,
        expanded: a.expanded + b.expanded,
        reopened: a.reopened + b.reopened,
        evaluated: a.evaluated + b.evaluated,
        peak_open: a.peak_open.max(b.peak_open),
        peak_closed: a.peak_closed.max(b.peak_closed),
        peak_bytes: a.peak_bytes.max(b.peak_bytes),
        peak_disk: a.peak_disk.max(b.peak_disk),
        ..b
    }
}
