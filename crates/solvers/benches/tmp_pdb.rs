use std::time::Instant;
fn cpu() -> f64 { std::fs::read_to_string("/proc/thread-self/schedstat").unwrap().split(' ').next().unwrap().parse::<f64>().unwrap() * 1e-9 }
use tilebench_core::{Control, Heuristic, Limits, NoObserver, StopFlag, Weight};
use tilebench_heuristics::{NoWatch, PatternDatabases, Patterns, Tables, TrackedPatterns};
use tilebench_puzzle::{Board, Goal, Order, Puzzle, Size, Word};
use tilebench_solvers::idastar::{solve, solve_plainly};
fn run<W: Word, H: Heuristic<Puzzle<W>>>(name: &str, puzzle: &Puzzle<W>, h: &H, boards: &[String], plain: bool) {
    let stop = StopFlag::new();
    let (mut nodes, mut best, mut sum) = (0, f64::MAX, 0);
    for _ in 0..3 {
        let t = cpu();
        nodes = 0; sum = 0;
        for b in boards {
            let s = puzzle.state(&Board::parse(b, None).unwrap()).unwrap();
            let mut o = NoObserver;
            let mut c = Control { limits: Limits::NONE, stop: &stop, observer: &mut o };
            let r = if plain { solve_plainly(puzzle, h, s, Weight::ONE, &mut c) } else { solve(puzzle, h, s, Weight::ONE, &mut c) };
            nodes += r.counters.generated; sum += r.path.len() as u64 + r.counters.expanded;
        }
        best = best.min(cpu() - t);
    }
    println!("{name}: {nodes} nodes, check {sum}, {best:.3} s, {:.2} M/s", nodes as f64 / best / 1e6);
}
fn main() {
    let tables = Tables::in_folder("/work/wt/tables", Box::new(NoWatch));
    let text = std::fs::read_to_string(std::env::var("F").unwrap_or("/work/main/instances/korf100.csv".into())).unwrap();
    let mut boards = Vec::new();
    let mut header: Vec<String> = Vec::new();
    for line in text.lines().filter(|l| !l.starts_with('#')) {
        let f: Vec<&str> = line.split(',').collect();
        if header.is_empty() { header = f.iter().map(|s| s.to_string()).collect(); continue }
        boards.push(f[header.iter().position(|h| h == "board" || h == "tiles").unwrap()].trim_matches('"').to_string());
    }
    let which = std::env::var("W").unwrap_or("7-8+reflected".into());
    let goal = if std::env::var("L").is_ok() { Goal::BlankLast } else { Goal::BlankFirst }.board(Size::new(4, 4).unwrap()).unwrap();
    let puzzle = Puzzle::<u64>::new(&goal, &Order::default()).unwrap();
    let patterns = Patterns::parse(&which).unwrap();
    let db = || PatternDatabases::new(&puzzle, &patterns, &tables).unwrap();
    let t = Instant::now(); let plain = db(); println!("tables {:.1} s", t.elapsed().as_secs_f64());
    if std::env::var("OLD").is_ok() { run("old", &puzzle, &plain, &boards, false); }
    let tracked = TrackedPatterns::<4>::new(&puzzle, db()).unwrap();
    run("tracked plain", &puzzle, &tracked, &boards, true);
    run("tracked", &puzzle, &tracked, &boards, false);
}
