//! The subcommands, one file each.

mod algorithms;
mod audit;
mod bounds;
mod check_solver;
mod compare;
mod compare_programs;
mod completions;
mod count_as;
mod depths;
mod domains;
mod eta;
mod explain;
mod help;
mod heuristics;
mod init;
mod instances;
mod man;
mod merge;
mod own_claims;
mod parity;
mod pdb;
mod plot;
mod predict;
mod published;
mod report;
mod reproduce;
mod run;
mod solve;
mod status;
mod submit;
mod trial;
mod verify;
pub(crate) mod worker;

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::{Args, Subcommand};
use tilebench_runner::catalog::{CostModel, Metric, Registry, Tables};
use tilebench_runner::{ProgressOutput, check_scratch, scratch_folder};

use crate::{Out, Verdict};

/// The subcommands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Solve(solve::Arguments),
    Try(trial::Arguments),
    Init(init::Arguments),
    Run(run::Arguments),
    Submit(submit::Arguments),
    Status(status::Arguments),
    Merge(merge::Arguments),
    Report(report::Arguments),
    Plot(plot::Arguments),
    Compare(compare::Arguments),
    ComparePrograms(compare_programs::Arguments),
    CountAs(count_as::Arguments),
    Predict(predict::Arguments),
    Eta(eta::Arguments),
    Bounds(bounds::Arguments),
    Reproduce(reproduce::Arguments),
    Verify(verify::Arguments),
    Instances(instances::Arguments),
    Parity(parity::Arguments),
    Algorithms(algorithms::Arguments),
    Heuristics(heuristics::Arguments),
    Domains(domains::Arguments),
    Explain(explain::Arguments),
    Audit(audit::Arguments),
    CheckSolver(check_solver::Arguments),
    Depths(depths::Arguments),
    Pdb(pdb::Arguments),
    Completions(completions::Arguments),
    Man(man::Arguments),
    Help(help::Arguments),
    #[command(hide = true)]
    Worker(worker::Arguments),
}

impl Command {
    /// Executes the subcommand.
    pub(crate) fn run(&self, out: &mut Out) -> Result<Verdict> {
        if !self.is_listing() {
            out.get_mut().outlive_reader();
        }
        match self {
            Self::Solve(arguments) => solve::run(arguments, out),
            Self::Try(arguments) => trial::run(arguments, out),
            Self::Init(arguments) => init::run(arguments, out),
            Self::Run(arguments) => run::run(arguments, out),
            Self::Submit(arguments) => submit::run(arguments, out),
            Self::Status(arguments) => status::run(arguments, out),
            Self::Merge(arguments) => merge::run(arguments, out),
            Self::Report(arguments) => report::run(arguments, out),
            Self::Plot(arguments) => plot::run(arguments, out),
            Self::Compare(arguments) => compare::run(arguments, out),
            Self::CountAs(arguments) => count_as::run(arguments, out),
            Self::ComparePrograms(arguments) => compare_programs::run(arguments, out),
            Self::Predict(arguments) => predict::run(arguments, out),
            Self::Eta(arguments) => eta::run(arguments, out),
            Self::Bounds(arguments) => bounds::run(arguments, out),
            Self::Reproduce(arguments) => reproduce::run(arguments, out),
            Self::Verify(arguments) => verify::run(arguments, out),
            Self::Instances(arguments) => instances::run(arguments, out),
            Self::Parity(arguments) => parity::run(arguments, out),
            Self::Algorithms(arguments) => algorithms::run(arguments, out),
            Self::Heuristics(arguments) => heuristics::run(arguments, out),
            Self::Domains(arguments) => domains::run(arguments, out),
            Self::Explain(arguments) => explain::run(arguments, out),
            Self::Audit(arguments) => audit::run(arguments, out),
            Self::CheckSolver(arguments) => check_solver::run(arguments, out),
            Self::Depths(arguments) => depths::run(arguments, out),
            Self::Pdb(arguments) => pdb::run(arguments, out),
            Self::Completions(arguments) => completions::run(arguments, out),
            Self::Man(arguments) => man::run(arguments, out),
            Self::Help(arguments) => help::run(arguments, out),
            Self::Worker(arguments) => worker::run(arguments),
        }
    }

    /// Whether it only prints, and ends with the reader of its output. The others write files or end with a verdict.
    fn is_listing(&self) -> bool {
        matches!(
            self,
            Self::Solve(_)
                | Self::Try(_)
                | Self::Status(_)
                | Self::Compare(_)
                | Self::CountAs(_)
                | Self::Eta(_)
                | Self::Instances(_)
                | Self::Algorithms(_)
                | Self::Heuristics(_)
                | Self::Domains(_)
                | Self::Explain(_)
                | Self::Depths(_)
                | Self::Completions(_)
                | Self::Man(_)
                | Self::Help(_)
        )
    }
}

/// The folder of the shards of an experiment; they are merged into its own folder, `whole`.
fn shards_folder(whole: &Path) -> PathBuf {
    let mut name = whole.as_os_str().to_owned();
    name.push(".shards");
    name.into()
}

/// The weight and the options of an algorithm.
#[derive(Debug, Args)]
pub(crate) struct OptionArguments {
    /// The weight on the heuristic, at least 1, such as 1.5 or 4/3.
    #[arg(long, short, value_name = "W", allow_negative_numbers = true)]
    weight: Option<String>,
    /// An option of the algorithm; may be given several times.
    #[arg(long = "option", value_name = "KEY=VALUE", value_parser = key_and_value)]
    options: Vec<(String, String)>,
}

impl OptionArguments {
    /// The options with their values, the weight among them.
    fn all(&self) -> Vec<(String, String)> {
        let weight = self.weight.iter().map(|weight| ("weight".to_owned(), weight.clone()));
        self.options.iter().cloned().chain(weight).collect()
    }
}

/// Reads an option of an algorithm.
fn key_and_value(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((key, value)) => Ok((key.trim().to_owned(), value.trim().to_owned())),
        None => Err("write it as KEY=VALUE, such as tie=low-g".to_owned()),
    }
}

/// The definition and the cost of a move.
#[derive(Debug, Args)]
pub(crate) struct CostArguments {
    /// The metric: single (a move is one tile by one cell) or multi (a slide of several tiles is one move).
    #[arg(long, value_name = "METRIC", default_value_t = Metric::Single)]
    pub(crate) metric: Metric,
    /// The cost model: unit, heavy (the tile's number t), inverse (1/t), sqrt, reverse (cells - t) or unit-fraction (1 + 1/(1 + t)).
    #[arg(long, value_name = "MODEL", default_value = "unit")]
    cost: String,
}

impl CostArguments {
    /// The cost model of that name.
    pub(crate) fn model(&self) -> Result<&'static CostModel> {
        Registry::get().find_cost_model(&self.cost).context("--cost")
    }
}

/// The folder of the tables of heuristics, and how they are read.
#[derive(Debug, Args)]
pub(crate) struct TableArguments {
    /// The folder of the heuristics' tables [default: `$TILEBENCH_TABLES`, else tilebench/tables in the cache folder].
    #[arg(long = "tables", value_name = "DIR", global = true)]
    folder: Option<PathBuf>,
    /// Copy every table into the memory of each process before it is checked, for folders that others can write, such as
    /// those of shared file systems; otherwise processes share the files of small tables.
    #[arg(long = "copy-tables", global = true)]
    copied: bool,
}

impl TableArguments {
    /// The folder given on the command line.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// Whether each process copies them.
    pub(crate) fn are_copied(&self) -> bool {
        self.copied
    }

    /// The tables; building them is reported on standard error.
    pub(crate) fn open(&self) -> Tables {
        let tables = tilebench_runner::tables(self.path(), ProgressOutput::Stderr);
        if self.copied { tables.copied() } else { tables }
    }

    /// The arguments by which another process of this program uses the same tables.
    pub(crate) fn arguments(&self) -> Vec<OsString> {
        let folder = self.path().into_iter().flat_map(|folder| ["--tables".into(), folder.into()]);
        folder.chain(self.copied.then(|| "--copy-tables".into())).collect()
    }
}

/// The folder for the files of searches that exceed their memory.
#[derive(Debug, Args)]
pub(crate) struct ScratchArguments {
    /// The folder for temporary files of a search, which should be on a disk and not in memory [default:
    /// `$TILEBENCH_SCRATCH`, else the system's folder for temporary files].
    #[arg(id = "scratch", long = "scratch", value_name = "DIR")]
    folder: Option<PathBuf>,
}

impl ScratchArguments {
    /// The folder, which must exist.
    pub(crate) fn folder(&self) -> Result<PathBuf> {
        let folder = scratch_folder(self.folder.as_deref());
        ensure!(
            folder.is_dir(),
            "the scratch folder {} does not exist: create it, or name another with --scratch",
            folder.display()
        );
        // Most searches write nothing into the default folder.
        if folder != std::env::temp_dir() {
            check_scratch(&folder).with_context(|| {
                format!("cannot write to the scratch folder {}: name another with --scratch", folder.display())
            })?;
        }
        Ok(folder)
    }
}

/// The definitions of all counts, for the long help of the commands that print counts.
const COUNTING: &str = tilebench_report::COUNTING;
