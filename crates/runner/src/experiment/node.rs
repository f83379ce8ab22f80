//! A tree of values in which each value knows its position in the source.

use std::ops::Range;

use anyhow::{Result, anyhow, bail};
use tilebench_sanitize::message::excerpt;
use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

/// A value and the place it was written in.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    /// `experiments/x.toml:14`, or `--set limits.time_s=5`.
    pub(crate) place: String,
    /// The value.
    pub(crate) value: Value,
}

/// A value as it is written.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    /// A text.
    Text(String),
    /// A number, kept as its digits so that none is lost.
    Number(String),
    /// `true` or `false`.
    Flag(bool),
    /// A list.
    List(Vec<Node>),
    /// A table, in the order in which it is written.
    Table(Vec<Entry>),
}

/// A key of a table and its value.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// The key.
    pub(crate) key: String,
    /// The position of the key, for messages.
    pub(crate) place: String,
    /// Its value.
    pub(crate) node: Node,
}

impl Node {
    /// Reads a document; `file` is how messages call it.
    pub(crate) fn document(text: &str, file: &str) -> Result<Self> {
        let line = |span: Range<usize>| format!("{file}:{}", line_of(text, span.start));
        let table = DeTable::parse(text).map_err(|error| syntax(&error, &line))?;
        Ok(Self { place: file.to_owned(), value: Value::table(table.get_ref(), &line)? })
    }

    /// Reads a single value, as if it stood after a `=`; all of it is at `place`.
    pub(crate) fn single(text: &str, place: &str) -> Result<Self> {
        let everywhere = |_| place.to_owned();
        let value = DeValue::parse(text).map_err(|error| syntax(&error, &everywhere))?;
        Self::read(&value, &everywhere)
    }

    /// A text at `place`.
    pub(crate) fn text(text: &str, place: &str) -> Self {
        Self { place: place.to_owned(), value: Value::Text(text.to_owned()) }
    }

    fn read(spanned: &Spanned<DeValue<'_>>, place: &impl Fn(Range<usize>) -> String) -> Result<Self> {
        let here = place(spanned.span());
        let value = match spanned.get_ref() {
            DeValue::String(text) => Value::Text(text.to_string()),
            DeValue::Float(number) => Value::Number(number.as_str().to_owned()),
            DeValue::Integer(number) if number.radix() == 10 => Value::Number(number.as_str().to_owned()),
            DeValue::Integer(number) => match u64::from_str_radix(number.as_str(), number.radix()) {
                Ok(value) => Value::Number(value.to_string()),
                Err(error) => bail!("{here}: {} is no number that fits here: {error}", excerpt(&number.to_string())),
            },
            DeValue::Boolean(flag) => Value::Flag(*flag),
            DeValue::Datetime(date) => bail!("{here}: {date} is a date, and no key takes one"),
            DeValue::Array(list) => Value::list(list, place)?,
            DeValue::Table(table) => Value::table(table, place)?,
        };
        Ok(Self { place: here, value })
    }
}

impl Value {
    fn list(list: &DeArray<'_>, place: &impl Fn(Range<usize>) -> String) -> Result<Self> {
        list.iter().map(|item| Node::read(item, place)).collect::<Result<_>>().map(Self::List)
    }

    fn table(table: &DeTable<'_>, place: &impl Fn(Range<usize>) -> String) -> Result<Self> {
        let mut written: Vec<_> = table.iter().collect();
        written.sort_by_key(|(key, _)| key.span().start);
        let entries = written.into_iter().map(|(key, value)| {
            let node = Node::read(value, place)?;
            Ok(Entry { key: key.get_ref().to_string(), place: place(key.span()), node })
        });
        entries.collect::<Result<_>>().map(Self::Table)
    }

    /// The kind of this value, for messages.
    pub(crate) fn kind(&self) -> String {
        match self {
            Self::Text(text) => format!("the text '{}'", excerpt(text)),
            Self::Number(number) => format!("the number {}", excerpt(number)),
            Self::Flag(flag) => format!("'{flag}'"),
            Self::List(_) => "a list".to_owned(),
            Self::Table(_) => "a table".to_owned(),
        }
    }
}

/// The parser's complaint as one sentence.
fn syntax(error: &toml::de::Error, place: &impl Fn(Range<usize>) -> String) -> anyhow::Error {
    let message = error.message().lines().collect::<Vec<_>>().join(", ");
    anyhow!("{}: this is not TOML: {message}", place(error.span().unwrap_or_default()))
}

/// The line, counted from 1, of byte `at`.
fn line_of(text: &str, at: usize) -> usize {
    1 + text.bytes().take(at).filter(|&byte| byte == b'\n').count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(text: &str) -> Vec<Entry> {
        match Node::document(text, "x.toml").unwrap().value {
            Value::Table(entries) => entries,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn every_value_knows_its_line_and_numbers_keep_their_digits() {
        let entries = table("a = 1.50\n\nb = [\n  'x',\n  2_000,\n  0x10,\n]\n[c]\nd = true\n");
        assert_eq!(entries[0].place, "x.toml:1");
        assert!(matches!(&entries[0].node.value, Value::Number(digits) if digits == "1.50"));
        let Value::List(items) = &entries[1].node.value else { panic!("{entries:?}") };
        let found: Vec<_> = items.iter().map(|item| (item.place.as_str(), item.value.kind())).collect();
        let expected = [("x.toml:4", "the text 'x'"), ("x.toml:5", "the number 2000"), ("x.toml:6", "the number 16")];
        assert_eq!(found, expected.map(|(place, kind)| (place, kind.to_owned())));
        let Value::Table(inner) = &entries[2].node.value else { panic!("{entries:?}") };
        assert_eq!(inner[0].place, "x.toml:9");
    }

    #[test]
    fn what_is_not_toml_is_told_in_one_sentence_with_its_line() {
        let error = Node::document("a = 1\nb = = 2\n", "x.toml").unwrap_err().to_string();
        assert!(error.starts_with("x.toml:2: this is not TOML: "), "{error}");
        assert!(!error.contains('\n'), "{error}");
        let error = Node::document("a = 2020-01-01", "x.toml").unwrap_err().to_string();
        assert_eq!(error, "x.toml:1: 2020-01-01 is a date, and no key takes one");
    }
}
