//! Counting executed instructions: a measure of work that other programs on the machine do not disturb.
//!
//! It needs hardware counters that the system lets a program read (Linux with `perf_event_paranoid` of at most 2; rarely in
//! a virtual machine).

#[cfg(target_os = "linux")]
use std::sync::atomic::{AtomicBool, Ordering};

#[cfg(target_os = "linux")]
use perf_event::events::Hardware;
#[cfg(target_os = "linux")]
use perf_event::{Builder, Counter};

/// A running count of the instructions that this thread executes outside of the kernel.
#[derive(Debug)]
pub struct InstructionCounter {
    #[cfg(target_os = "linux")]
    counter: Option<Counter>,
}

impl InstructionCounter {
    /// Starts to count if the system supports it.
    #[must_use]
    pub fn start() -> Self {
        #[cfg(target_os = "linux")]
        {
            /// Set after the first refusal, so that the system is not asked again.
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

    /// The number counted; `None` if it is not supported, or the counter did not run all the time.
    #[must_use]
    pub fn stop(self) -> Option<u64> {
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
        let counter = InstructionCounter::start();
        let sum = (0..rounds).fold(1_u64, |sum, round| std::hint::black_box(sum.wrapping_mul(round | 1)));
        std::hint::black_box(sum);
        counter.stop()
    }

    #[test]
    fn more_work_executes_more_instructions_if_they_are_counted() {
        match (work(10_000), work(1_000_000)) {
            (Some(little), Some(much)) => assert!(much > 50 * little && much < 200 * little, "{little} {much}"),
            neither => assert_eq!(neither, (None, None)),
        }
    }
}
