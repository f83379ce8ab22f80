//! The physical cores that this program may use, and claims on them.
//!
//! Two hardware threads of one core share its execution units and caches, so work on both is slower than on one.

use std::collections::BTreeSet;
use std::env;
use std::fs::{self, File, OpenOptions};
use std::path::{Path, PathBuf};
use std::thread;

use tilebench_sanitize::file::open_program_file;

use crate::affinity;

/// The number of logical processors that this program may use.
#[must_use]
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, Into::into)
}

/// The number of physical cores that this program may use. Equal to [`cores()`] if the system does not report them.
#[must_use]
pub fn physical_cores() -> usize {
    // A quota may allow less processor time than the affinity mask has cores.
    match processors().len() {
        0 => cores(),
        count => count.min(cores()),
    }
}

/// One logical processor of each physical core that this program may use; empty if the system does not report them.
#[must_use]
pub fn processors() -> Vec<usize> {
    let list = |processor| format!("/sys/devices/system/cpu/cpu{processor}/topology/thread_siblings_list");
    one_per_core(&affinity::allowed(), |processor| fs::read_to_string(list(processor)).ok())
}

/// The first of the `allowed` processors of each core. `siblings` returns the list of those that share a core, such as
/// `0,4` or `0-1`; a processor without a list counts as a core.
fn one_per_core(allowed: &[usize], siblings: impl Fn(usize) -> Option<String>) -> Vec<usize> {
    let mut seen = BTreeSet::new();
    let core = |&processor: &usize| {
        let list = siblings(processor);
        let first = list.as_deref().and_then(|list| list.trim().split([',', '-']).next()?.parse().ok());
        first.unwrap_or(processor)
    };
    allowed.iter().copied().filter(|processor| seen.insert(core(processor))).collect()
}

/// A core that no other process of this program claims until this value is dropped.
#[derive(Debug)]
pub struct CoreClaim {
    /// The core's logical processor.
    pub processor: usize,
    /// Locked until the claim is dropped.
    file: File,
}

impl Drop for CoreClaim {
    fn drop(&mut self) {
        // Closing the file is not enough: a process that another thread is starting holds a copy of it for a moment.
        let _ = self.file.unlock();
    }
}

/// The folder of this user's locks: `$XDG_RUNTIME_DIR/tilebench`, else one in the folder for temporary files, in which
/// other users may write. `None` if the folder exists and other users may access it.
#[cfg(unix)]
#[must_use]
pub fn lock_folder() -> Option<PathBuf> {
    use std::os::unix::fs::DirBuilderExt;
    let user = rustix::process::geteuid().as_raw();
    let runtime = env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from).filter(|folder| is_private(folder, user));
    let folder = match runtime {
        Some(runtime) => runtime.join("tilebench"),
        None => env::temp_dir().join(format!("tilebench-{user}")),
    };
    // An existing folder is checked below.
    let _ = fs::DirBuilder::new().mode(0o700).create(&folder);
    is_private(&folder, user).then_some(folder)
}

/// The folder for temporary files, which other systems keep per user.
#[cfg(not(unix))]
#[must_use]
pub fn lock_folder() -> Option<PathBuf> {
    Some(env::temp_dir())
}

/// Whether a mode gives group and others no permission: these are its lowest six bits.
#[cfg(unix)]
fn is_closed(mode: u32) -> bool {
    mode.trailing_zeros() >= 6
}

/// Whether `folder` is a folder, not a link to one, that only this user may read or write.
#[cfg(unix)]
fn is_private(folder: &Path, user: u32) -> bool {
    use std::os::unix::fs::MetadataExt;
    folder.symlink_metadata().is_ok_and(|found| found.is_dir() && found.uid() == user && is_closed(found.mode()))
}

/// Claims `count` of the cores of `processors` by locks on files in `folder`, so that two processes do not pin work to the
/// same core while others are idle. Returns `None` if fewer are free or the files cannot be opened.
#[must_use]
pub fn claim(processors: &[usize], count: usize, folder: &Path) -> Option<Vec<CoreClaim>> {
    let one = |&processor: &usize| {
        let path = folder.join(format!("core-{processor}.lock"));
        let file = open_program_file(&path, OpenOptions::new().append(true).create(true)).ok()?;
        file.try_lock().ok()?;
        Some(CoreClaim { processor, file })
    };
    let claims: Vec<CoreClaim> = processors.iter().filter_map(one).take(count).collect();
    (claims.len() == count).then_some(claims)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hardware_threads_of_one_core_count_once() {
        let pairs = |processor: usize| Some(format!("{},{}\n", processor % 4, processor % 4 + 4));
        assert_eq!(one_per_core(&[0, 1, 2, 3, 4, 5, 6, 7], pairs), [0, 1, 2, 3]);
        let neighbours = |processor: usize| Some(format!("{}-{}\n", processor / 2 * 2, processor / 2 * 2 + 1));
        assert_eq!(one_per_core(&[0, 1, 2, 3], neighbours), [0, 2]);
    }

    #[test]
    fn the_second_thread_of_a_core_is_used_if_only_that_is_allowed() {
        let pairs = |processor: usize| Some(format!("{},{}", processor % 4, processor % 4 + 4));
        assert_eq!(one_per_core(&[1, 5, 6], pairs), [1, 6]);
    }

    #[test]
    fn without_lists_of_siblings_each_processor_is_a_core() {
        assert_eq!(one_per_core(&[0, 3], |_| None), [0, 3]);
        assert_eq!(one_per_core(&[0, 3], |_| Some("?".to_owned())), [0, 3]);
    }

    #[test]
    fn there_are_at_most_as_many_cores_as_processors_and_at_least_one() {
        assert!((1..=cores()).contains(&physical_cores()));
        assert!(processors().iter().all(|processor| affinity::allowed().contains(processor)));
    }

    #[test]
    fn a_core_is_claimed_once_and_free_again_when_the_claim_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let claimed = |count| claim(&[0, 2, 4], count, folder.path());
        let of = |claims: &[CoreClaim]| claims.iter().map(|claim| claim.processor).collect::<Vec<_>>();
        let first = claimed(1).unwrap();
        let second = claimed(2).unwrap();
        assert_eq!((of(&first), of(&second)), (vec![0], vec![2, 4]));
        assert!(claimed(1).is_none());
        drop(first);
        assert!(claimed(2).is_none());
        assert_eq!(of(&claimed(1).unwrap()), [0]);
    }

    #[test]
    fn a_dropped_claim_ends_although_a_copy_of_its_file_is_open() {
        let folder = tempfile::tempdir().unwrap();
        let claims = claim(&[0], 1, folder.path()).unwrap();
        let copy = claims[0].file.try_clone().unwrap();
        assert!(claim(&[0], 1, folder.path()).is_none());
        drop(claims);
        assert!(claim(&[0], 1, folder.path()).is_some());
        drop(copy);
    }

    #[cfg(unix)]
    #[test]
    fn a_fifo_in_place_of_a_lock_file_is_skipped_without_waiting() {
        let folder = tempfile::tempdir().unwrap();
        let fifo = folder.path().join("core-0.lock");
        assert!(std::process::Command::new("mkfifo").arg(fifo).status().unwrap().success());
        let claims = claim(&[0, 2], 1, folder.path()).unwrap();
        assert_eq!(claims[0].processor, 2);
    }

    #[cfg(unix)]
    #[test]
    fn a_folder_that_others_may_use_or_that_is_a_link_holds_no_locks() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let place = tempfile::tempdir().unwrap();
        let user = rustix::process::geteuid().as_raw();
        let mode = |mode| fs::set_permissions(place.path(), fs::Permissions::from_mode(mode)).unwrap();
        mode(0o700);
        assert!(is_private(place.path(), user));
        assert!(!is_private(place.path(), user + 1));
        let link = place.path().join("link");
        symlink(place.path(), &link).unwrap();
        assert!(!is_private(&link, user));
        mode(0o755);
        assert!(!is_private(place.path(), user));
    }
}
