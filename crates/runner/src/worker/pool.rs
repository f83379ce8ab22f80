//! What the workers of an execution share.

use tilebench_catalog::{StopFlag, scratch};

use super::scratch::sweep;
use crate::cgroup::Parent;
use crate::isolation::WorkerCommand;
use crate::{Progress, tree};

/// What the workers of an execution share.
#[derive(Debug)]
pub(crate) struct Pool<'a> {
    /// How a worker is started.
    pub(super) command: &'a WorkerCommand,
    /// Where each gets a control group of its own.
    pub(super) cgroups: Option<&'a Parent>,
    /// Stops everything when it is raised.
    pub(super) cancel: &'a StopFlag,
    /// Where what workers write to standard error is told.
    pub(super) progress: Progress,
}

impl<'a> Pool<'a> {
    /// A pool of workers started by `command`, in groups made below `cgroups` where that is given.
    pub(crate) fn new(
        command: &'a WorkerCommand,
        cgroups: Option<&'a Parent>,
        cancel: &'a StopFlag,
        progress: Progress,
    ) -> Self {
        // What a worker that is killed had started becomes ours, and is ended.
        tree::adopt_orphans();
        sweep(scratch());
        Self { command, cgroups, cancel, progress }
    }
}
