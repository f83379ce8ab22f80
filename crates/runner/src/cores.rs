//! The physical cores that this program may use, and which of them are its own.
//!
//! Two threads of one core share its units and caches, so runs on both take longer than either alone.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::path::Path;
use std::thread;

use crate::affinity;

/// How many processors this program may use: two a physical core where the machine has threads.
#[must_use]
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, Into::into)
}

/// How many physical cores this program may use, and so how many runs go side by side unless an
/// experiment asks for another number. Where the system does not tell, as many as [`cores()`].
#[must_use]
pub fn physical_cores() -> usize {
    // A quota may allow less processor time than there are cores in the mask.
    match processors().len() {
        0 => cores(),
        count => count.min(cores()),
    }
}

/// One processor of each physical core that this program may use; none where the system does not tell.
pub(crate) fn processors() -> Vec<usize> {
    let list = |processor| format!("/sys/devices/system/cpu/cpu{processor}/topology/thread_siblings_list");
    one_a_core(&affinity::allowed(), |processor| fs::read_to_string(list(processor)).ok())
}

/// The first of the `allowed` processors of each core; `siblings` tells which share one: `0,4`, `0-1`. A
/// processor of which nothing is told has a core to itself.
fn one_a_core(allowed: &[usize], siblings: impl Fn(usize) -> Option<String>) -> Vec<usize> {
    let mut seen = BTreeSet::new();
    let core = |&processor: &usize| {
        let list = siblings(processor);
        let first = list.as_deref().and_then(|list| list.trim().split([',', '-']).next()?.parse().ok());
        first.unwrap_or(processor)
    };
    allowed.iter().copied().filter(|processor| seen.insert(core(processor))).collect()
}

/// A core that no other process of this program pins its runs to, until this is dropped.
#[derive(Debug)]
pub(crate) struct Claim {
    /// The core's processor.
    pub(crate) processor: usize,
    /// Locked for as long as it is open.
    _file: File,
}

/// Claims `count` of the cores of `processors` by locks on files in `folder`: two processes that each
/// pinned a run to the first core would halve each other's speed while the second is idle. None where
/// fewer are free, or the files cannot be had.
pub(crate) fn claim(processors: &[usize], count: usize, folder: &Path) -> Option<Vec<Claim>> {
    let one = |&processor: &usize| {
        let path = folder.join(format!("tilebench-core-{processor}.lock"));
        // A file of somebody else's can be locked too, but not opened for writing.
        let made = || OpenOptions::new().append(true).create(true).open(&path);
        let file = File::open(&path).or_else(|_| made()).ok()?;
        file.try_lock().ok()?;
        Some(Claim { processor, _file: file })
    };
    let claims: Vec<Claim> = processors.iter().filter_map(one).take(count).collect();
    (claims.len() == count).then_some(claims)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_of_one_core_count_once() {
        let pairs = |processor: usize| Some(format!("{},{}\n", processor % 4, processor % 4 + 4));
        assert_eq!(one_a_core(&[0, 1, 2, 3, 4, 5, 6, 7], pairs), [0, 1, 2, 3]);
        let neighbours = |processor: usize| Some(format!("{}-{}\n", processor / 2 * 2, processor / 2 * 2 + 1));
        assert_eq!(one_a_core(&[0, 1, 2, 3], neighbours), [0, 2]);
    }

    #[test]
    fn a_core_of_which_only_the_second_thread_is_allowed_is_used_by_it() {
        let pairs = |processor: usize| Some(format!("{},{}", processor % 4, processor % 4 + 4));
        assert_eq!(one_a_core(&[1, 5, 6], pairs), [1, 6]);
    }

    #[test]
    fn where_nothing_is_told_of_threads_each_processor_is_a_core() {
        assert_eq!(one_a_core(&[0, 3], |_| None), [0, 3]);
        assert_eq!(one_a_core(&[0, 3], |_| Some("?".to_owned())), [0, 3]);
    }

    #[test]
    fn there_are_no_more_jobs_by_default_than_processors_and_at_least_one() {
        assert!((1..=cores()).contains(&physical_cores()));
        assert!(processors().iter().all(|processor| affinity::allowed().contains(processor)));
    }

    #[test]
    fn a_core_is_claimed_once_and_free_again_when_the_claim_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let claimed = |count| claim(&[0, 2, 4], count, folder.path());
        let of = |claims: &[Claim]| claims.iter().map(|claim| claim.processor).collect::<Vec<_>>();
        let first = claimed(1).unwrap();
        let second = claimed(2).unwrap();
        assert_eq!((of(&first), of(&second)), (vec![0], vec![2, 4]));
        assert!(claimed(1).is_none());
        drop(first);
        assert!(claimed(2).is_none());
        assert_eq!(of(&claimed(1).unwrap()), [0]);
    }
}
