//! Breadth-first beam search.
//!
//! **What it does.** Expands a layer of at most b nodes (the option `width`), which all are at the same number of operators from the
//! start, and keeps the b best of their successors as the next layer: those of least h, or of least f = g + h, of equals those that were
//! generated first. A state that is in the layer or in an earlier one is a duplicate and takes no place. The search ends when the goal
//! is generated.
//!
//! **Guarantees.** None: the nodes of all short paths may be cut off. If a layer is empty and successors were cut off, it ends as
//! [`Termination::Incomplete`]. If no layer has more than b states, it is breadth-first search: the path has the fewest operators.
//!
//! **Counting.** As everywhere. Successors of the last layer after the goal are not generated. `peak_open` is the maximum number of
//! successors of a layer.
//!
//! **Memory.** A word per kept state of all layers (8 bytes for states of up to 64 bits, 16 for larger ones) in a table at least 3/8
//! full, from which the path is read. Per place of the beam two nodes of 16 bytes, and about three successors of 32 bytes, before
//! arrays are doubled: some 150 bytes per unit of width, and 21 bytes at most per expanded node.
//!
//! **References.** Bisiani 1987; the layers and duplicates as in Furcy and Koenig 2005.

use tilebench_core::{
    Cost, Counters, Domain, Heuristic, HeuristicExt, Outcome, SearchContext, Termination, narrow, step_cost,
};

use crate::limit_checker::LimitChecker;
use crate::lists::Lists;
use crate::options::{OptionSpec, ValueParser, parse_integer};
use crate::store::packed::{self, PackedStore};
use crate::store::{NodeStore, Place, SlotLookup};
use crate::{
    Algorithm, AnyHeuristic, BucketIndex, BucketList, ErasedHeuristic, Guarantee, Options, Problem, SearchAlgorithm,
    SearchDomain, Side, TieBreak,
};

/// The algorithm.
#[derive(Debug)]
pub struct Beam;

/// The maximum number of nodes of a layer.
pub static WIDTH: OptionSpec<u32> = OptionSpec {
    name: "width",
    former: None,
    values: "an integer from 1 to 1000000000",
    default: "1000",
    summary: "Maximum number of nodes of a layer that are expanded.",
    parser: ValueParser::Function(|text| parse_integer("width", text, 1, 1_000_000_000)),
};

/// The value by which nodes of a layer are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LayerOrder {
    /// The estimate h.
    H,
    /// f = g + h.
    F,
}

impl LayerOrder {
    /// The value of a node.
    #[inline]
    pub(crate) fn value(self, g: Cost, h: Cost) -> Cost {
        match self {
            Self::H => h,
            Self::F => g + h,
        }
    }
}

/// The value by which nodes of a layer are compared.
pub static LAYER_ORDER: OptionSpec<LayerOrder> = OptionSpec {
    name: "layer-order",
    former: None,
    values: "h or f",
    default: "h",
    summary: "The value by which the nodes of a layer are compared; if every operator costs 1, both give the same order.",
    parser: ValueParser::OneOf(&[("h", LayerOrder::H), ("f", LayerOrder::F)]),
};

impl SearchAlgorithm for Beam {
    const ALGORITHM: Algorithm = Algorithm {
        name: "beam",
        title: "Beam",
        summary: "Breadth-first search that keeps the best nodes of each layer, up to the width of the beam.",
        reference: "Bisiani 1987",
        guarantee: Guarantee::None,
        informed: true,
        consistent: false,
        unit_cost: false,
        bound: None,
        options: &[&WIDTH, &LAYER_ORDER],
    };

    fn check<D: SearchDomain>(domain: &D, _: &dyn AnyHeuristic<D>, _: &Options) -> Result<(), String> {
        packed::supports(domain)
    }

    fn run<D: SearchDomain>(
        problem: &Problem<'_, D>,
        options: &Options,
        context: &mut SearchContext<'_>,
    ) -> Outcome<D::Op> {
        let side = problem.side();
        let h0 = side.heuristic.estimate(side.domain, side.root);
        let mut limits = LimitChecker::new(context.budget());
        let open = BucketList::new(BucketIndex::Heap, TieBreak::Lifo);
        let Some(lists) = Lists::new(side.domain, side.domain.root_op(side.root), open, &mut limits) else {
            let counters = Counters { generated: 1, evaluated: 1, ..Counters::default() };
            return Outcome { end: Termination::MemoryLimit, path: Vec::new(), h0: Some(h0), bound: None, counters };
        };
        let mut search = BeamSearch {
            side,
            width: options.get(&WIDTH) as usize,
            order: options.get(&LAYER_ORDER),
            lists,
            layer: Vec::new(),
            next: Vec::new(),
            successors: Vec::new(),
            ranks: Vec::new(),
            chosen: Vec::new(),
            was_cut: false,
            limits,
            counters: Counters::default(),
        };
        let result = search.run(h0);
        let LimitChecker { generated, expanded, peak_bytes, .. } = search.limits;
        let counters = Counters {
            generated,
            expanded,
            peak_bytes,
            evaluated: generated,
            peak_closed: expanded,
            ..search.counters
        };
        let (end, path) = match result {
            Ok(path) => (Termination::Solved, path),
            Err(end) => (end, Vec::new()),
        };
        Outcome { end, path, h0: Some(h0), bound: None, counters }
    }
}

/// The parent of the goal, and the operator that leads to the goal.
type LastStep<D> = (<D as Domain>::State, <D as Domain>::Op);

/// A node of a layer.
#[derive(Clone, Copy)]
struct BeamNode<State, Op> {
    state: State,
    op: Op,
    g: Cost,
}

/// A successor of a layer, with its value.
#[derive(Clone, Copy)]
struct Successor<State, Op> {
    node: BeamNode<State, Op>,
    value: Cost,
}

struct BeamSearch<'a, D: SearchDomain> {
    side: Side<'a, D, ErasedHeuristic<'a, D>>,
    width: usize,
    order: LayerOrder,
    /// The states of all layers. No node is put on the open list.
    lists: Lists<D, PackedStore<D>, BucketList<u32>>,
    layer: Vec<BeamNode<D::State, D::Op>>,
    next: Vec<BeamNode<D::State, D::Op>>,
    successors: Vec<Successor<D::State, D::Op>>,
    /// Of each successor the value and the place, by which successors are totally ordered.
    ranks: Vec<u64>,
    /// Successors that are looked up together, so that the processor waits for their memory at once.
    chosen: Vec<(D::Code, usize)>,
    /// Whether successors were cut off.
    was_cut: bool,
    limits: LimitChecker<'a>,
    counters: Counters,
}

impl<D: SearchDomain> BeamSearch<'_, D> {
    /// The number of successors that are looked up together.
    const BATCH: usize = 16;

    /// The path to the goal.
    fn run(&mut self, h0: Cost) -> Result<Vec<D::Op>, Termination> {
        let Side { domain, root, .. } = self.side;
        if domain.is_goal(root) {
            return Ok(Vec::new());
        }
        if self.limits.exceeds_depth(0, h0) {
            return Err(Termination::DepthLimit);
        }
        let op = domain.root_op(root);
        self.reserve_successors(1)?;
        self.successors.push(Successor { node: BeamNode { state: root, op, g: 0 }, value: 0 });
        self.choose_layer()?;
        while !self.layer.is_empty() {
            if let Some((parent, op)) = self.expand_layer()? {
                let mut path = self.path(parent);
                path.push(op);
                return Ok(path);
            }
            self.counters.peak_open = self.counters.peak_open.max(self.successors.len() as u64);
            self.choose_layer()?;
        }
        Err(match self.limits.exhaustion() {
            Termination::Exhausted if self.was_cut => Termination::Incomplete,
            end => end,
        })
    }

    /// Generates the successors of the layer. Returns the parent of the goal and the operator that leads to it, if it is among them.
    fn expand_layer(&mut self) -> Result<Option<LastStep<D>>, Termination> {
        let Side { domain, heuristic, .. } = self.side;
        self.successors.clear();
        for at in 0..self.layer.len() {
            let mut parent = self.layer[at];
            if !D::UNIT_COST {
                self.close(&mut parent);
            }
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
                    return Ok(Some((parent.state, op)));
                }
                let value = self.order.value(g, h);
                self.successors.push(Successor { node: BeamNode { state, op, g }, value });
            }
        }
        Ok(None)
    }

    /// Gives a node the cheapest path to it in its layer, which may have been found after the node became a part of it, and closes it.
    fn close(&mut self, node: &mut BeamNode<D::State, D::Op>) {
        let (domain, nodes) = (self.side.domain, &mut self.lists.nodes);
        if let SlotLookup::Found(slot) = nodes.find(nodes.key(domain, node.state)) {
            node.g = nodes.node(slot).g;
            if node.state != self.side.root {
                node.op = nodes.op(domain, node.state, slot);
            }
            nodes.close(slot);
        }
    }

    /// Makes the best successors the layer.
    fn choose_layer(&mut self) -> Result<(), Termination> {
        self.reserve_layer()?;
        let ranks = self.successors.iter().zip(0u64..).map(|(successor, at)| u64::from(successor.value) << 32 | at);
        self.ranks.extend(ranks);
        let mut ranks = std::mem::take(&mut self.ranks);
        let result = self.choose(&mut ranks);
        self.ranks = ranks;
        std::mem::swap(&mut self.layer, &mut self.next);
        result
    }

    /// Fills the next layer with the successors of least rank that are not duplicates.
    fn choose(&mut self, mut rest: &mut [u64]) -> Result<(), Termination> {
        // Duplicates take no place, so it is repeated with the other successors.
        while !rest.is_empty() && self.next.len() < self.width {
            let wanted = (self.width - self.next.len()).min(rest.len());
            if wanted < rest.len() {
                rest.select_nth_unstable(wanted - 1);
            }
            let (best, others) = rest.split_at_mut(wanted);
            if self.next.is_empty() {
                // In the order of memory, since these are many.
                let max = best.iter().copied().max().unwrap_or(0);
                for at in 0..self.successors.len() {
                    if u64::from(self.successors[at].value) << 32 | at as u64 <= max {
                        self.take(at)?;
                    }
                }
            } else {
                best.sort_unstable();
                for &mut rank in best {
                    self.take(narrow(rank & u64::from(u32::MAX), "an index of the list"))?;
                }
            }
            self.insert_chosen()?;
            rest = others;
        }
        self.was_cut |= !rest.is_empty();
        Ok(())
    }

    /// Chooses a successor, and prefetches the memory in which its state is looked up.
    #[inline]
    fn take(&mut self, at: usize) -> Result<(), Termination> {
        let key = self.lists.nodes.key(self.side.domain, self.successors[at].node.state);
        self.lists.nodes.prefetch(key);
        self.chosen.push((key, at));
        if self.chosen.len() < Self::BATCH { Ok(()) } else { self.insert_chosen() }
    }

    /// Inserts the chosen successors into the next layer unless they are duplicates.
    fn insert_chosen(&mut self) -> Result<(), Termination> {
        for chosen in 0..self.chosen.len() {
            let (key, at) = self.chosen[chosen];
            let node = self.successors[at].node;
            match self.lists.look_up(key, node.g, &mut self.limits)? {
                Place::Known(slot, known) => {
                    if !D::UNIT_COST && !known.closed && node.g < known.g {
                        self.lists.nodes.update(slot, key, node.g, node.op);
                    }
                }
                Place::New(vacancy) => {
                    self.lists.nodes.add(vacancy, key, node.g, node.op);
                    self.next.push(node);
                }
            }
        }
        self.chosen.clear();
        Ok(())
    }

    /// The bytes of arrays with these capacities: of nodes, of successors and of ranks.
    fn bytes_of(nodes: usize, successors: usize, ranks: usize) -> u64 {
        (nodes * size_of::<BeamNode<D::State, D::Op>>()
            + successors * size_of::<Successor<D::State, D::Op>>()
            + ranks * size_of::<u64>()) as u64
    }

    /// The bytes of the arrays.
    fn array_bytes(&self) -> u64 {
        let nodes = self.layer.capacity() + self.next.capacity();
        Self::bytes_of(nodes, self.successors.capacity(), self.ranks.capacity())
    }

    /// Makes space for `count` more successors.
    #[inline]
    fn reserve_successors(&mut self, count: usize) -> Result<(), Termination> {
        if self.successors.len() + count <= self.successors.capacity() { Ok(()) } else { self.grow_successors() }
    }

    #[cold]
    fn grow_successors(&mut self) -> Result<(), Termination> {
        let larger = (2 * self.successors.capacity()).max(64);
        // The place of a successor is the lower half of its rank.
        if u32::try_from(larger).is_err() {
            return Err(Termination::MemoryLimit);
        }
        self.limits.check_bytes(self.lists.bytes() + self.array_bytes() + Self::bytes_of(0, larger, 0))?;
        let more = larger - self.successors.len();
        self.successors.try_reserve_exact(more).map_err(|_| Termination::MemoryLimit)?;
        self.lists.other_bytes = self.array_bytes();
        Ok(())
    }

    /// Makes space for the next layer and the ranks.
    fn reserve_layer(&mut self) -> Result<(), Termination> {
        let count = self.successors.len();
        let larger = |needed: usize, capacity: usize| if needed <= capacity { 0 } else { needed.max(2 * capacity) };
        let nodes = larger(count.min(self.width), self.next.capacity()).min(self.width);
        let ranks = larger(count, self.ranks.capacity());
        self.limits.check_bytes(self.lists.bytes() + self.array_bytes() + Self::bytes_of(nodes, 0, ranks))?;
        self.next.clear();
        self.ranks.clear();
        let has_memory = self.next.try_reserve_exact(nodes).is_ok() && self.ranks.try_reserve_exact(ranks).is_ok();
        self.lists.other_bytes = self.array_bytes();
        if has_memory { Ok(()) } else { Err(Termination::MemoryLimit) }
    }

    /// The path to a state of a layer.
    fn path(&self, state: D::State) -> Vec<D::Op> {
        let Side { domain, root, .. } = self.side;
        self.lists.path(domain, root, state)
    }
}
