//! The node store and the open list of one direction of a best-first search, and how they grow within the memory limit.

use core::marker::PhantomData;

use tilebench_core::{Cost, Domain, Termination};

use crate::limit_checker::LimitChecker;
use crate::store::{NodeStore, Place, SlotLookup};
use crate::{OpenList, reconstruct_path};

/// A node store and an open list that share a memory limit.
#[derive(Debug)]
pub(crate) struct Lists<D: Domain, S: NodeStore<D>, O: OpenList<S::Ref>> {
    pub(crate) nodes: S,
    pub(crate) open: O,
    /// Nodes that were taken from the open list and are not expanded yet.
    pub(crate) next: Vec<S::Ref>,
    /// The number of nodes from which the store should be larger; `usize::MAX` if it cannot grow, so that it is filled to the
    /// last slot.
    full_at: usize,
    /// The bytes that the search holds in other lists.
    pub(crate) other_bytes: u64,
    domain: PhantomData<fn() -> D>,
}

impl<D: Domain, S: NodeStore<D>, O: OpenList<S::Ref>> Lists<D, S, O> {
    /// Empty lists; `None` if the memory limit leaves no space for them.
    pub(crate) fn new(domain: &D, root_op: D::Op, open: O, limits: &mut LimitChecker<'_>) -> Option<Self> {
        let nodes = S::create(domain, root_op, limits.max_bytes())?;
        limits.allows_bytes(nodes.bytes());
        Some(Self { full_at: nodes.max_load(), nodes, open, next: Vec::new(), other_bytes: 0, domain: PhantomData })
    }

    /// The bytes held here.
    pub(crate) fn bytes(&self) -> u64 {
        self.nodes.bytes() + self.open.bytes()
    }

    /// Looks a state up, and makes space for a node of it with this g.
    #[expect(clippy::inline_always, reason = "it is part of the loop over successors")]
    #[inline(always)]
    pub(crate) fn look_up(
        &mut self,
        key: S::Key,
        g: Cost,
        limits: &mut LimitChecker<'_>,
    ) -> Result<Place<S::Slot, S::Vacancy>, Termination> {
        self.make_space(g, limits)?;
        if let Some(place) = self.place(key) { Ok(place) } else { self.grow_and_look_up(key, limits) }
    }

    /// The place of a state; `None` if the store must grow before it has one.
    #[expect(clippy::inline_always, reason = "it is part of the loop over successors")]
    #[inline(always)]
    fn place(&self, key: S::Key) -> Option<Place<S::Slot, S::Vacancy>> {
        match self.nodes.find(key) {
            SlotLookup::Found(slot) => Some(Place::Known(slot, self.nodes.node(slot))),
            SlotLookup::Vacant(vacancy) => Some(Place::New(vacancy)),
            SlotLookup::Full => None,
        }
    }

    /// Puts a node of a state into its place: a new one, or a cheaper path to the one that is there.
    #[expect(clippy::inline_always, reason = "it is part of the loop over successors")]
    #[inline(always)]
    pub(crate) fn put(&mut self, place: Place<S::Slot, S::Vacancy>, key: S::Key, g: Cost, op: D::Op) -> S::Ref {
        match place {
            Place::Known(slot, _) => self.nodes.update(slot, key, g, op),
            Place::New(vacancy) => self.nodes.add(vacancy, key, g, op),
        }
    }

    /// The operators from `root` to `state`, which has a node.
    pub(crate) fn path(&self, domain: &D, root: D::State, state: D::State) -> Vec<D::Op> {
        reconstruct_path(root, state, |state| self.nodes.parent(domain, state))
    }

    /// Makes space for a node with this g, if memory allows.
    #[inline]
    fn make_space(&mut self, g: Cost, limits: &mut LimitChecker<'_>) -> Result<(), Termination> {
        if self.nodes.node_count() >= self.full_at {
            self.grow_or_fill(limits)?;
        }
        if g > self.nodes.max_g() { self.widen(g, limits) } else { Ok(()) }
    }

    /// Puts a node on the open list.
    #[expect(clippy::inline_always, reason = "a call per successor costs 5 % of A*")]
    #[inline(always)]
    pub(crate) fn push(&mut self, order: u64, node: S::Ref, limits: &mut LimitChecker<'_>) -> Result<(), Termination> {
        if self.open.push(order, node) { Ok(()) } else { self.grow_and_push(order, node, limits) }
    }

    /// Grows the store if the memory limit allows it.
    #[cold]
    #[inline(never)]
    fn grow_or_fill(&mut self, limits: &mut LimitChecker<'_>) -> Result<(), Termination> {
        if !self.grow(limits)? {
            self.full_at = usize::MAX;
        }
        Ok(())
    }

    /// Grows the store until a node can have this g.
    #[cold]
    #[inline(never)]
    fn widen(&mut self, g: Cost, limits: &mut LimitChecker<'_>) -> Result<(), Termination> {
        while g > self.nodes.max_g() {
            self.must_grow(limits)?;
        }
        Ok(())
    }

    /// Looks a state up after the store has grown.
    #[cold]
    #[inline(never)]
    fn grow_and_look_up(
        &mut self,
        key: S::Key,
        limits: &mut LimitChecker<'_>,
    ) -> Result<Place<S::Slot, S::Vacancy>, Termination> {
        loop {
            self.must_grow(limits)?;
            if let Some(place) = self.place(key) {
                return Ok(place);
            }
        }
    }

    fn must_grow(&mut self, limits: &mut LimitChecker<'_>) -> Result<(), Termination> {
        if self.grow(limits)? { Ok(()) } else { Err(Termination::MemoryLimit) }
    }

    /// Grows the store unless the memory limit is in the way; returns whether it did.
    fn grow(&mut self, limits: &mut LimitChecker<'_>) -> Result<bool, Termination> {
        let held = self.other_bytes + self.bytes();
        let Some(growth) = self.nodes.growth() else { return Ok(false) };
        if !limits.allows_bytes(held + growth) {
            return Ok(false);
        }
        if !self.nodes.grow(&mut self.open, &mut self.next) {
            return Err(Termination::MemoryLimit);
        }
        self.full_at = self.nodes.max_load();
        Ok(true)
    }

    #[cold]
    #[inline(never)]
    fn grow_and_push(&mut self, order: u64, node: S::Ref, limits: &mut LimitChecker<'_>) -> Result<(), Termination> {
        let others = self.other_bytes + self.nodes.bytes();
        push(&mut self.open, order, node, others, limits)
    }
}

/// Puts a node on an open list, which grows if the memory limit allows it, given the bytes that `others` hold.
pub(crate) fn push<R: Copy>(
    open: &mut impl OpenList<R>,
    order: u64,
    node: R,
    others: u64,
    limits: &mut LimitChecker<'_>,
) -> Result<(), Termination> {
    while !open.push(order, node) {
        if !limits.allows_bytes(others + open.bytes() + open.growth(order)) || !open.grow(order) {
            return Err(Termination::MemoryLimit);
        }
    }
    Ok(())
}
