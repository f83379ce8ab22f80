//! The quality of the solutions that searches found until each time.

use tilebench_stats::{mean, mean_interval};

use crate::axis::Axis;
use crate::drawing::{Drawing, Point};
use crate::legend::LegendEntry;
use crate::number;
use crate::options::{ChartOptions, SetSummary};
use crate::panel_chart::{Panel, PanelChart, PanelLine};
use crate::theme::Style;

/// The size of a panel in a report.
const PANEL_SIZE: (f64, f64) = (340.0, 240.0);
/// The number of times at which the mean is computed.
const TIMES: u32 = 120;
/// The level of the intervals of the mean.
const LEVEL: f64 = 0.95;
/// The panels of shares: the maximum of cost / optimal cost, and the title.
const SHARES: [(f64, &str); 3] = [
    (f64::INFINITY, "instances with a solution"),
    (1.05, "instances within 5 % of optimal"),
    (1.0, "instances with an optimal solution"),
];

/// The runs of a configuration on instances of known optimal cost.
#[derive(Clone, Debug)]
pub struct SolutionHistory {
    /// The name of the configuration.
    pub name: String,
    /// How it is drawn.
    pub style: Style,
    /// For each run, its solutions in the order of discovery.
    pub runs: Vec<Vec<TimedSolution>>,
    /// The maximum number of nodes that a run expanded, if known.
    pub max_expanded: Option<f64>,
}

/// A solution that a search found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimedSolution {
    /// The seconds of the search until then; above 0.
    pub seconds: f64,
    /// The nodes expanded until then, if known.
    pub expanded: Option<f64>,
    /// Its cost / the optimal cost.
    pub ratio: f64,
}

impl SolutionHistory {
    /// The values of `at` at which the runs first had a solution of at most `ratio` times the optimal cost, ascending.
    pub(super) fn reached(&self, ratio: f64, at: impl Fn(&TimedSolution) -> Option<f64>) -> Vec<f64> {
        let first = |run: &Vec<TimedSolution>| run.iter().find(|solution| solution.ratio <= ratio).and_then(&at);
        let mut reached: Vec<f64> = self.runs.iter().filter_map(first).collect();
        reached.sort_by(f64::total_cmp);
        reached
    }

    /// For each run with a solution, the quality of its last solution until `seconds`; none if a run has none yet.
    fn ratios(&self, seconds: f64) -> Option<Vec<f64>> {
        let until = |run: &Vec<TimedSolution>| {
            let found = run.partition_point(|solution| solution.seconds <= seconds);
            Some(run[found.checked_sub(1)?].ratio)
        };
        self.runs.iter().filter(|run| !run.is_empty()).map(until).collect()
    }
}

/// The mean of cost / optimal cost, and the shares of instances with a solution, with a good one and with an optimal one,
/// by time until `end` seconds.
#[must_use]
pub fn draw(histories: &[SolutionHistory], end: f64, subject: &SetSummary, options: &ChartOptions) -> Option<Drawing> {
    let solutions = histories.iter().flat_map(|history| history.runs.iter().flatten());
    let start = solutions.map(|solution| solution.seconds).min_by(f64::total_cmp)?;
    let end = end.max(start * 2.0);
    let x = |labels| Axis::log("time", &[start, end], labels, number::short_seconds);
    let mut panels = vec![means(histories, [start, end], &x)];
    panels.extend(SHARES.map(|(ratio, title)| shares(histories, ratio, title, end, &x)));
    let name = |history: &SolutionHistory| {
        let solved = history.runs.iter().filter(|run| !run.is_empty()).count();
        format!("{} ({solved} of {} solved)", history.name, history.runs.len())
    };
    let remark = "Mean: over the instances that the configuration solved, from the time at which it had a solution of each. \
                  Thin lines: 95 % intervals of the mean (Student's t).";
    let chart = PanelChart {
        title: options.title("Solution quality over time", subject),
        remark: remark.to_owned(),
        size: PANEL_SIZE,
        panels,
        entries: histories.iter().map(|history| LegendEntry::line(history.style, name(history))).collect(),
    };
    Some(chart.draw(options.canvas))
}

fn means<'a>(histories: &[SolutionHistory], [start, end]: [f64; 2], x: &'a dyn Fn(usize) -> Axis) -> Panel<'a> {
    let times = || (0..=TIMES).map(|n| start * (end / start).powf(f64::from(n) / f64::from(TIMES)));
    let mut lines = Vec::new();
    for history in histories {
        let (mut middle, mut low, mut high): (Vec<Point>, Vec<Point>, Vec<Point>) = Default::default();
        for (time, ratios) in times().filter_map(|time| Some((time, history.ratios(time)?))) {
            let Some(mean) = mean(&ratios) else { continue };
            middle.push((time, mean));
            if let Some(interval) = mean_interval(&ratios, LEVEL) {
                low.push((time, interval.low.max(1.0)));
                high.push((time, interval.high));
            }
        }
        lines.extend([low, high].map(|points| PanelLine {
            width: 1.0,
            strength: 0.55,
            ..PanelLine::new(&history.name, points, history.style)
        }));
        lines.push(PanelLine::new(&history.name, middle, history.style));
    }
    let heights: Vec<f64> = lines.iter().flat_map(|line| &line.points).map(|point| point.1).chain([1.0]).collect();
    Panel { x, y: Axis::fractional("mean cost / optimal cost", &heights, 6, number::tick), lines }
}

fn shares<'a>(
    histories: &[SolutionHistory],
    ratio: f64,
    title: &str,
    end: f64,
    x: &'a dyn Fn(usize) -> Axis,
) -> Panel<'a> {
    let line = |history: &SolutionHistory| {
        let reached = history.reached(ratio, |solution| Some(solution.seconds));
        PanelLine::new(&history.name, steps(&reached, history.runs.len(), end), history.style)
    };
    Panel { x, y: percent(title), lines: histories.iter().map(line).collect() }
}

/// A curve that rises at each value of `reached`, in percent of `all`, and continues to `end`.
pub(super) fn steps(reached: &[f64], all: usize, end: f64) -> Vec<Point> {
    let share = |count: usize| 100.0 * count as f64 / all.max(1) as f64;
    let rise = |(count, &value): (usize, &f64)| [(value, share(count)), (value, share(count + 1))];
    let rises = reached.iter().enumerate().flat_map(rise);
    rises.chain([(end, share(reached.len()))]).collect()
}

/// A vertical axis of shares.
pub(super) fn percent(title: &str) -> Axis {
    Axis::with_labels_at(title, &[0.0, 25.0, 50.0, 75.0, 100.0], false, 0.0, |share| format!("{share} %"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme;

    fn history() -> SolutionHistory {
        let solution = |(seconds, ratio)| TimedSolution { seconds, expanded: Some(100.0 * seconds), ratio };
        let runs = [&[(1.0, 1.5), (4.0, 1.0)][..], &[(2.0, 1.1)], &[]];
        let runs = runs.map(|run| run.iter().copied().map(solution).collect()).to_vec();
        SolutionHistory { name: "a".to_owned(), style: theme::style(0), runs, max_expanded: Some(400.0) }
    }

    #[test]
    fn a_target_is_reached_by_the_first_solution_within_it() {
        let reached = |ratio| history().reached(ratio, |solution| Some(solution.seconds));
        assert_eq!((reached(2.0), reached(1.2), reached(1.0)), (vec![1.0, 2.0], vec![2.0, 4.0], vec![4.0]));
        assert_eq!(steps(&[1.0], 2, 9.0), [(1.0, 0.0), (1.0, 50.0), (9.0, 50.0)]);
    }

    #[test]
    fn the_mean_begins_when_every_solved_instance_has_a_solution() {
        assert_eq!(
            [1.9, 2.0, 4.0].map(|time| history().ratios(time)),
            [None, Some(vec![1.5, 1.1]), Some(vec![1.0, 1.1])]
        );
    }
}
