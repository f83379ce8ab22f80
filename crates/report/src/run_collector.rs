//! Collects the runs of the rows of a folder: the last row of each run, if it is selected.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use tilebench_record as record;
use tilebench_record::Status;

use crate::column::{ChartColumn, Columns};
use crate::expression::Filter;
use crate::run::{ReportRun, RequestedValue};

/// Texts, each of them once in memory.
#[derive(Debug, Default)]
pub(crate) struct Interner(HashSet<Arc<str>>);

impl Interner {
    /// `run` without the values that reports do not need.
    pub(crate) fn slim(&mut self, run: &record::Run) -> ReportRun {
        let fault = |text| if run.status.is_unexplained() { text } else { "" };
        ReportRun {
            id: self.intern(fault(&run.run_id)),
            row: 0,
            set: self.intern(&run.problem_set()),
            instance: self.intern(&run.instance),
            rows: run.rows,
            cols: run.cols,
            solver: self.intern(&run.solver),
            algorithm: self.intern(&run.algorithm),
            heuristic: self.intern(&run.heuristic),
            weight: self.intern(&run.weight),
            weight_value: run.weight_value(),
            options: self.intern(&run.options),
            order: self.intern(&run.order),
            seed: run.seed,
            repeat: run.repeat,
            status: run.status,
            proof: run.proof,
            length: run.length,
            cost: run.model_cost(),
            optimal: run.optimal,
            h0: run.h0,
            expanded: run.expanded,
            generated: run.generated,
            peak_bytes: run.peak_bytes,
            wall_s: run.wall_s,
            spread: None,
            repeats: 1,
            solved_repeats: u32::from(run.status == Status::Solved),
            message: self.intern(fault(&run.message)),
            limits: self.intern(&limits(run)),
            time_limit_s: run.time_limit_s,
            node_limit: run.node_limit,
            lost_counts: run.lost_counts(),
            is_outside: false,
            anytime: None,
            requested: Box::default(),
        }
    }

    /// The values of `columns` in `run`.
    fn requested(&mut self, columns: &[&ChartColumn], run: &record::Run) -> Box<[RequestedValue]> {
        let value = |column: &&ChartColumn| match column.requested_value(run) {
            RequestedValue::Text(text) => RequestedValue::Text(self.intern(&text)),
            value => value,
        };
        columns.iter().map(value).collect()
    }

    fn intern(&mut self, text: &str) -> Arc<str> {
        if let Some(known) = self.0.get(text) {
            return Arc::clone(known);
        }
        let new: Arc<str> = text.into();
        self.0.insert(Arc::clone(&new));
        new
    }
}

/// All limits of `run` as text; equal limits have equal texts.
fn limits(run: &record::Run) -> String {
    let record::Run { time_limit_s, cpu_limit_s, node_limit, depth_limit, memory_limit_mib, disk_limit_mib, .. } = run;
    format!("{time_limit_s:?} {cpu_limit_s:?} {node_limit:?} {depth_limit:?} {memory_limit_mib:?} {disk_limit_mib:?}")
}

/// The runs of a folder, added row by row.
#[derive(Debug, Default)]
pub(crate) struct RunCollector {
    /// The runs in the order of their first rows, with the values of their last rows.
    pub(crate) runs: Vec<ReportRun>,
    /// The number of rows that do not count, since their runs were repeated later.
    pub(crate) superseded: usize,
    /// The experiment's name.
    pub(crate) experiment: String,
    places: HashMap<Box<str>, usize>,
    interner: Interner,
    selection: RunSelection,
    /// For each run, whether it is selected.
    selected: Vec<bool>,
}

/// The runs to read, and the columns to read in addition to those that reports keep.
#[derive(Debug, Default)]
pub(crate) struct RunSelection {
    /// Selects the runs; all if it is `None`. It was parsed with the names of all columns.
    pub(crate) filter: Option<Filter>,
    /// Selects the shown runs by outcomes; the others still count.
    pub(crate) outcomes: Option<Filter>,
    /// The columns.
    pub(crate) requested: Vec<&'static ChartColumn>,
    /// All columns, by whose indices the filters name them.
    pub(crate) known: Columns,
}

impl RunSelection {
    fn holds(&self, run: &record::Run) -> bool {
        self.is_met(self.filter.as_ref(), run)
    }

    fn shows(&self, run: &record::Run) -> bool {
        self.is_met(self.outcomes.as_ref(), run)
    }

    fn is_met(&self, filter: Option<&Filter>, run: &record::Run) -> bool {
        filter.is_none_or(|filter| filter.holds(&|column: usize| self.known.at(column).cell(run)))
    }
}

impl RunCollector {
    /// An empty collector of the runs of `selection`.
    pub(crate) fn new(selection: RunSelection) -> Self {
        Self { selection, ..Self::default() }
    }

    /// Drops the runs that are not selected, and returns their number.
    pub(crate) fn leave_out(&mut self) -> usize {
        let all = self.runs.len();
        let mut selected = self.selected.iter();
        self.runs.retain(|_| selected.next().is_none_or(|selected| *selected));
        all - self.runs.len()
    }

    /// Adds a row of the plan, the one at `index` in the file.
    pub(crate) fn add(&mut self, row: &record::Run, index: u32) {
        let mut run = self.interner.slim(row);
        run.row = index;
        run.requested = self.interner.requested(&self.selection.requested, row);
        run.is_outside = !self.selection.shows(row);
        // The last row of a repeated run counts, for the filter too.
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
