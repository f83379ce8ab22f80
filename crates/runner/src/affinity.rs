//! Which processors a thread may run on, where the system lets a program say so: Linux.

#[cfg(target_os = "linux")]
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

/// A thread that stays on some processors until this is dropped; then it may go where it could before.
///
/// Threads that it starts meanwhile stay there too, so it is held for a search and no longer: tables are
/// built on all cores.
#[derive(Debug)]
pub(crate) struct Pin {
    #[cfg(target_os = "linux")]
    before: CpuSet,
}

#[cfg(target_os = "linux")]
impl Pin {
    /// Keeps this thread on `processors`, if there are any and the system lets it.
    pub(crate) fn to(processors: &[usize]) -> Option<Self> {
        let before = sched_getaffinity(None).ok()?;
        let mut set = CpuSet::new();
        // The set panics beyond its end.
        let are_known = processors.iter().all(|&processor| processor < CpuSet::MAX_CPU);
        (are_known && !processors.is_empty()).then(|| processors.iter().for_each(|&processor| set.set(processor)))?;
        sched_setaffinity(None, &set).ok()?;
        Some(Self { before })
    }
}

#[cfg(target_os = "linux")]
impl Drop for Pin {
    fn drop(&mut self) {
        // What was allowed before is allowed still; were it not, the thread would only be less free.
        let _ = sched_setaffinity(None, &self.before);
    }
}

/// The processors that this thread may run on; none where the system does not tell.
#[cfg(target_os = "linux")]
pub(crate) fn allowed() -> Vec<usize> {
    let Ok(set) = sched_getaffinity(None) else { return Vec::new() };
    (0..CpuSet::MAX_CPU).filter(|&processor| set.is_set(processor)).collect()
}

#[cfg(not(target_os = "linux"))]
impl Pin {
    /// Nothing: this system does not let a thread be kept on processors.
    pub(crate) fn to(_: &[usize]) -> Option<Self> {
        None
    }
}

/// None: this system does not tell.
#[cfg(not(target_os = "linux"))]
pub(crate) fn allowed() -> Vec<usize> {
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
    fn a_processor_that_there_is_not_is_refused() {
        let before = allowed();
        assert!(Pin::to(&[CpuSet::MAX_CPU - 1]).is_none() || before.contains(&(CpuSet::MAX_CPU - 1)));
        assert!(Pin::to(&[usize::MAX]).is_none());
        assert_eq!(allowed(), before);
    }
}
