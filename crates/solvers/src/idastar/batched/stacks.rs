//! Nodes that are to be expanded, a stack for each site.
//!
//! A node is one word: its board, with its slack, (threshold - f) / 2, in the blank's own nibble. Neither its
//! depth nor its path is needed: an iteration asks only how many nodes there are and whether the goal
//! is one of them.
//!
//! **Order.** The fullest stack is expanded, from its top. So batches are full as long as there are
//! nodes for one, and stacks stay level, a few batches high. That is seen and not proved, so stacks have an end,
//! and a search that reaches it is told.

use core::ops::Range;

use super::graph::Graph;
use super::kernel::{Lanes, WIDTH};
use crate::idastar::chunks::Counts;

/// What ended a batch before all of its successors were known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    /// The goal is among the successors.
    Goal,
    /// A stack has no room for the successors.
    Full,
}

/// The stacks of all sites.
#[derive(Debug)]
pub(super) struct Stacks {
    /// Site after site the nodes, and behind the most that each may hold what kernels may read and write. One
    /// list, whose pages the system hands out as they are used.
    nodes: Box<[u64]>,
    /// By site: how many nodes there are; signed, because that is what the oldest vectors compare.
    counts: [i32; Self::MOST],
    /// The most nodes of a stack.
    capacity: usize,
}

impl Stacks {
    const MOST: usize = Graph::<()>::MOST_SITES;

    /// Empty stacks for `sites` sites of `capacity` nodes each.
    pub(super) fn new(sites: usize, capacity: u16) -> Self {
        let capacity = usize::from(capacity);
        let nodes = vec![0; sites * Self::padded(capacity)].into_boxed_slice();
        Self { nodes, counts: [0; Self::MOST], capacity }
    }

    /// The bytes of the stacks that [`Self::new`] makes.
    pub(super) fn bytes(sites: usize, capacity: u16) -> u64 {
        (sites * Self::padded(usize::from(capacity)) * size_of::<u64>()) as u64
    }

    fn padded(capacity: usize) -> usize {
        capacity + WIDTH
    }

    /// Where the stack of `site` lies.
    #[inline]
    fn places(&self, site: usize) -> Range<usize> {
        let padded = Self::padded(self.capacity);
        site * padded..(site + 1) * padded
    }

    /// Forgets all nodes.
    pub(super) fn clear(&mut self) {
        self.counts = [0; Self::MOST];
    }

    /// How many nodes `site` has.
    #[inline]
    #[expect(clippy::cast_sign_loss, reason = "counts are not negative")]
    fn count(&self, site: usize) -> usize {
        self.counts[site] as usize
    }

    #[inline]
    #[expect(clippy::cast_possible_wrap, clippy::cast_possible_truncation, reason = "at most the capacity, a u16")]
    fn set_count(&mut self, site: usize, count: usize) {
        self.counts[site] = count as i32;
    }

    /// The site with the most nodes, the last of several, and how many they are.
    #[inline]
    #[expect(clippy::cast_sign_loss, reason = "counts are not negative")]
    pub(super) fn fullest(&self) -> (usize, usize) {
        #[expect(clippy::cast_possible_wrap, clippy::cast_possible_truncation, reason = "64")]
        const SITES: i32 = Stacks::MOST as i32;
        // One number for both, so that the largest is found without a branch.
        let keys = self.counts.iter().zip(0..).map(|(&count, site)| count * SITES + site);
        let most = keys.fold(0, i32::max);
        ((most % SITES) as usize, (most / SITES) as usize)
    }

    /// Adds a node at `site`.
    ///
    /// # Errors
    ///
    /// Where the stack is full.
    pub(super) fn push(&mut self, site: usize, node: u64) -> Result<(), Halt> {
        let count = self.count(site);
        if count == self.capacity {
            return Err(Halt::Full);
        }
        let first = self.places(site).start;
        self.nodes[first + count] = node;
        self.set_count(site, count + 1);
        Ok(())
    }

    /// Expands the last `batch` nodes of `site`, or all where there are fewer.
    ///
    /// # Errors
    ///
    /// Why not all of their successors are known now; the stacks are then good for nothing but to be
    /// cleared.
    #[inline]
    pub(super) fn expand<Op: Copy + Eq>(
        &mut self,
        lanes: Lanes,
        graph: &Graph<Op>,
        site: usize,
        batch: usize,
        counts: &mut Counts,
    ) -> Result<(), Halt> {
        let held = self.count(site);
        let batch = batch.min(held);
        let first = held - batch;
        self.set_count(site, first);
        let padded = batch.next_multiple_of(WIDTH);
        let edges = graph.edges(site);
        counts.expanded += batch as u64;
        counts.generated += (batch * edges.len()) as u64;
        for edge in edges {
            let there = self.count(edge.site);
            if there + batch > self.capacity {
                return Err(Halt::Full);
            }
            let places = [self.places(site), self.places(edge.site)];
            // A move leads to another cell, and so to another site.
            let Ok([from, into]) = self.nodes.get_disjoint_mut(places) else { return Err(Halt::Full) };
            let kept = lanes.expand(&from[first..first + padded], batch, &edge.swap, &mut into[there..]);
            if edge.enters_goal && has_goal(&into[there..there + kept], graph.goal, 15 << edge.swap.to) {
                return Err(Halt::Goal);
            }
            self.set_count(edge.site, there + kept);
        }
        Ok(())
    }
}

/// Whether one of `nodes` is the goal, the blank's nibble left out.
fn has_goal(nodes: &[u64], goal: u64, blank: u64) -> bool {
    nodes.iter().map(|node| u64::from(node & !blank == goal)).sum::<u64>() > 0
}
