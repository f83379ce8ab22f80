//! The times of a configuration in two folders: the ratio over the instances that both solved.

use std::collections::BTreeMap;

use super::folder::{HistoryFolder, HistoryRun, InstanceRun};
use super::rules::HistoryRules;
use crate::estimates::IntervalEstimate;
use crate::sessions::{self, TimeVerdict};
use crate::stats::{self, Bootstrap, GeometricMean, Interval, Statistic as _};

/// A ratio of times, after over before.
#[derive(Debug, Default)]
pub(super) struct TimeRatios {
    /// The number of instances.
    pub(super) n: usize,
    /// The instances of both that are left out: not solved in both, or with a time of 0.
    pub(super) left_out: usize,
    /// The geometric mean of the ratios.
    pub(super) ratio: Option<f64>,
    /// Its 95 % interval over instances. It does not cover the variation of sessions and is never shown.
    pub(super) over_instances: Option<Interval>,
    /// The logarithm of the ratio in each pair of neighbouring sessions.
    pub(super) of_pairs: Vec<f64>,
    /// The interval over these pairs.
    pub(super) over_sessions: Option<Interval>,
}

impl TimeRatios {
    /// Compares the runs that are in both; `pairs` are neighbouring sessions of the two folders.
    pub(super) fn new(
        before: &BTreeMap<InstanceRun, HistoryRun>,
        after: &BTreeMap<InstanceRun, HistoryRun>,
        pairs: &[[usize; 2]],
    ) -> Self {
        let all = ratios(before, after, |_, _| true);
        let known: Vec<f64> = all.values().copied().flatten().collect();
        let (n, left_out) = (known.len(), all.len() - known.len());
        let Some(mean) = GeometricMean::new(&known) else { return Self { left_out, ..Self::default() } };
        let draw = Bootstrap::of_values(n);
        let over_instances = (n > 1).then(|| draw.interval(&mean)).flatten();
        let of_pair = |&[first, other]: &[usize; 2]| {
            let is_of_pair =
                |old: &HistoryRun, new: &HistoryRun| old.session == Some(first) && new.session == Some(other);
            sessions::log_mean(ratios(before, after, is_of_pair).into_values().flatten())
        };
        let of_pairs = pairs.iter().filter_map(of_pair).collect();
        Self { n, left_out, ratio: Some(mean.value()), over_instances, of_pairs, over_sessions: None }
    }

    /// Whether the pairs of sessions are enough for an interval.
    pub(super) fn has_pairs(&self) -> bool {
        self.of_pairs.len() >= sessions::MIN_SESSION_PAIRS
    }

    /// Computes the interval over sessions at this confidence level.
    pub(super) fn compute_interval(&mut self, level: f64) {
        self.over_sessions = sessions::ratio(&self.of_pairs, level).interval;
    }

    /// The ratio as tables show it: that of the pairs of sessions, if they have an interval.
    pub(super) fn shown(&self) -> IntervalEstimate {
        match self.over_sessions {
            Some(_) => IntervalEstimate::new(sessions::ratio(&self.of_pairs, 0.95).value, self.over_sessions),
            None => IntervalEstimate::new(self.ratio, None),
        }
    }

    /// The verdict on the times, if there are any; `comparable` states whether the conditions of the folders are.
    pub(super) fn verdict(&self, comparable: bool, rules: &HistoryRules) -> Option<TimeVerdict> {
        self.ratio?;
        let verdict = match (self.over_sessions, rules.single_session_tolerance) {
            _ if !comparable => TimeVerdict::Inconclusive,
            (Some(interval), _) => TimeVerdict::from_interval(Some(interval), rules.tolerance),
            (None, None) => TimeVerdict::Inconclusive,
            (None, Some(tolerance)) => match TimeVerdict::from_interval(self.over_instances, tolerance) {
                // Within the tolerance, one session shows neither a difference nor its absence.
                TimeVerdict::NoDifferenceShown => TimeVerdict::Inconclusive,
                beyond => beyond,
            },
        };
        Some(verdict)
    }
}

/// The ratio of times of each instance with runs in both that are `chosen`: the median over its repeats and seeds that both
/// solved; none if no repeat was solved by both, or if a time is 0.
pub(crate) fn ratios<'a>(
    before: &'a BTreeMap<InstanceRun, HistoryRun>,
    after: &BTreeMap<InstanceRun, HistoryRun>,
    chosen: impl Fn(&HistoryRun, &HistoryRun) -> bool,
) -> BTreeMap<&'a str, Option<f64>> {
    let mut instances: BTreeMap<&str, [Vec<f64>; 2]> = BTreeMap::new();
    for (place, old) in before {
        let Some(new) = after.get(place).filter(|new| chosen(old, new)) else { continue };
        let times = instances.entry(&place.instance).or_default();
        if old.is_solved() && new.is_solved() {
            times[0].push(old.wall_s);
            times[1].push(new.wall_s);
        }
    }
    let ratio = |times: [Vec<f64>; 2]| {
        let [old, new] = [stats::median(&times[0])?, stats::median(&times[1])?];
        (old > 0.0 && new > 0.0).then(|| new / old)
    };
    instances.into_iter().map(|(instance, times)| (instance, ratio(times))).collect()
}

/// The indices of neighbouring sessions in time, one of `first` and one of `other`; no session is used twice.
///
/// Consecutive sessions of one folder share the conditions of their hour. If all sessions of one program precede all of the
/// other, those conditions look like a difference between programs, regardless of the number of sessions. Therefore only
/// neighbours form pairs, and two such folders have one pair.
pub(super) fn neighbours([first, other]: [&HistoryFolder; 2]) -> Vec<[usize; 2]> {
    let mut sessions: Vec<(&str, usize, usize)> = Vec::new();
    for (which, folder) in [first, other].into_iter().enumerate() {
        let began =
            folder.manifest.iter().flat_map(|manifest| &manifest.sessions).map(|session| session.began.as_str());
        sessions.extend(began.enumerate().map(|(place, began)| (began, which, place)));
    }
    sessions.sort_unstable();
    let mut pairs = Vec::new();
    let mut rest = &sessions[..];
    while let [(_, which, place), (_, next, next_place), ..] = rest {
        if which == next {
            rest = &rest[1..];
        } else {
            pairs.push(if *which == 0 { [*place, *next_place] } else { [*next_place, *place] });
            rest = &rest[2..];
        }
    }
    pairs
}
