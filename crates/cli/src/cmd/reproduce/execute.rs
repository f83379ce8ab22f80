//! Executing the runs of a target: their cost is reported first, then those that the budget affords are executed.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

use anyhow::{Result, bail};
use tilebench_runner::{Execution, Plan, ProgressOutput, execute};
use tilebench_sanitize::count::{counted, grouped};
use tilebench_sanitize::message::excerpt;

use super::budget::{self, CostEstimate, PricedRun};
use super::work::{ExecutionOutcome, ReproduceSetup, TargetWork};
use super::{automata, enumerate, etas, speed};
use crate::cmd::worker;
use crate::targets::Target;
use crate::text::{approximate_duration, bytes};
use crate::{Out, print_stderr, version};

/// The runs that are to be executed.
struct ChosenRuns {
    ids: BTreeSet<String>,
    /// The seconds they are expected to take.
    seconds: f64,
}

/// Reports the cost of the missing runs of the target, and executes those that the budget affords.
pub(super) fn execute_missing(
    setup: &ReproduceSetup<'_>,
    target: &Target,
    work: &TargetWork,
    budget: Option<f64>,
    out: &mut Out,
) -> Result<ExecutionOutcome> {
    if !work.etas.is_empty() {
        return etas::compute_missing(setup, target, work, budget, out);
    }
    if !work.automata.is_empty() {
        return automata::count_missing(target.name, work, budget, out);
    }
    if work.plans.is_empty() {
        return enumerate::enumerate_missing(setup, target.name, work, budget, out);
    }
    let mut priced: Vec<PricedRun> = Vec::new();
    for plan in &work.plans {
        priced.extend(budget::price_runs(&work.claims, plan)?);
    }
    let recorded = work.recorded()?;
    let requested = requested_ids(setup, work);
    let is_missing = |run: &&PricedRun| requested.contains(run.id.as_str()) && !recorded.contains(&run.id);
    let missing: Vec<&PricedRun> = priced.iter().filter(is_missing).collect();
    if missing.is_empty() {
        writeln!(out, "{}: nothing is left to run", target.name)?;
        return Ok(ExecutionOutcome { is_done: true, seconds: 0.0 });
    }
    let recorded_count = priced.iter().filter(|run| recorded.contains(&run.id)).count();
    writeln!(out, "{}: {}", target.name, cost(work, &missing, recorded_count))?;
    out.flush()?;
    let chosen = match budget {
        Some(budget) if budget <= 0.0 => {
            writeln!(out, "{}: no budget is left; nothing is run", target.name)?;
            ChosenRuns { ids: BTreeSet::new(), seconds: 0.0 }
        }
        _ if missing.iter().any(|run| run.nodes.is_none()) => together(target, &missing, budget, out)?,
        _ => {
            let ids = missing.iter().map(|run| run.id.as_str()).collect();
            let speeds = speed::measure(&work.plans, &ids, &setup.searches, &setup.cancel)?;
            one_by_one(target, &missing, &speeds, budget, out)?
        }
    };
    let is_done = run_all(setup, work, &chosen.ids, &recorded, out)?;
    Ok(ExecutionOutcome { is_done, seconds: chosen.seconds })
}

/// The expected cost, before anything is measured.
fn cost(work: &TargetWork, missing: &[&PricedRun], recorded: usize) -> String {
    let mut facts =
        vec![format!("{} to execute, {} recorded", counted(missing.len(), "run"), grouped(recorded as u64))];
    let CostEstimate { nodes, .. } = budget::total_cost(missing.iter().copied(), &BTreeMap::new());
    if nodes > 0.0 {
        facts.push(format!("{} nodes expected", rounded(nodes)));
    }
    let tables: u64 = work.plans.iter().map(Plan::table_bytes).sum();
    if tables > 0 {
        facts.push(format!("tables of at most {}, built if they are not stored", bytes(tables)));
    }
    facts.join("; ")
}

/// A number of nodes; an expected number need not be an integer.
fn rounded(nodes: f64) -> String {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a count, far below 2^64")]
    grouped(nodes.round() as u64)
}

/// The ids of the requested runs.
fn requested_ids<'a>(setup: &ReproduceSetup<'_>, work: &'a TargetWork) -> BTreeSet<&'a str> {
    let planned_runs = work.plans.iter().flat_map(Plan::planned_runs);
    let is_requested = |id: &String| setup.arguments.instances.as_ref().is_none_or(|instances| instances.contains(id));
    planned_runs.filter(|planned| is_requested(&planned.instance.id)).map(|planned| planned.id).collect()
}

/// Whether a run of instances that were requested by name is not recorded.
pub(super) fn lacks_requested_runs(setup: &ReproduceSetup<'_>, work: &TargetWork) -> Result<bool> {
    if setup.arguments.instances.is_none() || setup.arguments.budget.is_some() {
        return Ok(false);
    }
    let recorded = work.recorded()?;
    Ok(requested_ids(setup, work).into_iter().any(|id| !recorded.contains(id)))
}

/// Refuses requested instances that no experiment of the target has.
pub(super) fn check_instances(setup: &ReproduceSetup<'_>, target: &Target, work: &TargetWork) -> Result<()> {
    let Some(requested) = &setup.arguments.instances else { return Ok(()) };
    let known: BTreeSet<&str> =
        work.plans.iter().flat_map(Plan::planned_runs).map(|run| run.instance.id.as_str()).collect();
    match requested.iter().find(|id| !known.contains(id.as_str())) {
        Some(unknown) => bail!(
            "no experiment of {} has an instance '{}': leave out --instances to run all of them",
            target.name,
            excerpt(unknown)
        ),
        None => Ok(()),
    }
}

/// All runs or no run, for targets of which only the total cost is known.
fn together(target: &Target, missing: &[&PricedRun], budget: Option<f64>, out: &mut Out) -> Result<ChosenRuns> {
    let seconds = f64::from(target.minutes) * 60.0;
    if budget.is_some_and(|budget| budget < seconds) {
        writeln!(
            out,
            "{}: about {} in total, which exceeds the budget, and the cost of single runs is unknown; nothing is run",
            target.name,
            approximate_duration(seconds)
        )?;
        return Ok(ChosenRuns { ids: BTreeSet::new(), seconds: 0.0 });
    }
    writeln!(out, "{}: about {} in total on two cores", target.name, approximate_duration(seconds))?;
    Ok(ChosenRuns { ids: missing.iter().map(|run| run.id.clone()).collect(), seconds })
}

/// The runs that the budget affords at these speeds.
fn one_by_one(
    target: &Target,
    missing: &[&PricedRun],
    speeds: &BTreeMap<String, f64>,
    budget: Option<f64>,
    out: &mut Out,
) -> Result<ChosenRuns> {
    let all = budget::total_cost(missing.iter().copied(), speeds);
    let jobs = missing.iter().map(|run| run.jobs).max().unwrap_or(1);
    writeln!(
        out,
        "{}: about {} at the measured speed with {}",
        target.name,
        approximate_duration(all.seconds),
        counted(jobs, "job")
    )?;
    let Some(budget) = budget else {
        return Ok(ChosenRuns { ids: missing.iter().map(|run| run.id.clone()).collect(), seconds: all.seconds });
    };
    let ids = budget::affordable(missing, speeds, budget);
    let afforded = budget::total_cost(missing.iter().copied().filter(|run| ids.contains(&run.id)), speeds);
    let left = budget::total_cost(missing.iter().copied().filter(|run| !ids.contains(&run.id)), speeds);
    if left.runs > 0 {
        writeln!(
            out,
            "{}: the budget of {} allows {}, the easiest first; left out: {} with {} nodes, about {}",
            target.name,
            approximate_duration(budget),
            counted(afforded.runs, "run"),
            counted(left.runs, "run"),
            rounded(left.nodes),
            approximate_duration(left.seconds)
        )?;
    }
    Ok(ChosenRuns { ids, seconds: afforded.seconds })
}

/// Executes the chosen runs of every experiment and writes the reports. Returns whether every run was executed.
fn run_all(
    setup: &ReproduceSetup<'_>,
    work: &TargetWork,
    chosen: &BTreeSet<String>,
    recorded: &BTreeSet<String>,
    out: &mut Out,
) -> Result<bool> {
    let execution = Execution {
        cancel: std::sync::Arc::clone(&setup.cancel),
        progress: ProgressOutput::Stderr,
        searches: &setup.searches,
        workers: Some(worker::command(&setup.arguments.tables)?),
        retry: Vec::new(),
        build: version::build(),
    };
    let ids: BTreeSet<String> = chosen.union(recorded).cloned().collect();
    for plan in &work.plans {
        let count = plan.run_ids().filter(|id| chosen.contains(*id)).count();
        if count == 0 {
            continue;
        }
        let (name, folder) = (&plan.experiment().name, work.folder(plan));
        writeln!(out, "{name}: {}", counted(count, "run"))?;
        out.flush()?;
        // Recorded runs belong to the plan too, and are not run again.
        let summary = execute(&plan.clone().only(&ids), &folder, &execution)?;
        if summary.of_other_plans > 0 {
            print_stderr(&format!(
                "note: not judged: {} of other plans in {}",
                counted(summary.of_other_plans, "run"),
                folder.display()
            ));
        }
        for reason in &summary.unsupported {
            print_stderr(&format!("note: {reason}"));
        }
        if let Some(failure) = &summary.failure {
            print_stderr(&format!("error: {failure}"));
        }
        if summary.remaining() > 0 {
            print_stderr(&format!(
                "stopped: {} of {name} left; run the same command to resume",
                counted(summary.remaining(), "run")
            ));
            return Ok(false);
        }
        tilebench_report::write(&folder)?;
    }
    Ok(true)
}
