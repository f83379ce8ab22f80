//! Standard output, whose errors are distinguished from all others.

use std::error::Error;
use std::fmt;
use std::io::{self, BufWriter, ErrorKind, Write};

/// The writer of a command's output.
pub(crate) type Out = BufWriter<Stdout>;

/// Standard output; each of its errors is a [`StdoutError`]. It is not locked, since a search may print, too.
#[derive(Debug)]
pub(crate) struct Stdout {
    inner: io::Stdout,
    /// Whether a closed pipe is an error, which ends the command.
    ends_if_closed: bool,
}

/// Standard output cannot be written.
#[derive(Debug)]
pub(crate) struct StdoutError(io::Error);

/// Buffered standard output.
pub(crate) fn out() -> Out {
    BufWriter::new(Stdout { inner: io::stdout(), ends_if_closed: true })
}

impl Stdout {
    /// Discards all text after the reader has closed the pipe, so that the command continues to its end.
    pub(crate) fn outlive_reader(&mut self) {
        self.ends_if_closed = false;
    }

    /// The result of writing or of flushing, with `all` instead of an error if the pipe is closed and the command continues.
    fn checked<T>(&self, result: io::Result<T>, all: T) -> io::Result<T> {
        match result {
            Err(error) if error.kind() == ErrorKind::BrokenPipe && !self.ends_if_closed => Ok(all),
            result => result.map_err(failed),
        }
    }
}

impl StdoutError {
    /// The failure of standard output that `error` is about, if it is about one.
    pub(crate) fn from_error(error: &anyhow::Error) -> Option<&Self> {
        let source = error.chain().find_map(|cause| cause.downcast_ref::<io::Error>())?;
        source.get_ref()?.downcast_ref()
    }

    /// Whether the pipe was closed: its reader has read enough.
    pub(crate) fn is_closed(&self) -> bool {
        self.0.kind() == ErrorKind::BrokenPipe
    }
}

impl fmt::Display for StdoutError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "cannot write to standard output: {}; files that the command wrote before are kept", self.0)
    }
}

impl Error for StdoutError {}

fn failed(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), StdoutError(error))
}

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes);
        self.checked(written, bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.inner.flush();
        self.checked(flushed, ())
    }
}
