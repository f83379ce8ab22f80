//! The claims of an experiment's author, judged by its runs like published ones.
//!
//! A claim is refuted if its quantity does not have the stated relation to the stated number. It is not comparable if a run
//! lacks the value, such as the length of a stopped run: the quantity of the other runs would be biased.

use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use tilebench_sanitize::message::escaped;

use super::claim::{ClaimFile, ClaimPart, PublishedClaim};
use super::judge::judge_folder;
use super::judgement::Judgement;
use super::quantity::Quantity;
use super::selection::{RunDescription, RunSelector};
use super::verdict::{ClaimRelation, ClaimVerdict, JudgingRule};
use crate::expression::nearest;

/// A claim of an author.
#[derive(Clone, Debug)]
pub struct OwnClaim {
    /// Its position in the experiment file, for messages.
    pub position: String,
    /// The sentence.
    pub sentence: String,
    /// The quantity, such as `mean generated`.
    pub quantity: String,
    /// The runs that it is over.
    pub of: RunSelector,
    /// The runs whose quantity is the divisor.
    pub over: Option<RunSelector>,
    /// The name of the relation, such as `at-most`.
    pub relation: String,
    /// The number.
    pub value: f64,
    /// The reason for the claim.
    pub why: String,
}

/// The claims of an experiment with the runs that judge them, all checked before a run is executed.
#[derive(Debug)]
pub struct OwnClaims {
    file: ClaimFile,
    planned: Vec<RunDescription>,
}

impl OwnClaims {
    /// The `claims` of the experiment `name`, which plans the runs `planned`.
    ///
    /// # Errors
    ///
    /// If a quantity or a relation is unknown, or no planned run is selected by a claim: the message states the position.
    pub fn new(name: &str, claims: &[OwnClaim], planned: Vec<RunDescription>) -> Result<Self> {
        let read = |claim: &OwnClaim| published(name, claim, &planned).with_context(|| claim.position.clone());
        let claims = claims.iter().map(read).collect::<Result<Vec<_>>>()?;
        let part = ClaimPart {
            name: name.to_owned(),
            source: "the experiment file".to_owned(),
            here: "Each claim is judged by the runs of this experiment.".to_owned(),
            goal: None,
            counting: None,
            seen: None,
            experiments: vec![name.to_owned()],
            charts: Vec::new(),
            claims,
        };
        let file = ClaimFile {
            name: name.to_owned(),
            title: format!("Claims of {name}"),
            about: String::new(),
            costs: Vec::new(),
            parts: vec![part],
        };
        Ok(Self { file, planned })
    }

    /// Judges them by the runs in the result folder `dir`.
    ///
    /// # Errors
    ///
    /// If a record cannot be read.
    pub fn judge(&self, dir: &Path) -> Result<Judgement> {
        judge_folder(self.file.clone(), &self.planned, dir)
    }
}

/// `claim` in the form of a published one.
fn published(experiment: &str, claim: &OwnClaim, planned: &[RunDescription]) -> Result<PublishedClaim> {
    let quantity = Quantity::try_from(claim.quantity.clone()).map_err(anyhow::Error::msg)?;
    ensure!(
        !quantity.is_each() && !quantity.is_eta() && !quantity.is_of_automaton(),
        "quantity '{}' is not one of runs together: write sum, mean, median, most or least, and a column of runs",
        claim.quantity
    );
    for select in std::iter::once(&claim.of).chain(&claim.over) {
        check(select, planned)?;
    }
    Ok(PublishedClaim {
        claim: escaped(&claim.sentence).to_string(),
        experiment: experiment.to_owned(),
        of: claim.of.clone(),
        quantity,
        over: claim.over.clone(),
        kind: JudgingRule::Bound,
        is: Some(
            ClaimRelation::named(&claim.relation).with_context(|| format!("unknown relation '{}'", claim.relation))?,
        ),
        value: Some(claim.value),
        over_value: None,
        column: None,
        digits: None,
        sample: None,
        error: None,
        from_memory: false,
        correction: None,
        otherwise: ClaimVerdict::Refuted,
        expected: Some(ClaimVerdict::Agrees),
        why: escaped(&claim.why).to_string(),
    })
}

/// Refuses a selection of no run, and suggests the nearest name.
fn check(select: &RunSelector, planned: &[RunDescription]) -> Result<()> {
    let names = |of: fn(&RunDescription) -> &str| planned.iter().map(of).collect::<Vec<&str>>();
    let keys = [
        ("solver", &select.solver, names(|run| &run.solver)),
        ("set", &select.set, names(|run| &run.set)),
        ("instance", &select.instance, names(|run| &run.instance)),
    ];
    for (key, requested, names) in keys {
        let Some(requested) = requested else { continue };
        ensure!(
            names.contains(&requested.as_str()),
            "no planned run has the {key} '{requested}'; did you mean '{}'?",
            nearest(requested, &names).unwrap_or_default()
        );
    }
    ensure!(planned.iter().any(|run| select.matches(run)), "no planned run has all of the names of this selection");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn planned() -> Vec<RunDescription> {
        let run = |(id, solver, set): (&str, &str, &str)| RunDescription {
            id: id.to_owned(),
            solver: solver.to_owned(),
            set: set.to_owned(),
            instance: "1".to_owned(),
            optimal: None,
        };
        [("a", "astar manhattan", "s"), ("b", "idastar manhattan", "t")].map(run).to_vec()
    }

    fn claim() -> OwnClaim {
        OwnClaim {
            position: "x.toml:7".to_owned(),
            sentence: "It solves all.".to_owned(),
            quantity: "mean solved".to_owned(),
            of: RunSelector::default(),
            over: None,
            relation: "at-least".to_owned(),
            value: 1.0,
            why: String::new(),
        }
    }

    fn refused(claim: OwnClaim) -> String {
        format!("{:#}", OwnClaims::new("x", &[claim], planned()).unwrap_err())
    }

    #[test]
    fn a_claim_that_no_run_can_judge_is_refused_with_its_position_and_a_suggestion() {
        let solver = |name: &str| RunSelector { solver: Some(name.to_owned()), ..RunSelector::default() };
        let message = refused(OwnClaim { of: solver("astar manhatan"), ..claim() });
        assert_eq!(
            message,
            "x.toml:7: no planned run has the solver 'astar manhatan'; did you mean 'astar manhattan'?"
        );
        let crossed = RunSelector { set: Some("t".to_owned()), ..solver("astar manhattan") };
        let message = refused(OwnClaim { over: Some(crossed), ..claim() });
        assert!(message.ends_with("no planned run has all of the names of this selection"), "{message}");
        assert!(
            refused(OwnClaim { quantity: "each length".to_owned(), ..claim() }).contains("is not one of runs together")
        );
        assert!(
            refused(OwnClaim { quantity: "mean lenght".to_owned(), ..claim() }).contains("does not end with one of")
        );
        assert!(OwnClaims::new("x", &[claim()], planned()).is_ok());
    }

    #[test]
    fn a_claim_without_runs_is_not_run_and_unexpected() {
        let place = tempfile::tempdir().unwrap();
        let claims = OwnClaims::new("x", &[claim()], planned()).unwrap();
        let judgement = claims.judge(&place.path().join("absent")).unwrap();
        assert_eq!(judgement.judged[0][0].verdict, ClaimVerdict::NotRun);
        assert!(!judgement.is_as_expected());
    }
}
