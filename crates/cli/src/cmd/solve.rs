//! `tilebench solve`: one instance.

use std::io::Write;

use anyhow::{Context, Result, anyhow, ensure};
use clap::Args;
use tilebench_runner::catalog::{
    Board, Configuration, Direction, DomainState, FormerOption, Goal, Instance, InstanceSet, InstanceState, Metric,
    OperatorOrder, SetGoal, Size, TILES, algorithms, format_moves, heuristics, load_set, parse_moves,
};
use tilebench_runner::record::{Proof, Run, Status};
use tilebench_runner::{RunLimits, Searches, SolveRequest, solve};
use tilebench_sanitize::count::grouped;

use super::{CostArguments, OptionArguments, ScratchArguments, TableArguments};
use crate::text::{bytes, limit, seconds};
use crate::{Out, Verdict, print_stderr, signals};

/// The default operator order.
const DEFAULT_ORDER: &str = "ULRD";

/// Solve one instance and print its moves, counts and time.
#[derive(Debug, Args)]
#[command(after_long_help = super::COUNTING)]
pub(crate) struct Arguments {
    /// The start: the tiles in reading order, 0 the blank, as "1 2 3 4 5 6 7 8 0"; a state of another domain; or, with --id, an
    /// instance set.
    #[arg(required = true, allow_negative_numbers = true, value_name = "BOARD")]
    start: Vec<String>,
    /// Solve this instance of the set given in place of a board, such as `korf100 --id 79`, to the set's goal.
    #[arg(long, value_name = "ID", conflicts_with_all = ["domain", "goal", "rows", "cols"])]
    id: Option<String>,
    /// The domain; `tilebench domains` lists those other than tiles.
    #[arg(long, value_name = "NAME", default_value = TILES)]
    domain: String,
    /// The algorithm; `tilebench algorithms` lists them.
    #[arg(long, short, value_name = "NAME", default_value = "idastar")]
    algorithm: String,
    /// The heuristic; `tilebench heuristics` lists them [default, if the algorithm takes one: linear-conflict, manhattan with --metric
    /// multi, or the first heuristic of another domain].
    #[arg(long, short = 'e', value_name = "NAME")]
    heuristic: Option<String>,
    #[command(flatten)]
    options: OptionArguments,
    /// The goal: blank-first, blank-last, or a state [default: blank-first, or the standard goal of another domain].
    #[arg(long)]
    goal: Option<String>,
    /// The number of rows, if the board is not square.
    #[arg(long, requires = "cols")]
    rows: Option<usize>,
    /// The number of columns.
    #[arg(long, requires = "rows")]
    cols: Option<usize>,
    /// The operator order: a permutation of ULRD, or shuffle.
    #[arg(long, default_value = DEFAULT_ORDER)]
    order: String,
    #[command(flatten)]
    cost: CostArguments,
    /// The seed of all random choices.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Stop after this many seconds.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    time_limit: Option<f64>,
    /// Stop after this many seconds of processor time.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    cpu_limit: Option<f64>,
    /// Stop before generating more nodes than this.
    #[arg(long, value_name = "NODES", value_parser = limit, allow_negative_numbers = true)]
    node_limit: Option<u64>,
    /// Prune paths of more moves than this.
    #[arg(long, value_name = "MOVES", value_parser = limit, allow_negative_numbers = true)]
    depth_limit: Option<u64>,
    /// Stop before the lists exceed this many MiB.
    #[arg(long, value_name = "MIB", value_parser = limit, allow_negative_numbers = true)]
    memory_limit: Option<u64>,
    /// Stop before the files of the search exceed this many MiB; for `store=disk`.
    #[arg(long, value_name = "MIB", value_parser = limit, allow_negative_numbers = true)]
    disk_limit: Option<u64>,
    /// Print the moves as directions of the tiles instead of the blank.
    #[arg(long, conflicts_with = "json")]
    tile_moves: bool,
    /// Print the run as JSON, with the columns of runs.csv as keys.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    tables: TableArguments,
    #[command(flatten)]
    scratch: ScratchArguments,
}

/// Solves the board.
pub(crate) fn run(arguments: &Arguments, out: &mut Out) -> Result<Verdict> {
    let scratch = arguments.scratch.folder()?;
    let searches = Searches::with_tables(arguments.tables.open()).with_scratch(scratch);
    let request = request(arguments)?;
    let (run, _) = solve(&request, &searches, &signals::on_ctrl_c()?)?;
    // A request that the algorithm does not support is invalid input, not a failed search.
    ensure!(run.status != Status::Unsupported, "{}", run.message);
    if arguments.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&run)?)?;
    } else {
        print(&run, &request, arguments.tile_moves, out)?;
    }
    Ok(if run.status == Status::Solved { Verdict::Good } else { Verdict::Bad })
}

fn request(arguments: &Arguments) -> Result<SolveRequest> {
    let (set, instance, goal) = instance_and_goal(arguments)?;
    let options = arguments.options.all();
    let informed = algorithms().iter().any(|known| known.name == arguments.algorithm && known.informed);
    let default = default_heuristic(goal.domain(), arguments.cost.metric);
    let heuristic = arguments.heuristic.as_deref().or(informed.then_some(default.as_str()));
    let configuration = Configuration::new(&arguments.algorithm, heuristic, &options)?;
    let configuration = configuration.with_cost_model(arguments.cost.model()?).with_metric(arguments.cost.metric);
    for option in configuration.algorithm().options {
        let is_used = |former: &FormerOption| options.iter().any(|(name, _)| name == former.name);
        if option.former().is_some_and(is_used) {
            option.renaming().iter().for_each(|renaming| print_stderr(&format!("note: {renaming}")));
        }
    }
    Ok(SolveRequest {
        set,
        instance,
        goal,
        configuration,
        order: OperatorOrder::parse(&arguments.order, arguments.seed)?,
        seed: arguments.seed,
        limits: RunLimits {
            time_s: arguments.time_limit,
            cpu_s: arguments.cpu_limit,
            nodes: arguments.node_limit,
            depth: arguments.depth_limit,
            memory_mib: arguments.memory_limit,
            disk_mib: arguments.disk_limit,
        },
    })
}

/// The instance and its goal: of the set given if there is an id, and otherwise of the domain given.
fn instance_and_goal(arguments: &Arguments) -> Result<(String, Instance, SetGoal)> {
    let text = arguments.start.join(" ");
    let (set, instance, goal) = match &arguments.id {
        Some(id) => of_set(&text, id)?,
        None => of_domain(arguments, &text)?,
    };
    if goal.domain() != TILES {
        for (option, is_given) in
            [("--order", arguments.order != DEFAULT_ORDER), ("--tile-moves", arguments.tile_moves)]
        {
            ensure!(!is_given, "{option} is for domain {TILES}, not for {}: leave it out", goal.domain());
        }
    }
    Ok((set, instance, goal))
}

/// The set of this name with its instance `id` and its goal.
fn of_set(name: &str, id: &str) -> Result<(String, Instance, SetGoal)> {
    let InstanceSet { name, goal, mut instances, .. } = load_set(name)?.select(id).context("--id")?;
    let instance = instances.pop().filter(|_| instances.is_empty());
    let instance = instance.with_context(|| format!("--id {id} names several instances of {name}: name one"))?;
    Ok((name, instance, goal))
}

/// The start that `text` states, and its goal, of the domain given.
fn of_domain(arguments: &Arguments, text: &str) -> Result<(String, Instance, SetGoal)> {
    let goal = arguments.goal.as_deref();
    let (start, goal) = if arguments.domain == TILES {
        let size = match (arguments.rows, arguments.cols) {
            (Some(rows), Some(cols)) => Some(Size::new(rows, cols)?),
            _ => None,
        };
        let board = Board::parse(text, size).map_err(|error| match load_set(text) {
            Ok(set) => {
                anyhow!("{} is an instance set: choose an instance, such as --id {}", set.name, set.instances[0].id)
            }
            Err(_) => error.into(),
        })?;
        let goal = Goal::parse(goal.unwrap_or("blank-first"), Some(board.size())).context("--goal")?;
        let goal = SetGoal::Tiles(goal, board.size());
        (InstanceState::from(board), goal)
    } else {
        ensure!(arguments.rows.is_none(), "--rows is for domain {TILES}, not for {}: leave it out", arguments.domain);
        let goal = DomainState::goal(&arguments.domain, goal, text)?;
        (InstanceState::Other(goal.start(text)?), SetGoal::Other(goal))
    };
    Ok((String::new(), Instance::new("1", start), goal))
}

/// The heuristic of a domain if none is given.
pub(super) fn default_heuristic(domain: &str, metric: Metric) -> String {
    let of_domain = heuristics().into_iter().find(|spec| spec.domain() == Some(domain));
    let of_tiles = if metric == Metric::Single { "linear-conflict" } else { "manhattan" };
    let is_tiles = domain == TILES;
    of_domain.map_or(if is_tiles { of_tiles } else { "blind" }.to_owned(), |spec| spec.name().to_owned())
}

/// The goal by its name, if it has one, and as a state.
fn goal(request: &SolveRequest) -> Result<String> {
    let (name, tiles) = (request.goal.to_string(), request.goal.state()?.to_string());
    Ok(if name == tiles { tiles } else { format!("{name}: {tiles}") })
}

fn print(run: &Run, request: &SolveRequest, tile_moves: bool, out: &mut Out) -> Result<()> {
    writeln!(out, "{}: {}", run.solver, ending(run))?;
    if !request.set.is_empty() {
        writeln!(out, "{:12}{} {}: {}", "instance", request.set, request.instance.id, request.instance.start)?;
    }
    writeln!(out, "{:12}{}", "goal", goal(request)?)?;
    if let Some(optimal) = run.optimal {
        writeln!(out, "{:12}{}, stated by the set", "optimal", grouped(optimal.into()))?;
    }
    if run.status == Status::Solved {
        let (whose, moves) = if tile_moves {
            let moves = parse_moves(&run.moves)?;
            ("tile moves", format_moves(moves.into_iter().map(Direction::opposite)))
        } else {
            ("moves", run.moves.clone())
        };
        writeln!(out, "{whose:12}{moves}")?;
    }
    let cost_model = request.configuration.cost_model();
    if let Some(cost) = run.cost.filter(|_| !cost_model.is_unit()) {
        let unit = match request.goal.size().map_or(1, |size| cost_model.unit(size)) {
            1 => String::new(),
            unit => format!(", in units of 1/{unit}"),
        };
        writeln!(out, "{:12}{}{unit} ({cost_model})", "cost", grouped(cost))?;
    }
    if let Some(runs) = run.move_runs {
        writeln!(out, "{:12}{runs}, consecutive equal moves counted once", "move runs")?;
    }
    if let Some(h0) = run.h0 {
        writeln!(out, "{:12}{h0}", "h(start)")?;
    }
    if let Some(bound) = run.lower_bound.filter(|_| run.status != Status::Solved) {
        writeln!(out, "{:12}no path costs less than {}", "proved", grouped(bound))?;
    }
    for (what, count, backward) in [
        ("expanded", run.expanded, run.expanded_backward),
        ("generated", run.generated, run.generated_backward),
        ("reopened", run.reopened, None),
        ("evaluated", run.evaluated, None),
        ("iterations", run.iterations, None),
    ] {
        if let Some(count) = count {
            let backward = backward.map_or_else(String::new, |part| format!(", of these {} backward", grouped(part)));
            writeln!(out, "{what:12}{}{backward}", grouped(count))?;
        }
    }
    if let (Some(forward), Some(backward)) = (run.meeting_g, run.meeting_g_backward) {
        writeln!(out, "{:12}g {forward} forward, {backward} backward", "meeting")?;
    }
    if let Some(peak) = run.peak_bytes {
        writeln!(out, "{:12}{}", "memory", bytes(peak))?;
    }
    if let Some(peak) = run.peak_disk.filter(|&peak| peak > 0) {
        writeln!(out, "{:12}{}", "disk", bytes(peak))?;
    }
    writeln!(out, "{:12}{:.6} s, after {:.6} s of setup", "time", run.wall_s, run.setup_s)?;
    Ok(())
}

/// How the run ended, in words.
fn ending(run: &Run) -> String {
    let unit = if run.metric == "multi" { "slides" } else { "moves" };
    match (run.status, run.length, run.proof) {
        (Status::Solved, Some(length), Proof::Optimal) => format!("solved in {length} {unit}, proved optimal"),
        (Status::Solved, Some(length), Proof::Bounded) if run.lower_bound.is_some() => {
            let bound = run.lower_bound.unwrap_or_default();
            format!("solved in {length} {unit}, proved: no path costs less than {bound}")
        }
        (Status::Solved, Some(length), Proof::Bounded) => {
            let least = if run.cost_model == "unit" { "the shortest" } else { "the least cost" };
            format!("solved in {length} {unit}, at most {} times {least}", run.weight)
        }
        (Status::Solved, Some(length), Proof::None) => format!("solved in {length} {unit}"),
        (status, ..) if run.message.is_empty() => format!("not solved: {status}"),
        (status, ..) => format!("not solved: {status}: {}", run.message),
    }
}
