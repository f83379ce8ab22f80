//! Nodes that are to be expanded, a stack for each site.
//!
//! **Order.** The fullest stack is expanded, from its top. So groups are full as long as there are nodes for one, and
//! stacks stay level, a few groups high. This is observed and not proved. Stacks therefore have a maximum size, and a
//! push that exceeds it returns an error.

use super::GROUP;
use tilebench_solvers::ida_star::Interruption;

use crate::longest_stack::longest_stack;

/// The stacks of all sites.
#[derive(Debug)]
pub(crate) struct Stacks<N> {
    nodes: Vec<Vec<N>>,
    /// By site: how many nodes there are.
    counts: Vec<i32>,
}

impl<N: Copy> Stacks<N> {
    /// The maximum number of nodes of a stack.
    const MOST: usize = 8 * GROUP;

    /// Empty stacks for `sites` sites.
    pub(crate) fn new(sites: usize) -> Self {
        Self { nodes: (0..sites).map(|_| Vec::new()).collect(), counts: vec![0; sites] }
    }

    /// The maximum number of bytes of the stacks that [`Self::new`] makes.
    pub(crate) fn bytes(sites: usize) -> u64 {
        (sites * (Self::MOST * size_of::<N>() + size_of::<Vec<N>>() + size_of::<i32>())) as u64
    }

    /// Forgets all nodes.
    pub(crate) fn clear(&mut self) {
        self.nodes.iter_mut().for_each(Vec::clear);
        self.counts.fill(0);
    }

    /// The site with the most nodes, and how many they are.
    #[inline]
    pub(crate) fn fullest(&self) -> (usize, usize) {
        longest_stack(&self.counts)
    }

    /// The fuller one of `best` and `site`.
    #[inline]
    pub(crate) fn fuller(&self, best: (usize, usize), site: usize) -> (usize, usize) {
        let held = self.nodes[site].len();
        if held > best.1 { (site, held) } else { best }
    }

    /// Adds nodes at `site`.
    ///
    /// # Errors
    ///
    /// If the stack has no room for them.
    #[inline]
    pub(crate) fn push(&mut self, site: usize, nodes: &[N]) -> Result<(), Interruption> {
        let stack = &mut self.nodes[site];
        if stack.len() + nodes.len() > Self::MOST {
            return Err(Interruption::TooLarge);
        }
        if stack.capacity() - stack.len() < nodes.len() {
            Self::grow(stack);
        }
        stack.extend_from_slice(nodes);
        self.counts[site] = length(stack);
        Ok(())
    }

    /// Adds `count` nodes at `site`.
    ///
    /// # Errors
    ///
    /// If the stack has no room for them.
    #[cfg(target_arch = "x86_64")]
    #[inline]
    pub(crate) fn extend(
        &mut self,
        site: usize,
        count: usize,
        nodes: impl Iterator<Item = N>,
    ) -> Result<(), Interruption> {
        let stack = &mut self.nodes[site];
        if stack.len() + count > Self::MOST {
            return Err(Interruption::TooLarge);
        }
        if stack.capacity() - stack.len() < count {
            Self::grow(stack);
        }
        stack.extend(nodes);
        self.counts[site] = length(stack);
        Ok(())
    }

    /// The last nodes of `site`, as many as a group has or all.
    #[inline]
    pub(crate) fn last(&self, site: usize) -> &[N] {
        let stack = &self.nodes[site];
        &stack[stack.len().saturating_sub(GROUP)..]
    }

    /// Takes [`Self::last`] `increases_h`.
    #[inline]
    pub(crate) fn drop_last(&mut self, site: usize) {
        let stack = &mut self.nodes[site];
        stack.truncate(stack.len().saturating_sub(GROUP));
        self.counts[site] = length(stack);
    }

    /// Makes a stack larger, to at most [`Self::MOST`] nodes.
    #[cold]
    fn grow(stack: &mut Vec<N>) {
        let capacity = (2 * stack.capacity()).clamp(GROUP, Self::MOST);
        stack.reserve_exact((capacity - stack.len()).max(GROUP).min(Self::MOST - stack.len()));
    }
}

/// The capacity of a stack in nodes: at most a few groups.
#[inline]
#[expect(clippy::cast_possible_wrap, clippy::cast_possible_truncation, reason = "at most Stacks::MOST")]
fn length<N>(stack: &[N]) -> i32 {
    stack.len() as i32
}
