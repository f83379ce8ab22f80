//! Making `iterations.csv` and `incumbents.csv` fit the rows of `runs.csv`: their rows belong to a run, and are replaced
//! with it.

use std::collections::HashMap;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use tilebench_sanitize::file::open_program_file;

use super::{Mended, mend as mend_lines, with_suffix};
use crate::ownership::{Current, Owned, Tally};
use crate::scan::scan;
use crate::table;
use crate::{RecordError, Recorded, whole};

/// The file of `R` in a folder, which ends with a whole line.
pub(crate) struct OwnedFile<R> {
    path: PathBuf,
    tally: Tally,
    is_torn: bool,
    rows: PhantomData<R>,
}

impl<R: Owned> OwnedFile<R> {
    /// Mends the lines of the file in `folder`. Like the functions below, it adds its changes to `mended`.
    pub(crate) fn mend(folder: &Path, mended: &mut Vec<Mended>) -> Result<Self, RecordError> {
        let mut tally = Tally::default();
        let lines = mend_lines::<R>(folder, |row| tally.add(&row))?;
        let is_torn = lines.iter().any(|mended| matches!(mended, Mended::Torn { .. }));
        mended.extend(lines);
        Ok(Self { path: folder.join(R::FILE), tally, is_torn, rows: PhantomData })
    }

    /// Removes from `recorded` the runs whose rows were lost with the end of the file, so that they are run again.
    pub(crate) fn forget_lost(&self, recorded: &mut HashMap<String, Recorded>, mended: &mut Vec<Mended>) {
        let Lost { made_again, lacking } = self.lost(recorded);
        let runs = made_again.len() as u64;
        for id in made_again {
            recorded.remove(&id);
        }
        let path = || self.path.clone();
        if runs > 0 {
            mended.push(Mended::Incomplete { path: path(), runs });
        }
        if let Some(first) = lacking.iter().min() {
            mended.push(Mended::Lacking { path: path(), runs: lacking.len() as u64, first: first.clone() });
        }
    }

    /// Moves the rows of runs that are not in `recorded`, and of rows that were replaced, to a file aside.
    pub(crate) fn set_stale_aside(
        self,
        recorded: &HashMap<String, Recorded>,
        mended: &mut Vec<Mended>,
    ) -> Result<(), RecordError> {
        let current = self.tally.current(|id| recorded.get(id).map(R::recorded));
        let rows = current.stale();
        if rows > 0 {
            let aside = with_suffix(&self.path, ".stale");
            keep_current::<R>(&self.path, current, Some(&aside))?;
            mended.push(Mended::Stale { path: self.path, rows, aside });
        }
        Ok(())
    }

    fn lost(&self, recorded: &HashMap<String, Recorded>) -> Lost {
        let with_rows = || recorded.iter().filter(|(_, run)| R::recorded(run) > 0);
        let is_whole = |(id, run): &(&String, &Recorded)| self.tally.of(id, R::recorded(run)) == R::recorded(run);
        let last_whole = with_rows().filter(is_whole).map(|(_, run)| run.row).max();
        let mut lost = Lost { made_again: Vec::new(), lacking: Vec::new() };
        for (id, run) in with_rows().filter(|run| !is_whole(run)) {
            // Both files grow in the same order. A file of which nothing is left was not cut off: somebody removed it.
            let is_end = last_whole.map_or(self.is_torn, |last| run.row > last);
            if is_end { &mut lost.made_again } else { &mut lost.lacking }.push(id.clone());
        }
        lost
    }
}

/// The recorded runs that lack rows, by name.
struct Lost {
    /// Those recorded after every run that has all of its rows: the end of the file was lost.
    made_again: Vec<String>,
    /// The others.
    lacking: Vec<String>,
}

/// Removes from the file of `R` in `folder` the rows that belong to replaced runs: of each run that was run again,
/// only as many rows as `made_again` returns are kept, the last ones.
pub(crate) fn replace<R: Owned>(folder: &Path, made_again: impl Fn(&str) -> Option<u64>) -> Result<(), RecordError> {
    let path = folder.join(R::FILE);
    let mut tally = Tally::default();
    scan::<R>(&path, |row| tally.add(&row))?;
    let current = tally.last(made_again);
    if current.stale() > 0 { keep_current::<R>(&path, current, None) } else { Ok(()) }
}

/// Leaves in the file at `path` only the rows that are current. The others are added to the file `aside`, if there is to
/// be one.
fn keep_current<R: Owned>(path: &Path, mut current: Current, aside: Option<&PathBuf>) -> Result<(), RecordError> {
    let failed = |path: &Path, source| RecordError::Io { doing: "write", path: path.to_owned(), source };
    let open = |aside: &PathBuf| open_program_file(aside, OpenOptions::new().append(true).create(true));
    let file = aside.map(open).transpose().map_err(|source| failed(path, source))?;
    let mut file = file.map(io::BufWriter::new);
    whole::replace_with(path, |kept| {
        kept.write_all(&table::header_line::<R>())?;
        let mut wrote = Ok(());
        scan::<R>(path, |row| {
            if wrote.is_ok() {
                let is_current = current.take(row.run_id()).is_some();
                wrote = match (is_current, &mut file) {
                    (true, _) => put(&row, kept),
                    (false, Some(file)) => put(&row, file),
                    (false, None) => Ok(()),
                };
            }
        })
        .map_err(io::Error::other)?;
        wrote?;
        match &mut file {
            Some(file) => file.flush().and_then(|()| file.get_ref().sync_all()),
            None => Ok(()),
        }
    })
}

fn put<R: Owned>(row: &R, to: &mut impl Write) -> io::Result<()> {
    let line = table::lines(Path::new(R::FILE), std::slice::from_ref(row)).map_err(io::Error::other)?;
    to.write_all(&line)
}
