//! Tables that change under a search, and estimates that only damaged ones give.

use std::os::unix::fs::PermissionsExt as _;

use super::*;

const PATTERNS: &str = "[[solver]]\nalgorithm = 'idastar'\nheuristic = ['pdb:1,2,3,4', 'manhattan']\n";

/// Writes into every table of `folder`, if there is one yet, in place.
fn overwrite(folder: &Path) {
    for file in folder.read_dir().into_iter().flatten().map(|file| file.unwrap().path()) {
        if file.extension().is_some_and(|extension| extension == "table") {
            let mut bytes = fs::read(&file).unwrap();
            bytes[4096..].fill(0xFF);
            fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
            thread::sleep(Duration::from_millis(20));
            fs::write(&file, bytes).unwrap();
        }
    }
}

/// Searches as they are, but all tables in `folder` are written just before the first begins.
fn overwritten(folder: &Path, tables: Tables) -> Searches {
    let folder = folder.to_owned();
    let prepared = move |configuration: &Configuration, goal: &Board, order: &OperatorOrder, tables: &Tables| {
        let search = prepare(configuration, goal, order, tables)?;
        let folder = folder.clone();
        let run = move |board: &Board, context: &mut SearchContext<'_>| {
            overwrite(&folder);
            search.run(board, context).unwrap()
        };
        Ok(Box::new(Double(run)) as Box<dyn PreparedSearch>)
    };
    Searches::new(Box::new(prepared), tables)
}

fn tables(folder: &Path) -> Tables {
    Tables::in_folder(folder, Box::new(tilebench_runner::catalog::tables::NoTableObserver))
}

#[test]
fn runs_whose_table_is_overwritten_in_place_are_crashed_and_runs_without_tables_are_not() {
    let dir = TestExperiment::new(PATTERNS);
    let folder = dir.path().join("tables");
    dir.execute(&["execution.jobs=1", "limits.nodes=100000"], &overwritten(&folder, tables(&folder)));
    let runs = dir.runs();
    assert_eq!(runs.len(), 8);
    for run in runs {
        if run.heuristic == "manhattan" {
            assert_eq!(run.status, Status::Solved, "{}", run.message);
        } else {
            assert_eq!((run.status, run.length, run.moves.as_str()), (Status::Crashed, None, ""));
            assert!(run.message.contains("was written while its table was in use"), "{}", run.message);
            assert!(run.message.contains("--copy-tables"), "{}", run.message);
        }
    }
}

#[test]
fn copied_tables_are_not_overwritten() {
    let dir = TestExperiment::new(PATTERNS);
    let folder = dir.path().join("tables");
    dir.execute(&["execution.jobs=1", "limits.nodes=100000"], &overwritten(&folder, tables(&folder).copied()));
    for run in dir.runs() {
        assert_eq!(run.status, Status::Solved, "{}: {}", run.heuristic, run.message);
    }
}

#[test]
fn an_admissible_estimate_above_the_solution_length_or_the_maximum_distance_is_a_crashed_run() {
    let solver = "[[solver]]\nalgorithm = 'idastar'\nheuristic = 'manhattan'\n";
    let with_estimate = |h0: u32| {
        move |board: &Board, context: &mut SearchContext<'_>| {
            let goal = Goal::BlankFirst.board(board.size()).unwrap();
            let configuration = Configuration::new("bfs", None, &[]).unwrap();
            let search = prepare(&configuration, &goal, &OperatorOrder::default(), &Tables::in_memory()).unwrap();
            SearchResult { h0: Some(h0), ..search.run(board, context).unwrap() }
        }
    };
    for h0 in [146, 30] {
        let dir = TestExperiment::new(solver);
        dir.execute(&[], &doubles(with_estimate(h0)));
        for run in dir.runs() {
            assert_eq!((run.status, run.length, run.proof), (Status::Crashed, None, Proof::None));
            assert!(run.message.contains("exceeds the cost of the solution"), "{}", run.message);
        }
    }
    let dir = TestExperiment::new(solver);
    dir.execute(
        &["limits.nodes=9"],
        &doubles(|_, _| SearchResult { h0: Some(146), ..answer(Termination::NodeLimit, &[]) }),
    );
    for run in dir.runs() {
        assert_eq!(run.status, Status::Crashed);
        assert!(run.message.contains("146 exceeds the maximum distance of a board (31)"), "{}", run.message);
    }
}
