//! Lists of one word per node.

/// One word of the nodes that are expanded, and where that of their successors goes.
#[derive(Debug)]
pub(super) struct Plane<'a> {
    pub(super) from: &'a [u64],
    pub(super) into: &'a mut [u64],
}
