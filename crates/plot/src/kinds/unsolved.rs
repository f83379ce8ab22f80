//! Kaplan-Meier curves: the share of runs that have not solved yet, against cost, with the limits of those that never
//! solved marked, and below how many are at risk (Kaplan and Meier 1958, Fine and Gray 1999).

use crate::axis::Axis;
use crate::cost;
use crate::drawing::{Anchor, Drawing, Point};
use crate::figure::{self, Figure};
use crate::frame::{Content, Frame};
use crate::legend::{self, Entry};
use crate::number::{self, count};
use crate::plot::Plot;
use crate::sample::{Datum, Group, Sample};
use crate::theme::{self, Look, Stroke};
use crate::variable::Variable;
use tilebench_stats::{KaplanMeier, Observation};

/// A group's curve.
struct Curve<'a> {
    group: &'a Group,
    runs: Vec<Observation>,
    estimate: KaplanMeier,
}

/// The share not solved yet against a cost.
///
/// # Errors
///
/// If the sample lacks data that the chart requires: a sentence that names the missing data.
pub fn draw(sample: &Sample) -> Result<Figure, String> {
    let variable = sample.variable(0)?;
    let (mut cancelled, mut without) = (0, 0);
    let mut curves = Vec::new();
    for group in &sample.groups {
        cancelled += group.data.iter().chain(&group.outside).filter(|datum| !datum.is_attempt).count();
        without += group.data.iter().filter(|datum| datum.solved && datum.values[0].is_none()).count();
        let runs = observations(group, variable);
        if let Some(estimate) = KaplanMeier::from_observations(&runs) {
            curves.push(Curve { group, runs, estimate });
        }
    }
    let observed = || curves.iter().flat_map(|curve| &curve.runs);
    // A run without a limit is unsolved without end.
    let mut values: Vec<f64> = observed().map(|run| run.time).filter(|time| time.is_finite()).collect();
    if values.is_empty() {
        return Err(format!("no run has a {} above 0 or a limit on it", variable.name));
    }
    let n = observed().count();
    let (costs, _) = cost::of(sample, 0, variable);
    let limits = cost::limits(&costs);
    values.extend(&limits);
    let reasons =
        [(cancelled, "cancelled or unsupported".to_owned()), (without, format!("solved without {}", variable.name))];
    let told = reasons.into_iter().filter(|(n, _)| *n > 0);
    let left_out: Vec<String> = told.map(|(n, why)| format!("Not drawn: {}, {why}.", count(n, "runs"))).collect();
    let unsolved = observed().filter(|run| !run.solved).count();
    let mut remark = format!(
        "{} The {} that did not solve count as unsolved up to their limit (tick) or without end, whatever ended them. Below: \
         runs at risk.{}",
        sample.solved_of_all(),
        count(unsolved, "runs"),
        cost::limit_sentence(variable, &limits)
    );
    figure::append(&mut remark, &left_out);
    let x = |labels| figure::axis(variable, variable.title, &values, labels);
    let shares = [0.0, 20.0, 40.0, 60.0, 80.0, 100.0];
    let y = |_| Axis::at("not solved yet", &shares, false, 0.0, |share| format!("{share} %"));
    let entry = |curve: &Curve<'_>| {
        let median = curve.estimate.median().map_or_else(|| "not reached".to_owned(), |m| figure::written(variable, m));
        Entry::new(curve.group.look, format!("{} (median {median})", curve.group.name))
    };
    let content = Content {
        title: sample.title(&format!("Not solved yet against {}", variable.plain()), n, "runs"),
        remark,
        x: &x,
        y: &y,
        entries: curves.iter().map(entry).collect(),
        are_lines: true,
        rows_below: curves.len(),
        ..Content::default()
    };
    let mut frame = Frame::new(sample.sheet.paper, content);
    cost::draw_limits(&mut frame.drawing, &frame.plot, variable, &limits);
    let mut ends = Vec::new();
    for (row, curve) in curves.iter().enumerate() {
        ends.push(draw_curve(&mut frame.drawing, &frame.plot, curve));
        at_risk(
            &mut frame.drawing,
            &frame.plot,
            curve,
            frame.below + (row as f64 + 0.5) * legend::row(sample.sheet.paper),
        );
    }
    Ok(Figure { drawing: frame.finish(&ends), shown: count(n, "runs"), left_out })
}

/// The observation of each run that tried its instance and, if it solved it, has a known cost.
fn observations(group: &Group, variable: &Variable) -> Vec<Observation> {
    let observation = |datum: &Datum| {
        let solved_at = if datum.solved { Some(datum.values[0]?.max(variable.least())) } else { None };
        Some(Observation::under_limit(solved_at, datum.limits[0]))
    };
    let shown = group.data.iter().filter(|datum| datum.is_attempt).filter_map(observation);
    let outside = group.outside.iter().filter(|datum| datum.is_attempt);
    shown.chain(outside.map(|datum| Observation::under_limit(None, datum.limits[0]))).collect()
}

/// Draws the steps and the ticks, and returns the end of the curve: at the last limit, or at the end of the axis.
fn draw_curve(drawing: &mut Drawing, plot: &Plot, Curve { group, runs, estimate }: &Curve<'_>) -> Point {
    let paper = drawing.paper;
    let Look { color, marker, .. } = group.look;
    let mut points = vec![plot.at(plot.x.low(), 100.0)];
    let mut share = 100.0;
    for step in &estimate.steps {
        points.push(plot.at(step.time, share));
        share = 100.0 * step.unsolved;
        points.push(plot.at(step.time, share));
    }
    let end = plot.at(estimate.last.min(plot.x.high()), share);
    points.push(end);
    drawing.line(points, paper.stroke(group.look, 2.0));
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
    let half = paper.size(6.0);
    for (x, y) in ticks {
        drawing.line(vec![(x, y - half), (x, y + half)], Stroke { width: paper.size(1.5), ..paper.thin(color) });
    }
    for part in [1, 3, 5] {
        if let Some(step) = estimate.steps.get(estimate.steps.len() * part / 6) {
            drawing.mark(plot.at(step.time, 100.0 * step.unsolved), marker, paper.size(4.0), color);
        }
    }
    end
}

/// How many runs are at risk at each label of the lower axis, neither solved nor at their limit, at the height `y`.
fn at_risk(drawing: &mut Drawing, plot: &Plot, Curve { group, runs, .. }: &Curve<'_>, y: f64) {
    let paper = drawing.paper;
    drawing.mark((paper.margin() + paper.size(6.0), y), group.look.marker, paper.size(4.0), group.look.color);
    let mut free = paper.margin() + paper.size(16.0);
    for (value, _) in &plot.x.ticks {
        let at_risk = runs.iter().filter(|run| run.time >= *value).count();
        let text = number::whole(at_risk as u64);
        let half = theme::width(&text, paper.label()) / 2.0;
        let x = plot.across(*value);
        if x - half > free {
            drawing.text((x, y), Anchor::Middle, paper.label(), theme::PALE_INK, text);
            free = x + half + paper.size(5.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{NODES, sample};

    #[test]
    fn a_run_that_another_limit_ended_stays_unsolved_and_a_cancelled_one_is_named() {
        let mut sample = sample();
        // Ended by time at a count at which others solve.
        sample.groups[0].data[2].values[0] = Some(1500.0);
        let cancelled = &mut sample.groups[2].data[3];
        (cancelled.solved, cancelled.is_attempt) = (false, false);
        let curve = KaplanMeier::from_observations(&observations(&sample.groups[0], &NODES)).unwrap();
        let steps: Vec<(f64, f64)> = curve.steps.iter().map(|step| (step.time, step.unsolved)).collect();
        assert_eq!(steps, [(1000.0, 0.75), (2000.0, 0.5), (9000.0, 0.25)]);
        let figure = draw(&sample).unwrap();
        assert_eq!(figure.shown, "11 runs");
        assert_eq!(figure.left_out, ["Not drawn: 1 run, cancelled or unsupported."]);
    }
}
