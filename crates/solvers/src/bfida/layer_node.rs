//! The nodes of layers: a state alone, or a state and its ancestor in the relay layer.

use tilebench_core::StateKey;

/// A node of a layer, which is sorted by state.
pub(crate) trait LayerNode<K: StateKey>: Copy + Send {
    /// Whether every layer of a search is kept. If not, only the last two are, and the relay layer.
    const KEEPS_ALL_LAYERS: bool;

    /// A node of this state whose ancestor in the relay layer is at the place `relay`.
    fn new(key: K, relay: u32) -> Self;

    /// The state.
    fn key(self) -> K;

    /// The place of its ancestor in the relay layer.
    fn relay(self) -> u32;

    /// The order of the state, then of the relay ancestor.
    type Order: Ord;

    /// The order of the state, then of the relay ancestor.
    fn order(self) -> Self::Order;
}

/// A state of a search that keeps every layer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StateNode<K>(K);

impl<K: StateKey> LayerNode<K> for StateNode<K> {
    const KEEPS_ALL_LAYERS: bool = true;

    #[inline]
    fn new(key: K, _: u32) -> Self {
        Self(key)
    }

    #[inline]
    fn key(self) -> K {
        self.0
    }

    #[inline]
    fn relay(self) -> u32 {
        0
    }

    type Order = K::Integer;

    #[inline]
    fn order(self) -> K::Integer {
        self.0.integer()
    }
}

/// A state and the place of its ancestor in the relay layer, without padding.
#[derive(Clone, Copy, Debug)]
#[repr(Rust, packed(4))]
pub(crate) struct RelayNode<K: Copy> {
    key: K,
    relay: u32,
}

impl<K: StateKey> LayerNode<K> for RelayNode<K> {
    const KEEPS_ALL_LAYERS: bool = false;

    #[inline]
    fn new(key: K, relay: u32) -> Self {
        Self { key, relay }
    }

    #[inline]
    fn key(self) -> K {
        self.key
    }

    #[inline]
    fn relay(self) -> u32 {
        self.relay
    }

    type Order = (K::Integer, u32);

    #[inline]
    fn order(self) -> (K::Integer, u32) {
        (self.key.integer(), self.relay)
    }
}
