//! `tilebench plot`: a chart of any kind and any columns, of the runs that a filter selects.
//!
//! Runs are read, filtered, and then treated as in a report: the last row of a run counts, repeats are folded, and times are
//! medians over them. Every instance set has its own chart, unless all are pooled. Nothing is written if no chart can be
//! drawn. The same request gives the same bytes.

mod every;
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
use crate::export::chart_file::ChartFormat;

/// The request of a chart.
#[derive(Clone, Debug, Default)]
pub struct PlotRequest {
    /// The kind: see [`plot_kinds`]; `all` for every chart of the report.
    pub kind: String,
    /// The column of the horizontal axis: see [`plot_columns`].
    pub x: Option<String>,
    /// The column of the vertical axis.
    pub y: Option<String>,
    /// The columns that runs are grouped by, separated by commas; `none` for a single group.
    pub group: Option<String>,
    /// A filter on runs. Conditions on outcomes do not change n: runs that they exclude count as not solved.
    pub filter: Option<String>,
    /// The instance set; by default, every set has a chart.
    pub set: Option<String>,
    /// Whether all instance sets are drawn in one chart.
    pub pool: bool,
    /// Which groups are compared on commonly solved instances.
    pub compare_on: CompareOn,
    /// The two groups to compare in a chart of pairs.
    pub between: Option<[String; 2]>,
    /// The group that the others are compared with; by default the one that solved the most instances.
    pub baseline: Option<String>,
    /// The file, whose extension is replaced; by default, a name in `charts/` is derived from the request. The folder of the
    /// files for `all`, by default `figures/`.
    pub out: Option<PathBuf>,
    /// The formats; if there are none, that of the extension of `out`, otherwise SVG and PNG; PDF and CSV for `all`.
    pub formats: Vec<ChartFormat>,
    /// Whether the title and the caption are left to the text around the chart.
    pub without_caption: bool,
    /// The width of the chart in points; by default, as in a report.
    pub width: Option<f64>,
    /// The title.
    pub title: Option<String>,
}

/// The charts that [`plot()`] wrote.
#[derive(Clone, Debug)]
pub struct PlotResult {
    /// The charts.
    pub charts: Vec<WrittenChart>,
    /// Sentences on everything that no chart shows.
    pub left_out: Vec<String>,
}

/// A chart that was written.
#[derive(Clone, Debug)]
pub struct WrittenChart {
    /// The files.
    pub files: Vec<PathBuf>,
    /// The title and the caption that were left out of the drawing, if they were requested to be.
    pub caption: Option<[String; 2]>,
    /// The number of items shown, with their sets.
    pub shown: String,
    /// Sentences on everything that it leaves out.
    pub left_out: Vec<String>,
}
