//! What a chart is drawn on: the paper, and the title.

use crate::canvas::Canvas;
use crate::number;

/// The paper of a chart, and the title that was asked for.
#[derive(Clone, Debug)]
pub struct ChartOptions {
    /// The paper.
    pub canvas: Canvas,
    /// The title, instead of the one that names the set and n.
    pub title: Option<String>,
}

/// The instance set of a chart.
#[derive(Clone, Debug)]
pub struct SetSummary {
    /// Its name.
    pub name: String,
    /// How many instances it has.
    pub instances: usize,
    /// How many runs there are.
    pub runs: usize,
    /// How many of them solved their instance.
    pub solved: usize,
}

impl ChartOptions {
    /// That of a report.
    pub const REPORT: Self = Self { canvas: Canvas::REPORT, title: None };

    /// The title that was asked for, else `title` with the set and how many instances it has.
    pub(crate) fn title(&self, title: &str, subject: &SetSummary) -> String {
        let n = number::whole(subject.instances as u64);
        // The spaces keep `n = 100 instances` in one line.
        let made = || format!("{title}: {}, n\u{a0}=\u{a0}{n}\u{a0}instances", subject.name);
        self.title.clone().unwrap_or_else(made)
    }
}

impl SetSummary {
    /// How many runs solved their instance, and a remark.
    pub(crate) fn with_solved(&self, remark: &str) -> String {
        let [solved, runs] = [self.solved, self.runs].map(|count| number::whole(count as u64));
        format!("{solved} of {runs} runs solved. {remark}")
    }
}
