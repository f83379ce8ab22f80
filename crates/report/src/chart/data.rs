//! Converts runs to the data of a chart: groups of runs, each with the values of one or two columns.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use tilebench_plot::{
    AxisScale, ChartData, ChartOptions, CommonCoverage, GuaranteeClass, RunGroup, SampleRun, SetSummary, ValueOrigin,
    Variable, theme,
};
use tilebench_record::{Proof, Status};

use crate::column::{self, ChartColumn, Role, RunValue};
use crate::common_instances::MIN_COMMON_INSTANCES;
use crate::compare_on::{COVERAGE, CompareOn};
use crate::experiment::{ConfigurationRuns, SetRuns};
use crate::expression::FilterValue;
use crate::guarantees;
use crate::metric::is_attempt;
use crate::run::ReportRun;

/// The source of the values of a column.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ValueSource {
    /// A value that is stored with every run.
    Kept(RunValue),
    /// The requested value at this index.
    Requested(usize),
}

impl ValueSource {
    fn value(self, run: &ReportRun) -> Option<f64> {
        match self {
            Self::Kept(kept) => kept.value(run),
            Self::Requested(place) => run.requested.get(place)?.number(),
        }
    }
}

/// A numeric column with the sources of its values and of its limit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ChartMeasure {
    /// The column.
    pub(crate) column: &'static ChartColumn,
    /// The source of its values.
    pub(crate) value: ValueSource,
    /// The source of its limit, if it has one, and the number of units of the column in one unit of the limit.
    pub(crate) limit: Option<(ValueSource, f64)>,
}

/// The grouping of runs: by configuration, or by the texts of other columns.
#[derive(Clone, Debug)]
pub(crate) enum Grouping<'a> {
    /// By configuration, whose style is the same in every chart.
    ByConfiguration,
    /// A single group.
    Nothing,
    /// By these columns, with their indices among the requested values.
    Columns(&'a [(&'static ChartColumn, usize)]),
}

/// The runs of `sets` on solvable instances in groups, to be drawn with `options`.
pub(crate) fn chart_data(
    sets: &[&SetRuns],
    measures: [Option<ChartMeasure>; 2],
    by: &Grouping<'_>,
    options: &ChartOptions,
) -> ChartData {
    let mut instances: HashMap<(usize, Arc<str>), usize> = HashMap::new();
    let mut groups: BTreeMap<RunGroupKey, RunGroup> = BTreeMap::new();
    let configurations = sets.iter().enumerate().flat_map(|(set, s)| s.configurations.iter().map(move |c| (set, c)));
    for (set, configuration) in configurations {
        for run in configuration.solvable() {
            let next = instances.len();
            let instance = *instances.entry((set, Arc::clone(&run.instance))).or_insert(next);
            let key = RunGroupKey::new(by, configuration, run);
            let group = groups.entry(key).or_insert_with_key(|key| RunGroup {
                name: key.name.clone(),
                style: theme::style(key.place),
                algorithm: run.algorithm.to_string(),
                heuristic: run.heuristic.to_string(),
                runs: Vec::new(),
                guarantee: None,
                filtered_out: Vec::new(),
                is_informed: false,
            });
            for (of_group, of_run) in [(&mut group.algorithm, &run.algorithm), (&mut group.heuristic, &run.heuristic)] {
                if of_group.as_str() != &**of_run {
                    of_group.clear();
                }
            }
            let proof = guarantees::guarantee([run]).or(configuration.guarantee);
            group.guarantee = group.guarantee.max(proof.map(guarantee));
            group.is_informed |= !run.heuristic.is_empty() && run.proof == Proof::Optimal;
            let runs = if run.is_outside { &mut group.filtered_out } else { &mut group.runs };
            runs.push(sample_run(run, instance, &measures));
        }
    }
    let mut groups: Vec<RunGroup> = groups.into_values().collect();
    if !matches!(by, Grouping::ByConfiguration) {
        for (place, group) in groups.iter_mut().enumerate() {
            group.style = theme::style(place);
        }
    }
    let names: Vec<&str> = sets.iter().map(|set| set.name.as_str()).collect();
    let compare_on = sets.first().map_or_else(CompareOn::default, |set| set.compare_on);
    let instances = instances.len();
    let has_costs = !sets.is_empty() && sets.iter().all(|set| set.has_costs());
    ChartData {
        sets: names.join(", "),
        variables: measures.map(|measure| measure.map(|measure| variable(measure.column, has_costs))),
        groups,
        instances,
        coverage: CommonCoverage {
            percent: COVERAGE,
            min_solved: compare_on.required(instances),
            min_instances: MIN_COMMON_INSTANCES,
        },
        options: options.clone(),
        pair: None,
        baseline: None,
    }
}

/// The instance set of a chart.
pub(crate) fn set_summary(set: &SetRuns) -> SetSummary {
    SetSummary {
        name: set.name.clone(),
        instances: set.instances(),
        runs: set.runs(),
        solved: set.solved(),
        has_costs: set.has_costs(),
    }
}

/// The axis properties of the numeric column `column`, whose values may be costs.
fn variable(column: &ChartColumn, has_costs: bool) -> Variable {
    Variable {
        name: column.name,
        title: column.cost_title.filter(|_| has_costs).unwrap_or(column.title),
        scale: match column.scale {
            column::Scale::Text | column::Scale::Linear => AxisScale::Linear,
            column::Scale::Log => AxisScale::Log,
            column::Scale::LogSeconds => AxisScale::LogSeconds,
        },
        origin: match column.role {
            Role::Given | Role::Ending => ValueOrigin::Given,
            Role::OfInstance => ValueOrigin::Instance,
            Role::Counted | Role::Measured => ValueOrigin::Measured,
            Role::Answer => ValueOrigin::Answer,
        },
        is_whole: column.is_whole(),
        limit: column.limit.map(|limit| limit.title),
    }
}

fn guarantee(proof: Proof) -> GuaranteeClass {
    let place = Proof::ALL.iter().position(|&other| other == proof).unwrap_or(Proof::ALL.len());
    GuaranteeClass { place, name: guarantees::name(proof) }
}

impl ChartMeasure {
    /// A column whose values and limit are stored with every run.
    pub(crate) fn from_kept(column: &'static ChartColumn) -> Option<Self> {
        let limit = column.limit.and_then(|limit| {
            let of = column::find(limit.column).ok()?.kept?;
            Some((ValueSource::Kept(of), limit.factor))
        });
        Some(Self { column, value: ValueSource::Kept(column.kept?), limit })
    }
}

fn sample_run(run: &ReportRun, instance: usize, measures: &[Option<ChartMeasure>; 2]) -> SampleRun {
    let is_lost = |measure: &ChartMeasure| run.lost_counts && measure.column.role == Role::Counted;
    let value = |measure: &Option<ChartMeasure>| {
        let measure = measure.as_ref()?;
        measure.value.value(run).filter(|value| value.is_finite() && !is_lost(measure))
    };
    let limit = |measure: &Option<ChartMeasure>| {
        let (source, factor) = measure.as_ref()?.limit?;
        source.value(run).map(|limit| limit * factor)
    };
    SampleRun {
        instance,
        is_attempt: is_attempt(run),
        solved: run.status == Status::Solved,
        values: [value(&measures[0]), value(&measures[1])],
        limits: [limit(&measures[0]), limit(&measures[1])],
        lost: measures.iter().flatten().any(is_lost),
    }
}

/// The key of a group, which orders groups: by index, by numbers, then by texts.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct RunGroupKey {
    place: usize,
    numbers: Vec<(u64, String)>,
    name: String,
}

impl RunGroupKey {
    fn new(by: &Grouping<'_>, configuration: &ConfigurationRuns, run: &ReportRun) -> Self {
        match by {
            Grouping::Nothing => Self { place: 0, numbers: Vec::new(), name: "all".to_owned() },
            Grouping::ByConfiguration => {
                Self { place: configuration.index, numbers: Vec::new(), name: configuration.name.clone() }
            }
            Grouping::Columns(columns) => {
                let texts: Vec<(&ChartColumn, String)> =
                    columns.iter().map(|&(column, place)| (column, text(column, place, configuration, run))).collect();
                let number = |text: &str| FilterValue::Text(text.into()).number();
                let sortable = |text: &str| number(text).max(0.0).to_bits();
                let named = |(column, text): &(&ChartColumn, String)| match text.as_str() {
                    "" => format!("no {}", column.name),
                    text if column.is_number() => format!("{} {text}", column.name),
                    text => text.to_owned(),
                };
                let name = texts.iter().map(named).collect::<Vec<_>>().join(", ");
                let numbers = texts.iter().map(|(_, text)| (sortable(text), text.clone())).collect();
                Self { place: 0, numbers, name }
            }
        }
    }
}

/// The text of a column that runs are grouped by; a weight is shown as written.
fn text(column: &ChartColumn, place: usize, configuration: &ConfigurationRuns, run: &ReportRun) -> String {
    match column.name {
        "solver" => configuration.name.clone(),
        "weight" => run.weight.to_string(),
        _ => run.requested.get(place).map(crate::run::RequestedValue::text).unwrap_or_default(),
    }
}
