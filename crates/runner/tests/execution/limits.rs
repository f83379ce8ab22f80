//! Limits, and how they are recorded.

use super::*;

#[test]
fn the_time_limit_ends_a_search_within_milliseconds_and_a_late_answer_does_not_count() {
    let dir = TestExperiment::new(BFS);
    dir.execute(&["limits.time_s=0.05", "execution.jobs=1"], &doubles(endless));
    for run in dir.runs() {
        assert_eq!(run.status, Status::TimeLimit);
        assert!(run.wall_s >= 0.05 && run.wall_s < 0.15, "{} s", run.wall_s);
    }
    let dir = TestExperiment::new(BFS);
    let late = doubles(|_, _| {
        thread::sleep(Duration::from_millis(20));
        answer(Termination::Solved, &[Direction::Up])
    });
    dir.execute(&["limits.time_s=0.01"], &late);
    let runs = dir.runs();
    assert_eq!((runs[0].status, runs[0].length, runs[0].moves.as_str()), (Status::TimeLimit, None, ""));
}

#[test]
fn node_and_memory_limits_are_never_exceeded() {
    for algorithm in ["idastar", "astar", "greedy"] {
        let solver = format!("[[solver]]\nalgorithm = '{algorithm}'\nheuristic = 'blind'\n");
        let dir = TestExperiment::new(&solver);
        dir.execute(&["limits.nodes=3000", "instances=random:4x4:3"], &Searches::default());
        for run in dir.runs() {
            assert_eq!((run.status, run.length), (Status::NodeLimit, None), "{algorithm}");
            assert!(run.generated.is_some_and(|n| n <= 3000 && n > 2900), "{algorithm} generated {:?}", run.generated);
        }
    }
    let dir = TestExperiment::new(BFS);
    dir.execute(&["limits.memory_mib=1", "instances=random:4x4:2"], &Searches::default());
    for run in dir.runs() {
        assert_eq!(run.status, Status::MemoryLimit);
        assert!(run.peak_bytes.is_some_and(|bytes| bytes <= 1 << 20), "{:?} bytes", run.peak_bytes);
    }
}

#[test]
fn a_depth_bound_that_is_too_small_is_a_status_of_its_own_and_not_a_fault() {
    let dir = TestExperiment::new("[[solver]]\nalgorithm = 'dfs'\ndepth = 5\n");
    let summary = dir.execute(&["instances=random:3x3:3"], &Searches::default());
    assert_eq!(summary.by_status[&Status::DepthLimit], 3);
    for run in dir.runs() {
        assert_eq!((run.status, run.length, run.message.as_str()), (Status::DepthLimit, None, ""));
        assert!(run.generated > Some(5) && !run.status.is_unexplained());
    }
}

#[test]
fn a_depth_limit_applies_to_algorithms_of_every_kind_and_is_in_the_manifest() {
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
        let dir = TestExperiment::new(&format!("[[solver]]\nalgorithm = '{algorithm}'\n{options}"));
        dir.execute(&["limits.depth=9", "instances=random:3x3:3"], &Searches::default());
        for run in dir.runs() {
            assert_eq!((run.status, run.length, run.message.as_str()), (Status::DepthLimit, None, ""), "{algorithm}");
        }
        let limit = &Folder::open(&dir.out()).unwrap().manifest().unwrap().unwrap().limits[0];
        assert_eq!((limit.what.as_str(), limit.value.as_str()), ("depth", "9"));
    }
}

#[test]
fn a_search_on_disk_obeys_its_limits_and_records_its_disk_usage() {
    let dir = TestExperiment::new("[[solver]]\nalgorithm = 'astar'\nheuristic = 'blind'\nstore = 'disk'\n");
    let settings = ["limits.memory_mib=1", "instances=random:3x3:2"];
    dir.execute(&settings, &Searches::default());
    for run in dir.runs() {
        assert_eq!((run.status, run.proof, run.options.as_str()), (Status::Solved, Proof::Optimal, "store=disk"));
        assert!(
            run.peak_bytes <= Some(1 << 20) && run.peak_disk > Some(0),
            "{:?}, {:?}",
            run.peak_bytes,
            run.peak_disk
        );
    }
    let dir = TestExperiment::new("[[solver]]\nalgorithm = 'astar'\nheuristic = 'blind'\nstore = 'disk'\n");
    dir.execute(&["limits.memory_mib=1", "limits.disk_mib=1", "instances=random:4x4:1"], &Searches::default());
    let run = &dir.runs()[0];
    assert_eq!((run.status, run.disk_limit_mib), (Status::DiskLimit, Some(1)));
    assert!(run.peak_disk.is_some_and(|bytes| bytes <= 1 << 20), "{:?} bytes", run.peak_disk);
}

#[test]
fn a_full_disk_is_a_limit_and_any_other_file_error_is_a_crash() {
    for (kind, status) in [(ErrorKind::StorageFull, Status::DiskLimit), (ErrorKind::PermissionDenied, Status::Crashed)]
    {
        let dir = TestExperiment::new(BFS);
        dir.execute(&[], &doubles(move |_, _| answer(Termination::DiskFailed(kind), &[])));
        let run = &dir.runs()[0];
        assert_eq!((run.status, run.message.clone()), (status, format!("the files of the search: {kind}")));
    }
}
