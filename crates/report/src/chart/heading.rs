//! The heading of a chart: what it shows, of which set, over how many runs.

use crate::chart::drawing::{Anchor, Drawing};
use crate::chart::theme;
use crate::experiment::InstanceSet;
use crate::number;

const TITLE_HEIGHT: f64 = 26.0;
const LINE_HEIGHT: f64 = 19.0;

/// A title and lines below it, broken to the width of the chart.
#[derive(Debug)]
pub(crate) struct Heading {
    titles: Vec<String>,
    lines: Vec<String>,
}

impl Heading {
    /// The heading of a chart `width` wide that shows `title` of `set`, with a remark for its readers.
    pub(crate) fn new(title: &str, set: &InstanceSet, remark: &str, width: f64) -> Self {
        let [solved, runs] = [set.solved(), set.runs()].map(|count| number::whole(count as u64));
        Self::of_boards(title, set, &format!("{solved} of {runs} runs solved. {remark}"), width)
    }

    /// The heading of a chart that shows what does not take a solved run: the remark alone tells what of.
    pub(crate) fn of_boards(title: &str, set: &InstanceSet, remark: &str, width: f64) -> Self {
        let room = width - 2.0 * theme::MARGIN;
        Self {
            titles: broken(&format!("{title}: {}", set.name), theme::TITLE, room),
            lines: broken(remark, theme::LABEL, room),
        }
    }

    /// The heading of a chart that shows the whole experiment.
    pub(crate) fn of_all(title: &str, remark: &str, width: f64) -> Self {
        let room = width - 2.0 * theme::MARGIN;
        Self { titles: broken(title, theme::TITLE, room), lines: broken(remark, theme::LABEL, room) }
    }

    /// How much of the paper's height it takes, margin included.
    pub(crate) fn height(&self) -> f64 {
        theme::MARGIN + self.titles.len() as f64 * TITLE_HEIGHT + self.lines.len() as f64 * LINE_HEIGHT + 10.0
    }

    /// Writes it at the top of the paper.
    pub(crate) fn draw(&self, drawing: &mut Drawing) {
        let mut y = theme::MARGIN + TITLE_HEIGHT / 2.0;
        for title in &self.titles {
            drawing.text((theme::MARGIN, y), Anchor::Start, theme::TITLE, theme::INK, title.as_str());
            y += TITLE_HEIGHT;
        }
        y += (LINE_HEIGHT - TITLE_HEIGHT) / 2.0;
        for line in &self.lines {
            drawing.text((theme::MARGIN, y), Anchor::Start, theme::LABEL, theme::PALE_INK, line.as_str());
            y += LINE_HEIGHT;
        }
    }
}

/// `text` in lines no wider than `room`, broken between words.
fn broken(text: &str, size: f64, room: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if theme::width(&format!("{line} {word}"), size) <= room => {
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
    fn a_long_heading_is_broken_between_words_and_keeps_every_one() {
        theme::prepare().unwrap();
        let text = "one two three four five six seven";
        let lines = broken(text, theme::LABEL, 100.0);
        assert!(lines.len() > 2 && lines.iter().all(|line| theme::width(line, theme::LABEL) <= 100.0), "{lines:?}");
        assert_eq!(lines.join(" "), text);
    }
}
