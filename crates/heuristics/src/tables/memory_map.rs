//! The bytes of a table in memory: the mapped file, or a copy in huge pages.
//!
//! Look-ups are spread over the whole table. With small pages, most look-ups wait for the address of the page before they
//! wait for the memory itself. A file is mapped in small pages, so a large table is read into memory for which huge pages are requested;
//! the system may refuse them. Each process has its own copy of a large table, whereas processes share small tables.
//!
//! Mapping a file is the one unsafe call of this module.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};

use memmap2::{Mmap, MmapMut, MmapOptions};

use super::header::HEADER;

/// Smaller tables are not copied: a processor caches the addresses of about this much memory in small pages.
const MIN_HUGE: usize = 8 << 20;

/// Maps the `length` bytes of `file` after its header. The file must not be shorter.
#[expect(unsafe_code, reason = "no safe function can promise that no process changes a file")]
pub(super) fn map(file: &File, length: usize) -> io::Result<Mmap> {
    let mut options = MmapOptions::new();
    options.offset(HEADER as u64).len(length);
    // SAFETY: the bytes must not change while they are mapped. Files of tables are written under
    // another name, renamed when they are complete, read-only from the start and never opened for
    // writing again: a new table is a new file, and the old one exists until it is unmapped. The map
    // itself is read-only. Changes by other programs cannot be prevented; the documentation of
    // `tables` describes their effect.
    unsafe { options.map(file) }
}

/// Whether a table of this length is large enough for huge pages to be worth a copy.
pub(super) fn is_large(length: usize) -> bool {
    length >= MIN_HUGE
}

/// Reads the `length` bytes of `file` after its header into memory for which huge pages are requested, if there is memory for them.
pub(super) fn read(mut file: &File, length: usize) -> io::Result<Mmap> {
    let mut copy = MmapMut::map_anon(length)?;
    // If huge pages are refused, the copy is as fast as the mapped table.
    #[cfg(target_os = "linux")]
    let _ = copy.advise(memmap2::Advice::HugePage);
    file.seek(SeekFrom::Start(HEADER as u64))?;
    file.read_exact(&mut copy)?;
    copy.make_read_only()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn replacing_or_deleting_a_file_does_not_change_its_mapped_bytes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.table");
        fs::write(&path, vec![1; HEADER + 10_000]).unwrap();
        let old = map(&File::open(&path).unwrap(), 10_000).unwrap();

        let beside = folder.path().join("b.table");
        fs::write(&beside, vec![2; HEADER + 10_000]).unwrap();
        fs::rename(&beside, &path).unwrap();
        let new = map(&File::open(&path).unwrap(), 10_000).unwrap();
        fs::remove_file(&path).unwrap();

        assert_eq!(*old, *vec![1; 10_000]);
        assert_eq!(*new, *vec![2; 10_000]);
    }

    #[test]
    fn a_copy_equals_its_table_and_only_large_tables_are_copied() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.table");
        let bytes: Vec<u8> = (0..HEADER + MIN_HUGE).map(|at| u8::try_from(at % 251).unwrap()).collect();
        fs::write(&path, &bytes).unwrap();
        let file = File::open(&path).unwrap();
        assert_eq!(*read(&file, MIN_HUGE).unwrap(), bytes[HEADER..]);
        assert!(read(&file, MIN_HUGE + 1).is_err(), "the file is shorter");
        assert!(is_large(MIN_HUGE) && !is_large(MIN_HUGE - 1));
    }
}
