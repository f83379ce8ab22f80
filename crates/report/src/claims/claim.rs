//! A file of claims, as it is written.

use std::fmt;

use anyhow::{Context as _, Result};
use serde::Deserialize;

use crate::claims::quantity::Quantity;
use crate::claims::select::Select;

/// What is claimed of several programs.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claims {
    /// The name of the whole.
    pub name: String,
    /// What it is, in a line.
    pub title: String,
    /// What a reader should know before the figures.
    pub about: String,
    /// The programs, in order.
    #[serde(rename = "program")]
    pub programs: Vec<Program>,
}

/// A published program and what is claimed of it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Program {
    /// Its name.
    pub name: String,
    /// Who wrote it, or where it was published, and when.
    pub source: String,
    /// What it is here: the algorithm and the options.
    pub here: String,
    /// The experiments that stand in for it, by name.
    pub experiments: Vec<String>,
    /// The charts of these experiments that show it, as `experiment/chart`.
    #[serde(default)]
    pub charts: Vec<String>,
    /// What is claimed.
    #[serde(default, rename = "claim")]
    pub claims: Vec<Claim>,
}

/// A figure that was published, and what is measured beside it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// What is claimed, in words.
    pub claim: String,
    /// The experiment whose runs are measured.
    pub experiment: String,
    /// Which of its runs.
    #[serde(default)]
    pub of: Select,
    /// What is measured, such as `sum length`.
    pub quantity: Quantity,
    /// Of which other runs the same is measured, to divide by.
    pub over: Option<Select>,
    /// How the measured figure has to relate to the claimed one.
    pub is: Relation,
    /// The claimed figure.
    pub value: f64,
    /// How far from it `about` reaches, as a share of it.
    #[serde(default = "a_tenth")]
    pub within: f64,
    /// The verdict where it does not hold.
    #[serde(default)]
    pub otherwise: Verdict,
    /// The verdict that is expected; none where it hangs on times that vary from run to run.
    pub expected: Option<Verdict>,
    /// Why the verdict is what it is.
    pub why: String,
}

fn a_tenth() -> f64 {
    0.1
}

/// How a measured figure relates to a claimed one where the claim holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Relation {
    /// The same.
    Exactly,
    /// Not above it.
    AtMost,
    /// Not below it.
    AtLeast,
    /// Above it.
    MoreThan,
    /// Near it.
    About,
}

impl Relation {
    /// Whether `measured` relates so to `claimed`, of which `within` is the share that is near.
    #[must_use]
    pub fn holds(self, measured: f64, claimed: f64, within: f64) -> bool {
        // Figures are counts, or means of counts: what differs by less is the same.
        let same = (measured - claimed).abs() <= 1e-9 * claimed.abs().max(1.0);
        match self {
            Self::Exactly => same,
            Self::AtMost => measured < claimed || same,
            Self::AtLeast => measured > claimed || same,
            Self::MoreThan => measured > claimed && !same,
            Self::About => (measured - claimed).abs() <= within * claimed.abs(),
        }
    }
}

/// Before the claimed figure, in tables.
impl fmt::Display for Relation {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Exactly => "",
            Self::AtMost => "at most ",
            Self::AtLeast => "at least ",
            Self::MoreThan => "more than ",
            Self::About => "about ",
        })
    }
}

/// What became of a claim.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The runs say the same.
    Agrees,
    /// The runs say something else, which is no counter-example: another detail, another sample.
    #[default]
    Differs,
    /// The runs contradict it.
    Refuted,
    /// The runs that would tell are not there.
    NotRun,
}

impl fmt::Display for Verdict {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(match self {
            Self::Agrees => "agrees",
            Self::Differs => "differs",
            Self::Refuted => "refuted",
            Self::NotRun => "not run",
        })
    }
}

impl Claims {
    /// Reads the claims in `text`; `file` is how messages call it.
    ///
    /// # Errors
    ///
    /// Where the text is not TOML, or a key or a value in it is not known.
    pub fn parse(text: &str, file: &str) -> Result<Self> {
        toml::from_str(text).with_context(|| format!("cannot read the claims in {file}"))
    }
}
