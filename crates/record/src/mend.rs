//! Preparing a folder for appending: after a power cut, and after a new version.

pub(crate) mod owned;

use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use tilebench_sanitize::file::open_program_file;
use tilebench_sanitize::message::excerpt;

use crate::scan::scan;
use crate::table::{Row, widen};
use crate::{RecordError, Run, whole};

/// A change that was necessary before runs could be added to a folder; the previous content is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Mended {
    /// The last line was not whole and was moved to another file.
    Torn {
        /// The file.
        path: PathBuf,
        /// The path that its last line was moved to.
        aside: PathBuf,
    },
    /// Columns that the file's version lacked were added, empty.
    Upgraded {
        /// The file.
        path: PathBuf,
        /// The number of added columns.
        added: usize,
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

impl fmt::Display for Mended {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Torn { path, aside } => {
                let run = if path.ends_with(Run::FILE) { "; its run counts as missing" } else { "" };
                write!(out, "the last line of {} was cut off: moved to {}{run}", path.display(), aside.display())
            }
            Self::Upgraded { path, added, before } => write!(
                out,
                "{} is of an older version: {added} empty columns were added; the old file is kept as {}",
                path.display(),
                before.display()
            ),
            Self::Incomplete { path, runs } => {
                write!(out, "{} lost {} of {}: the run is repeated", path.display(), rows_of(path), counted(*runs))
            }
            Self::Lacking { path, runs, first } => write!(
                out,
                "{} lacks {} of {} (the first is {}), which are lost: delete the rows of these runs from {} to \
                 repeat them",
                path.display(),
                rows_of(path),
                counted(*runs),
                excerpt(first),
                Run::FILE
            ),
            Self::Stale { path, rows, aside } => write!(
                out,
                "{} had {rows} {} of no recorded run, or of a row that was replaced: moved to {}",
                path.display(),
                rows_of(path),
                aside.display()
            ),
        }
    }
}

/// How the rows of the file at `path` are called: as it is.
fn rows_of(path: &Path) -> impl fmt::Display {
    path.file_stem().unwrap_or_default().display()
}

fn counted(runs: u64) -> String {
    if runs == 1 { "a recorded run".to_owned() } else { format!("{runs} recorded runs") }
}

/// Makes the file of `R` in `folder` end with a whole line and have this version's columns, and shows every
/// whole row of it to `visit`.
///
/// A file of a newer version, or one that is wrong in the middle, is refused and left as it is. Dying
/// half-way loses nothing: a line is kept aside before it is cut away, and an upgraded file takes the
/// place of the old one in one step.
pub(crate) fn mend<R: Row>(folder: &Path, visit: impl FnMut(R)) -> Result<Vec<Mended>, RecordError> {
    let path = folder.join(R::FILE);
    let scanned = scan::<R>(&path, visit)?;
    let (found, expected) = (scanned.columns, R::COLUMNS.len());
    if found > expected {
        return Err(RecordError::OtherVersion { path, found, expected });
    }
    let mut mended = Vec::new();
    if let Some(torn) = scanned.torn {
        let aside = with_suffix(&path, ".torn");
        set_aside(&path, torn.start, &aside)?;
        mended.push(Mended::Torn { path: path.clone(), aside });
    }
    if (1..expected).contains(&found) {
        let before = with_suffix(&path, ".before");
        if !before.exists() {
            whole::replace_with(&before, |kept| io::copy(&mut File::open(&path)?, kept).map(|_| ()))?;
        }
        whole::replace_with(&path, |upgraded| widen::<R>(File::open(&path)?, upgraded))?;
        mended.push(Mended::Upgraded { path, added: expected - found, before });
    }
    Ok(mended)
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// Moves what follows the first `end` bytes of the file to the end of another.
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
    whole::sync_names(aside);
    let cut = || -> io::Result<()> {
        let file = open_program_file(path, File::options().write(true))?;
        file.set_len(end)?;
        file.sync_all()
    };
    cut().map_err(|source| RecordError::Io { doing: "mend", path: path.to_owned(), source })
}
