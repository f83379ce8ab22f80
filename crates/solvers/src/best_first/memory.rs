//! Growth of the lists of a best-first search within its memory limit.

use tilebench_core::{Cost, Domain, Heuristic, Termination};

use super::BestFirstSearch;
use crate::OpenList;
use crate::store::{NodeStore, SlotLookup};

impl<D: Domain, H: Heuristic<D>, S: NodeStore<D>, O: OpenList<S::Ref>> BestFirstSearch<'_, D, H, S, O> {
    /// Grows the store if the memory limit allows it.
    #[cold]
    #[inline(never)]
    pub(super) fn make_space(&mut self) -> Result<(), Termination> {
        if !self.grow()? {
            self.full_at = usize::MAX;
        }
        Ok(())
    }

    /// Grows the store until a node can have this g.
    #[cold]
    #[inline(never)]
    pub(super) fn widen(&mut self, g: Cost) -> Result<(), Termination> {
        while g > self.nodes.max_g() {
            self.must_grow()?;
        }
        Ok(())
    }

    /// Looks a state up after the store has grown.
    #[cold]
    #[inline(never)]
    pub(super) fn grow_and_find(&mut self, key: S::Key) -> Result<SlotLookup<S::Slot, S::Vacancy>, Termination> {
        loop {
            self.must_grow()?;
            let place = self.nodes.find(key);
            if !matches!(place, SlotLookup::Full) {
                return Ok(place);
            }
        }
    }

    fn must_grow(&mut self) -> Result<(), Termination> {
        if self.grow()? { Ok(()) } else { Err(Termination::MemoryLimit) }
    }

    /// Grows the store if the memory limit allows it; returns whether it grew.
    fn grow(&mut self) -> Result<bool, Termination> {
        let bytes = self.nodes.bytes() + self.open.bytes();
        let Some(growth) = self.nodes.growth() else { return Ok(false) };
        if !self.limits.allows_bytes(bytes + growth) {
            return Ok(false);
        }
        if !self.nodes.grow(&mut self.open) {
            return Err(Termination::MemoryLimit);
        }
        self.full_at = self.nodes.max_load();
        Ok(true)
    }

    /// Puts a node on the open list.
    #[expect(clippy::inline_always, reason = "a call per successor costs 5 % of A*")]
    #[inline(always)]
    pub(super) fn push(&mut self, priority: Cost, g: Cost, node: S::Ref) -> Result<(), Termination> {
        let order = self.config.tie.order(priority, g, self.pushed);
        self.pushed = self.pushed.wrapping_add(1);
        if self.open.push(order, node) { Ok(()) } else { self.grow_and_push(order, node) }
    }

    #[cold]
    #[inline(never)]
    fn grow_and_push(&mut self, order: u64, node: S::Ref) -> Result<(), Termination> {
        while !self.open.push(order, node) {
            let bytes = self.nodes.bytes() + self.open.bytes();
            if !self.limits.allows_bytes(bytes + self.open.growth(order)) || !self.open.grow(order) {
                return Err(Termination::MemoryLimit);
            }
        }
        Ok(())
    }
}
