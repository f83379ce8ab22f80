//! How solutions grow with the board: moves over the cube of the side.

use std::collections::BTreeMap;

use crate::chart::axis::Axis;
use crate::chart::drawing::{Drawing, Point, Stroke};
use crate::chart::frame::{Content, Frame};
use crate::chart::legend::Entry;
use crate::chart::paper::Paper;
use crate::chart::theme::{self, Dash, Look};
use crate::experiment::{Configuration, Experiment, InstanceSet};
use crate::number;

/// Fewer sizes than this are no growth.
const FEWEST: usize = 4;

/// What is known of methods that place tile by tile on boards of side n: a name, and the moves over n^3.
const KNOWN: [(&str, f64, Dash); 2] = [
    ("8/3: expected of a greedy method (Parberry 2015)", 8.0 / 3.0, Dash::Solid),
    ("5: at most, but for lower powers (Parberry 1995)", 5.0, Dash::Dashed(3, 3)),
];

/// A configuration over boards of several sides.
struct Growth<'a> {
    name: &'a str,
    look: Look,
    /// By side: the moves of every solution.
    lengths: BTreeMap<u32, Vec<f64>>,
    /// By side: the mean and the most moves over the cube of the side.
    sides: BTreeMap<u32, (f64, f64)>,
}

/// Moves over n^3 against n, where configurations solved every board of several square sizes.
pub(crate) fn draw(experiment: &Experiment) -> Option<Drawing> {
    let growths = growths(experiment);
    if growths.iter().all(|growth| growth.sides.len() < FEWEST) {
        return None;
    }
    let mut sides: Vec<f64> = growths.iter().flat_map(|growth| growth.sides.keys().map(|&n| f64::from(n))).collect();
    sides.sort_by(f64::total_cmp);
    sides.dedup();
    let mut heights: Vec<f64> =
        growths.iter().flat_map(|growth| growth.sides.values().map(|&(_, most)| most)).collect();
    heights.extend([0.0, 5.5]);
    let boards: usize = experiment.sets.iter().map(InstanceSet::instances).sum();
    let remark = format!(
        "{} boards of {} sizes. Lines: the mean of each size; single marks: the longest solution of each size.",
        number::whole(boards as u64),
        sides.len()
    );
    let content = Content {
        title: "Moves by the size of the board".to_owned(),
        remark,
        x: &|_| Axis::at("side n of the board", &sides, false, 0.045, number::short),
        y: &|labels| Axis::linear("moves over n³", &heights, labels, number::short),
        entries: entries(&growths),
        are_lines: false,
        is_square: false,
        rows_below: 0,
    };
    let mut frame = Frame::new(Paper::REPORT, content);
    let plot = &frame.plot;
    for (_, height, dash) in KNOWN {
        let ends = vec![plot.at(plot.x.low(), height), plot.at(plot.x.high(), height)];
        frame.drawing.line(ends, Stroke { color: theme::PALE_INK, width: 1.5, dash });
    }
    for Growth { look, sides, .. } in &growths {
        let Look { color, dash, marker } = *look;
        let means: Vec<Point> = sides.iter().map(|(&n, &(mean, _))| plot.at(f64::from(n), mean)).collect();
        frame.drawing.line(means, Stroke { color, width: 2.0, dash });
        for (&n, &(_, most)) in sides {
            frame.drawing.mark(plot.at(f64::from(n), most), marker, 3.5, color.faded(0.6));
        }
    }
    Some(frame.finish(&[]))
}

fn growths(experiment: &Experiment) -> Vec<Growth<'_>> {
    let mut growths: BTreeMap<usize, Growth<'_>> = BTreeMap::new();
    for configuration in experiment.sets.iter().flat_map(|set| &set.configurations) {
        let Some((side, lengths)) = lengths(configuration) else { continue };
        let growth = growths.entry(configuration.index).or_insert_with(|| Growth {
            name: &configuration.name,
            look: theme::look(configuration.index),
            lengths: BTreeMap::new(),
            sides: BTreeMap::new(),
        });
        growth.lengths.entry(side).or_default().extend(lengths);
    }
    let mut growths: Vec<Growth<'_>> = growths.into_values().collect();
    for Growth { lengths, sides, .. } in &mut growths {
        *sides = lengths.iter().map(|(&side, lengths)| (side, figures(side, lengths))).collect();
    }
    growths
}

/// The side of a configuration's boards, which must be square and all solved, with the moves of each.
fn lengths(configuration: &Configuration) -> Option<(u32, Vec<f64>)> {
    let side = configuration.runs.first()?.rows;
    if configuration.runs.iter().any(|run| (run.rows, run.cols) != (side, side)) {
        return None;
    }
    let lengths: Option<Vec<f64>> = configuration.runs.iter().map(|run| run.length.map(f64::from)).collect();
    Some((side, lengths?))
}

/// The mean and the most of `lengths` over the cube of the side.
fn figures(side: u32, lengths: &[f64]) -> (f64, f64) {
    let cube = f64::from(side).powi(3);
    let most = lengths.iter().copied().fold(0.0, f64::max);
    (lengths.iter().sum::<f64>() / lengths.len() as f64 / cube, most / cube)
}

fn entries(growths: &[Growth<'_>]) -> Vec<Entry> {
    let of_growth = |growth: &Growth<'_>| {
        let Look { color, dash, marker } = growth.look;
        Entry { color, dash: Some(dash), marker: Some(marker), text: growth.name.to_owned() }
    };
    let known = KNOWN.map(|(text, _, dash)| Entry {
        color: theme::PALE_INK,
        dash: Some(dash),
        marker: None,
        text: text.to_owned(),
    });
    growths.iter().map(of_growth).chain(known).collect()
}
