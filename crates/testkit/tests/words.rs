//! Checks that documents, comments and messages avoid habits of wording that make readers stop.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::path::{Path, PathBuf};

use regex_lite::Regex;

/// The habits: a part of every match, which is looked for first because it is faster, the pattern, and what to write instead.
const FORMS: [(&str, &str, &str); 15] = [
    ("t", r"\b(tells?|telling|told)\b", "report, pass, know or show"),
    ("where ", r"\bwhere (it|they|there|that|one|nothing|a|an|the|no)\b", "if, for a condition"),
    ("what ", r"\bwhat (is|was|are|were|it|they|a|an|the) ", "the name of the thing"),
    ("what ", r"\bwhat ([a-z]+s|has|can|cannot|must|may) ", "the name of the thing"),
    ("body", r"\b(no|some)body\b", "the name of the actor"),
    ("who", r"\bwhoever\b", "the name of the actor"),
    (" m", r"\b(so|as) (many|much)\b", "a number, 'equal' or 'the same number'"),
    (" on", r"\b(goes|went|going) on\b", "continue, resume"),
    ("hang", r"\bhangs? on\b", "depends on"),
    ("for want", r"\bfor want of\b", "without"),
    ("anew", r"\banew\b", "again"),
    (" no ", r"\b(is|are|was) no [a-z]", "is not a"),
    (" asked", r"\b(is|are) asked\b", "is called, is requested"),
    ("made again", r"\bmade again\b", "executed again, rebuilt"),
    ("beside ", r"\bbeside (it|its|their|them|what)\b", "next to, with, in addition to"),
];

/// Phrases that have a form and are plain.
const PLAIN: [&str; 8] = [
    "there is no",
    "there are no",
    "there was no",
    "is no longer",
    "are no longer",
    "what it does.",
    "## what is",
    "**what it does",
];

/// Sentences that keep a form: the end of the file's path, a part of the line, and the reason.
const EXCEPTIONS: [(&str, &str, &str); 2] = [
    ("testkit/tests/words.rs", "", "the list of the forms"),
    ("cli/tests/first_steps.rs", "What does a solution", "the start of a question"),
];

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
        // Links of crates to folders of the repository would be read twice.
        if path.is_dir() && !path.is_symlink() && !SKIPPED.contains(&name) {
            files(&path, out);
        } else if path.is_file() && is_read {
            out.push(path);
        }
    }
}

/// A form: a part of every match, the pattern, and the plain words.
type Form = (&'static str, Regex, &'static str);

fn forms() -> Vec<Form> {
    FORMS.iter().map(|&(part, pattern, plain)| (part, Regex::new(pattern).unwrap(), plain)).collect()
}

/// The forms in a text, each with the number of its line, the words and the plain words. A question may begin with "what".
fn found(text: &str, forms: &[Form]) -> Vec<(usize, String, &'static str)> {
    let mut found = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        let mut line = line.to_lowercase();
        for phrase in PLAIN {
            line = line.replace(phrase, "");
        }
        for (part, form, plain) in forms {
            let is_question = *part == "what " && line.contains('?');
            if let Some(hit) = line.contains(part).then(|| form.find(&line)).flatten().filter(|_| !is_question) {
                found.push((number, hit.as_str().to_owned(), *plain));
            }
        }
    }
    found
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
    let unused: Vec<_> =
        EXCEPTIONS.iter().zip(used).filter(|(_, used)| !used).map(|(exception, _)| exception).collect();
    assert!(unused.is_empty(), "exceptions that no line needs: {unused:?}");
}

#[test]
fn a_form_is_found_wherever_it_stands_in_a_line() {
    let text = "Fine.\n/// What it holds is told.\nwhere T: Copy\n";
    let found: Vec<_> = found(text, &forms()).into_iter().map(|(line, hit, _)| (line, hit)).collect();
    assert_eq!(found, [(2, "told".to_owned()), (2, "what it ".to_owned())]);
}
