//! The order of the runs against their times: a machine that warms up, slows down or is shared shows as a slope or a step.

use crate::axis::Axis;
use crate::chart_frame::{ChartContent, ChartFrame};
use crate::drawing::Drawing;
use crate::legend::LegendEntry;
use crate::number::{self, counted};
use crate::options::{ChartOptions, SetSummary};
use crate::theme::{self, Dash, Marker, Stroke, Style};
use tilebench_stats::{median, quantile};

/// The maximum number of points.
const MAX_POINTS: usize = 4000;
/// Points are faded above this number.
const FADE_ABOVE: f64 = 200.0;
/// The number of windows of the running median, and the minimum number of runs of a window.
const WINDOWS: usize = 40;
const MIN_WINDOW: usize = 5;
/// The maximum number of configurations in the legend.
const MAX_ENTRIES: usize = 12;

/// A run.
#[derive(Clone, Copy, Debug)]
pub struct OrderedPoint {
    /// The index of its row.
    pub row: u32,
    /// Its time per node over the median of its configuration.
    pub ratio: f64,
    /// The index of its configuration among the groups.
    pub group: usize,
}

/// A session of the runs.
#[derive(Clone, Copy, Debug)]
pub struct SessionSpan {
    /// Its first row.
    pub first_row: u32,
    /// The speed of the fixed loop at its start and at its end, if known.
    pub speeds: Option<[f64; 2]>,
}

/// The timed runs of a set in the order of their ends.
#[derive(Debug)]
pub struct OrderedRuns {
    /// The configurations: names and styles.
    pub groups: Vec<(String, Style)>,
    /// The runs by ascending rows, at least one.
    pub points: Vec<OrderedPoint>,
    /// The sessions in order; empty if they are not known.
    pub sessions: Vec<SessionSpan>,
}

/// The running median of the ratios.
const MEDIAN_STYLE: Style = Style { color: theme::INK, dash: Dash::Solid, marker: Marker::Disc };
/// The time of the fixed loop.
const LOOP_STYLE: Style = Style { color: theme::INK, dash: Dash::Dashed(6, 4), marker: Marker::Disc };

/// The time per node of every run over the median of its configuration, in the order in which the runs ended.
#[must_use]
pub fn draw(runs: &OrderedRuns, subject: &SetSummary, options: &ChartOptions) -> Drawing {
    let points = &runs.points;
    let loops = loop_times(runs);
    // The central 99 % of the points and all lines; points outside are drawn at the edge.
    let mut ratios: Vec<f64> = points.iter().map(|point| point.ratio).collect();
    ratios.sort_by(f64::total_cmp);
    let ends = [0.005, 0.995].into_iter().filter_map(|share| quantile(&ratios, share));
    let shown: Vec<f64> = ends.chain([0.95, 1.05]).chain(loops.iter().flatten().map(|(_, time)| *time)).collect();
    let rows: Vec<f64> = points.iter().map(|point| f64::from(point.row + 1)).collect();
    let mut remark = format!(
        "{} of at least 1 ms with known counts. Time per node over the median of the configuration; above 1: slower. Bold line: \
         the median of neighbouring runs; a slope or a step is a change of the machine, not of a configuration.",
        counted(points.len(), "run")
    );
    if loops.iter().any(|span| !span.is_empty()) {
        remark += " Dashed line: the time of a step of the session's fixed loop over the median of the sessions.";
    }
    if runs.sessions.len() > 1 {
        remark.extend([" Vertical lines: the ", &number::grouped(runs.sessions.len() as u64), " sessions."]);
    }
    let every = points.len().div_ceil(MAX_POINTS);
    if every > 1 {
        remark.extend([" One point in ", &number::grouped(every as u64), " is drawn."]);
    }
    let mut entries: Vec<LegendEntry> =
        runs.groups.iter().take(MAX_ENTRIES).map(|(name, style)| LegendEntry::points(*style, name.as_str())).collect();
    if runs.groups.len() > MAX_ENTRIES {
        let others = format!("and {} more", number::grouped((runs.groups.len() - MAX_ENTRIES) as u64));
        entries.push(LegendEntry { dash: None, marker: None, ..LegendEntry::points(MEDIAN_STYLE, others) });
    }
    entries.push(LegendEntry::line(MEDIAN_STYLE, "running median"));
    if loops.iter().any(|span| !span.is_empty()) {
        entries.push(LegendEntry::line(LOOP_STYLE, "fixed loop"));
    }
    let content = ChartContent {
        title: options.title("Order of the runs and time", subject),
        remark,
        x: &|labels| Axis::linear("row of runs.csv, in the order of ends", &rows, labels, number::tick),
        y: &|labels| ratio_axis(&shown, labels),
        entries,
        ..ChartContent::default()
    };
    let canvas = options.canvas;
    let mut frame = ChartFrame::new(canvas, content);
    let (drawing, plot) = (&mut frame.drawing, &frame.plot);
    let stroke = Stroke { width: canvas.size(1.5), ..canvas.thin(theme::PALE_INK) };
    for session in runs.sessions.iter().skip(1) {
        let x = plot.across(f64::from(session.first_row) + 0.5);
        drawing.line(vec![(x, plot.top), (x, plot.bottom)], stroke);
    }
    let strength = (FADE_ABOVE * every as f64 / points.len() as f64).sqrt().clamp(0.35, 0.8);
    for (group, (name, _)) in runs.groups.iter().enumerate() {
        let of_group = points.iter().step_by(every).filter(|point| point.group == group);
        drawing.record_points(plot, name, "point", of_group.map(|point| (f64::from(point.row + 1), point.ratio)));
    }
    for point in points.iter().step_by(every) {
        let at = plot.at(f64::from(point.row + 1), point.ratio);
        let style = runs.groups[point.group].1;
        drawing.mark(at, style.marker, canvas.size(2.5), style.color.faded(strength));
    }
    for span in loops {
        drawing.record_points(plot, "fixed loop", "line", span.iter().copied());
        drawing.line(plot.all_at(&span), canvas.stroke(LOOP_STYLE, 2.0));
    }
    let middle = running_median(points);
    drawing.record_points(plot, "running median", "line", middle.iter().copied());
    drawing.line(plot.all_at(&middle), canvas.stroke(MEDIAN_STYLE, 3.0));
    frame.finish(&[])
}

/// An axis of ratios around 1: linear if they are close, otherwise logarithmic.
fn ratio_axis(ratios: &[f64], labels: usize) -> Axis {
    let title = "time per node / median";
    let (min, max) = ratios.iter().fold((f64::INFINITY, 0.0_f64), |(min, max), &v| (min.min(v), max.max(v)));
    if max < 4.0 * min {
        Axis::fractional(title, ratios, labels, number::tick)
    } else {
        Axis::log(title, ratios, labels, number::short)
    }
}

/// The medians of windows of neighbouring runs: the mean row and the median ratio of each.
fn running_median(points: &[OrderedPoint]) -> Vec<(f64, f64)> {
    let window = points.len().div_ceil(WINDOWS).max(MIN_WINDOW);
    let of_window = |window: &[OrderedPoint]| {
        let row = window.iter().map(|point| f64::from(point.row + 1)).sum::<f64>() / window.len() as f64;
        Some((row, median(&window.iter().map(|point| point.ratio).collect::<Vec<_>>())?))
    };
    points.chunks(window).filter_map(of_window).collect()
}

/// For each session with known speeds, its ends and the time of a step of its fixed loop there, over the median of all.
fn loop_times(runs: &OrderedRuns) -> Vec<Vec<(f64, f64)>> {
    let speeds: Vec<f64> = runs.sessions.iter().flat_map(|session| session.speeds.into_iter().flatten()).collect();
    let Some(middle) = median(&speeds) else { return Vec::new() };
    let last = runs.points.last().map_or(0.0, |point| f64::from(point.row + 1));
    let ends = runs.sessions.iter().skip(1).map(|session| f64::from(session.first_row)).chain([last]);
    let span = |(session, end): (&SessionSpan, f64)| match session.speeds {
        Some([before, after]) => vec![(f64::from(session.first_row) + 1.0, middle / before), (end, middle / after)],
        None => Vec::new(),
    };
    runs.sessions.iter().zip(ends).map(span).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runs(count: u32) -> OrderedRuns {
        let point = |row: u32| OrderedPoint { row, ratio: 1.0 + f64::from(row) / 100.0, group: 0 };
        OrderedRuns {
            groups: vec![("A*".to_owned(), theme::style(0))],
            points: (0..count).map(point).collect(),
            sessions: vec![
                SessionSpan { first_row: 0, speeds: Some([4.0, 2.0]) },
                SessionSpan { first_row: 50, speeds: None },
            ],
        }
    }

    fn drawn(runs: &OrderedRuns) -> String {
        let subject =
            SetSummary { name: "korf100".to_owned(), instances: 100, runs: 100, solved: 100, has_costs: false };
        draw(runs, &subject, &ChartOptions::REPORT).svg().unwrap()
    }

    #[test]
    fn the_running_median_has_one_point_per_window() {
        let medians = running_median(&runs(100).points);
        // Windows of five runs: rows 1 to 5 have the median ratio of row 3.
        assert_eq!((medians.len(), medians[0]), (20, (3.0, 1.02)));
    }

    #[test]
    fn the_loop_is_drawn_as_time_for_sessions_with_known_speeds() {
        let runs = runs(100);
        // The median speed is 3: the loop takes 0.75 of the median time at first, and 1.5 at the end.
        assert_eq!(loop_times(&runs), [vec![(1.0, 0.75), (50.0, 1.5)], Vec::new()]);
        let svg = drawn(&runs);
        assert!(svg.contains("\nfixed loop\n"), "{svg}");
        let unknown = OrderedRuns { sessions: Vec::new(), ..runs };
        assert!(!drawn(&unknown).contains("\nfixed loop\n") && loop_times(&unknown).is_empty());
    }

    #[test]
    fn many_runs_are_thinned_out_and_the_caption_says_so() {
        assert!(drawn(&runs(9000)).contains("One point in 3 is drawn."));
    }
}
