//! The order in which runs ended, with their times relative to their configurations: whether times drift during an experiment.
//!
//! The time per node of a configuration varies little over instances, so that its ratio to the median shows the conditions of
//! the moment. Runs of less than a millisecond are left out: the resolution of the clock and the first access of memory decide
//! their times.

use tilebench_record::Manifest;

use crate::run::ReportRun;
use crate::stats;

/// The maximum number of runs of a folder, so that a report of a million runs does not need more memory.
pub(crate) const MAX_RUNS: usize = 200_000;

/// The minimum time of a run.
const MIN_SECONDS: f64 = 1e-3;

/// The timed runs of a set, and the sessions that executed them.
#[derive(Debug, Default)]
pub(crate) struct RunOrder {
    /// The runs by configuration.
    pub(crate) runs: Vec<OrderedRun>,
    /// The sessions, if the manifest states the rows at which they began.
    pub(crate) sessions: Vec<SessionRows>,
}

/// A run: its position, and its time relative to its configuration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct OrderedRun {
    /// The index of its row.
    pub(crate) row: u32,
    /// The index of its configuration in the experiment.
    pub(crate) configuration: usize,
    /// Its time per node over the median of its configuration.
    pub(crate) ratio: f32,
}

/// A session: its first row, and the speed of the fixed loop at its start and its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SessionRows {
    /// The number of rows when it began.
    pub(crate) first_row: u32,
    /// The speeds in steps per second, if both are known.
    pub(crate) speeds: Option<[f64; 2]>,
}

/// The ratios of `runs`, all of the configuration at `index` on one set.
#[expect(clippy::cast_possible_truncation, reason = "seven digits are enough for a chart")]
pub(crate) fn ordered(runs: &[ReportRun], index: usize) -> Vec<OrderedRun> {
    let per_node = |run: &ReportRun| {
        let nodes = run.generated.filter(|nodes| *nodes > 0 && !run.is_outside)?;
        run.time().filter(|seconds| *seconds >= MIN_SECONDS).map(|seconds| seconds / nodes as f64)
    };
    let times: Vec<f64> = runs.iter().filter_map(per_node).collect();
    let Some(median) = stats::median(&times) else { return Vec::new() };
    let ratio = |run: &ReportRun| {
        per_node(run).map(|time| OrderedRun { row: run.row, configuration: index, ratio: (time / median) as f32 })
    };
    runs.iter().filter_map(ratio).collect()
}

/// The sessions of `manifest`; none if one of them does not state its first row.
pub(crate) fn sessions(manifest: Option<&Manifest>) -> Vec<SessionRows> {
    let sessions = manifest.iter().flat_map(|manifest| &manifest.sessions);
    let known: Option<Vec<SessionRows>> = sessions
        .map(|session| {
            let speeds = session.speed_before.zip(session.speed_after).map(|(before, after)| [before, after]);
            Some(SessionRows { first_row: u32::try_from(session.rows?).ok()?, speeds })
        })
        .collect();
    known.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use tilebench_record::Session;

    use super::*;
    use crate::fixture;

    fn run(row: u32, wall_s: f64, generated: Option<u64>) -> ReportRun {
        ReportRun { row, generated, wall_s, ..ReportRun::default() }
    }

    #[test]
    fn a_ratio_is_the_time_per_node_over_the_median_of_the_configuration() {
        let runs = [
            run(4, 1.0, Some(100)),
            run(9, 0.2, Some(10)),
            run(2, 12.0, Some(300)),
            run(3, 1.0, None),
            run(1, 1e-4, Some(1)),
        ];
        let found: Vec<(u32, f32)> = ordered(&runs, 7).iter().map(|run| (run.row, run.ratio)).collect();
        assert_eq!(found, [(4, 0.5), (9, 1.0), (2, 2.0)]);
        assert!(ordered(&runs[3..], 7).is_empty());
    }

    #[test]
    fn sessions_without_rows_are_not_drawn() {
        let session = |rows| Session { rows, speed_before: Some(2.0), speed_after: Some(1.0), ..Session::default() };
        let of = |all: Vec<Session>| sessions(Some(&Manifest { sessions: all, ..fixture::manifest() }));
        let known = of(vec![session(Some(0)), session(Some(30))]);
        assert_eq!(known[1], SessionRows { first_row: 30, speeds: Some([2.0, 1.0]) });
        assert!(of(vec![session(Some(0)), session(None)]).is_empty() && sessions(None).is_empty());
    }
}
