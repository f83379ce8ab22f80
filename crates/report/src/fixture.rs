//! A small experiment with numbers that can be checked by hand.

use tilebench_record::{Build, EnforcedLimit, Machine, Manifest, Proof, PublishedValue, ReportSettings, Run, Status};

use crate::experiment::ExperimentData;
use crate::frame;
use crate::measure_table::MeasureTable;
use crate::summary::{self, ConfigurationSummary};

/// The measures of `experiment`.
pub(crate) fn measures(experiment: &ExperimentData) -> MeasureTable {
    let groups = summary::aggregate(&frame::run_frame(experiment).unwrap()).unwrap();
    MeasureTable::new(experiment, &groups).unwrap()
}

/// Its summaries.
pub(crate) fn summaries(experiment: &ExperimentData) -> Vec<ConfigurationSummary> {
    summary::summaries(experiment, &summary::aggregate(&frame::run_frame(experiment).unwrap()).unwrap()).unwrap()
}

/// One run, as (set, instance, solver, status, length, generated, milliseconds).
type FixtureRow = (&'static str, &'static str, usize, Status, u32, u64, u32);

/// Name, algorithm, heuristic, weight and proof.
const SOLVERS: [(&str, &str, &str, &str, Proof); 3] = [
    ("A* manhattan", "astar", "manhattan", "", Proof::Optimal),
    ("WA* w=1.5 manhattan", "wastar", "manhattan", "1.5", Proof::Bounded),
    ("IDA* linear_conflict", "idastar", "linear-conflict", "", Proof::Optimal),
];

const ROWS: [FixtureRow; 14] = [
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

/// The runs, and each configuration of the first set on an unsolvable instance.
pub(crate) fn runs_with_an_unsolvable_instance() -> Vec<Run> {
    let unsolvable = (0..SOLVERS.len()).map(|solver| run(&("korf100", "5", solver, Status::Unsolvable, 0, 0, 0)));
    runs().into_iter().chain(unsolvable).collect()
}

fn run(&(set, instance, solver, status, length, generated, ms): &FixtureRow) -> Run {
    let (name, algorithm, heuristic, weight, proof) = SOLVERS[solver];
    let solved = status == Status::Solved;
    let counted = (generated > 0).then_some(generated);
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
        generated: counted,
        expanded: counted.map(|generated| generated / 2),
        peak_bytes: counted.map(|generated| generated * 24),
        wall_s: f64::from(ms) / 1000.0,
        message: if status == Status::Crashed { "panicked at <core>: 50% & more".into() } else { String::new() },
        time_limit_s: Some(60.0),
        node_limit: Some(1_000_000),
        ..Run::default()
    }
}

/// The manifest of the runs.
pub(crate) fn manifest() -> Manifest {
    Manifest {
        schema: Manifest::SCHEMA,
        name: "small".into(),
        question: "Does a weight of 1.5 pay?".into(),
        created: "2026-01-31T12:00:00Z".into(),
        build: Build {
            version: "0.1.0".into(),
            commit: None,
            profile: "release".into(),
            rustc: Some("1.95.0".into()),
            ..Build::default()
        },
        machine: Machine { os: "linux".into(), arch: "x86_64".into(), cpu: None, cores: 2, ..Machine::default() },
        other_builds: Vec::new(),
        other_machines: Vec::new(),
        experiment: serde_json::json!({ "name": "small", "repeats": 1 }),
        sets: vec!["korf100".into(), "easy".into()],
        solvers: SOLVERS.iter().map(|solver| solver.0.into()).collect(),
        limits: vec![EnforcedLimit {
            what: "nodes".into(),
            value: "1000000".into(),
            means: "counted by the search".into(),
        }],
        seeds: vec![1],
        tables: Vec::new(),
        heuristic_tables: Vec::new(),
        runs_planned: 16,
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

/// One estimate, as (set, instance, solver, h0, optimal length given, length found, proof).
type FixtureEstimate = (&'static str, &'static str, usize, u32, Option<u32>, Option<u32>, Proof);

/// Name and heuristic; the first two have the same, and the last overestimates.
const ESTIMATORS: [(&str, &str); 4] = [
    ("A* manhattan", "manhattan"),
    ("IDA* manhattan", "manhattan"),
    ("IDA* linear-conflict", "linear-conflict"),
    ("greedy", "greedy-sum"),
];

const ESTIMATES: [FixtureEstimate; 18] = [
    ("korf100", "1", 0, 30, Some(40), Some(40), Proof::Optimal),
    ("korf100", "2", 0, 32, Some(44), None, Proof::None),
    ("korf100", "3", 0, 34, None, None, Proof::None),
    ("korf100", "1", 1, 30, Some(40), None, Proof::None),
    ("korf100", "2", 1, 32, Some(44), None, Proof::None),
    ("korf100", "3", 1, 34, None, None, Proof::None),
    ("korf100", "4", 1, 40, None, None, Proof::None),
    ("korf100", "1", 2, 32, Some(40), Some(40), Proof::Optimal),
    ("korf100", "2", 2, 36, Some(44), Some(44), Proof::Optimal),
    ("korf100", "3", 2, 36, None, Some(52), Proof::Optimal),
    ("korf100", "4", 2, 44, None, None, Proof::None),
    ("korf100", "1", 3, 40, Some(40), Some(60), Proof::None),
    ("korf100", "2", 3, 50, Some(44), Some(66), Proof::None),
    ("korf100", "3", 3, 56, None, Some(80), Proof::None),
    ("korf100", "4", 3, 60, None, Some(62), Proof::None),
    ("easy", "a", 0, 10, None, None, Proof::None),
    ("easy", "b", 1, 12, None, None, Proof::None),
    ("easy", "b", 2, 14, None, None, Proof::None),
];

/// Runs of three heuristics, most of them stopped, in the order of the experiment.
pub(crate) fn estimates() -> Vec<Run> {
    let run = |&(set, instance, solver, h0, optimal, length, proof): &FixtureEstimate| Run {
        run_id: format!("{set}-{instance}-{solver}"),
        set: set.into(),
        instance: instance.into(),
        solver: ESTIMATORS[solver].0.into(),
        heuristic: ESTIMATORS[solver].1.into(),
        status: if length.is_some() { Status::Solved } else { Status::NodeLimit },
        proof,
        length,
        optimal,
        h0: Some(h0),
        generated: Some(1000),
        expanded: Some(500),
        wall_s: 0.001,
        ..Run::default()
    };
    ESTIMATES.iter().map(run).collect()
}

/// Runs of three heuristics on `instances` instances: the first solved 3 of them, the second 29 of 30, the last all.
pub(crate) fn estimates_of(instances: u32) -> Vec<Run> {
    let run = |instance: u32, (heuristic, h0, solved): (&str, u32, u32)| Run {
        run_id: format!("{heuristic}-{instance}"),
        set: "korf100".into(),
        instance: instance.to_string(),
        solver: format!("IDA* {heuristic}"),
        algorithm: "idastar".into(),
        heuristic: heuristic.into(),
        status: if instance < solved { Status::Solved } else { Status::NodeLimit },
        proof: if instance < solved { Proof::Optimal } else { Proof::None },
        length: (instance < solved).then_some(50 + instance % 3),
        // 0, 1 and 2 above the minimum, so the mean is one above it.
        h0: Some(h0 + instance % 3),
        generated: Some(u64::from(100_000 / h0 * (instance + 1))),
        wall_s: 0.01,
        ..Run::default()
    };
    let heuristics = [("weak", 19, 3), ("fair", 36, instances - instances / 30), ("strong", 43, instances)];
    heuristics.into_iter().flat_map(|heuristic| (0..instances).map(move |instance| run(instance, heuristic))).collect()
}

/// The manifest of the runs of [`estimates`], with published means: one that agrees, two that differ, and two that cannot be
/// compared.
pub(crate) fn published() -> Manifest {
    let figure = |set: &str, heuristic: &str, quantity: &str, value, source: &str| PublishedValue {
        set: set.into(),
        heuristic: heuristic.into(),
        quantity: quantity.into(),
        value,
        sample: 1000,
        source: source.into(),
    };
    let mean = PublishedValue::MEAN_H0;
    Manifest {
        name: "estimates".into(),
        solvers: ESTIMATORS.iter().map(|solver| solver.0.into()).collect(),
        runs_planned: 0,
        published: vec![
            figure("korf100", "manhattan", mean, 36.5, "First paper & sequel"),
            figure("korf100", "manhattan", mean, 50.0, "A misprint"),
            figure("korf100", "linear-conflict", mean, 20.0, "Second paper"),
            figure("random", "manhattan", mean, 36.9, "Other set"),
            figure("korf100", "manhattan", "median h0", 37.0, "Other quantity"),
        ],
        ..manifest()
    }
}
