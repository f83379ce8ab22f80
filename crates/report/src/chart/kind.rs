//! A kind of chart: the data that it is drawn from, the function that draws it, and its charts in a report.

use tilebench_plot::{ChartData, ChartOptions, Drawing, Figure};

use crate::experiment::{ExperimentData, SetRuns};

/// A kind of chart.
#[derive(Debug)]
pub(crate) struct ChartKind {
    /// The name for `tilebench plot`.
    pub(crate) name: &'static str,
    /// A description of the chart; for a kind that is not drawn from columns, the runs that it requires.
    pub(crate) about: &'static str,
    /// The data that it is drawn from, and the function that draws it.
    pub(crate) data: DataSource,
    /// The charts of this kind in a report.
    pub(crate) in_report: &'static [ReportChart],
}

/// The data and the function that a kind of chart is drawn with.
#[derive(Debug)]
pub(crate) enum DataSource {
    /// Columns and groups, which `tilebench plot` lets the user choose.
    Columns(ColumnChart),
    /// The runs of an instance set.
    Set(fn(&SetRuns, &ChartOptions) -> Option<Drawing>),
    /// The runs of all instance sets; only drawn in reports.
    AllSets(fn(&ExperimentData, &ChartOptions) -> Option<Drawing>),
}

/// The columns and groups of a kind of chart.
#[derive(Debug)]
pub(crate) struct ColumnChart {
    /// The default column of the horizontal axis; none if the kind has no such column.
    pub(crate) x: Option<&'static str>,
    /// The default column of the vertical axis; none if the kind has no such column.
    pub(crate) y: Option<&'static str>,
    /// The default column by which runs are grouped, if any.
    pub(crate) group: Option<&'static str>,
    /// Whether it compares two groups.
    pub(crate) is_pair: bool,
    /// Whether it compares the groups with one of them.
    pub(crate) has_baseline: bool,
    /// Draws the chart; the error is the reason why it cannot be drawn.
    pub(crate) draw: fn(&ChartData) -> Result<Figure, String>,
}

/// A chart of a report, one per instance set.
#[derive(Debug)]
pub(crate) struct ReportChart {
    /// The name in file names.
    pub(crate) name: &'static str,
    /// The title on the page.
    pub(crate) title: &'static str,
    /// The requirement that is not met if the chart is absent; empty if its absence needs no explanation.
    pub(crate) absence_reason: &'static str,
    /// The section of the page that contains it.
    pub(crate) section: ChartSection,
    /// The position in the section.
    pub(crate) place: u8,
    /// The column of the horizontal axis, if it is not the default of the kind.
    pub(crate) x: Option<&'static str>,
    /// The column of the vertical axis, if it is not the default of the kind.
    pub(crate) y: Option<&'static str>,
    /// Whether the chart is drawn for this data.
    pub(crate) applies: fn(&ChartData) -> bool,
    /// Whether the script of the page draws it, too.
    pub(crate) is_live: bool,
}

/// A section of the charts of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ChartSection {
    /// Charts of special experiments; elsewhere they are neither drawn nor mentioned.
    Special,
    /// Charts of the runs.
    Runs,
    /// Charts of the heuristics.
    Heuristics,
}

impl ChartKind {
    /// The title of the chart in a report.
    pub(crate) fn title(&self) -> &'static str {
        self.in_report.first().map_or("", |chart| chart.title)
    }

    /// Whether `tilebench plot` offers the kind.
    pub(crate) fn is_offered(&self) -> bool {
        !matches!(self.data, DataSource::AllSets(_))
    }
}
