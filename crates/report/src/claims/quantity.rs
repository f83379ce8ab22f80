//! The quantities measured of runs: an aggregation and a column.

use serde::Deserialize;
use tilebench_record::{Run, Status, TableInfo};

use crate::metric;
use crate::number;
use crate::stats::quantile;

/// A figure of an experiment: of several runs, written as a way to gather and a column such as
/// `sum length`, the `sum table-bytes` of the tables that searches looked up, or `each length`, which is every run's own.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(try_from = "String")]
pub struct Quantity {
    gather: Gather,
    column: &'static Column,
}

/// The column that does not belong to a run.
const TABLES: &str = "table-bytes";

/// How the values of several runs become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Gather {
    Sum,
    Mean,
    Median,
    Most,
    Least,
    /// Not aggregated: one value per instance.
    Each,
}

const GATHER: &[(&str, Gather)] = &[
    ("sum", Gather::Sum),
    ("mean", Gather::Mean),
    ("median", Gather::Median),
    ("most", Gather::Most),
    ("least", Gather::Least),
    ("each", Gather::Each),
];

/// A metric under its name in claims. The optimal length is that of the instance, or the one that another run of the
/// experiment proves.
#[derive(Debug)]
struct Column {
    name: &'static str,
    metric: &'static str,
    over: Over,
}

/// Which runs a figure is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Over {
    /// All: a run without a value spoils the figure. One that was stopped has no length, and leaving it out would flatter.
    All,
    /// Those that solved their instance. What only needs both runs of a pair says so itself.
    Solved,
    /// Those that have a value.
    Known,
}

/// Every column, in alphabetical order.
const COLUMNS: &[Column] = &[
    column("depth-limit", "depth-limit", Over::All),
    column("disk", "disk", Over::All),
    column("excess", "excess", Over::All),
    column("expanded", "expanded", Over::All),
    column("generated", "generated", Over::All),
    column("generated-of-solved", "generated", Over::Solved),
    column("h0", "h0", Over::All),
    column("length", "length", Over::All),
    column("length-of-solved", "length", Over::Solved),
    column("length-per-cube", "length per cube", Over::All),
    column("load", "load", Over::Known),
    column("memory-limit", "memory-limit", Over::All),
    column("move-runs", "move runs", Over::All),
    column("optimal", "optimal", Over::All),
    column("optimal-of-solved", "optimal if known", Over::Solved),
    column("peak-bytes", "memory", Over::All),
    column("probes", "probes", Over::Known),
    column("solved", "solved", Over::All),
    column("states", "states", Over::All),
    column("suboptimality", "suboptimality", Over::All),
    column("suboptimality-of-solved", "suboptimality", Over::Solved),
    column("successors", "successors", Over::All),
    column(TABLES, "table bytes", Over::All),
    column("time", "wall time", Over::All),
];

const fn column(name: &'static str, metric: &'static str, over: Over) -> Column {
    Column { name, metric, over }
}

fn plain(value: f64) -> String {
    if value.fract() == 0.0 { number::signed(value, 0) } else { number::signed(value, 1) }
}

fn share(value: f64) -> String {
    format!("{} %", plain((value * 1000.0).round() / 10.0))
}

impl Column {
    /// The value of `run`, if it is one of those that the figure is over.
    fn value(&self, run: &Run) -> Option<f64> {
        let is_in = self.over != Over::Solved || run.status == Status::Solved;
        metric::named(self.metric).of(run).ok().filter(|_| is_in)
    }

    fn show(&self) -> fn(f64) -> String {
        match metric::named(self.metric).unit {
            "share" => share,
            "bytes" => number::mean_bytes,
            "s" => number::seconds,
            "ratio" => |value| number::signed(value, 3),
            _ => plain,
        }
    }

    /// Whether its unit is that of a count or a length.
    fn is_plain(&self) -> bool {
        !matches!(metric::named(self.metric).unit, "share" | "bytes" | "s" | "ratio")
    }
}

impl Quantity {
    /// The figure of `runs` whose searches looked up `tables`, or in words why there is none.
    pub(crate) fn measure(self, runs: &[&Run], tables: &[TableInfo]) -> Result<f64, String> {
        if self.column.name == TABLES {
            return Ok(tables.iter().map(|table| table.bytes as f64).sum());
        }
        let mut values: Vec<f64> = runs.iter().filter_map(|run| self.column.value(run)).collect();
        let (found, all) = (values.len(), runs.len());
        if found == 0 || (self.column.over == Over::All && found < all) {
            return Err(format!("{found} of {all} runs have a {}", self.column.name));
        }
        values.sort_by(f64::total_cmp);
        let sum: f64 = values.iter().sum();
        Ok(match self.gather {
            // Several figures have no single value; their sum is shown if one is required.
            Gather::Sum | Gather::Each => sum,
            Gather::Mean => sum / found as f64,
            Gather::Median => quantile(&values, 0.5).unwrap_or(sum),
            Gather::Most => values[found - 1],
            Gather::Least => values[0],
        })
    }

    /// Whether it is of each run by itself.
    pub(crate) fn is_each(self) -> bool {
        self.gather == Gather::Each
    }

    /// Whether it is a mean.
    pub(crate) fn is_mean(self) -> bool {
        self.gather == Gather::Mean
    }

    /// The value of one run, if it has one.
    pub(crate) fn of_run(self, run: &Run) -> Option<f64> {
        self.column.value(run)
    }

    /// The figure as people read it.
    pub(crate) fn show(self, value: f64) -> String {
        match self.gather {
            // Means of lengths and estimates are printed to three digits, and those of nodes to none.
            Gather::Mean if value.fract() != 0.0 && self.column.is_plain() => {
                number::signed(value, if value < 1000.0 { 3 } else { 0 })
            }
            // A sum of flags is a count.
            Gather::Sum if metric::named(self.column.metric).unit == "share" => plain(value),
            _ => self.column.show()(value),
        }
    }
}

impl TryFrom<String> for Quantity {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let (gather, column) = text.split_once(' ').unwrap_or((&text, ""));
        let ways = || GATHER.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
        let columns = || COLUMNS.iter().map(|column| column.name).collect::<Vec<_>>().join(", ");
        let (_, gather) = GATHER
            .iter()
            .find(|(name, _)| *name == gather)
            .ok_or_else(|| format!("quantity '{text}' does not begin with one of {}", ways()))?;
        let column = COLUMNS
            .iter()
            .find(|known| known.name == column)
            .ok_or_else(|| format!("quantity '{text}' does not end with one of {}", columns()))?;
        Ok(Self { gather: *gather, column })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_column_is_a_metric() {
        for column in COLUMNS {
            assert!(!metric::named(column.metric).name.is_empty(), "{}", column.name);
        }
    }
}
