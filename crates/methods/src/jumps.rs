//! Greedy jumps: depth-limited repeated breadth-first search to the state of least weighted distance.
//!
//! **What it does.** Searches breadth-first from the current state to a fixed depth, with parent
//! pruning and a hash table of the jump's states. It then jumps to the state of least weighted distance
//! among those generated, the first generated of equal ones, and begins again; the current state itself
//! does not count, so every jump moves. A search that generates the goal ends there. It gives up after
//! at most eleven jumps. If a jump's path begins with the move that undoes the last of the one before,
//! both are left out, and so on, unless the path with all moves is requested.
//!
//! **Guarantees.** None: it may give up on a solvable board. The depth limit is checked against the path
//! at the end, since moves left out may make a later path shorter than an earlier one.
//!
//! **Counting.** As everywhere, summed over jumps; a jump's start is the last one's end and is counted
//! once. `iterations` counts jumps, `evaluated` the weighted distances of new states.
//!
//! **Memory.** A hash table of one jump's states, 16 bytes per slot, between 3/8 and 3/4 full, and
//! 16 bytes per state of two layers: some 4 MiB to a depth of 14.
//!
//! **Reference.** H. Penschuck's answer to a code-golf question of 2012, as far as it is described:
//! the factors, the squares, the depths and the number of jumps are his. That the blank's row is
//! added, that the first of equal states counts and that a search tries down, left, up, right is a
//! reading: it is the one, of those tried, that gives his lengths on all boards of the question. He
//! counts moves before those that undo each other are left out, and runs of equal moves afterwards.

mod distance;

use tilebench_core::{Cost, Counters, Outcome, SearchContext, Termination};
use tilebench_puzzle::Grid;

use distance::WeightedDistance;
use tilebench_solvers::options::{OptionSpec, SWITCH, ValueParser};
use tilebench_solvers::{LimitChecker, StateTable, reconstruct_path};

/// The depth of a jump.
pub static LOOKAHEAD: OptionSpec<JumpDepth> = OptionSpec {
    name: "lookahead",
    values: "10, 11, 12, 13, 14 or in-turn",
    default: "14",
    summary: "Look-ahead of a jump in moves; in-turn: 10 for the first, 11 for the next, up to 14, then 10 again.",
    parser: ValueParser::OneOf(JumpDepth::ALL),
};

/// Whether inverse pairs are left out.
pub static CANCEL: OptionSpec<bool> = OptionSpec {
    name: "cancel",
    values: "true or false",
    default: "true",
    summary: "Whether inverse moves at the boundary of two jumps are removed.",
    parser: SWITCH,
};

/// The maximum number of jumps.
const MOST_JUMPS: Cost = 11;

/// How deep a jump looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JumpDepth {
    /// Every jump to the same depth.
    Fixed(Cost),
    /// The first jump to depth 10, the next to 11, and so to 14, and 10 again.
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

    /// The depth of a jump, the first being 0.
    fn of(self, jump: Cost) -> Cost {
        match self {
            Self::Fixed(depth) => depth,
            Self::InTurn => 10 + jump % 5,
        }
    }
}

/// Whether there is a weighted distance for `domain`.
///
/// # Errors
///
/// The reason why there is none.
pub fn supports<D: Grid>(domain: &D) -> Result<(), String> {
    WeightedDistance::of(domain).map(drop)
}

/// Searches for a path from `start` by jumps; if `cancel` is set, neighbouring moves that undo each
/// other are left out of it.
///
/// # Panics
///
/// If there is no weighted distance for the domain: ask [`supports`] first.
#[expect(clippy::expect_used, reason = "documented")]
pub fn solve<D: Grid>(
    domain: &D,
    start: D::State,
    depth: JumpDepth,
    cancel: bool,
    context: &mut SearchContext<'_>,
) -> Outcome<D::Op> {
    let mut search = Search {
        domain,
        distance: WeightedDistance::of(domain).expect("a domain that jumps support"),
        meter: LimitChecker::new(context.budget()),
        counters: Counters::default(),
    };
    let found = search.run(start, depth, context);
    let found = found.map(|path| if cancel { cancelled(domain, path) } else { path });
    let (end, path) = match found {
        Ok(path) if path.len() as u64 > u64::from(context.limits.depth) => (Termination::DepthLimit, Vec::new()),
        Ok(path) => (Termination::Solved, path),
        Err(end) => (end, Vec::new()),
    };
    Outcome { end, path, h0: None, counters: search.counters() }
}

/// A state and its weighted distance.
type Seen<D> = (<D as tilebench_core::Domain>::Key, Cost);

struct Search<'a, D: Grid> {
    domain: &'a D,
    distance: WeightedDistance,
    meter: LimitChecker<'a>,
    counters: Counters,
}

impl<D: Grid> Search<'_, D> {
    fn counters(&self) -> Counters {
        let LimitChecker { generated, expanded, peak_bytes, .. } = self.meter;
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
        for jump in 0..MOST_JUMPS {
            if domain.is_goal(state) {
                return Ok(path);
            }
            self.counters.iterations += 1;
            let landed = self.jump(state, depth.of(jump));
            context.observer.iteration(jump + 1, &self.counters());
            let ops = landed?;
            state = ops.iter().fold(state, |state, &op| domain.apply(state, op));
            path.extend(ops);
        }
        if domain.is_goal(state) { Ok(path) } else { Err(Termination::Incomplete) }
    }

    /// The operators from `start` to the end of the jump.
    fn jump(&mut self, start: D::State, depth: Cost) -> Result<Vec<D::Op>, Termination> {
        let root_op = self.domain.root_op(start);
        let mut reached = StateTable::new(root_op);
        let before = self.meter.expanded;
        let landing = self.breadth_first(start, depth, &mut reached);
        self.counters.peak_closed = self.counters.peak_closed.max(self.meter.expanded - before);
        Ok(self.path(start, landing?, &reached))
    }

    /// The goal, or else the first state of least distance within `depth`; everything reached is put
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
                self.meter.expand(D::MAX_BRANCHING)?;
                let parent_op = *reached.get(key).expect("what is in a layer was reached");
                for &op in domain.ops(state, parent_op) {
                    self.meter.generated += 1;
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

    /// Makes space for one more state, if memory allows.
    fn make_space(
        &mut self,
        reached: &mut StateTable<D::Key, D::Op>,
        layer: &Vec<Seen<D>>,
        next: &mut Vec<Seen<D>>,
    ) -> Result<(), Termination> {
        let size = size_of::<Seen<D>>();
        let layer_growth = if next.len() < next.capacity() { 0 } else { (2 * next.capacity()).max(64) * size };
        if reached.growth() == 0 && layer_growth == 0 {
            return Ok(());
        }
        let held = reached.bytes() + ((layer.capacity() + next.capacity()) * size) as u64;
        self.meter.check_bytes(held + reached.growth() + layer_growth as u64)?;
        let states = if layer_growth > 0 { layer_growth / size - next.len() } else { 0 };
        let has_memory = reached.reserve_one() && next.try_reserve_exact(states).is_ok();
        if has_memory { Ok(()) } else { Err(Termination::MemoryLimit) }
    }

    /// The operators from `start` to `landing`.
    fn path(&self, start: D::State, landing: D::State, reached: &StateTable<D::Key, D::Op>) -> Vec<D::Op> {
        reconstruct_path(start, landing, |state| {
            let op = *reached.get(self.domain.pack(state)).expect("every state on the path was reached");
            (op, self.domain.apply(state, self.domain.inverse(op)))
        })
    }
}

/// `path` without neighbouring operators that undo each other.
fn cancelled<D: Grid>(domain: &D, path: Vec<D::Op>) -> Vec<D::Op> {
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
