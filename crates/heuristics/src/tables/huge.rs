//! Tables in huge pages.
//!
//! Look-ups go everywhere in a table, and where pages are small most of them wait for the page's address before they
//! wait for the memory itself. A file is mapped in small pages; so a large table is copied to memory for which huge pages
//! are asked, which a system may give or not. Each process then has a copy of its own, where small tables are shared.

use memmap2::{Mmap, MmapMut};

/// Smaller tables stay where they are: a processor knows the addresses of about as much in small pages.
const LEAST: usize = 8 << 20;

/// A copy of `table` for which huge pages were asked, where it is large and there is memory for it.
pub(super) fn copied(table: &[u8]) -> Option<Mmap> {
    if table.len() < LEAST {
        return None;
    }
    let mut copy = MmapMut::map_anon(table.len()).ok()?;
    // Where the system knows none, the copy is as good as the table was.
    #[cfg(target_os = "linux")]
    let _ = copy.advise(memmap2::Advice::HugePage);
    copy.copy_from_slice(table);
    copy.make_read_only().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_table_is_copied_and_a_small_one_is_not() {
        let table: Vec<u8> = (0..LEAST + 12_345).map(|at| u8::try_from(at % 251).unwrap()).collect();
        assert_eq!(copied(&table).as_deref(), Some(&*table));
        assert!(copied(&table[..LEAST - 1]).is_none());
    }
}
