//! `tilebench check-solver`: checks an external program.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, bail, ensure};
use clap::Args;
use tilebench_runner::{ConformanceCheck, ConformanceReport, Experiment, Finding, Launcher, Solver, check_solver};
use tilebench_sanitize::message::excerpt;

use super::worker;
use crate::{Out, Verdict, builtin, signals};

/// Run an external solver on boards with known answers and report its faults.
///
/// For each size and goal of the solver's instances (3x3 and 4x4 if it has none), the boards are the goal itself, easy
/// boards, an unsolvable board, and a hard board under a limit of one second.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The experiment file, or a file that contains only tables `[[solver]]`.
    file: PathBuf,
    /// Check only the solver of this name.
    #[arg(long, value_name = "NAME")]
    solver: Option<String>,
    /// Print the checks as JSON.
    #[arg(long)]
    json: bool,
}

/// Checks the programs.
pub(crate) fn run(arguments: &Arguments, out: &mut Out) -> Result<Verdict> {
    let experiment = Experiment::load_solvers(&arguments.file)?;
    builtin::note_renamed(&experiment);
    let chosen = chosen(&experiment, arguments.solver.as_deref())?;
    let cancel = signals::on_ctrl_c()?;
    let starter = worker::starter()?;
    let mut all = Vec::new();
    for solver in chosen {
        let launcher = Launcher { starter: Some(&starter), alone: true };
        let Some(conformance) = check_solver(&experiment, solver, launcher, &cancel)? else { continue };
        if !arguments.json {
            print(&conformance, out)?;
            out.flush()?;
        }
        all.push(conformance);
    }
    if arguments.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&all)?)?;
    }
    Ok(if all.iter().all(ConformanceReport::is_sound) { Verdict::Good } else { Verdict::Bad })
}

/// The solvers with a command, or the one of this name.
fn chosen<'a>(experiment: &'a Experiment, name: Option<&str>) -> Result<Vec<&'a Solver>> {
    let commands = experiment.solvers.iter().filter(|solver| solver.program.command().is_some());
    let all: Vec<&Solver> = commands.collect();
    ensure!(!all.is_empty(), "no solver has a command: only external solvers are checked");
    let Some(name) = name else { return Ok(all) };
    let chosen: Vec<&Solver> = all.iter().copied().filter(|solver| solver.name == name).collect();
    if chosen.is_empty() {
        let names: Vec<&str> = all.iter().map(|solver| solver.name.as_str()).collect();
        bail!("no solver with a command is named '{}'; known are {}", excerpt(name), names.join(", "));
    }
    Ok(chosen)
}

fn print(conformance: &ConformanceReport, out: &mut Out) -> Result<()> {
    let ConformanceReport { solver, checks } = conformance;
    let width = checks.iter().map(|check| check.what.len()).max().unwrap_or(0);
    let mut place = None;
    for ConformanceCheck { size, goal, what, finding, detail } in checks {
        if place != Some((size, goal)) {
            writeln!(out, "{solver} on {size}, goal {goal}")?;
            place = Some((size, goal));
        }
        let finding = match finding {
            Finding::Ok => "ok",
            Finding::Note => "note",
            Finding::Wrong => "WRONG",
        };
        writeln!(out, "  {finding:5}  {what:width$}  {detail}")?;
    }
    let wrong = checks.iter().filter(|check| check.finding == Finding::Wrong).count();
    writeln!(out, "{} checks, {wrong} wrong", checks.len())?;
    Ok(())
}
