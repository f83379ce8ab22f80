//! Standard output, whose errors are distinguished from all others.

use std::error::Error;
use std::fmt;
use std::io::{self, BufWriter, ErrorKind, Write};

/// The writer of a command's output.
pub(crate) type Out = BufWriter<Stdout>;

/// Standard output; each of its errors is a [`StdoutError`]. It is not locked, since a search may print, too.
#[derive(Debug)]
pub(crate) struct Stdout(io::Stdout);

/// Standard output cannot be written.
#[derive(Debug)]
pub(crate) struct StdoutError(io::Error);

/// Buffered standard output.
pub(crate) fn out() -> Out {
    BufWriter::new(Stdout(io::stdout()))
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
        self.0.write(bytes).map_err(failed)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(failed)
    }
}
