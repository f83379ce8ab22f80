//! Filters over columns: `instance <= 50 && heuristic == "manhattan"`.
//!
//! ```text
//!   any     = all { "||" all }
//!   all     = one { "&&" one }
//!   one     = "!" one | sum [ ("==" | "!=" | "<" | "<=" | ">" | ">=" | "~" | "!~") sum ]
//!   sum     = product { ("+" | "-") product }
//!   product = factor { ("*" | "/") factor }
//!   factor  = "-" factor | number | text | none | column | "(" any ")"
//! ```
//!
//! A comparison with a value that is missing does not hold, but that with `none`. Where one side is a number and the
//! other reads as one, numbers are compared; else texts. `~` is "contains", capitals or not.
//!
//! Conditions on outcomes, which are known only after a run, do not change how many runs there are: a filter is parted
//! at its outermost `&&`, and only conditions without an outcome drop runs ([`Filter::split`]).
//!
//! The page of a report reads the same language with `page/expression.js`. Both are held to
//! `tests/fixtures/expressions.json`: the same filters, the same runs found, the same mistakes told.

mod cell;
mod read;
mod symbols;

use std::fmt;

pub(crate) use cell::{Cell, written};
pub(crate) use read::nearest;

/// A filter.
#[derive(Clone, Debug)]
pub(crate) struct Filter(Option<Test>);

/// What a run is tested for. Columns are places in the list of names that the filter was read with.
#[derive(Clone, Debug)]
enum Test {
    Or(Box<Self>, Box<Self>),
    And(Box<Self>, Box<Self>),
    Not(Box<Self>),
    Compare(Comparison, Term, Term),
    /// Whether the first contains the second.
    Contains(Term, Term),
    Missing(Term),
}

/// A way to compare two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Comparison {
    Equal,
    Differs,
    Below,
    AtMost,
    Above,
    AtLeast,
}

/// What a value is made of.
#[derive(Clone, Debug)]
enum Term {
    None,
    Number(f64),
    Text(String),
    Column(usize),
    Negative(Box<Self>),
    Counted(char, Box<Self>, Box<Self>),
}

/// A mistake in a filter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Misread {
    /// How many characters stand before it.
    pub(crate) at: usize,
    /// What is wrong.
    pub(crate) message: String,
}

impl fmt::Display for Misread {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "at character {}: {}", self.at + 1, self.message)
    }
}

impl Filter {
    /// Reads `text`, which may speak of the columns `names`.
    pub(crate) fn read(text: &str, names: &[&str]) -> Result<Self, Misread> {
        read::read(text, names).map(Self)
    }

    /// Whether it holds for the run whose columns have the values that `of` tells, by place.
    pub(crate) fn holds<'a>(&'a self, of: &impl Fn(usize) -> Cell<'a>) -> bool {
        self.0.as_ref().is_none_or(|test| test.holds(of))
    }
}

impl Filter {
    /// Parts it at its outermost `&&`: the conditions on columns that are not `is_outcome`, and the others.
    pub(crate) fn split(self, is_outcome: &dyn Fn(usize) -> bool) -> [Self; 2] {
        let (mut given, mut outcomes) = (None, None);
        let mut rest: Vec<Test> = self.0.into_iter().collect();
        while let Some(test) = rest.pop() {
            match test {
                Test::And(a, b) => rest.extend([*b, *a]),
                test => {
                    let part = if test.mentions(is_outcome) { &mut outcomes } else { &mut given };
                    *part = Some(match part.take() {
                        Some(before) => Test::And(Box::new(before), Box::new(test)),
                        None => test,
                    });
                }
            }
        }
        [Self(given), Self(outcomes)]
    }
}

impl Test {
    /// Whether it has a column for which `holds`.
    fn mentions(&self, holds: &dyn Fn(usize) -> bool) -> bool {
        match self {
            Self::Or(a, b) | Self::And(a, b) => a.mentions(holds) || b.mentions(holds),
            Self::Not(test) => test.mentions(holds),
            Self::Compare(_, a, b) | Self::Contains(a, b) => a.mentions(holds) || b.mentions(holds),
            Self::Missing(term) => term.mentions(holds),
        }
    }

    fn holds<'a>(&'a self, of: &impl Fn(usize) -> Cell<'a>) -> bool {
        match self {
            Self::Or(a, b) => a.holds(of) || b.holds(of),
            Self::And(a, b) => a.holds(of) && b.holds(of),
            Self::Not(test) => !test.holds(of),
            Self::Compare(comparison, a, b) => cell::holds(*comparison, &a.value(of), &b.value(of)),
            Self::Contains(all, piece) => all.value(of).lowercase().contains(&piece.value(of).lowercase()),
            Self::Missing(term) => {
                let value = term.value(of);
                // A proof may be the text "none".
                value.is_none() || matches!(&value, Cell::Text(text) if text == "none")
            }
        }
    }
}

impl Term {
    fn mentions(&self, holds: &dyn Fn(usize) -> bool) -> bool {
        match self {
            Self::None | Self::Number(_) | Self::Text(_) => false,
            Self::Column(place) => holds(*place),
            Self::Negative(term) => term.mentions(holds),
            Self::Counted(_, a, b) => a.mentions(holds) || b.mentions(holds),
        }
    }

    fn value<'a>(&'a self, of: &impl Fn(usize) -> Cell<'a>) -> Cell<'a> {
        match self {
            Self::None => Cell::None,
            Self::Number(number) => Cell::Number(*number),
            Self::Text(text) => Cell::Text(text.as_str().into()),
            Self::Column(place) => of(*place),
            Self::Negative(term) => Cell::Number(-term.value(of).number()),
            Self::Counted(mark, a, b) => {
                let (a, b) = (a.value(of).number(), b.value(of).number());
                Cell::Number(match mark {
                    '+' => a + b,
                    '-' => a - b,
                    '*' => a * b,
                    _ => a / b,
                })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    const CASES: &str = include_str!("../tests/fixtures/expressions.json");

    fn cell<'a>(run: &'a Value, name: &str) -> Cell<'a> {
        match &run[name] {
            Value::String(text) => Cell::Text(text.as_str().into()),
            value => value.as_f64().map_or(Cell::None, Cell::Number),
        }
    }

    #[test]
    fn filters_find_what_those_of_the_page_find_and_tell_the_same_mistakes() {
        let cases: Value = serde_json::from_str(CASES).unwrap();
        let list = |value: &'static str| cases[value].as_array().unwrap();
        let names: Vec<&str> = list("columns").iter().map(|name| name.as_str().unwrap()).collect();
        let outcomes: Vec<&str> = list("outcomes").iter().map(|name| name.as_str().unwrap()).collect();
        let runs = list("runs");
        for case in list("cases") {
            let text = case["filter"].as_str().unwrap();
            match Filter::read(text, &names) {
                Ok(filter) => {
                    let found: Vec<usize> = (0..runs.len())
                        .filter(|&place| filter.holds(&|column: usize| cell(&runs[place], names[column])))
                        .collect();
                    assert_eq!(serde_json::json!(found), case["found"], "{text}");
                    let [given, _] = filter.split(&|column| outcomes.contains(&names[column]));
                    let left = (0..runs.len())
                        .filter(|&place| given.holds(&|column: usize| cell(&runs[place], names[column])))
                        .collect::<Vec<usize>>();
                    assert!(case["given"].is_null() || case["given"] == serde_json::json!(left), "{text}: {left:?}");
                }
                Err(Misread { at, message }) => {
                    assert_eq!((&at.into(), &message.as_str().into()), (&case["at"], &case["mistake"]), "{text}");
                }
            }
        }
    }

    #[test]
    fn conditions_joined_by_and_are_parted_by_whether_they_speak_of_an_outcome() {
        let names = ["solver", "status", "length"];
        let [given, outcomes] =
            Filter::read("solver == 'a' && (status == 'solved' || solver == 'b') && length > 3", &names)
                .unwrap()
                .split(&|column| column > 0);
        let run = |solver: &'static str, status: &'static str| {
            move |column: usize| match column {
                0 => Cell::Text(solver.into()),
                1 => Cell::Text(status.into()),
                _ => Cell::Number(9.0),
            }
        };
        let found = |solver, status| [&given, &outcomes].map(|part| part.holds(&run(solver, status)));
        assert_eq!(found("a", "solved"), [true, true]);
        assert_eq!([found("a", "crashed"), found("b", "crashed")], [[true, false], [false, true]]);
        let [given, outcomes] = Filter::read("length == none", &names).unwrap().split(&|column| column > 0);
        assert_eq!((given.0.is_none(), outcomes.0.is_none()), (true, false));
    }

    #[test]
    fn a_filter_nested_too_deeply_is_refused_and_does_not_end_the_program() {
        for open in ["(", "!", "-"] {
            let error = Filter::read(&open.repeat(100_000), &[]).unwrap_err();
            assert_eq!(error.message, "this is nested too deeply", "{open}");
        }
    }
}
