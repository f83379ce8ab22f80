//! A run as reports need it: a record without what nobody draws or tabulates.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use tilebench_record as record;
use tilebench_record::{EndedBy, Proof, Status};

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
    /// Nodes expanded.
    pub(crate) expanded: u64,
    /// Nodes generated.
    pub(crate) generated: u64,
    /// The most bytes the algorithm's own structures held.
    pub(crate) peak_bytes: u64,
    /// Seconds of the search by the clock.
    pub(crate) wall_s: f64,
    /// Where it stands for several repeats, the longest of their times less the shortest, over the median.
    pub(crate) spread: Option<f64>,
    /// What went wrong, empty unless it is a fault of the program.
    pub(crate) message: Rc<str>,
    /// The time limit the run was held to, in seconds.
    pub(crate) time_limit_s: Option<f64>,
    /// The node limit the run was held to.
    pub(crate) node_limit: Option<u64>,
    /// Whether it was killed at a limit, and with it what it had counted.
    pub(crate) killed: bool,
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
            message: self.once(fault(&run.message)),
            time_limit_s: run.time_limit_s,
            node_limit: run.node_limit,
            killed: matches!(run.ended_by, Some(EndedBy::Runner | EndedBy::System)),
        }
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
}

impl Rows {
    /// Adds a row.
    pub(crate) fn add(&mut self, row: &record::Run) {
        let run = self.texts.of(row);
        if let Some(&place) = self.places.get(row.run_id.as_str()) {
            self.runs[place] = run;
            self.superseded += 1;
            return;
        }
        if self.runs.is_empty() {
            self.experiment.clone_from(&row.experiment);
        }
        self.places.insert(row.run_id.as_str().into(), self.runs.len());
        self.runs.push(run);
    }
}
