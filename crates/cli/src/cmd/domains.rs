//! `tilebench domains`: lists the domains beside sliding tiles.

use std::io::Write;

use anyhow::Result;
use clap::Args;
use serde_json::{Value, json};
use tilebench_runner::catalog::{DomainInfo, Registry, heuristics};

use crate::{Out, Verdict};

/// List the domains other than sliding tiles, with their states, cost models and heuristics.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Lists the domains.
pub(crate) fn run(arguments: &Arguments, out: &mut Out) -> Result<Verdict> {
    let domains = Registry::get().domains();
    if arguments.json {
        writeln!(out, "{:#}", domains.into_iter().map(domain_json).collect::<Value>())?;
        return Ok(Verdict::Good);
    }
    for info in domains {
        let DomainInfo { name, title, summary, reference, state, operator, size } = info;
        let costs = Registry::get().costs_of_domain(name);
        writeln!(out, "{name:9} {title}: {summary}")?;
        writeln!(out, "{:10}state: {state}; operator: {operator}; {reference}", "")?;
        writeln!(out, "{:10}instances: {name}:SIZE:100:seed=1, where SIZE is {size}", "")?;
        writeln!(out, "{:10}costs: {}; heuristics: blind, {}", "", costs.join(", "), heuristics_of(name).join(", "))?;
    }
    Ok(Verdict::Good)
}

/// The names of the heuristics of a domain.
fn heuristics_of(domain: &str) -> Vec<String> {
    let of_domain = heuristics().into_iter().filter(|spec| spec.domain() == Some(domain));
    of_domain.map(|spec| spec.name().to_owned()).collect()
}

fn domain_json(info: &DomainInfo) -> Value {
    json!({
        "name": info.name,
        "title": info.title,
        "summary": info.summary,
        "reference": info.reference,
        "state": info.state,
        "operator": info.operator,
        "size": info.size,
        "costs": Registry::get().costs_of_domain(info.name),
        "heuristics": heuristics_of(info.name),
    })
}
