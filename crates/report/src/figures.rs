//! Every figure: of every measure, set and configuration, over how many runs, and what was left out and why.

use crate::efforts::Efforts;
use crate::estimates::{self, Estimate};
use crate::experiment::{Configuration, Experiment, InstanceSet};
use crate::hardest;
use crate::metric::{self, Metric, Over};
use crate::number::whole;
use crate::stats::{self, Mean};

/// One measure of one configuration on one set, repeats folded.
#[derive(Debug)]
pub(crate) struct Figure {
    /// The instance set.
    pub(crate) set: String,
    /// The configuration's display name.
    pub(crate) solver: String,
    /// What is measured.
    pub(crate) measure: &'static Metric,
    /// The runs that have a value; 0 where the measure is of all runs or none.
    pub(crate) n: u64,
    /// Those of them that count up to where they were stopped.
    pub(crate) stopped: u64,
    /// The runs left out: the others.
    pub(crate) left_out: u64,
    /// Why, with how many each, the most first.
    pub(crate) why: String,
    /// The mean, with an interval unless the measure is skewed.
    pub(crate) mean: Estimate,
    /// The median.
    pub(crate) median: Estimate,
    /// The geometric mean, if all values are above 0; with an interval if the measure is skewed.
    pub(crate) geometric: Estimate,
    /// Of nodes and time, the share of the five largest values in the sum.
    pub(crate) five_hardest: Option<f64>,
}

/// All of them, ordered by set, configuration and measure.
#[derive(Debug, Default)]
pub(crate) struct Figures {
    /// The figures.
    pub(crate) rows: Vec<Figure>,
    /// How many resamples each interval of a mean is from.
    pub(crate) resamples: usize,
}

impl Figures {
    /// The figures of `experiment`.
    pub(crate) fn of(experiment: &Experiment) -> Self {
        let (mut rows, mut means) = (Vec::new(), Vec::new());
        for set in &experiment.sets {
            for (configuration, measure) in
                set.configurations.iter().flat_map(|one| metric::figures().map(move |metric| (one, metric)))
            {
                let (values, row) = measured(set, configuration, measure);
                rows.push(row);
                means.extend(Mean::of(&values).filter(|_| !measure.is_skewed));
            }
        }
        let (intervals, resamples) = estimates::intervals(&means);
        let drawn = rows.iter_mut().filter(|row| row.n > 0 && !row.measure.is_skewed);
        for (row, interval) in drawn.zip(intervals) {
            row.mean.interval = interval;
        }
        Self { rows, resamples }
    }
}

/// The values of `measure`, and the figure but for its mean.
fn measured(set: &InstanceSet, configuration: &Configuration, measure: &'static Metric) -> (Vec<f64>, Figure) {
    let is_comparable = measure.over != Over::All || set.has_equal_limits();
    let mut values = Vec::new();
    let mut reasons: Vec<(&'static str, u64)> = Vec::new();
    let mut stopped = 0;
    for run in &configuration.runs {
        let value = if is_comparable { measure.of(run) } else { Err("limits of this set differ") };
        match value {
            Ok(value) => {
                values.push(value);
                stopped += u64::from(measure.over == Over::Effort && metric::is_cut(run));
            }
            Err(reason) => match reasons.iter_mut().find(|(other, _)| *other == reason) {
                Some((_, count)) => *count += 1,
                None => reasons.push((reason, 1)),
            },
        }
    }
    reasons.sort_by(|(a, few), (b, many)| many.cmp(few).then(a.cmp(b)));
    let mut why: Vec<String> = reasons.iter().map(|(why, count)| format!("{} {why}", whole(*count))).collect();
    let mut left_out = reasons.iter().map(|(_, count)| count).sum();
    if measure.over == Over::All && left_out > 0 && !values.is_empty() {
        let others = values.len() as u64;
        why.push(format!("and so the {} others", whole(others)));
        left_out += others;
        values.clear();
    }
    // A speed is no lower bound: it is that of the nodes up to where the run was stopped.
    let is_bounded = measure.over == Over::Effort && measure.is_skewed;
    let efforts = Efforts::of(&configuration.runs, measure);
    let plain = |value| Estimate::new(value, None);
    let figure = Figure {
        set: set.name.clone(),
        solver: configuration.name.clone(),
        measure,
        n: values.len() as u64,
        stopped,
        left_out,
        why: why.join(", "),
        mean: if is_bounded { efforts.mean() } else { plain(stats::mean(&values)) },
        median: if is_bounded { efforts.quantile(0.5) } else { plain(stats::median(&values)) },
        geometric: match (is_bounded, measure.is_skewed) {
            (true, _) => efforts.geometric(),
            (false, true) => estimates::geometric(&values),
            (false, false) => plain(stats::geometric_mean(&values)),
        },
        five_hardest: if measure.over == Over::Effort && measure.is_skewed {
            hardest::share(values.clone())
        } else {
            None
        },
    };
    (values, figure)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;
    use crate::stats::{Interval, Method};

    fn figures(runs: Vec<tilebench_record::Run>) -> Figures {
        Figures::of(&Experiment::arrange(runs, Some(fixture::manifest())))
    }

    fn find<'a>(figures: &'a Figures, solver: &str, measure: &str) -> &'a Figure {
        let is_it = |row: &&Figure| row.solver.starts_with(solver) && row.measure.name == measure;
        figures.rows.iter().find(is_it).unwrap()
    }

    fn close(found: Option<f64>, expected: f64) {
        assert!(found.is_some_and(|found| (found - expected).abs() < 1e-9 * expected), "{found:?} is not {expected}");
    }

    #[test]
    fn figures_are_as_worked_out_by_hand() {
        let figures = figures(fixture::runs());
        let length = find(&figures, "A*", "length");
        assert_eq!((length.n, length.stopped, length.left_out, length.why.as_str()), (3, 0, 1, "1 node-limit"));
        close(length.mean.value, 54.0);
        close(length.median.value, 52.0);
        close(length.geometric.value, (50.0_f64 * 60.0 * 52.0).cbrt());
        let generated = find(&figures, "A*", "generated");
        assert_eq!((generated.n, generated.stopped, generated.why.as_str()), (4, 1, ""));
        close(generated.mean.value, 253_000.0);
        close(generated.median.value, 5500.0);
        // 1000 nodes in 10 ms thrice, and a million in 5 s.
        close(find(&figures, "A*", "nodes/s").mean.value, 125_000.0);
        let suboptimality = find(&figures, "WA*", "suboptimality");
        assert_eq!(suboptimality.why, "1 crashed, 1 without a known shortest length");
        close(suboptimality.mean.value, 1.05);
        // 10, 90 and 20 ms, and twice the limit of a minute for the one stopped at its node limit.
        close(find(&figures, "A*", "PAR2 time").mean.value, 120.12 / 4.0);
        // A crash is penalised like a limit, though it never searched.
        close(find(&figures, "WA*", "PAR2 nodes").mean.value, 2_003_000.0 / 4.0);
    }

    #[test]
    fn an_interval_holds_its_figure_and_one_instance_has_none() {
        let figures = figures(fixture::runs());
        for row in &figures.rows {
            let has = |interval: Option<Interval>| interval.is_some();
            let has_interval = row.n > 1 && !row.geometric.is_least;
            let expected = [has_interval && !row.measure.is_skewed, has_interval && row.measure.is_skewed];
            let found = [has(row.mean.interval), has(row.geometric.interval)];
            assert_eq!(found, expected, "{} {}", row.solver, row.measure.name);
            for Estimate { value, interval, .. } in [row.mean, row.geometric] {
                let Some((value, Interval { low, high, .. })) = value.zip(interval) else { continue };
                assert!(low <= value * (1.0 + 1e-12) && value <= high * (1.0 + 1e-12));
            }
        }
        let alike = find(&figures, "A*", "suboptimality").mean.interval;
        assert_eq!(alike.map(|interval| interval.method), Some(Method::Percentile));
    }

    #[test]
    fn every_run_is_counted_or_left_out_with_a_reason() {
        let mut runs = fixture::runs();
        for run in &mut runs {
            run.time_limit_s = None;
        }
        let figures = figures(runs);
        for row in &figures.rows {
            let all = if row.set == "easy" { 1 } else { 4 };
            assert_eq!(row.n + row.left_out, all, "{} {}", row.solver, row.measure.name);
            assert_eq!(row.left_out == 0, row.why.is_empty());
        }
        let par2 = find(&figures, "A*", "PAR2 time");
        assert_eq!(par2.why, "4 without a time limit");
        assert_eq!((par2.n, par2.mean), (0, Estimate::default()));
    }

    #[test]
    fn of_repeats_the_median_time_is_the_one_value_of_the_instance() {
        let mut runs = fixture::runs();
        for (repeat, factor) in [(2, 3.0), (3, 10.0)] {
            let again = |run: &tilebench_record::Run| tilebench_record::Run {
                run_id: format!("{}-{repeat}", run.run_id),
                repeat,
                wall_s: run.wall_s * factor,
                ..run.clone()
            };
            runs.extend(fixture::runs().iter().map(again));
        }
        let time = figures(runs);
        let time = find(&time, "WA*", "time");
        assert_eq!(time.n, 3);
        close(time.mean.value, 0.030);
    }
}
