//! What is measured of runs: a way to gather, and a column.

use serde::Deserialize;
use tilebench_record::{Run, Status, Table};

use crate::frame::suboptimality;
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

/// The column that is no run's.
const TABLES: &str = "table-bytes";

/// How the values of several runs become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Gather {
    Sum,
    Mean,
    Median,
    Most,
    Least,
    /// Not gathered at all: one an instance.
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

/// A value of a run. The shortest length is the instance's, or what another run of the experiment proves.
#[derive(Debug)]
struct Column {
    name: &'static str,
    /// The value, where the run has one.
    value: fn(&Run) -> Option<f64>,
    /// Whether a run without a value spoils the figure: one that was stopped has no length, and leaving
    /// it out would flatter. What only needs both runs of a pair says so itself.
    of_all: bool,
    show: fn(f64) -> String,
}

/// Every column, in alphabetical order.
const COLUMNS: &[Column] = &[
    Column {
        name: "depth-limit",
        value: |run| Some(flag(run.status == Status::DepthLimit)),
        of_all: true,
        show: share,
    },
    Column { name: "disk", value: |run| count(run.peak_disk), of_all: true, show: number::mean_bytes },
    Column { name: "excess", value: excess, of_all: true, show: plain },
    Column { name: "expanded", value: |run| count(run.expanded), of_all: true, show: plain },
    Column { name: "generated", value: |run| count(run.generated), of_all: true, show: plain },
    Column { name: "generated-of-solved", value: |run| solved(run, count(run.generated)), of_all: false, show: plain },
    Column { name: "h0", value: |run| run.h0.map(f64::from), of_all: true, show: plain },
    Column { name: "length", value: length, of_all: true, show: plain },
    Column { name: "length-of-solved", value: length, of_all: false, show: plain },
    Column { name: "length-per-cube", value: per_cube, of_all: true, show: three },
    Column { name: "load", value: load, of_all: false, show: three },
    Column {
        name: "memory-limit",
        value: |run| Some(flag(run.status == Status::MemoryLimit)),
        of_all: true,
        show: share,
    },
    Column { name: "move-runs", value: |run| run.move_runs.map(f64::from), of_all: true, show: plain },
    Column {
        name: "optimal",
        value: |run| Some(flag(run.length.is_some() && run.length == run.optimal)),
        of_all: true,
        show: share,
    },
    Column { name: "optimal-of-solved", value: optimal_of_solved, of_all: false, show: share },
    Column { name: "peak-bytes", value: |run| count(run.peak_bytes), of_all: true, show: number::mean_bytes },
    Column { name: "probes", value: probes, of_all: false, show: three },
    Column { name: "solved", value: |run| Some(flag(run.status == Status::Solved)), of_all: true, show: share },
    // Of an enumeration: no run has them.
    Column { name: "states", value: |_| None, of_all: true, show: plain },
    Column {
        name: "suboptimality",
        value: |run| suboptimality(run.length, run.optimal).filter(|_| run.status == Status::Solved),
        of_all: true,
        show: three,
    },
    Column {
        name: "suboptimality-of-solved",
        value: |run| suboptimality(run.length, run.optimal).filter(|_| run.status == Status::Solved),
        of_all: false,
        show: three,
    },
    // As generated, without the start, which some count and some do not.
    Column { name: "successors", value: |run| Some(count(run.generated)? - 1.0), of_all: true, show: plain },
    Column { name: TABLES, value: |_| None, of_all: true, show: number::mean_bytes },
    Column { name: "time", value: |run| Some(run.wall_s), of_all: true, show: number::seconds },
];

/// 1 for what is so, 0 for what is not.
fn flag(is: bool) -> f64 {
    f64::from(u8::from(is))
}

fn solved(run: &Run, value: Option<f64>) -> Option<f64> {
    value.filter(|_| run.status == Status::Solved)
}

fn count(count: Option<u64>) -> Option<f64> {
    count.map(|count| count as f64)
}

fn length(run: &Run) -> Option<f64> {
    run.length.map(f64::from)
}

fn excess(run: &Run) -> Option<f64> {
    Some(length(run)? - f64::from(run.optimal?))
}

fn optimal_of_solved(run: &Run) -> Option<f64> {
    Some(flag(run.length? == run.optimal?))
}

/// The length over the cube of the side of a square of as many cells.
fn per_cube(run: &Run) -> Option<f64> {
    Some(length(run)? / (f64::from(run.rows) * f64::from(run.cols)).powf(1.5))
}

/// How full the table of states was in the end, where that was measured.
fn load(run: &Run) -> Option<f64> {
    Some(run.table_states? as f64 / run.table_slots? as f64)
}

/// How many slots it takes to find a state, where that was measured.
fn probes(run: &Run) -> Option<f64> {
    Some(run.table_probes? as f64 / run.table_states? as f64)
}

fn plain(value: f64) -> String {
    if value.fract() == 0.0 { number::signed(value, 0) } else { number::signed(value, 1) }
}

fn three(value: f64) -> String {
    number::signed(value, 3)
}

fn share(value: f64) -> String {
    format!("{} %", plain((value * 1000.0).round() / 10.0))
}

impl Quantity {
    /// The figure of `runs` whose searches looked up `tables`, or in words why there is none.
    pub(crate) fn measure(self, runs: &[&Run], tables: &[Table]) -> Result<f64, String> {
        if self.column.name == TABLES {
            return Ok(tables.iter().map(|table| table.bytes as f64).sum());
        }
        let mut values: Vec<f64> = runs.iter().filter_map(|run| (self.column.value)(run)).collect();
        let (found, all) = (values.len(), runs.len());
        if found == 0 || (self.column.of_all && found < all) {
            return Err(format!("{found} of {all} runs have a {}", self.column.name));
        }
        values.sort_by(f64::total_cmp);
        let sum: f64 = values.iter().sum();
        Ok(match self.gather {
            // Each of several has no figure together; their sum is shown where one is asked for.
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

    /// The value of one run, where it has one.
    pub(crate) fn of_run(self, run: &Run) -> Option<f64> {
        (self.column.value)(run)
    }

    /// The figure as people read it.
    pub(crate) fn show(self, value: f64) -> String {
        match self.gather {
            // Means of lengths and estimates are printed to three digits, and those of nodes to none.
            Gather::Mean if value.fract() != 0.0 && (self.column.show)(0.25) == plain(0.25) => {
                number::signed(value, if value < 1000.0 { 3 } else { 0 })
            }
            // A sum of flags is a count.
            Gather::Sum if (self.column.show)(1.0) == share(1.0) => plain(value),
            _ => (self.column.show)(value),
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
