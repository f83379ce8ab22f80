//! Texts with placeholders: `--board={board}`. A literal brace is written twice.

use tilebench_sanitize::message::excerpt;

use std::fmt;

use super::FORMER_PLACEHOLDERS;

/// A text whose placeholders are filled in run by run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Template(Vec<TemplatePart>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum TemplatePart {
    Literal(String),
    Placeholder(String),
}

impl Template {
    /// Reads a text.
    ///
    /// # Errors
    ///
    /// If a brace is not closed, is not opened, or contains no name: the message shows the correct form.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let mut parts = Vec::new();
        let mut literal = String::new();
        let mut rest = text;
        while let Some(at) = rest.find(['{', '}']) {
            literal.push_str(&rest[..at]);
            let (brace, after) = (&rest[at..=at], &rest[at + 1..]);
            if let Some(after) = after.strip_prefix(brace) {
                literal.push_str(brace);
                rest = after;
                continue;
            }
            if brace == "}" {
                return Err(format!("'{}' closes a brace that is not open: write '}}}}' for a brace", excerpt(text)));
            }
            let Some(end) = after.find('}') else {
                return Err(format!(
                    "'{}' opens a brace and does not close it: write '{{{{' for a brace",
                    excerpt(text)
                ));
            };
            let name = &after[..end];
            let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == '-';
            if name.is_empty() || !name.chars().all(is_name) {
                return Err(format!(
                    "'{{{}}}' in '{}' is not a placeholder: write '{{{{' and '}}}}' for braces",
                    excerpt(name),
                    excerpt(text)
                ));
            }
            if !literal.is_empty() {
                parts.push(TemplatePart::Literal(std::mem::take(&mut literal)));
            }
            parts.push(TemplatePart::Placeholder(name.to_owned()));
            rest = &after[end + 1..];
        }
        literal.push_str(rest);
        if !literal.is_empty() {
            parts.push(TemplatePart::Literal(literal));
        }
        Ok(Self(parts))
    }

    /// The names of the placeholders, in order.
    pub(crate) fn placeholders(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|part| match part {
            TemplatePart::Literal(_) => None,
            TemplatePart::Placeholder(name) => Some(name.as_str()),
        })
    }

    /// The text with the value of each placeholder in its place.
    pub(crate) fn fill(&self, value: impl Fn(&str) -> String) -> String {
        let part = |part: &TemplatePart| match part {
            TemplatePart::Literal(text) => text.clone(),
            TemplatePart::Placeholder(name) => value(name),
        };
        self.0.iter().map(part).collect()
    }
}

/// As it was written, but placeholders that were renamed have their former names, so that runs keep their ids; quoted, with
/// escapes, if it would otherwise not be one word.
impl fmt::Display for Template {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_plain = |letter: char| !letter.is_whitespace() && !letter.is_control() && !"\"'\\;".contains(letter);
        let part = |part: &TemplatePart| match part {
            TemplatePart::Literal(text) => text.replace('{', "{{").replace('}', "}}"),
            TemplatePart::Placeholder(name) => {
                let renamed = FORMER_PLACEHOLDERS.iter().find(|(_, present)| present == name);
                format!("{{{}}}", renamed.map_or(name.as_str(), |(former, _)| former))
            }
        };
        let text: String = self.0.iter().map(part).collect();
        if !text.is_empty() && text.chars().all(is_plain) { out.write_str(&text) } else { write!(out, "{text:?}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn filled(text: &str) -> Result<String, String> {
        Template::parse(text).map(|template| template.fill(|name| format!("<{name}>")))
    }

    #[test]
    fn placeholders_are_filled_and_doubled_braces_are_braces() {
        assert_eq!(filled("--board={board} {time_s}"), Ok("--board=<board> <time_s>".to_owned()));
        assert_eq!(filled("{{\"b\": [{board}]}}"), Ok("{\"b\": [<board>]}".to_owned()));
        assert_eq!(filled("{{{seed}}}"), Ok("{<seed>}".to_owned()));
    }

    #[test]
    fn an_unmatched_brace_is_refused_with_the_correct_form() {
        assert_eq!(filled("a}").unwrap_err(), "'a}' closes a brace that is not open: write '}}' for a brace");
        assert_eq!(filled("{a").unwrap_err(), "'{a' opens a brace and does not close it: write '{{' for a brace");
        assert_eq!(
            filled("{a b}").unwrap_err(),
            "'{a b}' in '{a b}' is not a placeholder: write '{{' and '}}' for braces"
        );
    }

    #[test]
    fn a_text_of_several_words_is_shown_in_quotes() {
        let excerpt = |text: &str| Template::parse(text).unwrap().to_string();
        assert_eq!([excerpt("./a{b}"), excerpt("a b\n"), excerpt("")], ["./a{b}", "\"a b\\n\"", "\"\""]);
        assert_eq!(excerpt("{{{memory_mib}}},{{}}"), "{{{memory_mb}}},{{}}");
    }

    proptest! {
        #[test]
        fn any_text_with_its_braces_doubled_is_filled_to_itself(text in "[a{}\n ]{0,12}") {
            let doubled = text.replace('{', "{{").replace('}', "}}");
            prop_assert_eq!(filled(&doubled), Ok(text));
        }
    }
}
