//! The glyphs of a font that a page uses, and their embedding.

use anyhow::{Context as _, anyhow};
use pdf_writer::types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap};
use pdf_writer::{Filter, Finish as _, Name, Pdf, Rect, Ref, Str};
use subsetter::GlyphRemapper;
use ttf_parser::Face;

use super::{compressed, short};
use crate::drawing::{Anchor, Point};

/// The name of the reduced font; six letters mark it as a part.
const NAME: Name<'_> = Name(b"TILEBN+DejaVuSans");
const SYSTEM: SystemInfo<'_> = SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };
const CHARACTERS: Name<'_> = Name(b"Custom");
/// The width of an upright stem, in thousandths: PDF requires a figure, and viewers use it only without the font.
const STEM: f32 = 80.0;

/// The part of a font that a page uses.
pub(super) struct EmbeddedFont {
    face: Face<'static>,
    /// The letters that occur, each with its glyph in the part.
    letters: Vec<(char, u16)>,
    /// The widths of the part's glyphs, in thousandths of the em.
    widths: Vec<f32>,
    file: Vec<u8>,
}

impl EmbeddedFont {
    /// The glyphs of `texts`; letters that the font does not have are drawn as its glyph for missing letters.
    pub(super) fn new<'a>(data: &'static [u8], texts: impl Iterator<Item = &'a str>) -> anyhow::Result<Self> {
        let face = Face::parse(data, 0)?;
        let mut letters: Vec<char> = texts.flat_map(str::chars).collect();
        letters.sort_unstable();
        letters.dedup();
        let mut part = GlyphRemapper::new();
        let glyph = |letter: char| face.glyph_index(letter).unwrap_or_default();
        let letters = letters.into_iter().map(|letter| (letter, part.remap(glyph(letter).0))).collect();
        let em = f64::from(face.units_per_em());
        let width = |glyph| f64::from(face.glyph_hor_advance(ttf_parser::GlyphId(glyph)).unwrap_or_default());
        let widths = part.remapped_gids().map(|glyph| short(width(glyph) * 1000.0 / em)).collect();
        let file = subsetter::subset(data, 0, &part).map_err(|error| anyhow!("{error:?}"));
        Ok(Self { face, letters, widths, file: file.context("the font cannot be reduced")? })
    }

    /// The em of a text of this `size`: texts are measured by the height of a line, which is larger than the em.
    pub(super) fn em(&self, size: f64) -> f64 {
        let line = f64::from(self.face.ascender()) - f64::from(self.face.descender());
        size * f64::from(self.face.units_per_em()) / line
    }

    /// The glyphs of `text`, two bytes each, and the start of its base line.
    pub(super) fn placed(&self, text: &str, (x, y): Point, anchor: Anchor, size: f64) -> (Vec<u8>, Point) {
        let glyphs: Vec<u16> = text.chars().map(|letter| self.glyph(letter)).collect();
        let wide: f32 = glyphs.iter().map(|&glyph| self.widths[usize::from(glyph)]).sum();
        let em = self.em(size);
        let wide = f64::from(wide) * em / 1000.0;
        let left = match anchor {
            Anchor::Start => x,
            Anchor::Middle => x - wide / 2.0,
            Anchor::End => x - wide,
        };
        // Half of a small letter is above the middle of the line, as in an SVG.
        let small = f64::from(self.face.x_height().unwrap_or_default()) / f64::from(self.face.units_per_em());
        (glyphs.into_iter().flat_map(u16::to_be_bytes).collect(), (left, y + em * small / 2.0))
    }

    fn glyph(&self, letter: char) -> u16 {
        let place = self.letters.binary_search_by_key(&letter, |(letter, _)| *letter);
        place.map_or(0, |place| self.letters[place].1)
    }

    /// Writes the font as five objects, of which `first` is the one to be named by the page.
    pub(super) fn write(&self, pdf: &mut Pdf, first: Ref) {
        let [cid, descriptor, unicode, file] = [1, 2, 3, 4].map(|offset| Ref::new(first.get() + offset));
        pdf.type0_font(first)
            .base_font(NAME)
            .encoding_predefined(Name(b"Identity-H"))
            .descendant_font(cid)
            .to_unicode(unicode);
        let mut font = pdf.cid_font(cid);
        font.subtype(CidFontType::Type2).base_font(NAME).system_info(SYSTEM).font_descriptor(descriptor);
        font.default_width(0.0).cid_to_gid_map_predefined(Name(b"Identity"));
        font.widths().consecutive(0, self.widths.iter().copied());
        font.finish();
        let unit = |value: i16| short(f64::from(value) * 1000.0 / f64::from(self.face.units_per_em()));
        let area = self.face.global_bounding_box();
        let [left, bottom, right, top] = [area.x_min, area.y_min, area.x_max, area.y_max].map(unit);
        pdf.font_descriptor(descriptor)
            .name(NAME)
            .flags(FontFlags::NON_SYMBOLIC)
            .bbox(Rect::new(left, bottom, right, top))
            .italic_angle(0.0)
            .ascent(unit(self.face.ascender()))
            .descent(unit(self.face.descender()))
            .cap_height(unit(self.face.capital_height().unwrap_or_default()))
            .stem_v(STEM)
            .font_file2(file);
        let mut map = UnicodeCmap::<u16>::new(CHARACTERS, SYSTEM);
        for &(letter, glyph) in self.letters.iter().filter(|(_, glyph)| *glyph > 0) {
            map.pair(glyph, letter);
        }
        pdf.cmap(unicode, &map.finish()).name(CHARACTERS).system_info(SYSTEM);
        let length = i32::try_from(self.file.len()).expect("a font is smaller than 2 GB");
        pdf.stream(file, &compressed(&self.file)).filter(Filter::FlateDecode).pair(Name(b"Length1"), length);
    }
}
