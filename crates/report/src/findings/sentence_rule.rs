//! A rule for a sentence: a condition on facts, and a template that the facts fill.

use super::Finding;

/// Facts about a part of the experiment, with named fields.
pub(super) trait Subject {
    /// The words before the sentence, such as the guarantee.
    fn subject(&self) -> String;

    /// The text of the field `name` of a template.
    fn field(&self, name: &str) -> String;
}

/// A rule for a sentence about facts of type `F`.
pub(super) struct SentenceRule<F: 'static> {
    /// The name, which the page states with the sentence.
    pub(super) name: &'static str,
    /// How early the sentence is kept if there are too many; 1 is first.
    pub(super) importance: u8,
    /// Another subject than that of the facts, if not empty.
    pub(super) subject: &'static str,
    /// Whether the sentence is true of the facts.
    pub(super) holds: fn(&F) -> bool,
    /// The sentence, with the names of fields in braces.
    pub(super) template: &'static str,
}

/// Adds the sentence of each rule that holds of `facts`, in the order of the rules.
pub(super) fn apply<F: Subject>(rules: &[SentenceRule<F>], facts: &F, sentences: &mut Vec<Finding>) {
    for rule in rules.iter().filter(|rule| (rule.holds)(facts)) {
        let subject = if rule.subject.is_empty() { facts.subject() } else { rule.subject.to_owned() };
        let text = filled(rule.template, |name| facts.field(name));
        let starts_with_name = rule.template.starts_with('{');
        sentences.push(Finding { rule: rule.name, subject, text, starts_with_name, importance: rule.importance });
    }
}

/// `template` with each name in braces replaced by the text of its field.
pub(super) fn filled(template: &str, field: impl Fn(&str) -> String) -> String {
    let mut text = String::new();
    let mut parts = template.split('{');
    text.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let (name, rest) = part.split_once('}').expect("every brace of a template is closed");
        text.push_str(&field(name));
        text.push_str(rest);
    }
    text
}
