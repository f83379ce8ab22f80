//! The rules by which figures are judged, and the verdicts.

use std::fmt;

use serde::Deserialize;

/// Which rule a published figure is judged by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum JudgingRule {
    /// The runs must give the same figure, to the digits that are printed.
    Exact,
    /// A mean over a random sample, ours over another one: they must agree within the error of both.
    Statistical,
    /// The runs must relate to it as it says.
    #[default]
    Bound,
    /// Shown next to ours and not judged: counted differently, of another sample, or quoted from memory.
    Context,
}

/// As files of claims have it.
impl fmt::Display for JudgingRule {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(match self {
            Self::Exact => "exact",
            Self::Statistical => "statistical",
            Self::Bound => "bound",
            Self::Context => "context",
        })
    }
}

/// The relation of a measured figure to a claimed one if the claim holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClaimRelation {
    /// The same.
    Exactly,
    /// Not above it.
    AtMost,
    /// Not below it.
    AtLeast,
    /// Above it.
    MoreThan,
}

impl ClaimRelation {
    /// Whether `measured` relates so to `claimed`.
    #[must_use]
    pub fn holds(self, measured: f64, claimed: f64) -> bool {
        // Figures are counts, or means of counts: smaller differences are rounding.
        let same = (measured - claimed).abs() <= 1e-9;
        match self {
            Self::Exactly => same,
            Self::AtMost => measured < claimed || same,
            Self::AtLeast => measured > claimed || same,
            Self::MoreThan => measured > claimed && !same,
        }
    }
}

/// Before the claimed figure, in tables.
impl fmt::Display for ClaimRelation {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Exactly => "",
            Self::AtMost => "at most ",
            Self::AtLeast => "at least ",
            Self::MoreThan => "more than ",
        })
    }
}

/// The verdict on a claim.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClaimVerdict {
    /// The runs say the same.
    Agrees,
    /// The runs differ but are not a counter-example: another detail, another sample.
    #[default]
    Differs,
    /// The runs contradict it.
    Refuted,
    /// Nothing here is its like.
    NotComparable,
    /// The runs that would decide it are missing.
    NotRun,
}

impl fmt::Display for ClaimVerdict {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(match self {
            Self::Agrees => "agrees",
            Self::Differs => "differs",
            Self::Refuted => "refuted",
            Self::NotComparable => "not comparable",
            Self::NotRun => "not run",
        })
    }
}

impl ClaimVerdict {
    /// The verdict in words: to agree is to be exact, or within the error, by the rule that is followed.
    #[must_use]
    pub fn words(self, kind: JudgingRule) -> String {
        match (self, kind) {
            (Self::Agrees, JudgingRule::Exact) => "exact".to_owned(),
            (Self::Agrees, JudgingRule::Statistical) => "within error".to_owned(),
            _ => self.to_string(),
        }
    }
}
