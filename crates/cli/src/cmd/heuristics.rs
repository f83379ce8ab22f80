//! `tilebench heuristics`: what is known of each.

use std::io::Write;

use anyhow::Result;
use clap::Args;
use serde_json::{Value, json};
use tilebench_runner::catalog::{HeuristicChoice, heuristics};

use crate::{Out, Verdict};

/// List the heuristics, weakest first.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Lists the heuristics.
pub(crate) fn run(arguments: &Arguments, out: &mut Out<'_>) -> Result<Verdict> {
    if arguments.json {
        writeln!(out, "{:#}", heuristics().iter().map(described).collect::<Value>())?;
        return Ok(Verdict::Good);
    }
    let known = heuristics();
    let width = known.iter().map(|choice| choice.name().len()).max().unwrap_or(0);
    for choice in &known {
        let info = choice.info();
        let admissible = if info.admissible { "admissible" } else { "inadmissible" };
        let consistent = if info.consistent { "consistent" } else { "inconsistent" };
        writeln!(out, "{choice:width$}  {}: {}", info.title, info.summary)?;
        writeln!(out, "{:width$}  {admissible}, {consistent}; {}", "", info.reference)?;
    }
    Ok(Verdict::Good)
}

fn described(choice: &HeuristicChoice) -> Value {
    let info = choice.info();
    json!({
        "name": choice.name(),
        "title": info.title,
        "summary": info.summary,
        "reference": info.reference,
        "admissible": info.admissible,
        "consistent": info.consistent,
    })
}
