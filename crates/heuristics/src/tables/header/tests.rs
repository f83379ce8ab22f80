//! Headers are read back as written, and anything else is refused.

use proptest::prelude::*;

use super::*;

fn header() -> Header {
    Header::new("pattern 4x4 cells=1,2,3", 43_680, blake3::hash(b"the table"))
}

fn fault(page: &[u8; HEADER]) -> String {
    Header::parse(page).unwrap_err().to_string()
}

#[test]
fn the_header_describes_the_table_in_text() {
    let page = header().to_bytes().unwrap();
    let text = str::from_utf8(&page).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let sum = blake3::hash(b"the table");
    assert_eq!(
        lines[..4],
        ["tilebench table 1", "identity: pattern 4x4 cells=1,2,3", "bytes: 43680", &format!("blake3: {sum}"),]
    );
    assert!(lines[4].starts_with("producer: tilebench-heuristics 0."), "{}", lines[4]);
    assert_eq!(lines[6], "The table follows at byte 4096.");
    assert_eq!((lines.len(), lines[7].trim(), text.trim_end().len() < 400), (8, "", true));
}

#[test]
fn every_changed_byte_is_detected() {
    let page = header().to_bytes().unwrap();
    for at in 0..HEADER {
        // One bit, all bits, and a space.
        for byte in [page[at] ^ 1, !page[at], b' ', b'\n'] {
            let mut changed = page;
            changed[at] = byte;
            assert_eq!(Header::parse(&changed).is_ok(), byte == page[at], "byte {at} is {byte}");
        }
    }
}

#[test]
fn the_fault_is_named() {
    let page = header().to_bytes().unwrap();
    let text = str::from_utf8(&page).unwrap().to_owned();
    let with = |from: &str, to: &str| {
        let mut changed = text.replacen(from, to, 1).into_bytes();
        changed.resize(HEADER, b' ');
        fault(&changed.try_into().unwrap())
    };
    assert_eq!(with("tilebench", "\u{89}PNG"), "it does not begin with 'tilebench table'");
    assert_eq!(with("table 1", "table 2"), "its format is '2', and this program reads '1'");
    assert_eq!(with("identity: ", "Identity: "), "line 2 of its header is not 'identity: '");
    assert_eq!(with("43680", "many"), "line 3 of its header is not 'bytes: '");
    assert_eq!(with("\nblake3", "\nsha256"), "line 4 of its header is not 'blake3: '");
    let damaged = with("cells=1,2,3", "cells=1,2,4");
    assert!(damaged.starts_with("its header's checksum is "), "{damaged}");
    assert_eq!(with("4096.", "4097."), "the end of its header is not blank");
}

#[test]
fn a_header_with_a_valid_checksum_but_another_layout_is_refused() {
    let lines = format!("tilebench table 1\nidentity: a\nbytes: +1\nblake3: 0\nproducer: {}\n", "x".repeat(3900));
    let text = format!("{lines}header: {}\n", blake3::hash(lines.as_bytes()));
    let mut page = [b' '; HEADER];
    page[..text.len()].copy_from_slice(text.as_bytes());
    assert_eq!(fault(&page), "the end of its header is not blank");
}

#[test]
fn an_identity_of_two_lines_or_4096_bytes_is_refused() {
    let with = |identity: &str| Header { identity: identity.to_owned(), ..header() }.to_bytes();
    assert!(with("pattern 4x4\nbytes: 3").is_none());
    assert!(with(&"x".repeat(HEADER)).is_none());
    assert!(with(&"x".repeat(3 * HEADER / 4)).is_some());
}

proptest! {
    #[test]
    fn headers_are_read_back_as_written(identity in "[^\n]{0,800}", bytes: u64, payload: [u8; 8]) {
        let header = Header::new(&identity, bytes, blake3::hash(&payload));
        prop_assert_eq!(Header::parse(&header.to_bytes().unwrap()).unwrap(), header);
    }

    #[test]
    fn arbitrary_bytes_are_refused_without_a_panic(lines in "(tilebench table 1\n)?(identity: |bytes: |blake3: |header: |[0-9a-f]|\n|.){0,200}") {
        let mut page = lines.into_bytes();
        page.resize(HEADER, b' ');
        prop_assert!(Header::parse(&page.try_into().unwrap()).is_err());
    }
}
