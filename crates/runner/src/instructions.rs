//! The instructions that a search executes: a measure of its work that no other program on the machine
//! disturbs. Only where the processor's counters are there and the system lets them be read (Linux,
//! `perf_event_paranoid` of at most 2; rarely in a virtual machine).

#[cfg(target_os = "linux")]
use std::sync::atomic::{AtomicBool, Ordering};

#[cfg(target_os = "linux")]
use perf_event::events::Hardware;
#[cfg(target_os = "linux")]
use perf_event::{Builder, Counter};

/// Counts the instructions of this thread, outside of the kernel, from when it is started.
#[derive(Debug)]
pub(crate) struct Instructions {
    #[cfg(target_os = "linux")]
    counter: Option<Counter>,
}

impl Instructions {
    /// Starts to count, where that can be.
    pub(crate) fn start() -> Self {
        #[cfg(target_os = "linux")]
        {
            /// Asked once: what the system refuses it refuses always.
            static REFUSED: AtomicBool = AtomicBool::new(false);
            if REFUSED.load(Ordering::Relaxed) {
                return Self { counter: None };
            }
            let started = Builder::new(Hardware::INSTRUCTIONS).build().and_then(|mut counter| {
                counter.enable()?;
                Ok(counter)
            });
            REFUSED.store(started.is_err(), Ordering::Relaxed);
            Self { counter: started.ok() }
        }
        #[cfg(not(target_os = "linux"))]
        Self {}
    }

    /// What was counted; nothing where it could not be, or not all the time.
    pub(crate) fn end(self) -> Option<u64> {
        #[cfg(target_os = "linux")]
        {
            let mut counter = self.counter?;
            counter.disable().ok()?;
            counter.read().ok().filter(|&count| count > 0)
        }
        #[cfg(not(target_os = "linux"))]
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn work(rounds: u64) -> Option<u64> {
        let counter = Instructions::start();
        let sum = (0..rounds).fold(1_u64, |sum, round| std::hint::black_box(sum.wrapping_mul(round | 1)));
        std::hint::black_box(sum);
        counter.end()
    }

    #[test]
    fn more_work_is_more_instructions_or_none_are_told_at_all() {
        match (work(10_000), work(1_000_000)) {
            (Some(little), Some(much)) => assert!(much > 50 * little && much < 200 * little, "{little} {much}"),
            neither => assert_eq!(neither, (None, None)),
        }
    }
}
