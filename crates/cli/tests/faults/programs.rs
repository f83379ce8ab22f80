//! Faults of a program that is run as a solver.

use std::ops::Range;

use tilebench_runner::record::{EndedBy, Status};

use crate::fault_experiment::FaultExperiment;

/// A fault, and its expected record.
struct Fault {
    name: &'static str,
    script: &'static str,
    status: Status,
    ended_by: &'static [EndedBy],
    /// In the unit of the limit, with room for a machine that is busy.
    overshoot: Range<f64>,
    signal: Option<u32>,
    message: &'static str,
}

const CRASHED: Fault = Fault {
    name: "",
    script: "",
    status: Status::Crashed,
    ended_by: &[],
    overshoot: 0.0..0.0,
    signal: None,
    message: "",
};

const WRONG: Fault = Fault { status: Status::Wrong, ..CRASHED };

const LATE: Fault = Fault { status: Status::TimeLimit, ended_by: &[EndedBy::Runner], overshoot: 0.0..3.0, ..CRASHED };

const HOG: Fault = Fault {
    status: Status::MemoryLimit,
    ended_by: &[EndedBy::Runner, EndedBy::System],
    overshoot: 0.0..600.0,
    ..CRASHED
};

const FAULTS: &[Fault] = &[
    Fault {
        name: "crash by a signal",
        script: "kill -SEGV $$",
        signal: Some(11),
        message: "it was terminated by signal 11",
        ..CRASHED
    },
    Fault {
        name: "exit code",
        script: "echo no such tile: 17 >&2; exit 3",
        message: "it ended with exit code 3 and without an answer; its standard error ends with: no such tile: 17",
        ..CRASHED
    },
    Fault { name: "says nothing", script: ":", message: "it ended without an answer", ..CRASHED },
    Fault {
        name: "noise instead of an answer",
        script: "head -c 100000 /dev/urandom",
        message: "it ended without an answer",
        ..CRASHED
    },
    Fault { name: "flood of lines", script: "yes", message: "it wrote more than 16 MiB", ..CRASHED },
    Fault { name: "flood without a line", script: "cat /dev/zero", message: "it wrote more than 16 MiB", ..CRASHED },
    Fault { name: "flood of standard error", script: "yes >&2", ..LATE },
    Fault { name: "hangs, ignores TERM", script: "trap '' TERM INT HUP; while :; do sleep 1000; done", ..LATE },
    Fault { name: "hangs and computes", script: "while :; do :; done", ..LATE },
    Fault { name: "closes its output and hangs", script: "exec >&- 2>&-; sleep 1000", ..LATE },
    Fault { name: "stops itself", script: "kill -STOP $$", ..LATE },
    Fault {
        name: "leaves a daemon that hangs",
        script: "setsid sh -c 'sleep 1000 & sleep 1000' & sleep 0.1",
        message: "it ended without an answer",
        ..CRASHED
    },
    Fault {
        name: "liar: a path that leads elsewhere",
        script: "echo '{\"moves\": \"LLLL\"}'",
        message: "off the board",
        ..WRONG
    },
    Fault { name: "liar: no moves", script: "echo '{\"moves\": \"\"}'", message: "goal", ..WRONG },
    Fault {
        name: "liar: a length without moves",
        script: "echo '{\"length\": 4}'",
        message: "it reports length 4, but returns no moves that could be replayed",
        ..WRONG
    },
    Fault {
        name: "liar: says there is no path",
        script: "echo '{\"unsolvable\": true}'",
        message: "the program reports that no path exists, but the parity shows that one does",
        ..WRONG
    },
    Fault {
        name: "kills the worker that waits for it",
        signal: Some(9),
        script: "setsid sleep 1000 & kill -9 $PPID; sleep 1000",
        message: "the worker that ran it is lost: the process died of signal 9 (SIGKILL)",
        ..CRASHED
    },
    Fault {
        name: "stops the worker that waits for it",
        script: "setsid sleep 1000 & kill -STOP $PPID; sleep 1000",
        overshoot: 2.0..5.0,
        ..LATE
    },
];

/// Injects the fault and checks its record.
fn inject(fault: &Fault, head: &str) {
    let dir = FaultExperiment::with_script(head, fault.script);
    let output = dir.run(&[]);
    let is_bad = matches!(fault.status, Status::Crashed | Status::Wrong);
    assert_eq!(output.code, Some(i32::from(is_bad)), "{}: {output:?}", fault.name);
    assert!(output.out.starts_with("6 runs executed: 4 solved, 2 "), "{}: {output:?}", fault.name);
    let rows = dir.faulty();
    assert_eq!(rows.len(), 2);
    for run in rows {
        let is_told = run.message.contains(fault.message);
        assert!(run.status == fault.status && run.signal == fault.signal && is_told, "{}: {run:?}", fault.name);
        assert_eq!(run.ended_by.is_some(), !fault.ended_by.is_empty(), "{}: {run:?}", fault.name);
        assert!(run.ended_by.is_none_or(|by| fault.ended_by.contains(&by)), "{}: {run:?}", fault.name);
        assert!(run.overshoot.is_none_or(|over| fault.overshoot.contains(&over)), "{}: {run:?}", fault.name);
        assert!(run.status != Status::MemoryLimit || run.wall_s < 15.0, "{}: {run:?}", fault.name);
    }
    dir.assert_none_lost(fault.name);
}

#[test]
fn every_fault_of_a_program_is_a_row_and_no_other_row_is_lost() {
    for fault in FAULTS {
        // Who does not hang has the time that a busy machine may take.
        let time = if fault.status == Status::TimeLimit { 1 } else { 30 };
        inject(fault, &format!("limits = {{ time_s = {time}, memory_mib = 100 }}"));
    }
}

fn take_more_memory(cgroups: bool) {
    let head = format!("limits = {{ time_s = 20, memory_mib = 100 }}\nexecution = {{ cgroups = {cgroups} }}");
    let means = if cgroups { "control group, if available" } else { "no control group" };
    let hog = format!("memory hog, {means}");
    inject(&Fault { name: hog.leak(), script: "tail /dev/zero", ..HOG }, &head);
    // The processes that the kernel does not kill would sleep until the time limit.
    let small = format!("memory hog of many processes, {means}");
    let script =
        "for i in 1 2 3 4 5 6 7 8; do (x=y; while [ ${#x} -lt 20000000 ]; do x=$x$x; done; sleep 1000) & done; wait";
    inject(&Fault { name: small.leak(), script, ..HOG }, &head);
}

#[test]
fn a_program_that_exceeds_its_memory_limit_is_ended_by_its_control_group() {
    take_more_memory(true);
}

#[test]
fn a_program_that_exceeds_its_memory_limit_is_ended_without_a_control_group() {
    take_more_memory(false);
}

#[test]
fn a_program_that_leaves_a_daemon_and_answers_is_solved_and_the_daemon_ended() {
    let script = "setsid sleep 1000 & \"$TILEBENCH\" solve \"$1\" --json | tr -d '\\n'";
    let dir = FaultExperiment::with_script("limits = { time_s = 20 }", script);
    let output = dir.run(&[]);
    assert!(output.code == Some(0) && output.out.starts_with("6 runs executed: 6 solved"), "{output:?}");
    dir.assert_none_lost("leaves a daemon and answers");
}
