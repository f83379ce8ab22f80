//! Starting a program that is killed when the process that started it ends.
//!
//! The system sends a signal at the end of the parent only to a process that requested it. An external program does not, so
//! this program is started instead, requests the signal and then executes the external one.

use std::convert::Infallible;
use std::env;
use std::ffi::OsString;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use tilebench_sanitize::message::excerpt;

/// A command that starts a process of this program: a worker, or one that replaces itself by [`become_program`].
#[derive(Clone, Debug)]
pub struct WorkerCommand {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
}

/// A command that executes `program` in `folder`; its arguments are to be added.
///
/// # Errors
///
/// If the program does not exist or may not be executed. It is checked here, since the starter could not report it.
pub(super) fn command(starter: &WorkerCommand, program: &str, folder: &Path) -> io::Result<Command> {
    find_program(program, folder)?;
    let mut command = Command::new(&starter.program);
    command.args(&starter.arguments).arg(std::process::id().to_string()).arg(program);
    Ok(command)
}

/// Replaces this process by a program that is killed when its parent ends.
///
/// The first of the `arguments` is the id of the parent, the others are the command line of the program.
///
/// # Errors
///
/// If the parent has ended already, or the program cannot be started.
pub fn become_program(arguments: impl IntoIterator<Item = OsString>) -> Result<Infallible> {
    let mut arguments = arguments.into_iter();
    let parent = arguments.next().context("there is no process to die with")?;
    let program = arguments.next().context("there is no program")?;
    die_with_parent(parent.to_str().and_then(|pid| pid.parse().ok()).context("there is no process to die with")?)?;
    let mut command = Command::new(&program);
    command.args(arguments);
    let error = replace(command);
    Err(error).with_context(|| format!("{} cannot be started", excerpt(&program.to_string_lossy())))
}

/// Requests that this process is killed when its parent, which has the id `parent`, ends.
#[cfg(target_os = "linux")]
fn die_with_parent(parent: i32) -> Result<()> {
    use rustix::process::{Signal, getppid, set_parent_process_death_signal};
    set_parent_process_death_signal(Some(Signal::KILL))?;
    // It may have ended before the request; then another process is the parent now.
    let is_child = getppid().is_some_and(|now| now.as_raw_nonzero().get() == parent);
    anyhow::ensure!(is_child, "the process that started this one is dead");
    Ok(())
}

#[cfg(not(target_os = "linux"))]
fn die_with_parent(_: i32) -> Result<()> {
    Ok(())
}

#[cfg(unix)]
fn replace(mut command: Command) -> io::Error {
    std::os::unix::process::CommandExt::exec(&mut command)
}

#[cfg(not(unix))]
fn replace(_: Command) -> io::Error {
    ErrorKind::Unsupported.into()
}

/// Looks up the program as the system does when it starts it in `folder`.
fn find_program(program: &str, folder: &Path) -> io::Result<()> {
    if program.contains('/') {
        return check_executable(&folder.join(program));
    }
    let path = env::var_os("PATH").unwrap_or_default();
    let mut refusal = ErrorKind::NotFound.into();
    for directory in env::split_paths(&path) {
        match check_executable(&folder.join(directory).join(program)) {
            Ok(()) => return Ok(()),
            Err(error) if error.kind() == ErrorKind::PermissionDenied => refusal = error,
            Err(_) => {}
        }
    }
    Err(refusal)
}

#[cfg(unix)]
fn check_executable(path: &Path) -> io::Result<()> {
    use rustix::fs::{Access, access};
    if !path.metadata()?.is_file() {
        return Err(ErrorKind::PermissionDenied.into());
    }
    Ok(access(path, Access::EXEC_OK)?)
}

#[cfg(not(unix))]
fn check_executable(path: &Path) -> io::Result<()> {
    path.metadata().map(|_| ())
}
