//! `tilebench explain`: prints the meaning of a name.

use std::io::Write;

use anyhow::{Result, bail};
use clap::Args;
use tilebench_runner::catalog::nearest;

use crate::reference::pages::ReferencePage;
use crate::reference::{ReferenceEntry, entries, find};
use crate::text::wrapped;
use crate::{Out, Verdict};

/// Explain a key of a file, an option, a column, a status, a proof, an algorithm, a heuristic, a cost model or an instance set.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The names to explain, such as `time_s` or `limits.time_s`; without a name, all names are listed.
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// Print a whole reference page as Markdown instead.
    #[arg(long, value_name = "PAGE", conflicts_with = "names")]
    page: Option<ReferencePage>,
}

/// The width of the text.
const WIDTH: usize = 100;

/// Explains the names.
pub(crate) fn run(arguments: &Arguments, out: &mut Out) -> Result<Verdict> {
    if let Some(page) = arguments.page {
        write!(out, "{}", page.markdown())?;
    } else if arguments.names.is_empty() {
        list(out)?;
    } else {
        // All of them are found before the first is printed.
        let found = arguments.names.iter().map(|name| find_entries(name)).collect::<Result<Vec<_>>>()?;
        for (at, entry) in found.iter().flatten().enumerate() {
            if at > 0 {
                writeln!(out)?;
            }
            print(entry, out)?;
        }
    }
    Ok(Verdict::Good)
}

/// The entries named `name`. No entry is an error.
fn find_entries(name: &str) -> Result<Vec<ReferenceEntry>> {
    let found = find(name);
    if !found.is_empty() {
        return Ok(found);
    }
    let names: Vec<String> = entries().into_iter().map(|entry| entry.name).collect();
    let shown: String = name.chars().take(60).collect::<String>().escape_debug().to_string();
    match nearest(&name.to_lowercase(), names.iter().map(String::as_str)) {
        Some(near) => bail!("unknown name '{shown}'; did you mean '{near}'?"),
        None => bail!("unknown name '{shown}': `tilebench explain` lists all names"),
    }
}

fn print(entry: &ReferenceEntry, out: &mut Out) -> Result<()> {
    writeln!(out, "{}: {}", entry.name, entry.what)?;
    writeln!(out, "{}", wrapped(&entry.meaning, "  ", WIDTH))?;
    for (label, fact) in &entry.facts {
        let text = wrapped(fact, &" ".repeat(14), WIDTH);
        writeln!(out, "  {label:12}{}", text.trim_start())?;
    }
    Ok(())
}

/// The names, group by group.
fn list(out: &mut Out) -> Result<()> {
    let entries = entries();
    for group in entries.chunk_by(|a, b| a.group == b.group) {
        let names: Vec<&str> = group.iter().map(|entry| entry.name.as_str()).collect();
        let group = group.first().map_or("", |entry| &entry.group);
        writeln!(out, "{group}\n{}\n", wrapped(&names.join(", "), "  ", WIDTH))?;
    }
    writeln!(out, "`tilebench explain NAME` explains one.")?;
    Ok(())
}
