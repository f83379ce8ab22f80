//! Messages between this program and its workers: one line of JSON each.

use std::io::{self, Write};

use serde::{Deserialize, Serialize};

/// A line that is not a message.
#[derive(Debug, thiserror::Error)]
#[error("'{line}' is not a message: {cause}")]
pub struct InvalidMessage {
    /// The first 80 characters of the line.
    line: String,
    // Not its source, since it is part of the sentence.
    cause: serde_json::Error,
}

/// Writes a message as a line.
///
/// # Errors
///
/// If writing fails.
///
/// # Panics
///
/// If the message has a value that JSON cannot express.
pub fn send(message: &impl Serialize, to: &mut impl Write) -> io::Result<()> {
    let mut line = serde_json::to_vec(message).expect("messages consist of values that JSON can express");
    line.push(b'\n');
    to.write_all(&line)?;
    to.flush()
}

/// Reads a message from a line.
pub(super) fn read<'a, M: Deserialize<'a>>(line: &'a str) -> Result<M, InvalidMessage> {
    serde_json::from_str(line).map_err(|cause| InvalidMessage { line: line.chars().take(80).collect(), cause })
}
