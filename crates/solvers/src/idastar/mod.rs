//! Iterative-deepening A*, plain and weighted.
//!
//! **What it does.** Depth-first searches that give up a path where f = g + w h exceeds a threshold;
//! the first threshold is the start's f, each further one the least f that exceeded the last.
//!
//! **Guarantees.** With w = 1 and an admissible heuristic, shortest paths; with a larger w, paths
//! within w of the shortest: when the goal is found, a node of a shortest path has g + h at most
//! its length, so f at most w times it, and the threshold is at most that. Under a limit of depth they
//! hold for all paths within it.
//!
//! **Counting.** As everywhere, summed over iterations, the start counted once; the search stops when
//! the goal is generated. With Manhattan distance in operator order up, left, right, down the counts
//! equal those of R. E. Korf, *Depth-first iterative-deepening: an optimal admissible tree search*,
//! Artificial Intelligence 27 (1985). Every generated node is evaluated once. `peak_open` is the
//! longest path that the thresholds allowed.
//!
//! **Memory.** One path: a state, a heuristic cache and an operator for each of its moves. It is held by
//! the recursion, which goes [`DEEPEST`] moves deep at most: a heavily weighted search that would go
//! deeper ends as out of memory rather than out of stack. Batches and groups add lists of a fixed size, where the memory
//! limit leaves room for them.
//!
//! **Forms.** The recursion is written once for any operator graph, and once with the operator
//! graph unrolled into the code where the domain offers one ([`tilebench_core::StaticGraph`]); both
//! generate the same nodes in the same order. A successor is pruned by its estimate before it is
//! built. The third form expands batches of boards side by side, where the heuristic offers its moves as masks
//! ([`tilebench_core::Slides`]): the module `batched` says how, and why its counts are the same. For heuristics that
//! wait for memory ([`Heuristic::WAITS`]) the fourth asks for that of many nodes at once: the module `grouped`; where tables are
//! offered as data ([`tilebench_core::Lookups`]) and the processor has AVX-512, eight boards at a time: `placed`. Which form
//! runs is a [`Kernel`]. [`solve_with_bpmx`] is another recursion, for heuristics that are not consistent.

mod batched;
mod bpmx;
mod chunks;
mod cursor;
mod form;
mod fullest;
mod grouped;
mod parallel;
#[cfg(target_arch = "x86_64")]
mod placed;
mod priority;
mod unrolled;

pub use batched::Kernel;
pub use bpmx::solve_with_bpmx;
pub use parallel::Threads;

use tilebench_core::{Control, Cost, Counters, Domain, End, Heuristic, Outcome, Weight};

use crate::Params;
use crate::meter::Meter;
use cursor::Node;
use form::{Form, solve_weighted};
use parallel::{Crew, by_table};
use priority::{Plain, Priority, Rule, Weighted};

/// Searches for a path from `start` to a goal in the fastest form that domain, heuristic and processor
/// allow.
pub fn solve<D: Domain, H: Heuristic<D>>(
    domain: &D,
    heuristic: &H,
    start: D::State,
    weight: Weight,
    control: &mut Control<'_>,
) -> Outcome<D::Op> {
    solve_by(Kernel::Auto, domain, heuristic, start, weight, control)
}

/// As [`solve`], but in the form that `kernel` says where domain, heuristic and weight allow it, else by the
/// recursion, unrolled where the domain offers its graph.
pub fn solve_by<D: Domain, H: Heuristic<D>>(
    kernel: Kernel,
    domain: &D,
    heuristic: &H,
    start: D::State,
    weight: Weight,
    control: &mut Control<'_>,
) -> Outcome<D::Op> {
    solve_by_threads(Threads::ONE, kernel, domain, heuristic, start, weight, control)
}

/// As [`solve_by`], but by several threads.
///
/// # Panics
///
/// Where the system does not start so many threads.
pub fn solve_by_threads<D: Domain, H: Heuristic<D>>(
    threads: Threads,
    kernel: Kernel,
    domain: &D,
    heuristic: &H,
    start: D::State,
    weight: Weight,
    control: &mut Control<'_>,
) -> Outcome<D::Op> {
    let crew = Crew::new(threads);
    if weight == Weight::ONE {
        Form::of(kernel).solve(crew, domain, heuristic, start, control)
    } else {
        solve_weighted(crew, domain, heuristic, start, weight, control)
    }
}

/// As [`solve`], but always by the recursion that looks its operators up: the reference for the
/// unrolled one.
pub fn solve_plainly<D: Domain, H: Heuristic<D>>(
    domain: &D,
    heuristic: &H,
    start: D::State,
    weight: Weight,
    control: &mut Control<'_>,
) -> Outcome<D::Op> {
    let below = if weight == Weight::ONE { by_table::<D, H, Plain> } else { by_table::<D, H, Weighted> };
    Search::run(domain, heuristic, weight, start, control, &mut |search, start| below(search, start))
}

/// Whether the kernel that `params` name can search `domain` by `heuristic` on this processor.
///
/// # Errors
///
/// Why it cannot; the recursion and the choice by itself always can.
pub fn supports<D: Domain, H: Heuristic<D>>(domain: &D, heuristic: &H, params: &Params) -> Result<(), String> {
    let kernel = params.kernel;
    if params.bpmx && params.threads > 1 {
        return Err("bpmx searches with one thread: leave threads out".to_owned());
    }
    if !kernel.is_forced() {
        return Ok(());
    }
    if !kernel.is_available() {
        return Err(format!("kernel '{kernel}' needs instructions that this processor has not: leave kernel out"));
    }
    if params.bpmx || params.weight != Weight::ONE {
        return Err(format!("kernel '{kernel}' searches without bpmx and with weight 1: leave kernel out"));
    }
    if !batched::suits(domain, heuristic) {
        return Err(format!(
            "kernel '{kernel}' searches boards of at most 16 cells by Manhattan distance, and of lines of at most 4 cells \
             by linear conflict: leave kernel out"
        ));
    }
    Ok(())
}

/// The longest path in moves: 512 bytes a call fit the 2 MiB stack that threads have at least, and no
/// call takes more. Shortest paths on boards of up to 25 cells are a tenth of this.
pub const DEEPEST: Cost = 4096;

/// How the search below a node ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Below {
    /// Nothing found within the threshold.
    Nothing,
    /// The goal; the path grows as the recursion returns.
    Goal,
    /// A reason to stop the whole search, kept in `Search::stopped`.
    Stopped,
}

struct Search<'a, D: Domain, H: Heuristic<D>> {
    domain: &'a D,
    heuristic: &'a H,
    priority: Priority,
    threshold: u32,
    /// The least f that exceeded the threshold.
    next: u32,
    meter: Meter<'a>,
    /// The path found, last operator first.
    path: Vec<D::Op>,
    /// Why the search was stopped.
    stopped: Option<End>,
    /// The longest path that memory allows.
    deepest: Cost,
    /// The most bytes of a path with lists beside it.
    held: u64,
    /// The nodes of the last iteration.
    last: u64,
}

/// Visits one successor: prunes it by its estimate, or searches below it with `$descend`.
macro_rules! visit {
    ($search:ident, $rule:ty, $state:ident, $cache:ident, $g:ident, $op:expr, $descend:expr) => {{
        let op = $op;
        $search.meter.generated += 1;
        let cache = $search.heuristic.step($search.domain, $cache, $state, op);
        let h = $search.heuristic.h(cache);
        let f = <$rule>::f($search.priority, $g + 1, h);
        if f <= $search.threshold {
            let child = $search.domain.apply($state, op);
            let below =
                if h == 0 && $search.domain.is_goal(child) { Below::Goal } else { $descend($search, child, cache, op) };
            if below != Below::Nothing {
                if below == Below::Goal {
                    $search.path.push(op);
                }
                return below;
            }
            if let Err(end) = $search.meter.goes_on() {
                return $search.stop(end);
            }
        } else {
            $search.next = $search.next.min(f);
        }
    }};
}
use visit;

impl<'a, D: Domain, H: Heuristic<D>> Search<'a, D, H> {
    /// A search that has not begun, up to `threshold`.
    fn new(domain: &'a D, heuristic: &'a H, priority: Priority, threshold: u32, meter: Meter<'a>) -> Self {
        let deepest = Self::deepest(meter.limit_bytes());
        let (next, path, stopped, held, last) = (u32::MAX, Vec::new(), None, 0, 0);
        Self { domain, heuristic, priority, threshold, next, meter, path, stopped, deepest, held, last }
    }

    /// Runs iterations, each by `iterate` from the start, until one finds the goal.
    fn run(
        domain: &'a D,
        heuristic: &'a H,
        weight: Weight,
        start: D::State,
        control: &'a mut Control<'_>,
        iterate: &mut dyn FnMut(&mut Self, Node<D, H>) -> Below,
    ) -> Outcome<D::Op> {
        let root = heuristic.root(domain, start);
        let h0 = heuristic.h(root);
        let budget = control.budget();
        let depth = budget.limits.depth;
        let priority = Priority { weight, depth };
        let observer = &mut *control.observer;
        let meter = Meter::depth_first(budget, u64::from(DEEPEST), D::BRANCHING);
        let mut search = Self::new(domain, heuristic, priority, priority.f(0, h0), meter);
        let first = Node { state: start, cache: root, g: 0, arrived_by: domain.arrival(start) };
        let mut iterations = 0;
        let mut longest = 0;
        let mut below = if domain.is_goal(start) { Below::Goal } else { Below::Nothing };
        while below == Below::Nothing && search.threshold < u32::MAX && search.threshold <= priority.last() {
            iterations += 1;
            longest = search.longest().min(search.deepest);
            search.next = u32::MAX;
            let before = search.meter.generated;
            below = iterate(&mut search, first);
            observer.iteration(priority.moves(search.threshold), &search.counters(iterations, longest));
            search.last = search.meter.generated - before;
            if below == Below::Nothing {
                search.threshold = search.next;
            }
        }
        let end = match below {
            Below::Goal => End::Solved,
            Below::Nothing if search.threshold < u32::MAX => End::DepthLimit,
            Below::Nothing => End::Exhausted,
            Below::Stopped => search.stopped.unwrap_or(End::Cancelled),
        };
        let counters = search.counters(iterations, longest);
        search.path.reverse();
        let path = if below == Below::Goal { search.path } else { Vec::new() };
        Outcome { end, path, h0: Some(h0), counters }
    }

    /// The bytes of a move of the path.
    const MOVE: u64 = size_of::<(D::State, H::Cache, D::Op)>() as u64;

    /// The longest path that fits into `bytes` and the stack.
    fn deepest(bytes: u64) -> Cost {
        Cost::try_from(bytes / Self::MOVE).map_or(DEEPEST, |moves| moves.min(DEEPEST))
    }

    /// The longest path under the threshold, if memory allows it.
    fn longest(&self) -> Cost {
        self.priority.moves(self.threshold).min(self.meter.limit_depth())
    }

    fn counters(&self, iterations: u64, longest: Cost) -> Counters {
        Counters {
            generated: self.meter.generated,
            expanded: self.meter.expanded,
            evaluated: self.meter.generated,
            iterations,
            peak_open: u64::from(longest) + 1,
            peak_bytes: self.held.max(u64::from(longest) * Self::MOVE),
            ..Counters::default()
        }
    }

    /// Keeps the reason to stop.
    #[cold]
    fn stop(&mut self, end: End) -> Below {
        self.stopped = Some(end);
        Below::Stopped
    }

    /// Searches below `state`, whose operators are looked up.
    fn recurse<F: Rule>(&mut self, state: D::State, cache: H::Cache, g: Cost, arrived_by: D::Op) -> Below {
        if let Err(end) = self.meter.expand(D::BRANCHING) {
            return self.stop(end);
        }
        if g > self.deepest {
            return self.stop(End::MemoryLimit);
        }
        for &op in self.domain.ops(state, arrived_by) {
            visit!(self, F, state, cache, g, op, |search: &mut Self, child, cache, op| {
                search.recurse::<F>(child, cache, g + 1, op)
            });
        }
        Below::Nothing
    }
}
