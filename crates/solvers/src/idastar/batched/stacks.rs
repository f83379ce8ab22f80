//! Nodes that are to be expanded, a stack for each site.
//!
//! A node is one word: its board, with its slack, (threshold - f) / 2, in the blank's own nibble. Neither its
//! depth nor its path is needed: an iteration asks only how many nodes there are and whether the goal
//! is one of them.
//!
//! **Order.** The fullest stack is expanded, from its top. So batches are full as long as there are
//! nodes for one, and stacks stay level: on the boards of the Korf 100 none ever held more than about
//! four batches. That is no proof, so stacks have an end, and a search that reaches it is told.

use super::cursor::Counts;
use super::graph::Graph;
use super::kernel::{Lanes, WIDTH};

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
    /// By site: the nodes, and behind the most that it may hold what kernels may read and write.
    nodes: Vec<Box<[u64]>>,
    /// By site: how many nodes there are. A plain array, so that the largest is found by vectors.
    counts: [u16; Self::MOST],
    /// The most nodes of a stack.
    capacity: usize,
}

impl Stacks {
    const MOST: usize = Graph::<()>::MOST_SITES;

    /// Empty stacks for `sites` sites of `capacity` nodes each.
    pub(super) fn new(sites: usize, capacity: u16) -> Self {
        let capacity = usize::from(capacity);
        let nodes = (0..sites).map(|_| vec![0; Self::padded(capacity)].into_boxed_slice());
        Self { nodes: nodes.collect(), counts: [0; Self::MOST], capacity }
    }

    /// The bytes of the stacks that [`Self::new`] makes.
    pub(super) fn bytes(sites: usize, capacity: u16) -> u64 {
        (sites * Self::padded(usize::from(capacity)) * size_of::<u64>()) as u64
    }

    fn padded(capacity: usize) -> usize {
        capacity + WIDTH
    }

    /// Forgets all nodes.
    pub(super) fn clear(&mut self) {
        self.counts = [0; Self::MOST];
    }

    /// The site with the most nodes, the first of several, and how many they are.
    #[inline]
    pub(super) fn fullest(&self) -> (usize, usize) {
        let most = self.counts.iter().fold(0, |most, &count| most.max(count));
        let with_most = self.counts.iter().zip(0..).fold(0u64, |sites, (&count, site)| {
            sites | u64::from(count == most) << site
        });
        (with_most.trailing_zeros() as usize, usize::from(most))
    }

    /// Adds a node at `site`.
    ///
    /// # Errors
    ///
    /// Where the stack is full.
    pub(super) fn push(&mut self, site: usize, node: u64) -> Result<(), Halt> {
        let count = usize::from(self.counts[site]);
        if count == self.capacity {
            return Err(Halt::Full);
        }
        self.nodes[site][count] = node;
        self.counts[site] += 1;
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
        let held = usize::from(self.counts[site]);
        let batch = batch.min(held);
        let first = held - batch;
        self.counts[site] = small(first);
        let padded = batch.next_multiple_of(WIDTH);
        let edges = graph.edges(site);
        counts.expanded += batch as u64;
        counts.generated += (batch * edges.len()) as u64;
        for edge in edges {
            let there = usize::from(self.counts[edge.site]);
            if there + batch > self.capacity {
                return Err(Halt::Full);
            }
            let Ok([from, into]) = self.nodes.get_disjoint_mut([site, edge.site]) else { return Err(Halt::Full) };
            let kept = lanes.expand(&from[first..first + padded], batch, &edge.swap, &mut into[there..]);
            if edge.enters_goal && has_goal(&into[there..there + kept], graph.goal, 15 << edge.swap.to) {
                return Err(Halt::Goal);
            }
            self.counts[edge.site] = small(there + kept);
        }
        Ok(())
    }
}

/// Whether one of `nodes` is the goal, the blank's nibble left out.
fn has_goal(nodes: &[u64], goal: u64, blank: u64) -> bool {
    nodes.iter().fold(false, |found, node| found | (node & !blank == goal))
}

/// Counts of nodes in a stack are at most its capacity, which is a `u16`.
fn small(count: usize) -> u16 {
    u16::try_from(count).unwrap_or(u16::MAX)
}
