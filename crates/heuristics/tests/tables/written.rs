//! Files that are written in place while their tables are in use.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use tempfile::tempdir;

use super::*;

/// Writes other bytes over the table in the file at `path`, in place.
fn overwrite(path: &Path) {
    fs::set_permissions(path, fs::Permissions::from_mode(0o644)).unwrap();
    // File systems note times by the tick of a clock.
    thread::sleep(Duration::from_millis(20));
    let mut file = OpenOptions::new().write(true).open(path).unwrap();
    std::io::Seek::seek(&mut file, std::io::SeekFrom::Start(4096)).unwrap();
    file.write_all(&[0xFF; 5000]).unwrap();
}

#[test]
fn a_mapped_table_whose_file_is_written_is_found_and_one_that_is_replaced_is_not() {
    let folder = tempdir().unwrap();
    let tables = Tables::in_folder(folder.path(), Box::new(tilebench_heuristics::NoWatch));
    let table = tables.get(&RECIPE);
    assert!(tables.changed().is_empty());
    let path = Multiples::path(folder.path());
    fs::set_permissions(&path, fs::Permissions::from_mode(0o400)).unwrap();
    assert!(tables.changed().is_empty(), "its rights were changed, and not its bytes");
    fs::hard_link(&path, folder.path().join("other name")).unwrap();
    fs::remove_file(&path).unwrap();
    fs::write(&path, "another file in its place").unwrap();
    assert!(tables.changed().is_empty(), "the mapped file is still there");
    overwrite(&folder.path().join("other name"));
    assert_eq!(tables.changed().iter().map(|table| table.identity()).collect::<Vec<_>>(), [table.identity()]);
}

#[test]
fn a_copied_table_keeps_its_bytes_whatever_is_written_to_its_file() {
    let folder = tempdir().unwrap();
    let tables = Tables::in_folder(folder.path(), Box::new(tilebench_heuristics::NoWatch)).copied();
    let table = tables.get(&RECIPE);
    overwrite(&Multiples::path(folder.path()));
    assert_eq!(**table, *RECIPE.fresh());
    assert!(tables.changed().is_empty());
}
