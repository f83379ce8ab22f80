//! `tilebench compare`: two configurations of a result folder, instance by instance.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use crate::text::quote;
use crate::{Out, Verdict};

/// Compare two configurations of a result folder: ratios with intervals, wins, paired tests.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The result folder.
    folder: PathBuf,
    /// The first configuration, by its name in the report; without names, the configurations are listed.
    #[arg(requires = "second")]
    first: Option<String>,
    /// The second configuration.
    second: Option<String>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Compares them, or lists the names that can be compared.
pub(crate) fn run(arguments: &Arguments, out: &mut Out<'_>) -> Result<Verdict> {
    let Arguments { folder, first, second, json } = arguments;
    let (Some(first), Some(second)) = (first, second) else {
        list(arguments, out)?;
        return Ok(Verdict::Good);
    };
    let comparison = tilebench_report::compare(folder, first, second)?;
    if *json {
        writeln!(out, "{:#}", serde_json::to_value(&comparison)?)?;
    } else {
        write!(out, "{}", comparison.text())?;
    }
    Ok(Verdict::Good)
}

/// Lists the configurations, with the command that compares the first two.
fn list(arguments: &Arguments, out: &mut Out<'_>) -> Result<()> {
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
