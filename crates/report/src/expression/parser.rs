//! A recursive-descent parser of filters.

use tilebench_record::Run;

use super::filter_value::ComparisonOperator;
use super::predicate::{Predicate, Term};
use super::tokens::{self, ParseError, Token, TokenKind};

/// The maximum nesting depth, which prevents a stack overflow.
const MAX_DEPTH: usize = 200;

const COMPARISONS: [(&str, ComparisonOperator); 6] = [
    ("==", ComparisonOperator::Equal),
    ("!=", ComparisonOperator::Differs),
    ("<", ComparisonOperator::Below),
    ("<=", ComparisonOperator::AtMost),
    (">", ComparisonOperator::Above),
    (">=", ComparisonOperator::AtLeast),
];

/// Parses `text`; none if it is empty.
pub(super) fn parse(text: &str, names: &[&str]) -> Result<Option<Predicate>, ParseError> {
    let tokens = tokens::tokenize(text)?;
    if tokens.len() == 1 {
        return Ok(None);
    }
    let mut reader = Parser { tokens, next: 0, names, depth: 0 };
    let found = reader.disjunction()?.test()?;
    let after = reader.peek();
    if after.kind == TokenKind::End {
        return Ok(Some(found));
    }
    Err(ParseError { at: after.at, message: format!("'&&' or '||' is expected here, not {}", after.name()) })
}

/// A parsed part of a filter.
struct ParsedNode {
    at: usize,
    content: NodeContent,
}

enum NodeContent {
    Term(Term),
    Predicate(Predicate),
}

impl ParsedNode {
    fn test(self) -> Result<Predicate, ParseError> {
        let message = "this is a value, not a condition: compare it with another value";
        match self.content {
            NodeContent::Predicate(test) => Ok(test),
            NodeContent::Term(_) => Err(ParseError { at: self.at, message: message.to_owned() }),
        }
    }

    fn term(self) -> Result<Term, ParseError> {
        match self.content {
            NodeContent::Term(term) => Ok(term),
            NodeContent::Predicate(_) => {
                Err(ParseError { at: self.at, message: "a value is expected here, not a condition".to_owned() })
            }
        }
    }
}

struct Parser<'a> {
    tokens: Vec<Token>,
    next: usize,
    names: &'a [&'a str],
    depth: usize,
}

impl Parser<'_> {
    fn peek(&self) -> &Token {
        // The last token is the end, which is never consumed.
        &self.tokens[self.next]
    }

    fn take_operator(&mut self, marks: &[&str]) -> Option<&'static str> {
        match self.peek().kind {
            TokenKind::Operator(mark) if marks.contains(&mark) => {
                self.next += 1;
                Some(mark)
            }
            _ => None,
        }
    }

    /// Parses `part` one level deeper, unless that is too deep.
    fn nested(&mut self, part: fn(&mut Self) -> Result<ParsedNode, ParseError>) -> Result<ParsedNode, ParseError> {
        if self.depth == MAX_DEPTH {
            return Err(ParseError { at: self.peek().at, message: "this is nested too deeply".to_owned() });
        }
        self.depth += 1;
        let node = part(self);
        self.depth -= 1;
        node
    }

    fn disjunction(&mut self) -> Result<ParsedNode, ParseError> {
        let mut left = self.conjunction()?;
        while self.take_operator(&["||"]).is_some() {
            let at = left.at;
            let (a, b) = (left.test()?, self.conjunction()?.test()?);
            left = ParsedNode { at, content: NodeContent::Predicate(Predicate::Or(Box::new(a), Box::new(b))) };
        }
        Ok(left)
    }

    fn conjunction(&mut self) -> Result<ParsedNode, ParseError> {
        let mut left = self.unary()?;
        while self.take_operator(&["&&"]).is_some() {
            let at = left.at;
            let (a, b) = (left.test()?, self.unary()?.test()?);
            left = ParsedNode { at, content: NodeContent::Predicate(Predicate::And(Box::new(a), Box::new(b))) };
        }
        Ok(left)
    }

    fn unary(&mut self) -> Result<ParsedNode, ParseError> {
        let at = self.peek().at;
        if self.take_operator(&["!"]).is_some() {
            let inside = self.nested(Self::unary)?.test()?;
            return Ok(ParsedNode { at, content: NodeContent::Predicate(Predicate::Not(Box::new(inside))) });
        }
        let left = self.sum()?;
        let token = self.peek().clone();
        if token.kind == TokenKind::Operator("=") {
            return Err(ParseError { at: token.at, message: "write '==' for 'is equal to'".to_owned() });
        }
        let Some(mark) = self.take_operator(&["==", "!=", "<", "<=", ">", ">=", "~", "!~"]) else { return Ok(left) };
        let right = self.sum()?;
        let (a, b) = (left.term()?, right.term()?);
        let test = compared(mark, a, b).map_err(|message| ParseError { at: token.at, message })?;
        Ok(ParsedNode { at, content: NodeContent::Predicate(test) })
    }

    fn sum(&mut self) -> Result<ParsedNode, ParseError> {
        self.left_associative(Self::product, &["+", "-"])
    }

    fn product(&mut self) -> Result<ParsedNode, ParseError> {
        self.left_associative(Self::factor, &["*", "/"])
    }

    fn left_associative(
        &mut self,
        part: fn(&mut Self) -> Result<ParsedNode, ParseError>,
        marks: &[&str],
    ) -> Result<ParsedNode, ParseError> {
        let mut left = part(self)?;
        while let Some(mark) = self.take_operator(marks) {
            let at = left.at;
            let (a, b) = (left.term()?, part(self)?.term()?);
            let sign = mark.chars().next().unwrap_or('+');
            left = ParsedNode { at, content: NodeContent::Term(Term::Arithmetic(sign, Box::new(a), Box::new(b))) };
        }
        Ok(left)
    }

    fn factor(&mut self) -> Result<ParsedNode, ParseError> {
        let token = self.peek().clone();
        let at = token.at;
        if self.take_operator(&["-"]).is_some() {
            let term = self.nested(Self::factor)?.term()?;
            return Ok(ParsedNode { at, content: NodeContent::Term(Term::Negative(Box::new(term))) });
        }
        if self.take_operator(&["("]).is_some() {
            let inside = self.nested(Self::disjunction)?;
            if self.take_operator(&[")"]).is_none() {
                let found = self.peek();
                return Err(ParseError {
                    at: found.at,
                    message: format!("')' is expected here, not {}", found.name()),
                });
            }
            return Ok(ParsedNode { at, content: inside.content });
        }
        let term = match token.kind {
            TokenKind::Number(number) => Term::Number(number),
            TokenKind::Text(text) => Term::Text(text),
            TokenKind::Word(word) if word == "none" => Term::None,
            TokenKind::Word(word) => Term::Column(self.column(&word).map_err(|message| ParseError { at, message })?),
            TokenKind::Operator(_) | TokenKind::End => {
                return Err(ParseError { at, message: format!("a value is expected here, not {}", token.name()) });
            }
        };
        self.next += 1;
        Ok(ParsedNode { at, content: NodeContent::Term(term) })
    }

    fn column(&self, word: &str) -> Result<usize, String> {
        let word = Run::column_name(word);
        self.names.iter().position(|name| *name == word).ok_or_else(|| match nearest(word, self.names) {
            Some(nearest) => format!("unknown column '{word}'; did you mean '{nearest}'? Texts are in quotes"),
            None => format!("unknown column '{word}'"),
        })
    }
}

fn compared(mark: &str, a: Term, b: Term) -> Result<Predicate, String> {
    let comparison = COMPARISONS.iter().find(|(other, _)| *other == mark).map(|(_, comparison)| *comparison);
    let negated = |test: Predicate, is_negated: bool| if is_negated { Predicate::Not(Box::new(test)) } else { test };
    let other = match (a, b) {
        (Term::None, other) | (other, Term::None) => other,
        (a, b) => {
            return Ok(match comparison {
                Some(comparison) => Predicate::Compare(comparison, a, b),
                None => negated(Predicate::Contains(a, b), mark == "!~"),
            });
        }
    };
    match comparison {
        Some(ComparisonOperator::Equal | ComparisonOperator::Differs) => {
            Ok(negated(Predicate::Missing(other), mark == "!="))
        }
        _ => Err("only '==' and '!=' can be used with none".to_owned()),
    }
}

/// The name most similar to `word` by Jaro-Winkler similarity, the first of several. The script of the page computes the same.
pub(crate) fn nearest<'a>(word: &str, names: &[&'a str]) -> Option<&'a str> {
    let word = word.to_lowercase();
    let likeness = |name: &str| strsim::jaro_winkler(&word, &name.to_lowercase());
    names.iter().rev().copied().max_by(|a, b| likeness(a).total_cmp(&likeness(b)))
}
