//! A drawing as SVG or PNG, by plotters.

use std::path::Path;

use anyhow::Context as _;
use plotters::backend::{BitMapBackend, DrawingBackend, SVGBackend};
use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, DrawingAreaErrorKind, IntoDrawingArea as _};
use plotters::element::{Circle, DashedPathElement, PathElement, Polygon, Rectangle, Text};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color as _, RGBAColor, ShapeStyle};

use crate::chart::drawing::{Anchor, Drawing, Point, Shape, Stroke};
use crate::chart::theme::{self, Color, Dash, Marker};

/// What sets one format apart from the other.
#[derive(Clone, Copy)]
struct Medium {
    /// How many pixels there are for a point.
    scale: f64,
    /// How far below its place a text is put, as a share of its size, so that it looks centred.
    drop: f64,
}

const SVG: Medium = Medium { scale: 1.0, drop: 0.0 };
/// Drawn twice as large, so that it is sharp on paper and on fine screens.
const PNG: Medium = Medium { scale: 2.0, drop: 0.14 };

type Pixel = (i32, i32);
type Area<DB> = DrawingArea<DB, Shift>;
type Drawn<DB> = Result<(), DrawingAreaErrorKind<<DB as DrawingBackend>::ErrorType>>;

/// The drawing as SVG.
pub(crate) fn svg(drawing: &Drawing) -> anyhow::Result<String> {
    let mut text = String::new();
    let area = SVGBackend::with_string(&mut text, size(drawing, SVG)).into_drawing_area();
    draw(drawing, &area, SVG).context("cannot draw a chart as SVG")?;
    drop(area);
    Ok(text)
}

/// Writes the drawing to `path` as PNG.
pub(crate) fn png(drawing: &Drawing, path: &Path) -> anyhow::Result<()> {
    let area = BitMapBackend::new(path, size(drawing, PNG)).into_drawing_area();
    draw(drawing, &area, PNG).with_context(|| format!("cannot write {}", path.display()))
}

fn size(drawing: &Drawing, medium: Medium) -> (u32, u32) {
    let (width, height) = pixel((drawing.width, drawing.height), medium.scale);
    (width.unsigned_abs(), height.unsigned_abs())
}

/// The pixel of a point. Far outside is as good as a little outside, and plotters cannot count further.
fn pixel((x, y): Point, scale: f64) -> Pixel {
    #[expect(clippy::cast_possible_truncation, reason = "clamped to a few thousand pixels first")]
    let whole = |value: f64| (value * scale).round().clamp(-1e4, 1e5) as i32;
    (whole(x), whole(y))
}

fn draw<DB: DrawingBackend>(drawing: &Drawing, area: &Area<DB>, medium: Medium) -> Drawn<DB> {
    let scale = medium.scale;
    area.fill(&rgba(theme::PAPER))?;
    for shape in &drawing.shapes {
        match shape {
            Shape::Line { points, stroke } => line(area, points, *stroke, scale)?,
            Shape::Rectangle { corners: (from, to), fill } => {
                area.draw(&Rectangle::new([pixel(*from, scale), pixel(*to, scale)], rgba(*fill).filled()))?;
            }
            Shape::Mark { at, marker, radius, color } => mark(area, *at, *marker, *radius, *color, scale)?,
            Shape::Text { at, anchor, size, color, text } => {
                let horizontal = match anchor {
                    Anchor::Start => HPos::Left,
                    Anchor::Middle => HPos::Center,
                    Anchor::End => HPos::Right,
                };
                let style = theme::font(size * scale).color(&rgba(*color)).pos(Pos::new(horizontal, VPos::Center));
                area.draw(&Text::new(text.as_str(), pixel((at.0, at.1 + medium.drop * size), scale), style))?;
            }
        }
    }
    area.present()
}

fn line<DB: DrawingBackend>(area: &Area<DB>, points: &[Point], stroke: Stroke, scale: f64) -> Drawn<DB> {
    let mut pixels: Vec<Pixel> = points.iter().map(|&point| pixel(point, scale)).collect();
    pixels.dedup();
    let (width, _) = pixel((stroke.width.max(0.5), 0.0), scale);
    let style = ShapeStyle { color: rgba(stroke.color), filled: false, stroke_width: width.unsigned_abs() };
    match stroke.dash {
        Dash::Solid => area.draw(&PathElement::new(pixels, style)),
        Dash::Dashed(dash, gap) => {
            let (dash, gap) = pixel((f64::from(dash), f64::from(gap)), scale);
            area.draw(&DashedPathElement::new(pixels, dash, gap, style))
        }
    }
}

fn mark<DB: DrawingBackend>(
    area: &Area<DB>,
    (x, y): Point,
    marker: Marker,
    radius: f64,
    color: Color,
    scale: f64,
) -> Drawn<DB> {
    let fill = rgba(color).filled();
    let r = radius;
    let polygon = |corners: &[Point]| {
        let corners: Vec<Pixel> = corners.iter().map(|(dx, dy)| pixel((x + dx * r, y + dy * r), scale)).collect();
        area.draw(&Polygon::new(corners, fill))
    };
    match marker {
        Marker::Disc => area.draw(&Circle::new(pixel((x, y), scale), pixel((r, r), scale).0, fill)),
        Marker::Square => polygon(&[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)]),
        Marker::Triangle => polygon(&[(0.0, -1.1), (1.1, 0.9), (-1.1, 0.9)]),
        Marker::Diamond => polygon(&[(0.0, -1.2), (1.2, 0.0), (0.0, 1.2), (-1.2, 0.0)]),
        Marker::Cross => {
            let stroke = Stroke { color, width: 1.0, dash: Dash::Solid };
            line(area, &[(x - r, y - r), (x + r, y + r)], stroke, scale)?;
            line(area, &[(x - r, y + r), (x + r, y - r)], stroke, scale)
        }
    }
}

fn rgba(Color(red, green, blue, alpha): Color) -> RGBAColor {
    RGBAColor(red, green, blue, alpha)
}
