//! `tilebench try`: a configuration next to a baseline, on a few instances.

mod table;

use std::io::Write;

use anyhow::{Context, Result, ensure};
use clap::Args;
use tilebench_runner::catalog::{
    Configuration, Instance, InstanceSet, Metric, OperatorOrder, Size, TILES, algorithms, check_domain, load_set,
};
use tilebench_runner::record::{Proof, Run, Status};
use tilebench_runner::{RunLimits, Searches, SolveRequest, solve};

use super::solve::default_heuristic;
use super::{OptionArguments, ScratchArguments, TableArguments};
use crate::text::{limit, seconds};
use crate::{Out, Verdict, signals};

/// Try a configuration on ten instances: its lengths, and its nodes and those of a baseline.
#[derive(Debug, Args)]
#[command(after_long_help = CHOICES)]
pub(crate) struct Arguments {
    /// The algorithm; `tilebench algorithms` lists them.
    #[arg(long, short, value_name = "NAME", default_value = "idastar")]
    algorithm: String,
    /// The heuristic, if the algorithm takes one; `tilebench heuristics` lists them.
    #[arg(long, short = 'e', value_name = "NAME")]
    heuristic: Option<String>,
    #[command(flatten)]
    options: OptionArguments,
    /// The instance set: a name, a rule or a CSV file.
    #[arg(long, value_name = "SET", conflicts_with_all = ["rows", "cols"])]
    instances: Option<String>,
    /// The number of rows of ten random instances.
    #[arg(long, requires = "cols")]
    rows: Option<usize>,
    /// The number of columns.
    #[arg(long, requires = "rows")]
    cols: Option<usize>,
    /// Stop each search before it generates more nodes than this.
    #[arg(long, value_name = "NODES", default_value_t = 10_000_000, value_parser = limit, allow_negative_numbers = true)]
    node_limit: u64,
    /// Stop each search after this many seconds.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    time_limit: Option<f64>,
    #[command(flatten)]
    tables: TableArguments,
    #[command(flatten)]
    scratch: ScratchArguments,
}

const CHOICES: &str = "\
Instances: every second of the twenty instances of Korf 1985 that take IDA* with Manhattan distance the
fewest nodes (0.5 to 6 million); ten random 8-puzzle instances if the algorithm takes no heuristic; ten
random instances of the size given; or all of the set given.

Baseline: the same algorithm and options with Manhattan distance, or the first heuristic of another
domain than tiles. If the algorithm takes no heuristic, or this heuristic is the one to be tried, IDA*
with this heuristic; if that is tried, A*.

Exit code 1: a path that is claimed to be shortest is not, or is shorter than the shortest length that
is known, from the set or by the proof of the baseline.";

/// Of the twenty instances of Korf 1985 with the fewest nodes of IDA* with Manhattan distance, every second one.
const EASY_KORF: &str = "79,42,97,94,93,74,30,31,73,45";

/// An instance, searched by both configurations.
pub(crate) struct Trial {
    /// The instance.
    pub(crate) instance: Instance,
    /// The run of the configuration that is tried.
    pub(crate) run: Run,
    /// The run of the baseline.
    pub(crate) baseline: Run,
}

impl Trial {
    /// The shortest length, if the set states it or the baseline proved it.
    fn shortest(&self) -> Option<u32> {
        let proved = self.baseline.length.filter(|_| self.baseline.proof == Proof::Optimal);
        self.instance.optimal.or(proved)
    }

    /// The contradiction of the length found with the shortest length known, if there is one.
    fn contradiction(&self) -> Option<String> {
        let (length, shortest) = (self.run.length?, self.shortest()?);
        let is_wrong = length < shortest || (length > shortest && self.run.proof == Proof::Optimal);
        let claim = if self.run.proof == Proof::Optimal { "moves, claimed to be fewest" } else { "moves" };
        is_wrong
            .then(|| format!("instance {}: {length} {claim}, but the shortest path has {shortest}", self.instance.id))
    }
}

/// Tries the configuration.
pub(crate) fn run(arguments: &Arguments, out: &mut Out) -> Result<Verdict> {
    let options = arguments.options.all();
    let configuration = Configuration::new(&arguments.algorithm, arguments.heuristic.as_deref(), &options)?;
    let set = instances(arguments)?;
    let baseline = baseline(&configuration, &options, set.goal.domain())?;
    check_domain(&configuration, &set.goal.state()?)?;
    let scratch = arguments.scratch.folder()?;
    let searches = Searches::with_tables(arguments.tables.open()).with_scratch(scratch);
    let cancel = signals::on_ctrl_c()?;
    let limits = RunLimits { nodes: Some(arguments.node_limit), time_s: arguments.time_limit, ..RunLimits::default() };
    let search = |configuration: &Configuration, instance: &Instance| -> Result<Run> {
        let request = SolveRequest {
            set: set.name.clone(),
            // Without its known length, with which the lengths of both runs are compared below.
            instance: Instance::new(&instance.id, instance.start.clone()),
            goal: set.goal.clone(),
            configuration: configuration.clone(),
            order: OperatorOrder::default(),
            seed: 0,
            limits,
        };
        let (run, _) = solve(&request, &searches, &cancel)?;
        ensure!(run.status != Status::Unsupported, "{}", run.message);
        Ok(run)
    };
    writeln!(out, "{}: {} against {}", set.name, configuration.name(), baseline.name())?;
    table::write_header(out)?;
    let mut trials = Vec::new();
    for instance in &set.instances {
        let run = search(&configuration, instance)?;
        let trial = Trial { instance: instance.clone(), run, baseline: search(&baseline, instance)? };
        table::write_row(&trial, out)?;
        // Rows appear while later instances are searched.
        out.flush()?;
        let is_cancelled = [&trial.run, &trial.baseline].iter().any(|run| run.status == Status::Cancelled);
        trials.push(trial);
        if is_cancelled {
            break;
        }
    }
    table::write_summary(&trials, out)?;
    let contradictions: Vec<String> = trials.iter().filter_map(Trial::contradiction).collect();
    for contradiction in &contradictions {
        writeln!(out, "{contradiction}")?;
    }
    Ok(if contradictions.is_empty() { Verdict::Good } else { Verdict::Bad })
}

/// The configuration with which `tried` is compared.
fn baseline(tried: &Configuration, options: &[(String, String)], domain: &str) -> Result<Configuration> {
    let simple = if domain == TILES { MANHATTAN.to_owned() } else { default_heuristic(domain, Metric::Single) };
    let name = tried.algorithm().name;
    let is_simple = tried.heuristic().is_some_and(|heuristic| heuristic.name() == simple);
    let (algorithm, options) = match (tried.heuristic(), name) {
        (Some(_), "idastar") if is_simple => ("astar", &[][..]),
        (Some(_), name) if !is_simple => (name, options),
        _ => ("idastar", &[][..]),
    };
    Ok(Configuration::new(algorithm, Some(&simple), options)?)
}

/// The heuristic of the baseline for tiles.
const MANHATTAN: &str = "manhattan";

/// The instances that the arguments name, or the default ones.
fn instances(arguments: &Arguments) -> Result<InstanceSet> {
    let random = |size: Size| Ok(load_set(&format!("random:{size}:10:seed=1"))?);
    match (&arguments.instances, arguments.rows, arguments.cols) {
        (Some(set), ..) => load_set(set).context("--instances"),
        (None, Some(rows), Some(cols)) => random(Size::new(rows, cols)?),
        _ if algorithms().iter().any(|known| known.name == arguments.algorithm && known.informed) => {
            Ok(load_set("korf100")?.select(EASY_KORF)?)
        }
        _ => random(Size::new(3, 3)?),
    }
}

#[cfg(test)]
mod tests {
    use tilebench_runner::catalog::published_column;

    use super::*;

    #[test]
    fn the_instances_are_every_second_of_the_twenty_easiest() {
        let mut counts = published_column("korf100", "ida_md_nodes").unwrap();
        counts.sort_by_key(|&(_, nodes)| nodes);
        let easy: Vec<String> = counts.into_iter().take(20).step_by(2).map(|(id, _)| id).collect();
        assert_eq!(easy.join(","), EASY_KORF);
    }

    #[test]
    fn the_baseline_differs_from_the_configuration_that_is_tried() {
        for (algorithm, heuristic, expected) in [
            ("idastar", Some("linear-conflict"), "idastar manhattan"),
            ("astar", Some("hamming"), "astar manhattan"),
            ("astar", Some("manhattan"), "idastar manhattan"),
            ("idastar", Some("manhattan"), "astar manhattan"),
            ("bfs", None, "idastar manhattan"),
        ] {
            let tried = Configuration::new(algorithm, heuristic, &[]).unwrap();
            assert_eq!(baseline(&tried, &[], TILES).unwrap().name(), expected);
        }
    }
}
