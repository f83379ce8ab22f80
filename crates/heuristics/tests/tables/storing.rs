//! Tables are stored if possible, and otherwise used from memory.

use std::fs;

use tempfile::tempdir;
use tilebench_heuristics::tables::{TableOrigin, list_tables, verify_file};
use tilebench_heuristics::{NoTableObserver, Tables};

use super::*;

#[test]
fn a_table_is_built_once_and_then_loaded() {
    let temporary = tempdir().unwrap();
    let folder = temporary.path().join("made/when/needed");
    let (built, events) = get(&folder, &SPEC);
    assert_eq!(events, BUILT);
    let (loaded, events) = get(&folder, &SPEC);
    assert_eq!(events, Vec::<String>::new());

    assert!(matches!(built.origin(), TableOrigin::Built { .. }), "{:?}", built.origin());
    assert!(matches!(loaded.origin(), TableOrigin::Loaded { .. }), "{:?}", loaded.origin());
    for table in [built, loaded] {
        assert_eq!(**table, *SPEC.fresh());
        assert_eq!((table.identity(), table.name()), ("multiples seed=3 bytes=10000", "multiples"));
        assert_eq!(table.checksum(), blake3::hash(&SPEC.fresh()).to_string());
        assert_eq!(table.path(), Some(&*Multiples::path(&folder)));
        assert_eq!(table.bytes_on_disk(), 14_096);
    }
    assert_eq!(files(&folder), ["multiples.lock", "multiples.table"]);
}

#[test]
fn the_file_is_a_page_of_text_and_the_table() {
    let folder = tempdir().unwrap();
    get(folder.path(), &SPEC);
    let file = fs::read(Multiples::path(folder.path())).unwrap();
    let (header, table) = file.split_at(4096);
    let header = str::from_utf8(header).unwrap();
    assert!(
        header.starts_with("tilebench table 1\nidentity: multiples seed=3 bytes=10000\nbytes: 10000\n"),
        "{header}"
    );
    assert_eq!(table, SPEC.fresh());
}

#[test]
fn tables_of_no_bytes_one_byte_and_many_pages_are_stored() {
    for bytes in [0, 1, 4095, 4096, 4097, 3 << 20] {
        let folder = tempdir().unwrap();
        let spec = Multiples::new(7, bytes);
        get(folder.path(), &spec);
        let (loaded, events) = get(folder.path(), &spec);
        assert_eq!((&**loaded, events.len()), (&*spec.fresh(), 0), "{bytes} bytes");
    }
}

#[test]
fn a_table_in_memory_is_built_once_and_its_observer_is_notified() {
    let events = EventLog::default();
    let tables = Tables::in_memory_with(events.observer());
    let table = tables.get(&SPEC);
    assert!(Arc::ptr_eq(&table, &tables.get(&SPEC)));
    assert_eq!(events.lines(), BUILT);
    assert_eq!((&**table, table.path(), table.bytes_on_disk()), (&*SPEC.fresh(), None, 0));
    assert_eq!(table.checksum(), blake3::hash(&SPEC.fresh()).to_string());
}

#[test]
fn used_tables_are_listed_by_name_and_identity() {
    let folder = tempdir().unwrap();
    get(folder.path(), &SPEC);
    let tables = Tables::in_folder(folder.path(), Box::new(NoTableObserver));
    assert_eq!(tables.used(), []);
    let other = Multiples::new(1, 20);
    tables.get(&SPEC);
    tables.get(&other);
    tables.get(&SPEC);

    let used = tables.used();
    let facts: Vec<_> = used.iter().map(|used| (&*used.name, &*used.identity, used.bytes)).collect();
    assert_eq!(
        facts,
        [("multiples", "multiples seed=1 bytes=20", 20), ("multiples", "multiples seed=3 bytes=10000", 10_000)]
    );
    assert!(matches!((used[0].origin, used[1].origin), (TableOrigin::Built { .. }, TableOrigin::Loaded { .. })));
    assert_eq!(used[0].checksum, blake3::hash(&other.fresh()).to_string());
}

#[test]
fn an_impossible_folder_is_reported_and_the_table_used_from_memory() {
    let temporary = tempdir().unwrap();
    fs::write(temporary.path().join("file"), "not a folder").unwrap();
    let (table, events) = get(&temporary.path().join("file/tables"), &SPEC);
    assert_eq!(events[..3], BUILT);
    assert!(events[3].starts_with("not stored: cannot create the folder: "), "{}", events[3]);
    assert_eq!((&**table, table.path()), (&*SPEC.fresh(), None));
}

#[test]
fn a_folder_at_the_path_of_the_file_is_reported_and_left() {
    let folder = tempdir().unwrap();
    fs::create_dir(Multiples::path(folder.path())).unwrap();
    let (table, events) = get(folder.path(), &SPEC);
    assert_eq!(events[0], "rejected: it is not a regular file");
    assert_eq!(events[1..4], BUILT);
    assert!(events[4].starts_with("not stored: cannot put it in its place: "), "{}", events[4]);
    assert_eq!((&**table, table.path()), (&*SPEC.fresh(), None));
    assert_eq!(files(folder.path()), ["multiples.lock", "multiples.table"]);
}

/// A specification with a property that no file can have.
struct UnstorableSpec {
    name: &'static str,
    identity: String,
    bytes: u64,
}

impl TableSpec for UnstorableSpec {
    fn identity(&self) -> String {
        self.identity.clone()
    }
    fn name(&self) -> String {
        self.name.to_owned()
    }
    fn bytes(&self) -> u64 {
        self.bytes
    }
    fn build(&self, _: &dyn TableObserver) -> Vec<u8> {
        vec![1, 2, 3]
    }
}

#[test]
fn an_unstorable_table_is_reported_and_used_from_memory() {
    let folder = tempdir().unwrap();
    let unstorable = |name, identity: &str, bytes| UnstorableSpec { name, identity: identity.to_owned(), bytes };
    let too_long = "x".repeat(4000);
    for (spec, reason) in [
        (unstorable("../up", "a", 3), "its name '../up' is not of letters, digits and '-' only"),
        (unstorable("", "b", 3), "its name '' is not of letters, digits and '-' only"),
        (unstorable("odd", "c\nd", 3), "its identity has a line break, or is too long for a header of 4096 bytes"),
        (unstorable("odd", &too_long, 3), "its identity has a line break, or is too long for a header of 4096 bytes"),
        (unstorable("odd", "e", 4), "its recipe declares 4 bytes, but built 3"),
    ] {
        let events = EventLog::default();
        let table = Tables::in_folder(folder.path(), events.observer()).get(&spec);
        assert_eq!(**table, [1, 2, 3]);
        assert_eq!(events.lines().last().unwrap(), &format!("not stored: {reason}"));
    }
    assert_eq!(files(folder.path()), ["odd.lock"]);
}

#[test]
fn a_folder_is_listed_without_reading_the_tables() {
    let folder = tempdir().unwrap();
    let (table, _) = get(folder.path(), &SPEC);
    fs::write(folder.path().join("a.table"), "short").unwrap();
    fs::write(folder.path().join("notes.txt"), "no table").unwrap();
    let damaged = folder.path().join("z.table");
    let mut file = fs::read(Multiples::path(folder.path())).unwrap();
    *file.last_mut().unwrap() ^= 1;
    fs::write(&damaged, file).unwrap();

    let listed = list_tables(folder.path()).unwrap();
    let names: Vec<_> = listed.iter().map(|listed| (&*listed.name, listed.bytes_on_disk)).collect();
    assert_eq!(names, [("a", 5), ("multiples", 14_096), ("z", 14_096)]);
    let message = listed[0].header.as_ref().unwrap_err().to_string();
    let short = folder.path().join("a.table");
    let expected = format!("{}: it ends within its header, after 5 of 4096 bytes", short.display());
    assert_eq!(message, expected);
    let header = listed[1].header.as_ref().unwrap();
    assert_eq!((&*header.identity, header.bytes, &*header.checksum), (table.identity(), 10_000, table.checksum()));
    assert!(listed[2].header.is_ok(), "only the table itself is damaged");

    assert_eq!(&verify_file(&listed[1].path).unwrap(), header);
    let message = verify_file(&damaged).unwrap_err().to_string();
    assert!(message.contains(": its checksum is "), "{message}");
    let missing = verify_file(&folder.path().join("none.table")).unwrap_err().to_string();
    assert!(missing.ends_with("none.table: the file does not exist"), "{missing}");
}

#[test]
fn a_missing_folder_has_no_tables_and_a_file_is_refused() {
    let temporary = tempdir().unwrap();
    assert!(list_tables(&temporary.path().join("none")).unwrap().is_empty());
    let file = temporary.path().join("file");
    fs::write(&file, "").unwrap();
    let message = list_tables(&file).unwrap_err().to_string();
    assert!(message.starts_with(&format!("cannot read the folder of tables {}: ", file.display())), "{message}");
}
