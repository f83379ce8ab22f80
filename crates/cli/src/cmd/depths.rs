//! `tilebench depths`: counts the states at each distance from the goal.

use std::fmt;
use std::io::Write;

use anyhow::{Context as _, Result, ensure};
use clap::{Args, ValueEnum};
use tilebench_runner::catalog::{
    Board, Cost, DepthCountOptions, DomainState, EnumerationMethod, Goal, Limits, Metric, NoObserver, PublishedDepths,
    SearchContext, Size, Termination, check_packable, count_by_depth, published_depths, published_depths_of,
};
use tilebench_sanitize::count::grouped;

use super::ScratchArguments;
use crate::text::{bytes, jobs, limit};
use crate::{Out, Verdict, print_stderr, signals};

/// Count the states at each distance from the goal by breadth-first search of the whole space.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The number of rows.
    #[arg(long, required_unless_present = "domain", requires = "cols")]
    rows: Option<usize>,
    /// The number of columns.
    #[arg(long, requires = "rows")]
    cols: Option<usize>,
    /// A domain other than tiles, with --size: the states at each distance in operators from its standard goal.
    #[arg(long, value_name = "NAME", requires = "size", conflicts_with_all = ["rows", "goal", "metric", "method", "disk_limit", "jobs"])]
    domain: Option<String>,
    /// The size of the states of that domain.
    #[arg(long, requires = "domain")]
    size: Option<String>,
    /// The goal: blank-first, blank-last, or an arrangement.
    #[arg(long, default_value = "blank-first")]
    goal: String,
    /// The unit of distances: single (a move is one tile by one cell) or multi (a slide of several tiles is one move).
    #[arg(long, value_name = "METRIC", default_value_t = Metric::Single)]
    metric: Metric,
    /// How boards are stored [default: ranked if the whole space fits into the memory limit, else frontier].
    #[arg(long, value_name = "METHOD")]
    method: Option<MethodName>,
    /// Stop before the lists exceed this many MiB.
    #[arg(long, value_name = "MIB", default_value_t = 2048, value_parser = limit, allow_negative_numbers = true)]
    memory_limit: u64,
    /// If memory is not sufficient, continue in files of at most this many MiB; for frontier.
    #[arg(long, value_name = "MIB", default_value_t = 0)]
    disk_limit: u64,
    /// Stop after the boards at this distance.
    #[arg(long, value_name = "DEPTH")]
    max_depth: Option<Cost>,
    /// The number of threads [default: one per core].
    #[arg(long, short, value_name = "N", value_parser = jobs)]
    jobs: Option<usize>,
    /// Compare with the published numbers, and fail if one differs.
    #[arg(long)]
    check: bool,
    #[command(flatten)]
    scratch: ScratchArguments,
}

/// How boards are stored.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum MethodName {
    /// One bit per board of the whole space, two for slides.
    Ranked,
    /// The boards of two distances, 8 or 16 bytes each, in memory and in files.
    Frontier,
}

/// Counts the boards.
pub(crate) fn run(arguments: &Arguments, out: &mut Out) -> Result<Verdict> {
    let scratch = arguments.scratch.folder()?;
    let space = Space::new(arguments)?;
    let limits = Limits {
        bytes: arguments.memory_limit.saturating_mul(1 << 20),
        disk: arguments.disk_limit.saturating_mul(1 << 20),
        depth: arguments.max_depth.unwrap_or(Cost::MAX),
        ..Limits::NONE
    };
    let mut check = if arguments.check { Some(PublishedComparison::new(&space)?) } else { None };
    let stop = signals::on_ctrl_c()?;
    let context = SearchContext { limits, stop: &stop, observer: &mut NoObserver, scratch: Some(&scratch), seed: 0 };
    let mut total = 0;
    let mut printed =
        writeln!(out, "{:>5}  {:>16}{}", "depth", space.states(), if arguments.check { "  published" } else { "" });
    let end = space.count(&context, &mut |depth, count| {
        total += count;
        let compared = check.as_mut().map_or_else(String::new, |check| format!("  {}", check.compare(depth, count)));
        if printed.is_ok() {
            printed = writeln!(out, "{depth:>5}  {:>16}{compared}", grouped(count)).and_then(|()| out.flush());
        }
    })?;
    printed?;
    if end == Termination::Exhausted {
        writeln!(out, "{:>5}  {:>16}", "all", grouped(total))?;
    }
    let agrees = check.as_ref().is_none_or(|check| check.differing == 0);
    if let Some(check) = check {
        writeln!(out, "{}", check.summary())?;
    }
    out.flush()?;
    let is_done = match end {
        Termination::Exhausted | Termination::DepthLimit => true,
        end => {
            print_stderr(&format!("stopped: {}", reason(end, arguments)));
            false
        }
    };
    Ok(if is_done && agrees { Verdict::Good } else { Verdict::Bad })
}

/// The states that are counted.
enum Space {
    /// Boards, and how they are stored.
    Boards(Board, DepthCountOptions),
    /// The states of another domain that reach this goal, of this size.
    Other(DomainState, String),
}

impl Space {
    fn new(arguments: &Arguments) -> Result<Self> {
        if let (Some(domain), Some(size)) = (&arguments.domain, &arguments.size) {
            return Ok(Self::Other(DomainState::goal_of_size(domain, size)?, format!("{domain}:{size}")));
        }
        let (rows, cols) = arguments.rows.zip(arguments.cols).context("--rows and --cols are missing")?;
        let size = Size::new(rows, cols)?;
        check_packable(size, "counting boards by distance")?;
        let goal = Goal::parse(&arguments.goal, Some(size))?.board(size)?;
        Ok(Self::Boards(goal, options(arguments, size)?))
    }

    /// The kind of the states.
    fn states(&self) -> &'static str {
        if matches!(self, Self::Boards(..)) { "boards" } else { "states" }
    }

    /// Counts them, and returns the end of the enumeration.
    fn count(&self, context: &SearchContext<'_>, visit: &mut dyn FnMut(Cost, u64)) -> Result<Termination> {
        match self {
            Self::Boards(goal, options) => Ok(count_by_depth(goal, options, context, visit)?.end),
            Self::Other(goal, _) => Ok(goal.count_by_depth(context, visit)?),
        }
    }

    /// The published numbers, if there are any.
    fn published(&self) -> Option<PublishedDepths> {
        match self {
            Self::Boards(goal, options) => published_depths(goal, options.metric),
            Self::Other(_, name) => published_depths_of(name, Metric::Single, ""),
        }
    }
}

/// The space, as a message names it.
impl fmt::Display for Space {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Boards(goal, options) => {
                write!(out, "{} with the blank in cell {} of the goal", goal.size(), goal.blank())?;
                if options.metric == Metric::Single { Ok(()) } else { write!(out, " in metric {}", options.metric) }
            }
            Self::Other(_, name) => out.write_str(name),
        }
    }
}

/// The method and the number of threads, if they are compatible.
fn options(arguments: &Arguments, size: Size) -> Result<DepthCountOptions> {
    let cores = || std::thread::available_parallelism().map_or(1, Into::into);
    let jobs = arguments.jobs.unwrap_or_else(cores);
    let method = arguments.method.map(|name| match name {
        MethodName::Ranked => EnumerationMethod::Ranked,
        MethodName::Frontier => EnumerationMethod::Frontier,
    });
    if method == Some(EnumerationMethod::Ranked) {
        let needed = EnumerationMethod::ranked_bytes(size.rows(), size.cols(), arguments.metric, jobs);
        let limit = arguments.memory_limit;
        ensure!(
            needed.is_some_and(|needed| needed <= limit.saturating_mul(1 << 20)),
            "--method ranked needs {} for the {size} boards and {jobs} threads, but --memory-limit is {limit} MiB: \
             increase it, or use --method frontier",
            needed.map_or_else(|| "more than any machine has".to_owned(), bytes)
        );
    }
    Ok(DepthCountOptions { method, metric: arguments.metric, jobs })
}

/// The reason why an enumeration stopped, with the remedy.
fn reason(end: Termination, arguments: &Arguments) -> String {
    match end {
        Termination::MemoryLimit if arguments.disk_limit == 0 => {
            "the next depth needs more memory: increase --memory-limit, or allow files with --disk-limit".to_owned()
        }
        Termination::MemoryLimit => "the next depth needs more memory: increase --memory-limit".to_owned(),
        Termination::DiskLimit => "the next depth needs more disk space: increase --disk-limit".to_owned(),
        Termination::DiskFailed(kind) => format!("the scratch folder failed: {kind}"),
        _ => "cancelled before the last depth".to_owned(),
    }
}

/// The comparison with published numbers.
struct PublishedComparison {
    published: PublishedDepths,
    agreeing: u64,
    differing: u64,
    unknown: u64,
}

impl PublishedComparison {
    /// The published numbers for a space.
    fn new(space: &Space) -> Result<Self> {
        let published = space.published().with_context(|| {
            format!(
                "--check: no numbers are published for {space}: remove --check; instances/published/depths.csv lists the spaces \
                 with published numbers"
            )
        })?;
        Ok(Self { published, agreeing: 0, differing: 0, unknown: 0 })
    }

    /// Compares a count with the published number.
    fn compare(&mut self, depth: Cost, count: u64) -> String {
        match self.published.at(depth) {
            None => {
                self.unknown += 1;
                "-".to_owned()
            }
            Some(published) if published == count => {
                self.agreeing += 1;
                "agrees".to_owned()
            }
            Some(published) => {
                self.differing += 1;
                format!("differs: {}", grouped(published))
            }
        }
    }

    /// The number of depths that agree, as a line of text.
    fn summary(&self) -> String {
        let Self { published, agreeing, differing, unknown } = self;
        let last = published.states.keys().last().map_or(0, |last| u64::from(*last) + 1);
        let of = if published.complete { format!("all {last}") } else { format!("{}", published.states.len()) };
        format!("published depths: {of}; counted: {agreeing} agree, {differing} differ, {unknown} not published")
    }
}
