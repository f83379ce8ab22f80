//! Pinning threads to processors, if the system supports it (Linux).

#[cfg(target_os = "linux")]
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

/// Pins the current thread to some processors until it is dropped, which restores the previous set.
///
/// Threads started meanwhile inherit the set, so hold it no longer than needed.
#[derive(Debug)]
pub struct Pin {
    #[cfg(target_os = "linux")]
    before: CpuSet,
}

#[cfg(target_os = "linux")]
impl Pin {
    /// Pins this thread to `processors`. Returns `None` if the list is empty or the system refuses.
    #[must_use]
    pub fn to(processors: &[usize]) -> Option<Self> {
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
impl Drop for Pin {
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
impl Pin {
    /// `None`: this system does not support pinning.
    #[must_use]
    pub fn to(_: &[usize]) -> Option<Self> {
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
    fn a_thread_is_pinned_until_the_pin_is_dropped() {
        let before = allowed();
        let last = *before.last().unwrap();
        let pin = Pin::to(&[last]).unwrap();
        assert_eq!(allowed(), [last]);
        drop(pin);
        assert_eq!(allowed(), before);
    }

    #[test]
    fn a_thread_that_it_starts_is_kept_on_the_same_processors() {
        let before = allowed();
        let two = &before[..before.len().min(2)];
        let pin = Pin::to(two).unwrap();
        assert_eq!(std::thread::spawn(allowed).join().unwrap(), two);
        drop(pin);
        assert!(Pin::to(&[]).is_none());
        assert_eq!(allowed(), before);
    }

    #[test]
    fn a_processor_that_does_not_exist_is_refused() {
        let before = allowed();
        assert!(Pin::to(&[CpuSet::MAX_CPU - 1]).is_none() || before.contains(&(CpuSet::MAX_CPU - 1)));
        assert!(Pin::to(&[usize::MAX]).is_none());
        assert_eq!(allowed(), before);
    }
}
