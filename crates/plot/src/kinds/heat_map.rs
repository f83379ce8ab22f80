//! Heat maps: the cost of every group on every instance, with unsolved runs hatched.

use crate::axis::Axis;
use crate::chart_data::{ChartData, RunGroup};
use crate::color_ramp;
use crate::drawing::{Anchor, Drawing, Point};
use crate::figure::{self, Figure};
use crate::heading::Heading;
use crate::instance_costs::{Costs, check_single_runs, has_zeros, instance_costs};
use crate::number::counted;
use crate::plot_area::{self, Plot};
use crate::row_layout::RowLayout;
use crate::series::{ChartSeries, SeriesValue};
use crate::theme;

const ROW_HEIGHT: f64 = 22.0;
/// The space between two rows.
const GAP: f64 = 2.0;
const PLOT_WIDTH: f64 = 640.0;
/// The height of the bar that explains the colours.
const BAR_HEIGHT: f64 = 12.0;
/// The distance between lines of a hatching.
const HATCH: f64 = 5.0;
/// The maximum number of columns; with more instances, a column is several neighbours.
const MAX_COLUMNS: usize = 200;
/// The maximum number of rows.
const MAX_ROWS: usize = 60;
/// The number of colours, so that neighbours of nearly equal cost are one rectangle.
const COLOR_STEPS: u32 = 48;
const COLORS: f64 = COLOR_STEPS as f64;

/// A cell: one group on one instance, or on several neighbours.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Cell {
    /// No run attempted it.
    Empty,
    /// A run did not solve it.
    Unsolved,
    /// The index of the colour.
    Solved(u32),
}

/// The cost of every group (rows) on every instance (columns, from the easiest to the hardest).
///
/// # Errors
///
/// If data that the chart requires are missing: a phrase that names them.
pub fn draw(data: &ChartData) -> Result<Figure, String> {
    let variable = data.variable(0)?;
    let is_drawn = |group: &&RunGroup| group.runs.iter().any(|run| run.is_attempt);
    let (groups, idle): (Vec<&RunGroup>, Vec<&RunGroup>) = data.groups.iter().partition(is_drawn);
    if groups.len() > MAX_ROWS {
        return Err(format!("it has at most {MAX_ROWS} rows, and there are {} groups", groups.len()));
    }
    check_single_runs(&groups)?;
    let (instances, missing) = instance_costs(&groups, variable);
    let has_zeros = has_zeros(&groups, variable);
    let shown = |cost: f64| if has_zeros { cost.max(variable.min_on_log_axis()) } else { cost };
    let instances: Vec<Costs> =
        instances.into_values().map(|costs| costs.into_iter().map(|cost| cost.map(shown)).collect()).collect();
    let solved = instances.iter().flatten().flatten().copied().filter(|cost| cost.is_finite());
    let values: Vec<f64> = solved.collect();
    if values.is_empty() {
        return Err(format!("no solved run has a value of {} that can be drawn", variable.name));
    }
    let per_column = instances.len().div_ceil(MAX_COLUMNS);
    let instances = by_hardness(instances);
    let columns: Vec<Costs> = instances.chunks(per_column).map(joined).collect();

    let mut remark =
        "Columns are instances, from the easiest to the hardest: by the number of rows that did not solve them, then \
                      by the geometric mean of the others. Hatched: not solved."
            .to_owned();
    let mut left_out = Vec::new();
    if per_column > 1 {
        left_out.push(format!(
            "A column is the geometric mean of {per_column} neighbours, hatched if one of them was not solved."
        ));
    }
    if !idle.is_empty() {
        let names: Vec<&str> = idle.iter().map(|group| group.name.as_str()).collect();
        left_out.push(format!("Not drawn (no run attempted its instance): {}.", names.join(", ")));
    }
    if has_zeros {
        left_out.push(format!("A value of {} = 0 counts as 1.", variable.name));
    }
    if missing > 0 {
        left_out.push(format!("Blank: {} without a value of {}.", counted(missing, "solved run"), variable.name));
    }
    figure::append(&mut remark, &left_out);
    let title = data.title(&format!("{} per instance", variable.plain()), instances.len(), "instances");
    let drawing = layout(data, &groups, &columns, &values, [&title, &remark]);
    Ok(Figure { drawing, shown: counted(groups.len() * instances.len(), "cell"), left_out })
}

/// The instances from the easiest to the hardest.
fn by_hardness(mut instances: Vec<Costs>) -> Vec<Costs> {
    let hardness = |costs: &Costs| {
        let known = || costs.iter().copied().flatten();
        let solved: Vec<f64> = known().filter(|cost| cost.is_finite()).collect();
        let unsolved = known().count() - solved.len();
        (unsolved, tilebench_stats::geometric_mean(&solved).unwrap_or(f64::INFINITY))
    };
    instances.sort_by(|a, b| {
        let ((few, less), (many, more)) = (hardness(a), hardness(b));
        few.cmp(&many).then(less.total_cmp(&more))
    });
    instances
}

/// Neighbours as one instance: the geometric mean, or unsolved if one of them is.
fn joined(neighbours: &[Costs]) -> Costs {
    let of = |place: usize| {
        let known: Vec<f64> = neighbours.iter().filter_map(|costs| costs[place]).collect();
        if known.iter().any(|cost| cost.is_infinite()) {
            Some(f64::INFINITY)
        } else {
            tilebench_stats::geometric_mean(&known)
        }
    };
    (0..neighbours.first().map_or(0, Vec::len)).map(of).collect()
}

fn layout(
    data: &ChartData,
    groups: &[&RunGroup],
    columns: &[Costs],
    values: &[f64],
    [title, remark]: [&str; 2],
) -> Drawing {
    let canvas = data.options.canvas;
    let variable = data.variables[0].as_ref().expect("it was checked");
    let rows = RowLayout::new(canvas, ROW_HEIGHT, groups.iter().map(|group| group.name.as_str()));
    let width = canvas.wide.unwrap_or(rows.left + PLOT_WIDTH + canvas.margin());
    let right = width - canvas.margin() - canvas.size(12.0);
    let heading = Heading::new(canvas, title, remark, width);
    let top = heading.height();
    let bottom = top + groups.len() as f64 * rows.tall;
    let bar_top = bottom + canvas.size(26.0);
    let height = bar_top + canvas.size(BAR_HEIGHT + plot_area::BELOW) + canvas.margin() / 2.0;
    let mut drawing = Drawing::new(canvas, width, height);
    heading.draw(&mut drawing);
    let colors = figure::fitting_axis(variable, variable.title, values, canvas.labels(right - rows.left, 66.0));
    for (place, group) in groups.iter().enumerate() {
        let solved = |(column, costs): (usize, &Costs)| {
            Some(((column + 1) as f64, costs[place].filter(|cost| cost.is_finite())?))
        };
        drawing.series.push(ChartSeries {
            name: group.name.clone(),
            part: "cell",
            axes: ["column of instances, from the easiest".to_owned(), variable.title.to_owned()],
            values: columns.iter().enumerate().filter_map(solved).map(SeriesValue::at).collect(),
        });
        let cells: Vec<Cell> = columns.iter().map(|costs| cell(costs[place], &colors)).collect();
        let half = (canvas.size(ROW_HEIGHT) - canvas.size(GAP)) / 2.0;
        let middle = rows.middle(top, place);
        draw_row(&mut drawing, &cells, (rows.left, middle - half), (right, middle + half));
        rows.draw_name(&mut drawing, top, place, &group.name);
    }
    for (text, at, anchor) in [("easiest", rows.left, Anchor::Start), ("hardest", right, Anchor::End)] {
        drawing.text((at, bottom + canvas.size(11.0)), anchor, canvas.label(), theme::PALE_INK, text);
    }
    draw_bar(&mut drawing, colors, (rows.left, bar_top), (right, bar_top + canvas.size(BAR_HEIGHT)));
    drawing
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and the number of colours")]
fn cell(cost: Option<f64>, colors: &Axis) -> Cell {
    match cost {
        None => Cell::Empty,
        Some(cost) if cost.is_infinite() => Cell::Unsolved,
        Some(cost) => Cell::Solved((colors.position(cost) * COLORS).round() as u32),
    }
}

/// Draws `cells` from left to right; equal neighbours are one shape.
fn draw_row(drawing: &mut Drawing, cells: &[Cell], (left, top): Point, (right, bottom): Point) {
    let wide = (right - left) / cells.len() as f64;
    let mut from = 0;
    for alike in cells.chunk_by(|a, b| a == b) {
        let to = from + alike.len();
        let corners = ((left + from as f64 * wide, top), (left + to as f64 * wide, bottom));
        match alike[0] {
            Cell::Empty => {}
            Cell::Unsolved => hatch(drawing, corners.0, corners.1),
            Cell::Solved(color) => {
                drawing.rectangle(corners.0, corners.1, color_ramp::color(f64::from(color) / COLORS));
            }
        }
        from = to;
    }
}

/// Fills a rectangle with diagonal lines.
fn hatch(drawing: &mut Drawing, (left, top): Point, (right, bottom): Point) {
    let canvas = drawing.canvas;
    drawing.rectangle((left, top), (right, bottom), theme::MINOR_GRID);
    let (step, high) = (canvas.size(HATCH), bottom - top);
    let mut foot = left - high + step / 2.0;
    while foot < right {
        // From the lower left to the upper right, cut at both edges.
        let (start, end) = (foot.max(left), (foot + high).min(right));
        if end > start {
            let points = vec![(start, bottom - (start - foot)), (end, bottom - (end - foot))];
            drawing.line(points, canvas.thin(theme::PALE_INK));
        }
        foot += step;
    }
}

/// Draws the colours with their values.
fn draw_bar(drawing: &mut Drawing, colors: Axis, (left, top): Point, (right, bottom): Point) {
    let wide = (right - left) / COLORS;
    let y = Axis::with_labels_at("", &[0.0, 1.0], false, 1.0, |_| String::new());
    let bar = Plot { left, top, right, bottom, x: colors, y };
    bar.draw_x(drawing);
    for place in (0..COLOR_STEPS).map(f64::from) {
        let from = left + place * wide;
        drawing.rectangle((from, top), (from + wide, bottom), color_ramp::color(place / (COLORS - 1.0)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    #[test]
    fn instances_are_ordered_by_the_rows_that_did_not_solve_them_and_then_by_the_mean() {
        let unsolved = f64::INFINITY;
        let instances = vec![
            vec![Some(5.0), Some(unsolved)],
            vec![Some(8.0), Some(2.0)],
            vec![Some(unsolved), Some(unsolved)],
            vec![Some(3.0), None],
        ];
        let sorted = by_hardness(instances.clone());
        assert_eq!(sorted, [3, 1, 0, 2].map(|place| instances[place].clone()));
    }

    #[test]
    fn neighbours_are_unsolved_if_one_of_them_is() {
        let neighbours = [vec![Some(2.0), Some(1.0), None], vec![Some(8.0), Some(f64::INFINITY), None]];
        let joined = joined(&neighbours);
        assert!(joined[0].is_some_and(|mean| (mean - 4.0).abs() < 1e-12));
        assert_eq!(joined[1..], [Some(f64::INFINITY), None]);
    }

    #[test]
    fn every_unsolved_run_is_hatched_and_every_row_is_named() {
        let figure = draw(&fixture::data()).unwrap();
        let svg = figure.drawing.svg().unwrap();
        for name in ["A*", "WA*", "IDA*"] {
            assert!(svg.contains(name), "{name}");
        }
        assert!(figure.shown == "12 cells" && svg.contains("Hatched: not solved"), "{}", figure.shown);
        let mut solved = fixture::data();
        for run in solved.groups.iter_mut().flat_map(|group| &mut group.runs) {
            run.solved = run.values[0].is_some();
        }
        let lines = |figure: &Figure| figure.drawing.svg().unwrap().matches("<polyline").count();
        assert!(lines(&figure) > lines(&draw(&solved).unwrap()), "hatching is drawn with lines");
    }

    #[test]
    fn without_a_solved_run_there_is_no_map() {
        let mut data = fixture::data();
        for run in data.groups.iter_mut().flat_map(|group| &mut group.runs) {
            run.solved = false;
        }
        assert!(draw(&data).unwrap_err().contains("no solved run has a value of generated"));
    }
}
