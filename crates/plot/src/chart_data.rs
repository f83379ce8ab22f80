//! What a chart of runs is drawn from: groups of runs, each run with the values of one or two variables.

use std::collections::BTreeSet;

use crate::number;
use crate::options::ChartOptions;
use crate::theme::Style;
use crate::variable::Variable;

/// A run.
#[derive(Clone, Copy, Debug)]
pub struct SampleRun {
    /// The place of its instance among all of the sample.
    pub instance: usize,
    /// Whether it tried its instance: it was neither cancelled nor refused beforehand.
    pub is_attempt: bool,
    /// Whether it solved its instance; else it was stopped, or ended otherwise without an answer.
    pub solved: bool,
    /// The values of the two variables.
    pub values: [Option<f64>; 2],
    /// The limits on them.
    pub limits: [Option<f64>; 2],
    /// Whether its counts are lost.
    pub lost: bool,
}

/// Runs that a chart draws alike.
#[derive(Debug)]
pub struct RunGroup {
    /// The name of the group.
    pub name: String,
    /// How they are drawn.
    pub style: Style,
    /// The runs.
    pub runs: Vec<SampleRun>,
    /// The guarantee of those that solved, if any did.
    pub guarantee: Option<GuaranteeClass>,
    /// The runs that a filter on outcomes leaves out: they count in n as not solved, and are not drawn.
    pub filtered_out: Vec<SampleRun>,
    /// Whether they prove optimality by a heuristic.
    pub is_informed: bool,
}

/// The guarantee of the solutions of a group: only groups with the same guarantee are ranked against each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct GuaranteeClass {
    /// Its place among all guarantees, from 0 for the strongest.
    pub place: usize,
    /// Its name.
    pub name: &'static str,
}

/// Which groups are compared on the instances that all of them solved.
#[derive(Clone, Copy, Debug)]
pub struct CommonCoverage {
    /// The share of the instances, in percent, that a group should have solved.
    pub percent: usize,
    /// How many instances a group must have solved.
    pub min_solved: usize,
    /// Fewer common instances than this are no chart.
    pub min_instances: usize,
}

/// The data of a chart.
#[derive(Debug)]
pub struct ChartData {
    /// The instance sets.
    pub sets: String,
    /// The two variables, of which a kind of chart may need one.
    pub variables: [Option<Variable>; 2],
    /// The groups.
    pub groups: Vec<RunGroup>,
    /// How many instances there are.
    pub instances: usize,
    /// Which groups are compared on common instances.
    pub coverage: CommonCoverage,
    /// The paper, and a title that was asked for.
    pub options: ChartOptions,
    /// The groups to be compared, if that was asked for.
    pub pair: Option<[usize; 2]>,
}

impl RunGroup {
    /// How many runs there are, shown or not.
    pub(crate) fn n(&self) -> usize {
        self.runs.len() + self.filtered_out.len()
    }

    /// How many of them solved their instance, of those that are shown.
    pub(crate) fn solved(&self) -> usize {
        self.runs.iter().filter(|datum| datum.solved).count()
    }

    /// The same as `44/100`.
    pub(crate) fn solved_of_all(&self) -> String {
        let [solved, all] = [self.solved(), self.n()].map(|count| number::whole(count as u64));
        format!("{solved}/{all}")
    }
}

impl ChartData {
    /// The variable that is drawn, which the kind of chart takes.
    pub(crate) fn variable(&self, place: usize) -> Result<&Variable, String> {
        self.variables[place].as_ref().ok_or_else(|| "it takes a column".to_owned())
    }

    /// The title: the requested one, or else `title`, the sets, and the number of items drawn.
    pub(crate) fn title(&self, title: &str, n: usize, what: &str) -> String {
        let n = number::whole(n as u64);
        // The spaces keep `n = 100 instances` in one line.
        let made = || format!("{}: {}, n\u{a0}=\u{a0}{n}\u{a0}{what}", capital(title), self.sets);
        self.options.title.clone().unwrap_or_else(made)
    }

    /// The guarantees of the groups, each once, from the strongest.
    pub(crate) fn guarantees(&self) -> BTreeSet<GuaranteeClass> {
        self.groups.iter().filter_map(|group| group.guarantee).collect()
    }

    /// All runs that are shown.
    pub fn runs(&self) -> impl Iterator<Item = &SampleRun> {
        self.groups.iter().flat_map(|group| &group.runs)
    }

    /// How many runs there are, shown or not.
    pub(crate) fn n(&self) -> usize {
        self.groups.iter().map(RunGroup::n).sum()
    }

    /// How many runs solved their instance, as a sentence.
    pub(crate) fn solved_of_all(&self) -> String {
        let solved: usize = self.groups.iter().map(RunGroup::solved).sum();
        let [solved, all] = [solved, self.n()].map(|count| number::whole(count as u64));
        let is_conditional = self.groups.iter().any(|group| !group.filtered_out.is_empty());
        let condition = if is_conditional { " and meet the condition on outcomes" } else { "" };
        format!("{solved} of {all} runs solved{condition}.")
    }
}

/// `text` with a capital at its beginning, unless it is a name such as h0.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) if !text[first.len_utf8()..].starts_with(|next: char| next.is_ascii_digit()) => {
            first.to_uppercase().chain(letters).collect()
        }
        _ => text.to_owned(),
    }
}
