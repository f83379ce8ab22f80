//! The times that other processes worked on each iteration of a search.

use std::collections::BTreeMap;

use tilebench_catalog::Cost;

use super::log::{PartLogs, WorkTimes};

/// The last times of other processes in each iteration. A process measures from its start, so its times do not fall from iteration to
/// iteration.
#[derive(Debug, Default)]
pub(super) struct IterationTimes {
    /// By threshold and the name of the file of the process.
    last: BTreeMap<Cost, BTreeMap<String, WorkTimes>>,
}

impl IterationTimes {
    /// Keeps the times in the files of one iteration, which are later than those that were kept before.
    pub(super) fn keep(&mut self, threshold: Cost, logs: &PartLogs) {
        self.last.insert(threshold, logs.times().map(|(name, times)| (name.to_owned(), times)).collect());
    }

    /// The times of all processes.
    pub(super) fn total(&self) -> WorkTimes {
        let mut by_process = BTreeMap::<&str, WorkTimes>::new();
        for (name, times) in self.last.values().flatten() {
            let known = by_process.entry(name).or_default();
            *known = WorkTimes { wall_s: known.wall_s.max(times.wall_s), cpu_s: known.cpu_s.max(times.cpu_s) };
        }
        by_process.values().fold(WorkTimes::default(), |sum, times| WorkTimes {
            wall_s: sum.wall_s + times.wall_s,
            cpu_s: sum.cpu_s + times.cpu_s,
        })
    }

    /// The wall seconds of all processes from their last time in an iteration before that of `threshold` to their last in it.
    pub(super) fn wall_s(&self, threshold: Cost) -> f64 {
        let Some(iteration) = self.last.get(&threshold) else { return 0.0 };
        let before = |name: &str| {
            let times = self.last.range(..threshold).filter_map(|(_, times)| times.get(name));
            times.map(|times| times.wall_s).fold(0.0, f64::max)
        };
        iteration.iter().map(|(name, times)| times.wall_s - before(name)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_times_of_the_iterations_add_up_to_those_of_the_processes() {
        let at = |wall_s: f64| WorkTimes { wall_s, cpu_s: wall_s / 2.0 };
        let iteration =
            |times: &[(&str, f64)]| times.iter().map(|&(name, wall_s)| (name.to_owned(), at(wall_s))).collect();
        let times = IterationTimes {
            last: BTreeMap::from([
                (50, iteration(&[("one", 2.0)])),
                (52, iteration(&[("one", 10.0), ("other", 4.0)])),
                (54, iteration(&[("other", 64.0)])),
                (56, iteration(&[("one", 80.0), ("other", 128.0)])),
            ]),
        };
        let seconds = [50, 51, 52, 54, 56].map(|threshold| format!("{:.1}", times.wall_s(threshold)));
        assert_eq!(seconds, ["2.0", "0.0", "12.0", "60.0", "134.0"]);
        assert_eq!(times.total(), at(208.0));
    }
}
