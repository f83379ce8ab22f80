//! A tree of values in which each value knows its position in the source.

use std::ops::Range;

use anyhow::{Result, anyhow, bail};
use tilebench_sanitize::message::excerpt;
use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

/// A value and its position in the source.
#[derive(Clone, Debug)]
pub(crate) struct TomlNode {
    /// `experiments/x.toml:14`, or `--set limits.time_s=5`.
    pub(crate) position: String,
    /// The value.
    pub(crate) value: TomlValue,
}

/// A value as it is written.
#[derive(Clone, Debug)]
pub(crate) enum TomlValue {
    /// A text.
    Text(String),
    /// A number as its digits, so that no digit is lost.
    Number(String),
    /// `true` or `false`.
    Flag(bool),
    /// A list.
    List(Vec<TomlNode>),
    /// A table, in the order in which it is written.
    Table(Vec<TomlEntry>),
}

/// A key of a table and its value.
#[derive(Clone, Debug)]
pub(crate) struct TomlEntry {
    /// The key.
    pub(crate) key: String,
    /// The position of the key, for messages.
    pub(crate) position: String,
    /// Its value.
    pub(crate) node: TomlNode,
}

impl TomlNode {
    /// Reads a document; `file` is its name in messages.
    pub(crate) fn document(text: &str, file: &str) -> Result<Self> {
        let line = |span: Range<usize>| format!("{file}:{}", line_of(text, span.start));
        let table = DeTable::parse(text).map_err(|error| syntax(&error, &line))?;
        Ok(Self { position: file.to_owned(), value: TomlValue::table(table.get_ref(), &line)? })
    }

    /// Reads a single value, as if it stood after a `=`; all of it is at `position`.
    pub(crate) fn single(text: &str, position: &str) -> Result<Self> {
        let everywhere = |_| position.to_owned();
        let value = DeValue::parse(text).map_err(|error| syntax(&error, &everywhere))?;
        Self::read(&value, &everywhere)
    }

    /// A text at `position`.
    pub(crate) fn text(text: &str, position: &str) -> Self {
        Self { position: position.to_owned(), value: TomlValue::Text(text.to_owned()) }
    }

    fn read(spanned: &Spanned<DeValue<'_>>, position: &impl Fn(Range<usize>) -> String) -> Result<Self> {
        let here = position(spanned.span());
        let value = match spanned.get_ref() {
            DeValue::String(text) => TomlValue::Text(text.to_string()),
            DeValue::Float(number) => TomlValue::Number(number.as_str().to_owned()),
            DeValue::Integer(number) if number.radix() == 10 => TomlValue::Number(number.as_str().to_owned()),
            DeValue::Integer(number) => match u64::from_str_radix(number.as_str(), number.radix()) {
                Ok(value) => TomlValue::Number(value.to_string()),
                Err(error) => bail!("{here}: {} is not a valid number: {error}", excerpt(&number.to_string())),
            },
            DeValue::Boolean(flag) => TomlValue::Flag(*flag),
            DeValue::Datetime(date) => bail!("{here}: {date} is a date, but no key takes a date"),
            DeValue::Array(list) => TomlValue::list(list, position)?,
            DeValue::Table(table) => TomlValue::table(table, position)?,
        };
        Ok(Self { position: here, value })
    }
}

impl TomlValue {
    fn list(list: &DeArray<'_>, position: &impl Fn(Range<usize>) -> String) -> Result<Self> {
        list.iter().map(|item| TomlNode::read(item, position)).collect::<Result<_>>().map(Self::List)
    }

    fn table(table: &DeTable<'_>, position: &impl Fn(Range<usize>) -> String) -> Result<Self> {
        let mut written: Vec<_> = table.iter().collect();
        written.sort_by_key(|(key, _)| key.span().start);
        let entries = written.into_iter().map(|(key, value)| {
            let node = TomlNode::read(value, position)?;
            Ok(TomlEntry { key: key.get_ref().to_string(), position: position(key.span()), node })
        });
        entries.collect::<Result<_>>().map(Self::Table)
    }

    /// The kind of this value, for messages.
    pub(crate) fn kind(&self) -> String {
        match self {
            Self::Text(text) => format!("the string '{}'", excerpt(text)),
            Self::Number(number) => format!("the number {}", excerpt(number)),
            Self::Flag(flag) => flag.to_string(),
            Self::List(_) => "a list".to_owned(),
            Self::Table(_) => "a table".to_owned(),
        }
    }
}

/// The error of the parser as one sentence.
fn syntax(error: &toml::de::Error, position: &impl Fn(Range<usize>) -> String) -> anyhow::Error {
    let message = error.message().lines().collect::<Vec<_>>().join(", ");
    anyhow!("{}: invalid TOML: {message}", position(error.span().unwrap_or_default()))
}

/// The line, counted from 1, of byte `at`.
fn line_of(text: &str, at: usize) -> usize {
    1 + text.bytes().take(at).filter(|&byte| byte == b'\n').count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(text: &str) -> Vec<TomlEntry> {
        match TomlNode::document(text, "x.toml").unwrap().value {
            TomlValue::Table(entries) => entries,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn every_value_knows_its_line_and_numbers_keep_their_digits() {
        let entries = table("a = 1.50\n\nb = [\n  'x',\n  2_000,\n  0x10,\n]\n[c]\nd = true\n");
        assert_eq!(entries[0].position, "x.toml:1");
        assert!(matches!(&entries[0].node.value, TomlValue::Number(digits) if digits == "1.50"));
        let TomlValue::List(items) = &entries[1].node.value else { panic!("{entries:?}") };
        let found: Vec<_> = items.iter().map(|item| (item.position.as_str(), item.value.kind())).collect();
        let expected = [("x.toml:4", "the string 'x'"), ("x.toml:5", "the number 2000"), ("x.toml:6", "the number 16")];
        assert_eq!(found, expected.map(|(position, kind)| (position, kind.to_owned())));
        let TomlValue::Table(inner) = &entries[2].node.value else { panic!("{entries:?}") };
        assert_eq!(inner[0].position, "x.toml:9");
    }

    #[test]
    fn invalid_toml_is_reported_in_one_sentence_with_its_line() {
        let error = TomlNode::document("a = 1\nb = = 2\n", "x.toml").unwrap_err().to_string();
        assert!(error.starts_with("x.toml:2: invalid TOML: "), "{error}");
        assert!(!error.contains('\n'), "{error}");
        let error = TomlNode::document("a = 2020-01-01", "x.toml").unwrap_err().to_string();
        assert_eq!(error, "x.toml:1: 2020-01-01 is a date, but no key takes a date");
    }
}
