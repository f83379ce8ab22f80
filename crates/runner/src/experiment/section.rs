//! Reading a table key by key, with messages that say where and what instead.

use anyhow::{Result, anyhow, bail};
use tilebench_catalog::nearest;
use tilebench_sanitize::message::shown;

use super::node::{Entry, Node, Value};

/// A table whose keys are all known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Section<'a> {
    /// Where it is written.
    pub(crate) place: &'a str,
    entries: &'a [Entry],
}

impl<'a> Section<'a> {
    /// The table `node`, called `what` in messages, which may hold `keys` and no others.
    pub(crate) fn new(node: &'a Node, what: &str, keys: &[&str]) -> Result<Self> {
        let Value::Table(entries) = &node.value else {
            bail!("{}: {what} is {} where a table belongs", node.place, node.value.kind());
        };
        for Entry { key, place, .. } in entries {
            if !keys.contains(&key.as_str()) {
                bail!(
                    "{place}: unknown key '{key}' in {what}; {}",
                    instead(key, keys.iter().copied()),
                    key = shown(key)
                );
            }
        }
        Ok(Self { place: &node.place, entries })
    }

    /// The value of `key`, where it is given.
    pub(crate) fn get(&self, key: &str) -> Option<&'a Node> {
        self.entries.iter().find(|entry| entry.key == key).map(|entry| &entry.node)
    }

    /// The value of `key`, which must be given.
    pub(crate) fn require(&self, key: &str, example: &str) -> Result<&'a Node> {
        self.get(key).ok_or_else(|| anyhow!("{}: '{key}' is missing: write {key} = {example}", self.place))
    }
}

/// What could have been meant by `word`, or what there is.
pub(crate) fn instead<'a>(word: &str, names: impl Iterator<Item = &'a str> + Clone) -> String {
    match nearest(word, names.clone()) {
        Some(name) => format!("did you mean '{name}'?"),
        None => format!("known are {}", names.collect::<Vec<_>>().join(", ")),
    }
}

impl Node {
    /// The text that this must be.
    pub(crate) fn as_text(&self, key: &str) -> Result<&str> {
        match &self.value {
            Value::Text(text) => Ok(text),
            other => bail!("{}: {key} is {} where a text in quotes belongs", self.place, other.kind()),
        }
    }

    /// The whole number of at least `least` that this must be.
    pub(crate) fn as_count(&self, key: &str, least: u64) -> Result<u64> {
        let count = match &self.value {
            Value::Number(digits) => digits.parse().ok().filter(|&count| count >= least),
            _ => None,
        };
        count.ok_or_else(|| {
            let found = self.value.kind();
            anyhow!("{}: {key} is {found} where a whole number of at least {least} belongs", self.place)
        })
    }

    /// The time in seconds that this must be.
    pub(crate) fn as_seconds(&self, key: &str) -> Result<f64> {
        let seconds = match &self.value {
            Value::Number(digits) => digits.parse().ok().filter(|&seconds| seconds > 0.0 && seconds <= 1e9),
            _ => None,
        };
        seconds.ok_or_else(|| {
            anyhow!("{}: {key} is {} where a number of seconds above 0 belongs", self.place, self.value.kind())
        })
    }

    /// The value of an option as the catalog reads it: a text, a number's own digits, or a flag.
    pub(crate) fn as_option(&self, key: &str) -> Result<String> {
        match &self.value {
            Value::Text(text) | Value::Number(text) => Ok(text.clone()),
            Value::Flag(flag) => Ok(flag.to_string()),
            other => bail!("{}: {key} is {} where one value belongs", self.place, other.kind()),
        }
    }

    /// Whether this is a list.
    pub(crate) fn is_list(&self) -> bool {
        matches!(self.value, Value::List(_))
    }

    /// The entries of a table; none where it is something else.
    pub(crate) fn entries(&self) -> &[Entry] {
        match &self.value {
            Value::Table(entries) => entries,
            _ => &[],
        }
    }

    /// The values of a list that must not be empty, or this as the only one.
    pub(crate) fn each(&self, key: &str) -> Result<Vec<&Self>> {
        match &self.value {
            Value::List(items) if items.is_empty() => bail!("{}: {key} is an empty list: give a value", self.place),
            Value::List(items) => Ok(items.iter().collect()),
            _ => Ok(vec![self]),
        }
    }
}
