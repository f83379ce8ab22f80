//! Targets whose numbers are the strings and states of automata that prune paths, which needs no runs.

use std::io::Write;

use anyhow::Result;
use tilebench_report::claims::AutomatonRecord;
use tilebench_runner::catalog::{BATCH_BYTES, BATCH_ORDER, StringAutomaton, duplicate_strings_in_batches};
use tilebench_runner::{machine, start_shared_pool};
use tilebench_sanitize::count::grouped;

use super::work::{ExecutionOutcome, TargetWork};
use crate::targets::AutomatonTarget;
use crate::text::approximate_duration;
use crate::{Out, version};

/// The depth at which the published branching factors were measured.
const BRANCHING_DEPTH: u32 = 25;

/// Counts the automata that are not recorded, as far as the budget allows; without a budget, all.
pub(super) fn count_missing(
    name: &str,
    work: &TargetWork,
    budget: Option<f64>,
    out: &mut Out,
) -> Result<ExecutionOutcome> {
    let mut missing: Vec<&AutomatonTarget> = Vec::new();
    for one in &work.automata {
        if AutomatonRecord::read(&work.results.join(one.name))?.is_none() {
            missing.push(one);
        }
    }
    if missing.is_empty() {
        writeln!(out, "{name}: nothing is left to compute")?;
        return Ok(ExecutionOutcome { is_done: true, seconds: 0.0 });
    }
    start_shared_pool()?;
    let mut spent = 0.0;
    for one in missing {
        let AutomatonTarget { name: automaton, size, depth, minutes } = *one;
        let seconds = f64::from(minutes) * 60.0;
        let duration = approximate_duration(seconds);
        if budget.is_some_and(|budget| budget < spent + seconds) {
            writeln!(out, "{name}: {automaton} takes about {duration}, which exceeds the budget; it is not counted")?;
            continue;
        }
        writeln!(out, "{name}: {automaton} takes about {duration} on two cores")?;
        out.flush()?;
        let size = size.parse()?;
        let strings = duplicate_strings_in_batches(size, depth, BATCH_BYTES);
        let counted = StringAutomaton::new(&strings, BATCH_ORDER);
        let record = AutomatonRecord {
            strings: strings.len() as u64,
            states: counted.states() as u64,
            branching_factor: counted.branching_factor(size, BRANCHING_DEPTH),
            build: version::build(),
            machine: machine(),
        };
        record.write(&work.results.join(automaton))?;
        let (strings, states) = (grouped(record.strings), grouped(record.states));
        writeln!(out, "{name}: {automaton}: {strings} strings of up to {depth} moves on {size}, {states} states")?;
        spent += seconds;
    }
    Ok(ExecutionOutcome { is_done: true, seconds: spent })
}
