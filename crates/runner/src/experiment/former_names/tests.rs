//! Experiments with former names give the same runs as experiments with the present ones.

use super::super::Experiment;
use super::*;
use crate::Plan;

/// An experiment with every renamed key, option, value and placeholder, by the names that it had at first.
const FORMER: &str = "name = 'x'
instances = ['walk:3x3:k=4:1']
[limits]
memory_mb = 64
disk_mb = 9
[[solver]]
algorithm = 'astar'
heuristic = 'manhattan'
store = 'plain'
undo = [false, true]
estimate = ['parent', 'scratch']
measure-table = true
[[solver]]
algorithm = 'strategy'
hole = ['shortest', 'around']
[[solver]]
algorithm = 'jumps'
cancel = [true, false]
[[solver]]
command = ['./p', '{board}', '{memory_mb}']
limits = { time_s = 1 }
";

/// The same experiment by the present names.
fn present() -> String {
    [
        ("memory_mb", "memory_mib"),
        ("disk_mb", "disk_mib"),
        ("undo = [false, true]", "parent-pruning = [true, false]"),
        ("estimate = ['parent', 'scratch']", "evaluation = ['incremental', 'from-scratch']"),
        ("measure-table", "hash-statistics"),
        ("hole", "blank-routing"),
        ("cancel", "skip-inverse-pairs"),
    ]
    .into_iter()
    .fold(FORMER.to_owned(), |text, (former, present)| text.replace(former, present))
}

/// The runs of the experiment before the renaming: the id and the configuration.
const RUNS: [(&str, &str); 9] = [
    ("3baa85e155d5c223", "astar manhattan store=plain measure-table=true"),
    ("d8224c84c259ff47", "astar manhattan store=plain estimate=scratch measure-table=true"),
    ("7c3a3fcb8845b1f4", "astar manhattan store=plain undo=true measure-table=true"),
    ("cde894e854bafe3b", "astar manhattan store=plain undo=true estimate=scratch measure-table=true"),
    ("9723ba384533bfda", "strategy"),
    ("d9c2c0be3619072b", "strategy hole=around"),
    ("6f9b4bb37195591f", "jumps"),
    ("9651d10d97682648", "jumps cancel=false"),
    ("f31114e5cce79bd3", "p"),
];

fn experiment(text: &str, settings: &[&str]) -> Result<Experiment> {
    let settings: Vec<String> = settings.iter().map(|&setting| setting.to_owned()).collect();
    Experiment::parse(text, "x.toml", &settings)
}

#[test]
fn runs_keep_their_ids_and_names_by_former_and_present_names() {
    for text in [FORMER.to_owned(), present()] {
        let plan = Plan::new(experiment(&text, &[]).unwrap()).unwrap();
        let runs: Vec<(&str, &str)> = plan.planned_runs().map(|run| (run.id, run.solver.name.as_str())).collect();
        assert_eq!(runs, RUNS);
    }
}

#[test]
fn each_former_name_is_noted_once_and_present_names_are_not() {
    let notes = experiment(FORMER, &["limits.memory_mb=32"]).unwrap().renamed;
    assert_eq!(
        notes,
        [
            "`memory_mb` is now called `memory_mib`",
            "`disk_mb` is now called `disk_mib`",
            "`undo` is now called `parent-pruning`, with the value false instead of true, or true instead of false",
            "`estimate` is now called `evaluation`, with the value incremental instead of parent, or from-scratch \
             instead of scratch",
            "`measure-table` is now called `hash-statistics`",
            "`hole` is now called `blank-routing`",
            "`cancel` is now called `skip-inverse-pairs`",
            "`{memory_mb}` is now called `{memory_mib}`",
        ]
    );
    assert!(experiment(&present(), &["limits.memory_mib=32"]).unwrap().renamed.is_empty());
}

#[test]
fn a_setting_overrides_a_value_by_either_name() {
    for text in [FORMER.to_owned(), present()] {
        for settings in [
            ["limits.memory_mb=5", "solver.0.undo=true", "solver.0.estimate=scratch"],
            ["limits.memory_mib=5", "solver.0.parent-pruning=false", "solver.0.evaluation=from-scratch"],
        ] {
            let experiment = experiment(&text, &settings).unwrap();
            assert_eq!((experiment.solvers.len(), experiment.solvers[0].limits.memory_mib), (6, Some(5)));
            let options = "store=plain;undo=true;estimate=scratch;measure-table=true";
            assert_eq!(experiment.solvers[0].program.options(), options);
        }
    }
}

#[test]
fn a_key_by_both_names_and_an_invalid_value_are_refused() {
    let message = |text: &str| experiment(text, &[]).unwrap_err().to_string();
    assert_eq!(
        message(&present().replace("disk_mib", "memory_mb")),
        "x.toml:5: 'memory_mb' is now called 'memory_mib', which is set too (x.toml:4): remove one of them"
    );
    assert_eq!(
        message(&FORMER.replace("'scratch'", "'child'")),
        "x.toml:11: evaluation 'child' is not one of incremental, from-scratch"
    );
}
