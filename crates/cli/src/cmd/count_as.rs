//! `tilebench count-as`: the counts of a result folder by the convention of another program.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use tilebench_report::{COUNT_RULES, count_as, count_rules, write_output};

use super::published;
use crate::{Out, Verdict};

/// Convert the counts of a result folder to the convention of another program, with the rules stated.
///
/// The conventions: last-iteration, complete-iterations, start-not-counted, start-per-iteration, inverse-counted,
/// goal-expanded, or several of them; `--rules` explains them. published:NAME takes those of published runs.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The result folder.
    #[arg(required_unless_present = "rules")]
    folder: Option<PathBuf>,
    /// The rules, or published:NAME.
    #[arg(required_unless_present = "rules", value_name = "RULE")]
    names: Vec<String>,
    /// List the rules.
    #[arg(long)]
    rules: bool,
    /// Write the counts of every run to this file, as CSV.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Prints the converted sums, and writes the counts of every run.
pub(crate) fn run(arguments: &Arguments, out: &mut Out) -> Result<Verdict> {
    if arguments.rules {
        for rule in COUNT_RULES {
            writeln!(out, "{:<20} {}", rule.name, rule.meaning)?;
        }
    }
    let Some(folder) = arguments.folder.as_ref().filter(|_| !arguments.names.is_empty()) else {
        return Ok(Verdict::Good);
    };
    let rules = match &arguments.names[..] {
        [name] if name.starts_with(published::PREFIX) => {
            let found = published::named(&name[published::PREFIX.len()..])?;
            found.into_iter().next().map(|first| first.rules).unwrap_or_default()
        }
        names => count_rules(names)?,
    };
    let converted = count_as(folder, rules)?;
    write!(out, "{}", converted.text())?;
    if let Some(path) = &arguments.out {
        write_output(path, converted.csv()?.as_bytes())?;
    }
    Ok(Verdict::Good)
}
