//! Converts runs to the data of a chart: groups of runs, each with the values of one or two columns.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use tilebench_plot::{
    ChartOptions, CommonCoverage, RunGroup, GuaranteeClass, ChartData, SampleRun, Scale, SetSummary, ValueOrigin, Variable, theme,
};
use tilebench_record::{Proof, Status};

use crate::column::{self, Column, Kept, Make};
use crate::common_instances::FEWEST;
use crate::compare_on::{COVERAGE, CompareOn};
use crate::experiment::{Configuration, InstanceSet};
use crate::expression::Cell;
use crate::guarantees;
use crate::metric::is_attempt;
use crate::run::Run;

/// How the value of a column is found in a run.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Source {
    /// Reports keep it.
    Kept(Kept),
    /// It was asked for, at this place.
    Asked(usize),
}

impl Source {
    fn of(self, run: &Run) -> Option<f64> {
        match self {
            Self::Kept(kept) => kept.of(run),
            Self::Asked(place) => run.asked.get(place)?.number(),
        }
    }
}

/// A column with numbers, how they are found in a run, and how their limit is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Measure {
    /// The column.
    pub(crate) column: &'static Column,
    /// The source of its values.
    pub(crate) value: Source,
    /// The source of its limit, if it has one, and the number of its units in one unit of the limit.
    pub(crate) limit: Option<(Source, f64)>,
}

/// How runs are grouped: by configuration, or by the texts of other columns.
#[derive(Clone, Debug)]
pub(crate) enum By<'a> {
    /// By configuration, which looks the same in every chart.
    Configuration,
    /// All together.
    Nothing,
    /// By these columns and the places of those that were asked for.
    Columns(&'a [(&'static Column, usize)]),
}

/// The runs of `sets`, in groups, to be drawn on `sheet`.
pub(crate) fn of(sets: &[&InstanceSet], measures: [Option<Measure>; 2], by: &By<'_>, sheet: &ChartOptions) -> ChartData {
    let mut instances: HashMap<(usize, Rc<str>), usize> = HashMap::new();
    let mut groups: BTreeMap<Key, RunGroup> = BTreeMap::new();
    let configurations = sets.iter().enumerate().flat_map(|(set, s)| s.configurations.iter().map(move |c| (set, c)));
    for (set, configuration) in configurations {
        for run in &configuration.runs {
            let next = instances.len();
            let instance = *instances.entry((set, Rc::clone(&run.instance))).or_insert(next);
            let key = Key::of(by, configuration, run);
            let group = groups.entry(key).or_insert_with_key(|key| RunGroup {
                name: key.name.clone(),
                style: theme::style(key.place),
                data: Vec::new(),
                guarantee: None,
                outside: Vec::new(),
                is_informed: false,
            });
            group.guarantee = group.guarantee.max(guarantees::of([run]).map(guarantee));
            group.is_informed |= !run.heuristic.is_empty() && run.proof == Proof::Optimal;
            let data = if run.is_outside { &mut group.outside } else { &mut group.data };
            data.push(datum(run, instance, &measures));
        }
    }
    let mut groups: Vec<RunGroup> = groups.into_values().collect();
    if !matches!(by, By::Configuration) {
        for (place, group) in groups.iter_mut().enumerate() {
            group.style = theme::style(place);
        }
    }
    let names: Vec<&str> = sets.iter().map(|set| set.name.as_str()).collect();
    let (of, instances) = (names.join(", "), instances.len());
    let compare_on = sets.first().map_or_else(CompareOn::default, |set| set.compare_on);
    ChartData {
        of,
        variables: measures.map(|measure| measure.map(|measure| variable(measure.column))),
        groups,
        instances,
        coverage: CommonCoverage { percent: COVERAGE, required: compare_on.required(instances), fewest: FEWEST },
        sheet: sheet.clone(),
        between: None,
    }
}

/// The instance set of a chart.
pub(crate) fn subject(set: &InstanceSet) -> SetSummary {
    SetSummary { name: set.name.clone(), instances: set.instances(), runs: set.runs(), solved: set.solved() }
}

/// The properties of `column`, which has numbers, that an axis needs.
fn variable(column: &Column) -> Variable {
    Variable {
        name: column.name,
        title: column.title,
        scale: match column.scale {
            column::Scale::Text | column::Scale::Linear => Scale::Linear,
            column::Scale::Log => Scale::Log,
            column::Scale::LogSeconds => Scale::LogSeconds,
        },
        origin: match column.make {
            Make::Given | Make::Ending => ValueOrigin::Given,
            Make::OfInstance => ValueOrigin::Instance,
            Make::Counted | Make::Measured => ValueOrigin::Measured,
            Make::Answer => ValueOrigin::Answer,
        },
        is_whole: column.is_whole(),
        limit: column.limit.map(|limit| limit.title),
    }
}

fn guarantee(proof: Proof) -> GuaranteeClass {
    let place = Proof::ALL.iter().position(|&other| other == proof).unwrap_or(Proof::ALL.len());
    GuaranteeClass { place, name: guarantees::name(proof) }
}

impl Measure {
    /// A column whose values, and whose limit's, reports keep.
    pub(crate) fn kept(column: &'static Column) -> Option<Self> {
        let limit = column.limit.and_then(|limit| {
            let of = column::find(limit.column).ok()?.kept?;
            Some((Source::Kept(of), limit.factor))
        });
        Some(Self { column, value: Source::Kept(column.kept?), limit })
    }
}

fn datum(run: &Run, instance: usize, measures: &[Option<Measure>; 2]) -> SampleRun {
    let is_lost = |measure: &Measure| run.lost_counts && measure.column.make == Make::Counted;
    let value = |measure: &Option<Measure>| {
        let measure = measure.as_ref()?;
        measure.value.of(run).filter(|value| value.is_finite() && !is_lost(measure))
    };
    let limit = |measure: &Option<Measure>| {
        let (source, factor) = measure.as_ref()?.limit?;
        source.of(run).map(|limit| limit * factor)
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

/// The key that separates groups, in their order: by place, numbers by value, texts.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    place: usize,
    numbers: Vec<(u64, String)>,
    name: String,
}

impl Key {
    fn of(by: &By<'_>, configuration: &Configuration, run: &Run) -> Self {
        match by {
            By::Nothing => Self { place: 0, numbers: Vec::new(), name: "all".to_owned() },
            By::Configuration => {
                Self { place: configuration.index, numbers: Vec::new(), name: configuration.name.clone() }
            }
            By::Columns(columns) => {
                let texts: Vec<(&Column, String)> =
                    columns.iter().map(|&(column, place)| (column, text(column, place, configuration, run))).collect();
                let number = |text: &str| Cell::Text(text.into()).number();
                let sortable = |text: &str| number(text).max(0.0).to_bits();
                let named = |(column, text): &(&Column, String)| match text.as_str() {
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

/// The text of a column that runs are grouped by; of a weight as it was written.
fn text(column: &Column, place: usize, configuration: &Configuration, run: &Run) -> String {
    match column.name {
        "solver" => configuration.name.clone(),
        "weight" => run.weight.to_string(),
        _ => run.asked.get(place).map(crate::run::Value::text).unwrap_or_default(),
    }
}
