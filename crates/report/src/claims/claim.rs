//! The file format of claims.

use anyhow::{Context as _, Result, ensure};
use serde::Deserialize;

use crate::claims::quantity::Quantity;
use crate::claims::selection::RunSelector;
use crate::claims::verdict::{ClaimRelation, ClaimVerdict, JudgingRule};
use crate::number;

/// The decimal places of a value in scientific notation, if the claim does not name another number.
const SCIENTIFIC_DIGITS: u8 = 4;

/// The claims of a paper, or those of several programs.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClaimFile {
    /// The name of the file of claims.
    pub name: String,
    /// A title of one line.
    pub title: String,
    /// An introduction.
    pub about: String,
    /// The expected cost of the runs.
    #[serde(default, rename = "cost")]
    pub costs: Vec<ExpectedCost>,
    /// The programs, or the tables of the paper, in order.
    #[serde(rename = "part")]
    pub parts: Vec<ClaimPart>,
}

/// A published program, or a table of a paper, with its claims.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClaimPart {
    /// Its name.
    pub name: String,
    /// Its authors or the publication, with the year.
    pub source: String,
    /// Its counterpart here: the algorithm and the options.
    pub here: String,
    /// Its goal.
    pub goal: Option<String>,
    /// Its definition of a node.
    pub counting: Option<String>,
    /// The publication from which its numbers were taken.
    pub seen: Option<String>,
    /// The names of the experiments that reproduce it.
    pub experiments: Vec<String>,
    /// The charts of these experiments that show it, as `experiment/chart`.
    #[serde(default)]
    pub charts: Vec<String>,
    /// The claims.
    #[serde(default, rename = "claim")]
    pub claims: Vec<PublishedClaim>,
}

/// A published number and the quantity that it is compared with.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublishedClaim {
    /// The claim in words.
    pub claim: String,
    /// The experiment whose runs are measured.
    pub experiment: String,
    /// The runs of the experiment.
    #[serde(default)]
    pub of: RunSelector,
    /// The quantity measured, such as `sum length`.
    pub quantity: Quantity,
    /// The runs whose quantity is the divisor.
    pub over: Option<RunSelector>,
    /// The rule by which it is judged.
    #[serde(default)]
    pub kind: JudgingRule,
    /// The required relation of the measured number to the claimed one.
    pub is: Option<ClaimRelation>,
    /// The claimed number, as printed.
    pub value: Option<f64>,
    /// The divisor of the number, if it was published separately.
    pub over_value: Option<f64>,
    /// The column of the instance file with the claimed number of each instance.
    pub column: Option<String>,
    /// The number of printed decimal places, in scientific notation for the quality of a heuristic, to which the measured number is rounded.
    pub digits: Option<u8>,
    /// The number of random instances of the claimed mean.
    pub sample: Option<u32>,
    /// The published standard error of the number, for the quality of a heuristic.
    pub error: Option<f64>,
    /// Whether it is quoted from memory: such a claim is not judged.
    #[serde(default)]
    pub from_memory: bool,
    /// The correct number, if the published one is wrong.
    pub correction: Option<Correction>,
    /// The verdict if the claim does not hold.
    #[serde(default)]
    pub otherwise: ClaimVerdict,
    /// The expected verdict; `None` if it depends on times, which vary, or on chance.
    pub expected: Option<ClaimVerdict>,
    /// The reason for the verdict.
    pub why: String,
}

/// The correction of a number that runs refute.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Correction {
    /// The correct number.
    pub value: Option<f64>,
    /// The column of the instance file with the correct numbers.
    pub column: Option<String>,
    /// The evidence for the correction.
    pub evidence: String,
}

/// The number of nodes that a configuration is expected to generate on a set, from which the cost is estimated before the runs.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExpectedCost {
    /// The configuration's display name.
    pub solver: String,
    /// The instance set; any if `None`.
    pub set: Option<String>,
    /// The mean number of nodes of a run.
    pub nodes: Option<f64>,
    /// The column of the instance file with the nodes of each run.
    pub column: Option<String>,
    /// The ratio of nodes to those of the column.
    #[serde(default = "one")]
    pub factor: f64,
}

fn one() -> f64 {
    1.0
}

impl ClaimFile {
    /// Parses the claims in `text`; messages refer to it as `file`.
    ///
    /// # Errors
    ///
    /// If the text is not TOML, a key or a value in it is unknown, or a claim lacks a value that its rule requires.
    pub fn parse(text: &str, file: &str) -> Result<Self> {
        let reading = || format!("cannot read the claims in {file}");
        let claims: Self = toml::from_str(text).with_context(reading)?;
        for claim in claims.parts.iter().flat_map(|part| &part.claims) {
            claim.check().with_context(reading)?;
        }
        for ExpectedCost { solver, nodes, column, .. } in &claims.costs {
            ensure!(
                nodes.is_some() != column.is_some(),
                "{}: the cost of '{solver}' needs either nodes or a column",
                reading()
            );
        }
        Ok(claims)
    }
}

impl PublishedClaim {
    /// The format of a value of its quantity.
    pub(super) fn shown(&self, value: f64) -> String {
        if self.quantity.is_eta() {
            format!("{value:.*e}", usize::from(self.digits.unwrap_or(SCIENTIFIC_DIGITS)))
        } else if self.over.is_some() {
            format!("{} times", number::fixed(value, 2))
        } else if let Some(digits) = self.digits {
            number::signed(value, usize::from(digits))
        } else {
            self.quantity.show(value)
        }
    }

    /// Checks that the claim has the values that its rule requires.
    fn check(&self) -> Result<()> {
        let Self { claim, kind, value, column, .. } = self;
        ensure!(
            column.is_some() == self.quantity.is_each(),
            "'{claim}': a column and a quantity 'each ...' require each other"
        );
        ensure!(
            column.is_none() || (value.is_none() && self.over.is_none() && self.of.set.is_some()),
            "'{claim}' compares a column: name its set in 'of', and omit value and over"
        );
        ensure!(
            *kind == JudgingRule::Context || value.is_some() || column.is_some(),
            "'{claim}' has no number: write value or column, or kind = \"context\""
        );
        ensure!(
            self.is.is_some() == (*kind == JudgingRule::Bound),
            "'{claim}' is of kind {kind}: 'is' is required for a bound and not allowed otherwise"
        );
        ensure!(
            self.sample.is_some() == (*kind == JudgingRule::Statistical && !self.quantity.is_eta()),
            "'{claim}' is of kind {kind}: 'sample' is required for a statistical claim and not allowed otherwise"
        );
        ensure!(
            self.error.is_some() == (*kind == JudgingRule::Statistical && self.quantity.is_eta()),
            "'{claim}' is of kind {kind}: 'error' is required for a statistical eta and not allowed otherwise"
        );
        ensure!(
            !self.quantity.is_eta()
                || (self.quantity.is_mean() && self.of.set.is_some() && *kind != JudgingRule::Bound),
            "'{claim}' is of an eta: write the quantity 'mean eta', name the weighting of the blank as its set, and use kind \
             exact, statistical or context"
        );
        ensure!(
            *kind != JudgingRule::Statistical || (self.quantity.is_mean() && value.is_some_and(|value| value > 0.0)),
            "'{claim}' is statistical: its value must be a mean above 0"
        );
        ensure!(
            self.digits.is_none() || *kind == JudgingRule::Exact,
            "'{claim}' is of kind {kind}: only an exact number has digits"
        );
        ensure!(
            self.correction.is_none() || *kind == JudgingRule::Exact,
            "'{claim}' is of kind {kind}: only an exact number can be corrected"
        );
        ensure!(
            !self.from_memory || *kind == JudgingRule::Context,
            "'{claim}' is quoted from memory and cannot be judged: write kind = \"context\""
        );
        Ok(())
    }

    /// The claimed number; `None` if the claim has no number or has a column.
    pub(crate) fn number(&self) -> Option<f64> {
        self.value.map(|value| value / self.over_value.unwrap_or(1.0))
    }
}
