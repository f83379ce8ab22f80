//! The successors of a layer: the nodes of the next one, with duplicates, and their memos.

use tilebench_core::{Memo, StateKey};

use super::layer_node::LayerNode;

/// The form in which a search holds the memos of a layer's states: as they are, or not at all.
pub(crate) trait LayerMemo: Copy + Send {
    /// The form of a memo.
    fn new(memo: Memo) -> Self;

    /// The memo; 0 if it is not held.
    fn memo(self) -> Memo;
}

impl LayerMemo for Memo {
    #[inline]
    fn new(memo: Memo) -> Self {
        memo
    }

    #[inline]
    fn memo(self) -> Memo {
        self
    }
}

impl LayerMemo for () {
    #[inline]
    fn new(_: Memo) -> Self {}

    #[inline]
    fn memo(self) -> Memo {
        0
    }
}

/// A node of the next layer and its memo, without padding.
#[derive(Clone, Copy, Debug)]
#[repr(Rust, packed(4))]
pub(super) struct Successor<N: Copy, M: Copy> {
    pub(super) node: N,
    pub(super) memo: M,
}

/// Removes from `successors`, which are sorted, all but the first node of each state, and all states of `layers`.
pub(super) fn remove_duplicates<K: StateKey, N: LayerNode<K>, M: LayerMemo>(
    successors: &mut Vec<Successor<N, M>>,
    mut layers: [&[N]; 2],
) {
    let mut last = None;
    successors.retain(|&Successor { node, .. }| {
        let key = node.key().integer();
        if last.replace(key) == Some(key) {
            return false;
        }
        let mut is_new = true;
        for layer in &mut layers {
            while let [first, others @ ..] = layer {
                let first = first.key().integer();
                if first >= key {
                    is_new &= first != key;
                    break;
                }
                *layer = others;
            }
        }
        is_new
    });
}
