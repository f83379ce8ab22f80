//! Diagnoses of outputs that contain no answer.

use serde_json::{Map, Value as Json};
use tilebench_catalog::nearest;

use super::answer::{AnswerField, AnswerFormat, last_object};

/// The maximum number of characters of an output that a message repeats.
const MAX_CHARS: usize = 60;

/// The reason why `output` contains no answer, as a clause that follows a colon.
pub(super) fn reason(format: &AnswerFormat, output: &str) -> String {
    let Some(last) = output.lines().map(str::trim).rfind(|line| !line.is_empty()) else {
        return "it printed nothing on standard output".to_owned();
    };
    match format {
        AnswerFormat::Json => match last_object(output) {
            Some(object) => without_keys(&object),
            None => broken_json(output)
                .unwrap_or_else(|| format!("no line of its output is a JSON object; the last line is {}", shown(last))),
        },
        AnswerFormat::Patterns(_) => {
            format!("the expression for moves matches nothing in its output; the last line is {}", shown(last))
        }
    }
}

/// An object that contains none of the expected keys.
fn without_keys(object: &Map<String, Json>) -> String {
    let known = || AnswerField::ALL.map(AnswerField::name).into_iter().chain(["status"]);
    let hint = object
        .keys()
        .filter(|key| known().all(|name| name != key.as_str()))
        .find_map(|key| Some(format!("; did you mean '{}' instead of {}?", nearest(key, known())?, shown(key))));
    format!("its line of JSON has none of moves, unsolvable and status{}", hint.unwrap_or_default())
}

/// The parser's error on the last line that begins like an object.
fn broken_json(output: &str) -> Option<String> {
    let line = output.lines().map(str::trim).rfind(|line| line.starts_with('{'))?;
    let error = serde_json::from_str::<Map<String, Json>>(line).err()?;
    Some(format!("its line {} is not JSON ({error})", shown(line)))
}

/// `text` in quotes, escaped and shortened.
fn shown(text: &str) -> String {
    let mut letters = text.chars();
    let start: String = letters.by_ref().take(MAX_CHARS).collect();
    let more = if letters.next().is_some() { "..." } else { "" };
    let escaped = |letter: char| match letter {
        '"' | '\'' | '\\' => letter.to_string(),
        other => other.escape_debug().to_string(),
    };
    format!("'{}{more}'", start.chars().map(escaped).collect::<String>())
}

#[cfg(test)]
mod tests {
    use regex_lite::Regex;

    use super::*;

    #[test]
    fn an_output_without_an_answer_is_diagnosed() {
        let json = |output: &str| reason(&AnswerFormat::Json, output);
        assert_eq!(json(" \n"), "it printed nothing on standard output");
        assert_eq!(
            json("Solving...\nUp, up, left\u{1b}[0m\n\n"),
            "no line of its output is a JSON object; the last line is 'Up, up, left\\u{1b}[0m'"
        );
        assert!(
            json("{\"moves\": \"UL\", }").starts_with("its line '{\"moves\": \"UL\", }' is not JSON (trailing comma")
        );
        assert_eq!(
            json("{\"mvoes\": \"UL\", \"expanded\": 3}"),
            "its line of JSON has none of moves, unsolvable and status; did you mean 'moves' instead of 'mvoes'?"
        );
        assert_eq!(json("{}"), "its line of JSON has none of moves, unsolvable and status");
        let long = json(&"x".repeat(5000));
        assert!(long.len() < 150 && long.ends_with("xxx...'"), "{long}");
        let patterns = AnswerFormat::Patterns(vec![(AnswerField::Moves, Regex::new("Moves: (.*)").unwrap())]);
        assert_eq!(
            reason(&patterns, "moves: UL\n"),
            "the expression for moves matches nothing in its output; the last line is 'moves: UL'"
        );
    }
}
