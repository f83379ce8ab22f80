//! Parsing the answer of a program: a line of JSON, or texts that regular expressions match.
//!
//! The answer is not checked here: moves are only read, not replayed.

use regex_lite::Regex;
use serde_json::{Map, Value as Json};
use tilebench_catalog::Direction;
use tilebench_record::Status;
use tilebench_sanitize::message::excerpt;

use super::dialect::Dialect;

/// The form of a program's answer.
#[derive(Clone, Debug)]
pub(crate) enum Form {
    /// The last line of its output that is a JSON object.
    Json,
    /// The last match of each of these, by the part of the answer that it gives.
    Patterns(Vec<(Key, Regex)>),
}

/// The parts of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Key {
    /// The moves.
    Moves,
    /// The number of moves.
    Length,
    /// Nodes expanded.
    Expanded,
    /// Nodes generated.
    Generated,
    /// That no path exists.
    Unsolvable,
}

impl Key {
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
    /// A sentence of its own.
    pub(crate) message: String,
}

impl ParsedAnswer {
    /// Whether there is an answer at all; counters alone are not an answer.
    pub(crate) fn is_answer(&self) -> bool {
        self.moves.is_some() || self.length.is_some() || self.unsolvable || self.status.is_some()
    }
}

/// Reads the answer in `output`.
///
/// # Errors
///
/// If a part of it is invalid; the message is a sentence.
pub(crate) fn read(form: &Form, dialect: &Dialect, output: &str) -> Result<ParsedAnswer, String> {
    match form {
        Form::Json => match last_object(output) {
            Some(object) => from_json(&object, dialect),
            None => Ok(ParsedAnswer::default()),
        },
        Form::Patterns(patterns) => from_patterns(patterns, dialect, output),
    }
}

/// The last line that is a JSON object.
pub(super) fn last_object(output: &str) -> Option<Map<String, Json>> {
    let mut lines = output.lines().rev().map(str::trim).filter(|line| line.starts_with('{'));
    lines.find_map(|line| serde_json::from_str(line).ok())
}

fn from_json(object: &Map<String, Json>, dialect: &Dialect) -> Result<ParsedAnswer, String> {
    let get = |key: &str| object.get(key).filter(|value| !value.is_null());
    let count = |key: Key| get(key.name()).map(|value| count(key, value)).transpose();
    let text = |key: &str| match get(key) {
        None => Ok(None),
        Some(Json::String(text)) => Ok(Some(text.as_str())),
        Some(other) => Err(format!("its '{key}' is {} where a text belongs", excerpt(&other.to_string()))),
    };
    let unsolvable = match get(Key::Unsolvable.name()) {
        None => false,
        Some(Json::Bool(flag)) => *flag,
        Some(other) => {
            return Err(format!("its 'unsolvable' is {} where true or false belongs", excerpt(&other.to_string())));
        }
    };
    let told = text("status")?;
    let status = told.filter(|told| *told != "unsolvable").map(status).transpose()?;
    Ok(ParsedAnswer {
        moves: get(Key::Moves.name()).map(|value| dialect.read(&moves(value)?)).transpose()?,
        length: count(Key::Length)?,
        expanded: count(Key::Expanded)?,
        generated: count(Key::Generated)?,
        unsolvable: unsolvable || told == Some("unsolvable"),
        status,
        message: excerpt(&text("message")?.unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" "))
            .to_string(),
    })
}

/// Moves as one text: a text, or a list of texts or numbers.
fn moves(value: &Json) -> Result<String, String> {
    let wrong = || "its 'moves' are no text such as \"ULDR\" and no list of letters".to_owned();
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

fn count(key: Key, value: &Json) -> Result<u64, String> {
    value
        .as_u64()
        .ok_or_else(|| format!("its '{}' is {} where a whole number belongs", key.name(), excerpt(&value.to_string())))
}

/// The statuses that a program may report of itself.
const STATUSES: &[Status] =
    &[Status::Solved, Status::GaveUp, Status::TimeLimit, Status::NodeLimit, Status::MemoryLimit];

fn status(text: &str) -> Result<Status, String> {
    STATUSES.iter().copied().find(|status| status.name() == text).ok_or_else(|| {
        let known: Vec<&str> = STATUSES.iter().map(|status| status.name()).collect();
        format!("its status '{}' is none of {}, unsolvable", excerpt(text), known.join(", "))
    })
}

fn from_patterns(patterns: &[(Key, Regex)], dialect: &Dialect, output: &str) -> Result<ParsedAnswer, String> {
    let mut said = ParsedAnswer::default();
    for (key, pattern) in patterns {
        let Some(found) = pattern.captures_iter(output).last() else { continue };
        let text = found.name(key.name()).or_else(|| found.get(1)).map_or("", |found| found.as_str());
        let count = || {
            let digits: String = text.chars().filter(|letter| !", _'".contains(*letter)).collect();
            digits
                .parse::<u64>()
                .map_err(|_| format!("its {} is '{}' where a whole number belongs", key.name(), excerpt(text)))
        };
        match key {
            Key::Moves => said.moves = Some(dialect.read(text)?),
            Key::Length => said.length = Some(count()?),
            Key::Expanded => said.expanded = Some(count()?),
            Key::Generated => said.generated = Some(count()?),
            Key::Unsolvable => said.unsolvable = true,
        }
    }
    Ok(said)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use tilebench_catalog::parse_moves;

    fn json(output: &str) -> Result<ParsedAnswer, String> {
        read(&Form::Json, &Dialect::default(), output)
    }

    fn path(text: &str) -> Option<Vec<Direction>> {
        parse_moves(text).ok()
    }

    #[test]
    fn the_last_object_counts_and_unknown_keys_are_passed_over() {
        let said =
            json("{\"moves\": \"U\"}\nnoise\n  {\"moves\": [\"L\", \"L\"], \"length\": 2, \"x\": 1}\n[1]\n{broken\n")
                .unwrap();
        assert_eq!(said, ParsedAnswer { moves: path("LL"), length: Some(2), ..ParsedAnswer::default() });
        assert!(!json("nothing here").unwrap().is_answer());
        assert!(!json("{\"expanded\": 3, \"moves\": null}").unwrap().is_answer(), "counts alone are no answer");
        let said = json("{\"unsolvable\": true, \"message\": \"odd\\nparity\"}").unwrap();
        assert_eq!((said.unsolvable, said.message.as_str()), (true, "odd parity"));
        assert!(json("{\"status\": \"unsolvable\"}").unwrap().unsolvable);
        assert_eq!(json("{\"status\": \"gave-up\"}").unwrap().status, Some(Status::GaveUp));
    }

    #[test]
    fn a_value_of_the_wrong_kind_is_told() {
        assert_eq!(json("{\"length\": -1}").unwrap_err(), "its 'length' is -1 where a whole number belongs");
        assert_eq!(json("{\"unsolvable\": 1}").unwrap_err(), "its 'unsolvable' is 1 where true or false belongs");
        assert_eq!(
            json("{\"moves\": 7}").unwrap_err(),
            "its 'moves' are no text such as \"ULDR\" and no list of letters"
        );
        assert!(json("{\"status\": \"crashed\"}").unwrap_err().starts_with("its status 'crashed' is none of solved,"));
    }

    #[test]
    fn patterns_find_the_last_match_of_each() {
        let pattern = |key, text| (key, Regex::new(text).unwrap());
        let form = Form::Patterns(vec![
            pattern(Key::Moves, r"(?m)^Moves: (.*)$"),
            pattern(Key::Expanded, r"expanded (?:about )?(?<expanded>[\d,]+)"),
            pattern(Key::Unsolvable, "no way"),
        ]);
        let read = |output: &str| read(&form, &Dialect::default(), output).unwrap();
        let said = read("Moves: U\nexpanded 12\nMoves: L L\nexpanded about 1,007 nodes\n");
        assert_eq!((said.moves, said.expanded, said.unsolvable), (path("LL"), Some(1007), false));
        assert!(read("there is no way").unsolvable);
        assert_eq!(read("Moves: \n").moves, path(""));
    }

    proptest! {
        #[test]
        fn no_output_makes_the_reader_panic(output in "[{}\"movesU:, 1\n\\[\\]a]{0,60}") {
            let _ = json(&output);
        }

        #[test]
        fn an_answer_is_found_whatever_stands_around_it(before in "[a-z{\n]{0,20}", after in "[a-z\n]{0,20}") {
            let said = json(&format!("{before}\n{{\"moves\": \"UL\"}}\n{after}")).unwrap();
            prop_assert_eq!(said.moves, path("UL"));
        }
    }
}
