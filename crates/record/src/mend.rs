//! Making a folder fit to be appended to: after a power cut, and after a new version.

use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::scan::scan;
use crate::table::{Row, widen};
use crate::{RecordError, whole};

/// What had to be mended before runs could be added to a folder; what was there before is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Mended {
    /// The last line was not whole and was moved to another file.
    Torn {
        /// The file.
        path: PathBuf,
        /// Where its last line is now.
        aside: PathBuf,
    },
    /// Columns that the file's version lacked were added, empty.
    Upgraded {
        /// The file.
        path: PathBuf,
        /// How many columns were added.
        added: usize,
        /// The file as it first was.
        before: PathBuf,
    },
}

impl fmt::Display for Mended {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Torn { path, aside } => write!(
                out,
                "the last line of {} was cut off: moved to {}; its run counts as not made",
                path.display(),
                aside.display()
            ),
            Self::Upgraded { path, added, before } => write!(
                out,
                "{} is an older version's: {added} columns were added to it, empty; as it was it is kept as {}",
                path.display(),
                before.display()
            ),
        }
    }
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
        let mut file = OpenOptions::new().append(true).create(true).open(aside)?;
        io::copy(&mut tail, &mut file)?;
        file.write_all(b"\n")?;
        file.sync_all()
    };
    keep().map_err(|source| RecordError::Io { doing: "write", path: aside.to_owned(), source })?;
    whole::sync_names(aside);
    let cut = || -> io::Result<()> {
        let file = File::options().write(true).open(path)?;
        file.set_len(end)?;
        file.sync_all()
    };
    cut().map_err(|source| RecordError::Io { doing: "mend", path: path.to_owned(), source })
}
