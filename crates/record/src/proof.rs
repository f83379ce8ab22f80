//! The guarantee on the length of a solution.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::names::{self, UnknownName};

/// The guarantee of a run on the length it found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Proof {
    /// No cheaper path exists.
    Optimal,
    /// At most the weight times the shortest length.
    Bounded,
    /// No guarantee.
    #[default]
    None,
}

impl Proof {
    /// Every proof, the strongest first.
    pub const ALL: &'static [Self] = &[Self::Optimal, Self::Bounded, Self::None];

    /// Their names, in the same order.
    pub(crate) const NAMES: &'static [&'static str] = &names::names_of!(Self);

    /// The name in files and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Optimal => "optimal",
            Self::Bounded => "bounded",
            Self::None => "none",
        }
    }

    /// The meaning, in one sentence.
    #[must_use]
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Optimal => "No cheaper path exists.",
            Self::Bounded => {
                "The cost of the path is within a proved factor of the least cost: the weight, or cost / lower_bound."
            }
            Self::None => "Nothing is proved about the length.",
        }
    }
}

impl fmt::Display for Proof {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(self.name())
    }
}

impl FromStr for Proof {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        names::find("proof", Self::ALL, text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_proof_is_read_back_from_its_name_which_serde_uses_too() {
        for &proof in Proof::ALL {
            assert_eq!(proof.to_string().parse(), Ok(proof));
            assert_eq!(serde_json::to_value(proof).unwrap(), proof.name());
        }
    }
}
