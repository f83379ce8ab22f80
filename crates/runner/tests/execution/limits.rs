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

/// A search that reports its only solution with these bounds, and waits before each report and at the end.
fn anytime_double(bounds: [u32; 2], waits_ms: [u64; 3]) -> Searches {
    doubles(move |board, context| {
        let goal = Goal::BlankFirst.board(board.size()).unwrap();
        let configuration = Configuration::new("arastar", Some("manhattan"), &[]).unwrap();
        let search = prepare(&configuration, &goal, &OperatorOrder::default(), &Tables::in_memory()).unwrap();
        let SearchContext { limits, stop, scratch, .. } = *context;
        let mut unobserved = SearchContext { limits, stop, observer: &mut NoObserver, scratch, seed: 0 };
        let found = search.run(board, &mut unobserved).unwrap();
        for (wait, bound) in waits_ms.into_iter().zip(bounds) {
            thread::sleep(Duration::from_millis(wait));
            let (cost, counters) = (found.cost.unwrap(), found.counters);
            let found = FoundIncumbent { cost, length: cost, bound: Some(bound), counters };
            // A search that does not obey is judged by the times of its reports.
            let _ = context.observer.incumbent(&found);
        }
        thread::sleep(Duration::from_millis(waits_ms[2]));
        SearchResult { bound: Some(bounds[1]), ..found }
    })
}

#[test]
fn the_incumbent_of_an_anytime_search_counts_if_it_was_found_before_the_time_limit() {
    let anytime = "[[solver]]\nalgorithm = 'arastar'\nheuristic = 'manhattan'\n";
    let run = |bounds, waits_ms| {
        let dir = TestExperiment::new(anytime);
        dir.execute(&["limits.time_s=0.5", "instances=walk:3x3:k=8:1"], &anytime_double(bounds, waits_ms));
        let run = dir.runs().remove(0);
        (run.status, run.proof, run.lower_bound, run.cost.is_some(), run.incumbents)
    };
    assert_eq!(run([1, 2], [0, 0, 700]), (Status::Solved, Proof::Bounded, Some(2), true, Some(2)));
    // The second bound was proved after the limit.
    assert_eq!(run([1, 4], [0, 700, 0]), (Status::Solved, Proof::Bounded, Some(1), true, Some(1)));
    assert_eq!(run([1, 2], [700, 0, 0]), (Status::TimeLimit, Proof::None, None, false, Some(0)));
}

#[test]
fn an_anytime_search_at_its_node_limit_is_solved_with_its_bound() {
    for algorithm in ["arastar", "rwastar", "anastar", "rectangle"] {
        let solver = format!("[[solver]]\nalgorithm = '{algorithm}'\nheuristic = 'manhattan'\n");
        let dir = TestExperiment::new(&solver);
        dir.execute(&["limits.nodes=200000", "instances=random:4x4:2"], &Searches::default());
        for run in dir.runs() {
            assert_eq!((run.status, run.proof), (Status::Solved, Proof::Bounded), "{algorithm}: {}", run.message);
            assert!(run.lower_bound >= run.h0.map(u64::from) && run.lower_bound < run.cost, "{algorithm}");
            assert!(run.generated.is_some_and(|generated| generated <= 200_000) && run.ended_by.is_none());
        }
        assert!(recheck(&dir.out()).unwrap().refused.is_empty());
    }
}

#[test]
fn stopped_ida_star_has_proved_that_no_path_is_shorter_than_its_threshold() {
    let stopped = |solver: &str, limit: &str| {
        let dir = TestExperiment::new(&format!("[[solver]]\nalgorithm = 'idastar'\n{solver}"));
        dir.execute(&[limit, "instances=random:3x3:60:seed=1", "execution.jobs=1"], &Searches::default());
        let mut runs = dir.runs();
        runs.sort_by(|one, other| one.instance.cmp(&other.instance));
        runs
    };
    let manhattan = "heuristic = 'manhattan'\n";
    let lengths: Vec<_> = stopped(manhattan, "limits.nodes=1000000").iter().map(|run| run.length.unwrap()).collect();
    for solver in ["", "prune = 14\n", "bpmx = true\n", "threads = 2\n", "direction = 'reverse'\n"] {
        for limit in ["limits.nodes=400", "limits.depth=21"] {
            let runs = stopped(&format!("{manhattan}{solver}"), limit);
            assert!(runs.iter().filter(|run| run.status.is_limit()).count() > 20, "{solver}{limit}");
            for (run, &length) in runs.iter().zip(&lengths) {
                let Some(bound) = run.lower_bound else {
                    assert_eq!(run.status, Status::Solved, "{solver}{limit}");
                    continue;
                };
                let h0 = run.h0.map(u64::from).unwrap();
                assert!(run.status.is_limit() && (h0..=length.into()).contains(&bound), "{solver}{limit}: {bound}");
                assert!(run.status != Status::DepthLimit || bound > 21, "{solver}{limit}: {bound}");
            }
        }
    }
    for proves_nothing in ["heuristic = 'manhattan'\nweight = 2\n", "heuristic = 'walking-distance+pairs'\n"] {
        assert!(stopped(proves_nothing, "limits.nodes=40").iter().all(|run| run.lower_bound.is_none()));
    }
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
        ("idastar-cr", guided),
        ("bts", guided),
        ("idastar-tt", guided),
        ("rbfs", guided),
        ("beam", guided),
        ("bulb", guided),
        ("rectangle", guided),
        ("arastar", guided),
        ("rwastar", guided),
        ("anastar", guided),
        ("dfbnb", guided),
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
