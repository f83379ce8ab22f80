//! The machine: its processor and clock, the present speed of a core, and its load.

use std::fs;
use std::hint::black_box;
use std::time::Instant;

use tilebench_isolate::cores::{cores, processors};
use tilebench_isolate::memory;
use tilebench_record::Machine;

/// The machine that this program runs on.
///
/// # Panics
///
/// If it has 2^32 cores.
#[must_use]
pub fn machine() -> Machine {
    let count = |count: usize| u32::try_from(count).expect("a machine has fewer than 2^32 cores");
    Machine {
        os: std::env::consts::OS.to_owned(),
        arch: std::env::consts::ARCH.to_owned(),
        cpu: cpu_model(),
        cores: count(cores()),
        physical_cores: Some(count(processors().len())).filter(|&count| count > 0),
        governor: fs::read_to_string(GOVERNOR).ok().map(|name| name.trim().to_owned()),
        boost: boost(|path| fs::read_to_string(path).ok()),
        memory_bytes: memory::installed(),
    }
}

/// The load of the machine: its runnable tasks, averaged over a minute.
pub(crate) fn load() -> Option<f64> {
    fs::read_to_string("/proc/loadavg").ok()?.split_whitespace().next()?.parse().ok()
}

/// About 10 ms on a present-day core.
const STEPS: u32 = 5_000_000;

/// The best of at most this many tries counts: the others were interrupted more.
const TRIES: usize = 5;

/// Tries end if one takes the time of the best before it, within this share: then neither was interrupted, and the clock of the
/// core is steady.
const AGREEMENT: f64 = 0.005;

/// The speed of this thread's core: steps per second of a fixed loop. Takes 20 to 50 ms.
///
/// The steps are shifts and exclusive ors that depend on each other, as in the expansions of a search on words (xorshift:
/// Marsaglia 2003). They access no memory, so the speed depends on the clock of the core and on interruptions only.
pub(crate) fn core_speed() -> f64 {
    let mut least = f64::INFINITY;
    for _ in 0..TRIES {
        let start = Instant::now();
        black_box(xorshift(black_box(STEPS)));
        let seconds = start.elapsed().as_secs_f64();
        let agrees = (seconds / least - 1.0).abs() <= AGREEMENT;
        least = least.min(seconds);
        if agrees {
            break;
        }
    }
    f64::from(STEPS) / least.max(1e-9)
}

fn xorshift(steps: u32) -> u64 {
    let mut word: u64 = 0x9E37_79B9_7F4A_7C15;
    let mut left = steps;
    // No iterator: this crate is built with little optimisation, in which an iterator is a call per step.
    while left > 0 {
        word ^= word << 13;
        word ^= word >> 7;
        word ^= word << 17;
        left -= 1;
    }
    word
}

const GOVERNOR: &str = "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor";

/// Whether the processor may run above its nominal frequency: Intel's driver reports if it may not.
fn boost(read: impl Fn(&str) -> Option<String>) -> Option<bool> {
    let flag = |path| match read(path)?.trim() {
        "0" => Some(false),
        "1" => Some(true),
        _ => None,
    };
    let may_not = flag("/sys/devices/system/cpu/intel_pstate/no_turbo").map(|is_off: bool| !is_off);
    may_not.or_else(|| flag("/sys/devices/system/cpu/cpufreq/boost"))
}

fn cpu_model() -> Option<String> {
    let text = fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    line.split_once(':').map(|(_, model)| model.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boost_is_read_from_either_driver_or_unknown() {
        let with = |driver: &'static str, flag: &'static str| {
            boost(move |path: &str| path.contains(driver).then(|| format!("{flag}\n")))
        };
        assert_eq!((with("no_turbo", "1"), with("no_turbo", "0")), (Some(false), Some(true)));
        assert_eq!((with("cpufreq/boost", "1"), with("cpufreq/boost", "0")), (Some(true), Some(false)));
        assert_eq!((with("none", "1"), with("no_turbo", "?")), (None, None));
    }
}
