//! Nodes that are to be expanded, a stack for each site.
//!
//! A node's first word is its board, with its slack, (threshold - f) / 2, in the blank's own nibble; its other words are
//! described in the module `nodes`. Neither its depth nor its path is needed: an iteration asks only how many nodes there
//! are and whether the goal is one of them.
//!
//! **Order.** The fullest stack is expanded, from its top. So batches are full as long as there are nodes for
//! one, and stacks stay level, a few batches high. This is observed and not proved. Stacks therefore have a
//! maximum size, and a push that exceeds it returns an error.

use core::ops::Range;

use super::graph::Graph;
use super::kernel::{Plane, WIDTH};
use super::nodes::Nodes;
use tilebench_solvers::ida_star::ChunkCounts;

use crate::longest_stack::longest_stack;

/// The maximum number of sites.
const MOST: usize = Graph::<()>::MAX_CONTEXTS;

/// The reason why a batch ended before all of its successors were known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    /// The goal is among the successors.
    Goal,
    /// A stack has no room for the successors.
    Full,
}

/// The stacks of all sites, of nodes of `WORDS` words.
#[derive(Debug)]
pub(super) struct Stacks<const WORDS: usize> {
    /// By word: site after site the nodes, and behind the most that each may hold what kernels may read and write. One
    /// list, whose pages the system hands out as they are used.
    nodes: [Box<[u64]>; WORDS],
    /// By site: how many nodes there are.
    counts: [i32; MOST],
    /// The maximum number of nodes of a stack.
    capacity: usize,
}

impl<const WORDS: usize> Stacks<WORDS> {
    /// Empty stacks for `sites` sites of `capacity` nodes each.
    pub(super) fn new(sites: usize, capacity: u16) -> Self {
        let capacity = usize::from(capacity);
        let nodes = core::array::from_fn(|_| vec![0; sites * Self::padded(capacity)].into_boxed_slice());
        Self { nodes, counts: [0; MOST], capacity }
    }

    /// The bytes of the stacks that [`Self::new`] makes.
    pub(super) fn bytes(sites: usize, capacity: u16) -> u64 {
        (sites * Self::padded(usize::from(capacity)) * size_of::<[u64; WORDS]>()) as u64
    }

    fn padded(capacity: usize) -> usize {
        capacity + WIDTH
    }

    /// The range of the stack of `site`.
    #[inline]
    fn places(&self, site: usize) -> Range<usize> {
        let padded = Self::padded(self.capacity);
        site * padded..(site + 1) * padded
    }

    /// Forgets all nodes.
    pub(super) fn clear(&mut self) {
        self.counts = [0; MOST];
    }

    /// The number of nodes at `site`.
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

    /// The site with the most nodes, and how many they are.
    #[inline]
    pub(super) fn fullest(&self) -> (usize, usize) {
        longest_stack(&self.counts)
    }

    /// Adds a node at `site`.
    ///
    /// # Errors
    ///
    /// If the stack is full.
    pub(super) fn push(&mut self, site: usize, node: [u64; WORDS]) -> Result<(), Halt> {
        let count = self.count(site);
        if count == self.capacity {
            return Err(Halt::Full);
        }
        let place = self.places(site).start + count;
        for (words, word) in self.nodes.iter_mut().zip(node) {
            words[place] = word;
        }
        self.set_count(site, count + 1);
        Ok(())
    }

    /// Expands the last `batch` nodes of `site`, or all if there are fewer.
    ///
    /// # Errors
    ///
    /// Why not all of their successors are known now; the stacks are then good for nothing but to be
    /// cleared.
    #[inline]
    pub(super) fn expand<Op: Copy + Eq>(
        &mut self,
        nodes: &impl Nodes<WORDS>,
        graph: &Graph<Op>,
        site: usize,
        batch: usize,
        counts: &mut ChunkCounts,
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
            let planes = self.nodes.each_mut().map(|words| {
                // A move leads to another cell, and so to another site.
                let [from, into] = words.get_disjoint_mut(places.clone()).expect("a move leads to another site");
                Plane { from: &from[first..first + padded], into: &mut into[there..] }
            });
            let kept = nodes.expand(planes, batch, edge);
            if edge.enters_goal {
                let entered = self.places(edge.site).start + there;
                let boards = &self.nodes[0][entered..entered + kept];
                if has_goal(boards, graph.goal, 15 << edge.swap.to) {
                    return Err(Halt::Goal);
                }
            }
            self.set_count(edge.site, there + kept);
        }
        Ok(())
    }
}

/// Whether one of `boards` is the goal, the blank's nibble left out.
fn has_goal(boards: &[u64], goal: u64, blank: u64) -> bool {
    boards.iter().map(|board| u64::from(board & !blank == goal)).sum::<u64>() > 0
}
