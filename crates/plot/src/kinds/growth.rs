//! The growth of solutions with the board size: moves over the cube of the side.

use std::collections::BTreeMap;

use crate::axis::Axis;
use crate::chart_frame::{ChartContent, ChartFrame};
use crate::drawing::{Drawing, Point};
use crate::legend::LegendEntry;
use crate::number;
use crate::options::ChartOptions;
use crate::theme::{self, Dash, Stroke, Style};

/// The minimum number of sizes.
const MIN_SIZES: usize = 4;

/// Published results for methods that place tile by tile on boards of side n: a name, and the moves over n^3.
const PUBLISHED: [(&str, f64, Dash); 2] = [
    ("8/3: expected value of a greedy method (Parberry 2015)", 8.0 / 3.0, Dash::Solid),
    ("5: upper bound, up to lower-order terms (Parberry 1995)", 5.0, Dash::Dashed(3, 3)),
];

/// A configuration over boards of several sides.
#[derive(Debug)]
pub struct SolutionGrowth {
    /// Its name.
    pub name: String,
    /// How it is drawn.
    pub style: Style,
    /// For each side, the mean and the maximum of the moves over the cube of the side.
    pub sides: BTreeMap<u32, (f64, f64)>,
}

/// Moves over n^3 against n, for configurations that solved every instance of several square sizes.
#[must_use]
pub fn draw(growths: &[SolutionGrowth], instances: usize, options: &ChartOptions) -> Option<Drawing> {
    if growths.iter().all(|growth| growth.sides.len() < MIN_SIZES) {
        return None;
    }
    let mut sides: Vec<f64> = growths.iter().flat_map(|growth| growth.sides.keys().map(|&n| f64::from(n))).collect();
    sides.sort_by(f64::total_cmp);
    sides.dedup();
    let mut heights: Vec<f64> = growths.iter().flat_map(|growth| growth.sides.values().map(|&(_, max)| max)).collect();
    heights.extend([0.0, 5.5]);
    let remark = format!(
        "{} instances of {} board sizes. Lines: the mean per size. Single marks: the longest solution per size.",
        number::grouped(instances as u64),
        sides.len()
    );
    let content = ChartContent {
        title: "Solution length by board size".to_owned(),
        remark,
        x: &|_| Axis::with_labels_at("board side n", &sides, false, 0.045, number::short),
        y: &|labels| Axis::linear("moves / n³", &heights, labels, number::short),
        entries: entries(growths),
        ..ChartContent::default()
    };
    let mut frame = ChartFrame::new(options.canvas, content);
    let plot = &frame.plot;
    for (_, height, dash) in PUBLISHED {
        let ends = vec![plot.at(plot.x.low(), height), plot.at(plot.x.high(), height)];
        frame.drawing.line(ends, Stroke { color: theme::PALE_INK, width: options.canvas.size(1.5), dash });
    }
    for SolutionGrowth { name, style, sides, .. } in growths {
        let Style { color, marker, .. } = *style;
        let means: Vec<Point> = sides.iter().map(|(&n, &(mean, _))| (f64::from(n), mean)).collect();
        let longest = sides.iter().map(|(&n, &(_, max))| (f64::from(n), max));
        frame.drawing.record_points(plot, name, "mean", means.iter().copied());
        frame.drawing.record_points(plot, name, "maximum", longest);
        frame.drawing.line(plot.all_at(&means), options.canvas.stroke(*style, 2.0));
        for (&n, &(_, max)) in sides {
            frame.drawing.mark(plot.at(f64::from(n), max), marker, options.canvas.size(3.5), color.faded(0.6));
        }
    }
    Some(frame.finish(&[]))
}

fn entries(growths: &[SolutionGrowth]) -> Vec<LegendEntry> {
    let of_growth = |growth: &SolutionGrowth| LegendEntry::new(growth.style, growth.name.as_str());
    let known = PUBLISHED.map(|(text, _, dash)| LegendEntry::line(Style { dash, ..theme::VIRTUAL_BEST_STYLE }, text));
    growths.iter().map(of_growth).chain(known).collect()
}
