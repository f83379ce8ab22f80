//! Who ended a run that a limit ended.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::names::{self, UnknownName};

/// The means by which a run was ended at a limit, the gentlest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EndedBy {
    /// The search: it counted, or it read the raised flag. Its counts are complete.
    Search,
    /// The search itself, but only after the limit: it returned an answer, which does not count.
    Late,
    /// The runner: it killed the process. The counts of the search are lost.
    Runner,
    /// The system: it refused memory to the process or killed it. The counts of the search are lost.
    System,
}

impl EndedBy {
    /// Every means, the gentlest first.
    pub const ALL: &'static [Self] = &[Self::Search, Self::Late, Self::Runner, Self::System];

    /// Their names, in the same order.
    pub(crate) const NAMES: &'static [&'static str] = &names::names_of!(Self);

    /// The name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Search => "search",
            Self::Late => "late",
            Self::Runner => "runner",
            Self::System => "system",
        }
    }

    /// The meaning, in one sentence.
    #[must_use]
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Search => "The search itself stopped at the limit; its counts are complete.",
            Self::Late => "The answer came after the limit, and does not count.",
            Self::Runner => "The runner killed the process; its counts are lost.",
            Self::System => "The system refused memory or killed the process; its counts are lost.",
        }
    }
}

impl fmt::Display for EndedBy {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(self.name())
    }
}

impl FromStr for EndedBy {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        names::find("means by which a run ends", Self::ALL, text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_is_read_back_from_its_name_which_serde_uses_too() {
        for &by in EndedBy::ALL {
            assert_eq!(by.to_string().parse(), Ok(by));
            assert_eq!(serde_json::to_value(by).unwrap(), by.name());
        }
    }
}
