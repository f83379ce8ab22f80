//! The crate's one unsafe call: mapping a file.

use std::fs::File;
use std::io;

use memmap2::{Mmap, MmapOptions};

use super::header::HEADER;

/// Maps the `length` bytes of `file` behind its header. The file must have them.
#[expect(unsafe_code, reason = "no safe function can promise that no process changes a file")]
pub(super) fn payload(file: &File, length: usize) -> io::Result<Mmap> {
    let mut options = MmapOptions::new();
    options.offset(HEADER as u64).len(length);
    // SAFETY: the bytes must not change while they are mapped. Files of tables are written under
    // another name, renamed when they are whole, read-only from the start and never opened for
    // writing again: a new table is a new file, and the old one lives until it is unmapped. The map
    // itself is private to reading. What other programs do is beyond this; the module's
    // documentation says what happens then.
    unsafe { options.map(file) }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn replacing_or_deleting_a_file_leaves_its_mapped_bytes_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.table");
        fs::write(&path, vec![1; HEADER + 10_000]).unwrap();
        let old = payload(&File::open(&path).unwrap(), 10_000).unwrap();

        let beside = folder.path().join("b.table");
        fs::write(&beside, vec![2; HEADER + 10_000]).unwrap();
        fs::rename(&beside, &path).unwrap();
        let new = payload(&File::open(&path).unwrap(), 10_000).unwrap();
        fs::remove_file(&path).unwrap();

        assert_eq!(*old, *vec![1; 10_000]);
        assert_eq!(*new, *vec![2; 10_000]);
    }
}
