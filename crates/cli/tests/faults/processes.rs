//! Signals to workers and to the runner in the middle of a run.

use std::fs;
use std::process::Child;
use std::thread;
use std::time::Duration;

use tilebench_runner::record::{EndedBy, Run, Status};

use crate::fault_experiment::{FaultExperiment, PATIENT, signal};
use crate::live_processes::{live_processes, wait_until_all_processes_end};

/// A search of the program's own that takes longer than its limit.
const LONG: &str = "algorithm = 'idastar'\nheuristic = 'hamming'\ninstances = [{ set = 'korf100', ids = '88' }]";

/// The workers of a runner.
fn workers(runner: &Child) -> Vec<u32> {
    let tasks = fs::read_dir(format!("/proc/{}/task", runner.id())).unwrap().flatten();
    let lists = tasks.map(|task| fs::read_to_string(task.path().join("children")).unwrap_or_default());
    let workers: Vec<u32> =
        lists.flat_map(|l| l.split_whitespace().map(|p| p.parse().unwrap()).collect::<Vec<_>>()).collect();
    assert!(!workers.is_empty(), "the runner has no workers");
    workers
}

/// The faulty runs after `name` was sent to the workers in their middle.
fn signalled(dir: &FaultExperiment, name: &str) -> Vec<Run> {
    let mut runner = dir.begin(4);
    signal(name, &workers(&runner));
    runner.wait().unwrap();
    wait_until_all_processes_end(dir.path());
    dir.faulty()
}

#[test]
fn a_worker_that_is_killed_in_a_search_is_a_row_and_the_next_run_gets_a_new_worker() {
    let dir = FaultExperiment::new("limits = { time_s = 2 }", LONG).planned(5);
    for run in signalled(&dir, "KILL") {
        assert_eq!((run.status, run.signal), (Status::Crashed, Some(9)), "{run:?}");
        assert_eq!(run.message, "the process died of signal 9 (SIGKILL)");
    }
    dir.assert_none_lost("kill -9 of a worker in a search");
    // The crash was caused from outside, so the run may be run again: its old row stays and no longer counts.
    let output = dir.run(&["--retry=crashed"]);
    assert!(
        output.out.starts_with("1 run executed, 4 already recorded, 1 selected by --retry: 1 time-limit"),
        "{output:?}"
    );
    let rows = dir.faulty();
    assert_eq!(rows.iter().map(|run| run.status).collect::<Vec<_>>(), [Status::Crashed, Status::TimeLimit]);
    assert_eq!(dir.rows().len(), 6);
}

#[test]
fn a_worker_that_is_killed_while_a_program_runs_takes_the_program_with_it() {
    let dir = FaultExperiment::with_script("limits = { time_s = 20 }", PATIENT);
    for run in signalled(&dir, "KILL") {
        assert_eq!(run.status, Status::Crashed);
        let lost = "the worker that ran it is lost: the process died of signal 9 (SIGKILL)";
        assert_eq!(run.message, lost);
    }
    dir.assert_none_lost("kill -9 of the workers while programs run");
}

#[test]
fn a_worker_that_is_stopped_is_killed_at_its_time_limit() {
    let dir = FaultExperiment::new("limits = { time_s = 2 }", LONG).planned(5);
    for run in signalled(&dir, "STOP") {
        assert_eq!((run.status, run.ended_by), (Status::TimeLimit, Some(EndedBy::Runner)));
        assert!(run.overshoot.unwrap() < 3.0, "{run:?}");
    }
    dir.assert_none_lost("kill -STOP of a worker in a search");
    let dir = FaultExperiment::with_script("limits = { time_s = 2 }", PATIENT);
    for run in signalled(&dir, "STOP") {
        assert_eq!((run.status, run.ended_by), (Status::TimeLimit, Some(EndedBy::Runner)));
        assert!((2.0..5.0).contains(&run.overshoot.unwrap()), "{run:?}");
    }
    dir.assert_none_lost("kill -STOP of the workers while programs run");
}

#[test]
fn a_runner_that_is_killed_leaves_no_process_and_the_same_command_executes_the_rest() {
    for (fault, dir) in [
        ("kill -9 of the runner, programs running", FaultExperiment::with_script("limits = { time_s = 60 }", PATIENT)),
        ("kill -9 of the runner in a search", FaultExperiment::new("limits = { time_s = 2 }", LONG).planned(5)),
    ] {
        let mut runner = dir.begin(4);
        assert!(live_processes(dir.path()).len() > 1, "it has workers");
        runner.kill().unwrap();
        runner.wait().unwrap();
        let took = wait_until_all_processes_end(dir.path());
        println!("{fault}: nothing is left after {} ms", took.as_millis());
        assert_eq!((dir.rows().len(), dir.faulty().len()), (4, 0));
        dir.go();
        dir.assert_none_lost(fault);
    }
}

/// A limitation: the worker, which could end the program, is dead before it sees the end of the runner.
/// A stopped worker is ended by the system, which sends HUP to a stopped group that lost its parent.
#[test]
fn a_program_whose_worker_cannot_see_the_end_of_the_runner_lives_on_and_costs_no_row() {
    for (fault, stopped_runner) in [
        ("kill -9 of the runner and the workers at once", true),
        ("kill -9 of the runner while its workers are stopped", false),
    ] {
        let dir = FaultExperiment::with_script("limits = { time_s = 60 }", PATIENT);
        let mut runner = dir.begin(4);
        let workers = workers(&runner);
        if stopped_runner {
            // So that it does not see theirs either.
            signal("STOP", &[runner.id()]);
            signal("KILL", &workers);
        } else {
            signal("STOP", &workers);
        }
        runner.kill().unwrap();
        runner.wait().unwrap();
        signal("CONT", &workers);
        thread::sleep(Duration::from_millis(500));
        let left = live_processes(dir.path());
        println!("{fault}: {} processes live on", left.len());
        assert!(
            !left.is_empty() && workers.iter().all(|worker| !left.contains(worker)),
            "docs/reliability.md is wrong"
        );
        // The next runner does not mind them.
        dir.go();
        let output = dir.run(&[]);
        assert!(output.out.starts_with("2 runs executed, 4 already recorded: 2 solved"), "{output:?}");
        signal("KILL", &left);
        dir.assert_none_lost(fault);
    }
}

/// A program that leaves children behind that end at once, and answers only when the file `go` exists.
const LITTERING: &str = "for i in 1 2 3 4 5 6 7 8; do (true &); done\nwhile ! [ -e go ]; do sleep 0.05; done\n\
                         \"$TILEBENCH\" solve \"$1\" --json | tr -d '\\n'\n";

/// The processes below `pid`.
fn below(pid: u32) -> Vec<u32> {
    let tasks = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    let lists = tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    let children: Vec<u32> =
        lists.flat_map(|list| list.split_whitespace().map(|pid| pid.parse().unwrap()).collect::<Vec<_>>()).collect();
    children.iter().flat_map(|&child| [vec![child], below(child)].concat()).collect()
}

#[test]
fn a_program_dies_with_its_runner_and_worker_when_these_are_killed_together() {
    let dir = FaultExperiment::new("limits = { time_s = 60 }", "command = ['sleep', '1000']");
    let mut runner = dir.begin(4);
    let workers: Vec<u32> = below(runner.id());
    // Its worker is asleep while it is waited for; both have no time for a last word.
    let programs: Vec<u32> = live_processes(dir.path())
        .into_iter()
        .filter(|pid| fs::read_to_string(format!("/proc/{pid}/comm")).is_ok_and(|name| name.trim() == "sleep"))
        .collect();
    assert_eq!(programs.len(), 2, "{workers:?}");
    let others: Vec<u32> = workers.into_iter().filter(|pid| !programs.contains(pid)).collect();
    signal("KILL", &[vec![runner.id()], others].concat());
    runner.wait().unwrap();
    wait_until_all_processes_end(dir.path());
}

#[test]
fn folders_of_workers_that_were_killed_with_their_runner_are_removed_by_the_next() {
    let dir = FaultExperiment::with_script("limits = { time_s = 60 }", PATIENT);
    let scratch = tempfile::tempdir().unwrap();
    let folders = || fs::read_dir(scratch.path()).unwrap().count();
    let mut first = dir.command(&[]).env("TILEBENCH_SCRATCH", scratch.path()).spawn().unwrap();
    while folders() == 0 {
        thread::sleep(Duration::from_millis(5));
    }
    thread::sleep(Duration::from_millis(500));
    signal("STOP", &[first.id()]);
    signal("KILL", &below(first.id()));
    signal("KILL", &[first.id()]);
    first.wait().unwrap();
    assert!(folders() > 0);
    dir.go();
    let again = dir.command(&[]).env("TILEBENCH_SCRATCH", scratch.path()).output().unwrap();
    assert_eq!(again.status.code(), Some(0), "{again:?}");
    assert_eq!(folders(), 0);
}

#[test]
fn dead_children_of_a_program_do_not_stay_in_the_list_of_processes_while_it_runs() {
    let dir = FaultExperiment::with_script("limits = { time_s = 60 }", LITTERING);
    let runner = dir.begin(4);
    let is_dead = |pid: &u32| {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        stat.rsplit_once(") ").is_some_and(|(_, rest)| rest.starts_with('Z'))
    };
    let dead: Vec<u32> = below(runner.id()).into_iter().filter(is_dead).collect();
    assert_eq!(dead, [0; 0]);
    dir.go();
    assert_eq!(runner.wait_with_output().unwrap().status.code(), Some(0));
}
