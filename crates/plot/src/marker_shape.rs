//! The geometry of markers, which all formats share.

use crate::drawing::Point;
use crate::theme::{Color, Dash, Marker, Stroke};

/// The maximum width of the lines of a cross.
const MAX_CROSS_WIDTH: f64 = 1.4;

/// The shape of a data point.
pub(crate) enum MarkerShape {
    /// A filled circle around the point.
    Circle,
    /// A filled polygon with these corners.
    Polygon(Vec<Point>),
    /// Two lines.
    Cross([[Point; 2]; 2], Stroke),
}

impl MarkerShape {
    /// The shape of `marker` at a point, with the radius `r`.
    pub(crate) fn new((x, y): Point, marker: Marker, r: f64, color: Color) -> Self {
        let at = |(dx, dy): Point| (x + dx * r, y + dy * r);
        let polygon = |corners: &[Point]| Self::Polygon(corners.iter().copied().map(at).collect());
        match marker {
            Marker::Disc => Self::Circle,
            Marker::Square => polygon(&[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)]),
            Marker::Triangle => polygon(&[(0.0, -1.1), (1.1, 0.9), (-1.1, 0.9)]),
            Marker::Diamond => polygon(&[(0.0, -1.2), (1.2, 0.0), (0.0, 1.2), (-1.2, 0.0)]),
            Marker::Cross => {
                let stroke = Stroke { color, width: (r * 0.4).min(MAX_CROSS_WIDTH), dash: Dash::Solid };
                Self::Cross([[at((-1.0, -1.0)), at((1.0, 1.0))], [at((-1.0, 1.0)), at((1.0, -1.0))]], stroke)
            }
        }
    }
}
