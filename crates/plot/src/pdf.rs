//! A drawing as PDF: one page of vector graphics whose texts are real, with the embedded font reduced to the glyphs that occur.
//!
//! The file contains no date and no random identifier, so that equal drawings give equal bytes. The background is transparent.

use anyhow::Context as _;
use pdf_writer::types::LineJoinStyle;
use pdf_writer::{Content, Filter, Finish as _, Name, Pdf, Rect, Ref, Str};

use crate::drawing::{Drawing, Point, Primitive};
use crate::marker_shape::MarkerShape;
use crate::theme::{Color, Dash, Marker, Stroke};

mod font;
mod opacity;

use self::font::EmbeddedFont;
use self::opacity::Opacities;

const CATALOG: Ref = Ref::new(1);
const PAGES: Ref = Ref::new(2);
const PAGE: Ref = Ref::new(3);
const CONTENT: Ref = Ref::new(4);
/// The first of the objects of the font.
const FONT: Ref = Ref::new(5);
const FONT_NAME: Name<'_> = Name(b"F");
/// The length of the control lines of a quarter of a circle, in radii.
const ROUND: f64 = 0.552_285;

impl Drawing {
    /// The drawing as PDF.
    ///
    /// # Errors
    ///
    /// If the font cannot be read.
    pub fn pdf(&self) -> anyhow::Result<Vec<u8>> {
        let texts = self.shapes.iter().filter_map(|shape| match shape {
            Primitive::Text { text, .. } => Some(text.as_str()),
            _ => None,
        });
        let font = EmbeddedFont::new(dejavu::sans::regular(), texts).context("cannot embed the font of a chart")?;
        let mut page =
            Page { content: Content::new(), height: self.height, font: &font, opacities: Opacities::default() };
        for shape in &self.shapes {
            page.draw(shape);
        }
        let Page { content, opacities, .. } = page;
        let mut pdf = Pdf::new();
        pdf.catalog(CATALOG).pages(PAGES);
        pdf.pages(PAGES).kids([PAGE]).count(1);
        let mut dictionary = pdf.page(PAGE);
        dictionary.parent(PAGES).contents(CONTENT).media_box(Rect::new(
            0.0,
            0.0,
            short(self.width),
            short(self.height),
        ));
        let mut resources = dictionary.resources();
        resources.fonts().pair(FONT_NAME, FONT);
        opacities.write(&mut resources);
        resources.finish();
        dictionary.finish();
        pdf.stream(CONTENT, &compressed(&content.finish())).filter(Filter::FlateDecode);
        font.write(&mut pdf, FONT);
        Ok(pdf.finish())
    }
}

/// The content of the page so far.
struct Page<'a> {
    content: Content,
    /// The height of the page, whose coordinates begin at the bottom.
    height: f64,
    font: &'a EmbeddedFont,
    opacities: Opacities,
}

impl Page<'_> {
    fn draw(&mut self, shape: &Primitive) {
        match shape {
            Primitive::Line { points, stroke } => self.line(points, *stroke),
            Primitive::Rectangle { corners: (from, to), fill } => {
                self.fill_with(*fill);
                let [(left, top), (right, bottom)] = [from, to].map(|&point| self.at(point));
                self.content.rect(left, bottom, right - left, top - bottom).fill_nonzero();
            }
            Primitive::Mark { at, marker, radius, color } => self.mark(*at, *marker, *radius, *color),
            Primitive::Text { at, anchor, size, color, text } => {
                self.fill_with(*color);
                let (glyphs, start) = self.font.placed(text, *at, *anchor, *size);
                let (x, y) = self.at(start);
                self.content.begin_text().set_font(FONT_NAME, short(self.font.em(*size)));
                self.content.next_line(x, y).show(Str(&glyphs)).end_text();
            }
        }
    }

    fn line(&mut self, points: &[Point], stroke: Stroke) {
        if points.len() < 2 {
            return;
        }
        let [red, green, blue] = channels(stroke.color);
        self.opacities.set(&mut self.content, stroke.color);
        self.content.set_stroke_rgb(red, green, blue).set_line_width(short(stroke.width.max(0.25)));
        self.content.set_line_join(LineJoinStyle::RoundJoin);
        let dashes = match stroke.dash {
            Dash::Solid => Vec::new(),
            Dash::Dashed(dash, gap) => vec![f32::from(dash), f32::from(gap)],
        };
        self.content.set_dash_pattern(dashes, 0.0);
        self.path(points);
        self.content.stroke();
    }

    fn mark(&mut self, at: Point, marker: Marker, r: f64, color: Color) {
        match MarkerShape::new(at, marker, r, color) {
            MarkerShape::Circle => self.circle(at, r, color),
            MarkerShape::Polygon(corners) => {
                self.fill_with(color);
                self.path(&corners);
                self.content.close_path().fill_nonzero();
            }
            MarkerShape::Cross(lines, stroke) => lines.iter().for_each(|ends| self.line(ends, stroke)),
        }
    }

    fn circle(&mut self, (x, y): Point, r: f64, color: Color) {
        let around = |(dx, dy): Point| (x + dx * r, y + dy * r);
        self.fill_with(color);
        self.path(&[around((1.0, 0.0))]);
        // Four quarters, each with its two control points and its end.
        for [from, to] in
            [[(1.0, 0.0), (0.0, 1.0)], [(0.0, 1.0), (-1.0, 0.0)], [(-1.0, 0.0), (0.0, -1.0)], [(0.0, -1.0), (1.0, 0.0)]]
        {
            let first = (from.0 + ROUND * to.0, from.1 + ROUND * to.1);
            let second = (to.0 + ROUND * from.0, to.1 + ROUND * from.1);
            let [first, second, end] = [first, second, to].map(|point| self.at(around(point)));
            self.content.cubic_to(first.0, first.1, second.0, second.1, end.0, end.1);
        }
        self.content.fill_nonzero();
    }

    fn path(&mut self, points: &[Point]) {
        for (place, &point) in points.iter().enumerate() {
            let (x, y) = self.at(point);
            if place == 0 {
                self.content.move_to(x, y);
            } else {
                self.content.line_to(x, y);
            }
        }
    }

    fn fill_with(&mut self, color: Color) {
        let [red, green, blue] = channels(color);
        self.opacities.set(&mut self.content, color);
        self.content.set_fill_rgb(red, green, blue);
    }

    /// The position on the page of a point of the drawing.
    fn at(&self, (x, y): Point) -> (f32, f32) {
        (short(x), short(self.height - y))
    }
}

fn channels(Color(red, green, blue, _): Color) -> [f32; 3] {
    [red, green, blue].map(|channel| short(f64::from(channel) / 255.0))
}

/// A coordinate to a thousandth of a point: digits beyond that only make the file larger.
#[expect(clippy::cast_possible_truncation, reason = "coordinates are below 100,000")]
fn short(value: f64) -> f32 {
    ((value.clamp(-1e5, 1e5) * 1000.0).round() / 1000.0) as f32
}

fn compressed(bytes: &[u8]) -> Vec<u8> {
    miniz_oxide::deflate::compress_to_vec_zlib(bytes, 9)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canvas::Canvas;
    use crate::drawing::Anchor;
    use crate::theme;

    fn drawing() -> Drawing {
        let mut drawing = Drawing::new(Canvas::REPORT, 200.0, 100.0);
        let style = theme::style(1);
        drawing.line(vec![(10.0, 10.0), (190.0, 90.0)], drawing.canvas.stroke(style, 2.0));
        for (place, marker) in
            [Marker::Disc, Marker::Square, Marker::Triangle, Marker::Diamond, Marker::Cross].into_iter().enumerate()
        {
            drawing.mark((20.0 + 30.0 * place as f64, 40.0), marker, 4.0, style.color.faded(0.5));
        }
        drawing.rectangle((5.0, 5.0), (8.0, 8.0), theme::GRID);
        drawing.text((100.0, 50.0), Anchor::Middle, 14.0, theme::INK, "≥ 12 Größe");
        drawing
    }

    /// The operators of the page's content.
    fn content(pdf: &[u8]) -> String {
        let find = |text: &[u8], from: usize| {
            pdf[from..].windows(text.len()).position(|part| part == text).map(|at| from + at)
        };
        let object = find(b"4 0 obj", 0).unwrap();
        let from = find(b"stream\n", object).unwrap() + b"stream\n".len();
        let to = find(b"\nendstream", from).unwrap();
        String::from_utf8(miniz_oxide::inflate::decompress_to_vec_zlib(&pdf[from..to]).unwrap()).unwrap_or_default()
    }

    #[test]
    fn a_pdf_has_the_size_of_the_drawing_an_embedded_font_and_the_same_bytes_again() {
        let pdf = drawing().pdf().unwrap();
        let text = String::from_utf8_lossy(&pdf);
        assert!(text.starts_with("%PDF-") && text.contains("/MediaBox [0 0 200 100]"), "{text}");
        assert!(text.contains("/FontFile2") && text.contains("/ToUnicode") && text.contains("+DejaVuSans"), "{text}");
        // The whole font has 750 kB.
        assert!(pdf.len() < 20_000, "{}", pdf.len());
        assert_eq!(pdf, drawing().pdf().unwrap());
    }

    #[test]
    fn coordinates_begin_at_the_bottom_and_every_shape_is_drawn() {
        let mut one = Drawing::new(Canvas::REPORT, 200.0, 100.0);
        one.line(vec![(10.0, 20.0), (30.0, 40.0)], one.canvas.thin(theme::INK));
        let drawn = content(&one.pdf().unwrap());
        assert!(drawn.contains("10 80 m\n30 60 l\nS"), "{drawn}");
        one.mark((50.0, 50.0), Marker::Disc, 2.0, theme::INK);
        assert_eq!(content(&one.pdf().unwrap()).matches(" c\n").count(), 4);
        one.text((50.0, 50.0), Anchor::Start, 10.0, theme::INK, "x");
        assert!(content(&one.pdf().unwrap()).contains("Tj"));
    }
}
