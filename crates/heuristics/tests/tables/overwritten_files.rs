//! Files that are overwritten in place while their tables are in use.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use tempfile::tempdir;

use super::*;

/// Writes other bytes over the table in the file at `path`, in place.
fn overwrite(path: &Path) {
    fs::set_permissions(path, fs::Permissions::from_mode(0o644)).unwrap();
    // The times of file systems have the resolution of a clock tick.
    thread::sleep(Duration::from_millis(20));
    let mut file = OpenOptions::new().write(true).open(path).unwrap();
    std::io::Seek::seek(&mut file, std::io::SeekFrom::Start(4096)).unwrap();
    file.write_all(&[0xFF; 5000]).unwrap();
}

#[test]
fn a_mapped_table_is_reported_if_its_file_is_overwritten_and_not_if_it_is_replaced() {
    let folder = tempdir().unwrap();
    let tables = Tables::in_folder(folder.path(), Box::new(tilebench_heuristics::NoTableObserver));
    let table = tables.get(&SPEC);
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
fn a_copied_table_is_unaffected_by_writes_to_its_file() {
    let folder = tempdir().unwrap();
    let tables = Tables::in_folder(folder.path(), Box::new(tilebench_heuristics::NoTableObserver)).copied();
    let table = tables.get(&SPEC);
    overwrite(&Multiples::path(folder.path()));
    assert_eq!(**table, *SPEC.fresh());
    assert!(tables.changed().is_empty());
}
