//! Errors of names, configurations and instance sets.

use tilebench_methods::ANY_SIZE_METHODS;
use tilebench_puzzle::{PuzzleError, Size};
use tilebench_sanitize::message::excerpt;

/// The error of an unknown name or an invalid configuration. Each message contains the value and a remedy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CatalogError {
    /// An unknown algorithm, heuristic or instance set.
    #[error("unknown {what} '{}'; {hint}", excerpt(name))]
    Unknown {
        /// The kind of name.
        what: &'static str,
        /// The name given.
        name: String,
        /// The nearest name, or all names.
        hint: String,
    },
    /// An option that the algorithm does not have.
    #[error("algorithm '{algorithm}' has no option '{}'; {hint}", excerpt(option))]
    UnknownOption {
        /// The algorithm.
        algorithm: &'static str,
        /// The name given.
        option: String,
        /// The nearest option, or all options.
        hint: String,
    },
    /// An invalid value of an option.
    #[error("{0}")]
    Value(String),
    /// An algorithm that takes a heuristic was given none.
    #[error("algorithm '{0}' needs a heuristic, such as linear-conflict: `tilebench heuristics` lists them")]
    NeedsHeuristic(&'static str),
    /// An algorithm that takes no heuristic was given one.
    #[error("algorithm '{algorithm}' takes no heuristic: remove '{}'", excerpt(_1), algorithm = _0)]
    TakesNoHeuristic(&'static str, String),
    /// Something that needs a consistent heuristic was given another.
    #[error(
        "{what} needs a consistent heuristic, and '{}' is not consistent: use another, such as linear-conflict",
        excerpt(heuristic)
    )]
    NeedsConsistent {
        /// An algorithm, or a command.
        what: String,
        /// The heuristic.
        heuristic: String,
    },
    /// The algorithm cannot run on this board.
    #[error("{0}")]
    Unsupported(String),
    /// A method that packs boards into words was requested for a board that does not fit.
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
    /// Something of another domain was given where boards of tiles are needed.
    #[error("{} is of domain {domain}: use one of tiles here", excerpt(what))]
    NeedsTiles {
        /// The instance, or the set.
        what: String,
        /// Its domain.
        domain: &'static str,
    },
    /// An invalid rule for generated instances.
    #[error("instance rule '{}': {reason}", excerpt(rule))]
    Rule {
        /// The rule.
        rule: String,
        /// The fault.
        reason: String,
    },
    /// An invalid or unreadable file of instances.
    #[error("{file}: {reason}")]
    File {
        /// The file.
        file: String,
        /// The fault, with the line if there is one.
        reason: String,
    },
    /// An id that a set does not contain.
    #[error("instance set {} has no instance '{}': {ids}", excerpt(set), excerpt(id))]
    NoInstance {
        /// The set.
        set: String,
        /// The requested id.
        id: String,
        /// The ids that the set has, as a clause.
        ids: String,
    },
    /// An invalid board or goal.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
}

/// The name most similar to `word`, if it is similar enough to be a misspelling.
#[must_use]
pub fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let rated = names.into_iter().map(|name| (strsim::jaro_winkler(word, name), name));
    rated.max_by(|a, b| a.0.total_cmp(&b.0)).filter(|(likeness, _)| *likeness > 0.75).map(|(_, name)| name)
}

/// The nearest of `names`, or all of them after `known`.
fn hint<'a>(name: &str, known: &str, names: impl IntoIterator<Item = &'a str> + Clone) -> String {
    match nearest(name, names.clone()) {
        Some(near) => format!("did you mean '{near}'?"),
        None => match names.into_iter().collect::<Vec<_>>().as_slice() {
            [] => "it has none".to_owned(),
            names => format!("{known} {}", names.join(", ")),
        },
    }
}

/// The algorithms that do not pack boards.
fn any_size_names() -> String {
    ANY_SIZE_METHODS.iter().map(|(name, _)| format!("the algorithm '{name}'")).collect::<Vec<_>>().join(" or ")
}

/// Checks that boards of `size` fit into a word, as `what` requires.
///
/// # Errors
///
/// [`CatalogError::TooManyCells`] if they do not.
pub fn check_packable(size: Size, what: &str) -> Result<(), CatalogError> {
    if size.is_packable() { Ok(()) } else { Err(CatalogError::TooManyCells { what: what.to_owned(), size }) }
}

impl CatalogError {
    /// The error of the unknown `name` of the kind `what`, with the nearest of `names`.
    pub(crate) fn unknown<'a>(
        what: &'static str,
        name: &str,
        names: impl IntoIterator<Item = &'a str> + Clone,
    ) -> Self {
        Self::Unknown { what, name: name.to_owned(), hint: hint(name, "known are", names) }
    }

    /// The error of the unknown `option` of `algorithm`, with the nearest of `names`.
    pub(crate) fn unknown_option<'a>(
        algorithm: &'static str,
        option: &str,
        names: impl IntoIterator<Item = &'a str> + Clone,
    ) -> Self {
        Self::UnknownOption { algorithm, option: option.to_owned(), hint: hint(option, "its options are", names) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hint_for_a_misspelt_name_is_the_nearest_name_and_for_another_all_names() {
        let names = ["manhattan", "linear-conflict"];
        let message = |name| CatalogError::unknown("heuristic", name, names).to_string();
        assert_eq!(message("manhatten"), "unknown heuristic 'manhatten'; did you mean 'manhattan'?");
        let none = CatalogError::unknown_option("bfs", "weight", []).to_string();
        assert_eq!(none, "algorithm 'bfs' has no option 'weight'; it has none");
        assert_eq!(message("zzz"), "unknown heuristic 'zzz'; known are manhattan, linear-conflict");
    }
}
