//! The answer as plain text and as Markdown.

use super::{Finding, Findings, phrases};

impl Finding {
    /// The sentence with its subject.
    pub(crate) fn sentence(&self) -> String {
        format!("{}: {}", self.subject, self.text)
    }

    /// The sentence alone. A name at its beginning is not changed.
    pub(crate) fn capitalised(&self) -> String {
        if self.starts_with_name { self.text.clone() } else { phrases::capitalised(&self.text) }
    }
}

impl Findings {
    /// Whether there is an answer.
    fn has_answer(&self) -> bool {
        !self.answer.is_empty()
    }

    /// The lines that head a text: alarms, the question with its answer, warnings, and facts.
    pub(crate) fn lines(&self) -> Vec<String> {
        let question = (self.has_answer() && !self.question.is_empty()).then(|| self.question.clone());
        let sentences = self.answer.iter().map(|finding| format!("- {}", finding.sentence()));
        let warnings = self.warnings.iter().map(|warning| format!("Warning: {warning}"));
        let facts = self.facts.iter().cloned();
        self.alarms.iter().cloned().chain(question).chain(sentences).chain(warnings).chain(facts).collect()
    }
}
