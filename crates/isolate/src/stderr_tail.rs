//! The tail of the standard error of a process, in one line.

use tilebench_sanitize::message::escaped;

/// The maximum length of a tail: in bytes of lines that arrive one by one, in characters of a whole text.
pub(crate) const MAX_TAIL: usize = 500;

/// The tail of `text`.
pub(crate) fn tail_of(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let start = line.char_indices().rev().nth(MAX_TAIL - 1).map_or(0, |(at, _)| at);
    escaped(&line[start..]).to_string()
}

/// The tail of lines that arrive one by one, joined by semicolons.
#[derive(Debug, Default)]
pub(crate) struct StderrTail(String);

impl StderrTail {
    /// Removes all lines.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// Appends a line.
    pub(crate) fn push(&mut self, text: &str) {
        let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if line.is_empty() {
            return;
        }
        if !self.0.is_empty() {
            self.0.push_str("; ");
        }
        self.0.push_str(&line);
        if self.0.len() > MAX_TAIL {
            let mut from = self.0.len() - MAX_TAIL;
            while !self.0.is_char_boundary(from) {
                from += 1;
            }
            self.0.drain(..from);
        }
    }

    /// The tail.
    pub(crate) fn text(&self) -> String {
        self.0.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_tail_is_kept_and_in_one_line() {
        let mut tail = StderrTail::default();
        tail.push("a\tb \n");
        tail.push("\n");
        tail.push("c");
        assert_eq!(tail.text(), "a b; c");
        tail.push(&"é".repeat(400));
        assert!(tail.text().len() <= 500 && tail.text().ends_with('é'));
    }
}
