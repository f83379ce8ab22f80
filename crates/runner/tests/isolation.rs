//! Searches in separate processes: every failure is recorded as a row, and no other run is lost.

#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;
use tilebench_runner::catalog::{StopFlag, StopReason};
use tilebench_runner::record::{EndedBy, Folder, Proof, Run, Status};
use tilebench_runner::{Execution, ExecutionSummary, Experiment, Plan, Searches, WorkerCommand, execute};

struct TestExperiment(TempDir);

impl TestExperiment {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn out(&self) -> std::path::PathBuf {
        self.0.path().join("out")
    }

    /// Executes `solvers` on boards that are not solved, with `head` before them.
    fn execute(&self, head: &str, solvers: &str) -> ExecutionSummary {
        self.cancellable(head, solvers, Arc::default())
    }

    fn cancellable(&self, head: &str, solvers: &str, cancel: Arc<StopFlag>) -> ExecutionSummary {
        let text = format!("name = 'x'\ninstances = ['walk:3x3:k=8:2']\n{head}\n{solvers}");
        let plan = Plan::new(Experiment::parse(&text, "x.toml", &[]).unwrap()).unwrap();
        let searches = Searches::default();
        let program = env!("CARGO_BIN_EXE_faulty-worker").into();
        let workers = Some(WorkerCommand { program, arguments: Vec::new() });
        execute(&plan, &self.out(), &Execution { cancel, workers, ..Execution::new(&searches) }).unwrap()
    }

    fn runs(&self) -> Vec<Run> {
        Folder::open(&self.out()).unwrap().runs().unwrap()
    }

    /// The runs of the only faulty solver, after checking those of a sound one next to it.
    fn faulty(&self, solver: &str) -> Vec<Run> {
        let (sound, faulty): (Vec<Run>, Vec<Run>) =
            self.runs().into_iter().partition(|run| run.solver == "idastar manhattan");
        assert!(sound.iter().all(|run| (run.status, run.proof) == (Status::Solved, Proof::Optimal)), "{sound:?}");
        assert_eq!((sound.len(), faulty.len()), (2, 2), "{solver}");
        faulty
    }
}

const SOUND: &str = "[[solver]]\nalgorithm = 'idastar'\nheuristic = 'manhattan'\n";

/// The runs of a faulty solver, executed next to a sound one.
fn faulty(head: &str, algorithm: &str, heuristic: &str) -> Vec<Run> {
    let dir = TestExperiment::new();
    let heuristic = if heuristic.is_empty() { String::new() } else { format!("heuristic = '{heuristic}'\n") };
    let summary = dir.execute(head, &format!("[[solver]]\nalgorithm = '{algorithm}'\n{heuristic}{SOUND}"));
    assert_eq!((summary.planned, summary.remaining(), summary.failure), (4, 0, None));
    dir.faulty(algorithm)
}

/// Whether a process with this text in its environment or its command lives.
fn lives(text: &str) -> bool {
    let processes = fs::read_dir("/proc").unwrap().flatten();
    processes.into_iter().any(|process| {
        let read = |file| fs::read(process.path().join(file)).unwrap_or_default();
        let holds = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).replace('\0', " ").contains(text);
        holds(read("cmdline")) && !String::from_utf8_lossy(&read("stat")).contains(") Z ")
    })
}

#[test]
fn a_search_in_a_worker_is_recorded_like_one_in_a_thread() {
    let solvers = "[[solver]]\nalgorithm = 'idastar'\nheuristic = 'manhattan'\norder = 'shuffle'\nseeds = '1-3'\n\
                   [[solver]]\nalgorithm = 'wastar'\nheuristic = 'manhattan'\nweight = [1, 1.25, 2]\ntie = 'low-g'\n\
                   [[solver]]\nalgorithm = 'astar'\nheuristic = 'manhattan'\nstore = 'disk'\n";
    let rows = |isolation: &str| {
        let dir = TestExperiment::new();
        dir.execute(&format!("execution = {{ jobs = 2, isolation = '{isolation}' }}"), solvers);
        let mut runs = dir.runs();
        runs.sort_by(|a, b| a.run_id.cmp(&b.run_id));
        for run in &mut runs {
            assert!(run.wall_s > 0.0 && run.status == Status::Solved, "{run:?}");
            (run.wall_s, run.cpu_s, run.setup_s) = (0.0, 0.0, 0.0);
            (run.peak_rss, run.instructions) = (None, None);
        }
        let mut iterations = Folder::open(&dir.out()).unwrap().iterations().unwrap();
        iterations.sort_by(|a, b| (&a.run_id, a.threshold).cmp(&(&b.run_id, b.threshold)));
        for iteration in &mut iterations {
            iteration.wall_s = 0.0;
        }
        let mut incumbents = Folder::open(&dir.out()).unwrap().incumbents().unwrap();
        incumbents.sort_by(|a, b| a.run_id.cmp(&b.run_id));
        for incumbent in &mut incumbents {
            (incumbent.wall_s, incumbent.cpu_s) = (0.0, Some(0.0));
        }
        (runs, iterations, incumbents)
    };
    let (in_processes, in_threads) = (rows("process"), rows("thread"));
    assert_eq!((in_processes.0.len(), in_processes.2.len()), (14, 14));
    assert_eq!(in_processes, in_threads);
}

#[test]
fn a_worker_that_aborts_is_a_row_with_its_signal_and_is_replaced() {
    for run in faulty("", "idastar", "blind") {
        assert_eq!((run.status, run.signal), (Status::Crashed, Some(6)));
        assert_eq!(run.message, "the process died of signal 6 (SIGABRT)");
    }
}

#[test]
fn a_stack_that_overflows_is_a_row_with_the_stderr_tail() {
    for run in faulty("", "astar", "hamming") {
        assert_eq!((run.status, run.signal), (Status::Crashed, Some(6)));
        assert!(run.message.contains("has overflowed its stack"), "{}", run.message);
    }
}

#[test]
fn a_worker_that_ends_by_itself_is_a_row_with_its_exit_code_and_stderr_tail() {
    for run in faulty("", "greedy", "blind") {
        assert_eq!((run.status, run.signal), (Status::Crashed, None));
        assert_eq!(run.message, "the process ended with exit code 3: no such tile: 17");
    }
}

#[test]
fn a_worker_that_dies_in_preparation_is_a_row() {
    for run in faulty("", "bfs", "") {
        assert_eq!((run.status, run.signal), (Status::Crashed, Some(6)));
    }
}

#[test]
fn a_panic_is_a_row_and_the_worker_continues() {
    for run in faulty("", "strategy", "") {
        assert_eq!((run.status, run.signal), (Status::Crashed, None));
        assert!(run.message.starts_with("panicked at ") && run.message.ends_with("tile 7 is missing"));
    }
}

#[test]
fn a_path_that_does_not_reach_the_goal_is_wrong() {
    for run in faulty("", "greedy", "hamming") {
        assert_eq!((run.status, run.length), (Status::Wrong, None));
    }
}

#[test]
fn a_worker_that_floods_its_output_is_a_row() {
    for run in faulty("", "staged", "") {
        assert_eq!(run.status, Status::Crashed);
        assert!(run.message.starts_with("invalid worker message: 'all work and no play"), "{}", run.message);
    }
}

#[test]
fn a_search_that_hangs_is_killed_within_fifty_milliseconds_of_its_time_limit() {
    let dir = TestExperiment::new();
    let hanging = "[[solver]]\nalgorithm = 'idastar'\nheuristic = 'hamming'\ninstances = ['random:3x3:5']\n";
    dir.execute("limits = { time_s = 1 }\nexecution = { jobs = 1 }", hanging);
    let mut over: Vec<f64> = Vec::new();
    for run in dir.runs() {
        assert_eq!((run.status, run.ended_by), (Status::TimeLimit, Some(EndedBy::Runner)));
        assert!((run.overshoot.unwrap() - (run.wall_s - 1.0)).abs() < 1e-9, "{run:?}");
        over.push(run.overshoot.unwrap());
    }
    over.sort_by(f64::total_cmp);
    println!("hanging searches under a limit of 1 s went over it by {over:.4?} s");
    // On a busy machine the runner itself may get its turn late, but not each time.
    assert!(over.len() == 5 && over[0] > 0.0 && over[0] <= 0.05 && over[4] < 1.0, "{over:?}");
}

#[test]
fn a_search_that_hangs_is_killed_at_its_processor_time_limit() {
    for run in faulty("limits = { cpu_s = 0.2 }", "idastar", "hamming") {
        assert_eq!((run.status, run.ended_by), (Status::TimeLimit, Some(EndedBy::Runner)));
        assert_eq!(run.message, "the processor time limit");
        assert!(run.cpu_s > 0.2 && run.overshoot.unwrap() < 0.5, "{run:?}");
    }
}

#[test]
fn a_processor_time_limit_ends_a_search_that_checks_its_flag() {
    let dir = TestExperiment::new();
    let long =
        "[[solver]]\nalgorithm = 'idastar'\nheuristic = 'manhattan'\ninstances = [{ set = 'korf100', ids = '88' }]";
    dir.execute("limits = { cpu_s = 0.3 }\nexecution = { jobs = 1 }", long);
    let run = &dir.runs()[0];
    assert_eq!((run.status, run.ended_by), (Status::TimeLimit, Some(EndedBy::Search)));
    assert!(run.cpu_s > 0.3 && run.cpu_s < 0.6 && run.generated > Some(1000), "{run:?}");
}

#[test]
fn a_process_over_its_memory_limit_is_ended_with_and_without_control_groups() {
    for cgroups in [true, false] {
        let head = format!("limits = {{ memory_mib = 50 }}\nexecution = {{ jobs = 1, cgroups = {cgroups} }}");
        for run in faulty(&head, "astar", "blind") {
            assert_eq!(run.status, Status::MemoryLimit, "{run:?}");
            // A process may have 64 MiB beyond its search; a check takes up to 10 ms.
            assert!(run.overshoot.unwrap() >= 64.0 && run.overshoot.unwrap() <= 600.0, "{run:?}");
        }
    }
}

#[test]
fn processes_started_by_a_killed_worker_end_with_it() {
    for run in faulty("limits = { time_s = 0.5 }", "idastar", "linear-conflict") {
        assert_eq!((run.status, run.ended_by), (Status::TimeLimit, Some(EndedBy::Runner)));
    }
    assert!(!lives("sh -c sleep 1000 & sleep 1000"));
}

#[test]
fn cancelling_ends_a_worker_that_hangs_and_its_run_is_not_recorded() {
    let dir = TestExperiment::new();
    let hanging = "[[solver]]\nalgorithm = 'idastar'\nheuristic = 'hamming'\n";
    let cancel = Arc::new(StopFlag::new());
    let raised = Arc::clone(&cancel);
    let later = thread::spawn(move || {
        thread::sleep(Duration::from_millis(300));
        raised.raise(StopReason::Cancel);
    });
    let start = Instant::now();
    let summary = dir.cancellable("", hanging, cancel);
    later.join().unwrap();
    assert!(start.elapsed() < Duration::from_secs(20));
    assert_eq!((summary.remaining(), dir.runs().len()), (2, 0));
}

#[test]
fn a_program_that_is_not_a_worker_is_reported_and_nothing_is_recorded() {
    let dir = TestExperiment::new();
    let text = format!("name = 'x'\ninstances = ['walk:3x3:k=8:2']\n{SOUND}");
    let plan = Plan::new(Experiment::parse(&text, "x.toml", &[]).unwrap()).unwrap();
    let searches = Searches::default();
    let workers = |program: &str| Some(WorkerCommand { program: Path::new(program).into(), arguments: Vec::new() });
    let execution = Execution { workers: workers("/no/such/program"), ..Execution::new(&searches) };
    let summary = execute(&plan, &dir.out(), &execution).unwrap();
    assert!(summary.failure.unwrap().starts_with("cannot start a worker, /no/such/program: "));
    assert_eq!(dir.runs().len(), 0);
    let error = execute(&plan, &dir.out(), &Execution::new(&searches)).unwrap_err().to_string();
    assert_eq!(error, "no command that starts workers is known: write isolation = \"thread\"");
}

#[test]
fn the_manifest_states_how_each_limit_was_enforced() {
    let means = |execution: &str| -> Vec<(String, String)> {
        let dir = TestExperiment::new();
        dir.execute(&format!("limits = {{ time_s = 9, memory_mib = 100 }}\nexecution = {{ {execution} }}"), SOUND);
        let manifest = Folder::open(&dir.out()).unwrap().manifest().unwrap().unwrap();
        manifest.limits.into_iter().map(|limit| (limit.what, limit.means)).collect()
    };
    let in_threads = means("isolation = 'thread'");
    assert_eq!(in_threads.iter().map(|(what, _)| what.as_str()).collect::<Vec<_>>(), ["memory_mib", "time_s"]);
    assert!(in_threads.iter().all(|(_, means)| !means.contains("kill")), "{in_threads:?}");
    let polled = means("cgroups = false");
    assert!(polled[0].1.contains("checked a hundred times per second"), "{polled:?}");
    assert!(polled[1].1.contains("its process is killed"), "{polled:?}");
}
