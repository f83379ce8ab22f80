//! The quantities measured of runs: an aggregation and a column.

use serde::Deserialize;
use tilebench_record::{Run, Status, TableInfo};
use tilebench_sanitize::names::is_attribute_name;

use crate::metric;
use crate::number;
use crate::stats::quantile;

/// A quantity of an experiment, written as an aggregation and a column: `sum length` over several runs, `sum table-bytes` over
/// the tables of the searches, or `each length`, the value of every run.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(try_from = "String")]
pub struct Quantity {
    aggregation: Aggregation,
    column: &'static QuantityColumn,
}

/// The column that is not a property of a run.
const TABLES: &str = "table-bytes";

/// The column of the quality of a heuristic, a mean over all states.
const ETA: &str = "eta";

/// The columns of an automaton that prunes paths.
const STRINGS: &str = "duplicate-strings";
const AUTOMATON_STATES: &str = "automaton-states";
const BRANCHING_FACTOR: &str = "branching-factor";

/// A property of an automaton that prunes paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AutomatonProperty {
    /// The number of duplicate strings.
    Strings,
    /// The number of states.
    States,
    /// The branching factor of a search that it prunes.
    BranchingFactor,
}

/// The aggregation of the values of several runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Aggregation {
    Sum,
    Mean,
    Median,
    Max,
    Min,
    /// Not aggregated: one value per instance.
    Each,
}

const AGGREGATIONS: &[(&str, Aggregation)] = &[
    ("sum", Aggregation::Sum),
    ("mean", Aggregation::Mean),
    ("median", Aggregation::Median),
    ("most", Aggregation::Max),
    ("least", Aggregation::Min),
    ("each", Aggregation::Each),
];

/// A metric with its name in claims. The optimal length is given with the instance or proved by another run of the experiment.
#[derive(Debug)]
struct QuantityColumn {
    name: &'static str,
    metric: &'static str,
    over: QuantityScope,
}

/// The runs that a quantity is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum QuantityScope {
    /// All runs: if a run lacks a value, the quantity is missing. Leaving out stopped runs, which have no length, would bias it.
    All,
    /// The runs that solved their instance.
    Solved,
    /// The runs with a value.
    Known,
}

/// All columns, in alphabetical order.
const COLUMNS: &[QuantityColumn] = &[
    column(AUTOMATON_STATES, "states", QuantityScope::All),
    column(BRANCHING_FACTOR, "branching", QuantityScope::All),
    column("depth-limit", "depth-limit", QuantityScope::All),
    column("disk", "disk", QuantityScope::All),
    column(STRINGS, "strings", QuantityScope::All),
    column(ETA, "eta", QuantityScope::All),
    column("excess", "excess", QuantityScope::All),
    column("expanded", "expanded", QuantityScope::All),
    column("generated", "generated", QuantityScope::All),
    column("generated-of-solved", "generated", QuantityScope::Solved),
    column("h0", "h0", QuantityScope::All),
    column("length", "length", QuantityScope::All),
    column("length-of-solved", "length", QuantityScope::Solved),
    column("length-per-cube", "length per cube", QuantityScope::All),
    column("load", "load", QuantityScope::Known),
    column("lower-bound", "lower bound", QuantityScope::All),
    column("memory-limit", "memory-limit", QuantityScope::All),
    column("move-runs", "move runs", QuantityScope::All),
    column("optimal", "optimal", QuantityScope::All),
    column("optimal-of-solved", "optimal if known", QuantityScope::Solved),
    column("peak-bytes", "memory", QuantityScope::All),
    column("probes", "probes", QuantityScope::Known),
    column("solved", "solved", QuantityScope::All),
    column("states", "states", QuantityScope::All),
    column("suboptimality", "suboptimality", QuantityScope::All),
    column("suboptimality-of-solved", "suboptimality", QuantityScope::Solved),
    column("successors", "successors", QuantityScope::All),
    column(TABLES, "table bytes", QuantityScope::All),
    column("time", "wall time", QuantityScope::All),
];

const fn column(name: &'static str, metric: &'static str, over: QuantityScope) -> QuantityColumn {
    QuantityColumn { name, metric, over }
}

/// The column of the attribute `name`, which is written as a count is. A file has few claims, so columns live as long as the process.
fn attribute(name: &str) -> &'static QuantityColumn {
    Box::leak(Box::new(column(name.to_owned().leak(), "states", QuantityScope::All)))
}

fn plain(value: f64) -> String {
    if value.fract() == 0.0 { number::signed(value, 0) } else { number::signed(value, 1) }
}

fn share(value: f64) -> String {
    format!("{} %", plain((value * 1000.0).round() / 10.0))
}

impl QuantityColumn {
    /// The value of `run`, if the quantity is over it.
    fn value(&self, run: &Run) -> Option<f64> {
        if is_attribute_name(self.name) {
            return run.attribute(self.name);
        }
        let is_in = self.over != QuantityScope::Solved || run.status == Status::Solved;
        metric::named(self.metric).evaluate(run).ok().filter(|_| is_in)
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

/// The value of a quantity, and the number of runs that it is over.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct MeasuredQuantity {
    /// The value.
    pub(crate) value: f64,
    /// The runs with a value; 0 if it is not a property of runs.
    pub(crate) runs: usize,
}

impl Quantity {
    /// The quantity of `runs`, whose searches used `tables`, or the reason why there is none.
    pub(crate) fn measure(self, runs: &[&Run], tables: &[TableInfo]) -> Result<MeasuredQuantity, String> {
        if self.column.name == TABLES {
            return Ok(MeasuredQuantity { value: tables.iter().map(|table| table.bytes as f64).sum(), runs: 0 });
        }
        let mut values: Vec<f64> = runs.iter().filter_map(|run| self.column.value(run)).collect();
        let (found, all) = (values.len(), runs.len());
        if found == 0 || (self.column.over == QuantityScope::All && found < all) {
            return Err(format!("{found} of {all} runs have a {}", self.column.name));
        }
        values.sort_by(f64::total_cmp);
        let sum: f64 = values.iter().sum();
        let value = match self.aggregation {
            // Values of single runs have no aggregate; their sum is shown if one is required.
            Aggregation::Sum | Aggregation::Each => sum,
            Aggregation::Mean => sum / found as f64,
            Aggregation::Median => quantile(&values, 0.5).unwrap_or(sum),
            Aggregation::Max => values[found - 1],
            Aggregation::Min => values[0],
        };
        Ok(MeasuredQuantity { value, runs: found })
    }

    /// Whether it is a sum.
    pub(crate) fn is_sum(self) -> bool {
        self.aggregation == Aggregation::Sum
    }

    /// Whether it is the value of each run.
    pub(crate) fn is_each(self) -> bool {
        self.aggregation == Aggregation::Each
    }

    /// Whether it is the quality of a heuristic.
    #[must_use]
    pub fn is_eta(self) -> bool {
        self.column.name == ETA
    }

    /// Whether it is the length of solutions or a bound on it, which does not depend on how shortest solutions are found.
    #[must_use]
    pub fn is_length(self) -> bool {
        matches!(self.column.name, "length" | "lower-bound")
    }

    /// The property of an automaton that prunes paths, if it is one.
    pub(crate) fn of_automaton(self) -> Option<AutomatonProperty> {
        match self.column.name {
            STRINGS => Some(AutomatonProperty::Strings),
            AUTOMATON_STATES => Some(AutomatonProperty::States),
            BRANCHING_FACTOR => Some(AutomatonProperty::BranchingFactor),
            _ => None,
        }
    }

    /// Whether it is a property of an automaton that prunes paths.
    #[must_use]
    pub fn is_of_automaton(self) -> bool {
        self.of_automaton().is_some()
    }

    /// The attribute that it measures, if it is one.
    #[must_use]
    pub fn attribute(self) -> Option<&'static str> {
        Some(self.column.name).filter(|name| is_attribute_name(name))
    }

    /// Whether it is a mean.
    pub(crate) fn is_mean(self) -> bool {
        self.aggregation == Aggregation::Mean
    }

    /// The value of one run, if it has one.
    pub(crate) fn of_run(self, run: &Run) -> Option<f64> {
        self.column.value(run)
    }

    /// The format of a value.
    pub(crate) fn show(self, value: f64) -> String {
        match self.aggregation {
            // Means of lengths and heuristic values have three decimal places, means of nodes none.
            Aggregation::Mean if value.fract() != 0.0 && self.column.is_plain() => {
                number::signed(value, if value < 1000.0 { 3 } else { 0 })
            }
            // A sum of flags is a count.
            Aggregation::Sum if metric::named(self.column.metric).unit == "share" => plain(value),
            _ => self.column.show()(value),
        }
    }
}

impl TryFrom<String> for Quantity {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let (aggregation, column) = text.split_once(' ').unwrap_or((&text, ""));
        let aggregations = || AGGREGATIONS.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
        let columns = || COLUMNS.iter().map(|column| column.name).collect::<Vec<_>>().join(", ");
        let (_, aggregation) = AGGREGATIONS
            .iter()
            .find(|(name, _)| *name == aggregation)
            .ok_or_else(|| format!("quantity '{text}' does not begin with one of {}", aggregations()))?;
        let column = match COLUMNS.iter().find(|known| known.name == column) {
            Some(known) => known,
            None if is_attribute_name(column) => attribute(column),
            None => return Err(format!("quantity '{text}' does not end with one of {}", columns())),
        };
        Ok(Self { aggregation: *aggregation, column })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_attribute_is_a_quantity() {
        let quantity = Quantity::try_from("mean x_depth".to_owned()).unwrap();
        assert_eq!(quantity.attribute(), Some("x_depth"));
        let runs = [4, 5].map(|depth| Run { attributes: format!("x_depth={depth}"), ..Run::default() });
        assert_eq!(quantity.measure(&[&runs[0], &runs[1]], &[]), Ok(MeasuredQuantity { value: 4.5, runs: 2 }));
        assert!(quantity.measure(&[&runs[0], &Run::default()], &[]).unwrap_err().contains("1 of 2 runs"));
    }

    #[test]
    fn every_column_is_a_metric() {
        for column in COLUMNS {
            assert!(!metric::named(column.metric).name.is_empty(), "{}", column.name);
        }
    }
}
