//! Parsing the answer of a program: a line of JSON, or texts that regular expressions match.
//!
//! The answer is not checked here: moves are only read, not replayed.

use regex_lite::Regex;
use serde_json::{Map, Value as Json};
use tilebench_catalog::Direction;
use tilebench_record::Status;
use tilebench_sanitize::count::counted;
use tilebench_sanitize::message::excerpt;

use super::dialect::Dialect;

/// The format of a program's answer.
#[derive(Clone, Debug)]
pub(crate) enum AnswerFormat {
    /// The last line of its output that is a JSON object.
    Json,
    /// The last match of each of these, by the part of the answer that it gives.
    Patterns(Vec<(AnswerField, Regex)>),
}

/// The parts of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AnswerField {
    /// The moves.
    Moves,
    /// The number of moves.
    Length,
    /// Nodes expanded.
    Expanded,
    /// Nodes generated.
    Generated,
    /// Whether no path exists.
    Unsolvable,
}

impl AnswerField {
    /// All of them.
    pub(crate) const ALL: [Self; 5] = [Self::Moves, Self::Length, Self::Expanded, Self::Generated, Self::Unsolvable];

    /// Its name in files.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Moves => "moves",
            Self::Length => "length",
            Self::Expanded => "expanded",
            Self::Generated => "generated",
            Self::Unsolvable => "unsolvable",
        }
    }
}

/// The parsed answer of a program; every field is empty if there is no answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ParsedAnswer {
    /// The path, as moves of the blank in order.
    pub(crate) moves: Option<Vec<Direction>>,
    /// The number of moves.
    pub(crate) length: Option<u64>,
    /// Nodes expanded.
    pub(crate) expanded: Option<u64>,
    /// Nodes generated.
    pub(crate) generated: Option<u64>,
    /// Whether it claims that no path exists.
    pub(crate) unsolvable: bool,
    /// Its reported status, one of `STATUSES`.
    pub(crate) status: Option<Status>,
    /// Its message.
    pub(crate) message: String,
}

impl ParsedAnswer {
    /// Whether there is an answer at all; counters alone are not an answer.
    pub(crate) fn is_answer(&self) -> bool {
        self.moves.is_some() || self.length.is_some() || self.unsolvable || self.status.is_some()
    }

    /// Contradictions that are wrong for every board.
    pub(super) fn contradiction(&self) -> Option<String> {
        match (&self.moves, self.length) {
            (Some(_), _) if self.unsolvable => Some("it returns moves and reports that no path exists".to_owned()),
            (Some(moves), Some(length)) if moves.len() as u64 != length => {
                Some(format!("it reports length {length}, but returns {}", counted(moves.len(), "move")))
            }
            (None, Some(length)) => {
                Some(format!("it reports length {length}, but returns no moves that could be replayed"))
            }
            (None, None) if self.status == Some(Status::Solved) => {
                Some("it reports status solved, but returns no moves that could be replayed".to_owned())
            }
            _ => None,
        }
    }
}

/// Reads the answer in `output`.
///
/// # Errors
///
/// If a part of it is invalid; the message is a sentence.
pub(crate) fn read(format: &AnswerFormat, dialect: &Dialect, output: &str) -> Result<ParsedAnswer, String> {
    match format {
        AnswerFormat::Json => match last_object(output) {
            Some(object) => from_json(&object, dialect),
            None => Ok(ParsedAnswer::default()),
        },
        AnswerFormat::Patterns(patterns) => from_patterns(patterns, dialect, output),
    }
}

/// The last line that is a JSON object.
pub(super) fn last_object(output: &str) -> Option<Map<String, Json>> {
    let mut lines = output.lines().rev().map(str::trim).filter(|line| line.starts_with('{'));
    lines.find_map(|line| serde_json::from_str(line).ok())
}

/// Every line that is a JSON object, with its index.
pub(super) fn objects(output: &str) -> impl Iterator<Item = (usize, Map<String, Json>)> {
    let lines = output.lines().map(str::trim).enumerate().filter(|(_, line)| line.starts_with('{'));
    lines.filter_map(|(index, line)| Some((index, serde_json::from_str(line).ok()?)))
}

/// Reads an object as [`read`] reads the last one.
///
/// # Errors
///
/// If a part of it is invalid; the message is a sentence.
pub(super) fn from_json(object: &Map<String, Json>, dialect: &Dialect) -> Result<ParsedAnswer, String> {
    let get = |key: &str| object.get(key).filter(|value| !value.is_null());
    let count = |key: AnswerField| get(key.name()).map(|value| count(key, value)).transpose();
    let text = |key: &str| match get(key) {
        None => Ok(None),
        Some(Json::String(text)) => Ok(Some(text.as_str())),
        Some(other) => Err(format!("its '{key}' must be a string, not {}", excerpt(&other.to_string()))),
    };
    let unsolvable = match get(AnswerField::Unsolvable.name()) {
        None => false,
        Some(Json::Bool(flag)) => *flag,
        Some(other) => {
            return Err(format!("its 'unsolvable' must be true or false, not {}", excerpt(&other.to_string())));
        }
    };
    let reported = text("status")?;
    let status = reported.filter(|reported| *reported != "unsolvable").map(status).transpose()?;
    Ok(ParsedAnswer {
        moves: get(AnswerField::Moves.name()).map(|value| dialect.read(&moves(value)?)).transpose()?,
        length: count(AnswerField::Length)?,
        expanded: count(AnswerField::Expanded)?,
        generated: count(AnswerField::Generated)?,
        unsolvable: unsolvable || reported == Some("unsolvable"),
        status,
        message: excerpt(&text("message")?.unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" "))
            .to_string(),
    })
}

/// Moves as one text: a text, or a list of texts or numbers.
fn moves(value: &Json) -> Result<String, String> {
    let wrong = || "its 'moves' must be a string such as \"ULDR\" or a list of letters".to_owned();
    let one = |item: &Json| match item {
        Json::String(text) => Ok(text.clone()),
        Json::Number(number) => Ok(number.to_string()),
        _ => Err(wrong()),
    };
    match value {
        Json::String(text) => Ok(text.clone()),
        Json::Array(items) => Ok(items.iter().map(one).collect::<Result<Vec<_>, _>>()?.join(" ")),
        _ => Err(wrong()),
    }
}

fn count(key: AnswerField, value: &Json) -> Result<u64, String> {
    value
        .as_u64()
        .ok_or_else(|| format!("its '{}' must be an integer, not {}", key.name(), excerpt(&value.to_string())))
}

/// The statuses that a program may report of itself.
const STATUSES: &[Status] =
    &[Status::Solved, Status::GaveUp, Status::TimeLimit, Status::NodeLimit, Status::MemoryLimit];

fn status(text: &str) -> Result<Status, String> {
    STATUSES.iter().copied().find(|status| status.name() == text).ok_or_else(|| {
        let known: Vec<&str> = STATUSES.iter().map(|status| status.name()).collect();
        format!("its status '{}' is not one of {}, unsolvable", excerpt(text), known.join(", "))
    })
}

fn from_patterns(patterns: &[(AnswerField, Regex)], dialect: &Dialect, output: &str) -> Result<ParsedAnswer, String> {
    let mut answer = ParsedAnswer::default();
    for (key, pattern) in patterns {
        let Some(found) = pattern.captures_iter(output).last() else { continue };
        let text = found.name(key.name()).or_else(|| found.get(1)).map_or("", |found| found.as_str());
        let count = || {
            let digits: String = text.chars().filter(|letter| !", _'".contains(*letter)).collect();
            digits.parse::<u64>().map_err(|_| format!("its {} must be an integer, not '{}'", key.name(), excerpt(text)))
        };
        match key {
            AnswerField::Moves => answer.moves = Some(dialect.read(text)?),
            AnswerField::Length => answer.length = Some(count()?),
            AnswerField::Expanded => answer.expanded = Some(count()?),
            AnswerField::Generated => answer.generated = Some(count()?),
            AnswerField::Unsolvable => answer.unsolvable = true,
        }
    }
    Ok(answer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use tilebench_catalog::parse_moves;

    fn json(output: &str) -> Result<ParsedAnswer, String> {
        read(&AnswerFormat::Json, &Dialect::default(), output)
    }

    fn path(text: &str) -> Option<Vec<Direction>> {
        parse_moves(text).ok()
    }

    #[test]
    fn the_last_object_counts_and_unknown_keys_are_ignored() {
        let answer =
            json("{\"moves\": \"U\"}\nnoise\n  {\"moves\": [\"L\", \"L\"], \"length\": 2, \"x\": 1}\n[1]\n{broken\n")
                .unwrap();
        assert_eq!(answer, ParsedAnswer { moves: path("LL"), length: Some(2), ..ParsedAnswer::default() });
        assert!(!json("nothing here").unwrap().is_answer());
        assert!(!json("{\"expanded\": 3, \"moves\": null}").unwrap().is_answer(), "counts alone are not an answer");
        let answer = json("{\"unsolvable\": true, \"message\": \"odd\\nparity\"}").unwrap();
        assert_eq!((answer.unsolvable, answer.message.as_str()), (true, "odd parity"));
        assert!(json("{\"status\": \"unsolvable\"}").unwrap().unsolvable);
        assert_eq!(json("{\"status\": \"gave-up\"}").unwrap().status, Some(Status::GaveUp));
    }

    #[test]
    fn a_value_of_the_wrong_type_is_refused() {
        assert_eq!(json("{\"length\": -1}").unwrap_err(), "its 'length' must be an integer, not -1");
        assert_eq!(json("{\"unsolvable\": 1}").unwrap_err(), "its 'unsolvable' must be true or false, not 1");
        assert_eq!(
            json("{\"moves\": 7}").unwrap_err(),
            "its 'moves' must be a string such as \"ULDR\" or a list of letters"
        );
        assert!(
            json("{\"status\": \"crashed\"}").unwrap_err().starts_with("its status 'crashed' is not one of solved,")
        );
    }

    #[test]
    fn patterns_find_the_last_match_of_each() {
        let pattern = |key, text| (key, Regex::new(text).unwrap());
        let format = AnswerFormat::Patterns(vec![
            pattern(AnswerField::Moves, r"(?m)^Moves: (.*)$"),
            pattern(AnswerField::Expanded, r"expanded (?:about )?(?<expanded>[\d,]+)"),
            pattern(AnswerField::Unsolvable, "no way"),
        ]);
        let read = |output: &str| read(&format, &Dialect::default(), output).unwrap();
        let answer = read("Moves: U\nexpanded 12\nMoves: L L\nexpanded about 1,007 nodes\n");
        assert_eq!((answer.moves, answer.expanded, answer.unsolvable), (path("LL"), Some(1007), false));
        assert!(read("there is no way").unsolvable);
        assert_eq!(read("Moves: \n").moves, path(""));
    }

    proptest! {
        #[test]
        fn no_output_makes_the_reader_panic(output in "[{}\"movesU:, 1\n\\[\\]a]{0,60}") {
            let _ = json(&output);
        }

        #[test]
        fn an_answer_is_found_between_any_other_output(before in "[a-z{\n]{0,20}", after in "[a-z\n]{0,20}") {
            let answer = json(&format!("{before}\n{{\"moves\": \"UL\"}}\n{after}")).unwrap();
            prop_assert_eq!(answer.moves, path("UL"));
        }
    }
}
