//! Charts of one curve per group: one plot, or facets if there are more curves than one plot can distinguish.

use crate::canvas::Canvas;
use crate::chart_data::ChartData;
use crate::chart_frame::{ChartContent, ChartFrame};
use crate::drawing::{Anchor, Drawing, Point};
use crate::facets::{Facet, Facets};
use crate::heading::Heading;
use crate::legend::{self, LegendEntry};
use crate::panel_grid::PanelGrid;
use crate::plot_area::{self, Plot};
use crate::theme::{self, Dash, Style};

/// The size of a facet in a report.
const FACET_SIZE: (f64, f64) = (430.0, 270.0);
/// The distances between axis labels, horizontally and vertically.
const LABEL_SPACING: (f64, f64) = (66.0, 34.0);

/// Draws a curve in a plot and returns its end.
pub(crate) type CurveDrawer<'a> = dyn Fn(&mut Drawing, &Plot, Pen) -> Point + 'a;

/// The curve of a group.
pub(crate) struct Curve<'a> {
    /// Its legend entry.
    pub(crate) entry: LegendEntry,
    /// Its style.
    pub(crate) style: Style,
    /// The index of its group; none for a curve that every facet shows.
    pub(crate) group: Option<usize>,
    /// Draws it in a plot and returns its end.
    pub(crate) draw: Box<CurveDrawer<'a>>,
}

/// How a curve is drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pen {
    /// The style.
    pub(crate) style: Style,
    /// The width of lines at the text size of a report.
    pub(crate) width: f64,
    /// Whether the curve has markers.
    pub(crate) has_marks: bool,
    /// Whether the values of the curve are kept: once, however many facets show it.
    pub(crate) is_recorded: bool,
}

impl Pen {
    /// The pen of a curve that is emphasised.
    fn full(style: Style) -> Self {
        Self { style, width: 2.0, has_marks: true, is_recorded: true }
    }

    /// The pen of a curve in the background of a facet.
    fn grey(style: Style) -> Self {
        let style = Style { color: theme::BACKGROUND_CURVE, dash: Dash::Solid, ..style };
        Self { style, width: 1.0, has_marks: false, is_recorded: false }
    }

    /// Draws the line of the group `name` through `points`, in the units of the axes, and returns its end.
    pub(crate) fn line(self, drawing: &mut Drawing, plot: &Plot, name: &str, points: &[Point]) -> Point {
        if self.is_recorded {
            drawing.record_points(plot, name, "line", points.iter().copied());
        }
        let points = plot.all_at(points);
        let end = points.last().copied().unwrap_or((plot.left, plot.bottom));
        drawing.line(points, drawing.canvas.stroke(self.style, self.width));
        end
    }
}

/// Draws `content`, whose legend entries are those of `curves`, over what `background` draws in each plot.
pub(crate) fn draw(
    data: &ChartData,
    content: ChartContent<'_>,
    curves: &[Curve<'_>],
    background: &dyn Fn(&mut Drawing, &Plot),
) -> Drawing {
    let canvas = data.options.canvas;
    if let Some(facets) = Facets::of_groups(&data.groups) {
        return faceted(canvas, content, curves, background, &facets);
    }
    let entries = curves.iter().map(|curve| curve.entry.clone()).collect();
    let mut frame = ChartFrame::new(canvas, ChartContent { entries, ..content });
    background(&mut frame.drawing, &frame.plot);
    let ends: Vec<Point> =
        curves.iter().map(|curve| (curve.draw)(&mut frame.drawing, &frame.plot, Pen::full(curve.style))).collect();
    frame.finish(&ends)
}

fn faceted(
    canvas: Canvas,
    content: ChartContent<'_>,
    curves: &[Curve<'_>],
    background: &dyn Fn(&mut Drawing, &Plot),
    facets: &Facets,
) -> Drawing {
    let ChartContent { title, mut remark, x, y, .. } = content;
    remark.extend([" One panel per ", facets.by, ", with the other configurations in grey."]);
    // The facets that have a curve, each with the legend of its curves.
    let is_of = |facet: &Facet, curve: &Curve<'_>| curve.group.is_none_or(|group| facet.groups.contains(&group));
    let drawn: Vec<&Facet> = facets
        .facets
        .iter()
        .filter(|facet| curves.iter().any(|curve| curve.group.is_some() && is_of(facet, curve)))
        .collect();
    let axis = y(canvas.labels(canvas.size(FACET_SIZE.1), LABEL_SPACING.1));
    let axes = vec![&axis; drawn.len()];
    let across = PanelGrid::new(canvas, &axes, FACET_SIZE, 0.0).across;
    let legend = |facet: &Facet| -> Vec<LegendEntry> {
        let entries = curves.iter().filter(|curve| is_of(facet, curve)).map(|curve| curve.entry.clone()).collect();
        legend::wrapped_to(canvas, entries, across)
    };
    let legends: Vec<Vec<LegendEntry>> = drawn.iter().map(|facet| legend(facet)).collect();
    // The rows of the longest legend, below the name of the facet.
    let rows = 1 + legends.iter().map(Vec::len).max().unwrap_or(0);
    let grid = PanelGrid::new(canvas, &axes, FACET_SIZE, rows as f64 * legend::ROW_HEIGHT);
    let heading = Heading::new(canvas, &title, &remark, grid.width);
    let top = heading.height();
    let mut drawing = Drawing::new(canvas, grid.width, top + grid.height(drawn.len()) + canvas.margin());
    heading.draw(&mut drawing);
    for (place, (facet, entries)) in drawn.iter().zip(&legends).enumerate() {
        let x = x(canvas.labels(grid.across, LABEL_SPACING.0));
        let y = y(canvas.labels(grid.high, LABEL_SPACING.1));
        let plot = grid.plot(top, place, x, y);
        plot.draw(&mut drawing);
        background(&mut drawing, &plot);
        let row = legend::row(canvas);
        let name_top = plot.top - canvas.size(plot_area::ABOVE) - (1 + entries.len()) as f64 * row;
        drawing.text((plot.left, name_top + row / 2.0), Anchor::Start, canvas.title(), theme::INK, &facet.name);
        legend::draw(&mut drawing, entries, plot.left - canvas.size(legend::INDENT), name_top + row);
        for curve in curves.iter().filter(|curve| !is_of(facet, curve)) {
            (curve.draw)(&mut drawing, &plot, Pen::grey(curve.style));
        }
        for curve in curves.iter().filter(|curve| is_of(facet, curve)) {
            // A curve without a group is in every facet.
            let is_recorded = place == 0 || curve.group.is_some();
            (curve.draw)(&mut drawing, &plot, Pen { is_recorded, ..Pen::full(curve.style) });
        }
    }
    drawing
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::axis::Axis;
    use crate::fixture;
    use crate::number;

    /// The drawing of one curve per group of `count` groups, half of them of one algorithm.
    fn drawn(count: usize) -> Drawing {
        let mut data = fixture::data();
        data.groups = (0..count).map(|_| fixture::data().groups.remove(0)).collect();
        for (place, group) in data.groups.iter_mut().enumerate() {
            group.algorithm = if place % 2 == 0 { "astar" } else { "idastar" }.to_owned();
            group.style = theme::style(place);
        }
        let curve = |(place, group): (usize, &crate::chart_data::RunGroup)| {
            let height = place as f64;
            let draw = move |drawing: &mut Drawing, plot: &Plot, pen: Pen| {
                let end = plot.at(1.0, height);
                drawing.line(vec![plot.at(0.0, height), end], drawing.canvas.stroke(pen.style, pen.width));
                end
            };
            Curve {
                entry: LegendEntry::line(group.style, group.name.as_str()),
                style: group.style,
                group: Some(place),
                draw: Box::new(draw),
            }
        };
        let curves: Vec<Curve<'_>> = data.groups.iter().enumerate().map(curve).collect();
        let content = ChartContent {
            x: &|labels| Axis::linear("x", &[0.0, 1.0], labels, number::tick),
            y: &|labels| Axis::linear("y", &[0.0, 30.0], labels, number::tick),
            ..ChartContent::default()
        };
        draw(&data, content, &curves, &|_, _| ())
    }

    #[test]
    fn more_than_eight_curves_are_drawn_in_every_facet_and_those_of_others_in_grey() {
        let grey = format!("{:02X}", theme::BACKGROUND_CURVE.0).repeat(3);
        let lines = |svg: &str| svg.matches(&format!("stroke=\"#{grey}\"")).count();
        let few = drawn(8).svg().unwrap();
        assert!(lines(&few) == 0 && !few.contains("One panel per"), "{few}");
        let many = drawn(10).svg().unwrap();
        assert_eq!(lines(&many), 10, "five curves of the other algorithm in each of two panels");
        assert!(many.contains("One panel per algorithm") && many.contains("idastar"), "{many}");
    }
}
