//! A small experiment with figures that can be checked by hand.

use tilebench_record::{Build, Limit, Machine, Manifest, Proof, Run, Status};

/// One run, as (set, instance, solver, status, length, generated, milliseconds).
type Row = (&'static str, &'static str, usize, Status, u32, u64, u32);

/// Name, algorithm, heuristic, weight and proof.
const SOLVERS: [(&str, &str, &str, &str, Proof); 3] = [
    ("A* manhattan", "astar", "manhattan", "", Proof::Optimal),
    ("WA* w=1.5 manhattan", "wastar", "manhattan", "1.5", Proof::Bounded),
    ("IDA* linear_conflict", "idastar", "linear-conflict", "", Proof::Optimal),
];

const ROWS: [Row; 14] = [
    ("korf100", "1", 0, Status::Solved, 50, 1000, 10),
    ("korf100", "2", 0, Status::Solved, 60, 9000, 90),
    ("korf100", "3", 0, Status::NodeLimit, 0, 1_000_000, 5000),
    ("korf100", "4", 0, Status::Solved, 52, 2000, 20),
    ("korf100", "1", 1, Status::Solved, 55, 100, 1),
    ("korf100", "2", 1, Status::Solved, 60, 400, 4),
    ("korf100", "3", 1, Status::Solved, 70, 2500, 25),
    ("korf100", "4", 1, Status::Crashed, 0, 0, 0),
    ("korf100", "1", 2, Status::Solved, 50, 4000, 8),
    ("korf100", "2", 2, Status::Solved, 60, 36_000, 72),
    ("korf100", "3", 2, Status::TimeLimit, 0, 900_000, 60_000),
    ("korf100", "4", 2, Status::Solved, 52, 8000, 16),
    ("easy", "a", 0, Status::Solved, 20, 64, 1),
    ("easy", "a", 2, Status::Unsupported, 0, 0, 0),
];

/// The runs, in the order of the experiment.
pub(crate) fn runs() -> Vec<Run> {
    ROWS.iter().map(run).collect()
}

fn run(&(set, instance, solver, status, length, generated, ms): &Row) -> Run {
    let (name, algorithm, heuristic, weight, proof) = SOLVERS[solver];
    let solved = status == Status::Solved;
    let optimal = match (set, instance) {
        ("korf100", "1") => Some(50),
        ("korf100", "2") => Some(60),
        ("korf100", "4") => Some(52),
        _ => None,
    };
    Run {
        run_id: format!("{set}-{instance}-{solver}"),
        experiment: "small".into(),
        set: set.into(),
        instance: instance.into(),
        solver: name.into(),
        algorithm: algorithm.into(),
        heuristic: heuristic.into(),
        weight: weight.into(),
        status,
        proof: if solved { proof } else { Proof::None },
        length: solved.then_some(length),
        optimal,
        generated,
        expanded: generated / 2,
        peak_bytes: generated * 24,
        wall_s: f64::from(ms) / 1000.0,
        message: if status == Status::Crashed { "panicked at <core>: 50% & more".into() } else { String::new() },
        time_limit_s: Some(60.0),
        node_limit: Some(1_000_000),
        ..Run::default()
    }
}

/// Where the runs came from.
pub(crate) fn manifest() -> Manifest {
    Manifest {
        schema: Manifest::SCHEMA,
        name: "small".into(),
        question: "Does a weight of 1.5 pay?".into(),
        created: "2026-01-31T12:00:00Z".into(),
        build: Build { version: "0.1.0".into(), commit: None, profile: "release".into(), rustc: Some("1.95.0".into()) },
        machine: Machine { os: "linux".into(), arch: "x86_64".into(), cpu: None, cores: 2, memory_bytes: None },
        experiment: serde_json::json!({ "name": "small", "repeats": 1 }),
        sets: vec!["korf100".into(), "easy".into()],
        solvers: SOLVERS.iter().map(|solver| solver.0.into()).collect(),
        limits: vec![Limit { what: "nodes".into(), value: "1000000".into(), means: "counted by the search".into() }],
        seeds: vec![1],
        tables: Vec::new(),
        runs_planned: 16,
        published: Vec::new(),
    }
}
