//! Making `iterations.csv` and `incumbents.csv` fit the rows of `runs.csv`: their rows belong to a run, and are replaced
//! with it.

use std::collections::HashMap;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use tilebench_sanitize::file::open_program_file;

use super::{Repair, repair as repair_lines, with_suffix};
use crate::csv_row;
use crate::ownership::{CurrentRows, OwnedRow, RowTally};
use crate::scan::scan;
use crate::{RecordError, RecordedRun, atomic_file};

/// The file of `R` in a folder, which ends with a complete line.
pub(crate) struct OwnedFile<R> {
    path: PathBuf,
    tally: RowTally,
    is_torn: bool,
    rows: PhantomData<R>,
}

impl<R: OwnedRow> OwnedFile<R> {
    /// Repairs the lines of the file in `folder`. Like the functions below, it adds its changes to `repairs`.
    pub(crate) fn repair(folder: &Path, repairs: &mut Vec<Repair>) -> Result<Self, RecordError> {
        let mut tally = RowTally::default();
        let lines = repair_lines::<R>(folder, |row| tally.add(&row))?;
        let is_torn = lines.iter().any(|repair| matches!(repair, Repair::Torn { .. }));
        repairs.extend(lines);
        Ok(Self { path: folder.join(R::FILE), tally, is_torn, rows: PhantomData })
    }

    /// Removes from `recorded` the runs whose rows were lost with the end of the file, so that they are run again.
    pub(crate) fn forget_lost(&self, recorded: &mut HashMap<String, RecordedRun>, repairs: &mut Vec<Repair>) {
        let LostRows { to_rerun, lacking } = self.lost(recorded);
        let runs = to_rerun.len() as u64;
        for id in to_rerun {
            recorded.remove(&id);
        }
        let path = || self.path.clone();
        if runs > 0 {
            repairs.push(Repair::Incomplete { path: path(), runs });
        }
        if let Some(first) = lacking.iter().min() {
            repairs.push(Repair::Lacking { path: path(), runs: lacking.len() as u64, first: first.clone() });
        }
    }

    /// Moves the rows of runs that are not in `recorded`, and of rows that were replaced, to a file aside.
    pub(crate) fn set_stale_aside(
        self,
        recorded: &HashMap<String, RecordedRun>,
        repairs: &mut Vec<Repair>,
    ) -> Result<(), RecordError> {
        let current = self.tally.current(|id| recorded.get(id).map(R::recorded));
        let rows = current.stale();
        if rows > 0 {
            let aside = with_suffix(&self.path, ".stale");
            keep_current::<R>(&self.path, current, Some(&aside))?;
            repairs.push(Repair::Stale { path: self.path, rows, aside });
        }
        Ok(())
    }

    fn lost(&self, recorded: &HashMap<String, RecordedRun>) -> LostRows {
        let with_rows = || recorded.iter().filter(|(_, run)| R::recorded(run) > 0);
        let is_complete =
            |(id, run): &(&String, &RecordedRun)| self.tally.current_count(id, R::recorded(run)) == R::recorded(run);
        let last_complete = with_rows().filter(is_complete).map(|(_, run)| run.row).max();
        let mut lost = LostRows { to_rerun: Vec::new(), lacking: Vec::new() };
        for (id, run) in with_rows().filter(|run| !is_complete(run)) {
            // Both files grow in the same order. An empty file was not cut off but removed.
            let is_end = last_complete.map_or(self.is_torn, |last| run.row > last);
            if is_end { &mut lost.to_rerun } else { &mut lost.lacking }.push(id.clone());
        }
        lost
    }
}

/// The recorded runs that lack rows, by name.
struct LostRows {
    /// Those recorded after every run that has all of its rows: the end of the file was lost.
    to_rerun: Vec<String>,
    /// The others.
    lacking: Vec<String>,
}

/// Removes from the file of `R` in `folder` the rows that belong to replaced runs: of each run that was run again,
/// only the last rows are kept, in the number that `to_rerun` returns.
pub(crate) fn replace<R: OwnedRow>(folder: &Path, to_rerun: impl Fn(&str) -> Option<u64>) -> Result<(), RecordError> {
    let path = folder.join(R::FILE);
    let mut tally = RowTally::default();
    scan::<R>(&path, |row| tally.add(&row))?;
    let current = tally.last_rows(to_rerun);
    if current.stale() > 0 { keep_current::<R>(&path, current, None) } else { Ok(()) }
}

/// Leaves in the file at `path` only the rows that are current. The others are added to the file `aside`, if there is to
/// be one.
fn keep_current<R: OwnedRow>(
    path: &Path,
    mut current: CurrentRows,
    aside: Option<&PathBuf>,
) -> Result<(), RecordError> {
    let failed = |path: &Path, source| RecordError::Io { doing: "write", path: path.to_owned(), source };
    let open = |aside: &PathBuf| open_program_file(aside, OpenOptions::new().append(true).create(true));
    let file = aside.map(open).transpose().map_err(|source| failed(path, source))?;
    let mut file = file.map(io::BufWriter::new);
    atomic_file::replace_with(path, |kept| {
        kept.write_all(&csv_row::header_line::<R>())?;
        let mut wrote = Ok(());
        scan::<R>(path, |row| {
            if wrote.is_ok() {
                let is_current = current.take(row.run_id()).is_some();
                wrote = match (is_current, &mut file) {
                    (true, _) => write_row(&row, kept),
                    (false, Some(file)) => write_row(&row, file),
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

fn write_row<R: OwnedRow>(row: &R, out: &mut impl Write) -> io::Result<()> {
    let line = csv_row::lines(Path::new(R::FILE), std::slice::from_ref(row)).map_err(io::Error::other)?;
    out.write_all(&line)
}
