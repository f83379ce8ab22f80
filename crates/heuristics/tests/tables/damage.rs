//! Every fault of a file is reported, and the table is built again.

use std::fs;

use proptest::prelude::*;
use tempfile::{TempDir, tempdir};
use tilebench_heuristics::tables::verify_file;

use super::*;

/// A folder with the file of [`SPEC`], changed by `change`.
fn damaged(spec: &Multiples, change: impl FnOnce(&mut Vec<u8>)) -> TempDir {
    let folder = tempdir().unwrap();
    get(folder.path(), spec);
    let path = Multiples::path(folder.path());
    let mut file = fs::read(&path).unwrap();
    change(&mut file);
    // A new file: the old one is read-only, and never written again.
    fs::remove_file(&path).unwrap();
    fs::write(&path, file).unwrap();
    folder
}

/// Asserts that the change is reported as `reason`, and repaired by a build.
fn assert_rebuilt(reason: &str, change: impl FnOnce(&mut Vec<u8>)) {
    let folder = damaged(&SPEC, change);
    assert!(verify_file(&Multiples::path(folder.path())).is_err());
    let (table, events) = get(folder.path(), &SPEC);
    assert!(events[0].starts_with(&format!("rejected: {reason}")), "{} is not {reason}", events[0]);
    assert_eq!(events[1..], BUILT);
    assert_eq!(**table, *SPEC.fresh());

    let (table, events) = get(folder.path(), &SPEC);
    assert_eq!((&**table, events.len()), (&*SPEC.fresh(), 0), "it was not replaced");
}

/// Replaces `from` by `to` in the header of a file.
fn tamper(from: &str, to: &str) -> impl FnOnce(&mut Vec<u8>) {
    move |file: &mut Vec<u8>| {
        let at = file.windows(from.len()).position(|bytes| bytes == from.as_bytes()).unwrap();
        assert_eq!(from.len(), to.len(), "the length of the header would change");
        file[at..at + to.len()].copy_from_slice(to.as_bytes());
    }
}

#[test]
fn a_file_cut_off_anywhere_is_rebuilt() {
    assert_rebuilt("it ends within its header, after 0 of 4096 bytes", Vec::clear);
    assert_rebuilt("it ends within its header, after 100 of 4096 bytes", |file| file.truncate(100));
    assert_rebuilt("it ends within its header, after 4095 of 4096 bytes", |file| file.truncate(4095));
    assert_rebuilt("it has 0 bytes after its header, but should have 10000", |file| file.truncate(4096));
    assert_rebuilt("it has 9999 bytes after its header, but should have 10000", |file| file.truncate(14_095));
}

#[test]
fn a_file_with_bytes_after_the_table_is_rebuilt() {
    assert_rebuilt("it has 10001 bytes after its header, but should have 10000", |file| file.push(0));
}

#[test]
fn a_changed_byte_of_the_table_is_found_and_both_checksums_are_reported() {
    let mut other = SPEC.fresh();
    other[7000] ^= 0x10;
    let [found, expected] = [other, SPEC.fresh()].map(|bytes| blake3::hash(&bytes));
    assert_rebuilt(&format!("its checksum is {found}, but its header says {expected}"), |file| {
        file[4096 + 7000] ^= 0x10;
    });
}

#[test]
fn every_field_of_the_header_is_checked_by_its_checksum() {
    let found = "its header's checksum is ";
    assert_rebuilt(found, tamper("seed=3", "seed=4"));
    assert_rebuilt(found, tamper("\nbytes: 10000", "\nbytes: 10001"));
    let sum = blake3::hash(&SPEC.fresh()).to_string();
    assert_rebuilt(found, tamper(&sum, &sum.chars().rev().collect::<String>()));
    assert_rebuilt(found, tamper("producer: tilebench", "producer: tilebunch"));
    assert_rebuilt("the end of its header is not blank", |file| file[4000] = 0);
}

#[test]
fn files_of_another_kind_or_format_are_rebuilt() {
    assert_rebuilt("it does not begin with 'tilebench table'", |file| file[..8].copy_from_slice(b"\x89PNG\r\n\x1a\n"));
    assert_rebuilt("it ends within its header, after 8 of 4096 bytes", |file| *file = b"\x89PNG\r\n\x1a\n".to_vec());
    assert_rebuilt("its format is '2', and this program reads '1'", tamper("table 1\n", "table 2\n"));
}

#[test]
fn another_table_of_the_same_name_is_rebuilt_and_the_mapped_one_stays_valid() {
    let folder = tempdir().unwrap();
    let other = Multiples::new(5, 10_000);
    let (first, _) = get(folder.path(), &other);
    let (second, events) = get(folder.path(), &SPEC);
    let reason = "rejected: it is 'multiples seed=5 bytes=10000', and not 'multiples seed=3 bytes=10000'";
    assert_eq!(events, [&[reason][..], &BUILT].concat());
    assert_eq!(**second, *SPEC.fresh());
    assert_eq!(**first, *other.fresh(), "it was changed while it was mapped");
}

#[test]
fn the_same_identity_of_another_length_is_rebuilt() {
    struct Longer;
    impl TableSpec for Longer {
        fn identity(&self) -> String {
            SPEC.identity()
        }
        fn name(&self) -> String {
            SPEC.name()
        }
        fn bytes(&self) -> u64 {
            3
        }
        fn build(&self, _: &dyn TableObserver) -> Vec<u8> {
            vec![9; 3]
        }
    }
    let folder = tempdir().unwrap();
    get(folder.path(), &SPEC);
    let events = EventLog::default();
    let table = Tables::in_folder(folder.path(), events.observer()).get(&Longer);
    assert_eq!(events.lines()[0], "rejected: it has 10000 bytes after its header, but should have 3");
    assert_eq!(**table, [9; 3]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_damage_is_found_and_repaired(
        at in 0_usize..4096 + 600, flip in 1_u8.., cut in proptest::option::weighted(0.2, 0_usize..4096 + 600),
    ) {
        let spec = Multiples::new(11, 600);
        let folder = damaged(&spec, |file| match cut {
            Some(length) => file.truncate(length),
            None => file[at] ^= flip,
        });
        prop_assert!(verify_file(&Multiples::path(folder.path())).is_err());
        let (table, events) = get(folder.path(), &spec);
        prop_assert!(events[0].starts_with("rejected: "), "{:?}", events);
        prop_assert_eq!(&**table, &*spec.fresh());
        prop_assert!(verify_file(&Multiples::path(folder.path())).is_ok());
    }
}
