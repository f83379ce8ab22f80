//! Errors of names, choices and instance sets.

use tilebench_methods::ANY_SIZE;
use tilebench_puzzle::{PuzzleError, Size};
use tilebench_sanitize::message::shown;

/// Why a text names nothing, or a choice cannot be run. Each message names the value and says what
/// to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CatalogError {
    /// No such algorithm, heuristic, option or instance set.
    #[error("unknown {what} '{}'; {hint}", shown(name))]
    Unknown {
        /// The kind of thing.
        what: &'static str,
        /// The name given.
        name: String,
        /// The nearest name, or all of them.
        hint: String,
    },
    /// A value that an option does not take.
    #[error("{0}")]
    Value(String),
    /// An algorithm that takes a heuristic was given none.
    #[error("algorithm '{0}' needs a heuristic, such as linear-conflict: `tilebench heuristics` lists them")]
    NeedsHeuristic(&'static str),
    /// An algorithm that takes no heuristic was given one.
    #[error("algorithm '{algorithm}' takes no heuristic: remove '{}'", shown(_1), algorithm = _0)]
    TakesNoHeuristic(&'static str, String),
    /// The algorithm cannot run on this board.
    #[error("{0}")]
    Unsupported(String),
    /// A method that packs boards into words was requested for a board that fits into none.
    #[error(
        "{what} supports boards of at most {} cells, and a {size} board has {}: larger boards need {}",
        Size::WORD_CELLS, size.cells(), any_size_names()
    )]
    TooManyCells {
        /// The algorithm or command that packs boards.
        what: String,
        /// The board's size.
        size: Size,
    },
    /// A rule for generated instances that cannot be read.
    #[error("instance rule '{}': {reason}", shown(rule))]
    Rule {
        /// The rule.
        rule: String,
        /// The fault.
        reason: String,
    },
    /// A file of instances that cannot be read.
    #[error("{file}: {reason}")]
    File {
        /// The file.
        file: String,
        /// The fault, with the line if there is one.
        reason: String,
    },
    /// Ids that a set does not have.
    #[error("instance set {} has no instance '{}': its ids are {range}", shown(set), shown(id))]
    NoInstance {
        /// The set.
        set: String,
        /// The id asked for.
        id: String,
        /// The first and last ids it has.
        range: String,
    },
    /// A board or goal that is wrong.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
}

/// The name most like `word`, if one is similar enough to be meant.
#[must_use]
pub fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let rated = names.into_iter().map(|name| (strsim::jaro_winkler(word, name), name));
    rated.max_by(|a, b| a.0.total_cmp(&b.0)).filter(|(likeness, _)| *likeness > 0.75).map(|(_, name)| name)
}

/// The algorithms that pack no boards.
fn any_size_names() -> String {
    ANY_SIZE.iter().map(|(name, _)| format!("the algorithm '{name}'")).collect::<Vec<_>>().join(" or ")
}

/// Holds that a word holds boards of `size`, which `what` needs.
///
/// # Errors
///
/// [`CatalogError::TooManyCells`] if none does.
pub fn packable(size: Size, what: &str) -> Result<(), CatalogError> {
    if size.is_packable() { Ok(()) } else { Err(CatalogError::TooManyCells { what: what.to_owned(), size }) }
}

impl CatalogError {
    /// That there is no `what` called `name`, with the nearest of `names`.
    pub(crate) fn unknown<'a>(
        what: &'static str,
        name: &str,
        names: impl IntoIterator<Item = &'a str> + Clone,
    ) -> Self {
        let hint = match nearest(name, names.clone()) {
            Some(near) => format!("did you mean '{near}'?"),
            None => match names.into_iter().collect::<Vec<_>>().as_slice() {
                [] => "none is known here".to_owned(),
                names => format!("known are {}", names.join(", ")),
            },
        };
        Self::Unknown { what, name: name.to_owned(), hint }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_name_is_answered_with_the_nearest_and_nonsense_with_all() {
        let names = ["manhattan", "linear-conflict"];
        let message = |name| CatalogError::unknown("heuristic", name, names).to_string();
        assert_eq!(message("manhatten"), "unknown heuristic 'manhatten'; did you mean 'manhattan'?");
        let none = CatalogError::unknown("option", "weight", []).to_string();
        assert_eq!(none, "unknown option 'weight'; none is known here");
        assert_eq!(message("zzz"), "unknown heuristic 'zzz'; known are manhattan, linear-conflict");
    }
}
