//! A drawing as a list of shapes, before any file format.

use crate::canvas::Canvas;
use crate::series::ChartSeries;
use crate::theme::{Color, Marker, Stroke};

/// A position on the drawing, in points from the upper left.
pub(crate) type Point = (f64, f64);

/// Graphic primitives on a white background, drawn in order.
#[derive(Debug)]
pub struct Drawing {
    /// Its width.
    pub(crate) width: f64,
    /// Its height.
    pub(crate) height: f64,
    /// The canvas, which scales texts and marks.
    pub(crate) canvas: Canvas,
    /// The shapes, in drawing order.
    pub(crate) shapes: Vec<Primitive>,
    /// The values that the shapes show.
    pub(crate) series: Vec<ChartSeries>,
    /// The title and the caption, drawn or not.
    pub(crate) caption: [String; 2],
}

/// A graphic primitive.
#[derive(Debug)]
pub(crate) enum Primitive {
    /// A line through several points.
    Line {
        /// Its points.
        points: Vec<Point>,
        /// How it is drawn.
        stroke: Stroke,
    },
    /// A filled rectangle.
    Rectangle {
        /// Its upper left and lower right corners.
        corners: (Point, Point),
        /// Its colour.
        fill: Color,
    },
    /// A data point.
    Mark {
        /// Its centre.
        at: Point,
        /// The marker.
        marker: Marker,
        /// The radius.
        radius: f64,
        /// Its colour.
        color: Color,
    },
    /// A line of text, centred vertically.
    Text {
        /// The anchor point.
        at: Point,
        /// The part of the text at the anchor point.
        anchor: Anchor,
        /// Its size.
        size: f64,
        /// Its colour.
        color: Color,
        /// The text.
        text: String,
    },
}

/// The part of a text that is at its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    /// Its beginning.
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

impl Drawing {
    /// An empty drawing.
    pub(crate) fn new(canvas: Canvas, width: f64, height: f64) -> Self {
        Self { width, height, canvas, shapes: Vec::new(), series: Vec::new(), caption: Default::default() }
    }

    /// The title and the caption, also if the canvas has no room for them.
    #[must_use]
    pub fn caption(&self) -> &[String; 2] {
        &self.caption
    }

    /// The values that the chart shows, in the units of its axes.
    #[must_use]
    pub fn series(&self) -> &[ChartSeries] {
        &self.series
    }

    /// Draws a line through `points`.
    pub(crate) fn line(&mut self, points: Vec<Point>, stroke: Stroke) {
        self.shapes.push(Primitive::Line { points, stroke });
    }

    /// Fills a rectangle.
    pub(crate) fn rectangle(&mut self, from: Point, to: Point, fill: Color) {
        self.shapes.push(Primitive::Rectangle { corners: (from, to), fill });
    }

    /// Draws a data point.
    pub(crate) fn mark(&mut self, at: Point, marker: Marker, radius: f64, color: Color) {
        self.shapes.push(Primitive::Mark { at, marker, radius, color });
    }

    /// Writes a line of text.
    pub(crate) fn text(&mut self, at: Point, anchor: Anchor, size: f64, color: Color, text: impl Into<String>) {
        self.shapes.push(Primitive::Text { at, anchor, size, color, text: text.into() });
    }
}
