//! Threads and processes that want one table at once, and processes that die over it.

use std::env;
use std::fs::{self, File};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use rayon::prelude::*;
use tempfile::tempdir;
use tilebench_heuristics::tables::verify_file;
use tilebench_heuristics::{NoWatch, Recipe, Watch};

use super::*;

const FOLDER: &str = "TABLES_TEST_FOLDER";
const BYTES: &str = "TABLES_TEST_BYTES";

/// The table that every process builds here.
fn recipe(place: &Path, bytes: usize) -> Multiples {
    Multiples { pause: Duration::from_millis(300), log: Some(place.join("log")), ..Multiples::new(3, bytes) }
}

/// Waits for `what`, for a minute at most.
fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < Duration::from_mins(1), "{what} took more than a minute");
        thread::sleep(Duration::from_millis(1));
    }
}

/// This program again, running [`a_process_that_gets_the_table`] only.
fn process(place: &Path, bytes: usize) -> Child {
    Command::new(env::current_exe().unwrap())
        .args(["--exact", "together::a_process_that_gets_the_table", "--ignored"])
        .env(FOLDER, place)
        .env(BYTES, bytes.to_string())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

#[test]
#[ignore = "other tests run it, as a process of its own"]
fn a_process_that_gets_the_table() {
    let (Some(place), Ok(bytes)) = (env::var_os(FOLDER).map(PathBuf::from), env::var(BYTES)) else { return };
    let recipe = recipe(&place, bytes.parse().unwrap());
    fs::write(place.join(format!("ready-{}", std::process::id())), "").unwrap();
    wait_until("the start", || place.join("go").exists());
    let table = Tables::in_folder(place.join("tables"), Box::new(NoWatch)).get(&recipe);
    assert_eq!(**table, *recipe.fresh());
    assert!(table.path().is_some());
}

/// A recipe whose builder has work for other threads.
struct Shared(Multiples);

impl Recipe for Shared {
    fn identity(&self) -> String {
        self.0.identity()
    }

    fn name(&self) -> String {
        self.0.name()
    }

    fn bytes(&self) -> u64 {
        self.0.bytes()
    }

    fn build(&self, watch: &dyn Watch) -> Vec<u8> {
        let spread: u32 = (0..100_u32).into_par_iter().with_max_len(1).inspect(|_| thread::yield_now()).sum();
        assert_eq!(spread, 4950);
        self.0.build(watch)
    }
}

#[test]
fn workers_of_a_pool_that_all_want_one_table_do_not_wait_for_each_other() {
    let place = tempdir().unwrap();
    let (tables, recipe) = (Tables::in_memory(), Shared(recipe(place.path(), 5_000)));
    (0..64).into_par_iter().with_max_len(1).for_each(|_| assert_eq!(tables.get(&recipe).len(), 5_000));
}

#[test]
fn processes_that_want_one_table_at_once_build_it_once() {
    let place = tempdir().unwrap();
    let mut processes: Vec<Child> = (0..3).map(|_| process(place.path(), 10_000)).collect();
    wait_until("starting", || files(place.path()).iter().filter(|file| file.starts_with("ready-")).count() == 3);
    fs::write(place.path().join("go"), "").unwrap();
    for process in &mut processes {
        assert!(process.wait().unwrap().success());
    }
    assert_eq!(fs::read(place.path().join("log")).unwrap().len(), 1, "it was built more than once");
    let folder = place.path().join("tables");
    assert_eq!(files(&folder), ["multiples.lock", "multiples.table"]);
    verify_file(&Multiples::path(&folder)).unwrap();
}

#[test]
fn threads_with_tables_of_their_own_or_in_common_build_a_table_once() {
    let place = tempdir().unwrap();
    let recipe = recipe(place.path(), 10_000);
    let told = Told::default();
    let folder = place.path().join("tables");
    let tables = [(); 2].map(|()| Tables::in_folder(&folder, told.watch()));
    let got: Vec<Arc<Table>> = thread::scope(|scope| {
        let threads: Vec<_> = (0..6)
            .map(|thread| {
                scope.spawn({
                    let (tables, recipe) = (&tables, &recipe);
                    move || tables[thread % 2].get(recipe)
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(got.iter().all(|table| ***table == *recipe.fresh()));
    assert!(Arc::ptr_eq(&got[0], &got[2]) && Arc::ptr_eq(&got[0], &got[4]));
    assert_eq!(fs::read(place.path().join("log")).unwrap().len(), 1, "it was built more than once");
    assert_eq!(told.lines().iter().filter(|line| **line == BUILT[2]).count(), 1);
    assert_eq!(files(&folder), ["multiples.lock", "multiples.table"]);
}

#[test]
fn who_waits_for_another_builder_is_told_so() {
    let folder = tempdir().unwrap();
    let lock = File::create(folder.path().join("multiples.lock")).unwrap();
    lock.lock().unwrap();
    let told = Told::default();
    thread::scope(|scope| {
        let waits = scope.spawn(|| Tables::in_folder(folder.path(), told.watch()).get(&RECIPE));
        wait_until("waiting", || told.lines() == ["waiting for multiples"]);
        thread::sleep(Duration::from_millis(50));
        assert_eq!(told.lines().len(), 1, "it did not wait");
        drop(lock);
        assert_eq!(**waits.join().unwrap(), *RECIPE.fresh());
    });
    assert_eq!(told.lines()[1..], BUILT);
}

/// Kills a process that builds a table of `bytes` as soon as `dies` holds for its folder, and builds
/// the table again.
fn kill_and_build(bytes: usize, dies: impl Fn(&Path) -> bool) {
    let place = tempdir().unwrap();
    let folder = place.path().join("tables");
    fs::write(place.path().join("go"), "").unwrap();
    let mut process = process(place.path(), bytes);
    wait_until("building", || dies(&folder));
    process.kill().unwrap();
    process.wait().unwrap();

    let recipe = Multiples::new(3, bytes);
    let (table, told) = get(&folder, &recipe);
    assert!(!told.iter().any(|line| line.starts_with("rejected")), "{told:?}");
    assert_eq!(**table, *recipe.fresh());
    assert_eq!(files(&folder), ["multiples.lock", "multiples.table"]);
}

#[test]
fn a_builder_killed_while_it_builds_or_writes_does_no_harm() {
    kill_and_build(10_000, |folder| folder.join("multiples.lock").exists());
    let writes = |folder: &Path| folder.exists() && files(folder).iter().any(|file| file.contains(".tmp"));
    kill_and_build(100 << 20, |folder| writes(folder) || Multiples::path(folder).exists());
}

#[test]
fn leftovers_of_this_table_only_are_removed() {
    let folder = tempdir().unwrap();
    for file in ["multiples.17-0.tmp", "multiples-2.17-0.tmp", "multiples.txt", "other.1-1.tmp"] {
        fs::write(folder.path().join(file), "half a ta").unwrap();
    }
    get(folder.path(), &RECIPE);
    let kept = ["multiples-2.17-0.tmp", "multiples.lock", "multiples.table", "multiples.txt", "other.1-1.tmp"];
    assert_eq!(files(folder.path()), kept);
}
