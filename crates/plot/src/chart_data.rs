//! The data of a chart of runs: groups of runs, each run with the values of one or two variables.

use std::collections::BTreeSet;

use crate::number;
use crate::options::ChartOptions;
use crate::theme::Style;
use crate::variable::Variable;

/// A run: its outcome and its values.
#[derive(Clone, Copy, Debug)]
pub struct SampleRun {
    /// The index of its instance among all instances of the data.
    pub instance: usize,
    /// Whether it attempted its instance: it was neither cancelled nor unsupported.
    pub is_attempt: bool,
    /// Whether it solved its instance; otherwise it was stopped or ended without an answer.
    pub solved: bool,
    /// The values of the two variables.
    pub values: [Option<f64>; 2],
    /// The limits on them.
    pub limits: [Option<f64>; 2],
    /// Whether its counts are lost because it was killed.
    pub lost: bool,
}

/// Runs that a chart draws in one style.
#[derive(Debug)]
pub struct RunGroup {
    /// The name of the group.
    pub name: String,
    /// How they are drawn.
    pub style: Style,
    /// Their algorithm; empty if they have several.
    pub algorithm: String,
    /// Their heuristic; empty if they have none or several.
    pub heuristic: String,
    /// The runs.
    pub runs: Vec<SampleRun>,
    /// The guarantee of the solutions; none if it is unknown, since no run is solved.
    pub guarantee: Option<GuaranteeClass>,
    /// The runs that a filter on outcomes excludes: they count in n as not solved, and are not drawn.
    pub filtered_out: Vec<SampleRun>,
    /// Whether they prove optimality by a heuristic.
    pub is_informed: bool,
}

/// The guarantee of the solutions of a group. Only groups with the same guarantee are ranked against each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct GuaranteeClass {
    /// Its index among all guarantees, from 0 for the strongest.
    pub place: usize,
    /// Its name.
    pub name: &'static str,
}

/// The requirements for comparing groups on the instances that all of them solved.
#[derive(Clone, Copy, Debug)]
pub struct CommonCoverage {
    /// The share of the instances, in percent, that a group must have solved.
    pub percent: usize,
    /// The same as a number of instances.
    pub min_solved: usize,
    /// The minimum number of common instances for a chart.
    pub min_instances: usize,
}

/// The data of a chart.
#[derive(Debug)]
pub struct ChartData {
    /// The instance sets.
    pub sets: String,
    /// The variables; some kinds of chart need only one.
    pub variables: [Option<Variable>; 2],
    /// The groups.
    pub groups: Vec<RunGroup>,
    /// The number of instances.
    pub instances: usize,
    /// The requirements for comparing groups on common instances.
    pub coverage: CommonCoverage,
    /// The canvas, and the requested title.
    pub options: ChartOptions,
    /// The groups to be compared, if requested.
    pub pair: Option<[usize; 2]>,
    /// The group that the others are compared with, if requested.
    pub baseline: Option<usize>,
}

impl RunGroup {
    /// The number of runs, shown or not.
    pub(crate) fn n(&self) -> usize {
        self.runs.len() + self.filtered_out.len()
    }

    /// The number of shown runs that solved their instance.
    pub(crate) fn solved(&self) -> usize {
        self.runs.iter().filter(|run| run.solved).count()
    }

    /// The solved runs and all runs, such as `44/100`.
    pub(crate) fn solved_of_all(&self) -> String {
        let [solved, all] = [self.solved(), self.n()].map(|count| number::grouped(count as u64));
        format!("{solved}/{all}")
    }
}

impl ChartData {
    /// The variable at `place`.
    pub(crate) fn variable(&self, place: usize) -> Result<&Variable, String> {
        self.variables[place].as_ref().ok_or_else(|| "it requires a column".to_owned())
    }

    /// The title: the requested one, or else `title`, the sets, and the number of items drawn.
    pub(crate) fn title(&self, title: &str, n: usize, what: &str) -> String {
        let n = number::grouped(n as u64);
        // No-break spaces keep `n = 100 instances` in one line.
        let default = || format!("{}: {}, n\u{a0}=\u{a0}{n}\u{a0}{what}", capital(title), self.sets);
        self.options.title.clone().unwrap_or_else(default)
    }

    /// The guarantees of the groups, each once, from the strongest.
    pub(crate) fn guarantees(&self) -> BTreeSet<GuaranteeClass> {
        self.groups.iter().filter_map(|group| group.guarantee).collect()
    }

    /// The groups with their indices, without those that have solved runs without a value of the first variable on instances on which
    /// another run has one; and a sentence that names these. Such runs would rank last, or their instances would be left out.
    pub(crate) fn counted_groups(&self) -> (Vec<(usize, &RunGroup)>, Option<String>) {
        let valued: BTreeSet<usize> =
            self.runs().filter(|run| run.values[0].is_some()).map(|run| run.instance).collect();
        let is_counted = |run: &SampleRun| !run.solved || run.values[0].is_some() || !valued.contains(&run.instance);
        let (counted, others): (Vec<_>, Vec<_>) =
            self.groups.iter().enumerate().partition(|(_, group)| group.runs.iter().all(is_counted));
        let column = self.variables[0].as_ref().map_or("", |variable| variable.name);
        let others: Vec<&RunGroup> = others.into_iter().map(|(_, group)| group).collect();
        (counted, left_out(&others, &format!("solved runs without a value of {column}")))
    }

    /// Sentences that name `groups` as left out because of `reason`, or because their guarantee is unknown.
    pub(crate) fn left_out_by_guarantee(groups: &[&RunGroup], reason: &str) -> Vec<String> {
        let (known, unknown): (Vec<&RunGroup>, Vec<&RunGroup>) =
            groups.iter().copied().partition(|group| group.guarantee.is_some());
        let reasons = [(known, reason), (unknown, "solved no instance, so that no guarantee is known")];
        reasons.into_iter().filter_map(|(groups, reason)| left_out(&groups, reason)).collect()
    }

    /// All runs that are shown.
    pub fn runs(&self) -> impl Iterator<Item = &SampleRun> {
        self.groups.iter().flat_map(|group| &group.runs)
    }

    /// The number of runs, shown or not.
    pub(crate) fn n(&self) -> usize {
        self.groups.iter().map(RunGroup::n).sum()
    }

    /// A sentence on the number of runs that solved their instance.
    pub(crate) fn solved_of_all(&self) -> String {
        let solved: usize = self.groups.iter().map(RunGroup::solved).sum();
        let [solved, all] = [solved, self.n()].map(|count| number::grouped(count as u64));
        let is_conditional = self.groups.iter().any(|group| !group.filtered_out.is_empty());
        let condition = if is_conditional { " and meet the condition on outcomes" } else { "" };
        format!("{solved} of {all} runs solved{condition}.")
    }
}

/// A sentence that names `groups` as left out because of `reason`, if there are any.
pub(crate) fn left_out(groups: &[&RunGroup], reason: &str) -> Option<String> {
    let names: Vec<&str> = groups.iter().map(|group| group.name.as_str()).collect();
    (!names.is_empty()).then(|| format!("Left out ({reason}): {}.", names.join(", ")))
}

/// `text` with a capital letter at its start, unless it is a name such as h0.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) if !text[first.len_utf8()..].starts_with(|next: char| next.is_ascii_digit()) => {
            first.to_uppercase().chain(letters).collect()
        }
        _ => text.to_owned(),
    }
}
