//! Parsed filters and their evaluation.

use super::filter_value::{self, ComparisonOperator, FilterValue};

/// A condition on a run. Columns are indices into the list of names that the filter was parsed with.
#[derive(Clone, Debug)]
pub(super) enum Predicate {
    Or(Box<Self>, Box<Self>),
    And(Box<Self>, Box<Self>),
    Not(Box<Self>),
    Compare(ComparisonOperator, Term, Term),
    /// Whether the first text contains the second.
    Contains(Term, Term),
    Missing(Term),
}

/// An expression with a value.
#[derive(Clone, Debug)]
pub(super) enum Term {
    None,
    Number(f64),
    Text(String),
    Column(usize),
    Negative(Box<Self>),
    Arithmetic(char, Box<Self>, Box<Self>),
}

impl Predicate {
    /// Whether it contains a column for which `holds`.
    pub(super) fn mentions(&self, holds: &dyn Fn(usize) -> bool) -> bool {
        match self {
            Self::Or(a, b) | Self::And(a, b) => a.mentions(holds) || b.mentions(holds),
            Self::Not(test) => test.mentions(holds),
            Self::Compare(_, a, b) | Self::Contains(a, b) => a.mentions(holds) || b.mentions(holds),
            Self::Missing(term) => term.mentions(holds),
        }
    }

    pub(super) fn holds<'a>(&'a self, of: &impl Fn(usize) -> FilterValue<'a>) -> bool {
        match self {
            Self::Or(a, b) => a.holds(of) || b.holds(of),
            Self::And(a, b) => a.holds(of) && b.holds(of),
            Self::Not(test) => !test.holds(of),
            Self::Compare(comparison, a, b) => filter_value::holds(*comparison, &a.value(of), &b.value(of)),
            Self::Contains(all, piece) => all.value(of).lowercase().contains(&piece.value(of).lowercase()),
            Self::Missing(term) => {
                let value = term.value(of);
                // A proof may be the text "none".
                value.is_none() || matches!(&value, FilterValue::Text(text) if text == "none")
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
            Self::Arithmetic(_, a, b) => a.mentions(holds) || b.mentions(holds),
        }
    }

    fn value<'a>(&'a self, of: &impl Fn(usize) -> FilterValue<'a>) -> FilterValue<'a> {
        match self {
            Self::None => FilterValue::None,
            Self::Number(number) => FilterValue::Number(*number),
            Self::Text(text) => FilterValue::Text(text.as_str().into()),
            Self::Column(place) => of(*place),
            Self::Negative(term) => FilterValue::Number(-term.value(of).number()),
            Self::Arithmetic(mark, a, b) => {
                let (a, b) = (a.value(of).number(), b.value(of).number());
                FilterValue::Number(match mark {
                    '+' => a + b,
                    '-' => a - b,
                    '*' => a * b,
                    _ => a / b,
                })
            }
        }
    }
}
