//! Values that are written as one of a few fixed names.

use thiserror::Error;
use tilebench_sanitize::message::excerpt;

/// A text that is not one of the allowed names.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{}' is not a {what}: use one of {known}", excerpt(text))]
pub struct UnknownName {
    /// The text that was given.
    pub text: String,
    /// The kind of value it should name.
    pub what: &'static str,
    /// The allowed names.
    pub known: String,
}

/// The value among `all` whose name, as displayed, is `text`.
pub(crate) fn find<T: Copy + ToString>(what: &'static str, all: &[T], text: &str) -> Result<T, UnknownName> {
    let names: Vec<String> = all.iter().map(ToString::to_string).collect();
    match names.iter().position(|name| name == text) {
        Some(index) => Ok(all[index]),
        None => Err(UnknownName { text: text.to_owned(), what, known: names.join(", ") }),
    }
}

/// The names of the values in `$Type::ALL`, in the same order.
macro_rules! names_of {
    ($Type:ty) => {{
        let mut names = [""; <$Type>::ALL.len()];
        let mut place = 0;
        while place < names.len() {
            names[place] = <$Type>::ALL[place].name();
            place += 1;
        }
        names
    }};
}

pub(crate) use names_of;
