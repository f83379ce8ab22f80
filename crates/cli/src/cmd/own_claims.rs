//! The claims of an experiment file: checked before the runs, judged after them.

use std::io::Write;
use std::path::Path;

use anyhow::{Result, ensure};
use tilebench_report::claims::{OwnClaim, OwnClaims, RunDescription, RunSelector};
use tilebench_runner::{ClaimedRuns, ExperimentClaim, Plan};
use tilebench_sanitize::names::is_attribute_name;

use crate::{Out, Verdict, print_stderr};

/// The planned runs as claims select them.
pub(super) fn described(plan: &Plan) -> Vec<RunDescription> {
    let runs = plan.planned_runs().map(|planned| RunDescription {
        id: planned.id.to_owned(),
        solver: planned.solver.name.clone(),
        set: planned.set.to_owned(),
        instance: planned.instance.id.clone(),
        optimal: planned.optimal(),
    });
    runs.collect()
}

/// The claims of the experiment of `plan`, if it has any.
pub(super) fn read(plan: &Plan) -> Result<Option<OwnClaims>> {
    let experiment = plan.experiment();
    if experiment.claims.is_empty() {
        return Ok(None);
    }
    for claim in &experiment.claims {
        let name = claim.quantity.rsplit(' ').next().unwrap_or_default();
        let is_declared = experiment.attributes.iter().any(|attribute| attribute.description.name == name);
        ensure!(
            is_declared || !is_attribute_name(name),
            "{}: attribute '{name}' is not declared: declare it in a table [[attribute]], or register it",
            claim.position
        );
    }
    let claims: Vec<OwnClaim> = experiment.claims.iter().map(own).collect();
    OwnClaims::new(&experiment.name, &claims, described(plan)).map(Some)
}

/// Judges `claims` by the runs in `folder`, prints the verdicts, and writes them with a badge into the folder.
pub(super) fn judge(claims: &OwnClaims, folder: &Path, out: &mut Out) -> Result<Verdict> {
    let judgement = claims.judge(folder)?;
    writeln!(out, "\n{}Claims: {}", judgement.lines(), judgement.counts())?;
    let [table, badge] = judgement.write_table_and_badge(folder)?;
    writeln!(out, "Table: {}, badge: {}", table.display(), badge.display())?;
    out.flush()?;
    if judgement.is_as_expected() {
        return Ok(Verdict::Good);
    }
    print_stderr("some claims do not agree with the runs: see UNEXPECTED above");
    Ok(Verdict::Bad)
}

fn own(claim: &ExperimentClaim) -> OwnClaim {
    OwnClaim {
        position: claim.position.clone(),
        sentence: claim.sentence.clone(),
        quantity: claim.quantity.clone(),
        of: selector(&claim.of),
        over: claim.over.as_ref().map(selector),
        relation: claim.relation.to_owned(),
        value: claim.value,
        why: claim.why.clone(),
    }
}

fn selector(runs: &ClaimedRuns) -> RunSelector {
    let ClaimedRuns { solver, set, instance } = runs.clone();
    RunSelector { solver, set, instance, length: None }
}
