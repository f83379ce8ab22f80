//! `summary.csv`: one row per configuration, for other programs. Intervals of the means of other measures are in
//! `figures.csv`.

use csv::Writer;
use tilebench_record::Column;

use crate::estimates::IntervalEstimate;
use crate::export::value::ExportValue;
use crate::summary::ConfigurationSummary;

/// The summaries as CSV; missing values are empty.
pub(crate) fn write(summaries: &[ConfigurationSummary]) -> anyhow::Result<String> {
    let mut writer = Writer::from_writer(Vec::new());
    writer.write_record(header())?;
    for summary in summaries {
        writer.write_record(row(summary).iter().map(ExportValue::cell))?;
    }
    Ok(String::from_utf8(writer.into_inner()?)?)
}

/// The columns.
pub(crate) const COLUMNS: &[Column] = &[
    Column::text("set", "Instance set."),
    Column::text("solver", "Configuration."),
    Column::text("algorithm", "Algorithm."),
    Column::text("heuristic", "Heuristic.").empty("the algorithm takes none"),
    Column::text("weight", "Weight on the heuristic.").empty("the algorithm takes none"),
    Column::integer("runs", RUNS, "Runs, repeats folded."),
    Column::integer("solved", RUNS, "Runs with this status."),
    Column::integer("unsolvable", RUNS, "Runs with this status."),
    Column::integer("gave_up", RUNS, "Runs with this status."),
    Column::integer("time_limit", RUNS, "Runs with this status."),
    Column::integer("node_limit", RUNS, "Runs with this status."),
    Column::integer("memory_limit", RUNS, "Runs with this status."),
    Column::integer("depth_limit", RUNS, "Runs with this status."),
    Column::integer("disk_limit", RUNS, "Runs with this status."),
    Column::integer("crashed", RUNS, "Runs with this status."),
    Column::integer("wrong", RUNS, "Runs with this status."),
    Column::integer("unsupported", RUNS, "Runs with this status."),
    Column::integer("cancelled", RUNS, "Runs with this status."),
    Column::integer("proof_optimal", RUNS, "Solved runs whose path is proved optimal."),
    Column::integer("proof_bounded", RUNS, "Solved runs whose path is proved within the weight."),
    Column::integer("proof_none", RUNS, "Solved runs whose length is not proved."),
    Column::real("length_mean", "moves", "Mean length of the solved runs.").empty(NONE_SOLVED),
    Column::real("length_median", "moves", "Median length of the solved runs.").empty(NONE_SOLVED),
    Column::integer("suboptimality_n", RUNS, "Solved runs of instances whose optimal length is known."),
    Column::real(
        "suboptimality_mean",
        "",
        "Mean of length / optimal length of these, or of cost / least cost under a cost model.",
    )
    .empty("suboptimality_n is 0"),
    Column::integer("counted", RUNS, "Runs with known counts; a stopped run has its counts at the stop."),
    Column::integer("timed", RUNS, "Runs with a known time, including stopped and killed ones."),
    Column::real("generated_mean", NODES, "Mean of nodes generated.").empty(NONE_COUNTED),
    Column::real("generated_median", NODES, "Median of nodes generated.").empty(NONE_COUNTED),
    Column::integer("generated_sum", NODES, "Sum of nodes generated.").empty(NONE_COUNTED),
    Column::real("expanded_mean", NODES, "Mean of nodes expanded.").empty(NONE_COUNTED),
    Column::real("expanded_median", NODES, "Median of nodes expanded.").empty(NONE_COUNTED),
    Column::integer("expanded_sum", NODES, "Sum of nodes expanded.").empty(NONE_COUNTED),
    Column::real("wall_s_total", "s", "Sum of wall-clock times.").empty(NONE_TIMED),
    Column::real("wall_s_median", "s", "Median of wall-clock times.").empty(NONE_TIMED),
    Column::real("wall_s_p90", "s", "90th percentile of wall-clock times, to three digits.").empty("timed is below 10"),
    Column::real("wall_s_p99", "s", "99th percentile of wall-clock times, to three digits.")
        .empty("timed is below 100"),
    Column::real("wall_s_max", "s", "Maximum wall-clock time.").empty(NONE_TIMED),
    Column::real("nodes_per_second", "nodes/s", "Sum of nodes generated / sum of times.").empty("no time was measured"),
    Column::integer("peak_bytes_max", "bytes", "Maximum memory of the algorithm's own data structures in any run.")
        .empty(NONE_COUNTED),
    Column::real("generated_geometric_mean", NODES, "Geometric mean of nodes generated.").empty(NONE_COUNTED),
    Column::real("generated_geometric_low", NODES, "Lower end of its 95 % confidence interval.").empty(NO_INTERVAL),
    Column::real("generated_geometric_high", NODES, "Upper end of its 95 % confidence interval.").empty(NO_INTERVAL),
    Column::real("expanded_geometric_mean", NODES, "Geometric mean of nodes expanded.").empty(NONE_COUNTED),
    Column::real("expanded_geometric_low", NODES, "Lower end of its 95 % confidence interval.").empty(NO_INTERVAL),
    Column::real("expanded_geometric_high", NODES, "Upper end of its 95 % confidence interval.").empty(NO_INTERVAL),
    Column::real("wall_s_geometric_mean", "s", "Geometric mean of wall-clock times.").empty(NONE_TIMED),
    Column::real("wall_s_geometric_low", "s", "Lower end of its 95 % confidence interval.").empty(NO_INTERVAL),
    Column::real("wall_s_geometric_high", "s", "Upper end of its 95 % confidence interval.").empty(NO_INTERVAL),
];

const RUNS: &str = "runs";
const NODES: &str = "nodes";
const NONE_SOLVED: &str = "no run is solved";
const NONE_COUNTED: &str = "no run has the count";
const NONE_TIMED: &str = "timed is 0";
const NO_INTERVAL: &str = "fewer than two instances, or a run was stopped";

/// The names of the columns.
pub(crate) fn header() -> Vec<String> {
    COLUMNS.iter().map(|column| column.name.to_owned()).collect()
}

/// One value per column.
pub(crate) fn row(summary: &ConfigurationSummary) -> Vec<ExportValue> {
    let (real, whole) = (ExportValue::Real, |value| ExportValue::Whole(Some(value)));
    let mut cells = vec![
        ExportValue::Text(summary.set.clone()),
        ExportValue::Text(summary.solver.clone()),
        ExportValue::Text(summary.algorithm.clone()),
        ExportValue::Text(summary.heuristic.clone()),
        ExportValue::Text(summary.weight.clone()),
        whole(summary.runs),
    ];
    cells.extend(summary.statuses.iter().chain(&summary.proofs).copied().map(whole));
    cells.extend([real(summary.length.mean.value), real(summary.length.median.value)]);
    cells.extend([
        whole(summary.suboptimality.n),
        real(summary.suboptimality.mean.value),
        whole(summary.generated.n),
        whole(summary.time.measured.n),
    ]);
    for (effort, sum) in [&summary.generated, &summary.expanded].into_iter().zip(summary.sums) {
        cells.extend([real(effort.mean.value), real(effort.median.value), ExportValue::Whole(sum)]);
    }
    cells.extend([real(summary.time.total), real(summary.time.measured.median.value)]);
    cells.extend(summary.time.percentiles.iter().map(|percentile| real(percentile.value)));
    cells.extend([real(summary.time.max), real(summary.nodes_per_second)]);
    cells.push(ExportValue::Whole(summary.peak_bytes));
    for IntervalEstimate { value, interval, .. } in
        [summary.generated.geometric, summary.expanded.geometric, summary.time.measured.geometric]
    {
        let [low, high] = [interval.map(|interval| interval.low), interval.map(|interval| interval.high)];
        cells.extend([value, low, high].map(real));
    }
    cells
}

#[cfg(test)]
mod tests {
    use tilebench_record::{Proof, Status};

    use super::*;
    use crate::summary::PERCENTILES;

    /// The row lists counts by status, proof and percentile in the order of these tables.
    #[test]
    fn there_is_a_column_for_each_status_proof_and_percentile_in_their_order() {
        let statuses = Status::ALL.iter().map(|status| status.name().replace('-', "_"));
        let proofs = Proof::ALL.iter().map(|proof| format!("proof_{proof}"));
        assert_eq!(header()[6..21], statuses.chain(proofs).collect::<Vec<_>>());
        let percentiles: Vec<String> = header().into_iter().filter(|name| name.starts_with("wall_s_p")).collect();
        assert_eq!(percentiles, PERCENTILES.map(|(percent, _)| format!("wall_s_p{percent}")));
    }
}
