//! Reads the counts of every run of a folder, with those of its iterations.

use std::collections::HashMap;
use std::path::Path;

use anyhow::Context as _;
use tilebench_record::{Folder, Run, Status};

use super::rules::KnownCounts;

/// A run with its counts.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct CountedRun {
    pub(crate) set: String,
    pub(crate) instance: String,
    pub(crate) solver: String,
    pub(crate) seed: u64,
    pub(crate) repeat: u32,
    pub(crate) status: Status,
    pub(crate) counts: KnownCounts,
}

/// The runs of the current plan in `dir`, the last row of each. Configurations have the order of the experiment, and
/// their runs the order of their first rows.
pub(crate) fn read(dir: &Path) -> anyhow::Result<Vec<CountedRun>> {
    let reading = || format!("cannot read the counts of {}", dir.display());
    let folder = Folder::open(dir).with_context(reading)?;
    let mut places: HashMap<String, usize> = HashMap::new();
    // The number of recorded iterations of a run: earlier attempts have rows of their own, which come first.
    let (mut runs, mut recorded): (Vec<CountedRun>, Vec<usize>) = (Vec::new(), Vec::new());
    folder
        .each_row(|run| {
            let (counted, iterations) = (counted(&run), run.iterations.unwrap_or(0));
            let iterations = usize::try_from(iterations).unwrap_or(usize::MAX);
            if let Some(&place) = places.get(&run.run_id) {
                (runs[place], recorded[place]) = (counted, iterations);
                return;
            }
            places.insert(run.run_id, runs.len());
            runs.push(counted);
            recorded.push(iterations);
        })
        .with_context(reading)?;
    folder
        .each_iteration(|row| {
            if let Some(&place) = places.get(&row.run_id) {
                runs[place].counts.iterations.push([row.generated, row.expanded]);
            }
        })
        .with_context(reading)?;
    for (run, recorded) in runs.iter_mut().zip(recorded) {
        let rows = &mut run.counts.iterations;
        // A killed run may lack rows; then nothing is known of its iterations.
        match rows.len().checked_sub(recorded) {
            Some(earlier) => drop(rows.drain(..earlier)),
            None => rows.clear(),
        }
    }
    // Rows are in the order in which runs ended.
    let solvers = folder.manifest().with_context(reading)?.map_or(Vec::new(), |manifest| manifest.solvers);
    runs.sort_by_key(|run| solvers.iter().position(|name| *name == run.solver).unwrap_or(solvers.len()));
    Ok(runs)
}

fn counted(run: &Run) -> CountedRun {
    let has = |option: &str| run.options.split(';').any(|given| given.trim().starts_with(option));
    CountedRun {
        set: run.problem_set(),
        instance: run.instance.clone(),
        solver: run.solver.clone(),
        seed: run.seed,
        repeat: run.repeat,
        status: run.status,
        counts: KnownCounts {
            generated: run.generated,
            expanded: run.expanded,
            iterations: Vec::new(),
            iteration_count: run.iterations.unwrap_or(0),
            directions: if run.expanded_backward.is_some() { 2 } else { 1 },
            // The counts of HOG2 have the goal and the inverse moves already.
            is_solved: run.status == Status::Solved && !has("rules=hog2"),
            // Records keep the former name of the option parent-pruning.
            excludes_inverse: !has("undo=true") && !has("prune=") && !has("rules=hog2"),
        },
    }
}
