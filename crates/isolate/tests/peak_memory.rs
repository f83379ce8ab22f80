//! The peak of the resident set, in a process of its own: the memory of tests that run at the same time would count too.

#![cfg(target_os = "linux")]

use tilebench_isolate::memory::{peak_rss, reset_peak_rss};

#[test]
fn the_peak_is_read_again_each_time() {
    let more = peak_rss().unwrap() + (32 << 20);
    let block = std::hint::black_box(vec![1_u8; usize::try_from(more).unwrap()]);
    assert!(peak_rss().unwrap() >= more);
    drop(block);
    assert!(peak_rss().unwrap() >= more, "the peak does not fall with the resident set");
    assert!(reset_peak_rss());
    assert!(peak_rss().unwrap() < more);
}
