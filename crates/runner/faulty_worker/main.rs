//! A worker with faulty searches: the names of heuristic and algorithm select the fault.

#![expect(clippy::exit, clippy::print_stdout, clippy::print_stderr, reason = "it misbehaves on purpose")]

use std::hint::black_box;
use std::process::{Command, Stdio, abort, exit};

use tilebench_runner::catalog::{
    Board, CatalogError, Configuration, Counters, Direction, OperatorOrder, PreparedSearch, PuzzleError, SearchContext,
    SearchResult, Tables, Termination, prepare,
};
use tilebench_runner::{Searches, serve};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    serve(&Searches::new(Box::new(choose), Tables::in_memory()), None)?;
    Ok(())
}

/// A search that only executes this fault.
struct FaultySearch(fn() -> SearchResult);

impl PreparedSearch for FaultySearch {
    fn run(&self, _: &Board, _: &mut SearchContext<'_>) -> Result<SearchResult, PuzzleError> {
        Ok(self.0())
    }
}

fn choose(
    configuration: &Configuration,
    goal: &Board,
    order: &OperatorOrder,
    tables: &Tables,
) -> Result<Box<dyn PreparedSearch>, CatalogError> {
    let heuristic = configuration.heuristic().map_or_else(String::new, ToString::to_string);
    let fault: fn() -> SearchResult = match (configuration.algorithm().name, heuristic.as_str()) {
        ("idastar", "blind") => dies_of_a_signal,
        ("idastar", "hamming") => hangs,
        ("astar", "blind") => takes_all_memory,
        ("astar", "hamming") => overflows_its_stack,
        ("greedy", "blind") => ends_with_stderr_tail,
        ("greedy", "hamming") => lies,
        ("idastar", "linear-conflict") => leaves_children,
        ("staged", _) => floods_its_output,
        ("strategy", _) => panics,
        ("bfs", _) => dies_while_it_gets_ready(),
        _ => return prepare(configuration, goal, order, tables),
    };
    Ok(Box::new(FaultySearch(fault)))
}

fn dies_of_a_signal() -> SearchResult {
    abort()
}

fn hangs() -> SearchResult {
    loop {
        black_box(());
    }
}

fn takes_all_memory() -> SearchResult {
    let mut taken = Vec::new();
    loop {
        taken.push(black_box(vec![1_u8; 1 << 20]));
    }
}

fn overflows_its_stack() -> SearchResult {
    fn deeper(depth: u64) -> u64 {
        let here = black_box([depth; 64]);
        if black_box(depth) == u64::MAX { 0 } else { deeper(depth + 1) + here[0] }
    }
    black_box(deeper(0));
    hangs()
}

fn ends_with_stderr_tail() -> SearchResult {
    eprintln!("no such tile: 17");
    exit(3)
}

fn lies() -> SearchResult {
    SearchResult {
        end: Termination::Solved,
        moves: vec![Direction::Up; 3],
        cost: Some(3),
        h0: None,
        bound: None,
        counters: Counters::default(),
    }
}

fn leaves_children() -> SearchResult {
    // A child in another session and process group, and a child of that child.
    let mut child = Command::new("setsid");
    child.args(["sh", "-c", "sleep 1000 & sleep 1000"]).stdin(Stdio::null()).stdout(Stdio::null());
    if child.spawn().is_err() {
        exit(4);
    }
    hangs()
}

fn floods_its_output() -> SearchResult {
    loop {
        println!("{}", "all work and no play ".repeat(1000));
    }
}

fn panics() -> SearchResult {
    panic!("tile 7 is missing")
}

fn dies_while_it_gets_ready() -> ! {
    abort()
}
