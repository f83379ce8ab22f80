//! Two groups of runs, instance by instance.

use std::collections::BTreeMap;

use crate::chart_data::{ChartData, RunGroup, SampleRun};

/// The minimum number of shared instances for a default pair.
pub(crate) const MIN_SHARED_INSTANCES: usize = 5;

/// Two groups and the instances that both ran on.
#[derive(Debug)]
pub(crate) struct GroupPair<'a> {
    /// The groups; the first is on the horizontal axis.
    pub(crate) groups: [&'a RunGroup; 2],
    /// Their runs, each pair on the same instance.
    pub(crate) shared: Vec<[SampleRun; 2]>,
}

impl<'a> GroupPair<'a> {
    /// The requested groups. By default, groups that prove optimality with a heuristic are preferred, then the pair that
    /// solved the most instances in common, then the pair that shares the most instances.
    pub(crate) fn from_data(data: &'a ChartData, place: usize) -> Result<Self, String> {
        let searched: Vec<BTreeMap<usize, SampleRun>> =
            data.groups.iter().map(|group| searched(group, place)).collect();
        let pair = |[a, b]: [usize; 2]| {
            let both = searched[a].iter().filter_map(|(at, first)| Some([*first, *searched[b].get(at)?]));
            Self { groups: [&data.groups[a], &data.groups[b]], shared: both.collect() }
        };
        let chosen = data.pair.or_else(|| best_pair(data, &searched));
        let reason = "it requires two configurations that searched five instances in common";
        let chosen = chosen.ok_or_else(|| reason.to_owned())?;
        for group in chosen.map(|at| &data.groups[at]) {
            let mut instances: Vec<usize> = group.runs.iter().map(|run| run.instance).collect();
            instances.sort_unstable();
            if instances.windows(2).any(|two| two[0] == two[1]) {
                return Err(format!(
                    "it requires one run per instance, but '{}' has several: group by solver",
                    group.name
                ));
            }
        }
        let pair = pair(chosen);
        if pair.shared.is_empty() {
            let [first, second] = pair.groups.map(|group| &group.name);
            return Err(format!("'{first}' and '{second}' searched no instance in common"));
        }
        Ok(pair)
    }
}

/// The runs that searched, by instance; a value of 0 means that a run ended before its search.
fn searched(group: &RunGroup, place: usize) -> BTreeMap<usize, SampleRun> {
    let of_run = |run: &SampleRun| run.values[place].is_some_and(|value| value > 0.0) || run.lost || !run.solved;
    let has_begun = |run: &SampleRun| run.lost || run.values[place].is_none_or(|value| value > 0.0);
    group.runs.iter().filter(|d| of_run(d) && has_begun(d)).map(|run| (run.instance, *run)).collect()
}

fn best_pair(data: &ChartData, searched: &[BTreeMap<usize, SampleRun>]) -> Option<[usize; 2]> {
    let mut best_pair = None;
    for first in 0..searched.len() {
        for second in first + 1..searched.len() {
            let shared = || searched[first].iter().filter_map(|(at, a)| searched[second].get(at).map(|b| (a, b)));
            let solved = shared().filter(|(a, b)| a.solved && b.solved).count();
            let informed = [first, second].iter().all(|&at| data.groups[at].is_informed);
            let rank = (informed, solved, shared().count());
            // On ties the first pair is kept.
            if rank.2 >= MIN_SHARED_INSTANCES && best_pair.is_none_or(|(other, _)| rank > other) {
                best_pair = Some((rank, [first, second]));
            }
        }
    }
    best_pair.map(|(_, pair)| pair)
}
