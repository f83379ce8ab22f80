//! The positions of the rows of several folders, in the order in which they are written together.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::MergeError;
use crate::again::Again;
use crate::ownership::{Owned, Tally};
use crate::planned::Planned;
use crate::scan::{Span, each_whole, each_whole_at};
use crate::{Folder, Incumbent, Iteration, Manifest, RecordError, Role, Run};

/// The positions of the rows of several folders.
#[derive(Debug)]
pub(super) struct Index {
    sets: BTreeMap<String, u32>,
    solvers: BTreeMap<String, u32>,
    folders: Vec<PathBuf>,
    torn: Vec<PathBuf>,
    rows: Vec<Entry>,
    runs: HashMap<Arc<str>, Known>,
}

/// A row of `runs.csv`.
#[derive(Debug)]
struct Entry {
    key: Key,
    /// Which folder it is in.
    folder: usize,
    span: Span,
}

/// What rows are sorted by. Rows of one run have the same, and stay in their order, the last of which counts.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    repeat: u32,
    set: Option<u32>,
    instance: Instance,
    solver: Option<u32>,
    seed: u64,
    run_id: Arc<str>,
}

/// The name of an instance: numbers before other names, and 2 before 10.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Instance {
    Number(u64),
    Name(Box<str>),
}

/// The positions of a run's last row and of the rows that belong to the run.
#[derive(Debug)]
struct Known {
    folder: usize,
    /// The position of its last row.
    span: Span,
    /// The positions of its iterations and of its incumbents.
    owned: [Pieces; 2],
}

/// The places of the two among what belongs to a run.
const ITERATIONS: usize = 0;
const INCUMBENTS: usize = 1;

/// The positions of the rows that belong to a run, in their file.
#[derive(Debug)]
struct Pieces {
    /// How many the last row of the run counts.
    expected: u64,
    /// Those that follow each other are one piece.
    spans: Vec<Span>,
}

impl Pieces {
    /// None yet of those that `run` counts.
    fn of<R: Owned>(run: &Run) -> Self {
        Self { expected: R::expected(run), spans: Vec::new() }
    }

    fn add(&mut self, span: Span) {
        match self.spans.last_mut() {
            Some(last) if last.end == span.start => last.end = span.end,
            _ => self.spans.push(span),
        }
    }
}

impl Index {
    /// No rows yet of the plan of `manifest`.
    pub(super) fn new(manifest: &Manifest) -> Self {
        let places = |names: &[String]| names.iter().cloned().zip(0..).collect();
        Self {
            sets: places(&manifest.sets),
            solvers: places(&manifest.solvers),
            folders: Vec::new(),
            torn: Vec::new(),
            rows: Vec::new(),
            runs: HashMap::new(),
        }
    }

    /// Adds the rows of the current plan of `folder`. How many runs they are of.
    pub(super) fn add(&mut self, folder: &Folder) -> Result<u64, MergeError> {
        let before = self.runs.len();
        let path = folder.path();
        self.folders.push(path.to_owned());
        let planned = Planned::read(path)?;
        let mut overlap = None;
        let is_torn = each_whole_at(path, |run: Run, span| {
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

    /// Adds a row of the last folder. If another folder has its run, where.
    fn add_row(&mut self, run: &Run, span: Span) -> Option<(usize, Span)> {
        let folder = self.folders.len() - 1;
        let run_id = match self.runs.get_key_value(run.run_id.as_str()) {
            Some((_, known)) if known.folder != folder => return Some((known.folder, known.span)),
            Some((id, _)) => Arc::clone(id),
            None => Arc::from(run.run_id.as_str()),
        };
        let known = Known { folder, span, owned: [Pieces::of::<Iteration>(run), Pieces::of::<Incumbent>(run)] };
        self.runs.insert(Arc::clone(&run_id), known);
        let key = Key {
            repeat: run.repeat,
            set: self.sets.get(&run.set).copied(),
            instance: run
                .instance
                .parse()
                .map_or_else(|_| Instance::Name(run.instance.as_str().into()), Instance::Number),
            solver: self.solvers.get(&run.solver).copied(),
            seed: run.seed,
            run_id,
        };
        self.rows.push(Entry { key, folder, span });
        None
    }

    /// Adds the rows of the file of `R` that belong to the last folder's rows that count.
    fn add_owned<R: Owned>(&mut self, path: &Path, file: usize) -> Result<(), RecordError> {
        let mut tally = Tally::default();
        each_whole(path, |row: R| tally.add(&row))?;
        let folder = self.folders.len() - 1;
        let known = |id: &str| self.runs.get(id).filter(|known| known.folder == folder);
        let mut current = tally.current(|id| known(id).map(|known| known.owned[file].expected));
        each_whole_at(path, |row: R, span| {
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
        let earlier: Run = Again::default().row(one, span, &run.run_id)?;
        Ok(MergeError::Overlap {
            run_id: run.run_id.clone(),
            what: format!("{} on {} {}", run.solver, run.set, run.instance),
            one: one.clone(),
            other: other.to_owned(),
            differs: differ(&earlier, run),
        })
    }

    /// Puts the rows into the order in which they are written.
    pub(super) fn sort(&mut self) {
        self.rows.sort_by(|a, b| a.key.cmp(&b.key));
    }

    /// How many runs the rows are of.
    pub(super) fn runs(&self) -> u64 {
        self.runs.len() as u64
    }

    /// The folders whose last line is not whole.
    pub(super) fn torn(&self) -> &[PathBuf] {
        &self.torn
    }

    /// Reads every row again, in order, and shows it to `visit`: the last one of a run with what belongs to it.
    pub(super) fn each(
        &self,
        mut visit: impl FnMut(&Run, &[Iteration], &[Incumbent]) -> Result<(), RecordError>,
    ) -> Result<(), RecordError> {
        let mut again = Again::default();
        let (mut iterations, mut incumbents) = (Vec::new(), Vec::new());
        for Entry { key: Key { run_id, .. }, folder, span } in &self.rows {
            let path = &self.folders[*folder];
            let run: Run = again.row(path, *span, run_id)?;
            iterations.clear();
            incumbents.clear();
            if let Some(known) = self.runs.get(run_id).filter(|known| known.span == *span) {
                for piece in &known.owned[ITERATIONS].spans {
                    again.rows(path, *piece, run_id, &mut iterations)?;
                }
                for piece in &known.owned[INCUMBENTS].spans {
                    again.rows(path, *piece, run_id, &mut incumbents)?;
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
