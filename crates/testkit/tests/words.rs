//! Checks that documents, comments and messages avoid habits of wording that make readers stop.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::path::{Path, PathBuf};

use regex_lite::{Regex, RegexBuilder};

/// The habits, and what to write instead.
const FORMS: [(&str, &str); 15] = [
    (r"\b(tells?|telling|told)\b", "report, pass, know or show"),
    (r"\bwhere (it|they|there|that|one|nothing|a|an|the|no)\b", "if, for a condition"),
    (r"\bwhat (is|was|are|were|it|they|a|an|the) ", "the name of the thing"),
    (r"\bwhat (?:[a-z]+s|has|can|cannot|must|may) ", "the name of the thing"),
    (r"\b(nobody|somebody|whoever|whatever)\b", "the name of the actor or the thing"),
    (r"\b(so|as) (many|much)\b", "a number, 'equal' or 'the same number'"),
    (r"\b(goes|go|went|going) on\b", "continue, resume"),
    (r"\bhangs? on\b", "depends on"),
    (r"\bfor want of\b", "without"),
    (r"\banew\b", "again"),
    (r"\b(is|are|was) no [a-z]", "is not a"),
    (r"\b(is|are) asked\b", "is called, is requested"),
    (r"\bmade again\b", "executed again, rebuilt"),
    (r"\bbeside (it|its|their|them|what)\b", "next to, in addition to"),
    (r"\b(MOST|FEWEST|LEAST|LARGEST|LONGEST|DEEPEST|GREATEST|SMALLEST)_[A-Z]", "MAX_ or MIN_"),
];

/// Sentences that keep a form: the end of the file's path, a part of the line, and the reason.
const EXCEPTIONS: [(&str, &str, &str); 1] = [("testkit/tests/words.rs", "", "the list of the forms")];

/// The files that are read.
const READ: [&str; 7] = ["rs", "md", "toml", "sh", "py", "js", "html"];

/// Folders of records and of what others wrote.
const SKIPPED: [&str; 4] = ["target", "results", ".git", "snapshots"];

fn files(folder: &Path, out: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        let name = path.file_name().unwrap().to_str().unwrap();
        let is_read = path.extension().is_some_and(|end| READ.iter().any(|known| end == *known));
        if path.is_dir() && !SKIPPED.contains(&name) {
            files(&path, out);
        } else if path.is_file() && is_read {
            out.push(path);
        }
    }
}

fn forms() -> Vec<(Regex, &'static str)> {
    let compile = |pattern| RegexBuilder::new(pattern).case_insensitive(true).build().unwrap();
    FORMS.iter().map(|(pattern, plain)| (compile(pattern), *plain)).collect()
}

/// The forms in a text, each with its line.
fn found<'a>(text: &'a str, forms: &[(Regex, &'static str)]) -> Vec<(usize, &'a str, &'static str)> {
    let lines = text.lines().zip(1..);
    let hits = |(line, number): (&'a str, usize)| {
        let hit = |(form, plain): &(Regex, &'static str)| form.find(line).map(|hit| (number, hit.as_str(), *plain));
        forms.iter().filter_map(hit).collect::<Vec<_>>()
    };
    lines.flat_map(hits).collect()
}

#[test]
fn documents_comments_and_messages_are_in_plain_words() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap();
    let mut paths = Vec::new();
    files(&root, &mut paths);
    let forms = forms();
    let mut faults = Vec::new();
    let mut used = [false; EXCEPTIONS.len()];
    for path in paths {
        let name = path.strip_prefix(&root).unwrap().to_str().unwrap().to_owned();
        let text = fs::read_to_string(&path).unwrap();
        for (number, hit, plain) in found(&text, &forms) {
            let line = text.lines().nth(number - 1).unwrap();
            let exception = EXCEPTIONS.iter().position(|(file, part, _)| name.ends_with(file) && line.contains(part));
            match exception {
                Some(at) => used[at] = true,
                None => faults.push(format!("{name}:{number}: '{hit}': write {plain}: {}", line.trim())),
            }
        }
    }
    assert!(faults.is_empty(), "{} lines:\n{}", faults.len(), faults.join("\n"));
    let unused: Vec<_> = EXCEPTIONS.iter().zip(used).filter(|(_, used)| !used).map(|(exception, _)| exception).collect();
    assert!(unused.is_empty(), "exceptions that no line needs: {unused:?}");
}

#[test]
fn a_form_is_found_wherever_it_stands_in_a_line() {
    let text = "Fine.\n/// What it holds is told.\nwhere T: Copy\n";
    let found: Vec<_> = found(text, &forms()).into_iter().map(|(line, hit, _)| (line, hit)).collect();
    assert_eq!(found, [(2, "told"), (2, "What it ")]);
}
