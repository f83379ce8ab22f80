//! A run as reports need it: a record without what nobody draws or tabulates.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use tilebench_record as record;
use tilebench_record::{Proof, Status};

use crate::column::{self, Column};
use crate::expression::{Filter, written};

/// A run in memory: a million of them take some hundreds of megabytes, where whole records take gigabytes.
///
/// The path, the board and most counts stay in the folder; texts that many runs have are there once.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Run {
    /// The run's name, empty unless it is a fault of the program.
    pub(crate) id: Rc<str>,
    /// The instance set's name.
    pub(crate) set: Rc<str>,
    /// The instance's name in its set.
    pub(crate) instance: Rc<str>,
    /// The rows of the board.
    pub(crate) rows: u32,
    /// The columns of the board.
    pub(crate) cols: u32,
    /// The configuration's display name.
    pub(crate) solver: Rc<str>,
    /// The algorithm's name.
    pub(crate) algorithm: Rc<str>,
    /// The heuristic's name, if any.
    pub(crate) heuristic: Rc<str>,
    /// The weight as exact text, if any.
    pub(crate) weight: Rc<str>,
    /// The weight as a number.
    pub(crate) weight_value: Option<f64>,
    /// Whatever else the configuration was given.
    pub(crate) options: Rc<str>,
    /// The seed of everything random.
    pub(crate) seed: u64,
    /// Which repetition of the same run this is.
    pub(crate) repeat: u32,
    /// How the run ended.
    pub(crate) status: Status,
    /// What the run proves of `length`.
    pub(crate) proof: Proof,
    /// The moves of the path found.
    pub(crate) length: Option<u32>,
    /// The known length of a shortest path.
    pub(crate) optimal: Option<u32>,
    /// The heuristic's value of the start.
    pub(crate) h0: Option<u32>,
    /// Nodes expanded, if known.
    pub(crate) expanded: Option<u64>,
    /// Nodes generated, if known.
    pub(crate) generated: Option<u64>,
    /// The most bytes the algorithm's own structures held, if known.
    pub(crate) peak_bytes: Option<u64>,
    /// Seconds of the search by the clock.
    pub(crate) wall_s: f64,
    /// If it stands for several repeats, the longest of their times less the shortest, over the median.
    pub(crate) spread: Option<f64>,
    /// How many runs it stands for: repeats and seeds of the same configuration on the same instance.
    pub(crate) repeats: u32,
    /// How many of them solved the instance.
    pub(crate) solved_repeats: u32,
    /// What went wrong, empty unless it is a fault of the program.
    pub(crate) message: Rc<str>,
    /// All limits of the run as text, by which limits are compared.
    pub(crate) limits: Rc<str>,
    /// The time limit the run was held to, in seconds.
    pub(crate) time_limit_s: Option<f64>,
    /// The node limit the run was held to.
    pub(crate) node_limit: Option<u64>,
    /// Whether its counts were lost because it was killed at a limit.
    pub(crate) lost_counts: bool,
    /// Whether a filter on outcomes leaves it out: it counts in every n, and nothing of it is shown.
    pub(crate) is_outside: bool,
    /// Values that were asked for beside these, in the order of asking; none in a report.
    pub(crate) asked: Box<[Value]>,
}

impl Run {
    /// Nodes generated, if known.
    pub(crate) fn nodes(&self) -> Option<f64> {
        self.generated.map(|generated| generated as f64)
    }

    /// Whether some of the repeats it stands for solved the instance and others did not.
    pub(crate) fn is_mixed(&self) -> bool {
        (1..self.repeats).contains(&self.solved_repeats)
    }

    /// Seconds of the search, if there was one: a run that ended before its search took no time.
    pub(crate) fn time(&self) -> Option<f64> {
        Some(self.wall_s).filter(|&seconds| seconds > 0.0)
    }
}

/// A value that was asked for.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum Value {
    /// It is missing.
    #[default]
    None,
    /// A number that is the same in every repeat.
    Number(f64),
    /// A number that was measured, of which the median over repeats counts.
    Measured(f64),
    /// A text.
    Text(Rc<str>),
}

impl Value {
    /// The number that it is, if it is one.
    pub(crate) fn number(&self) -> Option<f64> {
        match self {
            Self::Number(number) | Self::Measured(number) => Some(*number),
            Self::None | Self::Text(_) => None,
        }
    }

    /// Itself as text, nothing where it is missing.
    pub(crate) fn text(&self) -> String {
        match self {
            Self::None => String::new(),
            Self::Number(number) | Self::Measured(number) => written(*number),
            Self::Text(text) => text.to_string(),
        }
    }
}

/// Texts that were met, each of them once in memory.
#[derive(Debug, Default)]
pub(crate) struct Texts(HashSet<Rc<str>>);

impl Texts {
    /// `run` without what reports do not need.
    pub(crate) fn of(&mut self, run: &record::Run) -> Run {
        let fault = |text| if run.status.unexplained() { text } else { "" };
        Run {
            id: self.once(fault(&run.run_id)),
            set: self.once(&run.set),
            instance: self.once(&run.instance),
            rows: run.rows,
            cols: run.cols,
            solver: self.once(&run.solver),
            algorithm: self.once(&run.algorithm),
            heuristic: self.once(&run.heuristic),
            weight: self.once(&run.weight),
            weight_value: run.weight_value(),
            options: self.once(&run.options),
            seed: run.seed,
            repeat: run.repeat,
            status: run.status,
            proof: run.proof,
            length: run.length,
            optimal: run.optimal,
            h0: run.h0,
            expanded: run.expanded,
            generated: run.generated,
            peak_bytes: run.peak_bytes,
            wall_s: run.wall_s,
            spread: None,
            repeats: 1,
            solved_repeats: u32::from(run.status == Status::Solved),
            message: self.once(fault(&run.message)),
            limits: self.once(&limits(run)),
            time_limit_s: run.time_limit_s,
            node_limit: run.node_limit,
            lost_counts: run.lost_counts(),
            is_outside: false,
            asked: Box::default(),
        }
    }

    /// The values of `columns` in `run`.
    fn asked(&mut self, columns: &[&Column], run: &record::Run) -> Box<[Value]> {
        let value = |column: &&Column| match column.value(run) {
            Value::Text(text) => Value::Text(self.once(&text)),
            value => value,
        };
        columns.iter().map(value).collect()
    }

    fn once(&mut self, text: &str) -> Rc<str> {
        if let Some(known) = self.0.get(text) {
            return Rc::clone(known);
        }
        let new: Rc<str> = text.into();
        self.0.insert(Rc::clone(&new));
        new
    }
}

/// All limits of `run`, the same text if they are the same.
fn limits(run: &record::Run) -> String {
    let record::Run { time_limit_s, cpu_limit_s, node_limit, depth_limit, memory_limit_mb, disk_limit_mb, .. } = run;
    format!("{time_limit_s:?} {cpu_limit_s:?} {node_limit:?} {depth_limit:?} {memory_limit_mb:?} {disk_limit_mb:?}")
}

/// The runs of a folder, added row by row.
#[derive(Debug, Default)]
pub(crate) struct Rows {
    /// The runs, in the order in which they first ended; of a run that was run again, its last row.
    pub(crate) runs: Vec<Run>,
    /// How many rows count no more, for their runs were run again.
    pub(crate) superseded: usize,
    /// The experiment's name.
    pub(crate) experiment: String,
    places: HashMap<Box<str>, usize>,
    texts: Texts,
    selection: Selection,
    /// Of each run, whether it is selected.
    selected: Vec<bool>,
}

/// Which runs are wanted, and what of them beside what reports keep.
#[derive(Debug, Default)]
pub(crate) struct Selection {
    /// Which runs there are: all if there is no filter. It was read with the names of all columns.
    pub(crate) filter: Option<Filter>,
    /// Which of them are shown, by outcomes; the others still count.
    pub(crate) outcomes: Option<Filter>,
    /// The columns.
    pub(crate) asked: Vec<&'static Column>,
}

impl Selection {
    fn holds(&self, run: &record::Run) -> bool {
        Self::is_met(self.filter.as_ref(), run)
    }

    fn shows(&self, run: &record::Run) -> bool {
        Self::is_met(self.outcomes.as_ref(), run)
    }

    fn is_met(filter: Option<&Filter>, run: &record::Run) -> bool {
        filter.is_none_or(|filter| filter.holds(&|column: usize| column::ALL[column].of(run)))
    }
}

impl Rows {
    /// No runs yet, of which those of `selection` are wanted.
    pub(crate) fn select(selection: Selection) -> Self {
        Self { selection, ..Self::default() }
    }

    /// Leaves out what is not selected, and tells how many runs that were.
    pub(crate) fn leave_out(&mut self) -> usize {
        let all = self.runs.len();
        let mut selected = self.selected.iter();
        self.runs.retain(|_| selected.next().is_none_or(|selected| *selected));
        all - self.runs.len()
    }

    /// Adds a row of the plan.
    pub(crate) fn add(&mut self, row: &record::Run) {
        let mut run = self.texts.of(row);
        run.asked = self.texts.asked(&self.selection.asked, row);
        run.is_outside = !self.selection.shows(row);
        // Of a run that was run again the last row counts, for the filter too.
        let selected = self.selection.holds(row);
        if let Some(&place) = self.places.get(row.run_id.as_str()) {
            self.runs[place] = run;
            self.selected[place] = selected;
            self.superseded += 1;
            return;
        }
        if self.runs.is_empty() {
            self.experiment.clone_from(&row.experiment);
        }
        self.places.insert(row.run_id.as_str().into(), self.runs.len());
        self.runs.push(run);
        self.selected.push(selected);
    }
}
