//! Charts of several panels with one legend.

use crate::axis::Axis;
use crate::canvas::Canvas;
use crate::drawing::{Drawing, Point};
use crate::heading::Heading;
use crate::legend::{self, LegendEntry};
use crate::panel_grid::PanelGrid;
use crate::theme::{Stroke, Style};

/// The distance between the labels of a horizontal axis, at the text size of a report.
const LABEL_DISTANCE: f64 = 60.0;
/// The radius of the marker of a point.
const MARK_RADIUS: f64 = 4.5;

/// A chart of several panels.
pub(crate) struct PanelChart<'a> {
    /// The title.
    pub(crate) title: String,
    /// The sentences below the title.
    pub(crate) remark: String,
    /// The size of a panel in a report.
    pub(crate) size: (f64, f64),
    /// The panels in reading order.
    pub(crate) panels: Vec<Panel<'a>>,
    /// The legend: in the place of the next panel if it fits there, otherwise below.
    pub(crate) entries: Vec<LegendEntry>,
}

/// A panel; the title of its vertical axis is its name.
pub(crate) struct Panel<'a> {
    /// The horizontal axis with room for this number of labels.
    pub(crate) x: &'a dyn Fn(usize) -> Axis,
    /// The vertical axis.
    pub(crate) y: Axis,
    /// The lines, those in front last.
    pub(crate) lines: Vec<PanelLine>,
}

/// A line of a panel.
pub(crate) struct PanelLine {
    /// The name of the group.
    pub(crate) name: String,
    /// Its points, in the units of the axes.
    pub(crate) points: Vec<Point>,
    /// How it is drawn.
    pub(crate) style: Style,
    /// Its width at the text size of a report.
    pub(crate) width: f64,
    /// Its opacity.
    pub(crate) strength: f64,
    /// Whether each point has a marker.
    pub(crate) has_marks: bool,
}

impl PanelLine {
    /// The line of a group.
    pub(crate) fn new(name: &str, points: Vec<Point>, style: Style) -> Self {
        Self { name: name.to_owned(), points, style, width: 2.0, strength: 1.0, has_marks: false }
    }
}

impl PanelChart<'_> {
    /// Draws the chart.
    pub(crate) fn draw(self, canvas: Canvas) -> Drawing {
        let Self { title, remark, size, panels, entries } = self;
        let axes: Vec<&Axis> = panels.iter().map(|panel| &panel.y).collect();
        let grid = PanelGrid::new(canvas, &axes, size, 0.0);
        let heading = Heading::new(canvas, &title, &remark, grid.width);
        let top = heading.height();
        let below = top + grid.height(panels.len());
        let fits = legend::width(canvas, &entries) <= grid.across && legend::height(canvas, &entries) <= grid.high;
        let (entries, (left, legend_top), bottom) = if fits && grid.has_free(panels.len()) {
            (entries, grid.corner(top, panels.len()), below)
        } else {
            let entries = legend::wrapped(canvas, entries);
            let bottom = below + legend::height(canvas, &entries);
            (entries, (canvas.margin(), below), bottom)
        };
        let mut drawing = Drawing::new(canvas, grid.width, bottom + canvas.margin());
        heading.draw(&mut drawing);
        for (place, panel) in panels.into_iter().enumerate() {
            let x = (panel.x)(canvas.labels(grid.across, LABEL_DISTANCE));
            let plot = grid.plot(top, place, x, panel.y);
            plot.draw(&mut drawing);
            for line in panel.lines {
                let Style { color, dash, marker } = line.style;
                let color = color.faded(line.strength);
                let part = if line.strength < 1.0 { "thin line" } else { "line" };
                drawing.record_points(&plot, &line.name, part, line.points.iter().copied());
                let points: Vec<Point> = plot.all_at(&line.points);
                let marks = if line.has_marks { points.clone() } else { Vec::new() };
                drawing.line(points, Stroke { color, width: canvas.size(line.width), dash: canvas.dash(dash) });
                for point in marks {
                    drawing.mark(point, marker, canvas.size(MARK_RADIUS) * line.strength.sqrt(), color);
                }
            }
        }
        legend::draw(&mut drawing, &entries, left - canvas.size(legend::INDENT), legend_top);
        drawing
    }
}
