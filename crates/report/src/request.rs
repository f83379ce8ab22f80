//! One chart of any kind, of any columns, of the runs that a filter leaves: `tilebench plot`.
//!
//! Runs are read, filtered, and then treated as in a report: of a run that was run again the last row counts,
//! repeats are folded, and times are medians over them. Every instance set has its own chart, unless it is asked to draw
//! all in one. Nothing is written unless a chart can be drawn, and the same request gives the same bytes.

mod file_name;
mod listing;
mod plot;
mod resolved;
mod runs;
mod selection;
mod set_charts;
mod write;

use std::path::PathBuf;

pub use self::listing::{plot_columns, plot_kinds};
pub use self::plot::plot;
use crate::compare_on::CompareOn;

/// A chart to be drawn.
#[derive(Clone, Debug, Default)]
pub struct PlotRequest {
    /// The kind: see [`plot_kinds`].
    pub kind: String,
    /// The column across: see [`plot_columns`].
    pub x: Option<String>,
    /// The column up.
    pub y: Option<String>,
    /// The columns that runs are grouped by, with commas between; `none` for one group.
    pub group: Option<String>,
    /// Which runs: all that it holds for. Conditions on outcomes do not change n: runs that they leave out count as not
    /// solved.
    pub filter: Option<String>,
    /// The instance set; else every one has a chart.
    pub set: Option<String>,
    /// Whether all instance sets are drawn in one chart.
    pub pool: bool,
    /// Which groups are compared on the instances that they solved in common.
    pub compare_on: CompareOn,
    /// The two groups that a chart of pairs compares.
    pub between: Option<[String; 2]>,
    /// The file, of which the ending is replaced; else a name is made in `charts/`.
    pub out: Option<PathBuf>,
    /// How wide the chart is, in points; else as wide as in a report.
    pub width: Option<f64>,
    /// The title.
    pub title: Option<String>,
}

/// The charts that [`plot()`] wrote.
#[derive(Clone, Debug)]
pub struct PlotResult {
    /// The charts.
    pub charts: Vec<WrittenChart>,
    /// A sentence for everything that no chart shows.
    pub left_out: Vec<String>,
}

/// A chart that was written.
#[derive(Clone, Debug)]
pub struct WrittenChart {
    /// The files.
    pub files: Vec<PathBuf>,
    /// The number of items shown, and of which sets.
    pub shown: String,
    /// A sentence for everything that it leaves out.
    pub left_out: Vec<String>,
}
