//! Kaplan-Meier curves: the share of runs that have not solved yet, against cost, with those that were stopped marked
//! and how many were still running told below (Kaplan and Meier 1958).

use crate::chart::axis::Axis;
use crate::chart::cost;
use crate::chart::drawing::{Anchor, Drawing, Point, Stroke};
use crate::chart::figure::{self, Figure, count};
use crate::chart::frame::{Content, Frame};
use crate::chart::legend;
use crate::chart::plot::{Plot, thin};
use crate::chart::sample::{self, Group, Sample};
use crate::chart::theme::{self, Look};
use crate::column::Column;
use crate::number;
use crate::stats::{KaplanMeier, Observation};

/// A group's curve.
struct Curve<'a> {
    group: &'a Group,
    runs: Vec<Observation>,
    estimate: KaplanMeier,
}

/// The share not solved yet against a cost.
pub(crate) fn draw(sample: &Sample) -> Result<Figure, String> {
    let column = sample.column(0)?;
    let mut never = 0;
    let mut curves = Vec::new();
    for group in &sample.groups {
        let runs = observations(group, column, &mut never);
        if let Some(estimate) = KaplanMeier::of(&runs) {
            curves.push(Curve { group, runs, estimate });
        }
    }
    let mut values: Vec<f64> = curves.iter().flat_map(|curve| curve.runs.iter().map(|run| run.time)).collect();
    if values.is_empty() {
        return Err(format!("no run has a {} above 0", column.name));
    }
    let n = values.len();
    let (costs, _) = cost::of(sample, 0, column);
    let limits = cost::limits(&costs);
    values.extend(&limits);
    let mut left_out = Vec::new();
    if never > 0 {
        let runs = count(never, "runs");
        left_out
            .push(format!("Not drawn: {runs} that did not solve and have no {}, or lost their counts.", column.name));
    }
    let stopped = curves.iter().flat_map(|curve| &curve.runs).filter(|run| !run.solved).count();
    let mut remark = format!(
        "{} Ticks: the {} runs that ended without a solution, counted up to there. Below: runs still going.{}",
        sample.solved_of_all(),
        number::whole(stopped as u64),
        cost::limit_sentence(column, &limits)
    );
    for sentence in &left_out {
        remark.extend([" ", sentence]);
    }
    let x = |labels| figure::axis(column, column.title, &values, labels);
    let shares = [0.0, 20.0, 40.0, 60.0, 80.0, 100.0];
    let y = |_| Axis::at("not solved yet", &shares, false, 0.0, |share| format!("{share} %"));
    let entry = |curve: &Curve<'_>| {
        let median = curve.estimate.median().map_or_else(|| "not reached".to_owned(), |m| figure::written(column, m));
        sample::named(curve.group, &format!("{} (median {median})", curve.group.name), true, true)
    };
    let content = Content {
        title: sample.title(&format!("Not solved yet against {}", column.plain()), n, "runs"),
        remark,
        x: &x,
        y: &y,
        entries: curves.iter().map(entry).collect(),
        are_lines: true,
        is_square: false,
        rows_below: curves.len(),
    };
    let mut frame = Frame::new(sample.paper, content);
    cost::draw_limits(&mut frame.drawing, &frame.plot, column, &limits);
    let mut ends = Vec::new();
    for (row, curve) in curves.iter().enumerate() {
        ends.push(draw_curve(&mut frame.drawing, &frame.plot, curve));
        at_risk(&mut frame.drawing, &frame.plot, curve, frame.below + (row as f64 + 0.5) * legend::row(sample.paper));
    }
    Ok(Figure { drawing: frame.finish(&ends), shown: count(n, "runs"), left_out })
}

/// What was seen of each run; those of which nothing was are counted.
fn observations(group: &Group, column: &Column, never: &mut usize) -> Vec<Observation> {
    let mut runs = Vec::new();
    for datum in &group.data {
        match datum.values[0].filter(|value| datum.solved || *value > 0.0) {
            Some(value) => runs.push(Observation { time: value.max(column.least()), solved: datum.solved }),
            None => *never += 1,
        }
    }
    runs
}

/// Draws the steps and the ticks, and tells where the curve ends.
fn draw_curve(drawing: &mut Drawing, plot: &Plot, Curve { group, runs, estimate }: &Curve<'_>) -> Point {
    let paper = drawing.paper;
    let Look { color, dash, marker } = group.look;
    let mut points = vec![plot.at(plot.x.low(), 100.0)];
    let mut share = 100.0;
    for step in &estimate.steps {
        points.push(plot.at(step.time, share));
        share = 100.0 * step.unsolved;
        points.push(plot.at(step.time, share));
    }
    let end = plot.at(estimate.last, share);
    points.push(end);
    drawing.line(points, Stroke { color, width: paper.size(2.0), dash: paper.dash(dash) });
    let unsolved = |time: f64| {
        let before = estimate.steps.partition_point(|step| step.time <= time);
        if before == 0 { 100.0 } else { 100.0 * estimate.steps[before - 1].unsolved }
    };
    let mut ticks: Vec<Point> =
        runs.iter().filter(|run| !run.solved).map(|run| plot.at(run.time, unsolved(run.time))).collect();
    ticks.sort_by(|a, b| a.0.total_cmp(&b.0));
    ticks.dedup_by(|a, b| (a.0 - b.0).abs() < 0.5);
    let half = paper.size(6.0);
    for (x, y) in ticks {
        drawing.line(vec![(x, y - half), (x, y + half)], Stroke { width: paper.size(1.5), ..thin(color) });
    }
    for part in [1, 3, 5] {
        if let Some(step) = estimate.steps.get(estimate.steps.len() * part / 6) {
            drawing.mark(plot.at(step.time, 100.0 * step.unsolved), marker, paper.size(4.0), color);
        }
    }
    end
}

/// How many runs were still going at each label of the lower axis, at the height `y`.
fn at_risk(drawing: &mut Drawing, plot: &Plot, Curve { group, runs, .. }: &Curve<'_>, y: f64) {
    let paper = drawing.paper;
    drawing.mark((paper.margin() + paper.size(6.0), y), group.look.marker, paper.size(4.0), group.look.color);
    let mut free = paper.margin() + paper.size(16.0);
    for (value, _) in &plot.x.ticks {
        let going = runs.iter().filter(|run| run.time >= *value).count();
        let text = number::whole(going as u64);
        let half = theme::width(&text, paper.label()) / 2.0;
        let x = plot.across(*value);
        if x - half > free {
            drawing.text((x, y), Anchor::Middle, paper.label(), theme::PALE_INK, text);
            free = x + half + paper.size(5.0);
        }
    }
}
