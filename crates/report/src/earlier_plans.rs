//! The rows of earlier plans, which a report lists and never mixes with the rows of the current plan.

use tilebench_record::Run;

use crate::number::{counted, grouped};
use crate::table::{ReportTable, TableBuilder};

/// The maximum number of rows of the table.
const MAX_LISTED: usize = 20;

/// The number of rows of earlier plans with the same set, configuration and limits.
#[derive(Debug, PartialEq)]
struct EarlierPlanRows {
    set: String,
    solver: String,
    limits: String,
    rows: u64,
}

/// The rows of earlier plans in a folder.
#[derive(Debug, Default)]
pub(crate) struct EarlierPlans {
    groups: Vec<EarlierPlanRows>,
    /// Whether the folder contains such rows but does not identify them.
    pub(crate) are_mixed: bool,
}

impl EarlierPlans {
    /// Adds a row.
    pub(crate) fn add(&mut self, run: &Run) {
        let (set, limits) = (run.problem_set(), limits(run));
        let same =
            |group: &&mut EarlierPlanRows| (&group.set, &group.solver, &group.limits) == (&set, &run.solver, &limits);
        match self.groups.iter_mut().find(same) {
            Some(group) => group.rows += 1,
            None => {
                self.groups.push(EarlierPlanRows { set, solver: run.solver.clone(), limits, rows: 1 });
            }
        }
    }

    /// A sentence for the top of the report, if there are such rows.
    pub(crate) fn remark(&self) -> Option<String> {
        if self.are_mixed {
            let mixed = "This folder contains rows of earlier plans but no list of the runs of the current plan, so results may \
                         mix them. Run the experiment file again to write that list.";
            return Some(mixed.to_owned());
        }
        let rows: u64 = self.groups.iter().map(|group| group.rows).sum();
        (rows > 0).then(|| {
            format!("Left out: {} of earlier plans, with other limits, options or sets.", counted(rows, "row"))
        })
    }

    /// The table of these rows, if there are any.
    pub(crate) fn table(&self) -> Option<ReportTable> {
        let listed = &self.groups[..self.groups.len().min(MAX_LISTED)];
        let mut notes = vec!["No result of this report includes these rows; they remain in runs.csv.".to_owned()];
        if listed.len() < self.groups.len() {
            notes.push(format!("{} more are listed in runs.csv.", grouped((self.groups.len() - listed.len()) as u64)));
        }
        let table = TableBuilder::new(listed)
            .text("set", |group| group.set.clone())
            .text("solver", |group| group.solver.clone())
            .text("limits", |group| group.limits.clone())
            .count("rows", |group| group.rows)
            .finish("earlier", "Rows of earlier plans", notes);
        (!self.groups.is_empty()).then_some(table)
    }
}

/// The limits of `run` in the syntax of experiment files.
fn limits(run: &Run) -> String {
    let seconds = |limit: Option<f64>| limit.map(|limit| limit.to_string());
    let count = |limit: Option<u64>| limit.map(|limit| limit.to_string());
    let limits = [
        ("time_s", seconds(run.time_limit_s)),
        ("cpu_s", seconds(run.cpu_limit_s)),
        ("nodes", count(run.node_limit)),
        ("depth", count(run.depth_limit)),
        ("memory_mib", count(run.memory_limit_mib)),
        ("disk_mib", count(run.disk_limit_mib)),
    ];
    let known = limits.into_iter().filter_map(|(name, limit)| Some(format!("{name} = {}", limit?)));
    let known: Vec<String> = known.collect();
    if known.is_empty() { "none".to_owned() } else { known.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_counted_by_configuration_and_limits() {
        let run = |nodes| Run { set: "s".into(), solver: "A*".into(), node_limit: Some(nodes), ..Run::default() };
        let mut plans = EarlierPlans::default();
        assert!(plans.remark().is_none() && plans.table().is_none());
        for run in [run(500), run(100_000), run(500)] {
            plans.add(&run);
        }
        assert_eq!(plans.groups.iter().map(|group| group.rows).collect::<Vec<_>>(), [2, 1]);
        assert_eq!(plans.groups[0].limits, "nodes = 500");
        assert!(plans.remark().is_some_and(|remark| remark.starts_with("Left out: 3 rows of earlier plans")));
    }
}
