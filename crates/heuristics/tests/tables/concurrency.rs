//! Threads and processes that need one table at once, and processes that are killed while building it.

use std::env;
use std::fs::{self, File};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use rayon::prelude::*;
use tempfile::tempdir;
use tilebench_heuristics::tables::verify_file;
use tilebench_heuristics::{NoTableObserver, TableObserver, TableSpec};

use super::*;

const FOLDER: &str = "TABLES_TEST_FOLDER";
const BYTES: &str = "TABLES_TEST_BYTES";

/// The table that every process builds here.
fn spec(temporary: &Path, bytes: usize) -> Multiples {
    Multiples { pause: Duration::from_millis(300), log: Some(temporary.join("log")), ..Multiples::new(3, bytes) }
}

/// Waits for `what`, for at most a minute.
fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < Duration::from_mins(1), "{what} took more than a minute");
        thread::sleep(Duration::from_millis(1));
    }
}

/// A new process of this program that runs only [`a_process_that_gets_the_table`].
fn process(temporary: &Path, bytes: usize) -> Child {
    Command::new(env::current_exe().unwrap())
        .args(["--exact", "concurrency::a_process_that_gets_the_table", "--ignored"])
        .env(FOLDER, temporary)
        .env(BYTES, bytes.to_string())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

#[test]
#[ignore = "other tests run it, as a process of its own"]
fn a_process_that_gets_the_table() {
    let (Some(temporary), Ok(bytes)) = (env::var_os(FOLDER).map(PathBuf::from), env::var(BYTES)) else { return };
    let spec = spec(&temporary, bytes.parse().unwrap());
    fs::write(temporary.join(format!("ready-{}", std::process::id())), "").unwrap();
    wait_until("the start", || temporary.join("go").exists());
    let table = Tables::in_folder(temporary.join("tables"), Box::new(NoTableObserver)).get(&spec);
    assert_eq!(**table, *spec.fresh());
    assert!(table.path().is_some());
}

/// A specification whose builder uses other threads.
struct ParallelSpec(Multiples);

impl TableSpec for ParallelSpec {
    fn identity(&self) -> String {
        self.0.identity()
    }

    fn name(&self) -> String {
        self.0.name()
    }

    fn bytes(&self) -> u64 {
        self.0.bytes()
    }

    fn build(&self, observer: &dyn TableObserver) -> Vec<u8> {
        let spread: u32 = (0..100_u32).into_par_iter().with_max_len(1).inspect(|_| thread::yield_now()).sum();
        assert_eq!(spread, 4950);
        self.0.build(observer)
    }
}

#[test]
fn workers_of_a_pool_that_need_one_table_do_not_deadlock() {
    let temporary = tempdir().unwrap();
    let (tables, spec) = (Tables::in_memory(), ParallelSpec(spec(temporary.path(), 5_000)));
    (0..64).into_par_iter().with_max_len(1).for_each(|_| assert_eq!(tables.get(&spec).len(), 5_000));
}

#[test]
fn processes_that_need_one_table_at_once_build_it_once() {
    let temporary = tempdir().unwrap();
    let mut processes: Vec<Child> = (0..3).map(|_| process(temporary.path(), 10_000)).collect();
    wait_until("starting", || files(temporary.path()).iter().filter(|file| file.starts_with("ready-")).count() == 3);
    fs::write(temporary.path().join("go"), "").unwrap();
    for process in &mut processes {
        assert!(process.wait().unwrap().success());
    }
    assert_eq!(fs::read(temporary.path().join("log")).unwrap().len(), 1, "it was built more than once");
    let folder = temporary.path().join("tables");
    assert_eq!(files(&folder), ["multiples.lock", "multiples.table"]);
    verify_file(&Multiples::path(&folder)).unwrap();
}

#[test]
fn threads_with_separate_or_shared_tables_build_a_table_once() {
    let temporary = tempdir().unwrap();
    let spec = spec(temporary.path(), 10_000);
    let events = EventLog::default();
    let folder = temporary.path().join("tables");
    let tables = [(); 2].map(|()| Tables::in_folder(&folder, events.observer()));
    let tables_of_threads: Vec<Arc<LookupTable>> = thread::scope(|scope| {
        let threads: Vec<_> = (0..6)
            .map(|thread| {
                scope.spawn({
                    let (tables, spec) = (&tables, &spec);
                    move || tables[thread % 2].get(spec)
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(tables_of_threads.iter().all(|table| ***table == *spec.fresh()));
    assert!(
        Arc::ptr_eq(&tables_of_threads[0], &tables_of_threads[2])
            && Arc::ptr_eq(&tables_of_threads[0], &tables_of_threads[4])
    );
    assert_eq!(fs::read(temporary.path().join("log")).unwrap().len(), 1, "it was built more than once");
    assert_eq!(events.lines().iter().filter(|line| **line == BUILT[2]).count(), 1);
    assert_eq!(files(&folder), ["multiples.lock", "multiples.table"]);
}

#[test]
fn waiting_for_another_builder_is_reported() {
    let folder = tempdir().unwrap();
    let lock = File::create(folder.path().join("multiples.lock")).unwrap();
    lock.lock().unwrap();
    let events = EventLog::default();
    thread::scope(|scope| {
        let waits = scope.spawn(|| Tables::in_folder(folder.path(), events.observer()).get(&SPEC));
        wait_until("waiting", || events.lines() == ["waiting for multiples"]);
        thread::sleep(Duration::from_millis(50));
        assert_eq!(events.lines().len(), 1, "it did not wait");
        drop(lock);
        assert_eq!(**waits.join().unwrap(), *SPEC.fresh());
    });
    assert_eq!(events.lines()[1..], BUILT);
}

/// Kills a process that builds a table of `bytes` as soon as `kill_now` returns true for its folder, and builds
/// the table again.
fn kill_and_build(bytes: usize, kill_now: impl Fn(&Path) -> bool) {
    let temporary = tempdir().unwrap();
    let folder = temporary.path().join("tables");
    fs::write(temporary.path().join("go"), "").unwrap();
    let mut process = process(temporary.path(), bytes);
    wait_until("building", || kill_now(&folder));
    process.kill().unwrap();
    process.wait().unwrap();

    let spec = Multiples::new(3, bytes);
    let (table, events) = get(&folder, &spec);
    assert!(!events.iter().any(|line| line.starts_with("rejected")), "{events:?}");
    assert_eq!(**table, *spec.fresh());
    assert_eq!(files(&folder), ["multiples.lock", "multiples.table"]);
}

#[test]
fn a_builder_killed_while_building_or_writing_is_harmless() {
    kill_and_build(10_000, |folder| folder.join("multiples.lock").exists());
    let writes = |folder: &Path| folder.exists() && files(folder).iter().any(|file| file.contains(".tmp"));
    kill_and_build(100 << 20, |folder| writes(folder) || Multiples::path(folder).exists());
}

#[test]
fn temporary_files_of_this_table_only_are_removed() {
    let folder = tempdir().unwrap();
    for file in ["multiples.17-0.tmp", "multiples-2.17-0.tmp", "multiples.txt", "other.1-1.tmp"] {
        fs::write(folder.path().join(file), "half a ta").unwrap();
    }
    get(folder.path(), &SPEC);
    let kept = ["multiples-2.17-0.tmp", "multiples.lock", "multiples.table", "multiples.txt", "other.1-1.tmp"];
    assert_eq!(files(folder.path()), kept);
}
