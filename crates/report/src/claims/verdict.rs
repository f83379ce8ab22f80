//! The rules by which claims are judged, and the verdicts.

use std::fmt;

use serde::Deserialize;
use serde::de::value::{Error as ValueError, StrDeserializer};

/// The maximum difference of two numbers that agree, in standard errors of the difference.
pub(super) const MAX_Z: f64 = 3.0;

/// The rule by which a published number is judged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum JudgingRule {
    /// The runs must give the same number, to the printed digits.
    Exact,
    /// A mean over a random sample: it must agree with the mean over another sample, within the error of both.
    Statistical,
    /// The runs must have the stated relation to it.
    #[default]
    Bound,
    /// Shown but not judged: counted differently, over another sample, or quoted from memory.
    Context,
}

/// The name in files of claims.
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

/// The required relation of a measured number to a claimed one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClaimRelation {
    /// Equal.
    Exactly,
    /// Not above it.
    AtMost,
    /// Not below it.
    AtLeast,
    /// Above it.
    MoreThan,
    /// Below it.
    LessThan,
}

impl ClaimRelation {
    /// The relation that claims call `name`.
    pub(super) fn named(name: &str) -> Option<Self> {
        Self::deserialize(StrDeserializer::<ValueError>::new(name)).ok()
    }

    /// Whether `measured` has this relation to `claimed`.
    #[must_use]
    pub fn holds(self, measured: f64, claimed: f64) -> bool {
        // Numbers are counts or means of counts: smaller differences are rounding errors.
        let same = (measured - claimed).abs() <= 1e-9;
        match self {
            Self::Exactly => same,
            Self::AtMost => measured < claimed || same,
            Self::AtLeast => measured > claimed || same,
            Self::MoreThan => measured > claimed && !same,
            Self::LessThan => measured < claimed && !same,
        }
    }
}

/// The text before the claimed number in tables.
impl fmt::Display for ClaimRelation {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Exactly => "",
            Self::AtMost => "at most ",
            Self::AtLeast => "at least ",
            Self::MoreThan => "more than ",
            Self::LessThan => "less than ",
        })
    }
}

/// The verdict on a claim.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClaimVerdict {
    /// The runs agree with the claim.
    Agrees,
    /// The runs differ but are not a counter-example: details or the sample differ.
    #[default]
    Differs,
    /// The runs contradict the claim.
    Refuted,
    /// No measurement is comparable.
    NotComparable,
    /// The runs that would decide the claim are missing.
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
    /// The verdict in words; agreement is "exact" or "within error" by some rules.
    #[must_use]
    pub fn words(self, kind: JudgingRule) -> String {
        match (self, kind) {
            (Self::Agrees, JudgingRule::Exact) => "exact".to_owned(),
            (Self::Agrees, JudgingRule::Statistical) => "within error".to_owned(),
            _ => self.to_string(),
        }
    }
}
