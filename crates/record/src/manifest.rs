//! The origin of the runs of a folder.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tilebench_sanitize::file::open_program_file;

use crate::{Attribute, RecordError, RecordedBound, ReportSettings, Session, Status, atomic_file};

/// The origin of the runs of a folder: `manifest.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of this format: [`Manifest::SCHEMA`].
    pub schema: u32,
    /// The experiment's name.
    pub name: String,
    /// The question it asks.
    pub question: String,
    /// When the folder was first written, as RFC 3339 in UTC.
    pub created: String,
    /// The program that executed the last runs.
    pub build: Build,
    /// The other programs that executed some of the runs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub other_builds: Vec<Build>,
    /// The machine it ran on.
    pub machine: Machine,
    /// The other machines that executed some of the runs.
    #[serde(default)]
    pub other_machines: Vec<Machine>,
    /// The experiment as it was run, every default and every setting from the command line filled in.
    pub experiment: Value,
    /// The names of the instance sets, in the experiment's order.
    #[serde(default)]
    pub sets: Vec<String>,
    /// The display names of the configurations, in the experiment's order, which is the order of every
    /// table: runs side by side do not end in it.
    #[serde(default)]
    pub solvers: Vec<String>,
    /// The limits, and the means by which each was enforced.
    pub limits: Vec<EnforcedLimit>,
    /// The seeds.
    pub seeds: Vec<u64>,
    /// The tables that searches looked up.
    pub tables: Vec<TableInfo>,
    /// The tables that each heuristic has for the boards of each set. Folders from before it was kept have none.
    #[serde(default)]
    pub heuristic_tables: Vec<HeuristicTables>,
    /// The number of runs of the experiment.
    pub runs_planned: u64,
    /// The hash of all runs of the whole plan: see [`plan_id`](crate::plan_id). Folders from before it
    /// was kept have none.
    #[serde(default)]
    pub plan_id: Option<String>,
    /// The shard, if the experiment's plan was split; `runs_planned` is then only a part of it.
    #[serde(default)]
    pub shard: Option<Shard>,
    /// The number of runs in the folder that are not of this plan.
    #[serde(default)]
    pub others: u64,
    /// Runs that are being run again, until all of them are finished.
    #[serde(default)]
    pub retry: Option<Retry>,
    /// Figures that others published, to compare the runs with.
    #[serde(default)]
    pub published: Vec<PublishedValue>,
    /// By configuration: the bound by which its expansions are judged. Known as soon as bounds were computed.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub bounds: BTreeMap<String, RecordedBound>,
    /// The attributes that runs of the experiment may have.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attributes: Vec<Attribute>,
    /// How reports show the runs.
    #[serde(default)]
    pub report: ReportSettings,
    /// The executions that recorded the runs, in the order in which they began.
    #[serde(default)]
    pub sessions: Vec<Session>,
    /// The reasons why times of these runs are not to be quoted, each once.
    #[serde(default)]
    pub warnings: Vec<String>,
}

/// Runs that are run again, so that a resumed execution knows which of them are finished.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Retry {
    /// The statuses of the runs that are run again.
    pub statuses: Vec<Status>,
    /// The number of rows of `runs.csv` when the retry began. Rows after these are results of the retry.
    pub rows: u64,
}

/// A part of a plan that was split over machines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// The number of this shard, from 1.
    pub number: u64,
    /// The number of shards.
    pub of: u64,
    /// The number of runs of all shards together, which is that of the whole plan.
    pub plan_runs: u64,
}

/// The program that executed the runs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Build {
    /// Its version.
    pub version: String,
    /// The commit it was built from, with `-dirty` if the sources differed from it; none outside a git checkout.
    pub commit: Option<String>,
    /// The build profile.
    pub profile: String,
    /// The compiler, if known.
    pub rustc: Option<String>,
    /// The target triple of the build, if known.
    #[serde(default)]
    pub target: Option<String>,
    /// The processor features that the compiler was allowed to use everywhere; empty if unknown.
    #[serde(default)]
    pub target_features: Vec<String>,
}

/// The machine that executed the runs; its name is private and is not kept.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    /// The operating system.
    pub os: String,
    /// The architecture.
    pub arch: String,
    /// The processor's model, if known.
    pub cpu: Option<String>,
    /// The processors a run could use.
    pub cores: u32,
    /// The number of physical cores behind the logical ones, if known.
    #[serde(default)]
    pub physical_cores: Option<u32>,
    /// The system's frequency governor, if known.
    #[serde(default)]
    pub governor: Option<String>,
    /// Whether the processor may run faster than its nominal frequency, if known.
    #[serde(default)]
    pub boost: Option<bool>,
    /// The memory in bytes, if known.
    pub memory_bytes: Option<u64>,
}

/// A limit on every run, and how it was enforced.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EnforcedLimit {
    /// The limited quantity: `time_s`, `nodes` or `memory_mib`.
    pub what: String,
    /// The limit, as text.
    pub value: String,
    /// The means by which it was enforced.
    pub means: String,
}

/// A table that searches looked up.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableInfo {
    /// Its name.
    pub name: String,
    /// The checksum of its bytes.
    pub checksum: String,
    /// Its size in bytes.
    #[serde(default)]
    pub bytes: u64,
}

/// The tables of a heuristic for the boards of a set.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeuristicTables {
    /// The instance set.
    pub set: String,
    /// The heuristic's name.
    pub heuristic: String,
    /// The total size of its tables that are kept in files, in bytes: 0 if there are none, or none large enough.
    pub bytes: u64,
}

/// A published value of a heuristic, measured on boards of the same kind as a set's.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PublishedValue {
    /// The instance set it is compared on.
    pub set: String,
    /// The heuristic's name.
    pub heuristic: String,
    /// The measured quantity: [`PublishedValue::MEAN_H0`].
    pub quantity: String,
    /// The published value.
    pub value: f64,
    /// The number of boards it was measured on.
    pub sample: u64,
    /// The publication.
    pub source: String,
}

impl PublishedValue {
    /// The quantity that is the mean of the heuristic's value of the start.
    pub const MEAN_H0: &'static str = "mean h0";
}

impl Manifest {
    /// The version of this format that is written.
    pub const SCHEMA: u32 = 1;

    /// The file's name in its folder.
    pub const FILE: &'static str = "manifest.json";

    /// The maximum number of runs of a plan; larger numbers are probably typing errors.
    pub const MAX_RUNS: u64 = 10_000_000;

    /// The other machines that differ from [`machine`](Self::machine) in system, processor or cores, one of each kind. A machine
    /// that is started again may report slightly less memory, and is then among [`other_machines`](Self::other_machines).
    #[must_use]
    pub fn other_kinds_of_machines(&self) -> Vec<&Machine> {
        let kind = |machine: &Machine| (machine.os.clone(), machine.arch.clone(), machine.cpu.clone(), machine.cores);
        let mut known = vec![kind(&self.machine)];
        let is_new = |machine: &&Machine| {
            let kind = kind(machine);
            let is_new = !known.contains(&kind);
            known.push(kind);
            is_new
        };
        self.other_machines.iter().filter(is_new).collect()
    }

    /// Reads the manifest of `folder`, if it has one.
    pub(crate) fn read(folder: &Path) -> Result<Option<Self>, RecordError> {
        let path = folder.join(Self::FILE);
        let mut text = String::new();
        let read =
            open_program_file(&path, File::options().read(true)).and_then(|mut file| file.read_to_string(&mut text));
        match read {
            Ok(_) => {}
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(source) => return Err(RecordError::Io { doing: "read", path, source }),
        }
        let value: Value = match serde_json::from_str(&text) {
            Ok(value) => value,
            Err(source) => return Err(RecordError::Manifest { path, source }),
        };
        let schema = value["schema"].as_u64().and_then(|schema| u32::try_from(schema).ok()).unwrap_or(0);
        if schema > Self::SCHEMA {
            return Err(RecordError::Schema { path, found: schema, known: Self::SCHEMA });
        }
        let manifest: Self = match serde_json::from_value(value) {
            Ok(manifest) => manifest,
            Err(source) => return Err(RecordError::Manifest { path, source }),
        };
        if let Some(Shard { number, of, plan_runs }) = manifest.shard
            && (!(1..=of).contains(&number) || of > plan_runs || plan_runs > Self::MAX_RUNS)
        {
            let fault = format!("there is no shard {number} of {of} of {plan_runs} runs");
            return Err(RecordError::Manifest { path, source: serde::de::Error::custom(fault) });
        }
        if manifest.runs_planned > Self::MAX_RUNS {
            let fault = format!("no plan has {} runs", manifest.runs_planned);
            return Err(RecordError::Manifest { path, source: serde::de::Error::custom(fault) });
        }
        Ok(Some(manifest))
    }

    /// Writes the manifest of `folder` to a new file and renames it over the old one, so that a reader always finds a
    /// complete manifest.
    pub(crate) fn write(&self, folder: &Path) -> Result<(), RecordError> {
        let path = folder.join(Self::FILE);
        let mut text = match serde_json::to_string_pretty(self) {
            Ok(text) => text,
            Err(source) => return Err(RecordError::Manifest { path, source }),
        };
        text.push('\n');
        atomic_file::replace(&path, text.as_bytes())
    }
}
