//! The positions of the rows of several folders, in the order in which they are written together.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::MergeError;
use crate::ownership::{OwnedRow, RowTally};
use crate::planned_runs::PlannedRuns;
use crate::row_reader::RowReader;
use crate::scan::{Span, each_complete, each_complete_at};
use crate::{Folder, Incumbent, Iteration, Manifest, RecordError, Role, Run};

/// The positions of the rows of several folders.
#[derive(Debug)]
pub(super) struct MergeIndex {
    sets: BTreeMap<String, u32>,
    solvers: BTreeMap<String, u32>,
    folders: Vec<PathBuf>,
    torn: Vec<PathBuf>,
    rows: Vec<IndexedRow>,
    runs: HashMap<Arc<str>, IndexedRun>,
}

/// A row of `runs.csv`.
#[derive(Debug)]
struct IndexedRow {
    key: SortKey,
    /// The index of its folder.
    folder: usize,
    span: Span,
}

/// The sort key of a row. Rows of one run have equal keys and keep their order; the last one counts.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct SortKey {
    repeat: u32,
    set: Option<u32>,
    instance: InstanceName,
    solver: Option<u32>,
    seed: u64,
    run_id: Arc<str>,
}

/// The name of an instance: numbers before other names, and 2 before 10.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum InstanceName {
    Number(u64),
    Name(Box<str>),
}

/// The positions of a run's last row and of the rows that belong to the run.
#[derive(Debug)]
struct IndexedRun {
    folder: usize,
    /// The position of its last row.
    span: Span,
    /// The positions of its iterations and of its incumbents.
    owned: [OwnedSpans; 2],
}

/// The indices of the two in [`IndexedRun::owned`].
const ITERATIONS: usize = 0;
const INCUMBENTS: usize = 1;

/// The positions of the rows that belong to a run, in their file.
#[derive(Debug)]
struct OwnedSpans {
    /// The number of rows according to the last row of the run.
    expected: u64,
    /// Adjacent rows are one span.
    spans: Vec<Span>,
}

impl OwnedSpans {
    /// No rows yet, of the number that `run` states.
    fn expected_by<R: OwnedRow>(run: &Run) -> Self {
        Self { expected: R::expected(run), spans: Vec::new() }
    }

    fn add(&mut self, span: Span) {
        match self.spans.last_mut() {
            Some(last) if last.end == span.start => last.end = span.end,
            _ => self.spans.push(span),
        }
    }
}

impl MergeIndex {
    /// No rows yet of the plan of `manifest`.
    pub(super) fn new(manifest: &Manifest) -> Self {
        let positions = |names: &[String]| names.iter().cloned().zip(0..).collect();
        Self {
            sets: positions(&manifest.sets),
            solvers: positions(&manifest.solvers),
            folders: Vec::new(),
            torn: Vec::new(),
            rows: Vec::new(),
            runs: HashMap::new(),
        }
    }

    /// Adds the rows of the current plan of `folder`, and returns their number of runs.
    pub(super) fn add(&mut self, folder: &Folder) -> Result<u64, MergeError> {
        let before = self.runs.len();
        let path = folder.path();
        self.folders.push(path.to_owned());
        let planned = PlannedRuns::read(path)?;
        let mut overlap = None;
        let is_torn = each_complete_at(path, |run: Run, span| {
            if !planned.contains(&run.run_id) {
                return;
            }
            let twice = self.add_row(&run, span);
            overlap = overlap.take().or(twice.map(|earlier| (run, earlier)));
        })?;
        if let Some((run, earlier)) = overlap {
            return Err(self.overlap(&run, earlier, path)?);
        }
        if is_torn {
            self.torn.push(path.to_owned());
        }
        self.add_owned::<Iteration>(path, ITERATIONS)?;
        self.add_owned::<Incumbent>(path, INCUMBENTS)?;
        Ok((self.runs.len() - before) as u64)
    }

    /// Adds a row of the last folder. Returns the position of its run in another folder, if that has it.
    fn add_row(&mut self, run: &Run, span: Span) -> Option<(usize, Span)> {
        let folder = self.folders.len() - 1;
        let run_id = match self.runs.get_key_value(run.run_id.as_str()) {
            Some((_, known)) if known.folder != folder => return Some((known.folder, known.span)),
            Some((id, _)) => Arc::clone(id),
            None => Arc::from(run.run_id.as_str()),
        };
        let known = IndexedRun {
            folder,
            span,
            owned: [OwnedSpans::expected_by::<Iteration>(run), OwnedSpans::expected_by::<Incumbent>(run)],
        };
        self.runs.insert(Arc::clone(&run_id), known);
        let key = SortKey {
            repeat: run.repeat,
            set: self.sets.get(&run.problem_set()).copied(),
            instance: run
                .instance
                .parse()
                .map_or_else(|_| InstanceName::Name(run.instance.as_str().into()), InstanceName::Number),
            solver: self.solvers.get(&run.solver).copied(),
            seed: run.seed,
            run_id,
        };
        self.rows.push(IndexedRow { key, folder, span });
        None
    }

    /// Adds the rows of the file of `R` that belong to the last folder's rows that count.
    fn add_owned<R: OwnedRow>(&mut self, path: &Path, file: usize) -> Result<(), RecordError> {
        let mut tally = RowTally::default();
        each_complete(path, |row: R| tally.add(&row))?;
        let folder = self.folders.len() - 1;
        let known = |id: &str| self.runs.get(id).filter(|known| known.folder == folder);
        let mut current = tally.current(|id| known(id).map(|known| known.owned[file].expected));
        each_complete_at(path, |row: R, span| {
            if current.take(row.run_id()).is_some()
                && let Some(known) = self.runs.get_mut(row.run_id())
            {
                known.owned[file].add(span);
            }
        })?;
        Ok(())
    }

    fn overlap(&self, run: &Run, (folder, span): (usize, Span), other: &Path) -> Result<MergeError, RecordError> {
        let one = &self.folders[folder];
        let earlier: Run = RowReader::default().row(one, span, &run.run_id)?;
        Ok(MergeError::Overlap {
            run_id: run.run_id.clone(),
            what: format!("{} on {} {}", run.solver, run.problem_set(), run.instance),
            one: one.clone(),
            other: other.to_owned(),
            differs: differ(&earlier, run),
        })
    }

    /// Puts the rows into the order in which they are written.
    pub(super) fn sort(&mut self) {
        self.rows.sort_by(|a, b| a.key.cmp(&b.key));
    }

    /// The number of runs.
    pub(super) fn runs(&self) -> u64 {
        self.runs.len() as u64
    }

    /// The folders whose last line is incomplete.
    pub(super) fn torn(&self) -> &[PathBuf] {
        &self.torn
    }

    /// Reads every row again, in order, and shows it to `visit`; the last row of a run with its iterations and incumbents.
    pub(super) fn each(
        &self,
        mut visit: impl FnMut(&Run, &[Iteration], &[Incumbent]) -> Result<(), RecordError>,
    ) -> Result<(), RecordError> {
        let mut reader = RowReader::default();
        let (mut iterations, mut incumbents) = (Vec::new(), Vec::new());
        for IndexedRow { key: SortKey { run_id, .. }, folder, span } in &self.rows {
            let path = &self.folders[*folder];
            let run: Run = reader.row(path, *span, run_id)?;
            iterations.clear();
            incumbents.clear();
            if let Some(known) = self.runs.get(run_id).filter(|known| known.span == *span) {
                for span in &known.owned[ITERATIONS].spans {
                    reader.rows(path, *span, run_id, &mut iterations)?;
                }
                for span in &known.owned[INCUMBENTS].spans {
                    reader.rows(path, *span, run_id, &mut incumbents)?;
                }
            }
            visit(&run, &iterations, &incumbents)?;
        }
        Ok(())
    }
}

/// Whether the runs differ in more than measured values such as times.
fn differ(one: &Run, other: &Run) -> bool {
    Run::columns().any(|(column, value)| column.role != Role::Measured && value(one) != value(other))
}
