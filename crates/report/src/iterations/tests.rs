//! Small folders whose statistics can be checked by hand.

use std::path::Path;

use tilebench_record::{Folder, Iteration, Prediction, Run, Status};

use super::*;
use crate::experiment::ExperimentData;

fn run(id: &str, instance: &str, repeat: u32, status: Status) -> Run {
    Run {
        run_id: id.into(),
        set: "korf100".into(),
        instance: instance.into(),
        rows: Some(2),
        cols: Some(2),
        board: "3 0 1 2".into(),
        goal: "blank-first".into(),
        solver: "IDA*".into(),
        algorithm: "idastar".into(),
        heuristic: "manhattan".into(),
        weight: "1".into(),
        repeat,
        status,
        generated: Some(10),
        ..Run::default()
    }
}

/// The iterations of a run with these thresholds and nodes generated, half of them expanded.
fn iterations(id: &str, rows: &[(u32, u64)]) -> Vec<Iteration> {
    let row = |&(threshold, generated): &(u32, u64)| Iteration {
        run_id: id.into(),
        threshold,
        generated,
        expanded: generated / 2,
        wall_s: 0.0,
    };
    rows.iter().map(row).collect()
}

fn read_folder(dir: &Path) -> ConfigurationIterations {
    ExperimentData::read(dir).expect("a folder").sets.remove(0).iterations.remove(0)
}

fn folder(runs: &[(Run, Vec<Iteration>)]) -> (tempfile::TempDir, Folder) {
    let guard = tempfile::tempdir().expect("a temporary folder can be made");
    let folder = Folder::open_or_create(&guard.path().join("small")).expect("it can be written");
    let mut appender = folder.appender().expect("it is new");
    for (run, iterations) in runs {
        let run = Run { iterations: Some(iterations.len() as u64), ..run.clone() };
        appender.append(&run, iterations).expect("the disk is not full");
    }
    (guard, folder)
}

#[test]
fn the_last_iteration_of_a_run_is_not_full_and_repeats_count_once() {
    let rows = [(8, 4), (10, 16), (12, 20)];
    let (_guard, folder) = folder(&[
        (run("a", "1", 1, Status::Solved), iterations("a", &rows)),
        (run("b", "1", 2, Status::Solved), iterations("b", &rows)),
        (run("c", "2", 1, Status::NodeLimit), iterations("c", &[(10, 8), (12, 80)])),
    ]);
    let found = read_folder(folder.path());
    assert_eq!((found.runs, found.count), (2, 5));
    assert_eq!(found.growth.all.n, 1, "16 / 4, and no pair of the second run");
    // Half of 40 nodes. The stopped run has no last iteration that found the goal.
    assert_eq!(found.last_share, (0.5, 1));
    let levels: Vec<_> = found.levels.iter().map(|(threshold, level)| (*threshold, level.n, level.expanded)).collect();
    assert_eq!(levels, [(8, 1, 2), (10, 2, 12)]);
    assert_eq!(found.lines, [[(8, 2), (10, 8)]]);
}

#[test]
fn the_last_iterations_of_a_repeated_run_count() {
    let (_guard, folder) = folder(&[
        (run("a", "1", 1, Status::TimeLimit), iterations("a", &[(8, 4), (10, 16)])),
        (run("a", "1", 1, Status::Solved), iterations("a", &[(8, 4), (10, 16), (12, 60)])),
    ]);
    let found = read_folder(folder.path());
    assert_eq!((found.runs, found.count, found.last_share), (1, 3, (0.75, 1)));
}

#[test]
fn iterations_of_a_weighted_search_whose_thresholds_round_to_the_same_moves_are_separate() {
    let (_guard, folder) =
        folder(&[(run("a", "1", 1, Status::Solved), iterations("a", &[(8, 4), (8, 16), (9, 20), (9, 40)]))]);
    let found = read_folder(folder.path());
    assert_eq!((found.count, found.growth.all.n, found.last_share), (4, 2, (0.5, 1)));
}

#[test]
fn full_iterations_are_compared_with_the_prediction_for_their_blank_and_threshold() {
    let mut lost = run("b", "2", 1, Status::Solved);
    lost.board.clear();
    let (_guard, folder) = folder(&[
        (run("a", "1", 1, Status::Solved), iterations("a", &[(8, 4), (10, 16), (12, 20)])),
        (lost, iterations("b", &[(8, 4), (10, 5)])),
    ]);
    let prediction = |blank, threshold, expanded| Prediction {
        rows: 2,
        cols: 2,
        goal: "blank-first".into(),
        heuristic: "manhattan".into(),
        blank,
        threshold,
        expanded,
        samples: 1000,
        seed: 1,
    };
    let rows = [prediction(1, 8, 1.0), prediction(1, 10, 16.0), prediction(1, 12, 99.0), prediction(0, 8, 7.0)];
    folder.write_predictions(&rows).unwrap();
    assert_eq!(folder.predictions().unwrap(), rows);
    let experiment = ExperimentData::read(folder.path()).unwrap();
    let found = &experiment.sets[0].iterations[0];
    // 2 / 1 and 8 / 16; the last iteration is not compared.
    assert_eq!((found.predicted.ratios.n, found.predicted.without_board), (2, 1));
    assert!(found.predicted.ratios.geometric_mean().is_some_and(|mean| (mean - 1.0).abs() < 1e-12));
    let table = crate::tables::predicted::table(&experiment).unwrap();
    let texts: Vec<&str> = table.rows[0].iter().map(|cell| cell.text.as_str()).collect();
    assert_eq!(texts, ["IDA*", "2", "5.0", "8.5", "0.588", "1.000", "0.500", "2.000"]);
    assert!(table.notes.iter().any(|note| note.contains("IDA* (board not recorded): 1 run.")), "{:?}", table.notes);
}
