//! Checks names: public types that are unique in the workspace, and limits that begin with `MAX_` or `MIN_`.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Public types that share a name, each with the reason.
const SHARED: [(&str, &str); 3] = [
    ("Config", "always written with its module: best_first::Config, ida_star::Config"),
    ("DeclaredProperties", "the same concept in the catalog and in the laws of tests"),
    ("Proof", "the same concept in configurations and in records"),
];

/// The beginnings of constants that are limits by another name.
const LIMITS: [&str; 7] = ["MOST_", "FEWEST_", "LEAST_", "LARGEST_", "LONGEST_", "DEEPEST_", "GREATEST_"];

/// The source files of all crates, without tests.
fn sources(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if path.is_dir() && name != "tests" && name != "target" {
            sources(&path, out);
        } else if path.extension().is_some_and(|end| end == "rs") && !name.ends_with("tests.rs") {
            out.push(path);
        }
    }
}

/// The word after one of `keywords` at the beginning of `line`.
fn word_after<'a>(line: &'a str, keywords: &[&str]) -> Option<&'a str> {
    let rest = keywords.iter().find_map(|keyword| line.strip_prefix(keyword))?;
    rest.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next()
}

#[test]
fn public_types_have_names_of_their_own_and_limits_begin_with_max_or_min() {
    let mut files = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join(".."), &mut files);
    let mut types: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for file in files {
        for line in fs::read_to_string(&file).unwrap().lines() {
            if let Some(name) = word_after(line, &["pub struct ", "pub enum ", "pub trait "]) {
                types.entry(name.to_owned()).or_default().push(file.clone());
            }
            let constant = word_after(line.trim_start().trim_start_matches("pub "), &["const ", "static "]);
            let is_limit = constant.is_some_and(|name| LIMITS.iter().any(|limit| name.starts_with(limit)));
            assert!(!is_limit, "{}: a limit begins with MAX_ or MIN_: {line}", file.display());
        }
    }
    assert!(types.len() > 300, "{} public types were found", types.len());
    let shared: Vec<&str> = types.iter().filter(|(_, files)| files.len() > 1).map(|(name, _)| name.as_str()).collect();
    assert_eq!(shared, SHARED.map(|(name, _)| name), "{types:#?}");
}
