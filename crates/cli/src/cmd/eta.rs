//! `tilebench eta`: the quality of a heuristic, the share of the brute-force tree that it leaves to IDA*.

use std::io::Write;

use anyhow::{Context as _, Result};
use clap::{Args, ValueEnum};
use tilebench_runner::catalog::eta::{
    BlankWeighting, Eta, EtaBoards, EtaEstimate, ManhattanSums, branching_factor, eta,
};
use tilebench_runner::catalog::{Board, Goal, HeuristicSpec, Size};
use tilebench_runner::start_shared_pool;
use tilebench_sanitize::count::grouped;

use super::TableArguments;
use crate::{Out, Verdict};

/// Estimate the quality eta of a heuristic: the share of the brute-force search tree that it leaves to IDA*.
#[derive(Debug, Args)]
#[command(after_long_help = METHOD)]
pub(crate) struct Arguments {
    /// The heuristic; `tilebench heuristics` lists them.
    heuristic: String,
    /// The number of rows [default: 5, or that of a named partition].
    #[arg(long, requires = "cols")]
    rows: Option<usize>,
    /// The number of columns.
    #[arg(long, requires = "rows")]
    cols: Option<usize>,
    /// The goal: blank-first, blank-last, or an arrangement.
    #[arg(long, default_value = "blank-first")]
    goal: String,
    /// The number of random boards [default: all boards up to 10 cells, 1000000 random boards above].
    #[arg(long, value_name = "BOARDS", value_parser = clap::value_parser!(u64).range(1000..=100_000_000_000))]
    samples: Option<u64>,
    /// The seed of the random boards.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The distribution from which boards are drawn [default: manhattan].
    #[arg(long, value_name = "DISTRIBUTION")]
    sampling: Option<Sampling>,
    #[command(flatten)]
    tables: TableArguments,
}

/// The distribution from which boards are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Sampling {
    /// In proportion to b^-(Manhattan distance), for heuristics that are at least Manhattan distance.
    Manhattan,
    /// All boards with the same probability, for weak heuristics such as hamming.
    Uniform,
}

const METHOD: &str = "\
eta is the mean of w(v) b^-h(v) over all states v (Clausecker and Schintke 2021). b is the asymptotic branching factor of the
brute-force tree without inverse moves, and w weights the cell of the blank. The ratio of the etas of two heuristics estimates
the ratio of the nodes of IDA* on hard instances.

Up to 10 cells all boards are evaluated. The eta of Manhattan distance is exact on every size, in 384 MiB on 5x5. Other
heuristics are evaluated on random boards, drawn in proportion to b^-(Manhattan distance): rare boards of low estimates make up
almost all of eta, and a uniform sample of 5x5 does not contain them. The interval is the mean plus or minus 1.96 standard
errors. A line warns if a single board makes up over 1 % of the sum, since the interval is then too narrow.";

/// The maximum number of cells of a board size of which all boards are evaluated by default.
const MAX_ALL_CELLS: usize = 10;

/// The number of random boards by default.
const SAMPLES: u64 = 1_000_000;

/// The maximum share of one board in the sum of a reliable estimate.
const MAX_SHARE: f64 = 0.01;

/// The bounds of a 95 % interval, in standard errors.
const Z: f64 = 1.96;

/// Estimates eta.
pub(crate) fn run(arguments: &Arguments, out: &mut Out) -> Result<Verdict> {
    let heuristic = HeuristicSpec::new(&arguments.heuristic)?;
    let size = match (arguments.rows, arguments.cols) {
        (Some(rows), Some(cols)) => Size::new(rows, cols)?,
        _ => heuristic.size().map_or_else(|| Size::new(5, 5), Ok)?,
    };
    let goal = Goal::parse(&arguments.goal, Some(size)).context("--goal")?;
    start_shared_pool()?;
    let board = goal.board(size)?;
    let sums = ManhattanSums::new(&board)?;
    let table = EtaTable::new(arguments, &heuristic, &board, &sums)?;
    writeln!(
        out,
        "{heuristic} on {size}, goal {goal}\nb       {:.12}\nmethod  {}\n\n{}",
        branching_factor(size),
        table.method,
        table.lines()
    )?;
    if let Some(warning) = table.warning() {
        writeln!(out, "{warning}")?;
    }
    Ok(Verdict::Good)
}

/// The quality of a heuristic for each weighting of the blank, next to that of Manhattan distance.
struct EtaTable {
    method: String,
    /// The exact etas of Manhattan distance.
    manhattan: [f64; 3],
    /// The estimates; `None` for Manhattan distance itself.
    estimated: Option<Eta>,
    /// The distribution of the boards; `None` if all boards were evaluated.
    sampling: Option<Sampling>,
}

impl EtaTable {
    fn new(arguments: &Arguments, heuristic: &HeuristicSpec, goal: &Board, sums: &ManhattanSums) -> Result<Self> {
        let Arguments { samples, seed, sampling, .. } = *arguments;
        let manhattan = BlankWeighting::ALL.map(|weighting| sums.eta(weighting));
        let is_sampled = samples.is_some() || sampling.is_some();
        if heuristic.name() == "manhattan" && !is_sampled {
            let method = "exact, the sum over all boards by dynamic programming".to_owned();
            return Ok(Self { method, manhattan, estimated: None, sampling: None });
        }
        let samples = samples.unwrap_or(SAMPLES);
        let sampling =
            (is_sampled || goal.size().cells() > MAX_ALL_CELLS).then(|| sampling.unwrap_or(Sampling::Manhattan));
        let boards = match sampling {
            None => EtaBoards::All,
            Some(Sampling::Uniform) => EtaBoards::Uniform { samples, seed },
            Some(Sampling::Manhattan) => EtaBoards::ByManhattan { sums, samples, seed },
        };
        let estimated = eta(heuristic, goal, &arguments.tables.open(), &boards)?;
        let evaluated = grouped(estimated.boards);
        let method = match sampling {
            None => format!("exact, all {evaluated} boards"),
            Some(Sampling::Uniform) => format!("{evaluated} random boards, drawn uniformly, seed {seed}"),
            Some(Sampling::Manhattan) => {
                format!("{evaluated} random boards, drawn in proportion to b^-(Manhattan distance), seed {seed}")
            }
        };
        Ok(Self { method, manhattan, estimated: Some(estimated), sampling })
    }

    /// The table as lines of text.
    fn lines(&self) -> String {
        let header = format!("{:7}  {:10}  {:24}  {:10}  ratio", "blank", "eta", "95 % interval", "manhattan");
        let row = |(index, weighting): (usize, BlankWeighting)| {
            let manhattan = self.manhattan[index];
            let estimate = self.estimated.as_ref().map(|eta| eta.estimates[index]);
            let value = estimate.map_or(manhattan, |estimate| estimate.value);
            let interval = match estimate {
                Some(EtaEstimate { standard_error, .. }) if self.sampling.is_some() => {
                    format!("{:.4e} to {:.4e}", value - Z * standard_error, value + Z * standard_error)
                }
                _ => "exact".to_owned(),
            };
            let (name, ratio) = (weighting.name(), manhattan / value);
            let ratio = if ratio < 0.01 { format!("{ratio:.3e}") } else { format!("{ratio:.3}") };
            format!("{name:7}  {value:<10.4e}  {interval:24}  {manhattan:<10.4e}  {ratio}")
        };
        let rows = BlankWeighting::ALL.into_iter().enumerate().map(row);
        std::iter::once(header).chain(rows).collect::<Vec<_>>().join("\n")
    }

    /// A warning if a single board decides an estimate.
    fn warning(&self) -> Option<String> {
        let (eta, sampling) = (self.estimated.as_ref()?, self.sampling?);
        let share = eta.estimates.iter().map(|estimate| estimate.largest_share).fold(0.0, f64::max);
        let other = match sampling {
            Sampling::Manhattan => "uniform",
            Sampling::Uniform => "manhattan",
        };
        (share > MAX_SHARE).then(|| {
            format!(
                "One board makes up {:.0} % of a sum, so the intervals are too narrow: use --sampling {other} or more \
                 --samples",
                100.0 * share
            )
        })
    }
}
