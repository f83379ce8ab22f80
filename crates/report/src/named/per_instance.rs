//! One configuration, instance by instance, as in table 1 of Korf 1985: board, h0, length, nodes.

use std::collections::HashMap;
use std::path::Path;

use anyhow::bail;
use tilebench_record::{Folder, Status};

use crate::compare;
use crate::experiment::Experiment;
use crate::number::{self, whole};
use crate::run::Run;
use crate::table::{Builder, Cell, Column, Table};

pub(super) const NAME: &str = "per-instance";

/// A row an instance of the configuration that is asked for, else of the first.
pub(super) fn of(experiment: &Experiment, dir: &Path, asked: Option<&str>) -> anyhow::Result<Table> {
    let all = || experiment.sets.iter().flat_map(|set| &set.configurations);
    let Some(first) = all().min_by_key(|one| one.index) else { bail!("{NAME}: no run is recorded") };
    let solver = asked.unwrap_or(&first.name);
    compare::known(experiment, solver)?;
    let runs: Vec<&Run> = all().filter(|one| one.name == solver).flat_map(|one| &one.runs).collect();

    // The boards are not in memory.
    let mut boards: HashMap<(String, String), String> = HashMap::new();
    Folder::open(dir)?.each_row(|row| {
        if row.solver == solver {
            boards.insert((row.set, row.instance), row.board);
        }
    })?;
    let board = |run: &Run| boards.get(&(run.set.to_string(), run.instance.to_string())).cloned().unwrap_or_default();

    let several = runs.iter().any(|run| run.set != runs[0].set);
    let solved = runs.iter().filter(|run| run.status == Status::Solved).count();
    let mut notes = vec![format!(
        "{} of {} instances solved. Nodes are those generated; of a stopped run, up to where it was stopped.",
        whole(solved as u64),
        whole(runs.len() as u64)
    )];
    if asked.is_none() && all().any(|one| one.name != first.name) {
        notes.push(format!("{solver} is the first of several configurations: name another by --solver."));
    }
    let count = |value: Option<u32>| value.map(f64::from);
    let mut table = Builder::new(&runs)
        .text_if_any("set", |run| if several { run.set.to_string() } else { String::new() })
        .text("instance", |run| run.instance.to_string())
        .text("board", |run| board(run))
        .number("h0", |run| count(run.h0), |value| value.to_string())
        .number("length", |run| count(run.length), |value| value.to_string())
        .number_if_any("optimal", |run| count(run.optimal), |value| value.to_string())
        .number("generated", |run| run.nodes(), |value| number::fixed(value, 0))
        .finish(NAME, &format!("{solver}, instance by instance"), notes);
    if solved < runs.len() {
        table.columns.push(Column { title: "status".to_owned(), numbers: false });
        for (row, run) in table.rows.iter_mut().zip(&runs) {
            row.push(Cell::text(run.status.name()));
        }
    }
    Ok(table)
}
