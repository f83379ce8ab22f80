//! The heading of a chart: its title and its caption.

use crate::canvas::Canvas;
use crate::drawing::{Anchor, Drawing};
use crate::theme;

const TITLE_HEIGHT: f64 = 26.0;
const LINE_HEIGHT: f64 = 19.0;

/// A title and a caption, wrapped to the width of the chart.
#[derive(Debug)]
pub(crate) struct Heading {
    canvas: Canvas,
    titles: Vec<String>,
    lines: Vec<String>,
    /// The title and the caption, drawn or not.
    texts: [String; 2],
}

impl Heading {
    /// A heading of this `width`, with `remark` as the caption.
    pub(crate) fn new(canvas: Canvas, title: &str, remark: &str, width: f64) -> Self {
        let max_width = width - 2.0 * canvas.margin();
        let lines = |text, size| if canvas.has_caption { wrapped(text, size, max_width) } else { Vec::new() };
        Self {
            canvas,
            titles: lines(title, canvas.title()),
            lines: lines(remark, canvas.label()),
            texts: [title, remark].map(str::to_owned),
        }
    }

    /// The height, margin included.
    pub(crate) fn height(&self) -> f64 {
        if self.titles.is_empty() && self.lines.is_empty() {
            return self.canvas.size(theme::MARGIN / 2.0);
        }
        let lines = self.titles.len() as f64 * TITLE_HEIGHT + self.lines.len() as f64 * LINE_HEIGHT;
        self.canvas.margin() + self.canvas.size(lines + 10.0)
    }

    /// Writes the heading at the top of the drawing.
    pub(crate) fn draw(&self, drawing: &mut Drawing) {
        drawing.caption.clone_from(&self.texts);
        let canvas = self.canvas;
        let (title_height, line_height) = (canvas.size(TITLE_HEIGHT), canvas.size(LINE_HEIGHT));
        let mut y = canvas.margin() + title_height / 2.0;
        for title in &self.titles {
            drawing.text((canvas.margin(), y), Anchor::Start, canvas.title(), theme::INK, title.as_str());
            y += title_height;
        }
        y += (line_height - title_height) / 2.0;
        for line in &self.lines {
            drawing.text((canvas.margin(), y), Anchor::Start, canvas.label(), theme::PALE_INK, line.as_str());
            y += line_height;
        }
    }
}

/// `text` in lines of at most `max_width`, wrapped between words.
pub(crate) fn wrapped(text: &str, size: f64, max_width: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    // Words that must stay together are joined by a no-break space, which does not end a word.
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        match lines.last_mut() {
            Some(line) if theme::width(&format!("{line} {word}"), size) <= max_width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_heading_is_wrapped_between_words_and_keeps_every_word() {
        let text = "one two three four five six seven";
        let lines = wrapped(text, theme::LABEL, 100.0);
        assert!(lines.len() > 2 && lines.iter().all(|line| theme::width(line, theme::LABEL) <= 100.0), "{lines:?}");
        assert_eq!(lines.join(" "), text);
    }
}
