//! The options common to all charts, and the instance set in their titles.

use crate::canvas::Canvas;
use crate::number;

/// The canvas of a chart, and the requested title.
#[derive(Clone, Debug)]
pub struct ChartOptions {
    /// The canvas.
    pub canvas: Canvas,
    /// The title, instead of the one that names the set and n.
    pub title: Option<String>,
}

/// The instance set of a chart, in numbers.
#[derive(Clone, Debug)]
pub struct SetSummary {
    /// Its name.
    pub name: String,
    /// The number of instances.
    pub instances: usize,
    /// The number of runs.
    pub runs: usize,
    /// The number of runs that solved their instance.
    pub solved: usize,
    /// Whether solutions have costs of a model, instead of one per move.
    pub has_costs: bool,
}

impl ChartOptions {
    /// The options of charts in a report.
    pub const REPORT: Self = Self { canvas: Canvas::REPORT, title: None };

    /// The requested title, or else `title` with the set and its number of instances.
    pub(crate) fn title(&self, title: &str, subject: &SetSummary) -> String {
        let n = number::grouped(subject.instances as u64);
        // No-break spaces keep `n = 100 instances` in one line.
        let default = || format!("{title}: {}, n\u{a0}=\u{a0}{n}\u{a0}instances", subject.name);
        self.title.clone().unwrap_or_else(default)
    }
}

impl SetSummary {
    /// The unit of solutions, thresholds and heuristic values.
    pub(crate) fn unit(&self) -> &'static str {
        if self.has_costs { "cost" } else { "moves" }
    }

    /// The measure of a solution.
    pub(crate) fn solution(&self) -> &'static str {
        if self.has_costs { "cost" } else { "length" }
    }

    /// The optimum of an instance.
    pub(crate) fn optimum(&self) -> &'static str {
        if self.has_costs { "least cost" } else { "optimal length" }
    }

    /// The title of an axis of optima.
    pub(crate) fn optimum_axis(&self) -> &'static str {
        if self.has_costs { "least cost" } else { "optimal length (moves)" }
    }

    /// A sentence on the number of solved runs, followed by `remark`.
    pub(crate) fn with_solved(&self, remark: &str) -> String {
        let [solved, runs] = [self.solved, self.runs].map(|count| number::grouped(count as u64));
        format!("{solved} of {runs} runs solved. {remark}")
    }
}
