//! Beam search using limited discrepancy backtracking (BULB).
//!
//! **What it does.** The successors of a layer, sorted by h or f (the option `layer-order`), are cut into slices of at most b
//! states (the option `width`). A beam search always follows the first slice. BULB backtracks: choosing another slice is a
//! discrepancy, and probes allow none, then one, then two, and so on. A probe spends its discrepancies near the start first. A
//! state is a duplicate if it is in a layer of the present path of slices; layers that are left are forgotten. A probe turns back
//! if the next layer does not fit into the memory limit.
//!
//! **Guarantees.** A path is found if there is one within the depth to which the memory limit allows layers; it need not be short. If no
//! state has more slices than were followed, the search ends; without a memory limit, a probe turns back at layers without new states
//! only.
//!
//! **Counting.** As everywhere: a layer is expanded again for each of its slices. `iterations` counts probes. `peak_open` is the maximum
//! number of states of the layers of a path.
//!
//! **Memory.** The layers of one path: per state 24 bytes for states of up to 64 bits and a key of 8 bytes in a table at least 3/8 full,
//! about 45 bytes; and 32 bytes per successor of a layer.
//!
//! **Reference.** Furcy and Koenig 2005.

mod key_set;

use tilebench_core::{
    Cost, Counters, Domain, Heuristic, HeuristicExt, Observer, Outcome, SearchContext, Termination, narrow, step_cost,
};

use self::key_set::KeySet;
use crate::beam::{LAYER_ORDER, LayerOrder, WIDTH};
use crate::limit_checker::LimitChecker;
use crate::{Algorithm, ErasedHeuristic, Guarantee, Options, Problem, SearchAlgorithm, SearchDomain, Side};

/// The algorithm.
#[derive(Debug)]
pub struct Bulb;

impl SearchAlgorithm for Bulb {
    const ALGORITHM: Algorithm = Algorithm {
        name: "bulb",
        title: "BULB",
        summary: "Beam search that backtracks to other parts of its layers by limited discrepancy search.",
        reference: "Furcy and Koenig 2005",
        guarantee: Guarantee::None,
        informed: true,
        consistent: false,
        unit_cost: false,
        bound: None,
        options: &[&WIDTH, &LAYER_ORDER],
    };

    fn run<D: SearchDomain>(
        problem: &Problem<'_, D>,
        options: &Options,
        context: &mut SearchContext<'_>,
    ) -> Outcome<D::Op> {
        let side = problem.side();
        let h0 = side.heuristic.estimate(side.domain, side.root);
        let mut search = BulbSearch {
            side,
            width: options.get(&WIDTH) as usize,
            order: options.get(&LAYER_ORDER),
            layers: Vec::new(),
            layer_bytes: 0,
            reached: KeySet::new(),
            successors: Vec::new(),
            was_cut: false,
            was_full: false,
            limits: LimitChecker::new(context.budget()),
            counters: Counters::default(),
        };
        let result = search.run(h0, &mut *context.observer);
        let (end, path) = match result {
            Ok(path) => (Termination::Solved, path),
            Err(end) => (end, Vec::new()),
        };
        Outcome { end, path, h0: Some(h0), bound: None, counters: search.counters() }
    }
}

/// A state of a layer.
#[derive(Clone, Copy)]
struct LayerNode<State, Op> {
    state: State,
    op: Op,
    g: Cost,
    /// The place of its parent in the layer before.
    parent: u32,
}

/// A successor of a layer.
#[derive(Clone, Copy)]
struct Successor<State, Op> {
    node: LayerNode<State, Op>,
    value: Cost,
}

/// The slices of a layer's successors that a probe has still to follow.
#[derive(Clone, Copy, Debug)]
enum Slices {
    /// Those from this place on, each of which is a discrepancy, and then the first.
    Later(usize),
    /// The first.
    First,
    /// None.
    Done,
}

/// A layer of the path of slices.
struct Layer<D: Domain> {
    nodes: Vec<LayerNode<D::State, D::Op>>,
    /// The discrepancies that are allowed below.
    discrepancies: u64,
    slices: Slices,
}

/// A slice that was chosen.
enum Slice<D: Domain> {
    /// Its states, and the place of the first successor after them.
    Nodes(Vec<LayerNode<D::State, D::Op>>, usize),
    /// The goal is among the successors: its parent's place, and the operator that leads to it.
    Goal(usize, D::Op),
    /// No state is left, or none fits into memory.
    Empty,
}

struct BulbSearch<'a, D: SearchDomain> {
    side: Side<'a, D, ErasedHeuristic<'a, D>>,
    width: usize,
    order: LayerOrder,
    /// The path of slices.
    layers: Vec<Layer<D>>,
    /// The bytes of the states of these layers.
    layer_bytes: u64,
    /// These states.
    reached: KeySet<D::Key>,
    successors: Vec<Successor<D::State, D::Op>>,
    /// Whether a slice was left out in this probe since no discrepancy was left.
    was_cut: bool,
    /// Whether a layer did not fit into memory.
    was_full: bool,
    limits: LimitChecker<'a>,
    counters: Counters,
}

impl<D: SearchDomain> BulbSearch<'_, D> {
    /// The path to the goal: probes with more and more discrepancies.
    fn run(&mut self, h0: Cost, observer: &mut dyn Observer) -> Result<Vec<D::Op>, Termination> {
        let Side { domain, root, .. } = self.side;
        if domain.is_goal(root) {
            return Ok(Vec::new());
        }
        if self.limits.exceeds_depth(0, h0) {
            return Err(Termination::DepthLimit);
        }
        for discrepancies in 0.. {
            self.was_cut = false;
            self.counters.iterations += 1;
            let found = self.probe(discrepancies);
            observer.iteration(narrow(self.counters.iterations, "probes are few"), &self.counters());
            if let Some(path) = found? {
                return Ok(path);
            }
            if !self.was_cut {
                break;
            }
        }
        Err(if self.was_full { Termination::MemoryLimit } else { self.limits.exhaustion() })
    }

    /// The path to the goal if it is found with this number of discrepancies.
    fn probe(&mut self, discrepancies: u64) -> Result<Option<Vec<D::Op>>, Termination> {
        let Side { domain, root, .. } = self.side;
        let root = LayerNode { state: root, op: domain.root_op(root), g: 0, parent: 0 };
        let mut nodes = self.reserve_layer(1).ok_or(Termination::MemoryLimit)?;
        if !self.reserve_state(1) {
            return Err(Termination::MemoryLimit);
        }
        self.reached.insert(domain.pack(root.state));
        nodes.push(root);
        self.push_layer(nodes, discrepancies);
        while let Some(layer) = self.layers.last() {
            let (from, below) = match (layer.slices, layer.discrepancies) {
                (Slices::Done, _) => {
                    self.pop_layer();
                    continue;
                }
                (Slices::Later(from), discrepancies) => (from, discrepancies - 1),
                (Slices::First, discrepancies) => (0, discrepancies),
            };
            let is_later = matches!(layer.slices, Slices::Later(_));
            // The first slice is passed to know the beginning of the second, as the others depend on it.
            let slice = if is_later && from == 0 { self.pass_first_slice()? } else { self.next_slice(from)? };
            let at = self.layers.len() - 1;
            match slice {
                Slice::Goal(parent, op) => {
                    let mut path = self.path(parent);
                    path.push(op);
                    self.layers.clear();
                    return Ok(Some(path));
                }
                Slice::Nodes(nodes, next) => {
                    self.layers[at].slices = if is_later { Slices::Later(next) } else { Slices::Done };
                    self.push_layer(nodes, below);
                }
                Slice::Empty => self.layers[at].slices = if is_later { Slices::First } else { Slices::Done },
            }
        }
        Ok(None)
    }

    /// The second slice of the successors of the last layer.
    fn pass_first_slice(&mut self) -> Result<Slice<D>, Termination> {
        match self.next_slice(0)? {
            Slice::Nodes(nodes, next) => {
                self.forget(&nodes);
                self.next_slice(next)
            }
            slice => Ok(slice),
        }
    }

    /// The slice of the successors of the last layer that begins at place `from` in their order.
    fn next_slice(&mut self, from: usize) -> Result<Slice<D>, Termination> {
        match self.generate() {
            Ok(None) => {}
            Ok(Some((parent, op))) => return Ok(Slice::Goal(parent, op)),
            Err(Termination::MemoryLimit) => {
                self.was_full = true;
                return Ok(Slice::Empty);
            }
            Err(end) => return Err(end),
        }
        let places = self.successors.len().saturating_sub(from).min(self.width);
        let (mut nodes, mut fits) = self.reserve_layer(places).map_or((Vec::new(), false), |nodes| (nodes, true));
        let mut at = from;
        while fits && at < self.successors.len() && nodes.len() < self.width {
            let node = self.successors[at].node;
            fits = self.reserve_state(places);
            if fits && self.reached.insert(self.side.domain.pack(node.state)) {
                nodes.push(node);
            }
            at += 1;
        }
        if !fits {
            self.was_full = true;
            self.forget(&nodes);
            return Ok(Slice::Empty);
        }
        let is_last_choice = self.layers.last().is_some_and(|layer| layer.discrepancies == 0);
        self.was_cut |= is_last_choice && at < self.successors.len();
        Ok(if nodes.is_empty() { Slice::Empty } else { Slice::Nodes(nodes, at) })
    }

    /// Generates the successors of the last layer, without states of the layers, and sorts them. Returns the goal's parent and operator if
    /// the goal is among them.
    fn generate(&mut self) -> Result<Option<(usize, D::Op)>, Termination> {
        let Side { domain, heuristic, .. } = self.side;
        self.successors.clear();
        let layer = self.layers.len() - 1;
        for at in 0..self.layers[layer].nodes.len() {
            let parent = self.layers[layer].nodes[at];
            self.limits.expand(D::MAX_BRANCHING)?;
            let ops = domain.ops(parent.state, parent.op);
            self.reserve_successors(ops.len())?;
            let cache = heuristic.initial(domain, parent.state);
            for &op in ops {
                self.limits.generated += 1;
                let h = heuristic.step_h(domain, &cache, parent.state, op);
                let g = parent.g + step_cost(domain, parent.state, op);
                if self.limits.exceeds_depth(g, h) {
                    continue;
                }
                let state = domain.apply(parent.state, op);
                if h == 0 && domain.is_goal(state) {
                    return Ok(Some((at, op)));
                }
                if !self.reached.contains(domain.pack(state)) {
                    let parent = narrow(at, "a layer has fewer than 2^32 states");
                    let node = LayerNode { state, op, g, parent };
                    self.successors.push(Successor { node, value: self.order.value(g, h) });
                }
            }
        }
        self.successors
            .sort_unstable_by_key(|Successor { node, value }| (*value, domain.pack(node.state), node.g, node.parent));
        Ok(None)
    }

    fn push_layer(&mut self, nodes: Vec<LayerNode<D::State, D::Op>>, discrepancies: u64) {
        let slices = if discrepancies > 0 { Slices::Later(0) } else { Slices::First };
        self.layer_bytes += bytes_of::<D>(nodes.capacity());
        self.layers.push(Layer { nodes, discrepancies, slices });
        self.counters.peak_open = self.counters.peak_open.max(self.reached.len() as u64);
    }

    /// Leaves the last layer.
    fn pop_layer(&mut self) {
        if let Some(layer) = self.layers.pop() {
            self.layer_bytes -= bytes_of::<D>(layer.nodes.capacity());
            self.forget(&layer.nodes);
        }
    }

    fn forget(&mut self, nodes: &[LayerNode<D::State, D::Op>]) {
        for node in nodes {
            self.reached.remove(self.side.domain.pack(node.state));
        }
    }

    /// The bytes held.
    fn bytes(&self) -> u64 {
        let successors = self.successors.capacity() * size_of::<Successor<D::State, D::Op>>();
        let layers = self.layers.capacity() * size_of::<Layer<D>>();
        self.layer_bytes + (successors + layers) as u64 + self.reached.bytes()
    }

    /// Makes space for a layer of up to `states` states; `None` if it does not fit into memory.
    fn reserve_layer(&mut self, states: usize) -> Option<Vec<LayerNode<D::State, D::Op>>> {
        let has_space = self.layers.len() < self.layers.capacity();
        let more = if has_space { 0 } else { (2 * self.layers.len()).max(16) };
        let bytes = bytes_of::<D>(states) + (more * size_of::<Layer<D>>()) as u64;
        let mut nodes = Vec::new();
        let fits = self.limits.allows_bytes(self.bytes() + bytes)
            && self.layers.try_reserve_exact(more).is_ok()
            && nodes.try_reserve_exact(states).is_ok();
        fits.then_some(nodes)
    }

    /// Makes space for one more reached state, while a layer of `states` states is filled; returns whether it fits into memory.
    #[inline]
    fn reserve_state(&mut self, states: usize) -> bool {
        let growth = self.reached.growth();
        growth == 0
            || (self.limits.allows_bytes(self.bytes() + bytes_of::<D>(states) + growth) && self.reached.reserve_one())
    }

    /// Makes space for `count` more successors.
    fn reserve_successors(&mut self, count: usize) -> Result<(), Termination> {
        if self.successors.len() + count <= self.successors.capacity() {
            return Ok(());
        }
        let larger = (2 * self.successors.capacity()).max(64);
        let bytes = (larger * size_of::<Successor<D::State, D::Op>>()) as u64;
        self.limits.check_bytes(self.bytes() + bytes)?;
        self.successors.try_reserve_exact(larger - self.successors.len()).map_err(|_| Termination::MemoryLimit)
    }

    /// The path to a state of the last layer.
    fn path(&self, at: usize) -> Vec<D::Op> {
        let mut at = at;
        let mut path = Vec::new();
        for layer in self.layers[1..].iter().rev() {
            let node = layer.nodes[at];
            path.push(node.op);
            at = node.parent as usize;
        }
        path.reverse();
        path
    }

    fn counters(&self) -> Counters {
        let LimitChecker { generated, expanded, peak_bytes, .. } = self.limits;
        Counters { generated, expanded, peak_bytes, evaluated: generated, ..self.counters }
    }
}

/// The bytes of a layer of this number of states.
fn bytes_of<D: Domain>(states: usize) -> u64 {
    (states * size_of::<LayerNode<D::State, D::Op>>()) as u64
}
