//! `tilebench heuristics`: what is known of each.

use std::io::Write;

use anyhow::Result;
use clap::Args;
use serde_json::{Value, json};
use tilebench_runner::catalog::{HeuristicInfo, heuristics};

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
    let width = heuristics().iter().map(|heuristic| heuristic.name.len()).max().unwrap_or(0);
    for heuristic in heuristics() {
        let admissible = if heuristic.admissible { "admissible" } else { "inadmissible" };
        let consistent = if heuristic.consistent { "consistent" } else { "inconsistent" };
        writeln!(out, "{:width$}  {}: {}", heuristic.name, heuristic.title, heuristic.summary)?;
        writeln!(out, "{:width$}  {admissible}, {consistent}; {}", "", heuristic.reference)?;
    }
    Ok(Verdict::Good)
}

fn described(heuristic: &HeuristicInfo) -> Value {
    json!({
        "name": heuristic.name,
        "title": heuristic.title,
        "summary": heuristic.summary,
        "reference": heuristic.reference,
        "admissible": heuristic.admissible,
        "consistent": heuristic.consistent,
    })
}
