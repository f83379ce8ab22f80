//! The tables of a report.

use tilebench_record::{Proof, Status};

use crate::common_instances::{CommonInstances, MIN_COMMON_INSTANCES};
use crate::common_summary;
use crate::compare::published_text;
use crate::experiment::ExperimentData;
use crate::export::value::ExportValue;
use crate::results::Results;
use crate::run::ReportRun;
use crate::summary::{ConfigurationSummary, PERCENTILES};
use crate::table::{NO_COUNT, NO_NUMBER, ReportTable, TableBuilder};
use crate::{number, ranking, search};

mod against;
mod attributes;
mod every_measure;
mod expansion_bounds;
mod limits;
pub(crate) mod predicted;
mod seeds;
mod virtual_best;

/// The maximum number of listed unexplained runs.
const MAX_LISTED: usize = 20;

/// The tables of results, in the order of reading.
pub(crate) fn report_tables(experiment: &ExperimentData, results: &Results) -> Vec<ReportTable> {
    let Results { summaries, common, measures, family, .. } = results;
    if summaries.is_empty() {
        return Vec::new();
    }
    let mut tables = vec![outcomes(summaries), solutions(summaries, experiment), nodes(summaries), time(summaries)];
    if !common.is_empty() {
        tables.push(commonly_solved(experiment, common));
    }
    let several = experiment.sets.len() > 1;
    let baseline = family.as_ref().map(|family| family.baseline.as_str());
    if !experiment.published.is_empty() {
        tables.push(published_text::table(&experiment.published));
    }
    tables.extend(family.iter().flat_map(|family| against::tables(family, several)));
    let (limits, tests) = &results.limits;
    tables.push(limits::table(limits, *tests, baseline, several));
    tables.extend(seeds::table(experiment, several));
    if !results.best.is_empty() {
        tables.push(virtual_best::table(&results.best, several));
    }
    tables.extend(ranking::table(experiment));
    tables.extend(search::table(experiment, measures));
    tables.extend(predicted::table(experiment));
    tables.extend(expansion_bounds::table(experiment));
    tables.extend(attributes::table(experiment, several));
    tables.push(every_measure::table(measures, several));
    tables
}

/// The table of runs that are faults of the program, if there are any.
pub(crate) fn unexplained(runs: &[ReportRun]) -> Option<ReportTable> {
    let listed = &runs[..runs.len().min(MAX_LISTED)];
    let mut notes = vec!["These runs are faults of the program. Find their cause before using any result.".to_owned()];
    if listed.len() < runs.len() {
        notes.push(format!("{} more are in runs.csv.", number::grouped((runs.len() - listed.len()) as u64)));
    }
    let table = TableBuilder::new(listed)
        .text("run", |run| run.id.to_string())
        .text("set", |run| run.set.to_string())
        .text("instance", |run| run.instance.to_string())
        .text("solver", |run| run.solver.to_string())
        .text("status", |run| run.status.to_string())
        .text("message", |run| run.message.to_string())
        .finish("unexplained", "Unexplained outcomes", notes);
    (!runs.is_empty()).then_some(table)
}

/// The short table for a terminal.
pub(crate) fn terminal(summaries: &[ConfigurationSummary]) -> ReportTable {
    let unexplained = |row: &ConfigurationSummary| count(row, Status::Crashed) + count(row, Status::Wrong);
    named(summaries)
        .text("solved", |row| format!("{}/{}", count(row, Status::Solved), row.runs - count(row, Status::Unsolvable)))
        .count_if_any("unexplained", unexplained)
        .number("mean length", |row| row.length.mean.value, |value| number::fixed(value, 2))
        .estimate("geom. mean generated", |row| row.generated.geometric, number::compact)
        .estimate("median generated", |row| row.generated.median, number::compact)
        .estimate("geom. mean time", |row| row.time.measured.geometric, number::seconds)
        .estimate("median time", |row| row.time.measured.median, number::seconds)
        .number("nodes/s", |row| row.nodes_per_second, number::compact)
        .finish("terminal", "", Vec::new())
}

fn has_repeats(row: &ConfigurationSummary) -> bool {
    row.repeats[0] > row.runs
}

fn count(row: &ConfigurationSummary, status: Status) -> u64 {
    Status::ALL.iter().zip(&row.statuses).find(|(other, _)| **other == status).map_or(0, |(_, count)| *count)
}

/// A table whose first columns are the set, if there are several sets, and the configuration.
fn named(summaries: &[ConfigurationSummary]) -> TableBuilder<'_, ConfigurationSummary> {
    let first = summaries.first().map(|row| row.set.as_str());
    let several = summaries.iter().any(|row| Some(row.set.as_str()) != first);
    TableBuilder::new(summaries)
        .text_when(several, "set", |row| row.set.clone())
        .text("solver", |row| row.solver.clone())
}

fn outcomes(summaries: &[ConfigurationSummary]) -> ReportTable {
    let mut table = named(summaries)
        .text_if_any("algorithm", |row| row.algorithm.clone())
        .text_if_any("heuristic", |row| row.heuristic.clone())
        .text_if_any("weight", |row| row.weight.clone())
        .count("runs", |row| row.runs)
        .count("solved", |row| count(row, Status::Solved))
        .text_if_any("repeats solved", |row| {
            let [repeats, solved] = row.repeats.map(number::grouped);
            if has_repeats(row) { format!("{solved}/{repeats}") } else { String::new() }
        });
    for &status in Status::ALL.iter().filter(|&&status| status != Status::Solved) {
        table = table.count_if_any(status.name(), |row| count(row, status));
    }
    for (place, &proof) in Proof::ALL.iter().enumerate() {
        let title = match proof {
            Proof::Optimal => "proved optimal",
            Proof::Bounded => "proved bounded",
            Proof::None => "solved, no proof",
        };
        table = table.count_if_any(title, |row| row.proofs[place]);
    }
    let mut notes = vec!["A run is one configuration on one instance.".to_owned()];
    if summaries.iter().any(has_repeats) {
        notes.push(
            "An instance counts as solved if all its repeats solved it; with several seeds, if the median run did."
                .to_owned(),
        );
    }
    table.finish("outcomes", "How the runs ended", notes)
}

fn solutions(summaries: &[ConfigurationSummary], experiment: &ExperimentData) -> ReportTable {
    let mut notes = vec![
        "Lengths are over the n solved runs only: rows with different n are over different instances.".to_owned(),
        format!(
            "Suboptimality: {}, over the solved runs with a known optimal length.",
            experiment.suboptimality_rule()
        ),
    ];
    if experiment.proved > 0 {
        let proved = number::counted(experiment.proved, "instance");
        notes.push(format!("For {proved}, the optimal length was proved by a run of this folder."));
    }
    named(summaries)
        .count("solved (n)", |row| count(row, Status::Solved))
        .number("mean length", |row| row.length.mean.value, |value| number::fixed(value, 2))
        .number("median length", |row| row.length.median.value, |value| number::fixed(value, 1))
        .count("optimal known (n)", |row| row.suboptimality.n)
        .number("mean suboptimality", |row| row.suboptimality.mean.value, |value| number::fixed(value, 4))
        .finish("solutions", "Solutions", notes)
}

fn nodes(summaries: &[ConfigurationSummary]) -> ReportTable {
    named(summaries)
        .count("counted (n)", |row| row.generated.n)
        .estimate("geom. mean generated", |row| row.generated.geometric, number::compact)
        .estimate("median generated", |row| row.generated.median, number::mean)
        .estimate("mean generated", |row| row.generated.mean, number::mean)
        .lower_bound(
            "sum generated",
            NO_COUNT,
            |row| (ExportValue::Whole(row.sums[0]), row.generated.stopped > 0),
            whole,
        )
        .estimate("geom. mean expanded", |row| row.expanded.geometric, number::compact)
        .estimate("median expanded", |row| row.expanded.median, number::mean)
        .estimate("mean expanded", |row| row.expanded.mean, number::mean)
        .lower_bound("sum expanded", NO_COUNT, |row| (ExportValue::Whole(row.sums[1]), row.expanded.stopped > 0), whole)
        .finish("nodes", "Nodes", vec![OVER_COUNTED.to_owned(), GEOMETRIC.to_owned()])
}

fn time(summaries: &[ConfigurationSummary]) -> ReportTable {
    let mut table = named(summaries)
        .count("timed (n)", |row| row.time.measured.n)
        .estimate("geom. mean", |row| row.time.measured.geometric, number::seconds)
        .estimate("median", |row| row.time.measured.median, number::seconds)
        .lower_bound(
            "total",
            NO_NUMBER,
            |row| (ExportValue::Real(row.time.total), row.time.measured.stopped > 0),
            number::seconds,
        );
    for (place, (percent, _)) in PERCENTILES.iter().enumerate() {
        table = table.estimate_if_any(&format!("p{percent}"), |row| row.time.percentiles[place], number::seconds);
    }
    let mut notes = vec![
        OVER_TIMED.to_owned(),
        GEOMETRIC.to_owned(),
        "The median time of repeats counts for their instance. Nodes per second: sum of nodes generated / sum of time. \
         Peak memory: the maximum memory of the algorithm's own structures in any run."
            .to_owned(),
    ];
    if summaries.iter().any(|row| row.time.spread.is_some()) {
        let spread = "Spread of repeats: (maximum - minimum) / median of the times of an instance; the median over the \
                      instances is shown.";
        notes.push(spread.to_owned());
    }
    table
        .lower_bound(
            "max",
            NO_NUMBER,
            |row| (ExportValue::Real(row.time.max), row.time.measured.stopped > 0),
            number::seconds,
        )
        .number_if_any(
            "spread of repeats",
            |row| row.time.spread,
            |spread| format!("{} %", number::fixed(100.0 * spread, 1)),
        )
        .number("nodes/s", |row| row.nodes_per_second, number::compact)
        .number("peak memory", |row| row.peak_bytes.map(|bytes| bytes as f64), number::mean_bytes)
        .finish("time", "Wall time and memory", notes)
}

fn whole(value: f64) -> String {
    number::fixed(value, 0)
}

/// A note on geometric means.
const GEOMETRIC: &str = "In brackets: 95 % intervals of geometric means over instances, by Student's t on logarithms. \
    Arithmetic means and sums have no interval: a few hard instances dominate them, and no interval for them reaches \
    its level.";

const OVER_COUNTED: &str = "Counts are over the n runs with known counts. A stopped run counts with its effort when it \
                            was stopped: a value that depends on stopped runs is a lower bound (≥). The counts of a killed \
                            run are lost.";

const OVER_TIMED: &str = "Times are over the n runs that searched, including killed ones. A stopped run counts with its \
                          time when it was stopped: a value that depends on stopped runs is a lower bound (≥). p90 requires \
                          at least 10 runs, p99 at least 100.";

fn commonly_solved(experiment: &ExperimentData, common: &[common_summary::CommonSummary]) -> ReportTable {
    let several = experiment.sets.len() > 1;
    let table = TableBuilder::new(common)
        .text_when(several, "set", |row| row.set.clone())
        .text("solver", |row| row.solver.clone())
        .count("instances (n)", |row| row.instances)
        .number("mean length", |row| row.length.mean.value, |value| number::fixed(value, 2))
        .estimate("geom. mean generated", |row| row.generated.geometric, number::compact)
        .number("mean generated", |row| row.generated.mean.value, number::mean)
        .estimate("geom. mean time", |row| row.time.geometric, number::seconds)
        .number("mean time", |row| row.time.mean.value, number::seconds);
    let mut notes = vec![
        "Over the n instances that every configuration of the table solved. Rows are comparable in this table only."
            .to_owned(),
        GEOMETRIC.to_owned(),
    ];
    for set in experiment.sets.iter().filter(|set| set.configurations.len() > 1) {
        let common = CommonInstances::new(set, &set.configurations);
        let of_set = if several { format!("{}: ", set.name) } else { String::new() };
        let [solved, all] = [common.instances.len(), set.instances()].map(|count| number::grouped(count as u64));
        if common.instances.len() < set.instances() {
            notes.push(format!("{of_set}all of these solved {solved} of {all} instances."));
        }
        if !common.is_enough() {
            notes
                .push(format!("{of_set}fewer than {MIN_COMMON_INSTANCES} common instances do not allow a conclusion."));
        }
        notes.extend(common.remark().map(|remark| format!("{of_set}{remark}")));
    }
    table.finish("common", "On common instances", notes)
}
