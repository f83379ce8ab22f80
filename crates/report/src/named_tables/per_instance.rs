//! One configuration by instance, as in table 1 of Korf 1985: board, h0, length, nodes.

use std::collections::HashMap;
use std::path::Path;

use anyhow::bail;
use tilebench_record::{Folder, Status};

use crate::compare;
use crate::experiment::ExperimentData;
use crate::number::{self, grouped};
use crate::run::ReportRun;
use crate::table::{ReportTable, TableBuilder};

pub(super) const NAME: &str = "per-instance";

/// One row per instance, for the requested configuration, by default the first.
pub(super) fn table(experiment: &ExperimentData, dir: &Path, requested: Option<&str>) -> anyhow::Result<ReportTable> {
    let all = || experiment.sets.iter().flat_map(|set| &set.configurations);
    let Some(first) = all().min_by_key(|one| one.index) else { bail!("{NAME}: no run is recorded") };
    let solver = requested.unwrap_or(&first.name);
    compare::known(experiment, solver)?;
    let runs: Vec<&ReportRun> = all().filter(|one| one.name == solver).flat_map(|one| &one.runs).collect();

    // The boards are not in memory.
    let mut boards: HashMap<(String, String), String> = HashMap::new();
    Folder::open(dir)?.each_row(|row| {
        if row.solver == solver {
            boards.insert((row.set, row.instance), row.board);
        }
    })?;
    let board =
        |run: &ReportRun| boards.get(&(run.set.to_string(), run.instance.to_string())).cloned().unwrap_or_default();

    let several = runs.iter().any(|run| run.set != runs[0].set);
    let solved = runs.iter().filter(|run| run.status == Status::Solved).count();
    let mut notes = vec![format!(
        "{} of {} instances solved. Nodes are generated nodes; a stopped run has its count when it was stopped.",
        grouped(solved as u64),
        grouped(runs.len() as u64)
    )];
    if requested.is_none() && all().any(|one| one.name != first.name) {
        notes.push(format!("{solver} is the first of several configurations; --solver selects another."));
    }
    let count = |value: Option<u32>| value.map(f64::from);
    let table = TableBuilder::new(&runs)
        .text_when(several, "set", |run| run.set.to_string())
        .text("instance", |run| run.instance.to_string())
        .text("board", |run| board(run))
        .number("h0", |run| count(run.h0), |value| value.to_string())
        .number("length", |run| count(run.length), |value| value.to_string())
        .number_if_any("optimal", |run| count(run.optimal), |value| value.to_string())
        .number("generated", |run| run.nodes(), |value| number::fixed(value, 0))
        .text_when(solved < runs.len(), "status", |run| run.status.name().to_owned())
        .finish(NAME, &format!("{solver} by instance"), notes);
    Ok(table)
}
