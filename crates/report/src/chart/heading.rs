//! The heading of a chart: what it shows, of which set, over how many runs.

use crate::chart::drawing::{Anchor, Drawing};
use crate::chart::paper::Paper;
use crate::chart::theme;
use crate::experiment::InstanceSet;
use crate::number;

const TITLE_HEIGHT: f64 = 26.0;
const LINE_HEIGHT: f64 = 19.0;

/// A title and lines below it, broken to the width of the chart.
#[derive(Debug)]
pub(crate) struct Heading {
    paper: Paper,
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
            paper: Paper::REPORT,
            titles: broken(&titled(title, set), theme::TITLE, room),
            lines: broken(remark, theme::LABEL, room),
        }
    }

    /// The heading of a chart that shows the whole experiment.
    pub(crate) fn of_all(title: &str, remark: &str, width: f64) -> Self {
        Self::on(Paper::REPORT, title, remark, width)
    }

    /// The heading of a chart on `paper`, so wide.
    pub(crate) fn on(paper: Paper, title: &str, remark: &str, width: f64) -> Self {
        let room = width - 2.0 * paper.margin();
        Self { paper, titles: broken(title, paper.title(), room), lines: broken(remark, paper.label(), room) }
    }

    /// How much of the paper's height it takes, margin included.
    pub(crate) fn height(&self) -> f64 {
        let lines = self.titles.len() as f64 * TITLE_HEIGHT + self.lines.len() as f64 * LINE_HEIGHT;
        self.paper.margin() + self.paper.size(lines + 10.0)
    }

    /// Writes it at the top of the paper.
    pub(crate) fn draw(&self, drawing: &mut Drawing) {
        let paper = self.paper;
        let (title_height, line_height) = (paper.size(TITLE_HEIGHT), paper.size(LINE_HEIGHT));
        let mut y = paper.margin() + title_height / 2.0;
        for title in &self.titles {
            drawing.text((paper.margin(), y), Anchor::Start, paper.title(), theme::INK, title.as_str());
            y += title_height;
        }
        y += (line_height - title_height) / 2.0;
        for line in &self.lines {
            drawing.text((paper.margin(), y), Anchor::Start, paper.label(), theme::PALE_INK, line.as_str());
            y += line_height;
        }
    }
}

/// A title with its set and how many instances it has; the spaces keep `n = 100 instances` in one line.
fn titled(title: &str, set: &InstanceSet) -> String {
    let n = number::whole(set.instances() as u64);
    format!("{title}: {}, n\u{a0}=\u{a0}{n}\u{a0}instances", set.name)
}

/// `text` in lines no wider than `room`, broken between words.
pub(crate) fn broken(text: &str, size: f64, room: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    // What must stay together has another space between, which does not end a word here.
    for word in text.split(' ').filter(|word| !word.is_empty()) {
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
