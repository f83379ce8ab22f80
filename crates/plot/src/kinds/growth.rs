//! How solutions grow with the board: moves over the cube of the side.

use std::collections::BTreeMap;

use crate::axis::Axis;
use crate::drawing::{Drawing, Point};
use crate::frame::{Content, Frame};
use crate::legend::Entry;
use crate::number;
use crate::paper::Paper;
use crate::theme::{self, Dash, Look, Stroke};

/// Fewer sizes than this are no growth.
const FEWEST: usize = 4;

/// Published results for methods that place tile by tile on boards of side n: a name, and the moves over n^3.
const KNOWN: [(&str, f64, Dash); 2] = [
    ("8/3: expected of a greedy method (Parberry 2015)", 8.0 / 3.0, Dash::Solid),
    ("5: at most, but for lower powers (Parberry 1995)", 5.0, Dash::Dashed(3, 3)),
];

/// A configuration over boards of several sides.
#[derive(Debug)]
pub struct Growth {
    /// Its name.
    pub name: String,
    /// How it is drawn.
    pub look: Look,
    /// By side: the mean and the maximum of the moves over the cube of the side.
    pub sides: BTreeMap<u32, (f64, f64)>,
}

/// Moves over n^3 against n, for configurations that solved each of a number of boards of several square sizes.
#[must_use]
pub fn draw(growths: &[Growth], boards: usize) -> Option<Drawing> {
    if growths.iter().all(|growth| growth.sides.len() < FEWEST) {
        return None;
    }
    let mut sides: Vec<f64> = growths.iter().flat_map(|growth| growth.sides.keys().map(|&n| f64::from(n))).collect();
    sides.sort_by(f64::total_cmp);
    sides.dedup();
    let mut heights: Vec<f64> =
        growths.iter().flat_map(|growth| growth.sides.values().map(|&(_, most)| most)).collect();
    heights.extend([0.0, 5.5]);
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
        entries: entries(growths),
        ..Content::default()
    };
    let mut frame = Frame::new(Paper::REPORT, content);
    let plot = &frame.plot;
    for (_, height, dash) in KNOWN {
        let ends = vec![plot.at(plot.x.low(), height), plot.at(plot.x.high(), height)];
        frame.drawing.line(ends, Stroke { color: theme::PALE_INK, width: 1.5, dash });
    }
    for Growth { look, sides, .. } in growths {
        let Look { color, marker, .. } = *look;
        let means: Vec<Point> = sides.iter().map(|(&n, &(mean, _))| plot.at(f64::from(n), mean)).collect();
        frame.drawing.line(means, Paper::REPORT.stroke(*look, 2.0));
        for (&n, &(_, most)) in sides {
            frame.drawing.mark(plot.at(f64::from(n), most), marker, 3.5, color.faded(0.6));
        }
    }
    Some(frame.finish(&[]))
}

fn entries(growths: &[Growth]) -> Vec<Entry> {
    let of_growth = |growth: &Growth| Entry::new(growth.look, growth.name.as_str());
    let known = KNOWN.map(|(text, _, dash)| Entry::line(Look { dash, ..theme::VIRTUAL }, text));
    growths.iter().map(of_growth).chain(known).collect()
}
