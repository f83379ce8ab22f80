//! How runs are kept from each other.

use std::ffi::OsString;
use std::path::PathBuf;

use serde::Serialize;

/// How runs are kept from each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Isolation {
    /// Each job's searches are made by a process of its own: one that dies, hangs or takes all memory is
    /// a row and no more.
    #[default]
    Process,
    /// All searches are made by threads of this process, without the fraction of a millisecond that a word
    /// to a worker takes: for instances that are solved in as little.
    Thread,
}

/// The command that starts a process of this program's: a worker, which calls [`serve`](crate::serve), or one that becomes
/// another program by [`become_program`](crate::become_program).
#[derive(Clone, Debug)]
pub struct WorkerCommand {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
}
