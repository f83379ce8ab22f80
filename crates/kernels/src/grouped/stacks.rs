//! Nodes that are to be expanded, a stack for each context.
//!
//! **Order.** The longest stack is expanded, from its top. So groups are full as long as there are enough nodes, and stacks
//! stay a few groups high. This is observed, not proved. Stacks therefore have a maximum size, and a push that exceeds it
//! returns an error.

use super::GROUP_SIZE;
use tilebench_solvers::ida_star::Interruption;

use crate::longest_stack::longest_stack;

/// The stacks of all contexts.
#[derive(Debug)]
pub(crate) struct NodeStacks<N> {
    nodes: Vec<Vec<N>>,
    /// By context: the number of nodes.
    counts: Vec<i32>,
}

impl<N: Copy> NodeStacks<N> {
    /// The maximum number of nodes of a stack.
    const MAX_NODES: usize = 8 * GROUP_SIZE;

    /// Empty stacks for `contexts` contexts.
    pub(crate) fn new(contexts: usize) -> Self {
        Self { nodes: (0..contexts).map(|_| Vec::new()).collect(), counts: vec![0; contexts] }
    }

    /// The maximum number of bytes of the stacks that [`Self::new`] makes.
    pub(crate) fn bytes(contexts: usize) -> u64 {
        (contexts * (Self::MAX_NODES * size_of::<N>() + size_of::<Vec<N>>() + size_of::<i32>())) as u64
    }

    /// Removes all nodes.
    pub(crate) fn clear(&mut self) {
        self.nodes.iter_mut().for_each(Vec::clear);
        self.counts.fill(0);
    }

    /// The context with the most nodes, and how many they are.
    #[inline]
    pub(crate) fn longest(&self) -> (usize, usize) {
        longest_stack(&self.counts)
    }

    /// The context with the longer stack, `best` or `context`, and the number of its nodes.
    #[inline]
    pub(crate) fn longer(&self, best: (usize, usize), context: usize) -> (usize, usize) {
        let length = self.nodes[context].len();
        if length > best.1 { (context, length) } else { best }
    }

    /// Adds nodes at `context`.
    ///
    /// # Errors
    ///
    /// If the stack has no room for them.
    #[inline]
    pub(crate) fn push(&mut self, context: usize, nodes: &[N]) -> Result<(), Interruption> {
        let stack = &mut self.nodes[context];
        if stack.len() + nodes.len() > Self::MAX_NODES {
            return Err(Interruption::TooLarge);
        }
        if stack.capacity() - stack.len() < nodes.len() {
            Self::grow(stack);
        }
        stack.extend_from_slice(nodes);
        self.counts[context] = length(stack);
        Ok(())
    }

    /// Adds `count` nodes at `context`.
    ///
    /// # Errors
    ///
    /// If the stack has no room for them.
    #[cfg(target_arch = "x86_64")]
    #[inline]
    pub(crate) fn extend(
        &mut self,
        context: usize,
        count: usize,
        nodes: impl Iterator<Item = N>,
    ) -> Result<(), Interruption> {
        let stack = &mut self.nodes[context];
        if stack.len() + count > Self::MAX_NODES {
            return Err(Interruption::TooLarge);
        }
        if stack.capacity() - stack.len() < count {
            Self::grow(stack);
        }
        stack.extend(nodes);
        self.counts[context] = length(stack);
        Ok(())
    }

    /// The last group of `context`: at most [`GROUP_SIZE`] nodes.
    #[inline]
    pub(crate) fn last(&self, context: usize) -> &[N] {
        let stack = &self.nodes[context];
        &stack[stack.len().saturating_sub(GROUP_SIZE)..]
    }

    /// Removes [`Self::last`].
    #[inline]
    pub(crate) fn drop_last(&mut self, context: usize) {
        let stack = &mut self.nodes[context];
        stack.truncate(stack.len().saturating_sub(GROUP_SIZE));
        self.counts[context] = length(stack);
    }

    /// Makes a stack larger, to at most [`Self::MAX_NODES`] nodes.
    #[cold]
    fn grow(stack: &mut Vec<N>) {
        let capacity = (2 * stack.capacity()).clamp(GROUP_SIZE, Self::MAX_NODES);
        stack.reserve_exact((capacity - stack.len()).max(GROUP_SIZE).min(Self::MAX_NODES - stack.len()));
    }
}

/// The number of nodes of a stack: at most a few groups.
#[inline]
#[expect(clippy::cast_possible_wrap, clippy::cast_possible_truncation, reason = "at most NodeStacks::MAX_NODES")]
fn length<N>(stack: &[N]) -> i32 {
    stack.len() as i32
}
