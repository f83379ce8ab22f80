//! Greedy jumps: repeated depth-limited breadth-first search to the state of minimum weighted distance.
//!
//! **Algorithm.** A jump searches breadth-first from the current state to a fixed depth, with parent pruning and a hash
//! table of the jump's states. It ends in the state of minimum weighted distance among those generated, the first one
//! generated if several are equal, and the next jump begins there. The current state itself is excluded, so every jump
//! moves. A jump that generates the goal ends the search. The search gives up after eleven jumps. If the path of a jump begins
//! with the inverse of the last move before it, both moves are removed, repeatedly, unless the path with all moves is
//! requested.
//!
//! **Guarantees.** None: it may give up on a solvable board. The depth limit is checked against the final path, since
//! removed moves may make a later path shorter than an earlier one.
//!
//! **Counting.** As everywhere, summed over jumps. The start of a jump is the end of the previous one and is counted
//! once. `iterations` counts jumps, `evaluated` the weighted distances of new states.
//!
//! **Memory.** A hash table of one jump's states, 16 bytes per slot, between 3/8 and 3/4 full, and
//! 16 bytes per state of two layers: about 4 MiB for a depth of 14.
//!
//! **Reference.** H. Penschuck's answer to a code-golf question of 2012, as far as it is described: the factors, the
//! squares, the depths and the number of jumps are his. Three details are an interpretation: that the blank's row is added,
//! that the first of equal states is taken, and that a search tries down, left, up, right. Of the interpretations tried, only
//! this one gives his lengths on all boards of the question. He counts moves before inverse pairs are removed, and runs of
//! equal moves afterwards.

mod weighted_distance;

use tilebench_core::{Cost, Counters, Outcome, SearchContext, Termination};
use tilebench_puzzle::Grid;

use tilebench_solvers::options::{FormerOption, OptionSpec, SWITCH, ValueParser};
use tilebench_solvers::{LimitChecker, StateTable, reconstruct_path};
use weighted_distance::WeightedDistance;

/// The depth of a jump.
pub static LOOKAHEAD: OptionSpec<JumpDepth> = OptionSpec {
    name: "lookahead",
    former: None,
    values: "10, 11, 12, 13, 14 or in-turn",
    default: "14",
    summary: "Look-ahead of a jump in moves; in-turn: 10 for the first, 11 for the next, up to 14, then 10 again.",
    parser: ValueParser::OneOf(JumpDepth::ALL),
};

/// Whether inverse pairs are removed.
pub static SKIP_INVERSE_PAIRS: OptionSpec<bool> = OptionSpec {
    name: "skip-inverse-pairs",
    former: Some(FormerOption::new("cancel")),
    values: "true or false",
    default: "true",
    summary: "Whether inverse moves at the boundary of two jumps are removed.",
    parser: SWITCH,
};

/// The maximum number of jumps.
const MAX_JUMPS: Cost = 11;

/// The look-ahead of a jump.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JumpDepth {
    /// Every jump has the same depth.
    Fixed(Cost),
    /// The first jump has the depth 10, the next 11 and so on to 14, then 10 again.
    InTurn,
}

impl JumpDepth {
    /// All depths with the names that experiment files use.
    pub const ALL: &'static [(&'static str, Self)] = &[
        ("10", Self::Fixed(10)),
        ("11", Self::Fixed(11)),
        ("12", Self::Fixed(12)),
        ("13", Self::Fixed(13)),
        ("14", Self::Fixed(14)),
        ("in-turn", Self::InTurn),
    ];

    /// The depth of a jump; the first jump has the index 0.
    fn for_jump(self, jump: Cost) -> Cost {
        match self {
            Self::Fixed(depth) => depth,
            Self::InTurn => 10 + jump % 5,
        }
    }
}

/// Whether the weighted distance is defined for `domain`.
///
/// # Errors
///
/// The reason why it is not.
pub fn supports<D: Grid>(domain: &D) -> Result<(), String> {
    WeightedDistance::new(domain).map(drop)
}

/// Searches for a path from `start` by jumps. If `skip_inverse_pairs` is set, consecutive inverse moves are removed from the path.
///
/// # Panics
///
/// If the weighted distance is not defined for the domain: call [`supports`] first.
#[expect(clippy::expect_used, reason = "documented")]
pub fn solve<D: Grid>(
    domain: &D,
    start: D::State,
    depth: JumpDepth,
    skip_inverse_pairs: bool,
    context: &mut SearchContext<'_>,
) -> Outcome<D::Op> {
    let mut search = JumpSearch {
        domain,
        distance: WeightedDistance::new(domain).expect("a domain that jumps support"),
        checker: LimitChecker::new(context.budget()),
        counters: Counters::default(),
    };
    let found = search.run(start, depth, context);
    let found = found.map(|path| if skip_inverse_pairs { without_inverse_pairs(domain, path) } else { path });
    let (end, path) = match found {
        Ok(path) if path.len() as u64 > u64::from(context.limits.depth) => (Termination::DepthLimit, Vec::new()),
        Ok(path) => (Termination::Solved, path),
        Err(end) => (end, Vec::new()),
    };
    Outcome { end, path, h0: None, bound: None, counters: search.counters() }
}

/// A state and its weighted distance.
type LayerEntry<D> = (<D as tilebench_core::Domain>::Key, Cost);

struct JumpSearch<'a, D: Grid> {
    domain: &'a D,
    distance: WeightedDistance,
    checker: LimitChecker<'a>,
    counters: Counters,
}

impl<D: Grid> JumpSearch<'_, D> {
    fn counters(&self) -> Counters {
        let LimitChecker { generated, expanded, peak_bytes, .. } = self.checker;
        Counters { generated, expanded, peak_bytes, ..self.counters }
    }

    /// Jumps until the goal is reached.
    fn run(
        &mut self,
        start: D::State,
        depth: JumpDepth,
        context: &mut SearchContext<'_>,
    ) -> Result<Vec<D::Op>, Termination> {
        let domain = self.domain;
        let mut state = start;
        let mut path = Vec::new();
        for jump in 0..MAX_JUMPS {
            if domain.is_goal(state) {
                return Ok(path);
            }
            self.counters.iterations += 1;
            let jump_ops = self.jump(state, depth.for_jump(jump));
            context.observer.iteration(jump + 1, &self.counters());
            let ops = jump_ops?;
            state = ops.iter().fold(state, |state, &op| domain.apply(state, op));
            path.extend(ops);
        }
        if domain.is_goal(state) { Ok(path) } else { Err(Termination::Incomplete) }
    }

    /// The operators from `start` to the end of the jump.
    fn jump(&mut self, start: D::State, depth: Cost) -> Result<Vec<D::Op>, Termination> {
        let root_op = self.domain.root_op(start);
        let mut reached = StateTable::new(root_op);
        let before = self.checker.expanded;
        let jump_end = self.breadth_first(start, depth, &mut reached);
        self.counters.peak_closed = self.counters.peak_closed.max(self.checker.expanded - before);
        Ok(self.path(start, jump_end?, &reached))
    }

    /// The goal, or else the first state of minimum distance within `depth`. All generated states are inserted
    /// into `reached`.
    fn breadth_first(
        &mut self,
        start: D::State,
        depth: Cost,
        reached: &mut StateTable<D::Key, D::Op>,
    ) -> Result<D::State, Termination> {
        let domain = self.domain;
        let root_op = domain.root_op(start);
        let (mut layer, mut next) = (Vec::new(), Vec::new());
        self.make_space(reached, &layer, &mut next)?;
        reached.insert(domain.pack(start), root_op);
        layer.push((domain.pack(start), self.distance.value(domain, start)));
        let mut best = (Cost::MAX, start);
        for _ in 0..depth {
            for at in 0..layer.len() {
                let (key, value) = layer[at];
                let state = domain.unpack(key);
                self.checker.expand(D::MAX_BRANCHING)?;
                let parent_op = *reached.get(key).expect("a state of a layer was reached");
                for &op in domain.ops(state, parent_op) {
                    self.checker.generated += 1;
                    self.make_space(reached, &layer, &mut next)?;
                    let child = domain.apply(state, op);
                    if !reached.insert(domain.pack(child), op) {
                        continue;
                    }
                    if domain.is_goal(child) {
                        return Ok(child);
                    }
                    self.counters.evaluated += 1;
                    let value = self.distance.step(domain, value, state, op);
                    if value < best.0 {
                        best = (value, child);
                    }
                    next.push((domain.pack(child), value));
                }
                let open = (layer.len() - at - 1 + next.len()) as u64;
                self.counters.peak_open = self.counters.peak_open.max(open);
            }
            std::mem::swap(&mut layer, &mut next);
            next.clear();
        }
        Ok(best.1)
    }

    /// Reserves space for one more state, if the memory limit allows.
    fn make_space(
        &mut self,
        reached: &mut StateTable<D::Key, D::Op>,
        layer: &Vec<LayerEntry<D>>,
        next: &mut Vec<LayerEntry<D>>,
    ) -> Result<(), Termination> {
        let size = size_of::<LayerEntry<D>>();
        let layer_growth = if next.len() < next.capacity() { 0 } else { (2 * next.capacity()).max(64) * size };
        if reached.growth() == 0 && layer_growth == 0 {
            return Ok(());
        }
        let held = reached.bytes() + ((layer.capacity() + next.capacity()) * size) as u64;
        self.checker.check_bytes(held + reached.growth() + layer_growth as u64)?;
        let states = if layer_growth > 0 { layer_growth / size - next.len() } else { 0 };
        let has_memory = reached.reserve_one() && next.try_reserve_exact(states).is_ok();
        if has_memory { Ok(()) } else { Err(Termination::MemoryLimit) }
    }

    /// The operators from `start` to `jump_end`.
    fn path(&self, start: D::State, jump_end: D::State, reached: &StateTable<D::Key, D::Op>) -> Vec<D::Op> {
        reconstruct_path(start, jump_end, |state| {
            let op = *reached.get(self.domain.pack(state)).expect("every state on the path was reached");
            (op, self.domain.apply(state, self.domain.inverse(op)))
        })
    }
}

/// `path` without consecutive inverse operators.
fn without_inverse_pairs<D: Grid>(domain: &D, path: Vec<D::Op>) -> Vec<D::Op> {
    let mut shorter: Vec<D::Op> = Vec::with_capacity(path.len());
    for op in path {
        if shorter.last().is_some_and(|&last| domain.inverse(last) == op) {
            shorter.pop();
        } else {
            shorter.push(op);
        }
    }
    shorter
}
