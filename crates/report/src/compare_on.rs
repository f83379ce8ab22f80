//! The requirement for comparing configurations on common instances: they solved enough of the set.

/// The share of the instances, in percent, that a configuration must have solved to be compared.
pub(crate) const COVERAGE: usize = 95;

/// Which configurations are compared on commonly solved instances.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CompareOn {
    /// The configurations that solved at least 95 % of the instances.
    #[default]
    Covering,
    /// All configurations, so that one that solved few instances restricts the sample.
    All,
}

impl CompareOn {
    /// The number of `instances` that a configuration must have solved.
    pub(crate) fn required(self, instances: usize) -> usize {
        match self {
            Self::Covering => (instances * COVERAGE).div_ceil(100).max(1),
            Self::All => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ninety_five_percent_is_rounded_up() {
        let required = |instances| CompareOn::Covering.required(instances);
        assert_eq!([required(100), required(50), required(4), required(1), required(0)], [95, 48, 4, 1, 1]);
    }
}
