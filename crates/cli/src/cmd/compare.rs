//! `tilebench compare`: two configurations of a result folder, or configurations and published runs, instance by instance.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, bail, ensure};
use clap::Args;

use super::published;
use crate::text::quote;
use crate::{Out, Verdict};

/// Compare two configurations of a result folder, or configurations with published runs: ratios with intervals, wins,
/// paired tests.
///
/// The published runs, on instance sets of the program: published:korf-1985, published:korf-felner-2002 and others, which
/// the message for an unknown name lists. Counts are converted to the convention of the publication first (count-as).
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The result folder.
    folder: PathBuf,
    /// The first configuration, by its name in the report; without names, the configurations are listed. Or published
    /// runs, published:NAME, with which all configurations are compared.
    first: Option<String>,
    /// The second configuration, or published runs.
    second: Option<String>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Compares them, or lists the names that can be compared.
pub(crate) fn run(arguments: &Arguments, out: &mut Out) -> Result<Verdict> {
    let Arguments { folder, first, second, json } = arguments;
    let (first, second) = match (first.as_deref(), second.as_deref()) {
        (None, _) => {
            list(arguments, out)?;
            return Ok(Verdict::Good);
        }
        (Some(first), None) => match first.strip_prefix(published::PREFIX) {
            Some(name) => return with_published(arguments, None, name, out),
            None => bail!("'{first}' is compared with nothing: name <SECOND>, another configuration or published:NAME"),
        },
        (Some(first), Some(second)) => (first, second),
    };
    ensure!(!first.starts_with(published::PREFIX), "published runs are the second of two: write them after '{second}'");
    if let Some(name) = second.strip_prefix(published::PREFIX) {
        return with_published(arguments, Some(first), name, out);
    }
    let comparison = tilebench_report::compare(folder, first, second)?;
    if *json {
        writeln!(out, "{:#}", serde_json::to_value(&comparison)?)?;
    } else {
        write!(out, "{}", comparison.text())?;
    }
    Ok(Verdict::Good)
}

/// Compares the configuration `solver`, or all, with the published runs `name`.
fn with_published(arguments: &Arguments, solver: Option<&str>, name: &str, out: &mut Out) -> Result<Verdict> {
    let comparisons = tilebench_report::compare_published(&arguments.folder, solver, &published::named(name)?)?;
    if arguments.json {
        writeln!(out, "{:#}", serde_json::to_value(&comparisons)?)?;
    } else {
        write!(out, "{}", tilebench_report::published_text(&comparisons))?;
    }
    Ok(Verdict::Good)
}

/// Lists the configurations, with the command that compares the first two.
fn list(arguments: &Arguments, out: &mut Out) -> Result<()> {
    let Arguments { folder, json, .. } = arguments;
    let configurations = tilebench_report::configurations(folder)?;
    if *json {
        writeln!(out, "{:#}", serde_json::to_value(&configurations)?)?;
        return Ok(());
    }
    let shown = folder.display();
    writeln!(out, "{} configurations in {shown}:", configurations.len())?;
    let width = configurations.iter().map(|one| one.name.chars().count()).max().unwrap_or(0);
    for one in &configurations {
        let sets: Vec<String> =
            one.sets.iter().map(|set| format!("{}: {} of {} solved", set.set, set.solved, set.instances)).collect();
        writeln!(out, "  {:width$}  {}", one.name, sets.join("; "))?;
    }
    if let [first, second, ..] = &configurations[..] {
        let words = [&shown.to_string(), &first.name, &second.name].map(|word| quote(word));
        writeln!(out, "compare two of them with: tilebench compare {}", words.join(" "))?;
    }
    Ok(())
}
