//! One of the two programs, and a process of it.

use std::ffi::OsString;
use std::fmt::{self, Display};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result, bail, ensure};
use tilebench_runner::catalog::StopFlag;

use super::Arguments;

/// The time between two checks of a process: long enough not to affect its times.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// A tilebench executable.
pub(super) struct TilebenchProgram {
    /// `a` or `b`.
    pub(super) name: &'static str,
    /// The path of the executable.
    pub(super) path: PathBuf,
    /// Its version, as it prints it.
    version: String,
    /// The arguments of its command line.
    arguments: Vec<OsString>,
}

/// How a process of it ended.
pub(super) enum ProcessEnd {
    /// It finished its runs, some of which may have failed.
    Finished,
    /// The user stopped it.
    Cancelled,
    /// It ended otherwise, for this reason.
    Failed(String),
}

impl TilebenchProgram {
    /// The program at `path`, with the version that it prints.
    pub(super) fn find(name: &'static str, path: &Path, arguments: &Arguments) -> Result<Self> {
        let side = name.to_uppercase();
        let missing = || format!("program {side}, {}, does not exist: give the path of an executable", path.display());
        let path = path.canonicalize().with_context(missing)?;
        let output = Command::new(&path).arg("--version").stdin(Stdio::null()).output();
        let output = output.with_context(|| format!("cannot start program {side}, {}", path.display()))?;
        let version = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        ensure!(
            output.status.success() && version.starts_with("tilebench"),
            "program {side}, {}, is not tilebench: its --version prints '{}'",
            path.display(),
            version.chars().take(60).collect::<String>().escape_debug()
        );
        let mut run: Vec<OsString> = vec!["run".into(), arguments.file.clone().into()];
        run.extend(["--jobs", "1", "--no-report"].map(OsString::from));
        run.extend(arguments.settings.iter().flat_map(|setting| ["--set".into(), setting.into()]));
        run.extend(arguments.tables.path().into_iter().flat_map(|folder| ["--tables".into(), folder.into()]));
        Ok(Self { name, path, version, arguments: run })
    }

    /// Checks that it can plan the experiment, before anything is run.
    pub(super) fn check_plan(&self) -> Result<()> {
        let output = Command::new(&self.path).args(&self.arguments).arg("--dry-run").stdin(Stdio::null()).output();
        let output = output.with_context(|| format!("cannot start {}", self.path.display()))?;
        if !output.status.success() {
            let why = String::from_utf8_lossy(&output.stderr);
            let why = why.trim().trim_start_matches("error: ");
            bail!("program {} rejects the experiment: {why}", self.name.to_uppercase());
        }
        Ok(())
    }

    /// Executes all runs in the result folder `folder`; the program's output goes to a file next to the folder.
    pub(super) fn run(&self, folder: &Path, cancel: &StopFlag) -> Result<ProcessEnd> {
        let log = folder.with_extension("log");
        let parent = folder.parent().context("a result folder of a program is in its folder")?;
        fs::create_dir_all(parent).with_context(|| format!("cannot create {}", parent.display()))?;
        let file = File::create(&log).with_context(|| format!("cannot write {}", log.display()))?;
        let mut command = Command::new(&self.path);
        command.args(&self.arguments).arg("--out").arg(folder);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(file);
        let child = command.spawn().with_context(|| format!("cannot start {}", self.path.display()))?;
        let Some(status) = wait(child, cancel)? else { return Ok(ProcessEnd::Cancelled) };
        // Exit code 1 means runs that crashed or were wrong, which are recorded in rows.
        Ok(match status.code() {
            _ if cancel.raised().is_some() => ProcessEnd::Cancelled,
            Some(0 | 1) if folder.join("runs.csv").is_file() => ProcessEnd::Finished,
            _ => ProcessEnd::Failed(format!("{} ended with {status}: see {}", self.path.display(), log.display())),
        })
    }
}

/// The exit status of `child`; `None` if the user stopped it and the processes that it started.
fn wait(mut child: Child, cancel: &StopFlag) -> Result<Option<ExitStatus>> {
    loop {
        if let Some(status) = child.try_wait().context("cannot wait for a program")? {
            return Ok(Some(status));
        }
        if cancel.raised().is_some() {
            // Its rows are complete lines, and its workers end with it. If it has just ended, there is nothing to
            // kill.
            let _ = child.kill();
            child.wait().context("cannot wait for a program")?;
            return Ok(None);
        }
        thread::sleep(POLL_INTERVAL);
    }
}

impl Display for TilebenchProgram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.path.display(), self.version)
    }
}
