//! The experiment files of the repository.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::path::{Path, PathBuf};

use tilebench_runner::{Experiment, Plan};

/// Every experiment file below `folder`.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(self::files(&path));
        } else if path.extension().is_some_and(|ending| ending == "toml") {
            files.push(path);
        }
    }
    files.sort();
    files
}

#[test]
fn every_experiment_file_is_read_named_like_its_file_and_planned() {
    let files = files(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../experiments")));
    assert!(files.len() > 20, "{files:?}");
    for file in files {
        let experiment = Experiment::load(&file, &[]).unwrap();
        assert_eq!(file.file_stem().unwrap().to_str(), Some(experiment.name.as_str()));
        assert!(!Plan::new(experiment).unwrap().is_empty(), "{} plans no run", file.display());
    }
}
