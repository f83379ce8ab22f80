//! Step curves, which rise at each value.

use crate::drawing::Point;
use crate::plot_area::Plot;

/// The maximum number of steps of a curve; longer curves are thinned out.
const MAX_STEPS: usize = 2000;
/// The minimum distance between the steps of a thinned curve, in points; closer steps are drawn as one. Lines are wider.
const MIN_STEP_DISTANCE: f64 = 0.5;

/// A curve over ascending `values` that reaches `share(n)` at the n-th value, in the units of the axes.
pub(crate) fn curve(plot: &Plot, values: &[f64], share: impl Fn(usize) -> f64) -> Vec<Point> {
    let mut points: Vec<Point> = Vec::new();
    let mut reached = 0;
    for (index, &value) in values.iter().enumerate() {
        let is_last = index + 1 == values.len();
        let is_close = points.last().is_some_and(|(x, _)| plot.across(value) - plot.across(*x) < MIN_STEP_DISTANCE);
        if values.len() > MAX_STEPS && is_close && !is_last {
            continue;
        }
        points.extend([(value, share(reached)), (value, share(index + 1))]);
        reached = index + 1;
    }
    points
}

/// A note if any curve with one of these numbers of steps is thinned out.
pub(crate) fn thinning_note(mut steps: impl Iterator<Item = usize>) -> &'static str {
    if steps.any(|steps| steps > MAX_STEPS) { " Steps less than half a point apart are drawn as one." } else { "" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::axis::Axis;
    use crate::number;

    fn plot() -> Plot {
        let axis = |title| Axis::linear(title, &[0.0, 100.0], 5, number::short);
        Plot { left: 0.0, top: 0.0, right: 500.0, bottom: 100.0, x: axis("x"), y: axis("y") }
    }

    fn drawn(count: usize) -> Vec<Point> {
        let values: Vec<f64> = (1..=count).map(|n| 100.0 * n as f64 / count as f64).collect();
        plot().all_at(&curve(&plot(), &values, |reached| 100.0 * reached as f64 / count as f64))
    }

    #[test]
    fn every_step_is_drawn_up_to_the_maximum_and_longer_curves_are_thinned_out() {
        assert_eq!((drawn(MAX_STEPS).len(), thinning_note([MAX_STEPS].into_iter())), (2 * MAX_STEPS, ""));
        assert!(drawn(100_000).len() <= 2 * 1001 && drawn(100_000).len() > 1900, "{}", drawn(100_000).len());
        assert!(thinning_note([1, MAX_STEPS + 1].into_iter()).contains("half a point"));
    }

    #[test]
    fn a_thinned_curve_deviates_by_at_most_half_a_point_and_has_the_same_end() {
        let points = drawn(100_000);
        assert_eq!(points.last(), Some(&plot().at(100.0, 100.0)));
        // The full curve is a line that rises by one point per five points.
        for (x, y) in points {
            assert!((x - 5.0 * (100.0 - y)).abs() <= MIN_STEP_DISTANCE + 0.01, "{x} {y}");
        }
    }
}
