//! Starting a program that dies with the process that started it.
//!
//! The system sends a signal to a process whose parent dies only if the process asked for it. A program of somebody
//! else's does not ask, so this program is started in its place, asks, and then becomes the other one.

use std::convert::Infallible;
use std::env;
use std::ffi::OsString;
use std::io::{self, ErrorKind};
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};
use tilebench_sanitize::message::shown;

use crate::WorkerCommand;

/// The command that becomes `program`, whose arguments follow, in `folder`.
///
/// # Errors
///
/// If there is no such program or it may not be executed: what becomes it could not report that.
pub(super) fn command(starter: &WorkerCommand, program: &str, folder: &Path) -> io::Result<Command> {
    find(program, folder)?;
    let mut command = Command::new(&starter.program);
    command.args(&starter.arguments).arg(std::process::id().to_string()).arg(program);
    Ok(command)
}

/// Becomes the program that the second and later `arguments` are the command line of. It dies when the process dies whose
/// number is the first: the one that started this process.
///
/// # Errors
///
/// If that process is dead already, or the program cannot be started.
pub fn become_program(arguments: impl IntoIterator<Item = OsString>) -> Result<Infallible> {
    let mut arguments = arguments.into_iter();
    let parent = arguments.next().context("there is no process to die with")?;
    let program = arguments.next().context("there is no program")?;
    die_with(parent.to_str().and_then(|pid| pid.parse().ok()).context("there is no process to die with")?)?;
    let mut command = Command::new(&program);
    command.args(arguments);
    let error = replace(command);
    Err(error).with_context(|| format!("{} cannot be started", shown(&program.to_string_lossy())))
}

/// Lets this process be killed when its parent dies, which has the number `parent`.
#[cfg(target_os = "linux")]
fn die_with(parent: i32) -> Result<()> {
    use rustix::process::{Signal, getppid, set_parent_process_death_signal};
    set_parent_process_death_signal(Some(Signal::KILL))?;
    // It may have died before the signal was asked for; then another process is the parent now.
    let is_child = getppid().is_some_and(|now| now.as_raw_nonzero().get() == parent);
    anyhow::ensure!(is_child, "the process that started this one is dead");
    Ok(())
}

#[cfg(not(target_os = "linux"))]
fn die_with(_: i32) -> Result<()> {
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

/// Looks for the program as the system does when it starts it in `folder`.
fn find(program: &str, folder: &Path) -> io::Result<()> {
    if program.contains('/') {
        return executable(&folder.join(program));
    }
    let path = env::var_os("PATH").unwrap_or_default();
    let mut refusal = ErrorKind::NotFound.into();
    for place in env::split_paths(&path) {
        match executable(&folder.join(place).join(program)) {
            Ok(()) => return Ok(()),
            Err(error) if error.kind() == ErrorKind::PermissionDenied => refusal = error,
            Err(_) => {}
        }
    }
    Err(refusal)
}

#[cfg(unix)]
fn executable(path: &Path) -> io::Result<()> {
    use rustix::fs::{Access, access};
    if !path.metadata()?.is_file() {
        return Err(ErrorKind::PermissionDenied.into());
    }
    Ok(access(path, Access::EXEC_OK)?)
}

#[cfg(not(unix))]
fn executable(path: &Path) -> io::Result<()> {
    path.metadata().map(|_| ())
}
