//! From symbols to a test, by recursive descent.

use std::collections::BTreeSet;

use super::cell::Comparison;
use super::symbols::{self, Kind, Misread, Symbol};
use super::test::{Term, Test};

/// Deeper nesting than this is a slip, and would end in an overflow.
const DEEPEST: usize = 200;

const COMPARISONS: [(&str, Comparison); 6] = [
    ("==", Comparison::Equal),
    ("!=", Comparison::Differs),
    ("<", Comparison::Below),
    ("<=", Comparison::AtMost),
    (">", Comparison::Above),
    (">=", Comparison::AtLeast),
];

/// Parses `text` as a test; none if it is empty.
pub(super) fn read(text: &str, names: &[&str]) -> Result<Option<Test>, Misread> {
    let symbols = symbols::of(text)?;
    if symbols.len() == 1 {
        return Ok(None);
    }
    let mut reader = Reader { symbols, next: 0, names, depth: 0 };
    let found = reader.any()?.test()?;
    let after = reader.peek();
    if after.kind == Kind::End {
        return Ok(Some(found));
    }
    Err(Misread { at: after.at, message: format!("'&&' or '||' is expected here, not {}", after.name()) })
}

/// A part of a filter that was read.
struct Node {
    at: usize,
    of: Of,
}

enum Of {
    Term(Term),
    Test(Test),
}

impl Node {
    fn test(self) -> Result<Test, Misread> {
        let message = "compare this with something: it is a value, not a condition";
        match self.of {
            Of::Test(test) => Ok(test),
            Of::Term(_) => Err(Misread { at: self.at, message: message.to_owned() }),
        }
    }

    fn term(self) -> Result<Term, Misread> {
        match self.of {
            Of::Term(term) => Ok(term),
            Of::Test(_) => {
                Err(Misread { at: self.at, message: "a value is expected here, not a condition".to_owned() })
            }
        }
    }
}

struct Reader<'a> {
    symbols: Vec<Symbol>,
    next: usize,
    names: &'a [&'a str],
    depth: usize,
}

impl Reader<'_> {
    fn peek(&self) -> &Symbol {
        // The last is the end, which is never taken.
        &self.symbols[self.next]
    }

    fn take(&mut self, marks: &[&str]) -> Option<&'static str> {
        match self.peek().kind {
            Kind::Mark(mark) if marks.contains(&mark) => {
                self.next += 1;
                Some(mark)
            }
            _ => None,
        }
    }

    /// Goes one level deeper, if that is not too deep.
    fn deeper(&mut self, part: fn(&mut Self) -> Result<Node, Misread>) -> Result<Node, Misread> {
        if self.depth == DEEPEST {
            return Err(Misread { at: self.peek().at, message: "this is nested too deeply".to_owned() });
        }
        self.depth += 1;
        let node = part(self);
        self.depth -= 1;
        node
    }

    fn any(&mut self) -> Result<Node, Misread> {
        let mut left = self.all()?;
        while self.take(&["||"]).is_some() {
            let at = left.at;
            let (a, b) = (left.test()?, self.all()?.test()?);
            left = Node { at, of: Of::Test(Test::Or(Box::new(a), Box::new(b))) };
        }
        Ok(left)
    }

    fn all(&mut self) -> Result<Node, Misread> {
        let mut left = self.one()?;
        while self.take(&["&&"]).is_some() {
            let at = left.at;
            let (a, b) = (left.test()?, self.one()?.test()?);
            left = Node { at, of: Of::Test(Test::And(Box::new(a), Box::new(b))) };
        }
        Ok(left)
    }

    fn one(&mut self) -> Result<Node, Misread> {
        let at = self.peek().at;
        if self.take(&["!"]).is_some() {
            let inside = self.deeper(Self::one)?.test()?;
            return Ok(Node { at, of: Of::Test(Test::Not(Box::new(inside))) });
        }
        let left = self.sum()?;
        let symbol = self.peek().clone();
        if symbol.kind == Kind::Mark("=") {
            return Err(Misread { at: symbol.at, message: "write '==' for 'is equal to'".to_owned() });
        }
        let Some(mark) = self.take(&["==", "!=", "<", "<=", ">", ">=", "~", "!~"]) else { return Ok(left) };
        let right = self.sum()?;
        let (a, b) = (left.term()?, right.term()?);
        let test = compared(mark, a, b).map_err(|message| Misread { at: symbol.at, message })?;
        Ok(Node { at, of: Of::Test(test) })
    }

    fn sum(&mut self) -> Result<Node, Misread> {
        self.counted(Self::product, &["+", "-"])
    }

    fn product(&mut self) -> Result<Node, Misread> {
        self.counted(Self::factor, &["*", "/"])
    }

    fn counted(&mut self, part: fn(&mut Self) -> Result<Node, Misread>, marks: &[&str]) -> Result<Node, Misread> {
        let mut left = part(self)?;
        while let Some(mark) = self.take(marks) {
            let at = left.at;
            let (a, b) = (left.term()?, part(self)?.term()?);
            let sign = mark.chars().next().unwrap_or('+');
            left = Node { at, of: Of::Term(Term::Counted(sign, Box::new(a), Box::new(b))) };
        }
        Ok(left)
    }

    fn factor(&mut self) -> Result<Node, Misread> {
        let symbol = self.peek().clone();
        let at = symbol.at;
        if self.take(&["-"]).is_some() {
            let term = self.deeper(Self::factor)?.term()?;
            return Ok(Node { at, of: Of::Term(Term::Negative(Box::new(term))) });
        }
        if self.take(&["("]).is_some() {
            let inside = self.deeper(Self::any)?;
            if self.take(&[")"]).is_none() {
                let found = self.peek();
                return Err(Misread { at: found.at, message: format!("')' is expected here, not {}", found.name()) });
            }
            return Ok(Node { at, of: inside.of });
        }
        let term = match symbol.kind {
            Kind::Number(number) => Term::Number(number),
            Kind::Text(text) => Term::Text(text),
            Kind::Word(word) if word == "none" => Term::None,
            Kind::Word(word) => Term::Column(self.column(&word).map_err(|message| Misread { at, message })?),
            Kind::Mark(_) | Kind::End => {
                return Err(Misread { at, message: format!("a value is expected here, not {}", symbol.name()) });
            }
        };
        self.next += 1;
        Ok(Node { at, of: Of::Term(term) })
    }

    fn column(&self, word: &str) -> Result<usize, String> {
        self.names.iter().position(|name| *name == word).ok_or_else(|| match nearest(word, self.names) {
            Some(nearest) => format!("there is no column '{word}'; is '{nearest}' meant? Texts are in quotes"),
            None => format!("there is no column '{word}'"),
        })
    }
}

fn compared(mark: &str, a: Term, b: Term) -> Result<Test, String> {
    let comparison = COMPARISONS.iter().find(|(other, _)| *other == mark).map(|(_, comparison)| *comparison);
    let negated = |test: Test, is_negated: bool| if is_negated { Test::Not(Box::new(test)) } else { test };
    let other = match (a, b) {
        (Term::None, other) | (other, Term::None) => other,
        (a, b) => {
            return Ok(match comparison {
                Some(comparison) => Test::Compare(comparison, a, b),
                None => negated(Test::Contains(a, b), mark == "!~"),
            });
        }
    };
    match comparison {
        Some(Comparison::Equal | Comparison::Differs) => Ok(negated(Test::Missing(other), mark == "!=")),
        _ => Err("only '==' and '!=' go with none".to_owned()),
    }
}

/// The name nearest to a word that is none: the first with most pairs of letters in common, for its length.
pub(crate) fn nearest<'a>(word: &str, names: &[&'a str]) -> Option<&'a str> {
    let pairs = |text: &str| -> BTreeSet<String> {
        let letters: Vec<char> = text.chars().collect();
        (0..letters.len()).map(|at| letters[at..(at + 2).min(letters.len())].iter().collect()).collect()
    };
    let mine = pairs(&word.to_lowercase());
    let shared = |name: &str| pairs(name).intersection(&mine).count() as f64 / (name.len() + word.len()) as f64;
    names.iter().rev().copied().max_by(|a, b| shared(a).total_cmp(&shared(b)))
}
