//! Runs of several threads, in a process of their own and in this one.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use tilebench_runner::record::{EndedBy, Folder, Run, Status};
use tilebench_runner::{Execution, Experiment, Plan, Searches, WorkerCommand, execute, physical_cores};

const ISOLATIONS: [&str; 2] = ["process", "thread"];

/// The runs of the recursion with one and two threads on Korf 2, which has iterations large enough to be shared. They
/// are sorted by options, which name the threads if there are several.
fn runs(isolation: &str, head: &str) -> Vec<Run> {
    let dir = tempfile::tempdir().unwrap();
    let text = format!(
        "name = 'x'\ninstances = [{{ set = 'korf100', ids = '2' }}]\n\
         execution = {{ isolation = '{isolation}' }}\n{head}\n\
         [[solver]]\nalgorithm = 'idastar'\nheuristic = 'manhattan'\nkernel = 'plain'\nthreads = [1, 2]\n"
    );
    let experiment = Experiment::parse(&text, "x.toml", &[]).unwrap();
    assert_eq!((experiment.threads(), experiment.jobs), (2, if isolation == "thread" { 1 } else { jobs() }));
    let plan = Plan::new(experiment).unwrap();
    let program = env!("CARGO_BIN_EXE_faulty-worker").into();
    let workers = Some(WorkerCommand { program, arguments: Vec::new() });
    let searches = Searches::default();
    let summary = execute(&plan, dir.path(), &Execution { workers, ..Execution::new(&searches) }).unwrap();
    assert_eq!((summary.planned, summary.remaining(), summary.failure), (2, 0, None));
    let mut runs = Folder::open(dir.path()).unwrap().runs().unwrap();
    runs.sort_by(|a, b| a.options.cmp(&b.options));
    runs
}

/// The number of parallel runs of two threads.
fn jobs() -> usize {
    (physical_cores() / 2).max(1)
}

#[test]
fn a_run_of_two_threads_is_recorded_with_the_counts_of_one_and_the_processor_time_of_both() {
    for isolation in ISOLATIONS {
        let [one, two] = <[Run; 2]>::try_from(runs(isolation, "")).unwrap();
        assert_eq!((one.options.as_str(), two.options.as_str()), ("kernel=plain", "kernel=plain;threads=2"));
        assert_ne!(one.run_id, two.run_id);
        assert_eq!((one.status, one.generated), (Status::Solved, Some(15_300_442)), "{}", one.message);
        assert_eq!((two.status, &two.moves), (one.status, &one.moves), "{}", two.message);
        let counts = |run: &Run| (run.generated, run.expanded, run.evaluated, run.iterations, run.peak_open);
        assert_eq!(counts(&two), counts(&one));
        assert!(two.peak_bytes > one.peak_bytes, "the stacks of two threads");
        // The thread that waits for the two uses almost no time.
        assert!(two.cpu_s > 0.4 * one.cpu_s, "{isolation}: {} of {}", two.cpu_s, one.cpu_s);
        assert_eq!(two.instructions, None);
    }
}

#[test]
fn a_processor_time_limit_applies_to_all_threads_together() {
    for isolation in ISOLATIONS {
        for run in runs(isolation, "limits = { cpu_s = 0.01 }") {
            assert_eq!((run.status, run.ended_by), (Status::TimeLimit, Some(EndedBy::Search)), "{}", run.message);
            assert!(run.cpu_s >= 0.01 && run.generated < Some(15_300_442), "{run:?}");
        }
    }
}
