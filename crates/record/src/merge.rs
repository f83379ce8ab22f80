//! Joining the folders of one plan that was run in parts.
//!
//! Nothing is written before everything was read and found to fit: one plan, no run twice. What is
//! written does not depend on the order in which the folders are given. Rows of runs that were made again
//! are kept, in their order.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::{Build, Folder, Iteration, Machine, Manifest, RecordError, Run, Session};

/// Folders of one plan, read and found to fit together.
#[derive(Debug)]
pub struct Merge {
    pub(crate) folders: Vec<Folder>,
    manifest: Manifest,
    builds: Vec<Build>,
    rows: Vec<Run>,
    /// How many runs they are of.
    runs: u64,
    torn: Vec<PathBuf>,
    iterations: BTreeMap<String, Vec<Iteration>>,
}

/// Why folders are not merged.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MergeError {
    /// A folder cannot be read, or the result not be written.
    #[error(transparent)]
    Record(#[from] RecordError),

    /// There are no folders.
    #[error("there is nothing to merge: name the result folders")]
    Nothing,

    /// A folder does not say which plan its runs are of.
    #[error("{} does not say which plan its runs are of: its manifest.json is missing or too old", folder.display())]
    NoPlan {
        /// The folder.
        folder: PathBuf,
    },

    /// Two folders are of different plans.
    #[error("{} and {} are not of the same plan: only parts of one plan can be merged", one.display(), other.display())]
    OtherPlan {
        /// A folder.
        one: PathBuf,
        /// One of another plan.
        other: PathBuf,
    },

    /// A folder holds runs that cannot be all of its plan.
    #[error("{} holds {runs} runs, some of an earlier plan: this one has {planned}", folder.display())]
    Foreign {
        /// The folder.
        folder: PathBuf,
        /// The runs in it.
        runs: u64,
        /// Those that were planned for it.
        planned: u64,
    },

    /// A run is in two folders.
    #[error(
        "run {run_id} ({what}) is both in {} and in {}, with {} results: take one of them out",
        one.display(),
        other.display(),
        if *differs { "different" } else { "the same" }
    )]
    Overlap {
        /// The run's name.
        run_id: String,
        /// Its solver and instance.
        what: String,
        /// A folder that has it.
        one: PathBuf,
        /// Another.
        other: PathBuf,
        /// Whether anything but times differs.
        differs: bool,
    },

    /// The folder to be replaced has what would be lost.
    #[error(
        "{} has a record of run {run_id} that is in none of the merged folders, and would be lost: choose another folder",
        folder.display()
    )]
    Lost {
        /// The folder.
        folder: PathBuf,
        /// The run's name.
        run_id: String,
    },

    /// The folder to be written holds files.
    #[error("{} holds files: choose an empty or new folder", folder.display())]
    NotEmpty {
        /// The folder.
        folder: PathBuf,
    },
}

/// A folder, read.
struct Part {
    folder: PathBuf,
    manifest: Manifest,
    /// Every row, those that count no more too.
    rows: Vec<Run>,
    /// Whether there is a last line that is not whole.
    is_torn: bool,
    iterations: Vec<Iteration>,
}

impl Merge {
    /// Reads `folders`.
    ///
    /// # Errors
    ///
    /// Where one cannot be read, they are not of one plan, or a run is in two of them.
    pub fn read(folders: &[Folder]) -> Result<Self, MergeError> {
        let mut parts = folders.iter().map(Part::read).collect::<Result<Vec<_>, _>>()?;
        parts.sort_by_cached_key(|part| {
            (part.manifest.shard.map(|shard| (shard.of, shard.number)), part.folder.clone())
        });
        let first = parts.first().ok_or(MergeError::Nothing)?;
        for other in &parts[1..] {
            if !is_same_plan(&first.manifest, &other.manifest) {
                return Err(MergeError::OtherPlan { one: first.folder.clone(), other: other.folder.clone() });
            }
        }
        refuse_overlap(&parts)?;
        let mut builds: Vec<Build> = Vec::new();
        for Part { manifest: Manifest { build, .. }, .. } in &parts {
            if !builds.contains(build) {
                builds.push(build.clone());
            }
        }
        let manifest = manifest(&parts, &first.manifest);
        let folders = folders.to_vec();
        let torn = parts.iter().filter(|part| part.is_torn).map(|part| part.folder.clone()).collect();
        let mut merge =
            Self { folders, manifest, builds, rows: Vec::new(), runs: 0, torn, iterations: BTreeMap::new() };
        for part in parts {
            merge.runs += distinct(&part.rows);
            merge.rows.extend(part.rows);
            for iteration in part.iterations {
                merge.iterations.entry(iteration.run_id.clone()).or_default().push(iteration);
            }
        }
        sort(&mut merge.rows, &merge.manifest);
        Ok(merge)
    }

    /// The manifest of the whole.
    #[must_use]
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The different builds that made the runs; the manifest has the first.
    #[must_use]
    pub fn builds(&self) -> &[Build] {
        &self.builds
    }

    /// How many runs there are.
    #[must_use]
    pub fn runs(&self) -> u64 {
        self.runs
    }

    /// The folders whose last line was cut off; its run counts as missing.
    #[must_use]
    pub fn torn(&self) -> &[PathBuf] {
        &self.torn
    }

    /// All rows, those of runs that were made again included, by repeat, set, instance, solver and seed: the order of the plan, as far
    /// as instances are numbered in it.
    #[must_use]
    pub fn rows(&self) -> &[Run] {
        &self.rows
    }

    /// Writes all of it to `out`.
    ///
    /// # Errors
    ///
    /// Where `out` holds files or cannot be written.
    pub fn write(&self, out: &Path) -> Result<(), MergeError> {
        if out.read_dir().is_ok_and(|mut files| files.next().is_some()) {
            return Err(MergeError::NotEmpty { folder: out.to_owned() });
        }
        let folder = Folder::open_or_create(out)?;
        let mut appender = folder.appender()?;
        for (at, run) in self.rows.iter().enumerate() {
            // The iterations that are kept are those of the last row of a run.
            let counts = self.rows.get(at + 1).is_none_or(|next| next.run_id != run.run_id);
            let iterations = self.iterations.get(&run.run_id).filter(|_| counts);
            appender.append(run, iterations.map_or(&[], Vec::as_slice))?;
        }
        folder.write_manifest(&self.manifest)?;
        Ok(appender.close()?)
    }
}

impl Part {
    fn read(folder: &Folder) -> Result<Self, MergeError> {
        let path = folder.path().to_owned();
        let manifest = folder.manifest()?.filter(|manifest| manifest.plan_id.is_some());
        let Some(manifest) = manifest else { return Err(MergeError::NoPlan { folder: path }) };
        let mut rows = Vec::new();
        let is_torn = folder.each_whole_row(|run| rows.push(run))?;
        let runs = distinct(&rows);
        if manifest.others > 0 || runs > manifest.runs_planned {
            return Err(MergeError::Foreign { folder: path, runs, planned: manifest.runs_planned });
        }
        let iterations = folder.whole_iterations(&rows)?;
        Ok(Self { folder: path, manifest, rows, is_torn, iterations })
    }
}

/// How many runs the rows are of.
fn distinct(rows: &[Run]) -> u64 {
    rows.iter().map(|run| &run.run_id).collect::<BTreeSet<_>>().len() as u64
}

/// Names given for display are not in the plan's hash, but rows are sorted and told apart by them.
pub(crate) fn is_same_plan(one: &Manifest, other: &Manifest) -> bool {
    (&one.plan_id, &one.name, &one.sets, &one.solvers) == (&other.plan_id, &other.name, &other.sets, &other.solvers)
}

fn refuse_overlap(parts: &[Part]) -> Result<(), MergeError> {
    let mut known: BTreeMap<&str, (&Part, &Run)> = BTreeMap::new();
    for part in parts {
        for run in &part.rows {
            if let Some((first, earlier)) = known.insert(&run.run_id, (part, run))
                && first.folder != part.folder
            {
                return Err(MergeError::Overlap {
                    run_id: run.run_id.clone(),
                    what: format!("{} on {} {}", run.solver, run.set, run.instance),
                    one: first.folder.clone(),
                    other: part.folder.clone(),
                    differs: untimed(earlier) != untimed(run),
                });
            }
        }
    }
    Ok(())
}

/// The run without what another making of it would change.
fn untimed(run: &Run) -> Run {
    Run { setup_s: 0.0, wall_s: 0.0, cpu_s: 0.0, peak_rss: None, overshoot: None, instructions: None, ..run.clone() }
}

/// The manifest of `first` for all `parts`.
fn manifest(parts: &[Part], first: &Manifest) -> Manifest {
    let mut whole = Manifest { shard: None, ..first.clone() };
    whole.runs_planned = first.shard.map_or(first.runs_planned, |shard| shard.plan_runs);
    (whole.tables, whole.sessions, whole.warnings) = (Vec::new(), Vec::new(), Vec::new());
    let mut machines: Vec<&Machine> = Vec::new();
    for Part { manifest, .. } in parts {
        machines.push(&manifest.machine);
        machines.extend(&manifest.other_machines);
        whole.tables.extend(manifest.tables.iter().cloned());
        // The rows of the shards do not follow each other as those of a session do.
        whole.sessions.extend(manifest.sessions.iter().map(|session| Session { rows: None, ..session.clone() }));
        whole.warnings.extend(manifest.warnings.iter().cloned());
        // RFC 3339 in UTC sorts as text.
        whole.created = whole.created.min(manifest.created.clone());
    }
    whole.tables.sort_by(|a, b| (&a.name, &a.checksum).cmp(&(&b.name, &b.checksum)));
    whole.tables.dedup();
    whole.sessions.sort_by(|a, b| a.began.cmp(&b.began));
    whole.warnings.sort();
    whole.warnings.dedup();
    whole.other_machines.clear();
    for machine in machines {
        if *machine != whole.machine && !whole.other_machines.contains(machine) {
            whole.other_machines.push(machine.clone());
        }
    }
    whole
}

/// Sorts the rows; those of one run stay in their order, the last of which counts.
fn sort(runs: &mut [Run], manifest: &Manifest) {
    let places = |names: &[String]| -> BTreeMap<String, usize> { names.iter().cloned().zip(0..).collect() };
    let (sets, solvers) = (places(&manifest.sets), places(&manifest.solvers));
    runs.sort_by_cached_key(|run| {
        // Numbers before names, and 2 before 10.
        let number = run.instance.parse::<u64>().unwrap_or(u64::MAX);
        let instance = (number, if number == u64::MAX { run.instance.clone() } else { String::new() });
        (
            run.repeat,
            sets.get(&run.set).copied(),
            instance,
            solvers.get(&run.solver).copied(),
            run.seed,
            run.run_id.clone(),
        )
    });
}
