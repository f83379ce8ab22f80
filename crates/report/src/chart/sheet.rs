//! What a chart of an instance set is drawn on: the paper, and the title.

use crate::chart::paper::Paper;
use crate::experiment::InstanceSet;
use crate::number;

/// The paper of a chart, and the title that was asked for.
#[derive(Clone, Debug)]
pub(crate) struct Sheet {
    /// The paper.
    pub(crate) paper: Paper,
    /// The title, in the place of the one that tells the set and n.
    pub(crate) title: Option<String>,
}

impl Sheet {
    /// That of a report.
    pub(crate) const REPORT: Self = Self { paper: Paper::REPORT, title: None };

    /// The title that was asked for, else `title` with the set and how many instances it has.
    pub(crate) fn title(&self, title: &str, set: &InstanceSet) -> String {
        let n = number::whole(set.instances() as u64);
        // The spaces keep `n = 100 instances` in one line.
        let made = || format!("{title}: {}, n\u{a0}=\u{a0}{n}\u{a0}instances", set.name);
        self.title.clone().unwrap_or_else(made)
    }
}

/// How many runs of `set` solved their instance, and a remark.
pub(crate) fn with_solved(set: &InstanceSet, remark: &str) -> String {
    let [solved, runs] = [set.solved(), set.runs()].map(|count| number::whole(count as u64));
    format!("{solved} of {runs} runs solved. {remark}")
}
