//! The claims of the author, which the runs of the experiment judge.

use anyhow::{Result, anyhow};

use super::keys::{CLAIM, CLAIMED_RUNS};
use super::table_reader::TableReader;
use super::toml_node::{TomlNode, TomlValue};

/// A claim: a sentence, and the relation that a quantity of the runs must have to a number.
///
/// The quantity is not checked here: a report defines the quantities.
#[derive(Clone, Debug, PartialEq)]
pub struct ExperimentClaim {
    /// Its position in the file, for messages.
    pub position: String,
    /// The sentence.
    pub sentence: String,
    /// The quantity, such as `mean generated`.
    pub quantity: String,
    /// The runs that it is over.
    pub of: ClaimedRuns,
    /// The runs whose quantity is the divisor.
    pub over: Option<ClaimedRuns>,
    /// The name of the relation.
    pub relation: &'static str,
    /// The number.
    pub value: f64,
    /// The reason for the claim.
    pub why: String,
}

/// A selection of runs: those that have every given name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClaimedRuns {
    /// The configuration.
    pub solver: Option<String>,
    /// The instance set.
    pub set: Option<String>,
    /// The instance.
    pub instance: Option<String>,
}

/// Reads a list of claims.
pub(super) fn read_all(node: &TomlNode) -> Result<Vec<ExperimentClaim>> {
    let TomlValue::List(claims) = &node.value else {
        return Err(anyhow!("{}: write each claim as a table [[claim]], not {}", node.position, node.value.kind()));
    };
    claims.iter().map(read).collect()
}

fn read(node: &TomlNode) -> Result<ExperimentClaim> {
    let table = TableReader::new(node, &CLAIM)?;
    let required = |key: &str| table.require(key)?.as_text(key).map(str::to_owned);
    Ok(ExperimentClaim {
        position: table.position.to_owned(),
        sentence: required("claim")?,
        quantity: required("quantity")?,
        of: table.get("of").map(runs).transpose()?.unwrap_or_default(),
        over: table.get("over").map(runs).transpose()?,
        relation: table.choice("is")?,
        value: number(table.require("value")?)?,
        why: table.text("why")?,
    })
}

fn runs(node: &TomlNode) -> Result<ClaimedRuns> {
    let table = TableReader::new(node, &CLAIMED_RUNS)?;
    let name = |key: &str| table.get(key).map(|node| node.as_option(key)).transpose();
    Ok(ClaimedRuns { solver: name("solver")?, set: name("set")?, instance: name("instance")? })
}

fn number(node: &TomlNode) -> Result<f64> {
    let refused = || anyhow!("{}: value must be a finite number, not {}", node.position, node.value.kind());
    let TomlValue::Number(digits) = &node.value else { return Err(refused()) };
    let number: f64 = digits.replace('_', "").parse().map_err(|_| refused())?;
    if number.is_finite() { Ok(number) } else { Err(refused()) }
}

#[cfg(test)]
mod tests {
    use crate::Experiment;

    const EXPERIMENT: &str =
        "name = 'x'\ninstances = 'random:3x3:1'\n[[solver]]\nalgorithm = 'idastar'\nheuristic = 'manhattan'\n";

    fn claims(text: &str) -> anyhow::Result<Vec<super::ExperimentClaim>> {
        Ok(Experiment::parse(&format!("{EXPERIMENT}{text}"), "x.toml", &[])?.claims)
    }

    #[test]
    fn a_claim_has_a_sentence_a_quantity_and_a_relation() {
        let claims = claims(
            "[[claim]]\nclaim = 'It is fast.'\nquantity = 'mean generated'\nof = { solver = 'a' }\nover.instance = 3\n\
             is = 'less-than'\nvalue = 0.5\n",
        )
        .unwrap();
        let [claim] = &claims[..] else { panic!("{claims:?}") };
        assert_eq!(
            (claim.sentence.as_str(), claim.relation, claim.position.as_str()),
            ("It is fast.", "less-than", "x.toml:6")
        );
        assert_eq!(claim.of.solver.as_deref(), Some("a"));
        assert_eq!(claim.over.as_ref().and_then(|over| over.instance.as_deref()), Some("3"));
        assert!((claim.value - 0.5).abs() < 1e-12 && claim.why.is_empty());
    }

    #[test]
    fn an_incomplete_or_misspelt_claim_is_refused_with_its_line() {
        let refused = |keys: &str| claims(&format!("[[claim]]\n{keys}")).unwrap_err().to_string();
        assert!(refused("claim = 'x'").starts_with("x.toml:6: 'quantity' is missing: write quantity = "));
        let all = "claim = 'x'\nquantity = 'sum length'\n";
        assert!(refused(&format!("{all}value = 'one'")).starts_with("x.toml:9: value must be a finite number"));
        assert!(refused(&format!("{all}value = nan")).contains("value must be a finite number"));
        assert!(refused(&format!("{all}value = 1\nis = 'above'")).starts_with("x.toml:10: unknown is 'above'"));
        assert!(refused(&format!("{all}value = 1\nof = {{ solvers = 'a' }}")).contains("did you mean 'solver'?"));
    }
}
