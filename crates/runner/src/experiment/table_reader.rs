//! Reading a table key by key, with messages that state the position and the expected value.

use anyhow::{Result, anyhow, bail, ensure};
use tilebench_catalog::nearest;
use tilebench_sanitize::message::excerpt;

use super::keys::{KeyDefault, KeyKind, KeySpec, KeyTable, one_of};
use super::toml_node::{TomlEntry, TomlNode, TomlValue};

/// A table of the file, all keys of which are known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TableReader<'a> {
    /// The position of the table, for messages.
    pub(crate) position: &'a str,
    entries: &'a [TomlEntry],
    /// The rows of its keys.
    table: &'static KeyTable,
}

impl<'a> TableReader<'a> {
    /// The table `node`, which may contain the keys of `table`.
    pub(crate) fn new(node: &'a TomlNode, table: &'static KeyTable) -> Result<Self> {
        Self::with_names(node, table, table.name, &table.names().collect::<Vec<_>>())
    }

    /// The table `table` of a file that does not contain it.
    pub(crate) fn absent(table: &'static KeyTable) -> Self {
        Self { position: "", entries: &[], table }
    }

    /// The table `node`, named `what` in messages, which may contain `keys`: those of `table` that apply, and others
    /// that depend on the table's contents.
    pub(crate) fn with_names(node: &'a TomlNode, table: &'static KeyTable, what: &str, keys: &[&str]) -> Result<Self> {
        let TomlValue::Table(entries) = &node.value else {
            bail!("{}: {what} must be a table, not {}", node.position, node.value.kind());
        };
        for TomlEntry { key, position, .. } in entries {
            if !keys.contains(&key.as_str()) {
                bail!(
                    "{position}: unknown key '{key}' in {what}; {}",
                    suggestion(key, keys.iter().copied()),
                    key = excerpt(key)
                );
            }
        }
        Ok(Self { position: &node.position, entries, table })
    }

    /// The value of `key`, if given.
    pub(crate) fn get(&self, key: &str) -> Option<&'a TomlNode> {
        self.entries.iter().find(|entry| entry.key == key).map(|entry| &entry.node)
    }

    /// The value of `key`, which must be given.
    pub(crate) fn require(&self, key: &str) -> Result<&'a TomlNode> {
        let example = self.table.key(key).example;
        self.get(key).ok_or_else(|| anyhow!("{}: '{key}' is missing: write {key} = {example}", self.position))
    }

    /// The result of `read` for the value of `key`, or for its default; `None` if it has neither.
    pub(crate) fn read<T>(&self, key: &str, read: impl FnOnce(&TomlNode, &KeySpec) -> Result<T>) -> Result<Option<T>> {
        let key = self.table.key(key);
        match (self.get(key.name), key.default) {
            (Some(node), _) => read(node, key).map(Some),
            (None, KeyDefault::Value(text)) => read(&TomlNode::single(text, "by default")?, key).map(Some),
            (None, KeyDefault::Required | KeyDefault::Described(_)) => Ok(None),
        }
    }

    /// The result of `read` for the value of `key`, or for its default, which the key must have.
    pub(crate) fn value<T>(&self, key: &str, read: impl FnOnce(&TomlNode, &KeySpec) -> Result<T>) -> Result<T> {
        Ok(self.read(key, read)?.expect("a key that always has a value has a default in its row"))
    }

    /// The string of `key`, or its default.
    pub(crate) fn text(&self, key: &str) -> Result<String> {
        self.value(key, |node, key| node.as_text(key.name).map(str::to_owned))
    }

    /// The integer of `key` within the bounds of its row, or its default.
    pub(crate) fn count(&self, key: &str) -> Result<Option<u64>> {
        self.read(key, |node, key| match key.kind {
            KeyKind::Count { min, max } => node.as_count_within(key.name, min, max),
            kind => unreachable!("'{}' is read as an integer and declared as {kind}", key.name),
        })
    }

    /// The seconds of `key`, or its default.
    pub(crate) fn seconds(&self, key: &str) -> Result<Option<f64>> {
        self.read(key, |node, key| node.as_seconds(key.name))
    }

    /// Whether `key` is true, or its default is.
    pub(crate) fn flag(&self, key: &str) -> Result<bool> {
        Ok(self.optional_flag(key)?.expect("a key that always has a value has a default in its row"))
    }

    /// Whether `key` is true; `None` if it has no value.
    pub(crate) fn optional_flag(&self, key: &str) -> Result<Option<bool>> {
        self.read(key, |node, key| match node.value {
            TomlValue::Flag(flag) => Ok(flag),
            ref other => bail!("{}: {} must be true or false, not {}", node.position, key.name, other.kind()),
        })
    }

    /// The name, among those in its row, that is the value of `key`, or its default.
    pub(crate) fn choice(&self, key: &str) -> Result<&'static str> {
        self.value(key, |node, key| {
            let KeyKind::OneOf(names) = key.kind else {
                unreachable!("'{}' is read as one of several names and declared as {}", key.name, key.kind)
            };
            let text = node.as_text(key.name)?;
            names.iter().copied().find(|name| *name == text).ok_or_else(|| {
                anyhow!("{}: unknown {} '{text}': write {} = {}", node.position, key.name, key.name, one_of(names))
            })
        })
    }
}

/// Suggestions for the unknown `word`, or all known words.
pub(crate) fn suggestion<'a>(word: &str, names: impl Iterator<Item = &'a str> + Clone) -> String {
    match nearest(word, names.clone()) {
        Some(name) => format!("did you mean '{name}'?"),
        None => format!("known are {}", names.collect::<Vec<_>>().join(", ")),
    }
}

impl TomlNode {
    /// The text that this must be.
    pub(crate) fn as_text(&self, key: &str) -> Result<&str> {
        match &self.value {
            TomlValue::Text(text) => Ok(text),
            other => bail!("{}: {key} must be a string in quotes, not {}", self.position, other.kind()),
        }
    }

    /// The integer of at least `min` that this must be.
    pub(crate) fn as_count(&self, key: &str, min: u64) -> Result<u64> {
        let count = match &self.value {
            TomlValue::Number(digits) => digits.parse().ok().filter(|&count| count >= min),
            _ => None,
        };
        count.ok_or_else(|| {
            let found = self.value.kind();
            anyhow!("{}: {key} must be an integer of at least {min}, not {found}", self.position)
        })
    }

    /// The integer from `min` to `max` that this must be.
    pub(crate) fn as_count_within(&self, key: &str, min: u64, max: u64) -> Result<u64> {
        let count = self.as_count(key, min)?;
        ensure!(count <= max, "{}: {key} must be at most {max}, not {count}", self.position);
        Ok(count)
    }

    /// The time in seconds that this must be.
    pub(crate) fn as_seconds(&self, key: &str) -> Result<f64> {
        let seconds = match &self.value {
            TomlValue::Number(digits) => digits.parse().ok().filter(|&seconds| seconds > 0.0 && seconds <= 1e9),
            _ => None,
        };
        seconds.ok_or_else(|| {
            let (position, kind) = (&self.position, self.value.kind());
            anyhow!("{position}: {key} must be a number of seconds above 0 and at most 1e9, not {kind}")
        })
    }

    /// The value of an option as the catalog reads it: a text, a number's own digits, or a flag.
    pub(crate) fn as_option(&self, key: &str) -> Result<String> {
        match &self.value {
            TomlValue::Text(text) | TomlValue::Number(text) => Ok(text.clone()),
            TomlValue::Flag(flag) => Ok(flag.to_string()),
            other => bail!("{}: {key} must be a single value, not {}", self.position, other.kind()),
        }
    }

    /// Whether this is a list.
    pub(crate) fn is_list(&self) -> bool {
        matches!(self.value, TomlValue::List(_))
    }

    /// The entries of a table; empty if the value is not a table.
    pub(crate) fn entries(&self) -> &[TomlEntry] {
        match &self.value {
            TomlValue::Table(entries) => entries,
            _ => &[],
        }
    }

    /// As [`entries`](Self::entries), to be changed.
    pub(crate) fn entries_mut(&mut self) -> &mut [TomlEntry] {
        match &mut self.value {
            TomlValue::Table(entries) => entries,
            _ => &mut [],
        }
    }

    /// The values of a list that must not be empty, or this as the only one.
    pub(crate) fn each(&self, key: &str) -> Result<Vec<&Self>> {
        match &self.value {
            TomlValue::List(items) if items.is_empty() => {
                bail!("{}: {key} is an empty list: write at least one value", self.position)
            }
            TomlValue::List(items) => Ok(items.iter().collect()),
            _ => Ok(vec![self]),
        }
    }
}
