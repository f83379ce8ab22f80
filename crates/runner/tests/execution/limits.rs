//! Limits, and how they are recorded.

use super::*;

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
        answer(Termination::Solved, &[Direction::Up])
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
            assert!(run.generated.is_some_and(|n| n <= 3000 && n > 2900), "{algorithm} generated {:?}", run.generated);
        }
    }
    let place = Place::new(BFS);
    place.execute(&["limits.memory_mb=1", "instances=random:4x4:2"], &Searches::default());
    for run in place.runs() {
        assert_eq!(run.status, Status::MemoryLimit);
        assert!(run.peak_bytes.is_some_and(|bytes| bytes <= 1 << 20), "{:?} bytes", run.peak_bytes);
    }
}

#[test]
fn a_bound_on_depth_that_is_too_near_is_a_status_of_its_own_and_no_fault() {
    let place = Place::new("[[solver]]\nalgorithm = 'dfs'\ndepth = 5\n");
    let summary = place.execute(&["instances=random:3x3:3"], &Searches::default());
    assert_eq!(summary.ended[&Status::DepthLimit], 3);
    for run in place.runs() {
        assert_eq!((run.status, run.length, run.message.as_str()), (Status::DepthLimit, None, ""));
        assert!(run.generated > Some(5) && !run.status.is_unexplained());
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
fn a_search_on_disk_keeps_its_limits_and_says_how_much_of_the_disk_it_took() {
    let place = Place::new("[[solver]]\nalgorithm = 'astar'\nheuristic = 'blind'\nstore = 'disk'\n");
    let settings = ["limits.memory_mb=1", "instances=random:3x3:2"];
    place.execute(&settings, &Searches::default());
    for run in place.runs() {
        assert_eq!((run.status, run.proof, run.options.as_str()), (Status::Solved, Proof::Optimal, "store=disk"));
        assert!(
            run.peak_bytes <= Some(1 << 20) && run.peak_disk > Some(0),
            "{:?}, {:?}",
            run.peak_bytes,
            run.peak_disk
        );
    }
    let place = Place::new("[[solver]]\nalgorithm = 'astar'\nheuristic = 'blind'\nstore = 'disk'\n");
    place.execute(&["limits.memory_mb=1", "limits.disk_mb=1", "instances=random:4x4:1"], &Searches::default());
    let run = &place.runs()[0];
    assert_eq!((run.status, run.disk_limit_mb), (Status::DiskLimit, Some(1)));
    assert!(run.peak_disk.is_some_and(|bytes| bytes <= 1 << 20), "{:?} bytes", run.peak_disk);
}

#[test]
fn a_full_disk_is_a_limit_and_any_other_refusal_of_a_file_is_to_be_looked_into() {
    for (kind, status) in [(ErrorKind::StorageFull, Status::DiskLimit), (ErrorKind::PermissionDenied, Status::Crashed)]
    {
        let place = Place::new(BFS);
        place.execute(&[], &doubles(move |_, _| answer(Termination::DiskFailed(kind), &[])));
        let run = &place.runs()[0];
        assert_eq!((run.status, run.message.clone()), (status, format!("the search's files: {kind}")));
    }
}
