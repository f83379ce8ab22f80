//! The table of a shape, as the store knows it.

use super::build::build;
use super::numbering::Numbering;
use super::shape::Shape;
use crate::{Recipe, Watch};

impl Shape {
    /// The numbering of this shape's placements.
    pub(crate) fn numbering(&self) -> Numbering {
        Numbering::new(self.size.cells(), self.cells.len())
    }

    fn listed(&self, separator: &str) -> String {
        self.cells.iter().map(u8::to_string).collect::<Vec<_>>().join(separator)
    }
}

impl Recipe for Shape {
    fn identity(&self) -> String {
        format!("pattern {} cells={} blank={} entries=half-excess-4-bit", self.size, self.listed(","), self.blank)
    }

    fn name(&self) -> String {
        format!("pattern-{}-{}-blank-{}", self.size, self.listed("-"), self.blank)
    }

    fn bytes(&self) -> u64 {
        self.numbering().placements().div_ceil(2)
    }

    fn build(&self, watch: &dyn Watch) -> Vec<u8> {
        build(self, watch)
    }
}
