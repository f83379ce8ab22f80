//! A file of claims, as it is written.

use anyhow::{Context as _, Result, ensure};
use serde::Deserialize;

use crate::claims::quantity::Quantity;
use crate::claims::selection::RunSelector;
use crate::claims::verdict::{ClaimRelation, ClaimVerdict, JudgingRule};
use crate::number;

/// The claims of a paper, or those of several programs.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClaimFile {
    /// The name of the whole.
    pub name: String,
    /// A title of one line.
    pub title: String,
    /// An introduction to the figures.
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
    /// The place at which its figures were seen.
    pub seen: Option<String>,
    /// The experiments that stand in for it, by name.
    pub experiments: Vec<String>,
    /// The charts of these experiments that show it, as `experiment/chart`.
    #[serde(default)]
    pub charts: Vec<String>,
    /// The claims.
    #[serde(default, rename = "claim")]
    pub claims: Vec<PublishedClaim>,
}

/// A published figure and the quantity that it is compared with.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublishedClaim {
    /// The claim in words.
    pub claim: String,
    /// The experiment whose runs are measured.
    pub experiment: String,
    /// Which of its runs.
    #[serde(default)]
    pub of: RunSelector,
    /// The quantity measured, such as `sum length`.
    pub quantity: Quantity,
    /// Of which other runs the same is measured, to divide by.
    pub over: Option<RunSelector>,
    /// By which rule it is judged.
    #[serde(default)]
    pub kind: JudgingRule,
    /// How the measured figure has to relate to the claimed one.
    pub is: Option<ClaimRelation>,
    /// The claimed figure, as it is printed.
    pub value: Option<f64>,
    /// The divisor of the figure, if it was published separately.
    pub over_value: Option<f64>,
    /// The column of the instance file that has a claimed figure for each instance.
    pub column: Option<String>,
    /// How many digits behind the point are printed: the measured figure is rounded to as many.
    pub digits: Option<u8>,
    /// Over how many random boards the claimed mean is.
    pub sample: Option<u32>,
    /// Whether it is quoted from memory, so that nothing can be judged by it.
    #[serde(default)]
    pub from_memory: bool,
    /// The correct figure, if the published one is wrong.
    pub correction: Option<Correction>,
    /// The verdict if the claim does not hold.
    #[serde(default)]
    pub otherwise: ClaimVerdict,
    /// The expected verdict; none if it depends on times, which vary from run to run, or on chance.
    pub expected: Option<ClaimVerdict>,
    /// The reason for the verdict.
    pub why: String,
}

/// The correct figure in place of one that runs refute.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Correction {
    /// The figure.
    pub value: Option<f64>,
    /// The column of the instance file with the figures.
    pub column: Option<String>,
    /// How it is known.
    pub evidence: String,
}

/// The number of nodes that a configuration is expected to generate on a set, from which the cost is estimated beforehand.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExpectedCost {
    /// The configuration's display name.
    pub solver: String,
    /// The instance set; any if `None`.
    pub set: Option<String>,
    /// The nodes of a run on average.
    pub nodes: Option<f64>,
    /// The column of the instance file with the nodes of each run.
    pub column: Option<String>,
    /// Nodes here for one of the column.
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
                "{}: the cost of '{solver}' needs nodes, or the column that has them, and not both",
                reading()
            );
        }
        Ok(claims)
    }
}

impl PublishedClaim {
    /// A figure of its quantity, as people read it.
    pub(super) fn shown(&self, value: f64) -> String {
        if self.over.is_some() {
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
            "'{claim}' has a column where it is of each run, and a quantity 'each ...' where it has a column"
        );
        ensure!(
            column.is_none() || (value.is_none() && self.over.is_none() && self.of.set.is_some()),
            "'{claim}' is of the figures of a column: name their set in 'of', and leave out value and over"
        );
        ensure!(
            *kind == JudgingRule::Context || value.is_some() || column.is_some(),
            "'{claim}' has no figure: write value or column, or kind = \"context\""
        );
        ensure!(
            self.is.is_some() == (*kind == JudgingRule::Bound),
            "'{claim}' is of the kind {kind}: only a bound says what it 'is', and it must"
        );
        ensure!(
            self.sample.is_some() == (*kind == JudgingRule::Statistical),
            "'{claim}' is of the kind {kind}: only a statistical figure has a sample, and it must"
        );
        ensure!(
            *kind != JudgingRule::Statistical || (self.quantity.is_mean() && value.is_some_and(|value| value > 0.0)),
            "'{claim}' is statistical: it needs a mean above 0"
        );
        ensure!(
            self.digits.is_none() || *kind == JudgingRule::Exact,
            "'{claim}' is of the kind {kind}: only an exact figure has digits"
        );
        ensure!(
            self.correction.is_none() || *kind == JudgingRule::Exact,
            "'{claim}' is of the kind {kind}: only an exact figure can be corrected"
        );
        ensure!(
            !self.from_memory || *kind == JudgingRule::Context,
            "'{claim}' is quoted from memory: nothing can be judged by it, so write kind = \"context\""
        );
        Ok(())
    }

    /// The claimed figure; none if the claim has no figure or has a column of them.
    pub(crate) fn figure(&self) -> Option<f64> {
        self.value.map(|value| value / self.over_value.unwrap_or(1.0))
    }
}
