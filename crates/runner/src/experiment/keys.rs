//! The keys of the experiment file: one row per key, with its type, unit, default, range and meaning.
//!
//! The parser takes the known names, the defaults, the ranges and its suggestions from these rows. `tilebench
//! explain`, `tilebench init` and `docs/experiment-file.md` use the same rows, so the documentation agrees with the
//! parser.

mod tables;

use std::fmt;

pub use tables::{
    ANSWER, ATTRIBUTE, CLAIM, CLAIMED_RUNS, COMMAND, EXECUTION, EXPERIMENT, LIMITS, REPORT, SELECTION, SOLVER, TABLES,
};

/// The maximum of `execution.jobs`: more parallel runs than any machine has cores.
pub const MAX_JOBS: u64 = 4096;

/// A table of the experiment file.
#[derive(Debug)]
pub struct KeyTable {
    /// Its name in messages and documents: `[limits]`.
    pub name: &'static str,
    /// Its purpose, in one sentence.
    pub meaning: &'static str,
    /// Its keys, in the order in which they are documented.
    pub keys: &'static [KeySpec],
}

/// A key of a table.
#[derive(Debug)]
pub struct KeySpec {
    /// Its name.
    pub name: &'static str,
    /// Its former name, which is still accepted; empty if it was never renamed.
    pub former: &'static str,
    /// The type and the range of its value.
    pub kind: KeyKind,
    /// The unit of its value; empty if it has none.
    pub unit: &'static str,
    /// The default.
    pub default: KeyDefault,
    /// Its effect, in one or two sentences.
    pub meaning: &'static str,
    /// A value that the parser accepts, as TOML.
    pub example: &'static str,
}

/// The type and the range of a value.
#[derive(Clone, Copy, Debug)]
pub enum KeyKind {
    /// A string.
    Text,
    /// `true` or `false`.
    Flag,
    /// An integer within these bounds.
    Count {
        /// The smallest value.
        min: u64,
        /// The largest value.
        max: u64,
    },
    /// A number of seconds above 0 and at most 1e9.
    Seconds,
    /// One of these strings.
    OneOf(&'static [&'static str]),
    /// Anything else, described.
    Other(&'static str),
}

/// The value of an absent key.
#[derive(Clone, Copy, Debug)]
pub enum KeyDefault {
    /// The file is refused.
    Required,
    /// This value, as TOML: the parser reads it as if it were written.
    Value(&'static str),
    /// A default that is described in words.
    Described(&'static str),
}

impl KeyKind {
    /// An integer of at least `min`.
    pub(crate) const fn at_least(min: u64) -> Self {
        Self::Count { min, max: u64::MAX }
    }
}

impl fmt::Display for KeyKind {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text => out.write_str("string"),
            Self::Flag => out.write_str("true or false"),
            Self::Count { min, max: u64::MAX } => write!(out, "integer, at least {min}"),
            Self::Count { min, max } => write!(out, "integer, {min} to {max}"),
            Self::Seconds => out.write_str("number above 0, at most 1e9"),
            Self::OneOf(names) => out.write_str(&one_of(names)),
            Self::Other(description) => out.write_str(description),
        }
    }
}

impl fmt::Display for KeyDefault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Required => out.write_str("required"),
            Self::Value(value) => out.write_str(value),
            Self::Described(words) => out.write_str(words),
        }
    }
}

/// `"a", "b" or "c"`.
pub(crate) fn one_of(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
    match quoted.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => quoted.concat(),
    }
}

impl KeyTable {
    /// The row of the key named `name`.
    ///
    /// # Panics
    ///
    /// If the table has no such key.
    #[must_use]
    pub fn key(&self, name: &str) -> &'static KeySpec {
        self.keys.iter().find(|key| key.name == name).expect("the parser reads only keys that have a row")
    }

    /// The names of its keys.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + Clone {
        self.keys.iter().map(|key| key.name)
    }
}

#[cfg(test)]
mod tests;
