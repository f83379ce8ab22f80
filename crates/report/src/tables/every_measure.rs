//! "Every figure": the long table, one row per set, configuration and measure.

use std::collections::HashSet;

use crate::estimates::SEED;
use crate::measure_table::{MeasureRow, MeasureTable};
use crate::metric;
use crate::number;
use crate::stats::IntervalMethod;
use crate::table::{ReportTable, TableBuilder};

/// The table; a measure that no run has is named below it and has no rows.
pub(super) fn table(figures: &MeasureTable, several: bool) -> ReportTable {
    let told: HashSet<&str> =
        figures.rows.iter().filter(|row| row.measured.n > 0).map(|row| row.measure.name).collect();
    let rows: Vec<&MeasureRow> = figures.rows.iter().filter(|row| told.contains(row.measure.name)).collect();
    let mut notes = notes(figures);
    let untold: Vec<&str> =
        metric::figures().map(|measure| measure.name).filter(|measure| !told.contains(measure)).collect();
    if !untold.is_empty() {
        notes.push(format!("Nowhere known, and so without rows: {}; figures.csv says why.", untold.join(", ")));
    }
    TableBuilder::new(&rows)
        .text_if_any("set", |row| if several { row.set.clone() } else { String::new() })
        .text("solver", |row| row.solver.clone())
        .text("measure", |row| row.measure.name.to_owned())
        .count("n", |row| row.measured.n)
        .count_if_any("stopped", |row| row.measured.stopped)
        .estimate_by("geom. mean", |row| row.measured.geometric, |row| row.measure.show())
        .estimate_by("median", |row| row.measured.median, |row| row.measure.show())
        .estimate_by("mean", |row| row.measured.mean, |row| row.measure.show())
        .text_if_any("left out", |row| row.why.clone())
        .finish("figures", "Every figure", notes)
}

fn notes(figures: &MeasureTable) -> Vec<String> {
    let mut notes = vec![format!(
        "In brackets: 95 % intervals over the n instances, never over repeats, of which the median time counts; they show \
         how much a figure depends on which instances were taken. Of geometric means of nodes, \
         time, memory and PAR2: Student's t on logarithms, for they span orders of magnitude, and no interval of their \
         arithmetic means holds its level. Of the means of other measures: bias-corrected and accelerated bootstrap (BCa, Efron 1987), {} resamples, seed {SEED}. k, M and \
         G are thousands, millions and billions; figures.csv has every digit.",
        number::whole(figures.resamples as u64)
    )];
    let intervals = figures.rows.iter().filter_map(|row| row.measured.mean.interval);
    if intervals.into_iter().any(|interval| interval.method == IntervalMethod::Percentile) {
        let star = "A star marks a plain percentile interval: fewer than three instances, or no acceleration, for all \
                    values are alike.";
        notes.push(star.to_owned());
    }
    notes.push(
        "Lengths are over the solved runs. Expanded, generated, time, nodes/s and peak memory are over the runs that \
         generated a node, an instance each; those stopped among them count up to where they were stopped, so a figure that \
         they decide is a lower bound (≥). A geometric mean needs all values above 0."
            .to_owned(),
    );
    notes.push(
        "PAR2: over all runs, where one that did not solve, for whatever reason, counts twice its limit; it is told only \
         where every run had that limit."
            .to_owned(),
    );
    notes
}
