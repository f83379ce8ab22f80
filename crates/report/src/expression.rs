//! Filters over columns: `instance <= 50 && heuristic == "manhattan"`.
//!
//! ```text
//!   disjunction = conjunction { "||" conjunction }
//!   conjunction = unary { "&&" unary }
//!   unary       = "!" unary | sum [ ("==" | "!=" | "<" | "<=" | ">" | ">=" | "~" | "!~") sum ]
//!   sum         = product { ("+" | "-") product }
//!   product     = factor { ("*" | "/") factor }
//!   factor      = "-" factor | number | text | none | column | "(" disjunction ")"
//! ```
//!
//! A comparison with a missing value is false, except with `none`. If one side is a number and the other can be parsed as
//! one, they are compared as numbers, otherwise as texts. `~` is "contains", ignoring case.
//!
//! Conditions on outcomes, which are known only after a run, do not change n: a filter is split at its outermost `&&`, and
//! only conditions without an outcome exclude runs from n ([`Filter::split`]).
//!
//! The page of a report implements the same language in `page/expression.js`. Both are tested with
//! `tests/fixtures/expressions.json`: both must match the same runs and report the same errors.

mod filter_value;
mod parser;
mod predicate;
mod tokens;

pub(crate) use self::filter_value::{FilterValue, number_text};
pub(crate) use self::parser::nearest;
use self::predicate::Predicate;
use self::tokens::ParseError;

/// A filter.
#[derive(Clone, Debug)]
pub(crate) struct Filter(Option<Predicate>);

impl Filter {
    /// Parses `text`, which may refer to the columns `names`.
    pub(crate) fn read(text: &str, names: &[&str]) -> Result<Self, ParseError> {
        parser::parse(text, names).map(Self)
    }

    /// Whether it holds for a run; `of` returns the value of the column at an index.
    pub(crate) fn holds<'a>(&'a self, of: &impl Fn(usize) -> FilterValue<'a>) -> bool {
        self.0.as_ref().is_none_or(|test| test.holds(of))
    }

    /// Splits it at its outermost `&&` into the conditions without outcomes and the others.
    pub(crate) fn split(self, is_outcome: &dyn Fn(usize) -> bool) -> [Self; 2] {
        let (mut given, mut outcomes) = (None, None);
        let mut rest: Vec<Predicate> = self.0.into_iter().collect();
        while let Some(test) = rest.pop() {
            match test {
                Predicate::And(a, b) => rest.extend([*b, *a]),
                test => {
                    let part = if test.mentions(is_outcome) { &mut outcomes } else { &mut given };
                    *part = Some(match part.take() {
                        Some(before) => Predicate::And(Box::new(before), Box::new(test)),
                        None => test,
                    });
                }
            }
        }
        [Self(given), Self(outcomes)]
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    const CASES: &str = include_str!("../tests/fixtures/expressions.json");

    fn cell<'a>(run: &'a Value, name: &str) -> FilterValue<'a> {
        match &run[name] {
            Value::String(text) => FilterValue::Text(text.as_str().into()),
            value => value.as_f64().map_or(FilterValue::None, FilterValue::Number),
        }
    }

    #[test]
    fn filters_match_the_same_runs_and_report_the_same_errors_as_those_of_the_page() {
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
                Err(ParseError { at, message }) => {
                    assert_eq!((&at.into(), &message.as_str().into()), (&case["at"], &case["mistake"]), "{text}");
                }
            }
        }
    }

    #[test]
    fn conditions_joined_by_and_are_split_by_whether_they_contain_an_outcome() {
        let names = ["solver", "status", "length"];
        let [given, outcomes] =
            Filter::read("solver == 'a' && (status == 'solved' || solver == 'b') && length > 3", &names)
                .unwrap()
                .split(&|column| column > 0);
        let run = |solver: &'static str, status: &'static str| {
            move |column: usize| match column {
                0 => FilterValue::Text(solver.into()),
                1 => FilterValue::Text(status.into()),
                _ => FilterValue::Number(9.0),
            }
        };
        let found = |solver, status| [&given, &outcomes].map(|part| part.holds(&run(solver, status)));
        assert_eq!(found("a", "solved"), [true, true]);
        assert_eq!([found("a", "crashed"), found("b", "crashed")], [[true, false], [false, true]]);
        let [given, outcomes] = Filter::read("length == none", &names).unwrap().split(&|column| column > 0);
        assert_eq!((given.0.is_none(), outcomes.0.is_none()), (true, false));
    }

    #[test]
    fn a_filter_nested_too_deeply_is_refused_without_a_stack_overflow() {
        for open in ["(", "!", "-"] {
            let error = Filter::read(&open.repeat(100_000), &[]).unwrap_err();
            assert_eq!(error.message, "this is nested too deeply", "{open}");
        }
    }
}
