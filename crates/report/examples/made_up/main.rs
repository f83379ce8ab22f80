//! Reports on made-up runs, to show every table and chart without an hour of search.
//!
//! `cargo run -p tilebench-report --example made_up -- DIR [one|five|many|failed|empty|sets|heuristics]`

mod heuristics;

use std::path::Path;

use anyhow::{Result, bail};
use tilebench_record::{Build, EnforcedLimit, Folder, Machine, Manifest, Proof, ReportSettings, Run, Status};

/// Algorithm, heuristic, weight, nodes relative to the first, lengths relative to the shortest.
type SimulatedSolver = (&'static str, &'static str, &'static str, f64, f64);

const SOLVERS: [SimulatedSolver; 14] = [
    ("idastar", "manhattan", "", 1.0, 1.0),
    ("idastar", "linear-conflict", "", 0.12, 1.0),
    ("idastar", "walking-distance", "", 0.055, 1.0),
    ("idastar", "pdb-6-6-3", "", 0.003, 1.0),
    ("astar", "manhattan", "", 0.4, 1.0),
    ("astar", "linear-conflict", "", 0.05, 1.0),
    ("wastar", "manhattan", "1.25", 0.03, 1.03),
    ("wastar", "manhattan", "1.5", 0.006, 1.08),
    ("wastar", "manhattan", "2", 0.0006, 1.25),
    ("wastar", "manhattan", "3", 0.0001, 1.55),
    ("wastar", "manhattan", "5", 0.00005, 2.0),
    ("wastar", "linear-conflict", "1.5", 0.001, 1.06),
    ("wastar", "linear-conflict", "2", 0.0002, 1.2),
    ("wastar", "linear-conflict", "3", 0.00006, 1.45),
];
const NODE_LIMIT: u64 = 1_000_000_000;
const TIME_LIMIT_S: f64 = 60.0;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some(dir) = arguments.first() else { bail!("give a folder to write in") };
    let what = arguments.get(1).map_or("five", String::as_str);
    let (sets, solvers): (&[&str], &[SimulatedSolver]) = match what {
        "one" => (&["korf100"], &SOLVERS[..1]),
        "five" => (&["korf100"], &SOLVERS[6..11]),
        "many" | "failed" => (&["korf100"], &SOLVERS),
        "sets" => (&["korf100", "random 15-puzzle"], &SOLVERS[..4]),
        "empty" | "heuristics" => (&[], &[]),
        other => bail!("'{other}' is not one of one, five, many, failed, empty, sets and heuristics"),
    };
    let folder = Folder::open_or_create(Path::new(dir))?;
    let mut appender = folder.appender()?;
    for set in sets {
        for instance in 1..=100 {
            for solver in solvers {
                let mut run = run(set, instance, solver);
                if what == "failed" {
                    fail(&mut run, if instance % 9 == 0 { Status::Crashed } else { Status::TimeLimit });
                }
                appender.append(&run, &[])?;
            }
        }
    }
    let mut manifest = manifest(what);
    if what == "heuristics" {
        for run in heuristics::runs() {
            appender.append(&run, &[])?;
        }
        manifest.published = heuristics::published();
    }
    folder.write_manifest(&manifest)?;
    tilebench_report::write(Path::new(dir))?;
    Ok(())
}

fn run(set: &str, instance: u32, &(algorithm, heuristic, weight, nodes, length): &SimulatedSolver) -> Run {
    let chance = chance(instance, set.len());
    let optimal = 43.0 + (chance * 22.0).round();
    let size = (optimal - 43.0) / 3.2 + self::chance(instance, 7) * 5.0 + 12.5;
    let noise = 1.0 + (self::chance(instance, algorithm.len() + heuristic.len()) - 0.5) * 0.8;
    let generated = (size.exp() * nodes * noise).max(60.0);
    let name = match weight {
        "" => format!("{algorithm} {heuristic}"),
        weight => format!("{algorithm} {heuristic} w={weight}"),
    };
    let stretched = optimal * (1.0 + (length - 1.0) * (0.5 + self::chance(instance, 3)));
    let mut run = Run {
        run_id: format!("{set}-{instance}-{name}"),
        experiment: "made-up".into(),
        set: set.into(),
        instance: instance.to_string(),
        rows: Some(4),
        cols: Some(4),
        solver: name,
        algorithm: algorithm.into(),
        heuristic: heuristic.into(),
        weight: weight.into(),
        status: Status::Solved,
        proof: if weight.is_empty() { Proof::Optimal } else { Proof::Bounded },
        length: Some(whole(stretched)),
        optimal: Some(whole(optimal)),
        generated: Some(u64::from(whole(generated))),
        expanded: Some(u64::from(whole(generated / 2.1))),
        peak_bytes: Some(u64::from(whole(generated)) * 24),
        wall_s: generated / 2.5e7 * (0.9 + 0.2 * self::chance(instance, 11)),
        time_limit_s: Some(TIME_LIMIT_S),
        node_limit: Some(NODE_LIMIT),
        ..Run::default()
    };
    if run.generated >= Some(NODE_LIMIT) {
        fail(&mut run, Status::NodeLimit);
    }
    run
}

fn fail(run: &mut Run, status: Status) {
    run.status = status;
    run.proof = Proof::None;
    run.length = None;
    run.generated = run.generated.min(Some(NODE_LIMIT));
    if status == Status::Crashed {
        run.message = "the search panicked: index out of bounds: the len is 16 but the index is 16".into();
        run.generated = None;
    }
}

/// A number between 0 and 1 that looks random and is the same in every run.
fn chance(instance: u32, salt: usize) -> f64 {
    ((f64::from(instance) * 12.9898 + salt as f64 * 78.233).sin() * 43_758.545_3).rem_euclid(1.0)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "made-up numbers are small and positive")]
fn whole(value: f64) -> u32 {
    value.round().min(4e9) as u32
}

fn manifest(what: &str) -> Manifest {
    Manifest {
        schema: Manifest::SCHEMA,
        name: format!("made-up {what}"),
        question: "What would this look like if it were real?".into(),
        created: "2026-01-31T12:00:00Z".into(),
        build: Build { version: "0.1.0".into(), commit: None, profile: "release".into(), ..Build::default() },
        machine: Machine {
            os: "linux".into(),
            arch: "x86_64".into(),
            cpu: None,
            cores: 8,
            memory_bytes: Some(1 << 34),
            ..Machine::default()
        },
        other_builds: Vec::new(),
        other_machines: Vec::new(),
        experiment: serde_json::json!({ "name": what }),
        sets: Vec::new(),
        solvers: Vec::new(),
        limits: vec![EnforcedLimit {
            what: "nodes".into(),
            value: NODE_LIMIT.to_string(),
            means: "counted by the search".into(),
        }],
        seeds: vec![1],
        tables: Vec::new(),
        heuristic_tables: Vec::new(),
        runs_planned: 0,
        plan_id: None,
        shard: None,
        others: 0,
        retry: None,
        published: Vec::new(),
        bounds: std::collections::BTreeMap::new(),
        sessions: Vec::new(),
        attributes: Vec::new(),
        report: ReportSettings::default(),
        warnings: Vec::new(),
    }
}
