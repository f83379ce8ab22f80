//! Kaplan-Meier curves: the share of runs not yet solved against cost, with ticks at the limits of unsolved runs and the
//! numbers at risk below (Kaplan and Meier 1958, Fine and Gray 1999).

use crate::axis::Axis;
use crate::chart_data::{ChartData, RunGroup, SampleRun};
use crate::chart_frame::{ChartContent, ChartFrame};
use crate::drawing::{Anchor, Drawing, Point};
use crate::figure::{self, Figure};
use crate::group_costs;
use crate::legend::{self, LegendEntry};
use crate::number::{self, counted};
use crate::plot_area::Plot;
use crate::theme::{self, Stroke, Style};
use crate::variable::Variable;
use tilebench_stats::{KaplanMeier, Observation};

/// A group's curve.
struct SurvivalCurve<'a> {
    group: &'a RunGroup,
    runs: Vec<Observation>,
    estimate: KaplanMeier,
}

/// The share not yet solved against a cost.
///
/// # Errors
///
/// If data that the chart requires are missing: a phrase that names them.
pub fn draw(data: &ChartData) -> Result<Figure, String> {
    let variable = data.variable(0)?;
    let (mut cancelled, mut without) = (0, 0);
    let mut curves = Vec::new();
    for group in &data.groups {
        cancelled += group.runs.iter().chain(&group.filtered_out).filter(|run| !run.is_attempt).count();
        without += group.runs.iter().filter(|run| run.solved && run.values[0].is_none()).count();
        let runs = observations(group, variable);
        if let Some(estimate) = KaplanMeier::from_observations(&runs) {
            curves.push(SurvivalCurve { group, runs, estimate });
        }
    }
    let observed = || curves.iter().flat_map(|curve| &curve.runs);
    // An unsolved run without a limit is censored at infinity.
    let mut values: Vec<f64> = observed().map(|run| run.time).filter(|time| time.is_finite()).collect();
    if values.is_empty() {
        return Err(format!("no run has a value of {} above 0 or a limit on it", variable.name));
    }
    let n = observed().count();
    let (costs, _) = group_costs::group_costs(data, 0, variable);
    let limits = group_costs::limits(&costs);
    values.extend(&limits);
    let reasons = [
        (cancelled, "cancelled or unsupported".to_owned()),
        (without, format!("solved without a value of {}", variable.name)),
    ];
    let given = reasons.into_iter().filter(|(n, _)| *n > 0);
    let left_out: Vec<String> = given.map(|(n, why)| format!("Not drawn: {}, {why}.", counted(n, "run"))).collect();
    let unsolved = observed().filter(|run| !run.solved).count();
    let mut remark = format!(
        "{} The {} that did not solve count as unsolved up to their limit (tick), or forever without a limit, regardless of how \
         they ended. Below the axis: runs at risk.{}",
        data.solved_of_all(),
        counted(unsolved, "run"),
        group_costs::limit_note(variable, &limits)
    );
    figure::append(&mut remark, &left_out);
    let x = |labels| figure::fitting_axis(variable, variable.title, &values, labels);
    let shares = [0.0, 20.0, 40.0, 60.0, 80.0, 100.0];
    let y = |_| Axis::with_labels_at("not yet solved", &shares, false, 0.0, |share| format!("{share} %"));
    let entry = |curve: &SurvivalCurve<'_>| {
        let median =
            curve.estimate.median().map_or_else(|| "not reached".to_owned(), |m| figure::formatted(variable, m));
        LegendEntry::new(curve.group.style, format!("{} (median {median})", curve.group.name))
    };
    let content = ChartContent {
        title: data.title(&format!("Not yet solved against {}", variable.plain()), n, "runs"),
        remark,
        x: &x,
        y: &y,
        entries: curves.iter().map(entry).collect(),
        are_lines: true,
        rows_below: curves.len(),
        ..ChartContent::default()
    };
    let mut frame = ChartFrame::new(data.options.canvas, content);
    group_costs::draw_limits(&mut frame.drawing, &frame.plot, variable, &limits);
    let mut ends = Vec::new();
    for (row, curve) in curves.iter().enumerate() {
        ends.push(draw_curve(&mut frame.drawing, &frame.plot, curve));
        at_risk(
            &mut frame.drawing,
            &frame.plot,
            curve,
            frame.below + (row as f64 + 0.5) * legend::row(data.options.canvas),
        );
    }
    Ok(Figure { drawing: frame.finish(&ends), shown: counted(n, "run"), left_out })
}

/// The observation of each run that attempted its instance, except solved runs of unknown cost.
fn observations(group: &RunGroup, variable: &Variable) -> Vec<Observation> {
    let observation = |run: &SampleRun| {
        let solved_at = if run.solved { Some(run.values[0]?.max(variable.min_on_log_axis())) } else { None };
        Some(Observation::under_limit(solved_at, run.limits[0]))
    };
    let shown = group.runs.iter().filter(|run| run.is_attempt).filter_map(observation);
    let filtered_out = group.filtered_out.iter().filter(|run| run.is_attempt);
    shown.chain(filtered_out.map(|run| Observation::under_limit(None, run.limits[0]))).collect()
}

/// Draws the steps and the ticks, and returns the end of the curve, at the last limit or at the end of the axis.
fn draw_curve(
    drawing: &mut Drawing,
    plot: &Plot,
    SurvivalCurve { group, runs, estimate }: &SurvivalCurve<'_>,
) -> Point {
    let canvas = drawing.canvas;
    let Style { color, marker, .. } = group.style;
    let mut points = vec![(plot.x.low(), 100.0)];
    let mut share = 100.0;
    for step in &estimate.steps {
        points.push((step.time, share));
        share = 100.0 * step.unsolved;
        points.push((step.time, share));
    }
    points.push((estimate.last.min(plot.x.high()), share));
    drawing.record_points(plot, &group.name, "line", points.iter().copied());
    let points = plot.all_at(&points);
    let end = points.last().copied().unwrap_or_default();
    drawing.line(points, canvas.stroke(group.style, 2.0));
    let unsolved = |time: f64| {
        let before = estimate.steps.partition_point(|step| step.time <= time);
        if before == 0 { 100.0 } else { 100.0 * estimate.steps[before - 1].unsolved }
    };
    let mut ticks: Vec<Point> = runs
        .iter()
        .filter(|run| !run.solved && run.time.is_finite())
        .map(|run| plot.at(run.time, unsolved(run.time)))
        .collect();
    ticks.sort_by(|a, b| a.0.total_cmp(&b.0));
    ticks.dedup_by(|a, b| (a.0 - b.0).abs() < 0.5);
    let half = canvas.size(6.0);
    for (x, y) in ticks {
        drawing.line(vec![(x, y - half), (x, y + half)], Stroke { width: canvas.size(1.5), ..canvas.thin(color) });
    }
    for part in [1, 3, 5] {
        if let Some(step) = estimate.steps.get(estimate.steps.len() * part / 6) {
            drawing.mark(plot.at(step.time, 100.0 * step.unsolved), marker, canvas.size(4.0), color);
        }
    }
    end
}

/// Writes the number of runs at risk (neither solved nor at their limit) at each label of the lower axis, at the height `y`.
fn at_risk(drawing: &mut Drawing, plot: &Plot, SurvivalCurve { group, runs, .. }: &SurvivalCurve<'_>, y: f64) {
    let canvas = drawing.canvas;
    drawing.mark((canvas.margin() + canvas.size(6.0), y), group.style.marker, canvas.size(4.0), group.style.color);
    let mut free = canvas.margin() + canvas.size(16.0);
    for (value, _) in &plot.x.ticks {
        let at_risk = runs.iter().filter(|run| run.time >= *value).count();
        let text = number::grouped(at_risk as u64);
        let half = theme::width(&text, canvas.label()) / 2.0;
        let x = plot.across(*value);
        if x - half > free {
            drawing.text((x, y), Anchor::Middle, canvas.label(), theme::PALE_INK, text);
            free = x + half + canvas.size(5.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{NODES, data};

    #[test]
    fn a_run_ended_by_another_limit_stays_unsolved_and_a_cancelled_one_is_left_out() {
        let mut data = data();
        // Stopped by its time limit at a count at which others solve.
        data.groups[0].runs[2].values[0] = Some(1500.0);
        let cancelled = &mut data.groups[2].runs[3];
        (cancelled.solved, cancelled.is_attempt) = (false, false);
        let curve = KaplanMeier::from_observations(&observations(&data.groups[0], &NODES)).unwrap();
        let steps: Vec<(f64, f64)> = curve.steps.iter().map(|step| (step.time, step.unsolved)).collect();
        assert_eq!(steps, [(1000.0, 0.75), (2000.0, 0.5), (9000.0, 0.25)]);
        let figure = draw(&data).unwrap();
        assert_eq!(figure.shown, "11 runs");
        assert_eq!(figure.left_out, ["Not drawn: 1 run, cancelled or unsupported."]);
    }
}
