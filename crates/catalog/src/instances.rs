//! Instance sets: starts with a common goal.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use tilebench_core::Cost;
use tilebench_puzzle::{Board, CostModel};
use tilebench_sanitize::csv_cell::escape_cell;
use tilebench_sanitize::file::read_user_file;
use tilebench_sanitize::message::excerpt;

use crate::set_file::{self, OPTIMAL_PREFIX, SetInspection};
use crate::{CatalogError, InstanceState, SetGoal, builtin_sets, instance_rule};

/// A problem to be solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    /// The id, unique in its set.
    pub id: String,
    /// The start.
    pub start: InstanceState,
    /// The length of a shortest solution, if it is known.
    pub optimal: Option<Cost>,
    /// The known least costs under other cost models than unit, by the name of the model.
    pub optimal_costs: Vec<(&'static str, Cost)>,
}

impl Instance {
    /// An instance without known costs.
    #[must_use]
    pub fn new(id: impl Into<String>, start: impl Into<InstanceState>) -> Self {
        Self { id: id.into(), start: start.into(), optimal: None, optimal_costs: Vec::new() }
    }

    /// The start, which must be a board of sliding tiles.
    ///
    /// # Errors
    ///
    /// If it is of another domain.
    pub fn board(&self) -> Result<&Board, CatalogError> {
        self.start.board().ok_or_else(|| CatalogError::NeedsTiles {
            what: format!("instance {}", self.id),
            domain: self.start.domain(),
        })
    }

    /// The least cost of a solution under `model`, if it is known.
    #[must_use]
    pub fn optimal_cost(&self, model: &CostModel) -> Option<Cost> {
        if model.is_unit() {
            return self.optimal;
        }
        self.optimal_costs.iter().find(|(name, _)| *name == model.name).map(|&(_, cost)| cost)
    }
}

/// Starts of one domain and size with a common goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InstanceSet {
    /// The name, rule or path by which it was requested.
    pub name: String,
    /// A description of the set, in one line.
    pub title: String,
    /// The source of the set.
    pub source: String,
    /// The goal of all its instances, with their domain and size.
    pub goal: SetGoal,
    /// The instances, in order.
    pub instances: Vec<Instance>,
}

/// Finds the set that `spec` names: a registered set, a rule, or a CSV file.
///
/// # Errors
///
/// If the set does not exist or has a fault. The error is the first fault.
pub fn load_set(spec: &str) -> Result<InstanceSet, CatalogError> {
    match find(spec)? {
        SetSource::Set(set) => Ok(set),
        SetSource::File(text) => set_file::parse(spec, spec, &text),
    }
}

/// Finds the set that `spec` names, like [`load_set`], and lists all faults of its file.
///
/// # Errors
///
/// If the set does not exist, or its file cannot be read.
pub fn inspect_set(spec: &str) -> Result<SetInspection, CatalogError> {
    match find(spec)? {
        SetSource::Set(set) => Ok(SetInspection { set: Some(set), faults: Vec::new() }),
        SetSource::File(text) => Ok(set_file::inspect(spec, spec, &text)),
    }
}

/// The result of finding a set by name, rule or path.
enum SetSource {
    Set(InstanceSet),
    /// The text of a file.
    File(String),
}

fn find(spec: &str) -> Result<SetSource, CatalogError> {
    if let Some(set) = builtin_sets::find(spec) {
        return set.parse().map(SetSource::Set);
    }
    let is_csv = Path::new(spec).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("csv"));
    if (spec.contains(':') || instance_rule::is_kind(spec)) && !is_csv && !Path::new(spec).exists() {
        return instance_rule::generate(spec).map(SetSource::Set);
    }
    if !is_csv {
        return Err(CatalogError::unknown("instance set", spec, builtin_sets::set_names()));
    }
    let text = read_user_file(Path::new(spec))
        .map_err(|error| CatalogError::File { file: spec.to_owned(), reason: format!("cannot be read: {error}") })?;
    Ok(SetSource::File(text))
}

impl InstanceSet {
    /// The instances with these ids: single ones and, if ids are numbers, ranges, separated by
    /// commas: `1-10,79`.
    ///
    /// # Errors
    ///
    /// If the set does not have an id.
    pub fn select(&self, ids: &str) -> Result<Self, CatalogError> {
        let indices: BTreeMap<&str, usize> =
            self.instances.iter().enumerate().map(|(index, instance)| (instance.id.as_str(), index)).collect();
        let find = |id: &str| indices.get(id).copied().ok_or_else(|| self.no_instance(id));
        let mut selected = Vec::new();
        for part in ids.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let range = part
                .split_once('-')
                .and_then(|(from, to)| Some((from.trim().parse::<u64>().ok()?, to.trim().parse::<u64>().ok()?)));
            match range {
                Some((from, to)) if from <= to => {
                    for id in from..=to {
                        selected.push(find(&id.to_string())?);
                    }
                }
                Some(_) => return Err(self.no_instance(part)),
                None => selected.push(find(part)?),
            }
        }
        if selected.is_empty() {
            return Err(self.no_instance(ids));
        }
        let mut seen = BTreeSet::new();
        selected.retain(|index| seen.insert(*index));
        let instances = selected.into_iter().map(|index| self.instances[index].clone()).collect();
        Ok(Self { instances, ..self.clone() })
    }

    /// The goal, which must be a board of sliding tiles.
    ///
    /// # Errors
    ///
    /// If it is of another domain, or does not fit the size.
    pub fn goal_board(&self) -> Result<Board, CatalogError> {
        match self.goal.state()? {
            InstanceState::Board(goal) => Ok(goal),
            InstanceState::Other(goal) => {
                Err(CatalogError::NeedsTiles { what: format!("instance set {}", self.name), domain: goal.domain })
            }
        }
    }

    fn no_instance(&self, id: &str) -> CatalogError {
        let ids = match &*self.instances {
            [] => "it is empty".to_owned(),
            [only] => format!("its only id is {}", excerpt(&only.id)),
            [first, .., last] => format!("its ids are {} to {}", excerpt(&first.id), excerpt(&last.id)),
        };
        CatalogError::NoInstance { set: self.name.clone(), id: id.to_owned(), ids }
    }

    /// The set as a file that [`load_set`] reads.
    #[must_use]
    pub fn to_csv(&self) -> String {
        let mut text = format!("# title: {}\n# source: {}\n", self.title, self.source);
        // Writing to a string cannot fail.
        let _ = match self.goal.size() {
            Some(size) => writeln!(text, "# rows: {}\n# cols: {}", size.rows(), size.cols()),
            None => writeln!(text, "# domain: {}", self.goal.domain()),
        };
        let _ = writeln!(text, "# goal: {}", self.goal);
        text + &table_of(&self.instances, set_file::start_column(self.goal.domain()))
    }
}

/// The table of a file of instances.
fn table_of(instances: &[Instance], start_column: &str) -> String {
    let in_memory = "writing to memory does not fail";
    let models: BTreeSet<&str> = instances.iter().flat_map(|one| &one.optimal_costs).map(|(model, _)| *model).collect();
    // Lines that begin with a number sign would be comments.
    let mut lines = csv::WriterBuilder::new().comment(Some(b'#')).from_writer(Vec::new());
    let of_models = models.iter().map(|model| format!("{OPTIMAL_PREFIX}{model}"));
    let header = ["id", start_column, "optimal"].map(str::to_owned).into_iter().chain(of_models);
    lines.write_record(header).expect(in_memory);
    for Instance { id, start, optimal, optimal_costs } in instances {
        let text = |cost: Option<Cost>| cost.map_or(String::new(), |cost| cost.to_string());
        let of_model = |model: &&str| optimal_costs.iter().find(|(name, _)| name == model).map(|&(_, cost)| cost);
        let known = models.iter().map(|model| text(of_model(model)));
        let cells = [escape_cell(id).into_owned(), start.to_string(), text(*optimal)];
        lines.write_record(cells.into_iter().chain(known)).expect(in_memory);
    }
    String::from_utf8(lines.into_inner().expect(in_memory)).expect("all cells are text")
}
