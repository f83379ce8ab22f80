//! `tilebench algorithms`: lists the algorithms and their properties.

use std::io::Write;

use anyhow::Result;
use clap::Args;
use serde_json::{Value, json};
use tilebench_runner::catalog::{Algorithm, AnyOption, algorithms};

use crate::{Out, Verdict};

/// List the algorithms with their guarantees and options.
#[derive(Debug, Args)]
#[command(after_long_help = super::COUNTING)]
pub(crate) struct Arguments {
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Lists the algorithms.
pub(crate) fn run(arguments: &Arguments, out: &mut Out) -> Result<Verdict> {
    if arguments.json {
        writeln!(out, "{:#}", algorithms().iter().map(|algorithm| algorithm_json(algorithm)).collect::<Value>())?;
        return Ok(Verdict::Good);
    }
    for algorithm in algorithms() {
        let informed = if algorithm.informed { "takes a heuristic" } else { "takes no heuristic" };
        writeln!(out, "{:8}  {}: {}", algorithm.name, algorithm.title, algorithm.summary)?;
        writeln!(out, "{:10}guarantee {}, {informed}; {}", "", algorithm.guarantee, algorithm.reference)?;
        for option in algorithm.options {
            writeln!(out, "{:10}{} = {}; default {}", "", option.name(), option.values(), option.default())?;
            writeln!(out, "{:12}{}", "", option.summary())?;
            if let Some(renaming) = option.renaming() {
                writeln!(out, "{:12}{renaming}", "")?;
            }
        }
    }
    Ok(Verdict::Good)
}

fn algorithm_json(algorithm: &Algorithm) -> Value {
    let option = |option: &&dyn AnyOption| {
        json!({
            "name": option.name(),
            "former": option.former().map(|former| former.name),
            "values": option.values(),
            "default": option.default(),
            "summary": option.summary(),
        })
    };
    json!({
        "name": algorithm.name,
        "title": algorithm.title,
        "summary": algorithm.summary,
        "reference": algorithm.reference,
        "guarantee": algorithm.guarantee.to_string(),
        "guided": algorithm.informed,
        "options": algorithm.options.iter().map(option).collect::<Vec<_>>(),
    })
}
