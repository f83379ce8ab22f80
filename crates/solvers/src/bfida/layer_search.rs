//! Breadth-first searches under a bound on f, layer after layer, for a path of least cost.

use tilebench_core::{Cost, Counters, Domain, Estimate, Heuristic, Observer, Parent, Termination, narrow};

use super::layer_node::LayerNode;
use super::successor::{LayerMemo, Successor, remove_duplicates};
use crate::limit_checker::LimitChecker;

/// The number of nodes whose successors are evaluated together.
const BLOCK: usize = 256;

/// States that another search has reached.
pub(crate) trait Reached<D: Domain> {
    /// Whether a path of at most this `g` to the state is known.
    fn contains(&self, state: D::State, g: Cost) -> bool;
}

/// No states.
impl<D: Domain> Reached<D> for () {
    #[inline]
    fn contains(&self, _: D::State, _: Cost) -> bool {
        false
    }
}

/// Breadth-first searches that leave out states whose f = g + h exceeds a threshold, and those that `R` contains.
///
/// The nodes `N` determine which layers are kept, and `M` whether memos are. Counts are the sums of all searches.
pub(crate) struct LayerSearch<'a, D: Domain, H: Heuristic<D>, N: Copy, M: Copy, R = ()> {
    pub(crate) domain: &'a D,
    heuristic: &'a H,
    left_out: R,
    /// The bound on f.
    pub(crate) threshold: Cost,
    /// The minimum f that exceeded the threshold.
    pub(crate) next_threshold: Cost,
    /// The g of the first layer.
    first_g: Cost,
    /// The index of the layer in which later nodes have their relay ancestor.
    relay_layer: usize,
    /// The layers that were expanded and the current one, each sorted. Those that are not kept are empty.
    pub(crate) layers: Vec<Vec<N>>,
    /// The memos of the current layer.
    memos: Vec<M>,
    /// The successors of the current layer, with duplicates until it is expanded.
    next: Vec<Successor<N, M>>,
    pub(crate) limits: LimitChecker<'a>,
    counters: Counters,
}

/// The states that end a search.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Target<S> {
    /// Every goal.
    Goal,
    /// This state.
    State(S),
}

/// A state that ended a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ReachedTarget<S> {
    pub(crate) state: S,
    /// The length of the path to it.
    pub(crate) g: Cost,
    /// The place of its ancestor in the relay layer.
    pub(crate) relay: u32,
}

/// The target that a search reached, if it did.
pub(crate) type SearchResult<S> = Result<Option<ReachedTarget<S>>, Termination>;

impl<'a, D: Domain, H: Heuristic<D>, N: LayerNode<D::Key>, M: LayerMemo, R: Reached<D>> LayerSearch<'a, D, H, N, M, R> {
    /// A search before its first iteration, under the bound `threshold`.
    pub(crate) fn new(domain: &'a D, heuristic: &'a H, left_out: R, threshold: Cost, limits: LimitChecker<'a>) -> Self {
        Self {
            domain,
            heuristic,
            left_out,
            threshold,
            next_threshold: Cost::MAX,
            first_g: 0,
            relay_layer: 0,
            layers: Vec::new(),
            memos: Vec::new(),
            next: Vec::new(),
            limits,
            counters: Counters::default(),
        }
    }

    /// Searches from `start` with growing thresholds until a goal is reached; no goal is reached if the last threshold exceeds
    /// the depth limit. Returns the goal.
    pub(crate) fn deepen(&mut self, start: D::State, observer: &mut dyn Observer) -> SearchResult<D::State> {
        if self.domain.is_goal(start) {
            return Ok(Some(ReachedTarget { state: start, g: 0, relay: 0 }));
        }
        while self.threshold < Cost::MAX && self.threshold <= self.limits.max_depth() {
            self.counters.iterations += 1;
            self.next_threshold = Cost::MAX;
            let result = self.search(start, 0, Target::Goal, three_quarters(self.threshold));
            observer.iteration(self.threshold, &self.counters());
            if result != Ok(None) {
                return result;
            }
            self.threshold = self.next_threshold;
        }
        Ok(None)
    }

    /// One breadth-first search under the threshold from a state of this `g`. Nodes with a larger g than `relay_g` have an
    /// ancestor of that g.
    pub(crate) fn search(
        &mut self,
        from: D::State,
        g: Cost,
        target: Target<D::State>,
        relay_g: Cost,
    ) -> SearchResult<D::State> {
        self.begin(g, relay_g);
        self.add(from)?;
        self.search_layers(target)
    }

    /// Begins a search from states of this `g`, which are added.
    pub(crate) fn begin(&mut self, g: Cost, relay_g: Cost) {
        self.layers.clear();
        self.next.clear();
        self.first_g = g;
        self.relay_layer = (relay_g - g) as usize;
    }

    /// Adds a state to the first layer.
    pub(crate) fn add(&mut self, state: D::State) -> Result<(), Termination> {
        self.make_space()?;
        let has_memos = self.heuristic.has_memos();
        let memo = if has_memos { self.heuristic.memo(self.heuristic.initial(self.domain, state)) } else { 0 };
        self.next.push(Successor { node: N::new(self.domain.pack(state), 0), memo: M::new(memo) });
        Ok(())
    }

    /// Searches from the states that were added.
    pub(crate) fn search_layers(&mut self, target: Target<D::State>) -> SearchResult<D::State> {
        self.sort_layer();
        let mut reached = None;
        while !self.next.is_empty() && reached.is_none() {
            self.keep_layer()?;
            reached = self.expand_layer(target)?;
            self.sort_layer();
            self.count_lists();
        }
        Ok(reached)
    }

    /// Sorts the successors and removes duplicates among them and states of the last two layers.
    fn sort_layer(&mut self) {
        self.next.sort_unstable_by_key(|&Successor { node, .. }| node.order());
        let mut last_layers = self.layers.iter().rev().map(|layer| &layer[..]);
        let last_layers = std::array::from_fn(|_| last_layers.next().unwrap_or_default());
        remove_duplicates(&mut self.next, last_layers);
    }

    /// The g of the relay layer.
    pub(crate) fn relay_g(&self) -> Cost {
        self.first_g + narrow::<Cost, _>(self.relay_layer, "no path has 2^32 moves")
    }

    /// The node at this place of the relay layer.
    pub(crate) fn relay_node(&self, place: u32) -> N {
        self.layers[self.relay_layer][place as usize]
    }

    /// Makes the successors the next layer, and releases the last but two.
    fn keep_layer(&mut self) -> Result<(), Termination> {
        let current = self.layers.len();
        if !N::KEEPS_ALL_LAYERS && current >= 2 && current - 2 != self.relay_layer {
            self.layers[current - 2] = Vec::new();
        }
        self.memos = Vec::new();
        let count = self.next.len();
        self.limits.check_bytes(self.bytes() + (count * size_of::<Successor<N, M>>()) as u64)?;
        let mut layer = Vec::new();
        layer.try_reserve_exact(count).map_err(|_| Termination::MemoryLimit)?;
        self.memos.try_reserve_exact(count).map_err(|_| Termination::MemoryLimit)?;
        layer.extend(self.next.iter().map(|&Successor { node, .. }| node));
        self.memos.extend(self.next.iter().map(|&Successor { memo, .. }| memo));
        self.next.clear();
        self.layers.push(layer);
        Ok(())
    }

    /// Expands the last layer: the target, if it is among the successors.
    fn expand_layer(&mut self, target: Target<D::State>) -> SearchResult<D::State> {
        let domain = self.domain;
        let at = self.layers.len() - 1;
        let g: Cost = self.first_g + narrow::<Cost, _>(self.layers.len(), "no path has 2^32 moves");
        let mut reached = None;
        let (mut parents, mut estimates) = (Vec::new(), Vec::new());
        let successors = BLOCK * narrow::<usize, _>(D::MAX_BRANCHING, "a state has few operators");
        parents.try_reserve_exact(BLOCK).map_err(|_| Termination::MemoryLimit)?;
        estimates.try_reserve_exact(successors).map_err(|_| Termination::MemoryLimit)?;
        for first in (0..self.layers[at].len()).step_by(BLOCK) {
            let nodes = self.layers[at][first..].iter().take(BLOCK);
            parents.clear();
            parents.extend(nodes.zip(&self.memos[first..]).map(|(node, memo)| {
                let state = domain.unpack(node.key());
                Parent { state, ops: domain.ops(state, domain.root_op(state)), memo: memo.memo() }
            }));
            estimates.clear();
            // A larger f does not change the next threshold.
            let bound = self.next_threshold.saturating_sub(g);
            self.heuristic.successor_estimates(domain, &parents, bound, &mut estimates);
            let mut estimates = estimates.iter();
            for (place, &Parent { state, ops, .. }) in (first..).zip(&parents) {
                let relay = if at == self.relay_layer { relay_place(place)? } else { self.layers[at][place].relay() };
                self.limits.expand(D::MAX_BRANCHING)?;
                for (&op, &Estimate { h, memo }) in ops.iter().zip(&mut estimates) {
                    self.limits.generated += 1;
                    let f = g.saturating_add(h);
                    if f > self.threshold {
                        self.next_threshold = self.next_threshold.min(f);
                        continue;
                    }
                    let child = domain.apply(state, op);
                    let is_target = match target {
                        Target::Goal => h == 0 && domain.is_goal(child),
                        Target::State(state) => child == state,
                    };
                    if is_target {
                        reached = Some(ReachedTarget { state: child, g, relay });
                    } else if self.left_out.contains(child, g) {
                        continue;
                    }
                    self.make_space()?;
                    self.next.push(Successor { node: N::new(domain.pack(child), relay), memo: M::new(memo) });
                }
            }
        }
        Ok(reached)
    }

    /// The bytes of the lists.
    fn bytes(&self) -> u64 {
        let nodes = self.layers.iter().map(Vec::capacity).sum::<usize>() * size_of::<N>();
        let next = self.next.capacity() * size_of::<Successor<N, M>>();
        (nodes + size_of_val(&self.memos[..]) + next) as u64
    }

    /// Makes space for one more successor, if memory allows.
    #[inline]
    fn make_space(&mut self) -> Result<(), Termination> {
        if self.next.len() < self.next.capacity() { Ok(()) } else { self.grow() }
    }

    #[cold]
    fn grow(&mut self) -> Result<(), Termination> {
        let slots = (2 * self.next.capacity()).max(64);
        // Old and new are held at once.
        self.limits.check_bytes(self.bytes() + (slots * size_of::<Successor<N, M>>()) as u64)?;
        self.next.try_reserve_exact(slots - self.next.len()).map_err(|_| Termination::MemoryLimit)
    }

    fn count_lists(&mut self) {
        let layer = self.layers.last().map_or(0, Vec::len);
        let closed = self.layers.iter().map(Vec::len).sum::<usize>();
        self.counters.peak_open = self.counters.peak_open.max((layer + self.next.len()) as u64);
        self.counters.peak_closed = self.counters.peak_closed.max(closed as u64);
    }

    pub(crate) fn counters(&self) -> Counters {
        let LimitChecker { generated, expanded, peak_bytes, .. } = self.limits;
        Counters { generated, expanded, evaluated: generated + expanded, peak_bytes, ..self.counters }
    }
}

/// The end of [`LayerSearch::deepen`], from the last threshold.
pub(crate) fn end<S>(result: &SearchResult<S>, threshold: Cost) -> Termination {
    match result {
        Ok(Some(_)) => Termination::Solved,
        Ok(None) if threshold < Cost::MAX => Termination::DepthLimit,
        Ok(None) => Termination::Exhausted,
        Err(end) => *end,
    }
}

/// The place of a node in the relay layer. A layer that has more nodes than can be numbered is out of memory.
#[inline]
fn relay_place(place: usize) -> Result<u32, Termination> {
    u32::try_from(place).map_err(|_| Termination::MemoryLimit)
}

/// Three quarters of a length, rounded down.
fn three_quarters(length: Cost) -> Cost {
    length - length.div_ceil(4)
}
