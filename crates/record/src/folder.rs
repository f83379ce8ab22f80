//! A result folder.

use std::collections::{BTreeSet, HashMap};
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use tilebench_sanitize::file::open_program_file;

use crate::csv_row::{self, CsvRow};
use crate::folder_lock::FolderLock;
use crate::ownership::{OwnedRow, RowTally};
use crate::planned_runs::{self, PlannedRuns};
use crate::scan;
use crate::{
    Appender, Incumbent, Iteration, Manifest, Prediction, RecordError, Run, UnreadableRow, atomic_file, unreadable_row,
};

/// A result folder: `runs.csv`, `iterations.csv`, `incumbents.csv` and `manifest.json`, and the files that are
/// derived from them.
///
/// Reading is strict: a truncated line, a foreign header or an invalid value is an error that names file, line,
/// column and value. [`Folder::each_row_or_error`] skips such rows and reports each of them. Rows are only ever added:
/// a run that is run again gets one more row, and the last row of a run counts. Rows of earlier plans stay, and are
/// returned only on request.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
}

/// Whether the folder `path` has a `runs.csv`.
///
/// # Errors
///
/// If the system refuses: the runs of a folder that cannot be searched would be taken for missing ones.
fn has_runs(path: &Path) -> Result<bool, RecordError> {
    let path = path.join(Run::FILE);
    match path.metadata() {
        Ok(file) => Ok(file.is_file()),
        Err(error) if is_absent(&error) => Ok(false),
        Err(source) => Err(RecordError::Io { doing: "open", path, source }),
    }
}

fn is_absent(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}

/// Why no runs can be read at `path`: it does not exist, or has no `runs.csv`.
fn no_runs(path: &Path) -> RecordError {
    let folder = path.to_owned();
    if path.exists() { RecordError::NoRuns { folder } } else { RecordError::NoFolder { folder } }
}

impl Folder {
    /// Opens a folder to read the runs in it.
    ///
    /// # Errors
    ///
    /// If it does not exist, has no `runs.csv`, or cannot be searched.
    pub fn open(path: &Path) -> Result<Self, RecordError> {
        if has_runs(path)? { Ok(Self { path: path.to_owned() }) } else { Err(no_runs(path)) }
    }

    /// Opens a folder to read the runs in it. A folder without `runs.csv` stands for its subfolders that have one and whose names
    /// do not begin with a dot, as those of unfinished merges do.
    ///
    /// # Errors
    ///
    /// If neither the folder nor a subfolder has a `runs.csv`, or one of them cannot be searched.
    pub fn open_all(path: &Path) -> Result<Vec<Self>, RecordError> {
        if has_runs(path)? {
            return Ok(vec![Self { path: path.to_owned() }]);
        }
        let failed = |source| RecordError::Io { doing: "read", path: path.to_owned(), source };
        let inside = match path.read_dir() {
            Err(error) if is_absent(&error) => return Err(no_runs(path)),
            inside => inside.map_err(failed)?,
        };
        let mut found: Vec<PathBuf> = Vec::new();
        for entry in inside {
            let entry = entry.map_err(failed)?;
            if !entry.file_name().as_encoded_bytes().starts_with(b".") && has_runs(&entry.path())? {
                found.push(entry.path());
            }
        }
        if found.is_empty() {
            return Err(no_runs(path));
        }
        // By length first, so that 2-of-12 comes before 10-of-12.
        found.sort_by_cached_key(|path| (path.as_os_str().len(), path.clone()));
        Ok(found.into_iter().map(|path| Self { path }).collect())
    }

    /// Opens a folder to add runs to it, and creates it if it does not exist.
    ///
    /// # Errors
    ///
    /// If the folder is not writable.
    pub fn open_or_create(path: &Path) -> Result<Self, RecordError> {
        let probe = path.join(".writable");
        fs::create_dir_all(path)
            .and_then(|()| open_program_file(&probe, File::options().write(true).create(true).truncate(true)))
            .and_then(|_| match fs::remove_file(&probe) {
                // Another program that opens the folder removed it.
                Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
                removed => removed,
            })
            .map_err(|source| RecordError::NotWritable { folder: path.to_owned(), source })?;
        Ok(Self { path: path.to_owned() })
    }

    /// The path of the folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether a program is adding runs to the folder now. `false` on a file system without locks, or without those of
    /// other machines.
    #[must_use]
    pub fn is_being_written(&self) -> bool {
        FolderLock::is_held(&self.path)
    }

    /// The runs of the current plan, in the order in which they first ended; of a run that was run again, its last row.
    ///
    /// # Errors
    ///
    /// If `runs.csv` cannot be read to its last byte.
    pub fn runs(&self) -> Result<Vec<Run>, RecordError> {
        let mut runs = LastRows::default();
        self.each_row(|run| runs.add(run))?;
        Ok(runs.rows)
    }

    /// As [`runs`](Self::runs), of all plans of which the folder has rows.
    ///
    /// # Errors
    ///
    /// If `runs.csv` cannot be read to its last byte.
    pub fn runs_of_any_plan(&self) -> Result<Vec<Run>, RecordError> {
        let mut runs = LastRows::default();
        self.each_row_of_any_plan(|run| runs.add(run))?;
        Ok(runs.rows)
    }

    /// Shows every row of the current plan in `runs.csv` to `visit`, in file order, including rows that no longer count.
    /// Memory holds one row at a time; rows may have been shown before a later one is found to be invalid.
    ///
    /// # Errors
    ///
    /// If `runs.csv` or `plan.csv` cannot be read to its last byte.
    pub fn each_row(&self, mut visit: impl FnMut(Run)) -> Result<(), RecordError> {
        let planned = PlannedRuns::read(&self.path)?;
        scan::each(&self.path, |run: Run| {
            if planned.contains(&run.run_id) {
                visit(run);
            }
        })
    }

    /// Shows every row of `runs.csv` to `visit`, those of earlier plans included.
    ///
    /// # Errors
    ///
    /// If `runs.csv` cannot be read to its last byte.
    pub fn each_row_of_any_plan(&self, visit: impl FnMut(Run)) -> Result<(), RecordError> {
        scan::each(&self.path, visit)
    }

    /// Like `each_row_of_any_plan`, but also shows each row that cannot be read, with its position and the reason,
    /// and reads the rows after it. Memory holds one row at a time, or the lines that a stray quote joined into one
    /// row.
    ///
    /// # Errors
    ///
    /// If the header is not that of `runs.csv`, or the system refuses.
    pub fn each_row_or_error(&self, mut visit: impl FnMut(Result<Run, UnreadableRow>)) -> Result<(), RecordError> {
        self.each_row_of_any_plan_or_error(|row, is_planned| {
            if is_planned {
                visit(row);
            }
        })
    }

    /// As [`each_row_or_error`](Self::each_row_or_error), with the rows of earlier plans. `visit` also gets whether the row is
    /// of the current plan; an unreadable row counts as such.
    ///
    /// # Errors
    ///
    /// If the header is not that of `runs.csv`, or the system refuses.
    pub fn each_row_of_any_plan_or_error(
        &self,
        mut visit: impl FnMut(Result<Run, UnreadableRow>, bool),
    ) -> Result<(), RecordError> {
        let planned = PlannedRuns::read(&self.path)?;
        unreadable_row::each_or_error(&self.path, |row: Result<Run, UnreadableRow>| {
            let is_planned = row.as_ref().map_or(true, |run| planned.contains(&run.run_id));
            visit(row, is_planned);
        })
    }

    /// As [`each_row`](Self::each_row), but skips an incomplete last line, as a runner leaves it that was killed or is
    /// writing. Returns whether there is such a line.
    ///
    /// # Errors
    ///
    /// If `runs.csv` cannot be read to its last complete line.
    pub fn each_complete_row(&self, mut visit: impl FnMut(Run)) -> Result<bool, RecordError> {
        let planned = PlannedRuns::read(&self.path)?;
        scan::each_complete(&self.path, |run: Run| {
            if planned.contains(&run.run_id) {
                visit(run);
            }
        })
    }

    /// As [`each_complete_row`](Self::each_complete_row), with the rows of earlier plans.
    ///
    /// # Errors
    ///
    /// If `runs.csv` cannot be read to its last complete line.
    pub fn each_complete_row_of_any_plan(&self, visit: impl FnMut(Run)) -> Result<bool, RecordError> {
        scan::each_complete(&self.path, visit)
    }

    /// The iterations of the runs that have a row, run by run. If a run was run again, its last iterations are
    /// returned, and no more of them than its last row states.
    ///
    /// # Errors
    ///
    /// If one of the two files cannot be read to its last byte.
    pub fn iterations(&self) -> Result<Vec<Iteration>, RecordError> {
        self.owned()
    }

    /// The iterations of the runs whose rows can be read. Rows of `iterations.csv` that cannot be read are skipped;
    /// [`each_iteration_or_error`](Self::each_iteration_or_error) reports them.
    ///
    /// # Errors
    ///
    /// If the header of one of the two files differs, or the system refuses.
    pub fn readable_iterations(&self) -> Result<Vec<Iteration>, RecordError> {
        self.readable_owned()
    }

    /// Shows every row of `iterations.csv` to `visit`, as [`each_iteration_or_error`](Self::each_iteration_or_error) does.
    ///
    /// # Errors
    ///
    /// If `iterations.csv` cannot be read to its last byte.
    pub fn each_iteration(&self, visit: impl FnMut(Iteration)) -> Result<(), RecordError> {
        scan::each(&self.path, visit)
    }

    /// Shows every row of `iterations.csv` to `visit`, in file order, including those without a run and those of runs
    /// that were run again ([`iterations`](Self::iterations) returns only those that count). For a row that cannot be
    /// read, `visit` gets its position and the reason. Memory holds one row at a time.
    ///
    /// # Errors
    ///
    /// If the header is not that of `iterations.csv`, or the system refuses.
    pub fn each_iteration_or_error(
        &self,
        visit: impl FnMut(Result<Iteration, UnreadableRow>),
    ) -> Result<(), RecordError> {
        unreadable_row::each_or_error(&self.path, visit)
    }

    /// The incumbents of the runs that have a row, run by run, as [`iterations`](Self::iterations) are read.
    ///
    /// # Errors
    ///
    /// If one of the two files cannot be read to its last byte.
    pub fn incumbents(&self) -> Result<Vec<Incumbent>, RecordError> {
        self.owned()
    }

    /// As [`readable_iterations`](Self::readable_iterations), of `incumbents.csv`.
    ///
    /// # Errors
    ///
    /// If the header of one of the two files is another, or the system refuses.
    pub fn readable_incumbents(&self) -> Result<Vec<Incumbent>, RecordError> {
        self.readable_owned()
    }

    fn owned<R: OwnedRow>(&self) -> Result<Vec<R>, RecordError> {
        let mut expected = HashMap::new();
        self.each_row(|run| {
            expected.insert(run.run_id.clone(), R::expected(&run));
        })?;
        current_rows(&expected, |visit| scan::each(&self.path, visit))
    }

    fn readable_owned<R: OwnedRow>(&self) -> Result<Vec<R>, RecordError> {
        let mut expected = HashMap::new();
        // Unreadable rows of runs are reported by the reader of the runs.
        self.each_row_or_error(|row| {
            expected.extend(row.map(|run| (run.run_id.clone(), R::expected(&run))));
        })?;
        current_rows(&expected, |visit| {
            unreadable_row::each_or_error(&self.path, |row: Result<R, UnreadableRow>| {
                row.into_iter().for_each(&mut *visit);
            })
        })
    }

    /// The predicted number of nodes that iterations expand; empty without predictions.
    ///
    /// # Errors
    ///
    /// If there is a `predictions.csv` that cannot be read to its last byte.
    pub fn predictions(&self) -> Result<Vec<Prediction>, RecordError> {
        let mut predictions = Vec::new();
        scan::each(&self.path, |row| predictions.push(row))?;
        Ok(predictions)
    }

    /// Replaces the old predictions by `predictions` in one step, and returns the path of the file.
    ///
    /// # Errors
    ///
    /// If they cannot be written.
    pub fn write_predictions(&self, predictions: &[Prediction]) -> Result<PathBuf, RecordError> {
        let path = self.path.join(Prediction::FILE);
        let mut bytes = csv_row::header_line::<Prediction>();
        bytes.extend(csv_row::lines(&path, predictions)?);
        atomic_file::replace(&path, &bytes)?;
        Ok(path)
    }

    /// The ids of the runs that have a row, including those of earlier plans.
    ///
    /// # Errors
    ///
    /// If `runs.csv` cannot be read to its last byte.
    pub fn finished_ids(&self) -> Result<BTreeSet<String>, RecordError> {
        let mut ids = BTreeSet::new();
        self.each_row_of_any_plan(|run| {
            ids.insert(run.run_id);
        })?;
        Ok(ids)
    }

    /// Whether the folder names the runs of its current plan; if it does, rows of earlier plans are not shown.
    ///
    /// # Errors
    ///
    /// If there is a `plan.csv` that cannot be read to its last byte.
    pub fn has_plan(&self) -> Result<bool, RecordError> {
        Ok(PlannedRuns::read(&self.path)?.is_known())
    }

    /// Names the runs of the current plan, in place of those of an earlier one, in one step.
    ///
    /// # Errors
    ///
    /// If `plan.csv` cannot be written.
    pub fn write_plan<'a>(&self, run_ids: impl IntoIterator<Item = &'a str>) -> Result<(), RecordError> {
        planned_runs::write(&self.path, run_ids)
    }

    /// The manifest, if there is one.
    ///
    /// # Errors
    ///
    /// If the manifest exists but cannot be read.
    pub fn manifest(&self) -> Result<Option<Manifest>, RecordError> {
        Manifest::read(&self.path)
    }

    /// Replaces the manifest in one step.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn write_manifest(&self, manifest: &Manifest) -> Result<(), RecordError> {
        manifest.write(&self.path)
    }

    /// Opens the folder for adding runs, after reading its files. An incomplete last line is moved aside, and columns
    /// that an older version lacked are added ([`Appender::repairs`] lists both).
    ///
    /// # Errors
    ///
    /// If an existing row before the last line is invalid, a file has the columns of a newer version, or another
    /// program is writing the folder.
    pub fn appender(&self) -> Result<Appender, RecordError> {
        Appender::open(&self.path)
    }
}

/// The last row of each run, in the order in which the runs first ended.
#[derive(Default)]
struct LastRows {
    positions: HashMap<String, usize>,
    rows: Vec<Run>,
}

impl LastRows {
    fn add(&mut self, run: Run) {
        if let Some(&position) = self.positions.get(&run.run_id) {
            self.rows[position] = run;
        } else {
            self.positions.insert(run.run_id.clone(), self.rows.len());
            self.rows.push(run);
        }
    }
}

/// The rows shown by `each` that count; `each` is called twice.
fn current_rows<R: OwnedRow>(
    expected: &HashMap<String, u64>,
    each: impl Fn(&mut dyn FnMut(R)) -> Result<(), RecordError>,
) -> Result<Vec<R>, RecordError> {
    let mut tally = RowTally::default();
    each(&mut |row| tally.add(&row))?;
    let mut current = tally.current(|id| expected.get(id).copied());
    let mut rows = Vec::new();
    each(&mut |row| {
        if let Some(index) = current.take(row.run_id()) {
            rows.push((index, row));
        }
    })?;
    rows.sort_by_key(|(index, _)| *index);
    Ok(rows.into_iter().map(|(_, row)| row).collect())
}
