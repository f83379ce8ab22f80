//! `tilebench bounds`: bounds on the expansions of A* and of bidirectional searches, per instance.

mod requested_bounds;

use std::collections::HashSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, ensure};
use clap::Args;
use tilebench_runner::catalog::{
    HeuristicSpec, StopFlag, Tables, Termination, check_bounded, check_heuristic_domain, load_set,
};
use tilebench_runner::record::{Bounds, Folder, Manifest};
use tilebench_runner::{BoundsRequest, RunLimits, bounds, start_shared_pool};
use tilebench_sanitize::count::{counted, grouped};

use self::requested_bounds::{RequestedBounds, RequestedInstance};
use super::TableArguments;
use crate::text::{limit, seconds};
use crate::{Out, Verdict, print_stderr, signals};

/// Count the states that A* must expand, and those that no front-to-end bidirectional search can avoid.
#[derive(Debug, Args)]
#[command(after_long_help = MEANING)]
pub(crate) struct Arguments {
    /// A built-in set, a rule, or a CSV file.
    #[arg(value_name = "SET", required_unless_present = "results", conflicts_with = "results")]
    set: Option<String>,
    /// Only these instances, such as 1-10,79.
    #[arg(long, conflicts_with = "results")]
    ids: Option<String>,
    /// The heuristic, which must be consistent; `tilebench heuristics` lists them.
    #[arg(long, short = 'e', value_name = "NAME", default_value = "linear-conflict", conflicts_with = "results")]
    heuristic: String,
    /// Instead: every instance and heuristic of this result folder with a solution that was proved optimal. The bounds are added
    /// to bounds.csv in the folder.
    #[arg(long, value_name = "FOLDER")]
    results: Option<PathBuf>,
    /// Give an instance up after this many seconds.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    time_limit: Option<f64>,
    /// Give an instance up before more nodes than this are generated.
    #[arg(long, value_name = "NODES", value_parser = limit, allow_negative_numbers = true)]
    node_limit: Option<u64>,
    /// Give an instance up before the lists exceed this many MiB.
    #[arg(long, value_name = "MIB", value_parser = limit, allow_negative_numbers = true)]
    memory_limit: Option<u64>,
    /// Print the bounds as JSON, with the columns of bounds.csv as keys.
    #[arg(long, conflicts_with = "results")]
    json: bool,
    #[command(flatten)]
    tables: TableArguments,
}

const MEANING: &str = "\
With a consistent heuristic A* expands every state with f < C*, the cost of an optimal path, and no
state with f > C*. A front-to-end bidirectional search expands, of every pair of states that does
not prove that no path through both is cheaper than C*, the state forward or the one backward; the
minimum vertex cover of these pairs is the least number of expansions (Chen and others 2017). The
states with f <= C* are enumerated from the start and then from the goal, each as A* would.";

/// Computes the bounds.
pub(crate) fn run(arguments: &Arguments, out: &mut Out) -> Result<Verdict> {
    start_shared_pool()?;
    let enumeration = Enumeration {
        tables: arguments.tables.open(),
        limits: RunLimits {
            time_s: arguments.time_limit,
            nodes: arguments.node_limit,
            memory_mib: arguments.memory_limit,
            ..RunLimits::default()
        },
        cancel: signals::on_ctrl_c()?,
    };
    match (&arguments.results, &arguments.set) {
        (Some(results), _) => of_results(results, &enumeration, out),
        (None, set) => of_set(set.as_deref().unwrap_or_default(), arguments, &enumeration, out),
    }
}

/// How bounds are computed.
struct Enumeration {
    tables: Tables,
    limits: RunLimits,
    cancel: Arc<StopFlag>,
}

impl Enumeration {
    /// The bounds of an instance; `None` if they were given up, which is reported.
    fn bounds(&self, requested: &RequestedInstance) -> Result<Option<Bounds>> {
        let RequestedInstance { set, instance, start, goal, heuristic, .. } = requested;
        let request = BoundsRequest { start, goal, heuristic, limits: self.limits };
        let (found, wall_s) = bounds(&request, &self.tables, &self.cancel)?;
        let found = match found {
            Ok(found) => found,
            Err(end) => {
                print_stderr(&format!("{set} {instance}, {heuristic}: {}", given_up(end)));
                return Ok(None);
            }
        };
        Ok(Some(Bounds {
            set: set.clone(),
            instance: instance.clone(),
            heuristic: heuristic.to_string(),
            cost: found.cost.into(),
            from_start_must: found.from_start.must,
            from_start_may: found.from_start.may,
            from_goal_must: found.from_goal.must,
            from_goal_may: found.from_goal.may,
            cover: found.cover,
            wall_s,
        }))
    }

    fn is_cancelled(&self) -> bool {
        self.cancel.raised().is_some()
    }
}

/// Why there are no bounds, with the remedy.
fn given_up(end: Termination) -> &'static str {
    match end {
        Termination::TimeLimit => "given up at the time limit: increase --time-limit",
        Termination::NodeLimit => "given up at the node limit: increase --node-limit",
        Termination::MemoryLimit => "given up at the memory limit: increase --memory-limit",
        _ => "cancelled",
    }
}

/// Prints the bounds of the instances of a set.
fn of_set(set: &str, arguments: &Arguments, enumeration: &Enumeration, out: &mut Out) -> Result<Verdict> {
    let heuristic = HeuristicSpec::new(&arguments.heuristic)?;
    check_bounded(&heuristic)?;
    let set = load_set(set)?;
    let set = arguments.ids.as_deref().map_or_else(|| Ok(set.clone()), |ids| set.select(ids))?;
    let goal = set.goal.state()?;
    check_heuristic_domain(&heuristic, &goal)?;
    let mut rows = Vec::new();
    let width = set.instances.iter().map(|instance| instance.id.len()).max().unwrap_or(0).max(8);
    if !arguments.json {
        print_header(width, out)?;
    }
    for instance in &set.instances {
        let requested = RequestedInstance {
            set: set.name.clone(),
            instance: instance.id.clone(),
            start: instance.start.clone(),
            goal: goal.clone(),
            heuristic: heuristic.clone(),
        };
        if let Some(found) = enumeration.bounds(&requested)? {
            if !arguments.json {
                print_row(&found.instance, width, &found, out)?;
            }
            rows.push(found);
        } else if enumeration.is_cancelled() {
            break;
        }
    }
    if arguments.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&rows)?)?;
    }
    Ok(if rows.len() == set.instances.len() { Verdict::Good } else { Verdict::Bad })
}

/// Adds the missing bounds of a result folder, the easiest instances first.
fn of_results(results: &Path, enumeration: &Enumeration, out: &mut Out) -> Result<Verdict> {
    let reading = || format!("cannot compute the bounds of {}", results.display());
    let folder = Folder::open(results).with_context(reading)?;
    let request = RequestedBounds::read(&folder).with_context(reading)?;
    let with_costs = counted(request.with_costs, "run");
    ensure!(
        !request.instances.is_empty(),
        "{} has no solution that was proved optimal with a consistent heuristic{}",
        folder.path().display(),
        if request.with_costs > 0 { " under unit costs and with moves of single tiles" } else { "" }
    );
    let mut log = folder.bounds_log().with_context(reading)?;
    log.repairs().iter().for_each(|repair| print_stderr(&repair.to_string()));
    if let Some(manifest) = folder.manifest().with_context(reading)?
        && manifest.bounds != request.configurations
    {
        folder.write_manifest(&Manifest { bounds: request.configurations, ..manifest })?;
    }
    let recorded: HashSet<_> = log.recorded().iter().map(|row| (&*row.set, &*row.instance, &*row.heuristic)).collect();
    let is_missing = |one: &&RequestedInstance| !recorded.contains(&(&*one.set, &*one.instance, one.heuristic.name()));
    let missing: Vec<&RequestedInstance> = request.instances.iter().filter(is_missing).collect();
    let label = |one: &RequestedInstance| format!("{} {}, {}", one.set, one.instance, one.heuristic);
    let width = missing.iter().map(|board| label(board).len()).max().unwrap_or(0).max(8);
    if !missing.is_empty() {
        print_header(width, out)?;
    }
    let mut added = 0;
    for requested in &missing {
        if let Some(found) = enumeration.bounds(requested)? {
            log.append(&found)?;
            print_row(&label(requested), width, &found, out)?;
            added += 1;
        } else if enumeration.is_cancelled() {
            break;
        }
    }
    let known = request.instances.len() - missing.len();
    writeln!(
        out,
        "{} bounds were recorded before, {} were added, {} are missing",
        grouped(known as u64),
        grouped(added as u64),
        grouped((missing.len() - added) as u64)
    )?;
    if request.with_costs > 0 {
        writeln!(out, "Left out: {with_costs} of other cost models than unit, or of moves of several tiles")?;
    }
    writeln!(out, "To compare the searches with them: tilebench report {}", folder.path().display())?;
    Ok(if added == missing.len() { Verdict::Good } else { Verdict::Bad })
}

fn print_header(width: usize, out: &mut Out) -> Result<()> {
    let empty = "";
    writeln!(
        out,
        "{empty:width$}  {empty:>4}  {:>27}  {:>27}  {:>13}",
        "states from the start", "states from the goal", "minimum"
    )?;
    let columns = ["f < C*", "f <= C*", "f < C*", "f <= C*", "vertex cover"].map(|title| format!("{title:>13}"));
    writeln!(out, "{:width$}  {:>4} {}  {:>9}", "instance", "C*", columns.join(" "), "seconds")?;
    out.flush()?;
    Ok(())
}

fn print_row(label: &str, width: usize, bounds: &Bounds, out: &mut Out) -> Result<()> {
    let Bounds { cost, from_start_must, from_start_may, from_goal_must, from_goal_may, cover, wall_s, .. } = bounds;
    let counts = [from_start_must, from_start_may, from_goal_must, from_goal_may, cover];
    let counts = counts.map(|&count| format!("{:>13}", grouped(count)));
    writeln!(out, "{label:width$}  {cost:>4} {}  {wall_s:>9.3}", counts.join(" "))?;
    out.flush()?;
    Ok(())
}
