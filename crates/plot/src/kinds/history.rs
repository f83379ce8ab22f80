//! The history of several result folders: times relative to the first folder, and the speed of the fixed loop of each session.

use crate::axis::Axis;
use crate::drawing::Drawing;
use crate::legend::LegendEntry;
use crate::number;
use crate::options::ChartOptions;
use crate::panel_chart::{Panel, PanelChart, PanelLine};
use crate::theme::{self, Dash, Marker, Style};
use tilebench_stats::Interval;

/// The size of a panel in a report.
const PANEL_SIZE: (f64, f64) = (520.0, 300.0);
/// The share of the distance between two folders that the sessions of one folder take.
const SESSION_SPREAD: f64 = 0.5;

/// The style of the fixed loop.
const LOOP_STYLE: Style = Style { color: theme::INK, dash: Dash::Dashed(6, 4), marker: Marker::Disc };

/// A configuration over the folders.
#[derive(Debug)]
pub struct HistoryLine {
    /// Its name.
    pub name: String,
    /// How it is drawn.
    pub style: Style,
    /// For folders from the second on: the index, the ratio of times to the first folder, and its interval, if there is one.
    pub ratios: Vec<(usize, f64, Option<Interval>)>,
}

/// The history to draw.
#[derive(Debug)]
pub struct HistoryChart {
    /// The configurations; at least one has a ratio.
    pub lines: Vec<HistoryLine>,
    /// For each folder, the speed of the fixed loop in each of its sessions, in steps per second; empty if it is not known.
    pub speeds: Vec<Vec<f64>>,
    /// A sentence on each folder.
    pub folders: Vec<String>,
}

/// Times relative to the first folder above, and the speed of the fixed loop below.
#[must_use]
pub fn draw(history: &HistoryChart, options: &ChartOptions) -> Drawing {
    let count = history.speeds.len();
    let places: Vec<f64> = (1..=count).map(|place| place as f64).collect();
    let x = |_: usize| {
        Axis::with_labels_at("folder", &places, false, 0.0, number::short).widened([0.5, count as f64 + 0.5])
    };
    let ends = |(_, ratio, interval): &(usize, f64, Option<Interval>)| {
        [*ratio, interval.map_or(*ratio, |ends| ends.low), interval.map_or(*ratio, |ends| ends.high)]
    };
    let ratios: Vec<f64> =
        history.lines.iter().flat_map(|line| line.ratios.iter().flat_map(ends)).chain([1.0]).collect();
    let mut panels = vec![Panel {
        x: &x,
        y: Axis::fractional("time / time in folder 1", &ratios, 6, number::tick),
        lines: history.lines.iter().flat_map(time_lines).collect(),
    }];
    let speeds: Vec<f64> = history.speeds.iter().flatten().map(|speed| speed / 1e6).collect();
    if !speeds.is_empty() {
        panels.push(Panel {
            x: &x,
            y: Axis::fractional("fixed loop, million steps per second", &speeds, 6, number::tick),
            lines: vec![PanelLine {
                has_marks: true,
                ..PanelLine::new("fixed loop", loop_points(&history.speeds), LOOP_STYLE)
            }],
        });
    }
    let mut remark = "Geometric means of the ratios of times of the instances solved in both folders, with 95 % intervals over \
                      pairs of sessions if there are enough sessions. If the fixed loop's speed differs between folders, the \
                      machine differs, not only the program. Folders:"
        .to_owned();
    for (place, folder) in (1..).zip(&history.folders) {
        let end = if place == count { "." } else { ";" };
        remark.extend([" ", &number::grouped(place as u64), "\u{a0}", folder, end]);
    }
    let mut entries: Vec<LegendEntry> =
        history.lines.iter().map(|line| LegendEntry::new(line.style, line.name.as_str())).collect();
    if !speeds.is_empty() {
        entries.push(LegendEntry::new(LOOP_STYLE, "fixed loop, one point per session"));
    }
    let title = options.title.clone().unwrap_or_else(|| format!("History of {count} folders"));
    PanelChart { title, remark, size: PANEL_SIZE, panels, entries }.draw(options.canvas)
}

/// The line of a configuration through all folders, and its intervals.
fn time_lines(line: &HistoryLine) -> Vec<PanelLine> {
    let of_first = [(1.0, 1.0)];
    let points =
        of_first.into_iter().chain(line.ratios.iter().map(|(folder, ratio, _)| (*folder as f64 + 1.0, *ratio)));
    let mut lines: Vec<PanelLine> = line
        .ratios
        .iter()
        .filter_map(|(folder, _, interval)| {
            let (x, ends) = (*folder as f64 + 1.0, (*interval)?);
            let solid = Style { dash: Dash::Solid, ..line.style };
            Some(PanelLine { width: 1.5, ..PanelLine::new(&line.name, vec![(x, ends.low), (x, ends.high)], solid) })
        })
        .collect();
    lines.push(PanelLine { has_marks: true, ..PanelLine::new(&line.name, points.collect(), line.style) });
    lines
}

/// A point per session: the sessions of a folder are next to each other around its place.
fn loop_points(speeds: &[Vec<f64>]) -> Vec<(f64, f64)> {
    let of_folder = |(folder, speeds): (usize, &Vec<f64>)| -> Vec<(f64, f64)> {
        let count = speeds.len() as f64;
        let across = move |place: usize| ((place as f64 + 0.5) / count - 0.5) * SESSION_SPREAD;
        speeds.iter().enumerate().map(|(place, speed)| (folder as f64 + 1.0 + across(place), speed / 1e6)).collect()
    };
    speeds.iter().enumerate().flat_map(of_folder).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilebench_stats::IntervalMethod;

    fn history() -> HistoryChart {
        let interval = Interval { low: 0.8, high: 1.0, method: IntervalMethod::StudentT };
        HistoryChart {
            lines: vec![HistoryLine {
                name: "A*".to_owned(),
                style: theme::style(0),
                ratios: vec![(1, 0.9, Some(interval)), (2, 1.2, None)],
            }],
            speeds: vec![vec![5e8, 5.1e8], vec![5e8], Vec::new()],
            folders: ["a", "b", "c"].map(str::to_owned).to_vec(),
        }
    }

    #[test]
    fn sessions_are_points_around_the_place_of_their_folder() {
        assert_eq!(loop_points(&history().speeds), [(0.875, 500.0), (1.125, 510.0), (2.0, 500.0)]);
    }

    #[test]
    fn every_folder_begins_at_1_and_only_known_intervals_are_drawn() {
        let lines = time_lines(&history().lines[0]);
        let points: Vec<_> = lines.iter().map(|line| line.points.clone()).collect();
        assert_eq!(points, [vec![(2.0, 0.8), (2.0, 1.0)], vec![(1.0, 1.0), (2.0, 0.9), (3.0, 1.2)]]);
    }

    #[test]
    fn without_known_speeds_there_is_one_panel() {
        let text = |history: &HistoryChart| draw(history, &ChartOptions::REPORT).svg().unwrap();
        assert!(text(&history()).contains("\nfixed loop, one point per session\n"));
        let unknown = HistoryChart { speeds: vec![Vec::new(); 3], ..history() };
        let svg = text(&unknown);
        assert!(!svg.contains("\nfixed loop, one point per session\n") && svg.contains("\nA*\n"), "{svg}");
    }
}
