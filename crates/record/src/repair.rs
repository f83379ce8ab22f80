//! Repairing a folder before runs are added: after a power cut, and after a new version.

pub(crate) mod owned;

use std::borrow::Cow;
use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use tilebench_sanitize::count::counted;
use tilebench_sanitize::file::open_program_file;
use tilebench_sanitize::message::excerpt;

use crate::csv_row::{CsvRow, upgrade};
use crate::scan::scan;
use crate::{RecordError, Run, atomic_file};

/// A change that was necessary before runs could be added to a folder; the previous content is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Repair {
    /// The last line was incomplete and was moved to another file.
    Torn {
        /// The file.
        path: PathBuf,
        /// The path that its last line was moved to.
        aside: PathBuf,
    },
    /// Columns that the file's version lacked were added, empty, and columns with a former name were renamed.
    Upgraded {
        /// The file.
        path: PathBuf,
        /// The number of added columns.
        added: usize,
        /// The number of renamed columns.
        renamed: usize,
        /// The file as it first was.
        before: PathBuf,
    },
    /// Iterations or incumbents of recorded runs were lost with the end of their file: these runs count as not
    /// executed.
    Incomplete {
        /// The file.
        path: PathBuf,
        /// The number of these runs.
        runs: u64,
    },
    /// Iterations or incumbents of recorded runs are not in their file, and when they were lost is unknown: these
    /// runs stay.
    Lacking {
        /// The file.
        path: PathBuf,
        /// The number of these runs.
        runs: u64,
        /// The first of them, by name.
        first: String,
    },
    /// Iterations or incumbents of no recorded run, or of a row that was replaced, were moved to another file.
    Stale {
        /// The file.
        path: PathBuf,
        /// The number of moved rows.
        rows: u64,
        /// The path that they were moved to.
        aside: PathBuf,
    },
}

impl fmt::Display for Repair {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Torn { path, aside } => {
                let run = if path.ends_with(Run::FILE) { "; its run counts as missing" } else { "" };
                write!(out, "the last line of {} was cut off: moved to {}{run}", path.display(), aside.display())
            }
            Self::Upgraded { path, added, renamed, before } => {
                write!(out, "{} is of an older version: ", path.display())?;
                let changes = [(added, "empty columns were added"), (renamed, "columns were renamed")];
                let changes = changes.iter().filter(|(count, _)| **count > 0);
                let changes: Vec<String> = changes.map(|(count, change)| format!("{count} {change}")).collect();
                write!(out, "{}; the old file is kept as {}", changes.join(" and "), before.display())
            }
            Self::Incomplete { path, runs } => {
                write!(
                    out,
                    "{} lost {} of {}: the run is repeated",
                    path.display(),
                    rows_of(path),
                    counted(*runs, "recorded run")
                )
            }
            Self::Lacking { path, runs, first } => write!(
                out,
                "{} lacks {} of {} (the first is {}), which are lost: delete the rows of these runs from {} to \
                 repeat them",
                path.display(),
                rows_of(path),
                counted(*runs, "recorded run"),
                excerpt(first),
                Run::FILE
            ),
            Self::Stale { path, rows, aside } => write!(
                out,
                "{} had {} of no recorded run, or of a row that was replaced: moved to {}",
                path.display(),
                counted(*rows, rows_of(path).trim_end_matches('s')),
                aside.display()
            ),
        }
    }
}

/// The name of the rows of the file at `path`: its own.
fn rows_of(path: &Path) -> Cow<'_, str> {
    path.file_stem().unwrap_or_default().to_string_lossy()
}

/// Repairs the file of `R` in `folder`, so that it ends with a complete line and has this version's columns. Shows every
/// complete row to `visit`.
///
/// A file of a newer version, or one with an invalid row before its end, is refused and left unchanged. If the process is
/// killed, nothing is lost: a line is copied to another file before it is cut off, and an upgraded file replaces the old
/// one in one step.
pub(crate) fn repair<R: CsvRow>(folder: &Path, visit: impl FnMut(R)) -> Result<Vec<Repair>, RecordError> {
    let path = folder.join(R::FILE);
    let scanned = scan::<R>(&path, visit)?;
    let (found, expected) = (scanned.columns, R::COLUMNS.len());
    if found > expected {
        return Err(RecordError::OtherVersion { path, found, expected });
    }
    let mut repairs = Vec::new();
    if found == 0 && scanned.torn.is_none() && path.metadata().is_ok_and(|file| file.len() > 0) {
        // An editor leaves a line break, or a byte order mark, of a file that was cleared: the header would be missing.
        cut(&path, 0)?;
    }
    if let Some(torn) = scanned.torn {
        let aside = with_suffix(&path, ".torn");
        set_aside(&path, torn.start, &aside)?;
        repairs.push(Repair::Torn { path: path.clone(), aside });
    }
    if (1..expected).contains(&found) || scanned.renamed > 0 {
        let before = with_suffix(&path, ".before");
        if !before.exists() {
            atomic_file::replace_with(&before, |kept| io::copy(&mut File::open(&path)?, kept).map(|_| ()))?;
        }
        atomic_file::replace_with(&path, |upgraded| upgrade::<R>(File::open(&path)?, upgraded))?;
        repairs.push(Repair::Upgraded { path, added: expected - found, renamed: scanned.renamed, before });
    }
    Ok(repairs)
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// Moves the bytes after the first `end` of a file to the end of the file `aside`.
fn set_aside(path: &Path, end: u64, aside: &Path) -> Result<(), RecordError> {
    let keep = || -> io::Result<()> {
        let mut tail = File::open(path)?;
        tail.seek(SeekFrom::Start(end))?;
        let mut file = open_program_file(aside, OpenOptions::new().append(true).create(true))?;
        io::copy(&mut tail, &mut file)?;
        file.write_all(b"\n")?;
        file.sync_all()
    };
    keep().map_err(|source| RecordError::Io { doing: "write", path: aside.to_owned(), source })?;
    atomic_file::sync_directory(aside);
    cut(path, end)
}

/// Removes the bytes after the first `end` of a file.
fn cut(path: &Path, end: u64) -> Result<(), RecordError> {
    let cut = || -> io::Result<()> {
        let file = open_program_file(path, File::options().write(true))?;
        file.set_len(end)?;
        file.sync_all()
    };
    cut().map_err(|source| RecordError::Io { doing: "mend", path: path.to_owned(), source })
}
