//! How two runs of one name differ.

use tilebench_record::Status;

use super::folder::HistoryRun;

/// A solved run that a limit of time now stops is lost if it took at least this many times as long. If it took less, the
/// session can be the cause.
const MAX_TIME_RATIO: f64 = 2.0;

/// A kind of difference between two runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DifferenceKind {
    /// It was solved before and is not solved now.
    Lost,
    /// It has another status, and was solved neither before nor after.
    Status,
    /// It has another length.
    Length,
    /// It proves less about its length.
    Proof,
    /// It generates another number of nodes.
    Generated,
    /// It expands another number of nodes.
    Expanded,
    /// It was not solved and is solved now.
    Won,
    /// It proves more about its length.
    Proved,
}

impl DifferenceKind {
    /// All kinds, the worst first.
    pub(crate) const ALL: [Self; 8] =
        [Self::Lost, Self::Status, Self::Length, Self::Proof, Self::Generated, Self::Expanded, Self::Won, Self::Proved];

    /// The name in tables.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Lost => "solved lost",
            Self::Status => "status",
            Self::Length => "length",
            Self::Proof => "proof lost",
            Self::Generated => "generated",
            Self::Expanded => "expanded",
            Self::Won => "solved won",
            Self::Proved => "proof won",
        }
    }

    /// Its index in [`DifferenceKind::ALL`].
    pub(crate) fn index(self) -> usize {
        Self::ALL.iter().position(|&other| other == self).expect("all are listed")
    }

    /// Whether it is a regression: the counts of a search must not change, even if smaller ones would be better.
    pub(crate) fn is_regression(self) -> bool {
        !matches!(self, Self::Won | Self::Proved)
    }
}

/// The result of comparing a run.
#[derive(Debug, PartialEq)]
pub(crate) enum RunComparison {
    /// A limit of time or memory, or the user, stopped one of the two at a node that depends on chance.
    Stopped,
    /// The runs are equal.
    Same,
    /// The differences, before and after.
    Differ(Vec<(DifferenceKind, String, String)>),
}

/// Compares the run `old` with the run `new` of the same name.
pub(crate) fn compare(old: &HistoryRun, new: &HistoryRun) -> RunComparison {
    let statuses = || (old.status.to_string(), new.status.to_string());
    let status = |kind| {
        let (before, after) = statuses();
        RunComparison::Differ(vec![(kind, before, after)])
    };
    if old.is_solved() && new.status == Status::TimeLimit && new.wall_s < MAX_TIME_RATIO * old.wall_s {
        return RunComparison::Stopped;
    }
    if old.is_solved() && !new.is_solved() && new.status != Status::Cancelled {
        return status(DifferenceKind::Lost);
    }
    if new.status.is_unexplained() && !old.status.is_unexplained() {
        return status(DifferenceKind::Status);
    }
    if new.is_solved() && !old.is_solved() {
        return status(DifferenceKind::Won);
    }
    // A run that stopped at a node limit would continue under a different limit.
    let is_bounded = |run: &HistoryRun| matches!(run.status, Status::NodeLimit | Status::DepthLimit);
    let other_limits = old.counted_limits != new.counted_limits && (is_bounded(old) || is_bounded(new));
    if !old.is_determined() || !new.is_determined() || other_limits {
        return RunComparison::Stopped;
    }
    if old.status != new.status {
        return status(DifferenceKind::Status);
    }
    let text = |value: Option<u64>| value.map_or_else(|| "none".to_owned(), |value| value.to_string());
    let mut found = Vec::new();
    for (kind, before, after) in [
        (DifferenceKind::Length, old.length.map(u64::from), new.length.map(u64::from)),
        (DifferenceKind::Generated, old.generated, new.generated),
        (DifferenceKind::Expanded, old.expanded, new.expanded),
    ] {
        if before != after {
            found.push((kind, text(before), text(after)));
        }
    }
    if old.proof != new.proof {
        // Proofs are ordered, the strongest first.
        let kind = if new.proof > old.proof { DifferenceKind::Proof } else { DifferenceKind::Proved };
        found.push((kind, old.proof.to_string(), new.proof.to_string()));
    }
    if found.is_empty() { RunComparison::Same } else { RunComparison::Differ(found) }
}
