//! Executing the runs of a target: their cost is reported first, then those that the budget affords are executed.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

use anyhow::Result;
use tilebench_runner::{Execution, Plan, Progress, execute};

use super::budget::{self, Bill, Priced};
use super::work::{Made, Setup, Work};
use super::{enumerate, speed};
use crate::cmd::worker;
use crate::targets::Target;
use crate::text::{bytes, grouped, took};
use crate::{Out, tell, version};

/// The runs that are to be executed.
struct Chosen {
    ids: BTreeSet<String>,
    /// The seconds they are expected to take.
    seconds: f64,
}

/// Reports the cost of the missing runs of the target, and executes those that the budget affords.
pub(super) fn make(
    setup: &Setup<'_>,
    target: &Target,
    work: &Work,
    budget: Option<f64>,
    out: &mut Out<'_>,
) -> Result<Made> {
    if work.plans.is_empty() {
        return enumerate::make(setup, target.name, work, budget, out);
    }
    let mut priced: Vec<Priced> = Vec::new();
    for plan in &work.plans {
        priced.extend(budget::price(&work.claims, plan)?);
    }
    let recorded = work.recorded()?;
    let asked = asked(setup, work);
    let is_missing = |run: &&Priced| asked.contains(run.id.as_str()) && !recorded.contains(&run.id);
    let missing: Vec<&Priced> = priced.iter().filter(is_missing).collect();
    if missing.is_empty() {
        writeln!(out, "{}: nothing is left to run", target.name)?;
        return Ok(Made { is_done: true, seconds: 0.0 });
    }
    let there = priced.iter().filter(|run| recorded.contains(&run.id)).count();
    writeln!(out, "{}: {}", target.name, cost(work, &missing, there))?;
    out.flush()?;
    let chosen = match budget {
        Some(budget) if budget <= 0.0 => {
            writeln!(out, "{}: no budget is left; nothing is run", target.name)?;
            Chosen { ids: BTreeSet::new(), seconds: 0.0 }
        }
        _ if missing.iter().any(|run| run.nodes.is_none()) => together(target, &missing, budget, out)?,
        _ => {
            let ids = missing.iter().map(|run| run.id.as_str()).collect();
            let speeds = speed::measure(&work.plans, &ids, &setup.searches, &setup.cancel)?;
            one_by_one(target, &missing, &speeds, budget, out)?
        }
    };
    let is_done = run_all(setup, work, &chosen.ids, &recorded, out)?;
    Ok(Made { is_done, seconds: chosen.seconds })
}

/// The expected cost, before anything is measured.
fn cost(work: &Work, missing: &[&Priced], there: usize) -> String {
    let mut facts =
        vec![format!("{} runs to execute, {} recorded", grouped(missing.len() as u64), grouped(there as u64))];
    let Bill { nodes, .. } = budget::bill(missing.iter().copied(), &BTreeMap::new());
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
fn asked<'a>(setup: &Setup<'_>, work: &'a Work) -> BTreeSet<&'a str> {
    let outlines = work.plans.iter().flat_map(Plan::outlines);
    let is_asked = |id: &String| setup.arguments.instances.as_ref().is_none_or(|instances| instances.contains(id));
    outlines.filter(|outline| is_asked(&outline.instance.id)).map(|outline| outline.id).collect()
}

/// All runs or none, for targets of which only the total cost is known.
fn together(target: &Target, missing: &[&Priced], budget: Option<f64>, out: &mut Out<'_>) -> Result<Chosen> {
    let seconds = f64::from(target.minutes) * 60.0;
    if budget.is_some_and(|budget| budget < seconds) {
        writeln!(
            out,
            "{}: about {} in total, which exceeds the budget, and the cost of single runs is unknown; nothing is run",
            target.name,
            took(seconds)
        )?;
        return Ok(Chosen { ids: BTreeSet::new(), seconds: 0.0 });
    }
    writeln!(out, "{}: about {} in total on two cores", target.name, took(seconds))?;
    Ok(Chosen { ids: missing.iter().map(|run| run.id.clone()).collect(), seconds })
}

/// The runs that the budget affords at these speeds.
fn one_by_one(
    target: &Target,
    missing: &[&Priced],
    speeds: &BTreeMap<String, f64>,
    budget: Option<f64>,
    out: &mut Out<'_>,
) -> Result<Chosen> {
    let all = budget::bill(missing.iter().copied(), speeds);
    let jobs = missing.iter().map(|run| run.jobs).max().unwrap_or(1);
    writeln!(out, "{}: about {} at the measured speed, {jobs} runs in parallel", target.name, took(all.seconds))?;
    let Some(budget) = budget else {
        return Ok(Chosen { ids: missing.iter().map(|run| run.id.clone()).collect(), seconds: all.seconds });
    };
    let ids = budget::afforded(missing, speeds, budget);
    let afforded = budget::bill(missing.iter().copied().filter(|run| ids.contains(&run.id)), speeds);
    let left = budget::bill(missing.iter().copied().filter(|run| !ids.contains(&run.id)), speeds);
    if left.runs > 0 {
        writeln!(
            out,
            "{}: the budget of {} allows the {} easiest runs; {} runs with {} nodes are left out, about {}",
            target.name,
            took(budget),
            grouped(afforded.runs),
            grouped(left.runs),
            rounded(left.nodes),
            took(left.seconds)
        )?;
    }
    Ok(Chosen { ids, seconds: afforded.seconds })
}

/// Executes the chosen runs of every experiment and writes the reports. Returns whether every run was executed.
fn run_all(
    setup: &Setup<'_>,
    work: &Work,
    chosen: &BTreeSet<String>,
    recorded: &BTreeSet<String>,
    out: &mut Out<'_>,
) -> Result<bool> {
    let execution = Execution {
        cancel: std::sync::Arc::clone(&setup.cancel),
        progress: Progress::Stderr,
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
        writeln!(out, "{name}: {} runs", grouped(count as u64))?;
        out.flush()?;
        // Recorded runs belong to the plan too, and are not run again.
        let summary = execute(&plan.clone().only(&ids), &folder, &execution)?;
        if summary.others > 0 {
            tell(&format!(
                "note: {} runs in {} are of other plans and are not judged",
                summary.others,
                folder.display()
            ));
        }
        for reason in &summary.unsupported {
            tell(&format!("note: {reason}"));
        }
        if let Some(failure) = &summary.failure {
            tell(&format!("error: {failure}"));
        }
        if summary.remaining() > 0 {
            tell(&format!("stopped: {} runs of {name} are left; run the same command to resume", summary.remaining()));
            return Ok(false);
        }
        tilebench_report::write(&folder)?;
    }
    Ok(true)
}
