//! How two runs of one name differ.

use tilebench_record::Status;

use super::folder::Run;

/// A run that was solved and is stopped by a limit of time is lost if it now took this many times as long; if less, the
/// session may have made the difference.
const FAR: f64 = 2.0;

/// A kind of difference between two runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum What {
    /// It was solved, and is not.
    Lost,
    /// It ends otherwise, solved neither before nor after.
    Status,
    /// It has another length.
    Length,
    /// It proves less of its length.
    Proof,
    /// It generates another number of nodes.
    Generated,
    /// It expands another number of nodes.
    Expanded,
    /// It was not solved, and is.
    Won,
    /// It proves more of its length.
    Proved,
}

impl What {
    /// Every one, the worst first.
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

    /// Its place in [`What::ALL`].
    pub(crate) fn place(self) -> usize {
        Self::ALL.iter().position(|&other| other == self).expect("all are listed")
    }

    /// Whether it makes the comparison a regression: the counts of a search must not change, even if smaller ones would be
    /// better.
    pub(crate) fn is_regression(self) -> bool {
        !matches!(self, Self::Won | Self::Proved)
    }
}

/// The result of comparing a run.
#[derive(Debug, PartialEq)]
pub(crate) enum Compared {
    /// A limit of time or memory, or the user, ended one of the two, at a node that depends on chance.
    Stopped,
    /// Nothing differs.
    Same,
    /// The differences, before and after.
    Differ(Vec<(What, String, String)>),
}

/// Compares the run `old` with the run `new` of the same name.
pub(crate) fn of(old: &Run, new: &Run) -> Compared {
    let statuses = || (old.status.to_string(), new.status.to_string());
    let status = |what| {
        let (before, after) = statuses();
        Compared::Differ(vec![(what, before, after)])
    };
    if old.is_solved() && new.status == Status::TimeLimit && new.wall_s < FAR * old.wall_s {
        return Compared::Stopped;
    }
    if old.is_solved() && !new.is_solved() && new.status != Status::Cancelled {
        return status(What::Lost);
    }
    if new.status.is_unexplained() && !old.status.is_unexplained() {
        return status(What::Status);
    }
    if new.is_solved() && !old.is_solved() {
        return status(What::Won);
    }
    // A run that stopped at a node limit would continue under a different limit.
    let is_bounded = |run: &Run| matches!(run.status, Status::NodeLimit | Status::DepthLimit);
    let other_limits = old.counted_limits != new.counted_limits && (is_bounded(old) || is_bounded(new));
    if !old.is_determined() || !new.is_determined() || other_limits {
        return Compared::Stopped;
    }
    if old.status != new.status {
        return status(What::Status);
    }
    let text = |value: Option<u64>| value.map_or_else(|| "none".to_owned(), |value| value.to_string());
    let mut found = Vec::new();
    for (what, before, after) in [
        (What::Length, old.length.map(u64::from), new.length.map(u64::from)),
        (What::Generated, old.generated, new.generated),
        (What::Expanded, old.expanded, new.expanded),
    ] {
        if before != after {
            found.push((what, text(before), text(after)));
        }
    }
    if old.proof != new.proof {
        // Proofs are ordered, the strongest first.
        let what = if new.proof > old.proof { What::Proof } else { What::Proved };
        found.push((what, old.proof.to_string(), new.proof.to_string()));
    }
    if found.is_empty() { Compared::Same } else { Compared::Differ(found) }
}
