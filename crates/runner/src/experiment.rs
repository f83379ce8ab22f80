//! The experiment file, read and resolved.

mod attribute;
mod claim;
mod command;
mod execution;
mod former_names;
pub mod keys;
mod order_and_seed;
mod program;
mod report;
mod selection_loader;
mod setting;
mod solver;
mod sweep;
mod table_reader;
mod toml_node;

use std::path::Path;

use anyhow::{Context, Result, anyhow, ensure};
use serde_json::{Value as Json, json};
use tilebench_catalog::{CostModel, InstanceSet, Metric, OperatorOrder, UNIT};
use tilebench_record::ReportSettings;
use tilebench_sanitize::file::read_user_file;
use tilebench_sanitize::message::excerpt;

use crate::{IsolationMode, RunLimits, Schedule};
pub use attribute::ExperimentAttribute;
pub(crate) use attribute::registered_kind;
pub use claim::{ClaimedRuns, ExperimentClaim};
use execution::Settings;
use former_names::RenamingNotes;
use keys::{EXPERIMENT, LIMITS};
pub use order_and_seed::OrderAndSeed;
pub use program::Program;
use selection_loader::SelectionLoader;
use sweep::SolverDefaults;
use table_reader::{TableReader, suggestion};
use toml_node::TomlNode;

/// An experiment: every name looked up, every sweep multiplied out, every default filled in.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// Its name, which is also that of its result folder.
    pub name: String,
    /// The question that it answers.
    pub question: String,
    /// The operator order and the seed of solvers that do not set their own.
    pub draw: OrderAndSeed,
    /// The number of repeats of each run.
    pub repeats: u32,
    /// The number of parallel runs; each gets one core per thread of the run with the maximum number of threads.
    pub jobs: usize,
    /// How runs are isolated from each other.
    pub isolation: IsolationMode,
    /// Whether the memory of workers is limited by control groups, if they are available.
    pub cgroups: bool,
    /// The order in which the runs are executed.
    pub schedule: Schedule,
    /// Whether each search is pinned to cores of its own, one per thread.
    pub pin: bool,
    /// Whether iterations of IDA* are cut into work units; `None` if only long ones are.
    pub checkpoint: Option<bool>,
    /// The instances, each selection once.
    pub selections: Vec<Selection>,
    /// The solvers that are compared, in the order of the file.
    pub solvers: Vec<Solver>,
    /// The attributes that the runs may have.
    pub attributes: Vec<ExperimentAttribute>,
    /// The claims that the runs judge; they do not affect the runs.
    pub claims: Vec<ExperimentClaim>,
    /// How reports show the runs; it does not affect them.
    pub report: ReportSettings,
    /// The former names that the file and the settings use, each with the present one, for a note.
    pub renamed: Vec<String>,
}

/// One configuration of the experiment, with the instances it is run on.
#[derive(Clone, Debug)]
pub struct Solver {
    /// The display name, unique in the experiment.
    pub name: String,
    /// The algorithm with its heuristic and options, or the command line.
    pub program: Program,
    /// The operator order and the seed of each of its runs on an instance: several if several seeds are requested.
    pub draws: Vec<OrderAndSeed>,
    /// The cost models of its runs on an instance.
    pub costs: Vec<&'static CostModel>,
    /// The limits of each run.
    pub limits: RunLimits,
    /// The indices of the experiment's selections that it is run on.
    pub selections: Vec<usize>,
}

/// The selected instances.
#[derive(Clone, Debug)]
pub struct Selection {
    /// The ids of the selected instances, as written; `None` selects all.
    pub ids: Option<String>,
    /// The set, reduced to the selected instances.
    pub set: InstanceSet,
}

/// The parts of an experiment that the file must contain.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FileKind {
    /// All parts.
    Experiment,
    /// The solvers.
    SolversOnly,
}

impl Experiment {
    /// Reads the experiment in `path`, with values replaced by `settings`, each `KEY=VALUE`.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or it contains an unknown key or name or an invalid value: the message names the
    /// line, or the setting.
    pub fn load(path: &Path, settings: &[String]) -> Result<Self> {
        let text =
            read_user_file(path).with_context(|| format!("cannot read the experiment file {}", path.display()))?;
        let folder = path.parent().unwrap_or(Path::new(""));
        Self::read(&text, &path.display().to_string(), settings, folder, FileKind::Experiment)
    }

    /// Reads the solvers of the file in `path` like [`Self::load`]; it may lack a name and instances, as a
    /// file does that contains only tables `[[solver]]`.
    ///
    /// # Errors
    ///
    /// As [`Self::load`].
    pub fn load_solvers(path: &Path) -> Result<Self> {
        let text =
            read_user_file(path).with_context(|| format!("cannot read the experiment file {}", path.display()))?;
        let folder = path.parent().unwrap_or(Path::new(""));
        Self::read(&text, &path.display().to_string(), &[], folder, FileKind::SolversOnly)
    }

    /// Reads the experiment `text`, which is named `name` in messages, like [`Self::load`]. Instance
    /// files are looked for below the present folder.
    ///
    /// # Errors
    ///
    /// As [`Self::load`], but for the reading of the file.
    pub fn parse(text: &str, name: &str, settings: &[String]) -> Result<Self> {
        Self::read(text, name, settings, Path::new(""), FileKind::Experiment)
    }

    fn read(text: &str, name: &str, settings: &[String], folder: &Path, kind: FileKind) -> Result<Self> {
        let mut root = TomlNode::document(text, name)?;
        let mut notes = RenamingNotes::default();
        former_names::replace(&mut root, false, &mut notes)?;
        for setting in settings {
            setting::apply(&mut root, setting)?;
            former_names::replace(&mut root, true, &mut notes)?;
        }
        Self::resolve(&root, folder, kind, notes)
    }

    fn resolve(root: &TomlNode, folder: &Path, kind: FileKind, mut notes: RenamingNotes) -> Result<Self> {
        let file = TableReader::new(root, &EXPERIMENT)?;
        let seed = file.value("seed", |node, key| node.as_count(key.name, 0))?;
        let mut loader = SelectionLoader::new(folder);
        let order = file.value("order", |node, _| order(node, seed))?;
        let draw = OrderAndSeed { order, seed };
        let defaults = SolverDefaults {
            draw,
            costs: file.get("cost").map_or_else(|| Ok(vec![&UNIT]), sweep::cost_models)?,
            metric: sweep::metric(&file, Metric::Single)?,
            limits: file.read("limits", |node, _| limits(node, RunLimits::default()))?.unwrap_or_default(),
            selections: match file.get("instances") {
                Some(node) => Some(loader.read(node)?),
                None => (kind == FileKind::SolversOnly).then(Vec::new),
            },
            folder: folder.to_owned(),
        };
        let settings = execution::read(file.get("execution"))?;
        let solvers = solver::read_all(solvers(&file)?, &defaults, &mut loader)?;
        notes.add_placeholders(&solvers);
        let jobs = settings.jobs(max_threads(&solvers))?;
        let solver_names: Vec<&str> = solvers.iter().map(|solver| solver.name.as_str()).collect();
        let report = file.get("report").map(|node| report::read(node, &solver_names)).transpose()?.unwrap_or_default();
        let Settings { isolation, cgroups, schedule, pin, checkpoint, .. } = settings;
        Ok(Self {
            name: match file.get("name") {
                None if kind == FileKind::SolversOnly => String::new(),
                _ => name(file.require("name")?)?,
            },
            question: file.text("question")?,
            draw,
            repeats: repeats(&file)?,
            jobs,
            isolation,
            cgroups,
            schedule,
            pin,
            checkpoint,
            selections: loader.into_selections(),
            solvers,
            report,
            attributes: file.get("attribute").map_or_else(|| Ok(attribute::registered()), attribute::read_all)?,
            claims: file.get("claim").map(claim::read_all).transpose()?.unwrap_or_default(),
            renamed: notes.0,
        })
    }

    /// The maximum number of threads of a run, which is the number of cores per job.
    #[must_use]
    pub fn threads(&self) -> usize {
        max_threads(&self.solvers)
    }

    /// The resolved experiment, for the manifest.
    pub(crate) fn resolved(&self) -> Json {
        let solvers = self.solvers.iter().map(|solver| {
            let program = &solver.program;
            json!({
                "name": solver.name,
                "algorithm": program.algorithm(),
                "heuristic": program.heuristic().map(ToString::to_string),
                "weight": Some(program.weight()).filter(|weight| !weight.is_empty()),
                "options": program.options(),
                "order": solver.draws.first().map(|draw| program.order(draw)),
                "cost": solver.costs.iter().map(|model| model.name).collect::<Vec<_>>(),
                "metric": program.metric().name(),
                "seeds": solver.draws.iter().map(|draw| draw.seed).collect::<Vec<_>>(),
                "limits": solver.limits,
                "instances": solver.selections.iter().map(|&at| self.selections[at].resolved()).collect::<Vec<_>>(),
            })
        });
        json!({
            "name": self.name,
            "question": self.question,
            "order": self.draw.order.to_string(),
            "seed": self.draw.seed,
            "repeats": self.repeats,
            "execution": {
                "jobs": self.jobs,
                "isolation": self.isolation,
                "cgroups": self.cgroups,
                "schedule": self.schedule,
                "pin": self.pin,
                "checkpoint": self.checkpoint,
            },
            "solver": solvers.collect::<Vec<_>>(),
        })
    }
}

impl Selection {
    /// The form in the manifest.
    fn resolved(&self) -> Json {
        let Self { ids, set } = self;
        json!({ "set": set.name, "ids": ids, "source": set.source, "count": set.instances.len() })
    }
}

/// The maximum number of threads of a solver.
fn max_threads(solvers: &[Solver]) -> usize {
    solvers.iter().map(|solver| solver.program.threads()).max().unwrap_or(1)
}

/// The `[[solver]]` tables.
fn solvers<'a>(file: &TableReader<'a>) -> Result<&'a TomlNode> {
    file.get("solver").ok_or_else(|| anyhow!("{}: the experiment has no solver: add a table [[solver]]", file.position))
}

/// A name that can be that of a folder.
fn name(node: &TomlNode) -> Result<String> {
    let name = node.as_text("name")?;
    let plain = |letter: char| letter.is_ascii_alphanumeric() || ['-', '_', '.'].contains(&letter);
    ensure!(
        name.starts_with(|letter: char| letter.is_ascii_alphanumeric()) && name.chars().all(plain),
        "{}: the name '{}' cannot be that of a folder: begin with a letter or digit, and use letters, digits, '-', '_' and \
         '.'",
        node.position,
        excerpt(name)
    );
    Ok(name.to_owned())
}

fn order(node: &TomlNode, seed: u64) -> Result<OperatorOrder> {
    OperatorOrder::parse(node.as_text("order")?, seed).map_err(|error| anyhow!("{}: {error}", node.position))
}

fn repeats(file: &TableReader<'_>) -> Result<u32> {
    let count = file.count("repeats")?.expect("repeats have a default");
    Ok(u32::try_from(count).expect("the row of repeats allows no more than a u32 holds"))
}

/// A `[limits]` table; a limit that it does not contain is as in `defaults`.
fn limits(node: &TomlNode, defaults: RunLimits) -> Result<RunLimits> {
    let limits = TableReader::new(node, &LIMITS)?;
    Ok(RunLimits {
        time_s: limits.seconds("time_s")?.or(defaults.time_s),
        cpu_s: limits.seconds("cpu_s")?.or(defaults.cpu_s),
        nodes: limits.count("nodes")?.or(defaults.nodes),
        depth: limits.count("depth")?.or(defaults.depth),
        memory_mib: limits.count("memory_mib")?.or(defaults.memory_mib),
        disk_mib: limits.count("disk_mib")?.or(defaults.disk_mib),
    })
}

#[cfg(test)]
mod tests;
