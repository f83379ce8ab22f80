//! Each search of a process keeps its files in its own scratch folder.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::io::ErrorKind;
use std::path::Path;

use tilebench_runner::catalog::{
    Board, Configuration, Goal, Limits, NoObserver, OperatorOrder, SearchContext, SearchResult, StopFlag, Tables,
    Termination, prepare,
};

/// Searches with so little memory that the lists go to disk, in `scratch`.
fn search(scratch: &Path) -> SearchResult {
    let board = Board::parse("14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3", None).unwrap();
    let goal = Goal::BlankFirst.board(board.size()).unwrap();
    let options = [("store".to_owned(), "disk".to_owned())];
    let configuration = Configuration::new("astar", Some("manhattan"), &options).unwrap();
    let search = prepare(&configuration, &goal, &OperatorOrder::default(), &Tables::in_memory()).unwrap();
    let (limits, stop) = (Limits { bytes: 1 << 20, generated: 1_000_000, ..Limits::NONE }, StopFlag::new());
    let observer = &mut NoObserver;
    search.run(&board, &mut SearchContext { limits, stop: &stop, observer, scratch: Some(scratch), seed: 0 }).unwrap()
}

#[test]
fn each_search_has_its_files_in_its_own_scratch_folder() {
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    for folder in &folders {
        let answer = search(folder.path());
        assert_eq!(answer.end, Termination::NodeLimit);
        assert!(answer.counters.peak_disk > 0, "nothing was written");
        assert_eq!(folder.path().read_dir().unwrap().count(), 0, "its files go with it");
        let missing = search(&folder.path().join("missing"));
        assert_eq!(missing.end, Termination::DiskFailed(ErrorKind::NotFound));
    }
}
