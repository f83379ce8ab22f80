//! The critical-difference diagram: average ranks on a line, with bars that join those that do not differ.
//!
//! A run that did not solve ranks after every one that did, and ties with the others that did not.
//!
//! *Reference*: Demšar 2006. Ranks, test and critical difference are those of [`friedman`].

use std::collections::BTreeMap;

use tilebench_stats::{Friedman, friedman};

use crate::axis::Axis;
use crate::drawing::{Anchor, Drawing, Point};
use crate::figure::Figure;
use crate::heading::Heading;
use crate::number::{self, count};
use crate::paper::Paper;
use crate::sample::{Group, Sample};
use crate::theme::{self, Color, Dash, Marker, Stroke};

/// Two groups are better compared by a test of pairs.
const FEWEST: usize = 3;
/// The line on the paper of a report, and its least share of narrow paper.
const LINE_WIDTH: f64 = 420.0;
const LEAST_LINE: f64 = 0.45;
const ROW: f64 = 24.0;
const BAR_ROW: f64 = 10.0;
/// Two bars in a row are at least this far apart.
const APART: f64 = 20.0;
/// Above the line: its labels, and the length of the critical difference.
const ABOVE: f64 = 62.0;
/// The significance level of the diagram.
const LEVEL: f64 = 0.05;

/// A group on the line.
struct Ranked {
    rank: f64,
    label: String,
    color: Color,
}

/// The diagram of the groups of `sample`, ranked by its first column, on the instances of which each has one run.
///
/// # Errors
///
/// If the sample lacks data that the chart requires: a sentence that names the missing data.
pub fn draw(sample: &Sample) -> Result<Figure, String> {
    let variable = sample.variable(0)?;
    let (groups_ranked, others) = comparable(sample);
    let (test, unranked) = rank(&groups_ranked)
        .ok_or("it takes three groups of the same guarantee, and two instances that all of them were run on")?;
    let difference = test.critical_difference.ok_or("critical differences are known of 20 groups at most")?;
    let ranked = ranked(&groups_ranked, &test);
    let ranks: Vec<f64> = ranked.iter().map(|ranked| ranked.rank).collect();
    let paper = sample.sheet.paper;
    let frame = Frame::new(&ranked, paper);

    let title = sample.title(&format!("average ranks by {}", variable.title), test.n, "instances");
    let heading = Heading::on(paper, &title, &remark(&test, difference), frame.width);
    let apart = paper.size(APART) * (ranked.len() as f64 - 1.0) / (frame.right - frame.left);
    let bars = bars(&groups(&ranks, difference), &ranks, apart);
    let line = heading.height() + paper.size(ABOVE);
    let below = bars.iter().map(|bar| bar.row + 1).max().unwrap_or(0) as f64 * paper.size(BAR_ROW);
    let names = line + paper.size(16.0) + below;
    let rows = if frame.is_narrow { ranked.len() } else { ranked.len().div_ceil(2) };
    let mut drawing = Drawing::on(paper, frame.width, names + rows as f64 * paper.size(ROW) + paper.margin());
    heading.draw(&mut drawing);

    let marks: Vec<f64> = (1..=ranked.len()).map(|rank| rank as f64).collect();
    let axis = Axis::at("", &marks, false, 0.04, number::short);
    let across = |rank: f64| frame.left + axis.place(rank) * (frame.right - frame.left);
    let edge = Stroke { width: paper.size(1.5), ..paper.thin(theme::INK) };
    drawing.line(vec![(frame.left, line), (frame.right, line)], edge);
    for (rank, text) in &axis.ticks {
        drawing.line(vec![(across(*rank), line - paper.size(6.0)), (across(*rank), line)], paper.thin(theme::INK));
        let above = (across(*rank), line - paper.size(16.0));
        drawing.text(above, Anchor::Middle, paper.label(), theme::INK, text.as_str());
    }
    let far = across(1.0 + difference).min(frame.right);
    ruler(&mut drawing, paper, frame.left, far, line - paper.size(36.0));
    let places: Vec<Point> = ranks.iter().map(|&rank| (across(rank), line)).collect();
    frame.name(&mut drawing, paper, &ranked, &places, names);
    for bar in bars {
        let y = line + paper.size(11.0) + bar.row as f64 * paper.size(BAR_ROW);
        let reach = paper.size(5.0);
        let ends = vec![(across(ranks[bar.first]) - reach, y), (across(ranks[bar.last]) + reach, y)];
        drawing.line(ends, Stroke { color: theme::INK, width: paper.size(4.0), dash: Dash::Solid });
    }
    let instances = (unranked > 0).then(|| {
        let instances = count(unranked, "instances");
        format!("Left out: {instances} of which not every group has one run.")
    });
    let names: Vec<&str> = others.iter().map(|group| group.name.as_str()).collect();
    let guarantees = (!names.is_empty()).then(|| format!("Left out, of another guarantee: {}.", names.join(", ")));
    let left_out = instances.into_iter().chain(guarantees).collect();
    Ok(Figure { drawing, shown: count(test.n, "instances"), left_out })
}

/// The groups of the guarantee that most have, of equals the strongest, and the other groups.
fn comparable(sample: &Sample) -> (Vec<&Group>, Vec<&Group>) {
    let having = |guarantee| sample.groups.iter().filter(|group| group.guarantee == Some(guarantee)).count();
    let common = sample.guarantees().into_iter().rev().max_by_key(|&guarantee| having(guarantee));
    sample.groups.iter().partition(|group| common.is_some() && group.guarantee == common)
}

/// Friedman's test of `groups` on the instances of which each has one run, and how many other instances there are.
fn rank(groups: &[&Group]) -> Option<(Friedman, usize)> {
    if groups.len() < FEWEST {
        return None;
    }
    let mut instances: BTreeMap<usize, Vec<Vec<f64>>> = BTreeMap::new();
    for (place, group) in groups.iter().enumerate() {
        for datum in &group.data {
            let values = instances.entry(datum.instance).or_insert_with(|| vec![Vec::new(); groups.len()]);
            values[place].push(datum.values[0].filter(|_| datum.solved).unwrap_or(f64::INFINITY));
        }
    }
    let all = instances.len();
    // One of which a group has several runs is left out, as one is of which it has none.
    let single = |values: Vec<Vec<f64>>| values.iter().all(|of| of.len() == 1).then(|| values.concat());
    let test = friedman(&instances.into_values().filter_map(single).collect::<Vec<_>>())?;
    let others = all - test.n;
    Some((test, others))
}

/// The groups from the best.
fn ranked(groups: &[&Group], test: &Friedman) -> Vec<Ranked> {
    let pairs = test.average_ranks.iter().zip(groups);
    let mut ranked: Vec<Ranked> = pairs
        .map(|(&rank, group)| Ranked {
            rank,
            label: format!("{} ({})", group.name, number::fixed(rank, 2)),
            color: group.look.color,
        })
        .collect();
    // Stable, so that equal ranks keep the experiment's order.
    ranked.sort_by(|a, b| a.rank.total_cmp(&b.rank));
    ranked
}

/// The position of the line, and whether the names are next to it or, on narrow paper, below it.
struct Frame {
    left: f64,
    right: f64,
    width: f64,
    is_narrow: bool,
}

impl Frame {
    fn new(ranked: &[Ranked], paper: Paper) -> Self {
        let better = ranked.len().div_ceil(2);
        let widest = |names: &[Ranked]| {
            names.iter().map(|ranked| theme::width(&ranked.label, paper.label())).fold(0.0, f64::max)
        };
        let beside = [&ranked[..better], &ranked[better..]].map(|names| widest(names) + paper.size(26.0));
        let rest = beside.iter().sum::<f64>() + 2.0 * paper.margin();
        let line = paper.wide.map_or(LINE_WIDTH, |wide| wide - rest);
        match paper.wide {
            Some(wide) if line < LEAST_LINE * wide => {
                Self { left: paper.margin(), right: wide - paper.margin(), width: wide, is_narrow: true }
            }
            _ => {
                let left = paper.margin() + beside[0];
                Self { left, right: left + line, width: line + rest, is_narrow: false }
            }
        }
    }

    /// Draws the marks at `places` on the line, and their names from the height `top` down.
    fn name(&self, drawing: &mut Drawing, paper: Paper, ranked: &[Ranked], places: &[Point], top: f64) {
        let better = ranked.len().div_ceil(2);
        let middle = f64::midpoint(self.left, self.right);
        let mut texts = Vec::new();
        for (place, (one, &(at, line))) in ranked.iter().zip(places).enumerate() {
            let is_better = place < better;
            // The best and the worst are uppermost, so that no line crosses another. Below the line it is those in the
            // middle, so that none crosses a name of its half.
            let row = match (self.is_narrow, is_better) {
                (false, true) | (true, false) => place,
                (false, false) => ranked.len() - 1 - place,
                (true, true) => better - 1 - place,
            };
            let y = top + (row as f64 + 0.5) * paper.size(ROW);
            let gap = paper.size(6.0);
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
            drawing.line(points, paper.thin(theme::PALE_INK));
            drawing.mark((at, line), Marker::Disc, paper.size(4.0), one.color);
            texts.push((text, anchor, one.label.as_str()));
        }
        for ((x, y), anchor, text) in texts {
            let size = paper.label();
            if self.is_narrow {
                // Lines of the other half end at the name.
                let wide = theme::width(text, size);
                let from = if anchor == Anchor::End { x - wide } else { x };
                drawing.rectangle((from, y - size * 0.6), (from + wide, y + size * 0.6), theme::PAPER);
            }
            drawing.text((x, y), anchor, size, theme::INK, text);
        }
    }
}

fn remark(test: &Friedman, difference: f64) -> String {
    let n = number::whole(test.n as u64);
    let p = number::probability(test.p_f);
    let verdict = if test.p_f < LEVEL {
        "A bar joins those whose ranks are no further apart than CD: between them no difference is shown."
    } else {
        "The test finds no difference among them at the level 0.05, whatever the bars leave apart."
    };
    format!(
        "Rank 1 is the least, mean over n = {n} instances; what did not solve ranks last, tied. Critical difference CD = \
         {difference:.2} (Nemenyi, level 0.05); Friedman's test p {p}. {verdict}"
    )
}

/// The length of the critical difference, above the line.
fn ruler(drawing: &mut Drawing, paper: Paper, from: f64, to: f64, y: f64) {
    let (stroke, tip) = (Stroke { width: paper.size(2.0), ..paper.thin(theme::INK) }, paper.size(4.0));
    drawing.line(vec![(from, y), (to, y)], stroke);
    for end in [from, to] {
        drawing.line(vec![(end, y - tip), (end, y + tip)], stroke);
    }
    drawing.text((to + 2.0 * tip, y), Anchor::Start, paper.label(), theme::INK, "CD");
}

/// The groups of `ranks`, from the least, that lie within `difference` and in no greater group: first and last place.
fn groups(ranks: &[f64], difference: f64) -> Vec<(usize, usize)> {
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
struct Bar {
    first: usize,
    last: usize,
    row: usize,
}

/// The bars of `groups` of `ranks`, those that are less than `apart` from each other in rows of their own.
fn bars(groups: &[(usize, usize)], ranks: &[f64], apart: f64) -> Vec<Bar> {
    let mut ends: Vec<usize> = Vec::new();
    let mut bars = Vec::new();
    for &(first, last) in groups {
        let row = ends.iter().position(|&end| ranks[first] - ranks[end] >= apart).unwrap_or(ends.len());
        if row == ends.len() {
            ends.push(last);
        } else {
            ends[row] = last;
        }
        bars.push(Bar { first, last, row });
    }
    bars
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_join_what_lies_within_the_difference_and_nothing_twice() {
        assert_eq!(groups(&[1.0, 1.5, 2.2, 4.0], 1.0), [(0, 1), (1, 2)]);
        assert_eq!(groups(&[1.0, 1.5, 2.0, 4.0], 1.0), [(0, 2)]);
        assert_eq!(groups(&[1.0, 2.5, 4.0], 1.0), []);
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
