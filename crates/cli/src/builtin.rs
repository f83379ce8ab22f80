//! The built-in experiments: the files of `experiments/`, compiled into the program.

use std::io::ErrorKind;
use std::path::Path;

use anyhow::{Result, bail};
use tilebench_runner::Experiment;
use tilebench_runner::catalog::nearest;

use crate::print_stderr;

/// The path of each file in the repository, and its text.
macro_rules! files {
    ($($path:literal,)*) => {
        &[$(($path, include_str!(concat!("../", $path)))),*]
    };
}

const EXPERIMENTS: &[(&str, &str)] = files![
    "experiments/quickstart.toml",
    "experiments/anytime.toml",
    "experiments/astar-korf100.toml",
    "experiments/batches.toml",
    "experiments/beams-speed.toml",
    "experiments/bidirectional-speed.toml",
    "experiments/bidirectional-weak.toml",
    "experiments/bidirectional.toml",
    "experiments/gallery.toml",
    "experiments/heuristics.toml",
    "experiments/hybrids.toml",
    "experiments/korf-1985.toml",
    "experiments/korf100-databases.toml",
    "experiments/korf100-lengths.toml",
    "experiments/least-costs.toml",
    "experiments/linear-memory.toml",
    "experiments/million.toml",
    "experiments/overhead-tables.toml",
    "experiments/overhead.toml",
    "experiments/overshoot.toml",
    "experiments/pancake.toml",
    "experiments/parallel.toml",
    "experiments/pattern-databases.toml",
    "experiments/pruning.toml",
    "experiments/speed.toml",
    "experiments/suboptimal-speed.toml",
    "experiments/suboptimal.toml",
    "experiments/ties.toml",
    "experiments/weights.toml",
    "experiments/lineage/astar-ablation.toml",
    "experiments/lineage/astar-disk.toml",
    "experiments/lineage/astar-lists.toml",
    "experiments/lineage/depth-limited-greedy.toml",
    "experiments/lineage/human-strategy.toml",
    "experiments/lineage/staged.toml",
    "experiments/lineage/walking-pairs.toml",
    "experiments/lineage/web-service.toml",
    "experiments/lineage/weighted-astar.toml",
    "experiments/reproduce/bidirectional-counts.toml",
    "experiments/reproduce/breadth-first-24.toml",
    "experiments/reproduce/complete-8-puzzle.toml",
    "experiments/reproduce/dual-look-ups.toml",
    "experiments/reproduce/fifty-24.toml",
    "experiments/reproduce/hardest-15-lengths.toml",
    "experiments/reproduce/heavy-potential.toml",
    "experiments/reproduce/heavy-tiles.toml",
    "experiments/reproduce/lengths-24.toml",
    "experiments/reproduce/one-board.toml",
    "experiments/reproduce/packed-databases.toml",
    "experiments/reproduce/random-15.toml",
    "experiments/reproduce/ridge.toml",
    "experiments/reproduce/rotated-24.toml",
    "experiments/reproduce/tile-by-tile.toml",
    "experiments/reproduce/zero-aware-24.toml",
];

/// Reads the experiment in `file` and applies `settings`. If `file` does not exist or is a folder, reads the built-in experiment of
/// that name or path.
///
/// # Errors
///
/// If there is neither, or the experiment is not valid.
pub(crate) fn load(file: &Path, settings: &[String]) -> Result<Experiment> {
    let requested = file.display().to_string();
    let built_in = find(&requested).filter(|_| is_missing(file) || file.is_dir());
    if let Some((path, text)) = built_in {
        return Experiment::parse(text, path, settings).inspect(note_renamed);
    }
    if !is_missing(file) {
        return Experiment::load(file, settings).inspect(note_renamed);
    }
    let stem = file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let hint = match nearest(&stem, names()) {
        Some(near) => format!("did you mean '{near}'?"),
        None => "`tilebench run --help` lists the built-in experiments".to_owned(),
    };
    bail!("no file or built-in experiment is named {requested}; {hint}");
}

/// Prints a note for each former name that the experiment uses.
pub(crate) fn note_renamed(experiment: &Experiment) {
    experiment.renamed.iter().for_each(|renaming| print_stderr(&format!("note: {renaming}")));
}

/// The built-in experiment named `name`, which must exist.
///
/// # Errors
///
/// If `settings`, which override its values, are not valid.
pub(crate) fn experiment(name: &str, settings: &[String]) -> Result<Experiment> {
    let (path, text) = find(name).expect("the caller names a built-in experiment");
    Experiment::parse(text, path, settings)
}

/// The path and text of the built-in experiment of a name or path.
fn find(requested: &str) -> Option<(&'static str, &'static str)> {
    EXPERIMENTS.iter().copied().find(|(path, _)| requested == *path || requested == name(path))
}

/// The names of all built-in experiments.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    EXPERIMENTS.iter().map(|(path, _)| name(path))
}

/// A paragraph for the help of commands that take an experiment.
pub(crate) fn help() -> String {
    let names: Vec<&str> = names().collect();
    format!(
        "Built-in experiments, which run in any folder: `tilebench run NAME`\n{}\n\nThe keys of an experiment file: \
         `tilebench explain`. A commented file to start from: `tilebench init`.",
        super::text::wrapped(&names.join(", "), "  ", 100)
    )
}

/// The name of an experiment's file.
fn name(path: &'static str) -> &'static str {
    let file = path.rsplit('/').next().unwrap_or(path);
    file.strip_suffix(".toml").unwrap_or(file)
}

fn is_missing(file: &Path) -> bool {
    let kind = file.metadata().err().map(|error| error.kind());
    matches!(kind, Some(ErrorKind::NotFound | ErrorKind::NotADirectory))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;

    use super::*;

    #[test]
    fn every_experiment_file_is_built_in_and_named_like_its_experiment() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let folders = ["experiments", "experiments/lineage", "experiments/reproduce"];
        let files: BTreeSet<String> = folders
            .iter()
            .flat_map(|folder| {
                let entries = fs::read_dir(root.join(folder)).unwrap();
                entries.map(move |entry| format!("{folder}/{}", entry.unwrap().file_name().to_string_lossy()))
            })
            .filter(|path| Path::new(path).extension().is_some_and(|extension| extension == "toml"))
            .collect();
        assert_eq!(files, EXPERIMENTS.iter().map(|(path, _)| (*path).to_owned()).collect());
        assert_eq!(names().collect::<BTreeSet<_>>().len(), EXPERIMENTS.len(), "no name is there twice");
        for (path, _) in EXPERIMENTS {
            assert_eq!(load(Path::new(name(path)), &[]).unwrap().name, name(path));
        }
    }
}
