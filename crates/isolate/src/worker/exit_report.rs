//! How a process ended.

use std::process::ExitStatus;

/// How a process ended.
#[derive(Debug, PartialEq, Eq)]
pub struct ExitReport {
    /// The signal that killed it.
    pub signal: Option<u32>,
    /// Whether it ended because it needed more memory than its limit.
    pub out_of_memory: bool,
    /// A sentence with the tail of its standard error.
    pub message: String,
}

impl ExitReport {
    /// The report of a process that ended with `status` and wrote `stderr` last; `oom_killed` if the kernel killed it or
    /// another process of its control group because memory ran out.
    pub(super) fn new(status: Option<ExitStatus>, stderr: &str, oom_killed: bool) -> Self {
        #[cfg(unix)]
        let signal = status.and_then(|status| std::os::unix::process::ExitStatusExt::signal(&status));
        #[cfg(not(unix))]
        let signal: Option<i32> = None;
        let how = match (signal, status.and_then(|status| status.code())) {
            (Some(signal), _) => format!("the process died of signal {signal}{}", name(signal)),
            (None, Some(code)) => format!("the process ended with exit code {code}"),
            (None, None) => "the process ended".to_owned(),
        };
        let out_of_memory = oom_killed || stderr.contains("memory allocation of ");
        let what = if out_of_memory { format!("no more memory: {how}") } else { how };
        let message = if stderr.is_empty() { what } else { format!("{what}: {stderr}") };
        Self { signal: signal.and_then(|signal| u32::try_from(signal).ok()), out_of_memory, message }
    }
}

/// The name of a signal that kills programs.
fn name(signal: i32) -> &'static str {
    match signal {
        4 => " (SIGILL)",
        6 => " (SIGABRT)",
        7 => " (SIGBUS)",
        8 => " (SIGFPE)",
        9 => " (SIGKILL)",
        11 => " (SIGSEGV)",
        15 => " (SIGTERM)",
        24 => " (SIGXCPU)",
        _ => "",
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::process::ExitStatusExt;

    use super::*;

    #[test]
    fn an_exit_is_reported_with_its_signal_and_the_tail_of_standard_error() {
        let of = |raw, stderr: &str, oom| ExitReport::new(Some(ExitStatus::from_raw(raw)), stderr, oom);
        assert_eq!(of(11, "", false).message, "the process died of signal 11 (SIGSEGV)");
        assert_eq!(of(3 << 8, "no such board", false).message, "the process ended with exit code 3: no such board");
        assert_eq!((of(9, "", false).signal, of(9, "", false).out_of_memory), (Some(9), false));
        assert_eq!(of(9, "", true).message, "no more memory: the process died of signal 9 (SIGKILL)");
        assert!(of(6, "memory allocation of 800 bytes failed", false).out_of_memory);
    }
}
