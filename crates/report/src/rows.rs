//! The rows of a folder become runs: the last row of each, if it is selected.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use tilebench_record as record;
use tilebench_record::Status;

use crate::column::{self, Column};
use crate::expression::Filter;
use crate::run::{Run, Value};

/// Texts that were met, each of them once in memory.
#[derive(Debug, Default)]
pub(crate) struct Texts(HashSet<Rc<str>>);

impl Texts {
    /// `run` without the values that reports do not need.
    pub(crate) fn of(&mut self, run: &record::Run) -> Run {
        let fault = |text| if run.status.is_unexplained() { text } else { "" };
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
    /// For each run, whether it is selected.
    selected: Vec<bool>,
}

/// The runs to read, and the columns to read in addition to those that reports keep.
#[derive(Debug, Default)]
pub(crate) struct Selection {
    /// Selects the runs; all if it is `None`. It was parsed with the names of all columns.
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

    /// Drops the runs that are not selected, and returns their number.
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
