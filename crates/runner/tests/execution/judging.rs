//! Which claims of a search are accepted, and which are rejected.

use super::*;

#[test]
fn every_run_is_recorded_with_its_proof_counts_times_and_iterations() {
    let dir = TestExperiment::new(TWO);
    let summary = dir.execute(&["limits.time_s=30"], &Searches::default());
    assert_eq!((summary.planned, summary.already_recorded, summary.remaining(), summary.of_other_plans), (8, 0, 0, 0));
    let runs = dir.runs();
    assert_eq!(runs.len(), 8);
    for run in &runs {
        assert_eq!((run.status, run.proof), (Status::Solved, Proof::Optimal));
        assert_eq!(run.length, u32::try_from(run.moves.len()).ok());
        assert!(run.generated > run.expanded && run.h0.is_some() && run.wall_s > 0.0 && run.time_limit_s == Some(30.0));
    }
    let folder = Folder::open(&dir.out()).unwrap();
    let iterations = folder.iterations().unwrap();
    for run in &runs {
        let generated: u64 = iterations.iter().filter(|row| row.run_id == run.run_id).map(|row| row.generated).sum();
        assert_eq!(Some(generated), run.generated, "the iterations of a run sum to its count");
    }
    let answer = |run: &Run| Incumbent {
        run_id: run.run_id.clone(),
        wall_s: run.wall_s,
        cpu_s: Some(run.cpu_s),
        expanded: run.expanded,
        generated: run.generated,
        cost: run.moves.len() as u64,
        length: run.length.unwrap(),
        bound: run.cost,
    };
    assert_eq!(folder.incumbents().unwrap(), runs.iter().map(answer).collect::<Vec<_>>());
    assert!(runs.iter().all(|run| run.incumbents == Some(1) && run.cost_model == "unit" && run.metric == "single"));
    let manifest = folder.manifest().unwrap().unwrap();
    assert_eq!((manifest.runs_planned, manifest.solvers.len()), (8, 2));
    let limits: Vec<(&str, &str)> =
        manifest.limits.iter().map(|limit| (limit.what.as_str(), limit.value.as_str())).collect();
    assert!(
        limits[0].0 == "memory_mib" && limits[0].1.ends_with(" (default: a share of the available memory)"),
        "{limits:?}"
    );
    assert_eq!(limits[1..], [("time_s", "30")]);
    assert!(recheck(&dir.out()).unwrap().refused.is_empty());
}

#[test]
fn boards_of_more_than_25_cells_are_solved_replayed_and_rechecked_and_searching_them_is_unsupported() {
    let dir = TestExperiment::new(BFS);
    let solvers = "[[solver]]\nalgorithm = 'strategy'\n[[solver]]\nalgorithm = 'idastar'\nheuristic = 'manhattan'\n";
    let sets = "['random:6x6:2:goal=blank-last', 'walk:2x13:k=50:1', 'random:50x50:1']";
    fs::write(
        dir.path().join("x.toml"),
        format!("name = 'x'\nexecution = {{ isolation = 'thread' }}\ninstances = {sets}\n{solvers}"),
    )
    .unwrap();
    let summary = dir.execute(&[], &Searches::default());
    assert_eq!((summary.by_status[&Status::Solved], summary.by_status[&Status::Unsupported]), (4, 4));
    for run in dir.runs() {
        assert_eq!(run.status == Status::Solved, run.algorithm == "strategy");
        assert_eq!(run.length.unwrap_or(0), u32::try_from(run.moves.len()).unwrap());
        assert!(run.status == Status::Solved || run.message.ends_with("larger boards need the algorithm 'strategy'"));
    }
    let rechecked = recheck(&dir.out()).unwrap();
    assert_eq!((rechecked.solutions, rechecked.refused.len()), (4, 0));
}

#[test]
fn a_panicking_solver_is_recorded_as_crashed_with_its_message() {
    let dir = TestExperiment::new(BFS);
    let summary = dir.execute(&[], &doubles(|_, _| panic!("no tile {}", 9)));
    assert_eq!(summary.by_status[&Status::Crashed], 4);
    let message = &dir.runs()[0].message;
    assert!(message.starts_with("panicked at ") && message.ends_with(": no tile 9"), "{message}");
    let failing = |_: &Configuration,
                   _: &Board,
                   _: &OperatorOrder,
                   _: &Tables|
     -> Result<Box<dyn PreparedSearch>, CatalogError> { panic!("no table") };
    let failing = Searches::new(Box::new(failing), Tables::in_memory());
    let summary = dir.execute(&["seed=2"], &failing);
    assert_eq!(summary.by_status[&Status::Crashed], 4);
}

#[test]
fn a_lying_solver_is_recorded_as_wrong_with_its_moves_and_without_a_length() {
    let dir = TestExperiment::new(BFS);
    dir.execute(&[], &doubles(|_, _| answer(Termination::Solved, &[Direction::Up; 3])));
    for run in dir.runs() {
        assert_eq!((run.status, run.proof, run.length), (Status::Wrong, Proof::None, None));
        assert_eq!((run.moves.as_str(), run.generated), ("UUU", Some(7)));
        assert!(run.message.contains("off the board") || run.message.contains("not the goal"), "{}", run.message);
    }
    assert_eq!(recheck(&dir.out()).unwrap().refused.len(), 4);
    let dir = TestExperiment::new(BFS);
    dir.execute(&[], &doubles(|_, _| answer(Termination::Exhausted, &[])));
    assert_eq!(dir.runs()[0].status, Status::Wrong, "parity says that there is a path");
}

#[test]
fn a_method_that_ends_without_an_answer_gave_up_and_is_not_wrong() {
    let dir = TestExperiment::new(BFS);
    dir.execute(&[], &doubles(|_, _| answer(Termination::Incomplete, &[])));
    for run in dir.runs() {
        assert_eq!((run.status, run.length, run.move_runs, run.generated), (Status::GaveUp, None, None, Some(7)));
        assert_eq!(run.message, "the method ended without an answer");
    }
}

#[test]
fn a_solved_run_has_its_moves_and_move_runs() {
    let dir = TestExperiment::new(BFS);
    dir.execute(&[], &Searches::with_tables(Tables::in_memory()));
    for run in dir.runs() {
        let moves = run.moves.as_bytes();
        let turns = moves.windows(2).filter(|pair| pair[0] != pair[1]).count();
        let runs = if moves.is_empty() { 0 } else { turns + 1 };
        assert_eq!((run.status, run.length), (Status::Solved, u32::try_from(moves.len()).ok()));
        assert_eq!(run.move_runs, u32::try_from(runs).ok(), "{}", run.moves);
    }
}

#[test]
fn a_claim_that_the_known_length_refutes_is_wrong() {
    let dir = TestExperiment::new(BFS);
    // One move from the goal, solved in three.
    fs::write(dir.path().join("own.csv"), "# rows: 2\n# cols: 2\n# goal: blank-first\nid,board,optimal\na,1 0 2 3,1\n")
        .unwrap();
    let detour = doubles(|_, _| answer(Termination::Solved, &[Direction::Left, Direction::Right, Direction::Left]));
    dir.execute(&["instances=own.csv"], &detour);
    let runs = dir.runs();
    assert_eq!(runs[0].message, "length 3 is claimed to be shortest, but 1 is known");
    assert_eq!((runs[0].status, runs[0].set.as_str()), (Status::Wrong, "own.csv"));
}

#[test]
fn hash_table_statistics_are_recorded_only_if_they_were_measured() {
    let dir = TestExperiment::new(
        "[[solver]]\nalgorithm = 'astar'\nheuristic = 'manhattan'\nstore = 'plain'\nhash-statistics = [true, false]\n",
    );
    dir.execute(&[], &Searches::default());
    let (measured, others): (Vec<_>, Vec<_>) =
        dir.runs().into_iter().partition(|run| run.options.contains("measure-table=true"));
    assert_eq!((measured.len(), others.len()), (4, 4));
    assert!(others.iter().all(|run| run.table_slots.is_none() && run.table_longest.is_none()));
    for run in measured {
        assert_eq!(run.table_slots, Some(256));
        let (states, probes) = (run.table_states.unwrap(), run.table_probes.unwrap());
        assert!(Some(states) > run.expanded && Some(states) <= run.generated && probes >= states);
        assert!((1..=probes).contains(&run.table_longest.unwrap()));
    }
}

#[test]
fn a_solver_that_does_not_support_a_board_is_unsupported_and_an_unsolvable_board_is_not_searched() {
    let dir = TestExperiment::new("[[solver]]\nalgorithm = 'staged'\n");
    dir.execute(&["instances=random:3x3:1"], &Searches::default());
    let runs = dir.runs();
    assert_eq!(runs[0].status, Status::Unsupported);
    assert!(!runs[0].message.is_empty());
    let unsolvable = doubles(|_, _| panic!("this board must not be searched"));
    let dir = TestExperiment::new(BFS);
    fs::write(dir.path().join("own.csv"), "# rows: 2\n# cols: 2\n# goal: blank-first\nid,board,optimal\na,0 2 1 3,\n")
        .unwrap();
    dir.execute(&["instances=own.csv"], &unsolvable);
    assert_eq!(dir.runs()[0].status, Status::Unsolvable);
}

#[test]
fn a_recorded_solution_that_was_tampered_with_is_refused() {
    let dir = TestExperiment::new(BFS);
    dir.execute(&[], &Searches::default());
    let file = dir.out().join("runs.csv");
    let text = fs::read_to_string(&file).unwrap();
    let run = &dir.runs()[0];
    let shorter = &run.moves[1..];
    fs::write(&file, text.replacen(&run.moves, shorter, 1)).unwrap();
    let rechecked = recheck(&dir.out()).unwrap();
    assert_eq!((rechecked.solutions, rechecked.refused.len()), (4, 1));
    assert_eq!(rechecked.refused[0].run.run_id, run.run_id);
}

#[test]
fn slides_are_searched_replayed_rechecked_and_recorded_under_ids_of_their_own() {
    let dir = TestExperiment::new(
        "[[solver]]\nalgorithm = ['astar', 'idastar']\nheuristic = ['manhattan', 'pdb-4-4']\nmetric = 'multi'\n\
         [[solver]]\nalgorithm = 'bfs'\nmetric = 'multi'\n[[solver]]\nalgorithm = 'bfs'\n",
    );
    let summary = dir.execute(&[], &Searches::default());
    assert_eq!(summary.by_status[&Status::Solved], 24);
    let runs = dir.runs();
    let single: Vec<&Run> = runs.iter().filter(|run| run.metric == "single").collect();
    assert_eq!(single.len(), 4);
    for run in &runs {
        let moves = tilebench_runner::catalog::parse_moves(&run.moves).unwrap();
        let is_single = run.metric == "single";
        let length = if is_single { moves.len() } else { tilebench_runner::catalog::count_move_runs(&moves) };
        assert_eq!((run.length, run.cost), (u32::try_from(length).ok(), Some(length as u64)));
        assert!(run.proof == Proof::Optimal && (is_single || run.optimal.is_none()));
        assert_eq!(run.problem_set().ends_with(" (multi)"), !is_single);
        let of_instance = runs.iter().filter(|other| other.instance == run.instance && other.metric == run.metric);
        assert!(of_instance.clone().all(|other| other.length == run.length), "all are optimal");
        assert!(of_instance.filter(|other| other.run_id == run.run_id).count() == 1);
    }
    assert!(recheck(&dir.out()).unwrap().refused.is_empty());
    // The name of a solver contains its metric, so both breadth-first searches have different names.
    assert!(runs.iter().any(|run| run.solver == "bfs metric=multi") && runs.iter().any(|run| run.solver == "bfs"));
}

#[test]
fn an_algorithm_without_a_form_for_slides_is_unsupported() {
    let dir = TestExperiment::new("metric = 'multi'\n[[solver]]\nalgorithm = 'nbs'\nheuristic = 'manhattan'\n");
    let summary = dir.execute(&[], &Searches::default());
    assert_eq!(summary.by_status[&Status::Unsupported], 4);
    assert!(dir.runs().iter().all(|run| run.message.contains("has no form for metric multi")));
}
