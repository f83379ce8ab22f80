//! Making `iterations.csv` fit the rows of `runs.csv`: iterations belong to their run, and are replaced with it.

use std::collections::HashMap;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tilebench_sanitize::file::open_own;

use super::{Mended, mend as mend_lines, with_suffix};
use crate::ownership::{Current, Tally};
use crate::scan::scan;
use crate::table::{self, Row};
use crate::{Iteration, RecordError, Recorded, whole};

/// Mends `iterations.csv` in `folder` and leaves in it only the iterations of the rows that count. A run whose iterations
/// were lost with the end of the file is taken out of `recorded`, so that it is made again.
pub(crate) fn mend(folder: &Path, recorded: &mut HashMap<String, Recorded>) -> Result<Vec<Mended>, RecordError> {
    let path = folder.join(Iteration::FILE);
    let mut tally = Tally::default();
    let mut mended = mend_lines::<Iteration>(folder, |row| tally.add(&row))?;
    let is_torn = mended.iter().any(|mended| matches!(mended, Mended::Torn { .. }));
    let Lost { made_again, lacking } = Lost::of(recorded, &tally, is_torn);
    let runs = made_again.len() as u64;
    for id in made_again {
        recorded.remove(&id);
    }
    if runs > 0 {
        mended.push(Mended::Incomplete { path: path.clone(), runs });
    }
    if let Some(first) = lacking.iter().min() {
        mended.push(Mended::Lacking { path: path.clone(), runs: lacking.len() as u64, first: first.clone() });
    }
    let current = tally.current(|id| recorded.get(id).map(|recorded| recorded.iterations));
    let rows = current.stale();
    if rows > 0 {
        let aside = with_suffix(&path, ".stale");
        keep_current(&path, current, Some(&aside))?;
        mended.push(Mended::Stale { path, rows, aside });
    }
    Ok(mended)
}

/// Takes out of `iterations.csv` in `folder` the iterations of rows that were replaced: of each run that was made again
/// only so many stay, the last ones.
pub(crate) fn replace(folder: &Path, made_again: &HashMap<String, u64>) -> Result<(), RecordError> {
    let path = folder.join(Iteration::FILE);
    let mut tally = Tally::default();
    scan::<Iteration>(&path, |row| tally.add(&row))?;
    let current = tally.last(made_again);
    if current.stale() > 0 { keep_current(&path, current, None) } else { Ok(()) }
}

/// The recorded runs that lack iterations, by name.
struct Lost {
    /// Those recorded after every run that has all of its iterations: the end of the file was lost.
    made_again: Vec<String>,
    /// The others.
    lacking: Vec<String>,
}

impl Lost {
    fn of(recorded: &HashMap<String, Recorded>, tally: &Tally, is_torn: bool) -> Self {
        let with_iterations = || recorded.iter().filter(|(_, run)| run.iterations > 0);
        let is_whole = |(id, run): &(&String, &Recorded)| tally.of(id, run.iterations) == run.iterations;
        let last_whole = with_iterations().filter(is_whole).map(|(_, run)| run.row).max();
        let mut lost = Self { made_again: Vec::new(), lacking: Vec::new() };
        for (id, run) in with_iterations().filter(|run| !is_whole(run)) {
            // Both files grow in the same order. A file of which nothing is left was not cut off: somebody removed it.
            let is_end = last_whole.map_or(is_torn, |last| run.row > last);
            if is_end { &mut lost.made_again } else { &mut lost.lacking }.push(id.clone());
        }
        lost
    }
}

/// Leaves in the file at `path` only the rows that are current. The others are added to the file `aside`, if there is to
/// be one.
fn keep_current(path: &Path, mut current: Current, aside: Option<&PathBuf>) -> Result<(), RecordError> {
    let failed = |path: &Path, source| RecordError::Io { doing: "write", path: path.to_owned(), source };
    let open = |aside: &PathBuf| open_own(aside, OpenOptions::new().append(true).create(true));
    let file = aside.map(open).transpose().map_err(|source| failed(path, source))?;
    let mut file = file.map(io::BufWriter::new);
    whole::replace_with(path, |kept| {
        kept.write_all(&table::header_line::<Iteration>())?;
        let mut wrote = Ok(());
        scan::<Iteration>(path, |row| {
            if wrote.is_ok() {
                let is_current = current.take(&row.run_id).is_some();
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

fn put(row: &Iteration, to: &mut impl Write) -> io::Result<()> {
    let line = table::lines(Path::new(Iteration::FILE), std::slice::from_ref(row)).map_err(io::Error::other)?;
    to.write_all(&line)
}
