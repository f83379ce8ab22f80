//! The critical-difference diagram: average ranks on a line, with bars that join those that do not differ.
//!
//! *Reference*: Demšar (2006). Ranks, test and critical difference are those of [`ranking`](crate::ranking).

use crate::chart::axis::Axis;
use crate::chart::drawing::{Anchor, Drawing, Stroke};
use crate::chart::heading::Heading;
use crate::chart::plot::thin;
use crate::chart::theme::{self, Dash, Marker};
use crate::experiment::InstanceSet;
use crate::number;
use crate::ranking::{self, Measure, NODES, TIME};

const LINE_WIDTH: f64 = 420.0;
const ROW: f64 = 24.0;
const BAR_ROW: f64 = 10.0;
/// Two bars in a row are at least this far apart.
const APART: f64 = 20.0;
/// Above the line: its labels, and the length of the critical difference.
const ABOVE: f64 = 62.0;
/// The level at which the diagram speaks.
const LEVEL: f64 = 0.05;

/// The diagram by nodes generated.
pub(crate) fn nodes(set: &InstanceSet) -> Option<Drawing> {
    draw(set, NODES)
}

/// The diagram by time.
pub(crate) fn time(set: &InstanceSet) -> Option<Drawing> {
    draw(set, TIME)
}

/// A configuration on the line.
struct Ranked<'a> {
    rank: f64,
    name: &'a str,
    place: usize,
}

fn draw(set: &InstanceSet, measure: Measure) -> Option<Drawing> {
    let ranking = ranking::of(set, measure)?;
    let difference = ranking.test.critical_difference?;
    let pairs = ranking.test.average_ranks.iter().zip(&set.configurations);
    let mut ranked: Vec<Ranked<'_>> =
        pairs.map(|(&rank, c)| Ranked { rank, name: c.name.as_str(), place: c.index }).collect();
    // Stable, so that equal ranks keep the experiment's order.
    ranked.sort_by(|a, b| a.rank.total_cmp(&b.rank));
    let ranks: Vec<f64> = ranked.iter().map(|ranked| ranked.rank).collect();
    let apart = APART * (ranked.len() as f64 - 1.0) / LINE_WIDTH;
    let bars = bars(&groups(&ranks, difference), &ranks, apart);

    let better = ranked.len().div_ceil(2);
    let widest = |names: &[Ranked<'_>]| {
        names.iter().map(|ranked| theme::width(&label(ranked), theme::LABEL)).fold(0.0, f64::max)
    };
    let left = theme::MARGIN + widest(&ranked[..better]) + 26.0;
    let right = left + LINE_WIDTH;
    let width = right + widest(&ranked[better..]) + 26.0 + theme::MARGIN;
    let title = format!("Average ranks by {}", measure.name);
    let heading = Heading::new(&title, set, &remark(&ranking.test, difference), width);
    let line = heading.height() + ABOVE;
    let names = line + 16.0 + bars.iter().map(|bar| bar.row + 1).max().unwrap_or(0) as f64 * BAR_ROW;
    let mut drawing = Drawing::new(width, names + better as f64 * ROW + theme::MARGIN);
    heading.draw(&mut drawing);

    let marks: Vec<f64> = (1..=u32::try_from(ranked.len()).unwrap_or(1)).map(f64::from).collect();
    let axis = Axis::at("", &marks, false, 0.04, number::short);
    let across = |rank: f64| left + axis.place(rank) * LINE_WIDTH;
    drawing.line(vec![(left, line), (right, line)], Stroke { width: 1.5, ..thin(theme::INK) });
    for (rank, text) in &axis.ticks {
        drawing.line(vec![(across(*rank), line - 6.0), (across(*rank), line)], thin(theme::INK));
        drawing.text((across(*rank), line - 16.0), Anchor::Middle, theme::LABEL, theme::INK, text.as_str());
    }
    ruler(&mut drawing, left, across(1.0 + difference).min(right), line - 36.0);
    for (place, ranked) in ranked.iter().enumerate() {
        let is_better = place < better;
        // The best and the worst are uppermost, so that no line crosses another.
        let row = if is_better { place } else { ranks.len() - 1 - place };
        let (at, y) = (across(ranked.rank), names + (row as f64 + 0.5) * ROW);
        let (end, anchor, gap) =
            if is_better { (left - 12.0, Anchor::End, -6.0) } else { (right + 12.0, Anchor::Start, 6.0) };
        drawing.line(vec![(at, line), (at, y), (end, y)], thin(theme::PALE_INK));
        drawing.mark((at, line), Marker::Disc, 4.0, theme::look(ranked.place).color);
        drawing.text((end + gap, y), anchor, theme::LABEL, theme::INK, label(ranked));
    }
    for bar in bars {
        let y = line + 11.0 + bar.row as f64 * BAR_ROW;
        let ends = vec![(across(ranks[bar.first]) - 5.0, y), (across(ranks[bar.last]) + 5.0, y)];
        drawing.line(ends, Stroke { color: theme::INK, width: 4.0, dash: Dash::Solid });
    }
    Some(drawing)
}

fn label(ranked: &Ranked<'_>) -> String {
    format!("{} ({})", ranked.name, number::fixed(ranked.rank, 2))
}

fn remark(test: &crate::stats::Friedman, difference: f64) -> String {
    let n = number::whole(test.n as u64);
    let p = ranking::probability(test.p_f);
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
fn ruler(drawing: &mut Drawing, from: f64, to: f64, y: f64) {
    drawing.line(vec![(from, y), (to, y)], Stroke { width: 2.0, ..thin(theme::INK) });
    for end in [from, to] {
        drawing.line(vec![(end, y - 4.0), (end, y + 4.0)], Stroke { width: 2.0, ..thin(theme::INK) });
    }
    drawing.text((to + 8.0, y), Anchor::Start, theme::LABEL, theme::INK, "CD");
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
