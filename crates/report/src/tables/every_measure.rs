//! "All measures": the long table with one row per set, configuration and measure.

use std::collections::HashSet;

use crate::estimates::SEED;
use crate::measure_table::{MeasureRow, MeasureTable};
use crate::metric;
use crate::number;
use crate::stats::IntervalMethod;
use crate::table::{ReportTable, TableBuilder};

/// The table. A measure that no run has is named in a note and has no rows.
pub(super) fn table(measures: &MeasureTable, several: bool) -> ReportTable {
    let known: HashSet<&str> =
        measures.rows.iter().filter(|row| row.measured.n > 0).map(|row| row.measure.name).collect();
    let rows: Vec<&MeasureRow> = measures.rows.iter().filter(|row| known.contains(row.measure.name)).collect();
    let mut notes = notes(measures);
    let expected = metric::measures().filter(|measure| !measure.is_optional).map(|measure| measure.name);
    let unknown: Vec<&str> = expected.filter(|measure| !known.contains(measure)).collect();
    if !unknown.is_empty() {
        notes.push(format!("Not available for any run: {}. The reasons are in figures.csv.", unknown.join(", ")));
    }
    TableBuilder::new(&rows)
        .text_when(several, "set", |row| row.set.clone())
        .text("solver", |row| row.solver.clone())
        .text("measure", |row| row.measure.name.to_owned())
        .count("n", |row| row.measured.n)
        .count_if_any("stopped", |row| row.measured.stopped)
        .estimate_by("geom. mean", |row| row.measured.geometric, |row| row.measure.show())
        .estimate_by("median", |row| row.measured.median, |row| row.measure.show())
        .estimate_by("mean", |row| row.measured.mean, |row| row.measure.show())
        .text_if_any("left out", |row| row.why.clone())
        .finish("figures", "All measures", notes)
}

fn notes(measures: &MeasureTable) -> Vec<String> {
    let mut notes = vec![format!(
        "In brackets: 95 % intervals over the n instances, with the median time of repeats. They quantify sampling error over \
         instances. Geometric means of nodes, time, memory and PAR2: Student's t on logarithms, since these measures span \
         orders of magnitude and no interval of their arithmetic means reaches its level. Means of other measures: \
         bias-corrected and accelerated bootstrap (BCa, Efron 1987), {} resamples, seed {SEED}. k, M and G: thousands, \
         millions and billions; figures.csv has all digits.",
        number::grouped(measures.resamples as u64)
    )];
    let intervals = measures.rows.iter().filter_map(|row| row.measured.mean.interval);
    if intervals.into_iter().any(|interval| interval.method == IntervalMethod::Percentile) {
        let star = "A star marks a plain percentile interval: there are fewer than three instances, or all values \
                    are equal, so that the acceleration is undefined.";
        notes.push(star.to_owned());
    }
    notes.push(
        "Lengths are over the solved runs. Expanded, generated, time, nodes/s and peak memory are over the runs that \
         generated a node, one per instance. Stopped runs count with their effort when they were stopped: a value that \
         depends on them is a lower bound (≥). A geometric mean requires that all values are above 0."
            .to_owned(),
    );
    notes.push(
        "PAR2: over all runs on solvable instances; an unsolved run counts with twice its limit, for any reason. It is given only if every run \
         had that limit."
            .to_owned(),
    );
    notes
}
