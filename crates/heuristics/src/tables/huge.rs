//! Tables in huge pages.
//!
//! Look-ups go everywhere in a table, and where pages are small most of them wait for the page's address before they
//! wait for the memory itself. A file is mapped in small pages; so a large table is copied to memory for which huge pages
//! are asked, which a system may give or not. Each process then has a copy of its own, where small tables are shared.

use std::io;

use memmap2::{Mmap, MmapMut};

/// Smaller tables stay where they are: a processor knows the addresses of about as much in small pages.
const LEAST: usize = 8 << 20;

/// Whether a table is large enough for huge pages to be worth a copy.
pub(super) fn is_large(table: &[u8]) -> bool {
    table.len() >= LEAST
}

/// A copy of `table` for which huge pages were asked, if there is memory for it.
pub(super) fn copied(table: &[u8]) -> io::Result<Mmap> {
    let mut copy = MmapMut::map_anon(table.len())?;
    // Where the system knows none, the copy is as good as the table was.
    #[cfg(target_os = "linux")]
    let _ = copy.advise(memmap2::Advice::HugePage);
    copy.copy_from_slice(table);
    copy.make_read_only()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_has_the_bytes_of_its_table_and_is_made_of_large_ones() {
        let table: Vec<u8> = (0..LEAST + 12_345).map(|at| u8::try_from(at % 251).unwrap()).collect();
        assert_eq!(*copied(&table).unwrap(), *table);
        assert!(is_large(&table) && !is_large(&table[..LEAST - 1]));
    }
}
