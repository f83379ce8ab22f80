//! What one measure costs in another: a mark a group, and the front of those that no other beats in both.

use std::collections::{BTreeMap, BTreeSet};

use crate::chart::drawing::{Point, Stroke};
use crate::chart::figure::{self, Figure, count};
use crate::chart::frame::{Content, Frame};
use crate::chart::legend::Entry;
use crate::chart::plot::thin;
use crate::chart::sample::{self, Group, Sample};
use crate::chart::theme::{self, Dash};
use crate::column::Column;
use crate::common_instances::{COVERAGE, FEWEST};
use crate::number;
use crate::stats;

/// Fewer groups than this are no trade-off.
const FEWEST_GROUPS: usize = 3;

/// The means of each group over the instances that all of them solved.
pub(crate) fn draw(sample: &Sample) -> Result<Figure, String> {
    let columns = [sample.column(0)?, sample.column(1)?];
    let solved: Vec<BTreeMap<usize, [f64; 2]>> = sample.groups.iter().map(|group| values(group, columns)).collect();
    let (chosen, common, named) = common(sample, &solved);
    if chosen.len() < FEWEST_GROUPS || common.len() < FEWEST {
        return Err(format!(
            "it takes {FEWEST_GROUPS} configurations that each solved {COVERAGE} % of the instances, and {FEWEST} instances \
             that all of them solved"
        ));
    }
    let mean = |column: &Column, values: &[f64]| {
        if column.is_log() { stats::geometric_mean(values) } else { stats::mean(values) }.unwrap_or_default()
    };
    let place = |group: usize| {
        let of = |at: usize| common.iter().map(|instance| solved[group][instance][at]).collect::<Vec<f64>>();
        [0, 1].map(|at| mean(columns[at], &of(at)))
    };
    let places: Vec<[f64; 2]> = chosen.iter().map(|&group| place(group)).collect();
    let title = |column: &Column| {
        let kind = if column.is_log() { "geometric mean of" } else { "mean" };
        format!("{kind} {}", column.title)
    };
    let all = |at: usize| places.iter().map(|place| place[at]).collect::<Vec<f64>>();
    let instances = number::whole(common.len() as u64);
    let mut remark = format!(
        "Means over the {instances} of {} instances that every configuration drawn here solved. Line: the front of those \
         that no other has less of both.",
        number::whole(sample.instances as u64)
    );
    let mut left_out = Vec::new();
    if !named.is_empty() {
        left_out.push(format!("Left out, solved under {COVERAGE} % of the instances: {}.", named.join(", ")));
    }
    for sentence in &left_out {
        remark.extend([" ", sentence]);
    }
    let entries: Vec<Entry> =
        chosen.iter().map(|&at| &sample.groups[at]).map(|g| sample::named(g, &g.name, false, true)).collect();
    let means = |column: &Column, at: usize, labels| {
        let values = all(at);
        match column.scale {
            // Means of whole numbers are not whole.
            crate::column::Scale::Linear if !is_wide(&values) => {
                crate::chart::axis::Axis::fractional(&title(column), &values, labels, number::tick)
            }
            _ => figure::axis(column, &title(column), &values, labels),
        }
    };
    let content = Content {
        title: sample.title(
            &format!("{} against {}", columns[1].plain(), columns[0].plain()),
            common.len(),
            "instances",
        ),
        remark,
        x: &|labels| means(columns[0], 0, labels),
        y: &|labels| means(columns[1], 1, labels),
        entries,
        are_lines: false,
        is_square: false,
        rows_below: 0,
    };
    let mut frame = Frame::new(sample.paper, content);
    let paper = sample.paper;
    let front: Vec<Point> = front(&places).into_iter().map(|[x, y]| frame.plot.at(x, y)).collect();
    // In steps: nothing says that there is anything between two of them.
    let front = stepped(&front);
    let dash = paper.dash(Dash::Dashed(6, 4));
    frame.drawing.line(front, Stroke { width: paper.size(1.5), dash, ..thin(theme::PALE_INK) });
    for (&group, place) in chosen.iter().zip(&places) {
        let look = sample.groups[group].look;
        frame.drawing.mark(frame.plot.at(place[0], place[1]), look.marker, paper.size(5.5), look.color);
    }
    Ok(Figure { drawing: frame.finish(&[]), shown: count(chosen.len(), "configurations"), left_out })
}

fn is_wide(values: &[f64]) -> bool {
    let (least, most) = values.iter().fold((f64::INFINITY, 0.0), |(least, most), &v| (v.min(least), v.max(most)));
    least > 0.0 && most > 10.0 * least
}

/// The values of the solved runs by instance, the mean where there are several runs.
fn values(group: &Group, columns: [&Column; 2]) -> BTreeMap<usize, [f64; 2]> {
    let mut sums: BTreeMap<usize, ([f64; 2], f64)> = BTreeMap::new();
    for datum in group.data.iter().filter(|datum| datum.solved) {
        let value =
            |at: usize| datum.values[at].map(|v| if columns[at].is_log() { v.max(columns[at].least()) } else { v });
        if let (Some(x), Some(y)) = (value(0), value(1)) {
            let (sum, runs) = sums.entry(datum.instance).or_default();
            *sum = [sum[0] + x, sum[1] + y];
            *runs += 1.0;
        }
    }
    sums.into_iter().map(|(instance, (sum, runs))| (instance, sum.map(|sum| sum / runs))).collect()
}

/// The groups that are compared, the instances that all of them solved, and the names of the other groups.
fn common<'a>(sample: &'a Sample, solved: &[BTreeMap<usize, [f64; 2]>]) -> (Vec<usize>, BTreeSet<usize>, Vec<&'a str>) {
    let required = sample.compare_on.required(sample.instances);
    let (chosen, left_out): (Vec<usize>, Vec<usize>) = (0..solved.len()).partition(|&at| solved[at].len() >= required);
    let mut common: BTreeSet<usize> = (0..sample.instances).collect();
    for &at in &chosen {
        common.retain(|instance| solved[at].contains_key(instance));
    }
    (chosen, common, left_out.into_iter().map(|at| sample.groups[at].name.as_str()).collect())
}

/// A line that reaches each point level from the one before, whose height it keeps until there.
fn stepped(front: &[Point]) -> Vec<Point> {
    let corners = front.windows(2).flat_map(|pair| [(pair[1].0, pair[0].1), pair[1]]);
    front.first().copied().into_iter().chain(corners).collect()
}

/// Those of `places` that no other has less of both, or of one and as much of the other, from the left.
fn front(places: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let mut sorted = places.to_vec();
    sorted.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    let mut lowest = f64::INFINITY;
    sorted.retain(|place| {
        let is_lower = place[1] < lowest;
        lowest = lowest.min(place[1]);
        is_lower
    });
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_front_is_those_that_no_other_beats_in_both() {
        let places = [[3.0, 1.0], [1.0, 5.0], [2.0, 5.0], [2.0, 2.0], [4.0, 1.0], [3.0, 9.0]];
        assert_eq!(front(&places), [[1.0, 5.0], [2.0, 2.0], [3.0, 1.0]]);
        assert!(front(&[]).is_empty());
    }
}
