//! The limit on the size of files, `ulimit -f`.
//!
//! A process that writes beyond it is killed by a signal without a word. While the signal is held back, the write fails
//! instead, and whoever writes reports that with the file's name.

/// Lets a write beyond the limit fail. Threads and processes that are started from now on do the same.
#[cfg(unix)]
pub(crate) fn make_limit_an_error() {
    // Refused nowhere; and then the signal comes as before.
    let _ = limit_signal().thread_block();
}

/// Takes it back, for a program of somebody else's.
#[cfg(unix)]
pub(crate) fn restore_limit() {
    let _ = limit_signal().thread_unblock();
}

#[cfg(unix)]
fn limit_signal() -> nix::sys::signal::SigSet {
    nix::sys::signal::SigSet::from(nix::sys::signal::Signal::SIGXFSZ)
}

#[cfg(not(unix))]
pub(crate) fn make_limit_an_error() {}

#[cfg(not(unix))]
pub(crate) fn restore_limit() {}
