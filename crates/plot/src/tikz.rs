//! A drawing as a picture of TikZ, whose texts LaTeX sets in the font of the document.

use std::collections::BTreeSet;
use std::fmt::{Error, Result as Written, Write as _};

use tilebench_sanitize::latex;

use crate::drawing::{Anchor, Drawing, Point, Primitive};
use crate::marker_shape::MarkerShape;
use crate::theme::{Color, Dash, Marker, Stroke};

/// The size of the font DejaVu Sans over the height of its lines, which is the size of a text in a drawing.
const EM: f64 = 2048.0 / 2384.0;
/// The number of points per line of the file: TeX reads whole lines.
const POINTS_PER_LINE: usize = 8;

impl Drawing {
    /// The drawing as a `tikzpicture`, for `\input` in a document with the package tikz.
    ///
    /// # Errors
    ///
    /// If memory is not sufficient for the text.
    pub fn tikz(&self) -> Result<String, Error> {
        let mut text = String::from(
            "% \\input this file in a document with \\usepackage{tikz}; its texts have the font of the document.\n\
             \\begin{tikzpicture}[x=1bp,y=-1bp,line join=round,inner sep=0pt,outer sep=0pt]\n",
        );
        let colors: BTreeSet<[u8; 3]> = self.shapes.iter().map(|shape| channels(color(shape))).collect();
        for [red, green, blue] in colors {
            writeln!(text, "\\definecolor{{{}}}{{RGB}}{{{red},{green},{blue}}}", name([red, green, blue]))?;
        }
        writeln!(text, "\\path[use as bounding box] (0,0) rectangle {};", at((self.width, self.height)))?;
        self.shapes.iter().try_for_each(|shape| write(&mut text, shape))?;
        text.push_str("\\end{tikzpicture}\n");
        Ok(text)
    }
}

fn write(text: &mut String, shape: &Primitive) -> Written {
    match shape {
        Primitive::Line { points, stroke } => line(text, points, *stroke),
        Primitive::Rectangle { corners: (from, to), fill } => {
            writeln!(text, "\\fill[{}] {} rectangle {};", paint(*fill), at(*from), at(*to))
        }
        Primitive::Mark { at, marker, radius, color } => mark(text, *at, (*marker, *radius, *color)),
        Primitive::Text { at: place, anchor, size, color, text: shown } => {
            // Half of a small letter is above the middle of the line, as in an SVG.
            let anchor = match anchor {
                Anchor::Start => "mid west",
                Anchor::Middle => "mid",
                Anchor::End => "mid east",
            };
            let font = format!("\\fontsize{{{}bp}}{{{}bp}}\\selectfont", short(size * EM), short(*size));
            let shown = latex::escaped(shown);
            writeln!(text, "\\node[{},anchor={anchor},font={font}] at {} {{{shown}}};", paint(*color), at(*place))
        }
    }
}

fn line(text: &mut String, points: &[Point], stroke: Stroke) -> Written {
    if points.len() < 2 {
        return Ok(());
    }
    write!(text, "\\draw[{},line width={}bp", paint(stroke.color), short(stroke.width.max(0.25)))?;
    if let Dash::Dashed(dash, gap) = stroke.dash {
        write!(text, ",dash pattern=on {dash}bp off {gap}bp")?;
    }
    text.push(']');
    path(text, points)?;
    text.push_str(";\n");
    Ok(())
}

/// Writes a path through `points`.
fn path(text: &mut String, points: &[Point]) -> Written {
    for (place, &point) in points.iter().enumerate() {
        let before = match place {
            0 => " ",
            _ if place % POINTS_PER_LINE == 0 => "\n  -- ",
            _ => " -- ",
        };
        write!(text, "{before}{}", at(point))?;
    }
    Ok(())
}

fn mark(text: &mut String, place: Point, (marker, r, color): (Marker, f64, Color)) -> Written {
    match MarkerShape::new(place, marker, r, color) {
        MarkerShape::Circle => {
            writeln!(text, "\\fill[{}] {} circle[radius={}bp];", paint(color), at(place), short(r))
        }
        MarkerShape::Polygon(corners) => {
            write!(text, "\\fill[{}]", paint(color))?;
            path(text, &corners)?;
            text.push_str(" -- cycle;\n");
            Ok(())
        }
        MarkerShape::Cross(lines, stroke) => lines.iter().try_for_each(|ends| line(text, ends, stroke)),
    }
}

fn color(shape: &Primitive) -> Color {
    match shape {
        Primitive::Line { stroke, .. } => stroke.color,
        Primitive::Rectangle { fill, .. } => *fill,
        Primitive::Mark { color, .. } | Primitive::Text { color, .. } => *color,
    }
}

fn channels(Color(red, green, blue, _): Color) -> [u8; 3] {
    [red, green, blue]
}

/// The name of a colour.
fn name([red, green, blue]: [u8; 3]) -> String {
    format!("tilebench{red:02x}{green:02x}{blue:02x}")
}

/// The options of a colour and its opacity.
fn paint(color: Color) -> String {
    let Color(.., opacity) = color;
    let name = name(channels(color));
    if opacity < 1.0 { format!("{name},opacity={}", short(opacity)) } else { name }
}

fn at((x, y): Point) -> String {
    format!("({},{})", short(x), short(y))
}

/// A number to a hundredth: TeX has no larger precision at the width of a page.
fn short(value: f64) -> f64 {
    (value.clamp(-1e4, 1e4) * 100.0).round() / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canvas::Canvas;
    use crate::theme;

    #[test]
    fn every_shape_is_drawn_and_texts_are_escaped() {
        let mut drawing = Drawing::new(Canvas::REPORT, 200.0, 100.0);
        let dashed = Stroke { color: theme::INK, width: 1.5, dash: Dash::Dashed(3, 2) };
        drawing.line((0..10).map(|x| (f64::from(x), 10.123_456)).collect(), dashed);
        drawing.line(vec![(1.0, 1.0)], dashed);
        drawing.rectangle((5.0, 5.0), (8.0, 8.0), theme::GRID);
        for marker in [Marker::Disc, Marker::Square, Marker::Triangle, Marker::Diamond, Marker::Cross] {
            drawing.mark((20.0, 40.0), marker, 4.0, theme::INK.faded(0.5));
        }
        drawing.text((100.0, 50.0), Anchor::End, 14.5, theme::INK, "≥ 12 % of a_b");
        let text = drawing.tikz().unwrap();
        let expected = [
            "\\definecolor{tilebench222222}{RGB}{34,34,34}\n\\definecolor{tilebenche2e2e2}{RGB}{226,226,226}\n\\path",
            "\\path[use as bounding box] (0,0) rectangle (200,100);\n",
            "\\draw[tilebench222222,line width=1.5bp,dash pattern=on 3bp off 2bp] (0,10.12) -- (1,10.12)",
            " -- (7,10.12)\n  -- (8,10.12) -- (9,10.12);\n",
            "\\fill[tilebenche2e2e2] (5,5) rectangle (8,8);\n",
            "\\fill[tilebench222222,opacity=0.5] (20,40) circle[radius=4bp];\n",
            "\\fill[tilebench222222,opacity=0.5] (20,35.6) -- (24.4,43.6) -- (15.6,43.6) -- cycle;\n",
            "\\draw[tilebench222222,opacity=0.5,line width=1.4bp] (16,36) -- (24,44);\n",
            "anchor=mid east,font=\\fontsize{12.46bp}{14.5bp}\\selectfont] at (100,50) \
             {\\ensuremath{\\ge} 12 \\% of a\\_b};\n\\end{tikzpicture}\n",
        ];
        let missing: Vec<&str> = expected.into_iter().filter(|part| !text.contains(part)).collect();
        assert_eq!(missing, [""; 0], "{text}");
        assert_eq!(text.matches("\\draw").count(), 3, "{text}");
    }
}
