//! The runs of a chart: in groups, each a point with the values of one or two columns.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use tilebench_record::{Proof, Status};

use crate::chart::legend::Entry;
use crate::chart::paper::Paper;
use crate::chart::sheet::Sheet;
use crate::chart::theme::{self, Look};
use crate::column::{Column, Kept, Make};
use crate::common_instances::CompareOn;
use crate::experiment::{Configuration, InstanceSet};
use crate::expression::Cell;
use crate::guarantees;
use crate::metric::is_attempt;
use crate::number;
use crate::run::Run;

/// Where the value of a column is in a run.
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

/// A column with numbers, and where they and its limit are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Measure {
    /// The column.
    pub(crate) column: &'static Column,
    /// Where its values are.
    pub(crate) value: Source,
    /// Where its limit is, if it has one, and how many of its units one of the limit's are.
    pub(crate) limit: Option<(Source, f64)>,
}

/// A run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Datum {
    /// The place of its instance among all of the sample.
    pub(crate) instance: usize,
    /// Whether it tried its instance: it was neither cancelled nor refused beforehand.
    pub(crate) is_attempt: bool,
    /// Whether it solved its instance; else it was stopped, or ended otherwise without an answer.
    pub(crate) solved: bool,
    /// The values of the two columns.
    pub(crate) values: [Option<f64>; 2],
    /// The limits on them.
    pub(crate) limits: [Option<f64>; 2],
    /// Whether what it had counted is lost.
    pub(crate) lost: bool,
}

/// Runs that a chart draws alike.
#[derive(Debug)]
pub(crate) struct Group {
    /// What they have in common.
    pub(crate) name: String,
    /// How they are drawn.
    pub(crate) look: Look,
    /// The runs.
    pub(crate) data: Vec<Datum>,
    /// The guarantee of those that solved, if any did.
    pub(crate) guarantee: Option<Proof>,
    /// The runs that a filter on outcomes leaves out: they count in n as not solved, and are not drawn.
    pub(crate) outside: Vec<Datum>,
    /// Whether they prove optimality by a heuristic.
    pub(crate) is_informed: bool,
}

/// What a chart is drawn of.
#[derive(Debug)]
pub(crate) struct Sample {
    /// The instance sets.
    pub(crate) of: String,
    /// The two columns, of which a kind of chart may need one.
    pub(crate) measures: [Option<Measure>; 2],
    /// The groups.
    pub(crate) groups: Vec<Group>,
    /// How many instances there are.
    pub(crate) instances: usize,
    /// Which groups are compared on common instances.
    pub(crate) compare_on: CompareOn,
    /// What it is drawn on.
    pub(crate) paper: Paper,
    /// A title that was asked for.
    pub(crate) title: Option<String>,
    /// The groups to be compared, where that was asked for.
    pub(crate) between: Option<[usize; 2]>,
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

impl Group {
    /// How many runs there are, shown or not.
    pub(crate) fn n(&self) -> usize {
        self.data.len() + self.outside.len()
    }

    /// How many of them solved their instance, of those that are shown.
    pub(crate) fn solved(&self) -> usize {
        self.data.iter().filter(|datum| datum.solved).count()
    }

    /// The same as `44/100`.
    pub(crate) fn solved_of_all(&self) -> String {
        let [solved, all] = [self.solved(), self.n()].map(|count| number::whole(count as u64));
        format!("{solved}/{all}")
    }
}

impl Sample {
    /// The runs of `sets`, in groups.
    pub(crate) fn new(sets: &[&InstanceSet], measures: [Option<Measure>; 2], by: &By<'_>) -> Self {
        let mut instances: HashMap<(usize, Rc<str>), usize> = HashMap::new();
        let mut groups: BTreeMap<Key, Group> = BTreeMap::new();
        let configurations =
            sets.iter().enumerate().flat_map(|(set, s)| s.configurations.iter().map(move |c| (set, c)));
        for (set, configuration) in configurations {
            for run in &configuration.runs {
                let next = instances.len();
                let instance = *instances.entry((set, Rc::clone(&run.instance))).or_insert(next);
                let key = Key::of(by, configuration, run);
                let group = groups.entry(key).or_insert_with_key(|key| Group {
                    name: key.name.clone(),
                    look: theme::look(key.place),
                    data: Vec::new(),
                    guarantee: None,
                    outside: Vec::new(),
                    is_informed: false,
                });
                group.guarantee = group.guarantee.max(guarantees::of([run]));
                group.is_informed |= !run.heuristic.is_empty() && run.proof == Proof::Optimal;
                let data = if run.is_outside { &mut group.outside } else { &mut group.data };
                data.push(datum(run, instance, &measures));
            }
        }
        let mut groups: Vec<Group> = groups.into_values().collect();
        if !matches!(by, By::Configuration) {
            for (place, group) in groups.iter_mut().enumerate() {
                group.look = theme::look(place);
            }
        }
        let names: Vec<&str> = sets.iter().map(|set| set.name.as_str()).collect();
        let (of, instances) = (names.join(", "), instances.len());
        let compare_on = sets.first().map_or_else(CompareOn::default, |set| set.compare_on);
        Self { of, measures, groups, instances, compare_on, paper: Paper::REPORT, title: None, between: None }
    }

    /// The runs of `set` by configuration, with columns that reports keep.
    pub(crate) fn kept(set: &InstanceSet, columns: [Option<&str>; 2]) -> Option<Self> {
        let mut measures = [None, None];
        for (measure, name) in measures.iter_mut().zip(columns) {
            let Some(name) = name else { continue };
            *measure = Some(Measure::kept(crate::column::find(name).ok()?)?);
        }
        Some(Self::new(&[set], measures, &By::Configuration))
    }

    /// The same, drawn on `sheet`.
    pub(crate) fn on(mut self, sheet: &Sheet) -> Self {
        self.paper = sheet.paper;
        self.title.clone_from(&sheet.title);
        self
    }

    /// The column that is drawn, which the kind of chart takes.
    pub(crate) fn column(&self, place: usize) -> Result<&'static Column, String> {
        self.measures[place].map(|measure| measure.column).ok_or_else(|| "it takes a column".to_owned())
    }

    /// The title: the one that was asked for, else `title`, the sets, and how many of what are drawn.
    pub(crate) fn title(&self, title: &str, n: usize, what: &str) -> String {
        let n = number::whole(n as u64);
        // The spaces keep `n = 100 instances` in one line.
        let made = || format!("{}: {}, n\u{a0}=\u{a0}{n}\u{a0}{what}", capital(title), self.of);
        self.title.clone().unwrap_or_else(made)
    }

    /// All runs.
    pub(crate) fn data(&self) -> impl Iterator<Item = &Datum> {
        self.groups.iter().flat_map(|group| &group.data)
    }

    /// How many runs there are, shown or not.
    pub(crate) fn n(&self) -> usize {
        self.groups.iter().map(Group::n).sum()
    }

    /// How many runs solved their instance, as a sentence.
    pub(crate) fn solved_of_all(&self) -> String {
        let solved: usize = self.groups.iter().map(Group::solved).sum();
        let [solved, all] = [solved, self.n()].map(|count| number::whole(count as u64));
        let is_conditional = self.groups.iter().any(|group| !group.outside.is_empty());
        let condition = if is_conditional { " and meet the condition on outcomes" } else { "" };
        format!("{solved} of {all} runs solved{condition}.")
    }
}

/// `text` with a capital at its beginning, unless it is a name such as h0.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) if !text[first.len_utf8()..].starts_with(|next: char| next.is_ascii_digit()) => {
            first.to_uppercase().chain(letters).collect()
        }
        _ => text.to_owned(),
    }
}

impl Measure {
    /// A column whose values, and whose limit's, reports keep.
    pub(crate) fn kept(column: &'static Column) -> Option<Self> {
        let limit = column.limit.and_then(|limit| {
            let of = crate::column::find(limit.column).ok()?.kept?;
            Some((Source::Kept(of), limit.factor))
        });
        Some(Self { column, value: Source::Kept(column.kept?), limit })
    }
}

fn datum(run: &Run, instance: usize, measures: &[Option<Measure>; 2]) -> Datum {
    let is_lost = |measure: &Measure| run.lost_counts && measure.column.make == Make::Counted;
    let value = |measure: &Option<Measure>| {
        let measure = measure.as_ref()?;
        measure.value.of(run).filter(|value| value.is_finite() && !is_lost(measure))
    };
    let limit = |measure: &Option<Measure>| {
        let (source, factor) = measure.as_ref()?.limit?;
        source.of(run).map(|limit| limit * factor)
    };
    Datum {
        instance,
        is_attempt: is_attempt(run),
        solved: run.status == Status::Solved,
        values: [value(&measures[0]), value(&measures[1])],
        limits: [limit(&measures[0]), limit(&measures[1])],
        lost: measures.iter().flatten().any(is_lost),
    }
}

/// What tells groups apart, in their order: by place, numbers by value, texts.
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

/// The entry of a group, with how many of its runs solved their instance.
pub(crate) fn entry(group: &Group) -> Entry {
    named(group, &format!("{} ({})", group.name, group.solved_of_all()), true, true)
}

/// An entry of a group, with its line or its marker or both.
pub(crate) fn named(group: &Group, text: &str, line: bool, marker: bool) -> Entry {
    let Look { color, dash, marker: form } = group.look;
    Entry { color, dash: line.then_some(dash), marker: marker.then_some(form), text: text.to_owned() }
}
