//! Executing plans: what is recorded, what is made again, and what is not believed.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use tempfile::TempDir;
use tilebench_runner::catalog::{
    Answer, Board, CatalogError, Configuration, Control, Counters, Direction, End, Order, Prepared, PuzzleError, Stop,
    StopFlag, Tables, prepare,
};
use tilebench_runner::record::{Folder, Proof, Run, Status};
use tilebench_runner::{Execution, Experiment, Plan, Searches, Summary, execute, physical_cores, recheck};

/// A search that does what a test wants.
struct Double<F>(F);

impl<F> Prepared for Double<F>
where
    F: Fn(&Board, &mut Control<'_>) -> Answer + Send + Sync,
{
    fn run(&self, board: &Board, control: &mut Control<'_>) -> Result<Answer, PuzzleError> {
        Ok((self.0)(board, control))
    }
}

/// Searches that all do the same.
fn doubles(run: impl Fn(&Board, &mut Control<'_>) -> Answer + Send + Sync + Clone + 'static) -> Searches {
    let prepare = move |_: &Configuration, _: &Board, _: &Order, _: &Tables| {
        Ok(Box::new(Double(run.clone())) as Box<dyn Prepared>)
    };
    Searches::new(Box::new(prepare), Tables::in_memory())
}

fn answer(end: End, moves: &[Direction]) -> Answer {
    Answer { end, moves: moves.to_vec(), h0: None, counters: Counters { generated: 7, ..Counters::default() } }
}

/// A search that goes on until it is stopped.
fn endless(_: &Board, control: &mut Control<'_>) -> Answer {
    loop {
        match control.stop.raised() {
            Some(Stop::Time) => return answer(End::TimeLimit, &[]),
            Some(Stop::Cancel) => return answer(End::Cancelled, &[]),
            None => thread::sleep(Duration::from_micros(100)),
        }
    }
}

/// A folder with an experiment in it.
struct Place(TempDir);

impl Place {
    fn new(solvers: &str) -> Self {
        let place = tempfile::tempdir().unwrap();
        let head = "name = 'x'\nexecution = { jobs = 2, isolation = 'thread' }\ninstances = ['walk:3x3:k=8:4']\n";
        fs::write(place.path().join("x.toml"), format!("{head}{solvers}")).unwrap();
        Self(place)
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn plan(&self, settings: &[&str]) -> Plan {
        let settings: Vec<String> = settings.iter().map(|&setting| setting.to_owned()).collect();
        Plan::new(Experiment::load(&self.path().join("x.toml"), &settings).unwrap()).unwrap()
    }

    fn out(&self) -> std::path::PathBuf {
        self.path().join("out")
    }

    fn execute(&self, settings: &[&str], searches: &Searches) -> Summary {
        self.cancellable(settings, searches, &Arc::default())
    }

    fn cancellable(&self, settings: &[&str], searches: &Searches, cancel: &Arc<StopFlag>) -> Summary {
        let execution = Execution { cancel: Arc::clone(cancel), ..Execution::new(searches) };
        execute(&self.plan(settings), &self.out(), &execution).unwrap()
    }

    fn runs(&self) -> Vec<Run> {
        Folder::open(&self.out()).unwrap().runs().unwrap()
    }
}

const BFS: &str = "[[solver]]\nalgorithm = 'bfs'\n";
const TWO: &str = "[[solver]]\nalgorithm = 'idastar'\nheuristic = ['manhattan', 'blind']\n";

#[test]
fn every_run_is_recorded_with_its_proof_counts_times_and_iterations() {
    let place = Place::new(TWO);
    let summary = place.execute(&["limits.time_s=30"], &Searches::default());
    assert_eq!((summary.planned, summary.earlier, summary.remaining(), summary.others), (8, 0, 0, 0));
    let runs = place.runs();
    assert_eq!(runs.len(), 8);
    for run in &runs {
        assert_eq!((run.status, run.proof), (Status::Solved, Proof::Optimal));
        assert_eq!(run.length, u32::try_from(run.moves.len()).ok());
        assert!(run.generated > run.expanded && run.h0.is_some() && run.wall_s > 0.0 && run.time_limit_s == Some(30.0));
    }
    let folder = Folder::open(&place.out()).unwrap();
    let iterations = folder.iterations().unwrap();
    for run in &runs {
        let generated: u64 = iterations.iter().filter(|row| row.run_id == run.run_id).map(|row| row.generated).sum();
        assert_eq!(generated, run.generated, "the iterations of a run sum to its count");
    }
    let manifest = folder.manifest().unwrap().unwrap();
    assert_eq!((manifest.runs_planned, manifest.solvers.len()), (8, 2));
    let limits: Vec<(&str, &str)> =
        manifest.limits.iter().map(|limit| (limit.what.as_str(), limit.value.as_str())).collect();
    assert!(
        limits[0].0 == "memory_mb" && limits[0].1.ends_with(" (not asked for: a share of the memory there is)"),
        "{limits:?}"
    );
    assert_eq!(limits[1..], [("time_s", "30")]);
    assert!(recheck(&place.out()).unwrap().refused.is_empty());
}

#[test]
fn boards_beyond_a_word_are_solved_replayed_and_rechecked_and_searching_them_is_unsupported() {
    let place = Place::new(BFS);
    let solvers = "[[solver]]\nalgorithm = 'strategy'\n[[solver]]\nalgorithm = 'idastar'\nheuristic = 'manhattan'\n";
    let sets = "['random:6x6:2:goal=blank-last', 'walk:2x13:k=50:1', 'random:32x32:1']";
    fs::write(
        place.path().join("x.toml"),
        format!("name = 'x'\nexecution = {{ isolation = 'thread' }}\ninstances = {sets}\n{solvers}"),
    )
    .unwrap();
    let summary = place.execute(&[], &Searches::default());
    assert_eq!((summary.ended[&Status::Solved], summary.ended[&Status::Unsupported]), (4, 4));
    for run in place.runs() {
        assert_eq!(run.status == Status::Solved, run.algorithm == "strategy");
        assert_eq!(run.length.unwrap_or(0), u32::try_from(run.moves.len()).unwrap());
        assert!(run.status == Status::Solved || run.message.ends_with("there is only the algorithm 'strategy'"));
    }
    let rechecked = recheck(&place.out()).unwrap();
    assert_eq!((rechecked.solutions, rechecked.refused.len()), (4, 0));
}

#[test]
fn running_again_makes_only_what_is_missing() {
    let place = Place::new(TWO);
    place.execute(&["solver.0.heuristic=blind"], &Searches::default());
    let before = fs::read_to_string(place.out().join("runs.csv")).unwrap();
    let summary = place.execute(&[], &Searches::default());
    assert_eq!((summary.planned, summary.earlier, summary.ended[&Status::Solved]), (8, 4, 4));
    let after = fs::read_to_string(place.out().join("runs.csv")).unwrap();
    assert!(after.starts_with(&before), "rows that are there stay as they are");
    let summary = place.execute(&[], &doubles(|_, _| panic!("nothing is left to run")));
    assert_eq!((summary.earlier, summary.ended.len()), (8, 0));
    let summary = place.execute(&["limits.nodes=1000000"], &Searches::default());
    assert_eq!((summary.earlier, summary.others), (0, 8), "another limit makes another run");
    let summary = place.execute(&["limits.depth=1000"], &Searches::default());
    assert_eq!((summary.earlier, summary.others), (0, 16), "another limit makes another run");
    let summary = place.execute(&["limits.cpu_s=1000"], &Searches::default());
    assert_eq!((summary.earlier, summary.others), (0, 24), "another limit makes another run");
}

#[test]
fn a_cancelled_run_is_not_recorded_and_is_made_by_the_next_execution() {
    let place = Place::new(BFS);
    let cancel = Arc::new(StopFlag::new());
    let searches = doubles({
        let cancel = Arc::clone(&cancel);
        move |board, control| {
            cancel.raise(Stop::Cancel);
            endless(board, control)
        }
    });
    let summary = place.cancellable(&[], &searches, &cancel);
    assert_eq!((summary.ended.len(), summary.remaining()), (0, 4));
    assert!(place.runs().is_empty());
    assert_eq!(place.execute(&[], &Searches::default()).ended[&Status::Solved], 4);
}

#[test]
fn a_panicking_solver_is_recorded_as_crashed_with_what_it_said() {
    let place = Place::new(BFS);
    let summary = place.execute(&[], &doubles(|_, _| panic!("no tile {}", 9)));
    assert_eq!(summary.ended[&Status::Crashed], 4);
    let message = &place.runs()[0].message;
    assert!(message.starts_with("panicked at ") && message.ends_with(": no tile 9"), "{message}");
    let failing = |_: &Configuration, _: &Board, _: &Order, _: &Tables| -> Result<Box<dyn Prepared>, CatalogError> {
        panic!("no table")
    };
    let failing = Searches::new(Box::new(failing), Tables::in_memory());
    let summary = place.execute(&["seed=2"], &failing);
    assert_eq!(summary.ended[&Status::Crashed], 4);
}

#[test]
fn a_lying_solver_is_recorded_as_wrong_with_its_moves_and_without_a_length() {
    let place = Place::new(BFS);
    place.execute(&[], &doubles(|_, _| answer(End::Solved, &[Direction::Up; 3])));
    for run in place.runs() {
        assert_eq!((run.status, run.proof, run.length), (Status::Wrong, Proof::None, None));
        assert_eq!((run.moves.as_str(), run.generated), ("UUU", 7));
        assert!(run.message.contains("off the board") || run.message.contains("not the goal"), "{}", run.message);
    }
    assert_eq!(recheck(&place.out()).unwrap().refused.len(), 4);
    let place = Place::new(BFS);
    place.execute(&[], &doubles(|_, _| answer(End::Exhausted, &[])));
    assert_eq!(place.runs()[0].status, Status::Wrong, "parity says that there is a path");
}

#[test]
fn a_method_that_ends_without_an_answer_gave_up_and_is_not_wrong() {
    let place = Place::new(BFS);
    place.execute(&[], &doubles(|_, _| answer(End::GaveUp, &[])));
    for run in place.runs() {
        assert_eq!((run.status, run.length, run.move_runs, run.generated), (Status::GaveUp, None, None, 7));
        assert_eq!(run.message, "the method ended without an answer");
    }
}

#[test]
fn a_solved_run_tells_its_moves_and_their_runs() {
    let place = Place::new(BFS);
    place.execute(&[], &Searches::with_tables(Tables::in_memory()));
    for run in place.runs() {
        let moves = run.moves.as_bytes();
        let turns = moves.windows(2).filter(|pair| pair[0] != pair[1]).count();
        let runs = if moves.is_empty() { 0 } else { turns + 1 };
        assert_eq!((run.status, run.length), (Status::Solved, u32::try_from(moves.len()).ok()));
        assert_eq!(run.move_runs, u32::try_from(runs).ok(), "{}", run.moves);
    }
}

#[test]
fn a_claim_that_the_known_length_refutes_is_wrong() {
    let place = Place::new(BFS);
    // One move from the goal, solved in three.
    fs::write(
        place.path().join("own.csv"),
        "# rows: 2\n# cols: 2\n# goal: blank-first\nid,board,optimal\na,1 0 2 3,1\n",
    )
    .unwrap();
    let detour = doubles(|_, _| answer(End::Solved, &[Direction::Left, Direction::Right, Direction::Left]));
    place.execute(&["instances=own.csv"], &detour);
    let runs = place.runs();
    assert_eq!(runs[0].message, "length 3 is claimed to be shortest, but 1 is known");
    assert_eq!((runs[0].status, runs[0].set.as_str()), (Status::Wrong, "own.csv"));
}

#[test]
fn the_time_limit_ends_a_search_within_milliseconds_and_a_late_answer_does_not_count() {
    let place = Place::new(BFS);
    place.execute(&["limits.time_s=0.05", "execution.jobs=1"], &doubles(endless));
    for run in place.runs() {
        assert_eq!(run.status, Status::TimeLimit);
        assert!(run.wall_s >= 0.05 && run.wall_s < 0.15, "{} s", run.wall_s);
    }
    let place = Place::new(BFS);
    let late = doubles(|_, _| {
        thread::sleep(Duration::from_millis(20));
        answer(End::Solved, &[Direction::Up])
    });
    place.execute(&["limits.time_s=0.01"], &late);
    let runs = place.runs();
    assert_eq!((runs[0].status, runs[0].length, runs[0].moves.as_str()), (Status::TimeLimit, None, ""));
}

#[test]
fn node_and_memory_limits_are_never_exceeded() {
    for algorithm in ["idastar", "astar", "greedy"] {
        let solver = format!("[[solver]]\nalgorithm = '{algorithm}'\nheuristic = 'blind'\n");
        let place = Place::new(&solver);
        place.execute(&["limits.nodes=3000", "instances=random:4x4:3"], &Searches::default());
        for run in place.runs() {
            assert_eq!((run.status, run.length), (Status::NodeLimit, None), "{algorithm}");
            assert!(run.generated <= 3000 && run.generated > 2900, "{algorithm} generated {}", run.generated);
        }
    }
    let place = Place::new(BFS);
    place.execute(&["limits.memory_mb=1", "instances=random:4x4:2"], &Searches::default());
    for run in place.runs() {
        assert_eq!(run.status, Status::MemoryLimit);
        assert!(run.peak_bytes <= 1 << 20, "{} bytes", run.peak_bytes);
    }
}

#[test]
fn a_bound_on_depth_that_is_too_near_is_a_status_of_its_own_and_no_fault() {
    let place = Place::new("[[solver]]\nalgorithm = 'dfs'\ndepth = 5\n");
    let summary = place.execute(&["instances=random:3x3:3"], &Searches::default());
    assert_eq!(summary.ended[&Status::DepthLimit], 3);
    for run in place.runs() {
        assert_eq!((run.status, run.length, run.message.as_str()), (Status::DepthLimit, None, ""));
        assert!(run.generated > 5 && !run.status.unexplained());
    }
}

#[test]
fn a_limit_of_depth_holds_for_algorithms_of_every_kind_and_is_told_in_the_manifest() {
    let guided = "heuristic = 'manhattan'\n";
    for (algorithm, options) in [
        ("bfs", ""),
        ("dfs", ""),
        ("astar", guided),
        ("wastar", "heuristic = 'manhattan'\nweight = 2\n"),
        ("astar", "heuristic = 'manhattan'\nstore = 'disk'\n"),
        ("greedy", guided),
        ("idastar", guided),
        ("idastar", "heuristic = 'manhattan'\nweight = 2\n"),
        ("staged", "plan = 'rows-columns'\n"),
        ("strategy", ""),
    ] {
        let place = Place::new(&format!("[[solver]]\nalgorithm = '{algorithm}'\n{options}"));
        place.execute(&["limits.depth=9", "instances=random:3x3:3"], &Searches::default());
        for run in place.runs() {
            assert_eq!((run.status, run.length, run.message.as_str()), (Status::DepthLimit, None, ""), "{algorithm}");
        }
        let limit = &Folder::open(&place.out()).unwrap().manifest().unwrap().unwrap().limits[0];
        assert_eq!((limit.what.as_str(), limit.value.as_str()), ("depth", "9"));
    }
}

#[test]
fn the_hash_table_is_recorded_only_where_it_was_measured() {
    let place = Place::new("[[solver]]\nalgorithm = 'astar'\nheuristic = 'manhattan'\nmeasure-table = [true, false]\n");
    place.execute(&[], &Searches::default());
    let (measured, others): (Vec<_>, Vec<_>) =
        place.runs().into_iter().partition(|run| run.options == "measure-table=true");
    assert_eq!((measured.len(), others.len()), (4, 4));
    assert!(others.iter().all(|run| run.table_slots.is_none() && run.table_longest.is_none()));
    for run in measured {
        assert_eq!(run.table_slots, Some(256));
        let (states, probes) = (run.table_states.unwrap(), run.table_probes.unwrap());
        assert!(states > run.expanded && states <= run.generated && probes >= states);
        assert!((1..=probes).contains(&run.table_longest.unwrap()));
    }
}

#[test]
fn a_search_on_disk_keeps_its_limits_and_says_how_much_of_the_disk_it_took() {
    let place = Place::new("[[solver]]\nalgorithm = 'astar'\nheuristic = 'blind'\nstore = 'disk'\n");
    let settings = ["limits.memory_mb=1", "instances=random:3x3:2"];
    place.execute(&settings, &Searches::default());
    for run in place.runs() {
        assert_eq!((run.status, run.proof, run.options.as_str()), (Status::Solved, Proof::Optimal, "store=disk"));
        assert!(run.peak_bytes <= 1 << 20 && run.peak_disk > 0, "{} bytes, {} on disk", run.peak_bytes, run.peak_disk);
    }
    let place = Place::new("[[solver]]\nalgorithm = 'astar'\nheuristic = 'blind'\nstore = 'disk'\n");
    place.execute(&["limits.memory_mb=1", "limits.disk_mb=1", "instances=random:4x4:1"], &Searches::default());
    let run = &place.runs()[0];
    assert_eq!((run.status, run.disk_limit_mb), (Status::DiskLimit, Some(1)));
    assert!(run.peak_disk <= 1 << 20, "{} bytes", run.peak_disk);
}

#[test]
fn a_full_disk_is_a_limit_and_any_other_refusal_of_a_file_is_to_be_looked_into() {
    for (kind, status) in [(ErrorKind::StorageFull, Status::DiskLimit), (ErrorKind::PermissionDenied, Status::Crashed)]
    {
        let place = Place::new(BFS);
        place.execute(&[], &doubles(move |_, _| answer(End::DiskFailed(kind), &[])));
        let run = &place.runs()[0];
        assert_eq!((run.status, run.message.clone()), (status, format!("the search's files: {kind}")));
    }
}

#[test]
fn what_cannot_run_on_a_board_is_unsupported_and_an_unsolvable_board_is_not_searched() {
    let place = Place::new("[[solver]]\nalgorithm = 'staged'\n");
    place.execute(&["instances=random:3x3:1"], &Searches::default());
    let runs = place.runs();
    assert_eq!(runs[0].status, Status::Unsupported);
    assert!(!runs[0].message.is_empty());
    let unsolvable = doubles(|_, _| panic!("this board must not be searched"));
    let place = Place::new(BFS);
    fs::write(
        place.path().join("own.csv"),
        "# rows: 2\n# cols: 2\n# goal: blank-first\nid,board,optimal\na,0 2 1 3,\n",
    )
    .unwrap();
    place.execute(&["instances=own.csv"], &unsolvable);
    assert_eq!(place.runs()[0].status, Status::Unsolvable);
}

#[test]
fn a_search_is_prepared_once_and_only_that_run_carries_the_time() {
    let place = Place::new(BFS);
    let slow = |configuration: &Configuration, goal: &Board, order: &Order, tables: &Tables| {
        thread::sleep(Duration::from_millis(20));
        prepare(configuration, goal, order, tables)
    };
    let slow = Searches::new(Box::new(slow), Tables::in_memory());
    place.execute(&[], &slow);
    let times: Vec<f64> = place.runs().iter().map(|run| run.setup_s).filter(|&setup| setup > 0.0).collect();
    assert!(times.len() == 1 && times[0] >= 0.02, "{times:?}");
}

#[test]
fn in_the_order_of_the_plan_instances_vary_slower_than_solvers_and_repeats_slowest() {
    let place = Place::new(TWO);
    let settings = ["repeats=2", "execution.jobs=1", "execution.schedule=plan", "instances=walk:3x3:k=8:2"];
    place.execute(&settings, &Searches::default());
    let order: Vec<_> = place
        .runs()
        .iter()
        .map(|run| format!("{} {} {}", run.repeat, run.instance, run.heuristic.trim_end_matches("hattan")))
        .collect();
    let expected = ["1 1 man", "1 1 blind", "1 2 man", "1 2 blind", "2 1 man", "2 1 blind", "2 2 man", "2 2 blind"];
    assert_eq!(order, expected);
}

#[test]
fn what_is_left_of_a_plan_is_made_in_the_order_it_has_in_the_whole() {
    let settings = ["repeats=2", "execution.jobs=1", "instances=walk:3x3:k=8:3"];
    let ids = |place: &Place| place.runs().into_iter().map(|run| run.run_id).collect::<Vec<_>>();
    let (whole, stopped) = (Place::new(TWO), Place::new(TWO));
    whole.execute(&settings, &Searches::default());
    // The runs of every other row are there already, made elsewhere.
    stopped.execute(&settings, &Searches::default());
    let file = stopped.out().join("runs.csv");
    let text = fs::read_to_string(&file).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let kept: Vec<&str> =
        lines.iter().enumerate().filter(|(at, _)| *at == 0 || at % 2 == 1).map(|(_, line)| *line).collect();
    fs::write(&file, kept.join("\n") + "\n").unwrap();
    let summary = stopped.execute(&settings, &Searches::default());
    assert_eq!((summary.earlier, summary.remaining()), (6, 0));
    let (order, halves): (Vec<_>, Vec<_>) = (ids(&whole), ids(&stopped));
    let expected: Vec<&String> = order.iter().step_by(2).chain(order.iter().skip(1).step_by(2)).collect();
    assert_eq!(halves.iter().collect::<Vec<_>>(), expected);
}

#[test]
fn a_manifest_tells_the_conditions_of_every_execution_that_made_runs() {
    let place = Place::new(BFS);
    place.execute(&["execution.pin=false"], &Searches::default());
    place.execute(&["execution.pin=false"], &Searches::default());
    let manifest = || Folder::open(&place.out()).unwrap().manifest().unwrap().unwrap();
    let first = manifest();
    let [session] = &first.sessions[..] else { panic!("the second made none: {:?}", first.sessions) };
    assert_eq!((session.jobs, session.pinned), (2, false));
    assert!(session.speed_before.unwrap() > 1e6 && session.speed_after.unwrap() > 1e6, "{session:?}");
    let (jobs, instances) = (
        format!("execution.jobs={}", physical_cores() + 1),
        format!("instances=walk:3x3:k=8:{}", physical_cores() + 1),
    );
    place.execute(&["seed=5", "execution.pin=false", &jobs, &instances], &Searches::default());
    let second = manifest();
    assert_eq!((second.sessions.len(), &second.sessions[0], second.sessions[1].pinned), (2, session, false));
    assert!(first.warnings.iter().all(|warning| second.warnings.contains(warning)));
    let crowded =
        format!("Times are not to be quoted: {0} jobs shared {1} cores.", physical_cores() + 1, physical_cores());
    assert!(second.warnings.contains(&crowded) && !first.warnings.contains(&crowded), "{:?}", second.warnings);
}

#[cfg(target_os = "linux")]
#[test]
fn a_search_is_kept_on_one_processor_and_its_preparation_is_not() {
    fn allowed() -> String {
        let status = fs::read_to_string("/proc/thread-self/status").unwrap();
        status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:")).unwrap().trim().to_owned()
    }
    let place = Place::new(BFS);
    let everywhere = allowed();
    let before = everywhere.clone();
    let prepare = move |_: &Configuration, _: &Board, _: &Order, _: &Tables| {
        assert_eq!(allowed(), before);
        let search = |_: &Board, _: &mut Control<'_>| -> Answer {
            // The message of a run that crashed is recorded.
            panic!("on {}", allowed());
        };
        Ok(Box::new(Double(search)) as Box<dyn Prepared>)
    };
    place.execute(&["execution.jobs=1"], &Searches::new(Box::new(prepare), Tables::in_memory()));
    let manifest = Folder::open(&place.out()).unwrap().manifest().unwrap().unwrap();
    for run in place.runs() {
        let found = run.message.rsplit("on ").next().unwrap();
        // Another test, or program, may hold all cores; then the manifest says so.
        let pinned = found.parse::<u32>().is_ok();
        assert!(pinned == manifest.sessions[0].pinned && (pinned || found == everywhere), "{}", run.message);
    }
    assert_eq!(manifest.sessions[0].pinned, manifest.warnings.iter().all(|warning| !warning.contains("not pinned")));
}

#[test]
fn a_run_that_would_be_made_twice_is_refused() {
    let place = Place::new(&format!("{BFS}name = 'a'\n{BFS}name = 'b'\n"));
    let experiment = Experiment::load(&place.path().join("x.toml"), &[]).unwrap();
    let error = Plan::new(experiment).unwrap_err().to_string();
    assert_eq!(
        error,
        "'b' would be run twice on instance 1 of walk:3x3:k=8:4: leave out one of its solver tables or sets"
    );
}

#[test]
fn a_solver_may_have_other_limits_on_other_instances_but_not_on_the_same() {
    let table = |set: &str, nodes: u32| format!("{BFS}instances = [{set}]\n[solver.limits]\nnodes = {nodes}\n");
    let place = Place::new(&format!("{}{}", table("'walk:3x3:k=8:2'", 1_000_000), table("'walk:3x3:k=20:2'", 5)));
    let summary = place.execute(&[], &Searches::default());
    assert_eq!((summary.ended[&Status::Solved], summary.ended[&Status::NodeLimit]), (2, 2));
    let manifest = fs::read_to_string(place.out().join("manifest.json")).unwrap();
    assert!(manifest.contains("1000000 for bfs on walk:3x3:k=8:2"), "{manifest}");
    let first = table("{ set = 'walk:3x3:k=8:2', ids = '1' }", 5);
    let place = Place::new(&format!("{}{first}", table("'walk:3x3:k=8:2'", 1_000_000)));
    let experiment = Experiment::load(&place.path().join("x.toml"), &[]).unwrap();
    let error = Plan::new(experiment).unwrap_err().to_string();
    assert!(error.starts_with("'bfs' would be run twice on instance 1 of walk:3x3:k=8:2"), "{error}");
}

#[test]
fn a_last_record_cut_at_any_byte_is_made_again_and_every_run_is_there_once() {
    let place = Place::new(BFS);
    place.execute(&[], &Searches::default());
    let file = place.out().join("runs.csv");
    let whole = fs::read(&file).unwrap();
    let last = whole[..whole.len() - 1].iter().rposition(|&byte| byte == b'\n').unwrap() + 1;
    for end in last + 1..whole.len() {
        fs::write(&file, &whole[..end]).unwrap();
        let summary = place.execute(&[], &Searches::default());
        assert_eq!((summary.earlier, summary.ended[&Status::Solved], summary.failure), (3, 1, None), "{end}");
        assert_eq!((place.runs().len(), Folder::open(&place.out()).unwrap().superseded().unwrap()), (4, 0), "{end}");
    }
    let aside = fs::read(place.out().join("runs.csv.torn")).unwrap();
    assert_eq!(aside.split(|&byte| byte == b'\n').count(), whole.len() - last, "each in a line of its own");
}

#[test]
fn a_record_that_is_wrong_in_the_middle_stops_everything_and_is_left_as_it_is() {
    let place = Place::new(BFS);
    place.execute(&[], &Searches::default());
    let file = place.out().join("runs.csv");
    let text = fs::read_to_string(&file).unwrap().replacen(",solved,", ",solv,", 1);
    fs::write(&file, &text).unwrap();
    let manifest = fs::read_to_string(place.out().join("manifest.json")).unwrap();
    let searches = Searches::default();
    let execution = Execution::new(&searches);
    let error = format!("{:#}", execute(&place.plan(&["seed=5"]), &place.out(), &execution).unwrap_err());
    assert!(error.contains("runs.csv: line 2: column status is 'solv'"), "{error}");
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
    assert_eq!(fs::read_to_string(place.out().join("manifest.json")).unwrap(), manifest);
}

#[test]
fn runs_that_ended_as_named_are_made_again_and_their_old_rows_stay() {
    let place = Place::new(TWO);
    let crash_on_blind = |panics: bool| {
        let prepare = move |configuration: &Configuration, goal: &Board, order: &Order, tables: &Tables| {
            if panics && configuration.heuristic().is_some_and(|heuristic| heuristic.to_string() == "blind") {
                return Ok(Box::new(Double(|_: &Board, _: &mut Control<'_>| -> Answer { panic!("a bug") }))
                    as Box<dyn Prepared>);
            }
            prepare(configuration, goal, order, tables)
        };
        Searches::new(Box::new(prepare), Tables::in_memory())
    };
    assert_eq!(place.execute(&[], &crash_on_blind(true)).ended[&Status::Crashed], 4);
    let retry = |statuses: &[Status]| {
        let searches = crash_on_blind(false);
        let execution = Execution { retry: statuses.to_vec(), ..Execution::new(&searches) };
        execute(&place.plan(&[]), &place.out(), &execution).unwrap()
    };
    let none = retry(&[Status::TimeLimit]);
    assert_eq!((none.earlier, none.retried, none.ended.len()), (8, 0, 0));
    let again = retry(&[Status::TimeLimit, Status::Crashed]);
    assert_eq!((again.earlier, again.retried, again.ended[&Status::Solved], again.others), (4, 4, 4, 0));
    assert_eq!(again.remaining(), 0);
    assert!(place.runs().iter().all(|run| run.status == Status::Solved), "the last row of a run counts");
    assert_eq!(Folder::open(&place.out()).unwrap().superseded().unwrap(), 4);
    assert_eq!(retry(&[Status::Crashed]).retried, 0, "what it was before is history");
}

#[test]
fn a_folder_that_is_being_written_is_refused_by_its_name() {
    let place = Place::new(BFS);
    let folder = Folder::open_or_create(&place.out()).unwrap();
    let appender = folder.appender().unwrap();
    let searches = Searches::default();
    let execution = Execution::new(&searches);
    let error = execute(&place.plan(&[]), &place.out(), &execution).unwrap_err().to_string();
    let expected = "out is being written by another run: wait for it to end, or choose another folder";
    assert!(error.ends_with(expected), "{error}");
    assert!(!place.out().join("manifest.json").exists());
    drop(appender);
    assert_eq!(place.execute(&[], &searches).remaining(), 0);
}

#[test]
fn a_runner_that_was_killed_before_its_first_file_leaves_nothing_in_the_way() {
    let place = Place::new(BFS);
    fs::create_dir(place.out()).unwrap();
    fs::write(place.out().join(".lock"), "").unwrap();
    fs::write(place.out().join(".writable"), "").unwrap();
    assert_eq!(place.execute(&[], &Searches::default()).remaining(), 0);
}

#[test]
fn a_recorded_solution_that_was_tampered_with_is_refused() {
    let place = Place::new(BFS);
    place.execute(&[], &Searches::default());
    let file = place.out().join("runs.csv");
    let text = fs::read_to_string(&file).unwrap();
    let run = &place.runs()[0];
    let shorter = &run.moves[1..];
    fs::write(&file, text.replacen(&run.moves, shorter, 1)).unwrap();
    let rechecked = recheck(&place.out()).unwrap();
    assert_eq!((rechecked.solutions, rechecked.refused.len()), (4, 1));
    assert_eq!(rechecked.refused[0].run.run_id, run.run_id);
}

#[test]
fn a_folder_of_other_files_or_of_another_experiment_is_refused_and_left_as_it_is() {
    let place = Place::new(BFS);
    let refused = |settings: &[&str]| {
        let searches = Searches::default();
        let execution = Execution::new(&searches);
        execute(&place.plan(settings), &place.out(), &execution).unwrap_err().to_string()
    };
    fs::create_dir(place.out()).unwrap();
    fs::write(place.out().join("index.html"), "mine").unwrap();
    assert!(refused(&[]).ends_with("holds files, but no runs.csv: choose an empty or new folder with --out"));
    assert_eq!(fs::read_dir(place.out()).unwrap().count(), 1);
    fs::remove_file(place.out().join("index.html")).unwrap();
    place.execute(&[], &Searches::default());
    let manifest = fs::read(place.out().join("manifest.json")).unwrap();
    assert!(refused(&["name=\"other\""]).contains("holds the results of the experiment '"));
    assert_eq!(fs::read(place.out().join("manifest.json")).unwrap(), manifest);
}

#[test]
fn a_retry_that_was_stopped_goes_on_where_it_was() {
    let place = Place::new(TWO);
    place.execute(&["limits.nodes=1"], &Searches::default());
    assert!(place.runs().iter().all(|run| run.status == Status::NodeLimit));
    let cancel = Arc::new(StopFlag::new());
    let raised = Arc::clone(&cancel);
    let made = Arc::new(std::sync::atomic::AtomicUsize::new(0));
    let stopping = doubles(move |_, _| {
        if made.fetch_add(1, std::sync::atomic::Ordering::Relaxed) == 2 {
            raised.raise(Stop::Cancel);
            return answer(End::Cancelled, &[]);
        }
        answer(End::NodeLimit, &[])
    });
    let retry = |searches: &Searches, cancel: Arc<StopFlag>| {
        let execution = Execution { cancel, retry: vec![Status::NodeLimit], ..Execution::new(searches) };
        execute(&place.plan(&["limits.nodes=1", "execution.jobs=1"]), &place.out(), &execution).unwrap()
    };
    let first = retry(&stopping, cancel);
    assert_eq!((first.retried, first.ended[&Status::NodeLimit], first.remaining()), (8, 2, 6));
    let second = retry(&Searches::default(), Arc::default());
    assert_eq!((second.earlier, second.retried, second.ended[&Status::NodeLimit]), (2, 6, 6));
    let third = retry(&Searches::default(), Arc::default());
    assert_eq!(third.retried, 8, "the retry was done, so this is another");
    assert_eq!(fs::read_to_string(place.out().join("runs.csv")).unwrap().lines().count(), 1 + 8 + 2 + 6 + 8);
}
