//! The forms of the names that users choose.

/// Whether `name` consists of lower-case letters and digits, in words joined by hyphens, the first character a letter. Words of
/// heuristics that are sums may also be joined by `+`.
#[must_use]
pub fn is_kebab_case(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_lowercase()) && name.split(['-', '+']).all(is_word)
}

/// Whether `name` can be that of an attribute: `x_` and words of lower-case letters and digits, joined by underscores.
#[must_use]
pub fn is_attribute_name(name: &str) -> bool {
    name.strip_prefix("x_").is_some_and(|words| words.split('_').all(is_word))
}

fn is_word(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kebab_case_is_words_joined_by_hyphens() {
        assert!(["a", "gap-2", "manhattan+pairs"].into_iter().all(is_kebab_case));
        assert!(!["", "-a", "a-", "1a", "a--b", "a b", "A", "a_b"].into_iter().any(is_kebab_case));
    }

    #[test]
    fn the_name_of_an_attribute_is_words_after_the_prefix() {
        assert!(["x_depth", "x_2_phases", "x_a1"].into_iter().all(is_attribute_name));
        assert!(!["depth", "x_", "x_a__b", "x_A", "x_a-b", "x_a+b", "x_a=1", "X_a"].into_iter().any(is_attribute_name));
    }
}
