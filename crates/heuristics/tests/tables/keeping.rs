//! Tables are stored if they can be, and used from memory if they cannot.

use std::fs;

use tempfile::tempdir;
use tilebench_heuristics::tables::{Origin, list, verify_file};
use tilebench_heuristics::{NoWatch, Tables};

use super::*;

#[test]
fn a_table_is_built_once_and_loaded_ever_after() {
    let place = tempdir().unwrap();
    let folder = place.path().join("made/when/needed");
    let (built, told) = get(&folder, &RECIPE);
    assert_eq!(told, BUILT);
    let (loaded, told) = get(&folder, &RECIPE);
    assert_eq!(told, Vec::<String>::new());

    assert!(matches!(built.origin(), Origin::Built { .. }), "{:?}", built.origin());
    assert!(matches!(loaded.origin(), Origin::Loaded { .. }), "{:?}", loaded.origin());
    for table in [built, loaded] {
        assert_eq!(**table, *RECIPE.fresh());
        assert_eq!((table.identity(), table.name()), ("multiples seed=3 bytes=10000", "multiples"));
        assert_eq!(table.checksum(), blake3::hash(&RECIPE.fresh()).to_string());
        assert_eq!(table.path(), Some(&*Multiples::path(&folder)));
        assert_eq!(table.bytes_on_disk(), 14_096);
    }
    assert_eq!(files(&folder), ["multiples.lock", "multiples.table"]);
}

#[test]
fn the_file_is_a_page_of_text_and_the_table() {
    let folder = tempdir().unwrap();
    get(folder.path(), &RECIPE);
    let file = fs::read(Multiples::path(folder.path())).unwrap();
    let (header, table) = file.split_at(4096);
    let header = str::from_utf8(header).unwrap();
    assert!(
        header.starts_with("tilebench table 1\nidentity: multiples seed=3 bytes=10000\nbytes: 10000\n"),
        "{header}"
    );
    assert_eq!(table, RECIPE.fresh());
}

#[test]
fn tables_of_no_bytes_one_byte_and_many_pages_are_kept() {
    for bytes in [0, 1, 4095, 4096, 4097, 3 << 20] {
        let folder = tempdir().unwrap();
        let recipe = Multiples::new(7, bytes);
        get(folder.path(), &recipe);
        let (loaded, told) = get(folder.path(), &recipe);
        assert_eq!((&**loaded, told.len()), (&*recipe.fresh(), 0), "{bytes} bytes");
    }
}

#[test]
fn memory_keeps_a_table_once_and_tells_its_watch() {
    let told = Told::default();
    let tables = Tables::in_memory_with(told.watch());
    let table = tables.get(&RECIPE);
    assert!(Arc::ptr_eq(&table, &tables.get(&RECIPE)));
    assert_eq!(told.lines(), BUILT);
    assert_eq!((&**table, table.path(), table.bytes_on_disk()), (&*RECIPE.fresh(), None, 0));
    assert_eq!(table.checksum(), blake3::hash(&RECIPE.fresh()).to_string());
}

#[test]
fn what_was_used_is_listed_by_name_and_identity() {
    let folder = tempdir().unwrap();
    get(folder.path(), &RECIPE);
    let tables = Tables::in_folder(folder.path(), Box::new(NoWatch));
    assert_eq!(tables.used(), []);
    let other = Multiples::new(1, 20);
    tables.get(&RECIPE);
    tables.get(&other);
    tables.get(&RECIPE);

    let used = tables.used();
    let facts: Vec<_> = used.iter().map(|used| (&*used.name, &*used.identity, used.bytes)).collect();
    assert_eq!(
        facts,
        [("multiples", "multiples seed=1 bytes=20", 20), ("multiples", "multiples seed=3 bytes=10000", 10_000)]
    );
    assert!(matches!((used[0].origin, used[1].origin), (Origin::Built { .. }, Origin::Loaded { .. })));
    assert_eq!(used[0].checksum, blake3::hash(&other.fresh()).to_string());
}

#[test]
fn a_folder_that_cannot_be_is_told_and_the_table_used_from_memory() {
    let place = tempdir().unwrap();
    fs::write(place.path().join("file"), "not a folder").unwrap();
    let (table, told) = get(&place.path().join("file/tables"), &RECIPE);
    assert_eq!(told[..3], BUILT);
    assert!(told[3].starts_with("not stored: cannot create the folder: "), "{}", told[3]);
    assert_eq!((&**table, table.path()), (&*RECIPE.fresh(), None));
}

#[test]
fn a_folder_in_the_files_place_is_told_and_left() {
    let folder = tempdir().unwrap();
    fs::create_dir(Multiples::path(folder.path())).unwrap();
    let (table, told) = get(folder.path(), &RECIPE);
    assert_eq!(told[0], "rejected: it is not a regular file");
    assert_eq!(told[1..4], BUILT);
    assert!(told[4].starts_with("not stored: cannot put it in its place: "), "{}", told[4]);
    assert_eq!((&**table, table.path()), (&*RECIPE.fresh(), None));
    assert_eq!(files(folder.path()), ["multiples.lock", "multiples.table"]);
}

/// A recipe with something that no file can have.
struct Odd {
    name: &'static str,
    identity: String,
    bytes: u64,
}

impl Recipe for Odd {
    fn identity(&self) -> String {
        self.identity.clone()
    }
    fn name(&self) -> String {
        self.name.to_owned()
    }
    fn bytes(&self) -> u64 {
        self.bytes
    }
    fn build(&self, _: &dyn Watch) -> Vec<u8> {
        vec![1, 2, 3]
    }
}

#[test]
fn a_recipe_that_no_file_can_hold_is_told_and_used_from_memory() {
    let folder = tempdir().unwrap();
    let odd = |name, identity: &str, bytes| Odd { name, identity: identity.to_owned(), bytes };
    let too_long = "x".repeat(4000);
    for (recipe, reason) in [
        (odd("../up", "a", 3), "its name '../up' is not of letters, digits and '-' only"),
        (odd("", "b", 3), "its name '' is not of letters, digits and '-' only"),
        (odd("odd", "c\nd", 3), "its identity has a line break, or is too long for a header of 4096 bytes"),
        (odd("odd", &too_long, 3), "its identity has a line break, or is too long for a header of 4096 bytes"),
        (odd("odd", "e", 4), "its recipe declares 4 bytes, but built 3"),
    ] {
        let told = Told::default();
        let table = Tables::in_folder(folder.path(), told.watch()).get(&recipe);
        assert_eq!(**table, [1, 2, 3]);
        assert_eq!(told.lines().last().unwrap(), &format!("not stored: {reason}"));
    }
    assert_eq!(files(folder.path()), ["odd.lock"]);
}

#[test]
fn a_folder_is_listed_without_reading_the_tables() {
    let folder = tempdir().unwrap();
    let (table, _) = get(folder.path(), &RECIPE);
    fs::write(folder.path().join("a.table"), "short").unwrap();
    fs::write(folder.path().join("notes.txt"), "no table").unwrap();
    let damaged = folder.path().join("z.table");
    let mut file = fs::read(Multiples::path(folder.path())).unwrap();
    *file.last_mut().unwrap() ^= 1;
    fs::write(&damaged, file).unwrap();

    let listed = list(folder.path()).unwrap();
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
fn a_folder_that_is_not_there_has_no_tables_and_a_file_is_not_a_folder() {
    let place = tempdir().unwrap();
    assert!(list(&place.path().join("none")).unwrap().is_empty());
    let file = place.path().join("file");
    fs::write(&file, "").unwrap();
    let message = list(&file).unwrap_err().to_string();
    assert!(message.starts_with(&format!("cannot read the folder of tables {}: ", file.display())), "{message}");
}
