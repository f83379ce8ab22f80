//! The shape of a zero-aware pattern: the shape of a pattern, with entries for every region of the blank.

use super::build::build_zero_aware;
use super::pattern_shape::PatternShape;
use crate::{TableObserver, TableSpec};

/// The shape of a pattern whose table has an entry per placement and region of the blank.
#[derive(Clone, Debug)]
pub(crate) struct ZeroAwareShape {
    pub(crate) shape: PatternShape,
    /// The number of entries, which follows from the shape.
    pub(crate) entries: u64,
}

impl TableSpec for ZeroAwareShape {
    fn identity(&self) -> String {
        format!("zero-aware {} rows=largest-regions-first", self.shape.identity())
    }

    fn name(&self) -> String {
        format!("zero-aware-{}", self.shape.name())
    }

    fn bytes(&self) -> u64 {
        self.entries.div_ceil(2)
    }

    fn build(&self, observer: &dyn TableObserver) -> Vec<u8> {
        build_zero_aware(&self.shape, observer)
    }
}
