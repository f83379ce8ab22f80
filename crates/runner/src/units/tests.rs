use std::path::Path;

use tilebench_catalog::ChunkCounts;
use tilebench_record::Status;

use super::*;

/// An iteration of 25 roots in 7 units.
const SEVEN_UNITS: UnitSplit = UnitSplit { cut: 4, roots: 25, roots_per_unit: 4 };

const THRESHOLD: Cost = 50;

fn run() -> Run {
    Run { run_id: "r".to_owned(), set: "set".to_owned(), instance: "1".to_owned(), ..Run::default() }
}

/// A process that has begun the iteration.
fn process(results: &Path, lease: Duration) -> FolderUnits {
    let folder = UnitFolder::new(results, UnitMode::Always, false);
    let units = FolderUnits::open(&folder, &run(), 1, SIZES, lease).unwrap();
    match units.begin(THRESHOLD, MIN_NODES).unwrap() {
        UnitPlan::New(_) => assert_eq!(units.split(SEVEN_UNITS), Ok(SEVEN_UNITS)),
        UnitPlan::Begun(split, _) => assert_eq!(split, SEVEN_UNITS),
        UnitPlan::Whole => panic!("it is large"),
    }
    units
}

fn part(first: u64, end: u64) -> UnitPart {
    UnitPart { first, end, counts: ChunkCounts { generated: 2 * (end - first), expanded: end - first, next: 52 } }
}

/// Searches up to `count` units and returns their roots.
fn work(units: &FolderUnits, count: usize) -> Vec<u64> {
    let mut searched = Vec::new();
    for _ in 0..count {
        let NextUnit::Roots { first, end } = units.take().unwrap() else { break };
        for root in first..end {
            units.record(part(root, root + 1)).unwrap();
            searched.push(root);
        }
    }
    searched
}

#[test]
fn a_process_continues_with_the_roots_that_earlier_ones_left() {
    let results = tempfile::tempdir().unwrap();
    let first = process(results.path(), LEASE);
    assert_eq!(work(&first, 2), (0..8).collect::<Vec<_>>());
    assert_eq!(first.take(), Ok(NextUnit::Roots { first: 8, end: 12 }));
    first.record(part(8, 10)).unwrap();
    first.finished().unwrap();
    // The name of a process of this machine that has ended.
    drop(first);
    rename_owner(results.path());
    let second = process(results.path(), LEASE);
    let mut rest = work(&second, 100);
    rest.sort_unstable();
    assert_eq!(rest, (10..25).collect::<Vec<_>>(), "no finished root is searched again");
    assert_eq!(second.take(), Ok(NextUnit::Nothing));
    let all = second.finished().unwrap();
    assert_eq!(all.iter().map(|part| part.counts.generated).sum::<u64>(), 50);
    assert_eq!((all[0].first, all[6].end), (0, 25));
}

/// Gives all claims and files of parts to a process that is dead.
fn rename_owner(results: &Path) {
    let iteration = results.join(FOLDER).join("r").join(THRESHOLD.to_string());
    let dead = format!("{}-0", owner::dead_process());
    for claim in iteration.join(CLAIMS).read_dir().unwrap() {
        fs::write(claim.unwrap().path(), &dead).unwrap();
    }
    for file in iteration.read_dir().unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_some_and(|end| end == "csv") && !path.ends_with(SPLIT) {
            fs::rename(&path, iteration.join(format!("{dead}.csv"))).unwrap();
        }
    }
}

#[test]
fn processes_that_share_a_folder_search_every_root_once() {
    let results = tempfile::tempdir().unwrap();
    let (one, other) = (process(results.path(), LEASE), process(results.path(), LEASE));
    let mut roots = work(&one, 2);
    roots.extend(work(&other, 3));
    roots.extend(work(&one, 1));
    let NextUnit::Roots { first: 24, end: 25 } = other.take().unwrap() else { panic!("one unit is left") };
    assert_eq!(one.take(), Ok(NextUnit::Wait), "the other process searches the last unit");
    assert_eq!(other.take(), Ok(NextUnit::Nothing), "its own threads search it");
    other.record(part(24, 25)).unwrap();
    other.finished().unwrap();
    assert_eq!(one.take(), Ok(NextUnit::Nothing));
    assert_eq!((one.finished(), roots), (other.finished(), (0..24).collect()));
}

#[test]
fn the_unit_of_a_process_of_another_machine_is_taken_over_when_its_lease_has_ended() {
    let results = tempfile::tempdir().unwrap();
    let one = process(results.path(), Duration::from_secs(1));
    let claims = results.path().join(FOLDER).join("r").join(THRESHOLD.to_string()).join(CLAIMS);
    fs::write(claims.join("0.0"), "elsewhere-1-1-0").unwrap();
    assert_eq!(work(&one, 100), (4..25).collect::<Vec<_>>());
    let begun = Instant::now();
    let next = loop {
        match one.take().unwrap() {
            NextUnit::Wait => assert!(begun.elapsed() < Duration::from_secs(30)),
            next => break next,
        }
    };
    assert_eq!(next, NextUnit::Roots { first: 0, end: 4 });
    assert!(claims.join("0.1").exists());
}

#[test]
fn no_unit_after_the_end_of_the_search_is_taken() {
    let results = tempfile::tempdir().unwrap();
    let (one, other) = (process(results.path(), LEASE), process(results.path(), LEASE));
    assert_eq!(work(&one, 2).len(), 8);
    assert_eq!(one.take(), Ok(NextUnit::Roots { first: 8, end: 12 }));
    one.record(part(8, 9)).unwrap();
    assert_eq!(one.record(UnitPart::end_of_search(9)), Ok(false));
    assert_eq!(other.take(), Ok(NextUnit::Roots { first: 12, end: 16 }), "it does not know of the end yet");
    std::thread::sleep(FLUSH);
    assert_eq!(other.record(part(12, 13)), Ok(false), "now it knows");
    assert_eq!((one.take(), other.take()), (Ok(NextUnit::Nothing), Ok(NextUnit::Nothing)));
    let finished = other.finished().unwrap();
    assert_eq!(finished.last(), Some(&UnitPart::end_of_search(9)));
    assert_eq!(finished.iter().map(|part| part.counts.expanded).sum::<u64>(), 9);
}

#[test]
fn small_iterations_and_searches_without_a_request_write_nothing() {
    let results = tempfile::tempdir().unwrap();
    for (mode, last) in [(UnitMode::Always, 1000), (UnitMode::LongOnly, u64::MAX)] {
        let units = UnitFolder::new(results.path(), mode, false).open(&run(), 1).unwrap();
        assert_eq!(units.begin(THRESHOLD, last), Ok(UnitPlan::Whole));
    }
    assert_eq!(results.path().read_dir().unwrap().count(), 0);
}

#[test]
fn a_recorded_run_keeps_its_parts_unless_a_limit_ended_it_or_it_is_not_trusted() {
    let results = tempfile::tempdir().unwrap();
    let folder = UnitFolder::new(results.path(), UnitMode::Always, false);
    let units = process(results.path(), LEASE);
    work(&units, 1);
    units.finished().unwrap();
    drop(units);
    folder.close(&Run { status: Status::Solved, ..run() }, false);
    let iteration = results.path().join(FOLDER).join("r").join(THRESHOLD.to_string());
    assert!(iteration.join(SPLIT).exists() && !iteration.join(CLAIMS).exists());
    folder.close(&Run { status: Status::Crashed, ..run() }, false);
    assert!(iteration.join(SPLIT).exists(), "a retry continues");
    for (status, is_untrusted) in [(Status::TimeLimit, false), (Status::Wrong, false), (Status::Crashed, true)] {
        drop(process(results.path(), LEASE));
        assert!(iteration.join(SPLIT).exists());
        folder.close(&Run { status, ..run() }, is_untrusted);
        assert!(!iteration.exists());
    }
}

#[test]
fn the_iteration_after_one_that_was_cut_is_cut() {
    let results = tempfile::tempdir().unwrap();
    drop(process(results.path(), LEASE));
    let units = UnitFolder::new(results.path(), UnitMode::LongOnly, false).open(&run(), 1).unwrap();
    assert!(matches!(units.begin(THRESHOLD, 1), Ok(UnitPlan::Begun(..))));
    assert!(matches!(units.begin(THRESHOLD + 2, 1), Ok(UnitPlan::New(_))));
}

#[test]
fn the_times_of_earlier_processes_are_known() {
    let results = tempfile::tempdir().unwrap();
    let units = process(results.path(), LEASE);
    work(&units, 1);
    std::thread::sleep(Duration::from_millis(50));
    units.finished().unwrap();
    drop(units);
    let (wall, _) = process(results.path(), LEASE).earlier();
    assert!(wall >= Duration::from_millis(50) && wall < Duration::from_mins(1), "{wall:?}");
}

#[test]
fn a_damaged_cut_is_an_error() {
    let results = tempfile::tempdir().unwrap();
    drop(process(results.path(), LEASE));
    let split = results.path().join(FOLDER).join("r").join(THRESHOLD.to_string()).join(SPLIT);
    for text in ["", "cut,roots", "cut,roots,roots_per_unit\n4,25,0\n", "cut,roots,roots_per_unit\n4,25\n"] {
        fs::write(&split, text).unwrap();
        let units = UnitFolder::new(results.path(), UnitMode::Always, false).open(&run(), 1).unwrap();
        assert_eq!(units.begin(THRESHOLD, 1), Err(ErrorKind::InvalidData), "{text}");
    }
}

#[test]
fn a_part_that_cannot_be_of_the_iteration_is_a_fault_with_a_remedy() {
    let next = |next| ChunkCounts { generated: 1, expanded: 1, next };
    let impossible = [
        UnitPart { first: 24, end: 99, counts: next(52) },
        UnitPart { first: 0, end: 8, counts: next(52) },
        UnitPart { first: 0, end: 2, counts: next(THRESHOLD) },
    ];
    for part in impossible {
        let results = tempfile::tempdir().unwrap();
        drop(process(results.path(), LEASE));
        let iteration = results.path().join(FOLDER).join("r").join(THRESHOLD.to_string());
        PartLogs::new(&iteration, "other").append(&[part], WorkTimes { wall_s: 1.0, cpu_s: 1.0 }).unwrap();
        let folder = UnitFolder::new(results.path(), UnitMode::Always, false);
        let units = FolderUnits::open(&folder, &run(), 1, SIZES, LEASE).unwrap();
        assert_eq!(units.begin(THRESHOLD, MIN_NODES), Err(ErrorKind::InvalidData), "{part:?}");
        let fault = units.fault(ErrorKind::InvalidData).unwrap();
        assert!(fault.ends_with("was damaged: delete this folder, and the same command begins the search again"));
    }
}
