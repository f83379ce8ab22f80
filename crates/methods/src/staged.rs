//! Staged search: an ordered list of targets, each reached by breadth-first search.
//!
//! **Algorithm.** A plan lists stages, each a set of goal cells to fill. A stage is a breadth-first
//! search over the cells of its tiles and of the blank, among the cells that earlier stages have
//! not filled; the placed tiles do not move again. The first state that fills the cells ends the stage. The last
//! stage places all remaining tiles.
//!
//! **Guarantees.** A path on every solvable board that the plan supports. Each stage is a shortest path from its start, but
//! the whole path need not be. The depth limit changes no stage: the search ends after the first stage with which the
//! path is too long.
//!
//! **Counting.** As everywhere, summed over stages. The start of a stage is the end of the previous one and is
//! counted once. `iterations` counts stages.
//!
//! **Memory.** For the largest stage a hash table, between 3/8 and 3/4 full, of 16 bytes per slot and
//! a queue of 8 bytes per state: at most 181,440 states if nine cells are left.
//!
//! **References.** Tiles that are placed one after the other and never moved again are serialisable
//! subgoals (Korf 1985b); the plan of six targets is that of a code-golf answer of 2012.

mod plan;
mod stage_state;

use tilebench_core::{Counters, Outcome, SearchContext, Termination};
use tilebench_puzzle::Grid;

use stage_state::StageState;
use tilebench_solvers::options::{OptionSpec, ValueParser};
use tilebench_solvers::{LimitChecker, StateTable, reconstruct_path};

/// The plan.
pub static PLAN: OptionSpec<StagePlan> = OptionSpec {
    name: "plan",
    former: None,
    values: "six-targets (4x4, the goal's blank in a corner) or rows-columns (any board)",
    default: "six-targets",
    summary: "Ordered list of the tiles to place; placed tiles stay.",
    parser: ValueParser::OneOf(StagePlan::ALL),
};
pub use plan::{Stage, StagePlan};

/// Solves `start` stage by stage.
///
/// # Panics
///
/// If the plan does not support the domain: call [`StagePlan::stages`] first.
#[expect(clippy::expect_used, reason = "documented")]
pub fn solve<D: Grid>(domain: &D, start: D::State, plan: StagePlan, context: &mut SearchContext<'_>) -> Outcome<D::Op> {
    let stages = plan.stages(domain).expect("a plan that supports the board");
    let mut search = StagedSearch {
        domain,
        checker: LimitChecker::new(context.budget()),
        counters: Counters::default(),
        free: vec![true; domain.cells()],
    };
    let mut state = start;
    let mut path = Vec::new();
    let mut end = Termination::Solved;
    for (number, stage) in (1..).zip(&stages) {
        search.counters.iterations += 1;
        let reached = search.stage(state, &stage.cells);
        context.observer.iteration(number, &search.counters());
        match reached {
            Ok(ops) => {
                state = ops.iter().fold(state, |state, &op| domain.apply(state, op));
                path.extend(ops);
                if path.len() as u64 > u64::from(context.limits.depth) {
                    end = Termination::DepthLimit;
                }
            }
            Err(reason) => end = reason,
        }
        if end != Termination::Solved {
            path.clear();
            break;
        }
    }
    Outcome { end, path, h0: None, bound: None, counters: search.counters() }
}

struct StagedSearch<'a, D: Grid> {
    domain: &'a D,
    checker: LimitChecker<'a>,
    counters: Counters,
    /// By cell: whether no stage has filled the cell yet.
    free: Vec<bool>,
}

impl<D: Grid> StagedSearch<'_, D> {
    fn counters(&self) -> Counters {
        let LimitChecker { generated, expanded, peak_bytes, .. } = self.checker;
        Counters { generated, expanded, peak_bytes, ..self.counters }
    }

    /// The operators that fill `cells`, which are then no longer free.
    fn stage(&mut self, state: D::State, cells: &[usize]) -> Result<Vec<D::Op>, Termination> {
        let (start, goal) = (StageState::from_state(self.domain, state, cells), StageState::goal(cells));
        let root_op = self.domain.root_op(state);
        let mut reached = StateTable::new(root_op);
        self.make_space(&mut reached, &mut Vec::new())?;
        reached.insert(start.key(), root_op);
        let before = self.checker.expanded;
        let found = if start.fills(goal) { Ok(start) } else { self.breadth_first(start, goal, root_op, &mut reached) };
        self.counters.peak_closed = self.counters.peak_closed.max(self.checker.expanded - before);
        let found = found?;
        for &cell in cells {
            self.free[cell] = false;
        }
        Ok(self.path(start, found, &reached))
    }

    /// The first generated state that fills `goal`. All generated states are inserted into `reached`.
    fn breadth_first(
        &mut self,
        start: StageState,
        goal: StageState,
        root_op: D::Op,
        reached: &mut StateTable<u64, D::Op>,
    ) -> Result<StageState, Termination> {
        let domain = self.domain;
        let mut queue = vec![start];
        let mut next = 0;
        while let Some(&stage_state) = queue.get(next) {
            next += 1;
            self.checker.expand(D::MAX_BRANCHING)?;
            let parent_op = *reached.get(stage_state.key()).expect("a state of the queue was reached");
            let back = (parent_op != root_op).then(|| domain.inverse(parent_op));
            for &op in domain.ops_at(stage_state.blank()) {
                let to = domain.destination(op);
                if !self.free[to] || back == Some(op) {
                    continue;
                }
                self.checker.generated += 1;
                self.make_space(reached, &mut queue)?;
                let child = stage_state.moved(to);
                if reached.insert(child.key(), op) {
                    if child.fills(goal) {
                        return Ok(child);
                    }
                    queue.push(child);
                }
            }
            self.counters.peak_open = self.counters.peak_open.max((queue.len() - next) as u64);
        }
        Err(Termination::Exhausted)
    }

    /// Reserves space for one more state, if the memory limit allows.
    fn make_space(
        &mut self,
        reached: &mut StateTable<u64, D::Op>,
        queue: &mut Vec<StageState>,
    ) -> Result<(), Termination> {
        let stage_state = size_of::<StageState>();
        let growth = if queue.len() < queue.capacity() { 0 } else { 2 * queue.capacity().max(4) * stage_state };
        self.checker
            .check_bytes(reached.bytes() + reached.growth() + (queue.capacity() * stage_state + growth) as u64)?;
        let has_memory = reached.reserve_one() && queue.try_reserve(1).is_ok();
        if has_memory { Ok(()) } else { Err(Termination::MemoryLimit) }
    }

    /// The operators from `start` to `found`.
    fn path(&self, start: StageState, found: StageState, reached: &StateTable<u64, D::Op>) -> Vec<D::Op> {
        reconstruct_path(start, found, |stage_state| {
            let op = *reached.get(stage_state.key()).expect("every pattern on the path was reached");
            (op, stage_state.moved(self.domain.destination(self.domain.inverse(op))))
        })
    }
}
