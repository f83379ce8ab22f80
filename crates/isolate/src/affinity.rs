//! Pinning threads to processors, if the system supports it (Linux).

#[cfg(target_os = "linux")]
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

/// Pins the current thread to some processors until it is dropped, which restores the previous set.
///
/// Threads started meanwhile inherit the set, so hold it no longer than needed.
#[derive(Debug)]
pub struct AffinityGuard {
    #[cfg(target_os = "linux")]
    before: CpuSet,
}

#[cfg(target_os = "linux")]
impl AffinityGuard {
    /// Pins this thread to `processors`. Returns `None` if the list is empty or the system refuses.
    #[must_use]
    pub fn pin_to(processors: &[usize]) -> Option<Self> {
        let before = sched_getaffinity(None).ok()?;
        let mut set = CpuSet::new();
        // `CpuSet::set` panics if the index is out of range.
        let are_in_range = processors.iter().all(|&processor| processor < CpuSet::MAX_CPU);
        (are_in_range && !processors.is_empty())
            .then(|| processors.iter().for_each(|&processor| set.set(processor)))?;
        sched_setaffinity(None, &set).ok()?;
        Some(Self { before })
    }
}

#[cfg(target_os = "linux")]
impl Drop for AffinityGuard {
    fn drop(&mut self) {
        // If this fails, the thread stays pinned, which is harmless.
        let _ = sched_setaffinity(None, &self.before);
    }
}

/// The processors that this thread may run on; empty if the system does not report them.
#[cfg(target_os = "linux")]
#[must_use]
pub fn allowed() -> Vec<usize> {
    let Ok(set) = sched_getaffinity(None) else { return Vec::new() };
    (0..CpuSet::MAX_CPU).filter(|&processor| set.is_set(processor)).collect()
}

#[cfg(not(target_os = "linux"))]
impl AffinityGuard {
    /// `None`: this system does not support pinning.
    #[must_use]
    pub fn pin_to(_: &[usize]) -> Option<Self> {
        None
    }
}

/// Empty: this system does not report them.
#[cfg(not(target_os = "linux"))]
#[must_use]
pub fn allowed() -> Vec<usize> {
    Vec::new()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_thread_is_pinned_until_the_guard_is_dropped() {
        let before = allowed();
        let last = *before.last().unwrap();
        let guard = AffinityGuard::pin_to(&[last]).unwrap();
        assert_eq!(allowed(), [last]);
        drop(guard);
        assert_eq!(allowed(), before);
    }

    #[test]
    fn threads_started_while_pinned_inherit_the_processors() {
        let before = allowed();
        let two = &before[..before.len().min(2)];
        let guard = AffinityGuard::pin_to(two).unwrap();
        assert_eq!(std::thread::spawn(allowed).join().unwrap(), two);
        drop(guard);
        assert!(AffinityGuard::pin_to(&[]).is_none());
        assert_eq!(allowed(), before);
    }

    #[test]
    fn pinning_to_a_nonexistent_processor_fails() {
        let before = allowed();
        assert!(AffinityGuard::pin_to(&[CpuSet::MAX_CPU - 1]).is_none() || before.contains(&(CpuSet::MAX_CPU - 1)));
        assert!(AffinityGuard::pin_to(&[usize::MAX]).is_none());
        assert_eq!(allowed(), before);
    }
}
