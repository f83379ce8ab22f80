//! `summary.csv`: a row a configuration, for other programs; means of other measures with intervals are in `figures.csv`.

use csv::Writer;
use tilebench_record::{Proof, Status};

use crate::estimates::Estimate;
use crate::export::value::Value;
use crate::summary::{PERCENTILES, Summary};

/// The summaries as CSV; a figure that does not exist is empty.
pub(crate) fn write(summaries: &[Summary]) -> anyhow::Result<String> {
    let mut writer = Writer::from_writer(Vec::new());
    writer.write_record(header())?;
    for summary in summaries {
        writer.write_record(row(summary).iter().map(ToString::to_string))?;
    }
    Ok(String::from_utf8(writer.into_inner()?)?)
}

/// The names of the columns.
pub(crate) fn header() -> Vec<String> {
    let mut names: Vec<String> =
        ["set", "solver", "algorithm", "heuristic", "weight", "runs"].map(str::to_owned).into();
    names.extend(Status::ALL.iter().map(|status| status.name().replace('-', "_")));
    names.extend(Proof::ALL.iter().map(|proof| format!("proof_{proof}")));
    names.extend(
        ["length_mean", "length_median", "suboptimality_n", "suboptimality_mean", "counted", "timed"]
            .map(str::to_owned),
    );
    for count in ["generated", "expanded"] {
        names.extend(["mean", "median", "sum"].map(|figure| format!("{count}_{figure}")));
    }
    names.extend(["wall_s_total", "wall_s_median"].map(str::to_owned));
    names.extend(PERCENTILES.map(|(percent, _)| format!("wall_s_p{percent}")));
    names.extend(["wall_s_max", "nodes_per_second", "peak_bytes_max"].map(str::to_owned));
    for cost in ["generated", "expanded", "wall_s"] {
        names.extend(["mean", "low", "high"].map(|figure| format!("{cost}_geometric_{figure}")));
    }
    names
}

/// A value a column.
pub(crate) fn row(summary: &Summary) -> Vec<Value> {
    let (real, whole) = (Value::Real, |value| Value::Whole(Some(value)));
    let mut cells = vec![
        Value::Text(summary.set.clone()),
        Value::Text(summary.solver.clone()),
        Value::Text(summary.algorithm.clone()),
        Value::Text(summary.heuristic.clone()),
        Value::Text(summary.weight.clone()),
        whole(summary.runs),
    ];
    cells.extend(summary.statuses.iter().chain(&summary.proofs).copied().map(whole));
    cells.extend([real(summary.length_mean), real(summary.length_median)]);
    cells.extend([
        whole(summary.suboptimality_n),
        real(summary.suboptimality_mean),
        whole(summary.counted),
        whole(summary.timed),
    ]);
    for effort in [&summary.generated, &summary.expanded] {
        cells.extend([real(effort.mean.value), real(effort.median.value), whole(effort.sum)]);
    }
    cells.extend([real(Some(summary.time.total)), real(summary.time.median.value)]);
    cells.extend(summary.time.percentiles.iter().map(|percentile| real(percentile.value)));
    cells.extend([real(summary.time.max), real(summary.nodes_per_second)]);
    cells.push(Value::Whole(summary.peak_bytes));
    for Estimate { value, interval, .. } in
        [summary.generated.geometric, summary.expanded.geometric, summary.time.geometric]
    {
        let [low, high] = [interval.map(|interval| interval.low), interval.map(|interval| interval.high)];
        cells.extend([value, low, high].map(real));
    }
    cells
}
