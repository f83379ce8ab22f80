//! A drawing as SVG or PNG, by plotters.

use std::cell::RefCell;
use std::fs;
use std::path::Path;

use anyhow::Context as _;
use plotters::backend::{BitMapBackend, DrawingBackend, SVGBackend};
use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, DrawingAreaErrorKind, IntoDrawingArea as _};
use plotters::element::{Circle, DashedPathElement, PathElement, Polygon, Rectangle, Text};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color as _, RGBAColor, ShapeStyle};

use crate::drawing::{Anchor, Drawing, Point, Primitive};
use crate::marker_shape::MarkerShape;
use crate::theme::{self, Color, Dash, Marker, Stroke};

/// The number of pixels per point. plotters supports only integer coordinates, so pixels are small.
const SCALE: f64 = 4.0;
/// The pixels per point of a PNG; each is the mean of four rendered pixels, so that lines are smooth.
const PNG_SCALE: f64 = 2.0;
/// The maximum width of a drawing for print, whose PNG has twice the number of pixels per point.
const MAX_PRINT_WIDTH: f64 = 450.0;
/// The downward shift of texts in a PNG, as a share of their size, so that they look centred.
const PNG_DROP: f64 = 0.14;

/// Every byte of the background.
const BACKGROUND_BYTE: u8 = theme::BACKGROUND.0;
const _: () = assert!(BACKGROUND_BYTE == theme::BACKGROUND.1 && BACKGROUND_BYTE == theme::BACKGROUND.2);
/// The bytes of a row that are compared with the background at once: a multiple of six, two pixels.
const BLOCK: usize = 192;
/// A block of background.
const EMPTY: [u8; BLOCK] = [BACKGROUND_BYTE; BLOCK];

type Pixel = (i32, i32);
type Area<DB> = DrawingArea<DB, Shift>;
type RenderResult<DB> = Result<(), DrawingAreaErrorKind<<DB as DrawingBackend>::ErrorType>>;

impl Drawing {
    /// The drawing as SVG.
    ///
    /// # Errors
    ///
    /// If the font cannot be read.
    pub fn svg(&self) -> anyhow::Result<String> {
        theme::prepare()?;
        let mut text = String::new();
        let area = SVGBackend::with_string(&mut text, size(self, SCALE)).into_drawing_area();
        area.fill(&rgba(theme::BACKGROUND)).context("cannot draw a chart as SVG")?;
        draw(self, &area, SCALE, 0.0).context("cannot draw a chart as SVG")?;
        drop(area);
        // The view box keeps the small pixels; width and height are in points.
        let attributes = |(width, height): (u32, u32)| format!("width=\"{width}\" height=\"{height}\"");
        Ok(text.replacen(&attributes(size(self, SCALE)), &attributes(size(self, 1.0)), 1))
    }

    /// The drawing as a PNG file.
    ///
    /// # Errors
    ///
    /// If the font cannot be read or the picture is too large.
    pub fn png(&self) -> anyhow::Result<Vec<u8>> {
        theme::prepare()?;
        let scale = if self.width < MAX_PRINT_WIDTH { 2.0 * PNG_SCALE } else { PNG_SCALE };
        let (width, height) = size(self, scale);
        PIXELS.with_borrow_mut(|pixels| {
            let row = width as usize * 3;
            pixels.clear();
            pixels.resize(4 * row * height as usize, BACKGROUND_BYTE);
            let area = BitMapBackend::with_buffer(pixels, (2 * width, 2 * height)).into_drawing_area();
            draw(self, &area, 2.0 * scale, PNG_DROP).context("cannot draw a chart as PNG")?;
            drop(area);
            encoded((width, height), halved(pixels, row)).context("cannot encode a chart as PNG")
        })
    }

    /// Writes the drawing to `path` as PNG.
    ///
    /// # Errors
    ///
    /// As [`Drawing::png`], and if the file cannot be written.
    pub fn write_png(&self, path: &Path) -> anyhow::Result<()> {
        fs::write(path, self.png()?).with_context(|| format!("cannot write {}", path.display()))
    }
}

thread_local! {
    /// The pixels of the last picture, twice as wide and high: the system takes a while to provide this memory.
    static PIXELS: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Replaces the beginning of `pixels` by a picture half as wide and half as high, `row` bytes per row, each pixel the mean of four,
/// and returns it.
fn halved(pixels: &mut [u8], row: usize) -> &[u8] {
    for index in 0..pixels.len() / (4 * row) {
        // The fine rows begin behind the coarse one, or, in the first turn, at its beginning: blocks are read before they are written.
        let (above, coarse) = (4 * row * index, row * index);
        for first in (0..2 * row).step_by(BLOCK) {
            let size = BLOCK.min(2 * row - first);
            let fine = [above, above + 2 * row].map(|fine| &pixels[fine + first..][..size]);
            // Most of a chart is background.
            if fine.iter().all(|block| *block == EMPTY) {
                pixels[coarse + first / 2..][..BLOCK / 2].fill(BACKGROUND_BYTE);
                continue;
            }
            let means = means(fine);
            pixels[coarse + first / 2..][..size / 2].copy_from_slice(&means[..size / 2]);
        }
    }
    &pixels[..pixels.len() / 4]
}

/// The mean of every four pixels of two blocks, one above the other.
fn means([above, below]: [&[u8]; 2]) -> [u8; BLOCK / 2] {
    // Two plain loops, which are vectorised: four bytes are added without checks for overflow.
    let mut sums = [0u16; BLOCK];
    for ((sum, above), below) in sums.iter_mut().zip(above).zip(below) {
        *sum = u16::from(*above).wrapping_add(u16::from(*below));
    }
    let mut means = [0; BLOCK / 2];
    // Three bytes per pixel: the same colour of the next pixel is three bytes further.
    for (pixel, two) in means.as_chunks_mut::<3>().0.iter_mut().zip(sums.as_chunks::<6>().0) {
        let mean = |color: usize| (two[color].wrapping_add(two[color + 3]) / 4).to_le_bytes()[0];
        *pixel = [mean(0), mean(1), mean(2)];
    }
    means
}

/// A PNG file of three bytes per pixel.
fn encoded((width, height): (u32, u32), pixels: &[u8]) -> Result<Vec<u8>, png::EncodingError> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_deflate_compression(png::DeflateCompression::FdeflateUltraFast);
    encoder.set_filter(png::Filter::Paeth);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels)?;
    writer.finish()?;
    Ok(file)
}

fn size(drawing: &Drawing, scale: f64) -> (u32, u32) {
    // Rounded to points first, so that all formats have the same proportions.
    let (width, height) = pixel((drawing.width.ceil(), drawing.height.ceil()), scale);
    (width.unsigned_abs(), height.unsigned_abs())
}

/// The pixel of a point, clamped to the range that plotters supports.
fn pixel((x, y): Point, scale: f64) -> Pixel {
    #[expect(clippy::cast_possible_truncation, reason = "clamped to a few thousand pixels first")]
    let whole = |value: f64| (value * scale).round().clamp(-1e4, 1e5) as i32;
    (whole(x), whole(y))
}

fn draw<DB: DrawingBackend>(drawing: &Drawing, area: &Area<DB>, scale: f64, drop: f64) -> RenderResult<DB> {
    for shape in &drawing.shapes {
        match shape {
            Primitive::Line { points, stroke } => line(area, scale, points, *stroke)?,
            Primitive::Rectangle { corners: (from, to), fill } => {
                area.draw(&Rectangle::new([pixel(*from, scale), pixel(*to, scale)], rgba(*fill).filled()))?;
            }
            Primitive::Mark { at, marker, radius, color } => mark(area, scale, *at, (*marker, *radius, *color))?,
            Primitive::Text { at, anchor, size, color, text } => {
                let horizontal = match anchor {
                    Anchor::Start => HPos::Left,
                    Anchor::Middle => HPos::Center,
                    Anchor::End => HPos::Right,
                };
                let style = theme::font(size * scale).color(&rgba(*color)).pos(Pos::new(horizontal, VPos::Center));
                area.draw(&Text::new(text.as_str(), pixel((at.0, at.1 + drop * size), scale), style))?;
            }
        }
    }
    area.present()
}

fn line<DB: DrawingBackend>(area: &Area<DB>, scale: f64, points: &[Point], stroke: Stroke) -> RenderResult<DB> {
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
    scale: f64,
    (x, y): Point,
    (marker, r, color): (Marker, f64, Color),
) -> RenderResult<DB> {
    let fill = rgba(color).filled();
    match MarkerShape::new((x, y), marker, r, color) {
        MarkerShape::Circle => area.draw(&Circle::new(pixel((x, y), scale), pixel((r, r), scale).0, fill)),
        MarkerShape::Polygon(corners) => {
            let corners: Vec<Pixel> = corners.into_iter().map(|corner| pixel(corner, scale)).collect();
            area.draw(&Polygon::new(corners, fill))
        }
        MarkerShape::Cross(lines, stroke) => lines.iter().try_for_each(|ends| line(area, scale, ends, stroke)),
    }
}

fn rgba(Color(red, green, blue, alpha): Color) -> RGBAColor {
    RGBAColor(red, green, blue, alpha)
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;
    use crate::canvas::Canvas;

    #[test]
    fn four_small_pixels_become_their_mean_per_colour() {
        let mut fine = [0, 10, 200, 100, 10, 200, 0, 30, 200, 100, 30, 200];
        assert_eq!(halved(&mut fine, 3), [50, 20, 200]);
        let mut rows = [[8; 24], [9; 24]].concat();
        assert_eq!(halved(&mut rows, 6), [[8; 6], [9; 6]].concat());
    }

    #[test]
    fn background_is_halved_as_other_pixels_are() {
        // Rows of two and a half blocks, with some dark bytes at the ends of blocks.
        let (row, rows) = (BLOCK + BLOCK / 4, 3);
        let dark = [0, BLOCK - 1, BLOCK, 2 * BLOCK, 2 * row - 1, 4 * row + 7];
        let byte = |place| if dark.contains(&(place % (10 * row))) { 7 } else { BACKGROUND_BYTE };
        let mut fine: Vec<u8> = (0..4 * row * rows).map(byte).collect();
        let expected: Vec<u8> = (0..row * rows)
            .map(|place| {
                let left = 4 * row * (place / row) + place % row / 3 * 6 + place % 3;
                let four = [left, left + 3, left + 2 * row, left + 2 * row + 3].map(|place| u16::from(fine[place]));
                (four.iter().sum::<u16>() / 4).to_le_bytes()[0]
            })
            .collect();
        assert!(expected.iter().filter(|&&mean| mean != BACKGROUND_BYTE).count() > dark.len());
        assert_eq!(halved(&mut fine, row), expected);
    }

    #[test]
    fn a_png_has_the_pixels_that_were_written() {
        let pixels: Vec<u8> = (0..3 * 40 * 7).map(|place: u32| (place * place % 251).to_le_bytes()[0]).collect();
        let file = encoded((40, 7), &pixels).unwrap();
        let mut reader = png::Decoder::new(Cursor::new(file)).read_info().unwrap();
        let mut read = vec![0; reader.output_buffer_size().unwrap()];
        let frame = reader.next_frame(&mut read).unwrap();
        assert_eq!((frame.width, frame.height, frame.color_type), (40, 7, png::ColorType::Rgb));
        assert_eq!(read, pixels);
    }

    #[test]
    fn an_svg_has_the_size_of_the_drawing_and_finer_coordinates() {
        let svg = Drawing::new(Canvas::REPORT, 100.2, 50.0).svg().unwrap();
        assert!(svg.starts_with("<svg width=\"101\" height=\"50\" viewBox=\"0 0 404 200\""), "{svg}");
    }
}
