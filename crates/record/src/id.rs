//! The ids of a run and of a plan.

use sha2::{Digest, Sha256};

/// The id of a run: sixteen hexadecimal digits, the hash of `parts`, the keys and values that together determine the run.
///
/// Equal parts in equal order give equal ids, on every machine. The length of each key and each value is hashed before it,
/// so different lists of parts are different bytes.
///
/// ```
/// # use tilebench_record::run_id;
/// let id = run_id(&[("solver", "idastar manhattan"), ("instance", "1")]);
/// assert_eq!(id.len(), 16);
/// assert_ne!(id, run_id(&[("solver", "idastar manhattan"), ("instance", "2")]));
/// ```
#[must_use]
pub fn run_id(parts: &[(&str, &str)]) -> String {
    let mut hasher = Sha256::new();
    for text in parts.iter().flat_map(|&(key, value)| [key, value]) {
        hasher.update((text.len() as u64).to_le_bytes());
        hasher.update(text.as_bytes());
    }
    hex_digits(hasher)
}

/// The id of a plan: sixteen hexadecimal digits, the hash of the [`run_id`]s of its runs in their order.
///
/// ```
/// # use tilebench_record::plan_id;
/// assert_eq!(plan_id(["a", "b"]), plan_id(["a", "b"]));
/// assert_ne!(plan_id(["a", "b"]), plan_id(["b", "a"]));
/// ```
#[must_use]
pub fn plan_id<'a>(run_ids: impl IntoIterator<Item = &'a str>) -> String {
    let mut hasher = Sha256::new();
    for id in run_ids {
        hasher.update((id.len() as u64).to_le_bytes());
        hasher.update(id.as_bytes());
    }
    hex_digits(hasher)
}

fn hex_digits(hasher: Sha256) -> String {
    hasher.finalize()[..8].iter().fold(String::new(), |id, byte| id + &format!("{byte:02x}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_id_of_a_run_never_changes() {
        assert_eq!(run_id(&[]), "e3b0c44298fc1c14");
        assert_eq!(run_id(&[("set", "korf100"), ("seed", "1")]), "7eb7d02be40f0685");
    }

    #[test]
    fn parts_with_equal_concatenations_have_different_ids() {
        assert_ne!(run_id(&[("ab", "c")]), run_id(&[("a", "bc")]));
        assert_ne!(run_id(&[("a", ""), ("b", "")]), run_id(&[("a", "b"), ("", "")]));
    }
}
