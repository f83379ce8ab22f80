//! The critical-difference diagram: average ranks on a line, with bars that join ranks without a significant difference.
//!
//! A run that did not solve ranks after every run that did, and ties with the other unsolved runs.
//!
//! *Reference*: Demšar 2006. Ranks, test and critical difference are those of [`friedman`].

use std::collections::BTreeMap;

use tilebench_stats::{Friedman, friedman};

use crate::axis::Axis;
use crate::canvas::Canvas;
use crate::chart_data::{ChartData, RunGroup};
use crate::drawing::{Anchor, Drawing, Point};
use crate::figure::{self, Figure};
use crate::heading::Heading;
use crate::number::{self, counted};
use crate::series::{ChartSeries, SeriesValue};
use crate::theme::{self, Color, Dash, Marker, Stroke};

/// The minimum number of groups; two groups are better compared by a paired test.
const MIN_GROUPS: usize = 3;
/// The width of the line in a report, and its minimum share of a given width.
const LINE_WIDTH: f64 = 420.0;
const MIN_LINE_SHARE: f64 = 0.45;
const ROW_HEIGHT: f64 = 24.0;
const BAR_ROW_HEIGHT: f64 = 10.0;
/// The minimum distance between two bars in a row.
const MIN_BAR_DISTANCE: f64 = 20.0;
/// The space above the line, for its labels and the ruler of the critical difference.
const SPACE_ABOVE: f64 = 62.0;
/// The significance level of the diagram.
const LEVEL: f64 = 0.05;

/// A group on the line.
struct RankedGroup {
    name: String,
    rank: f64,
    label: String,
    color: Color,
}

/// The diagram of the groups, ranked by the first variable, over the instances on which each group has one run.
///
/// # Errors
///
/// If data that the chart requires are missing: a phrase that names them.
pub fn draw(data: &ChartData) -> Result<Figure, String> {
    let variable = data.variable(0)?;
    let (counted_groups, uncounted) = data.counted_groups();
    let (groups_ranked, others) = comparable(data, &counted_groups);
    let (test, unranked) = rank(&groups_ranked)
        .ok_or("it requires three groups with the same guarantee and known values, and two instances that all of them were run on")?;
    let difference = test.critical_difference;
    let ranked = ranked(&groups_ranked, &test);
    let ranks: Vec<f64> = ranked.iter().map(|ranked| ranked.rank).collect();
    let canvas = data.options.canvas;
    let layout = DiagramLayout::new(&ranked, canvas);

    let title = data.title(&format!("average ranks by {}", variable.title), test.n, "instances");
    let instances = (unranked > 0).then(|| {
        let instances = counted(unranked, "instance");
        format!("Left out: {instances} without exactly one run with a known outcome per group.")
    });
    let guarantees = ChartData::left_out_by_guarantee(&others, "another guarantee");
    let left_out: Vec<String> = instances.into_iter().chain(uncounted).chain(guarantees).collect();
    let mut remark = remark(&test, difference);
    figure::append(&mut remark, &left_out);
    let heading = Heading::new(canvas, &title, &remark, layout.width);
    let apart = canvas.size(MIN_BAR_DISTANCE) * (ranked.len() as f64 - 1.0) / (layout.right - layout.left);
    let bars = bars(&cliques(&ranks, difference), &ranks, apart);
    let line = heading.height() + canvas.size(SPACE_ABOVE);
    let below = bars.iter().map(|bar| bar.row + 1).max().unwrap_or(0) as f64 * canvas.size(BAR_ROW_HEIGHT);
    let names = line + canvas.size(16.0) + below;
    let rows = if layout.is_narrow { ranked.len() } else { ranked.len().div_ceil(2) };
    let mut drawing =
        Drawing::new(canvas, layout.width, names + rows as f64 * canvas.size(ROW_HEIGHT) + canvas.margin());
    heading.draw(&mut drawing);

    let marks: Vec<f64> = (1..=ranked.len()).map(|rank| rank as f64).collect();
    let axis = Axis::with_labels_at("", &marks, false, 0.04, number::short);
    let across = |rank: f64| layout.left + axis.position(rank) * (layout.right - layout.left);
    let edge = Stroke { width: canvas.size(1.5), ..canvas.thin(theme::INK) };
    drawing.line(vec![(layout.left, line), (layout.right, line)], edge);
    for (rank, text) in &axis.ticks {
        drawing.line(vec![(across(*rank), line - canvas.size(6.0)), (across(*rank), line)], canvas.thin(theme::INK));
        let above = (across(*rank), line - canvas.size(16.0));
        drawing.text(above, Anchor::Middle, canvas.label(), theme::INK, text.as_str());
    }
    let far = across(1.0 + difference).min(layout.right);
    ruler(&mut drawing, canvas, layout.left, far, line - canvas.size(36.0));
    drawing.series.extend(ranked.iter().map(|one| ChartSeries {
        name: one.name.clone(),
        part: "average rank",
        axes: ["average rank".to_owned(), String::new()],
        values: vec![SeriesValue::across(one.rank)],
    }));
    let places: Vec<Point> = ranks.iter().map(|&rank| (across(rank), line)).collect();
    layout.name(&mut drawing, canvas, &ranked, &places, names);
    for bar in bars {
        let y = line + canvas.size(11.0) + bar.row as f64 * canvas.size(BAR_ROW_HEIGHT);
        let reach = canvas.size(5.0);
        let ends = vec![(across(ranks[bar.first]) - reach, y), (across(ranks[bar.last]) + reach, y)];
        drawing.line(ends, Stroke { color: theme::INK, width: canvas.size(4.0), dash: Dash::Solid });
    }
    Ok(Figure { drawing, shown: counted(test.n, "instance"), left_out })
}

/// The groups with the most frequent guarantee (on ties, the strongest one), and the other groups.
fn comparable<'a>(data: &ChartData, groups: &[(usize, &'a RunGroup)]) -> (Vec<&'a RunGroup>, Vec<&'a RunGroup>) {
    let having = |guarantee| groups.iter().filter(|(_, group)| group.guarantee == Some(guarantee)).count();
    let common = data.guarantees().into_iter().rev().max_by_key(|&guarantee| having(guarantee));
    groups.iter().map(|(_, group)| *group).partition(|group| common.is_some() && group.guarantee == common)
}

/// Friedman's test of `groups` over the instances on which each has one run, and the number of other instances.
fn rank(groups: &[&RunGroup]) -> Option<(Friedman, usize)> {
    if groups.len() < MIN_GROUPS {
        return None;
    }
    let mut instances: BTreeMap<usize, Vec<Vec<f64>>> = BTreeMap::new();
    for (index, group) in groups.iter().enumerate() {
        for run in &group.runs {
            let values = instances.entry(run.instance).or_insert_with(|| vec![Vec::new(); groups.len()]);
            values[index].extend(if run.solved { run.values[0] } else { Some(f64::INFINITY) });
        }
    }
    let all = instances.len();
    // An instance on which a group has several runs, none, or one without a value is left out.
    let single = |values: Vec<Vec<f64>>| values.iter().all(|of| of.len() == 1).then(|| values.concat());
    let test = friedman(&instances.into_values().filter_map(single).collect::<Vec<_>>())?;
    let others = all - test.n;
    Some((test, others))
}

/// The groups, best first.
fn ranked(groups: &[&RunGroup], test: &Friedman) -> Vec<RankedGroup> {
    let pairs = test.average_ranks.iter().zip(groups);
    let mut ranked: Vec<RankedGroup> = pairs
        .map(|(&rank, group)| RankedGroup {
            rank,
            name: group.name.clone(),
            label: format!("{} ({})", group.name, number::fixed(rank, 2)),
            color: group.style.color,
        })
        .collect();
    // A stable sort, so that equal ranks keep the order of the experiment.
    ranked.sort_by(|a, b| a.rank.total_cmp(&b.rank));
    ranked
}

/// The position of the line; the names are next to it or, on a narrow canvas, below it.
struct DiagramLayout {
    left: f64,
    right: f64,
    width: f64,
    is_narrow: bool,
}

impl DiagramLayout {
    fn new(ranked: &[RankedGroup], canvas: Canvas) -> Self {
        let better = ranked.len().div_ceil(2);
        let widest = |names: &[RankedGroup]| {
            names.iter().map(|ranked| theme::width(&ranked.label, canvas.label())).fold(0.0, f64::max)
        };
        let beside = [&ranked[..better], &ranked[better..]].map(|names| widest(names) + canvas.size(26.0));
        let rest = beside.iter().sum::<f64>() + 2.0 * canvas.margin();
        let line = canvas.wide.map_or(LINE_WIDTH, |wide| wide - rest);
        match canvas.wide {
            Some(wide) if line < MIN_LINE_SHARE * wide => {
                Self { left: canvas.margin(), right: wide - canvas.margin(), width: wide, is_narrow: true }
            }
            _ => {
                let left = canvas.margin() + beside[0];
                Self { left, right: left + line, width: line + rest, is_narrow: false }
            }
        }
    }

    /// Draws the marks at `places` on the line, and their names below the height `top`.
    fn name(&self, drawing: &mut Drawing, canvas: Canvas, ranked: &[RankedGroup], places: &[Point], top: f64) {
        let better = ranked.len().div_ceil(2);
        let middle = f64::midpoint(self.left, self.right);
        let mut texts = Vec::new();
        for (index, (one, &(at, line))) in ranked.iter().zip(places).enumerate() {
            let is_better = index < better;
            // The best and the worst ranks are at the top, so that lines do not cross. If names are below the line, the
            // middle ranks are at the top, so that lines do not cross names.
            let row = match (self.is_narrow, is_better) {
                (false, true) | (true, false) => index,
                (false, false) => ranked.len() - 1 - index,
                (true, true) => better - 1 - index,
            };
            let y = top + (row as f64 + 0.5) * canvas.size(ROW_HEIGHT);
            let gap = canvas.size(6.0);
            let (points, text, anchor) = if self.is_narrow {
                let (x, anchor) = if at < middle { (at + gap, Anchor::Start) } else { (at - gap, Anchor::End) };
                (vec![(at, line), (at, y + gap)], (x, y), anchor)
            } else if is_better {
                let end = self.left - 2.0 * gap;
                (vec![(at, line), (at, y), (end, y)], (end - gap, y), Anchor::End)
            } else {
                let end = self.right + 2.0 * gap;
                (vec![(at, line), (at, y), (end, y)], (end + gap, y), Anchor::Start)
            };
            drawing.line(points, canvas.thin(theme::PALE_INK));
            drawing.mark((at, line), Marker::Disc, canvas.size(4.0), one.color);
            texts.push((text, anchor, one.label.as_str()));
        }
        for ((x, y), anchor, text) in texts {
            let size = canvas.label();
            if self.is_narrow {
                // Hides the lines of the other half behind the name.
                let wide = theme::width(text, size);
                let from = if anchor == Anchor::End { x - wide } else { x };
                drawing.rectangle((from, y - size * 0.6), (from + wide, y + size * 0.6), theme::BACKGROUND);
            }
            drawing.text((x, y), anchor, size, theme::INK, text);
        }
    }
}

fn remark(test: &Friedman, difference: f64) -> String {
    let n = number::grouped(test.n as u64);
    let p = number::probability(test.p_f);
    let verdict = if test.p_f < LEVEL {
        "A bar joins groups whose ranks differ by at most CD: no difference between them is shown."
    } else {
        "Friedman's test shows no difference at the level 0.05, so groups that no bar joins do not differ either."
    };
    format!(
        "Average ranks over n = {n} instances; rank 1 is the smallest value. Unsolved runs tie for the last rank. Critical \
         difference CD = {difference:.2} (Nemenyi, level 0.05); Friedman's test: p {p}. {verdict}"
    )
}

/// The ruler of the critical difference, above the line.
fn ruler(drawing: &mut Drawing, canvas: Canvas, from: f64, to: f64, y: f64) {
    let (stroke, tip) = (Stroke { width: canvas.size(2.0), ..canvas.thin(theme::INK) }, canvas.size(4.0));
    drawing.line(vec![(from, y), (to, y)], stroke);
    for end in [from, to] {
        drawing.line(vec![(end, y - tip), (end, y + tip)], stroke);
    }
    drawing.text((to + 2.0 * tip, y), Anchor::Start, canvas.label(), theme::INK, "CD");
}

/// The maximal cliques of ascending `ranks` within `difference` of each other: the first and the last index of each.
fn cliques(ranks: &[f64], difference: f64) -> Vec<(usize, usize)> {
    let mut groups: Vec<(usize, usize)> = Vec::new();
    for (first, rank) in ranks.iter().enumerate() {
        let last = first + ranks[first..].iter().take_while(|other| **other - rank <= difference).count() - 1;
        if last > first && groups.last().is_none_or(|&(_, reached)| last > reached) {
            groups.push((first, last));
        }
    }
    groups
}

/// A bar and its row below the line.
struct CliqueBar {
    first: usize,
    last: usize,
    row: usize,
}

/// The bars of `groups` of `ranks`; bars less than `apart` from each other are in different rows.
fn bars(groups: &[(usize, usize)], ranks: &[f64], apart: f64) -> Vec<CliqueBar> {
    let mut ends: Vec<usize> = Vec::new();
    let mut bars = Vec::new();
    for &(first, last) in groups {
        let row = ends.iter().position(|&end| ranks[first] - ranks[end] >= apart).unwrap_or(ends.len());
        if row == ends.len() {
            ends.push(last);
        } else {
            ends[row] = last;
        }
        bars.push(CliqueBar { first, last, row });
    }
    bars
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_join_ranks_within_the_difference_and_are_maximal() {
        assert_eq!(cliques(&[1.0, 1.5, 2.2, 4.0], 1.0), [(0, 1), (1, 2)]);
        assert_eq!(cliques(&[1.0, 1.5, 2.0, 4.0], 1.0), [(0, 2)]);
        assert_eq!(cliques(&[1.0, 2.5, 4.0], 1.0), []);
    }

    #[test]
    fn a_group_with_solved_runs_without_a_value_is_not_ranked() {
        let data = crate::fixture::data_with_an_uncounted_group();
        let (counted, uncounted) = data.counted_groups();
        assert_eq!(counted.iter().map(|(index, _)| *index).collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!(uncounted.unwrap(), "Left out (solved runs without a value of generated): external.");
        assert!(draw(&data).unwrap_err().contains("known values"), "two optimal groups are left");
    }

    #[test]
    fn bars_that_share_a_configuration_or_nearly_touch_are_in_different_rows() {
        let rows = |groups: &[(usize, usize)], ranks: &[f64]| -> Vec<usize> {
            bars(groups, ranks, 0.5).iter().map(|bar| bar.row).collect()
        };
        assert_eq!(rows(&[(0, 1), (1, 3), (2, 4), (5, 6)], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]), [0, 1, 0, 0]);
        assert_eq!(rows(&[(0, 1), (2, 3)], &[1.0, 2.0, 2.1, 3.0]), [0, 1]);
    }
}
