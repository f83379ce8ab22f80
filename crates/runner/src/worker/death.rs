//! What a process died of.

use std::process::ExitStatus;

/// What a process died of.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Death {
    /// The signal, where it was one.
    pub(super) signal: Option<u32>,
    /// Whether it was for want of memory that its limit did not let it have.
    pub(super) for_memory: bool,
    /// The same in words, with its own last ones.
    pub(super) message: String,
}

impl Death {
    /// The death of a process that ended with `status` and `words`; `was_killed_for_memory` where the
    /// kernel says so of its group.
    pub(super) fn of(status: Option<ExitStatus>, words: &str, was_killed_for_memory: bool) -> Self {
        #[cfg(unix)]
        let signal = status.and_then(|status| std::os::unix::process::ExitStatusExt::signal(&status));
        #[cfg(not(unix))]
        let signal: Option<i32> = None;
        let how = match (signal, status.and_then(|status| status.code())) {
            (Some(signal), _) => format!("the process died of signal {signal}{}", name(signal)),
            (None, Some(code)) => format!("the process ended with exit code {code}"),
            (None, None) => "the process ended".to_owned(),
        };
        let for_memory = was_killed_for_memory || words.contains("memory allocation of ");
        let what = if for_memory { format!("no more memory: {how}") } else { how };
        let message = if words.is_empty() { what } else { format!("{what}: {words}") };
        Self { signal: signal.and_then(|signal| u32::try_from(signal).ok()), for_memory, message }
    }
}

/// The name of a signal that programs die of.
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

/// The last words of a process.
#[derive(Debug, Default)]
pub(crate) struct Words(String);

impl Words {
    /// More than tells what happened, in bytes.
    const MOST: usize = 500;

    /// Forgets them.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// Adds what it said.
    pub(crate) fn add(&mut self, text: &str) {
        let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if line.is_empty() {
            return;
        }
        if !self.0.is_empty() {
            self.0.push_str("; ");
        }
        self.0.push_str(&line);
        if self.0.len() > Self::MOST {
            let mut from = self.0.len() - Self::MOST;
            while !self.0.is_char_boundary(from) {
                from += 1;
            }
            self.0.drain(..from);
        }
    }

    /// The last of it in one line.
    pub(crate) fn last(&self) -> String {
        self.0.clone()
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::process::ExitStatusExt;

    use super::*;

    #[test]
    fn a_death_is_told_with_its_signal_and_last_words() {
        let of = |raw, words: &str, oom| Death::of(Some(ExitStatus::from_raw(raw)), words, oom);
        assert_eq!(of(11, "", false).message, "the process died of signal 11 (SIGSEGV)");
        assert_eq!(of(3 << 8, "no such board", false).message, "the process ended with exit code 3: no such board");
        assert_eq!((of(9, "", false).signal, of(9, "", false).for_memory), (Some(9), false));
        assert_eq!(of(9, "", true).message, "no more memory: the process died of signal 9 (SIGKILL)");
        assert!(of(6, "memory allocation of 800 bytes failed", false).for_memory);
    }

    #[test]
    fn only_the_last_words_are_kept_and_in_one_line() {
        let mut words = Words::default();
        words.add("a\tb \n");
        words.add("\n");
        words.add("c");
        assert_eq!(words.last(), "a b; c");
        words.add(&"é".repeat(400));
        assert!(words.last().len() <= 500 && words.last().ends_with('é'));
    }
}
