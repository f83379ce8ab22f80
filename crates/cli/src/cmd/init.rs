//! `tilebench init`: writes a commented experiment file to start from.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;
use tilebench_runner::keys::{EXECUTION, EXPERIMENT, KeyDefault, KeySpec, KeyTable, LIMITS, SOLVER};

use crate::text::quote;
use crate::text::wrapped;
use crate::{Out, Verdict};

/// Write a commented experiment file that runs unchanged.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The file to write, which must not exist.
    #[arg(default_value = "experiment.toml")]
    file: PathBuf,
}

/// Writes the file.
pub(crate) fn run(arguments: &Arguments, out: &mut Out) -> Result<Verdict> {
    let file = &arguments.file;
    let shown = file.display();
    let mut created = match File::create_new(file) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            bail!("{shown} exists: name another file, or remove it")
        }
        created => created.with_context(|| format!("cannot write {shown}"))?,
    };
    if let Err(error) = created.write_all(text(&name(file)).as_bytes()) {
        // A part of it would be refused as an existing file.
        let _ = fs::remove_file(file);
        return Err(error).with_context(|| format!("cannot write {shown}"));
    }
    writeln!(out, "wrote {shown}; run it with: tilebench run {}", quote(&shown.to_string()))?;
    Ok(Verdict::Good)
}

/// A name for the experiment, derived from that of the file.
fn name(file: &Path) -> String {
    let stem = file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let plain = |letter: char| if letter.is_ascii_alphanumeric() || "-_.".contains(letter) { letter } else { '-' };
    let name: String = stem.chars().map(plain).collect();
    let name = name.trim_start_matches(['-', '_', '.']);
    if name.is_empty() { "experiment".to_owned() } else { name.to_owned() }
}

/// The text of the file.
fn text(name: &str) -> String {
    let mut text = "# An experiment of tilebench. A line that begins with '#' and no space is a key that is not set:\n\
                    # remove the '#' to set it. `tilebench explain KEY` explains a key.\n\n"
        .to_owned();
    let name = format!("\"{name}\"");
    let set = [("name", name.as_str()), ("question", ""), ("instances", ""), ("seed", "")];
    table(&mut text, &EXPERIMENT, &["limits", "execution", "solver", "claim"], &set);
    header(&mut text, &LIMITS);
    table(&mut text, &LIMITS, &[], &[("time_s", "")]);
    header(&mut text, &EXECUTION);
    table(&mut text, &EXECUTION, &[], &[]);
    header(&mut text, &SOLVER);
    let heuristics = ("heuristic", "[\"manhattan\", \"linear-conflict\"]");
    table(&mut text, &SOLVER, &[], &[("algorithm", ""), heuristics]);
    text.push_str(
        "# An option of the algorithm is a key, too. This table has one configuration per weight.\n[[solver]]\n\
         algorithm = \"wastar\"\nheuristic = \"manhattan\"\nweight = [1.5, 2, 3]\n",
    );
    text
}

/// The header of a table, with its purpose.
fn header(text: &mut String, table: &KeyTable) {
    let _ = writeln!(text, "{}\n{}\n", comment(table.meaning), table.name);
}

/// The keys of `table` except those in `without`, each with a comment. Keys in `set` are set to the given value, or if
/// that is empty, to the example.
fn table(text: &mut String, table: &KeyTable, without: &[&str], set: &[(&str, &str)]) {
    for key in table.keys.iter().filter(|key| !without.contains(&key.name)) {
        let KeySpec { name, kind, default, meaning, example, .. } = key;
        let otherwise = match default {
            KeyDefault::Required => "required".to_owned(),
            default => format!("default: {default}"),
        };
        let unit = if key.unit.is_empty() { String::new() } else { format!(", in {}", key.unit) };
        let _ = writeln!(text, "{}", comment(&format!("{meaning} ({kind}{unit}; {otherwise})")));
        let _ = match set.iter().find(|(set, _)| set == name) {
            Some((_, "")) => writeln!(text, "{name} = {example}\n"),
            Some((_, value)) => writeln!(text, "{name} = {value}\n"),
            None => writeln!(text, "#{name} = {example}\n"),
        };
    }
}

fn comment(text: &str) -> String {
    wrapped(text, "# ", 100)
}
