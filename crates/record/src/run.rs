//! One run: a row of `runs.csv`.

mod columns;

use serde::{Deserialize, Serialize};

use crate::cells::{BadCell, Cells};
use crate::table::Row;
use crate::{Column, EndedBy, Proof, Status};

/// One run of one configuration on one instance, the fields named and ordered as the columns of
/// `runs.csv` and the keys of a run as JSON.
///
/// A count that is not known is `None` and an empty field, never 0: a killed run took its counts with it, and an external
/// solver may report none.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// The hash of all that decides the run: see [`run_id`](crate::run_id).
    pub run_id: String,
    /// The experiment's name.
    pub experiment: String,
    /// The instance set's name.
    pub set: String,
    /// The instance's name in its set.
    pub instance: String,
    /// The rows of the board.
    pub rows: u32,
    /// The columns of the board.
    pub cols: u32,
    /// The start, as board text.
    pub board: String,
    /// The goal: its name or its board text.
    pub goal: String,
    /// The configuration's display name, unique in its experiment.
    pub solver: String,
    /// The algorithm's name.
    pub algorithm: String,
    /// The heuristic's name, empty where the algorithm takes none.
    pub heuristic: String,
    /// The weight as exact text, `1.5` or `4/3`, empty where the algorithm takes none.
    pub weight: String,
    /// The operator order.
    pub order: String,
    /// The seed of everything random.
    pub seed: u64,
    /// Which repetition of the same run this is.
    pub repeat: u32,
    /// How the run ended.
    pub status: Status,
    /// What the run proves of `length`.
    pub proof: Proof,
    /// The moves of the path found.
    pub length: Option<u32>,
    /// The known length of a shortest path.
    pub optimal: Option<u32>,
    /// The heuristic's value of the start.
    pub h0: Option<u32>,
    /// Nodes expanded.
    pub expanded: Option<u64>,
    /// Nodes generated, the start included: a search that began has at least 1.
    pub generated: Option<u64>,
    /// Nodes put back on open.
    pub reopened: Option<u64>,
    /// Heuristic evaluations.
    pub evaluated: Option<u64>,
    /// Iterations or stages.
    pub iterations: Option<u64>,
    /// The most nodes the open list held.
    pub peak_open: Option<u64>,
    /// The most nodes the closed list held.
    pub peak_closed: Option<u64>,
    /// The most bytes the algorithm's own structures held.
    pub peak_bytes: Option<u64>,
    /// The most bytes the process held, where that is known of this run alone.
    pub peak_rss: Option<u64>,
    /// Seconds spent building or loading tables, outside the search.
    pub setup_s: f64,
    /// Seconds of the search by the clock.
    pub wall_s: f64,
    /// Seconds of the search by the processor, summed over its threads: by the clock of the one thread, or, where it
    /// has several, by that of the process, which makes no other run meanwhile.
    pub cpu_s: f64,
    /// The path found, as blank moves.
    pub moves: String,
    /// What went wrong, in a sentence.
    pub message: String,
    /// Whatever else the configuration was given, as text.
    #[serde(default)]
    pub options: String,
    /// The time limit the run was held to, in seconds.
    #[serde(default)]
    pub time_limit_s: Option<f64>,
    /// The node limit the run was held to.
    #[serde(default)]
    pub node_limit: Option<u64>,
    /// The memory limit the run was held to, in MiB.
    #[serde(default)]
    pub memory_limit_mb: Option<u64>,
    /// The moves of the path found, equal ones in a row counted once.
    #[serde(default)]
    pub move_runs: Option<u32>,
    /// The slots of the hash table at the end, where it was measured.
    #[serde(default)]
    pub table_slots: Option<u64>,
    /// The states in it, where it was measured.
    #[serde(default)]
    pub table_states: Option<u64>,
    /// The slots looked at to find each of these once, summed, where that was measured.
    #[serde(default)]
    pub table_probes: Option<u64>,
    /// The slots looked at for the state that is found last, where that was measured.
    #[serde(default)]
    pub table_longest: Option<u64>,
    /// The limit on the search's files that the run was held to, in MiB.
    #[serde(default)]
    pub disk_limit_mb: Option<u64>,
    /// The most bytes of files that the search had at once.
    #[serde(default)]
    pub peak_disk: Option<u64>,
    /// The limit on processor time that the run was held to, in seconds.
    #[serde(default)]
    pub cpu_limit_s: Option<f64>,
    /// The limit on the moves of a path that the run was held to.
    #[serde(default)]
    pub depth_limit: Option<u64>,
    /// By which means a limit ended the run: see [`EndedBy`](crate::EndedBy). Empty where none did.
    #[serde(default)]
    pub ended_by: Option<EndedBy>,
    /// How far the run went beyond the limit that ended it, in that limit's unit: seconds, nodes, MiB or moves.
    #[serde(default)]
    pub overshoot: Option<f64>,
    /// The signal that its process died of.
    #[serde(default)]
    pub signal: Option<u32>,
    /// The instructions of the search outside of the system's kernel, where they could be counted.
    #[serde(default)]
    pub instructions: Option<u64>,
}

impl Run {
    /// The weight as a number, for axes and means; empty where there is none.
    #[must_use]
    pub fn weight_value(&self) -> Option<f64> {
        match self.weight.split_once('/') {
            Some((num, den)) => Some(num.parse::<f64>().ok()? / den.parse::<f64>().ok()?),
            None => self.weight.parse().ok(),
        }
        .filter(|value| value.is_finite())
    }

    /// Whether what the search counted was lost because the run was killed at a limit.
    #[must_use]
    pub fn lost_counts(&self) -> bool {
        self.generated.is_none() && matches!(self.ended_by, Some(EndedBy::Runner | EndedBy::System))
    }

    fn forget_counts(&mut self) {
        (self.expanded, self.generated, self.reopened, self.evaluated) = (None, None, None, None);
        (self.iterations, self.peak_open, self.peak_closed) = (None, None, None);
        (self.peak_bytes, self.peak_disk) = (None, None);
    }
}

impl Row for Run {
    const FILE: &'static str = "runs.csv";

    const COLUMNS: &'static [Column] = columns::COLUMNS;

    /// Files from before `options` was added are still read.
    const REQUIRED: usize = 34;

    fn read(cells: &mut Cells<'_>) -> Result<Self, BadCell> {
        let mut run = Self {
            run_id: cells.value()?,
            experiment: cells.value()?,
            set: cells.value()?,
            instance: cells.value()?,
            rows: cells.value()?,
            cols: cells.value()?,
            board: cells.value()?,
            goal: cells.value()?,
            solver: cells.value()?,
            algorithm: cells.value()?,
            heuristic: cells.value()?,
            weight: cells.value()?,
            order: cells.value()?,
            seed: cells.value()?,
            repeat: cells.value()?,
            status: cells.value()?,
            proof: cells.value()?,
            length: cells.value()?,
            optimal: cells.value()?,
            h0: cells.value()?,
            expanded: cells.value()?,
            generated: cells.value()?,
            reopened: cells.value()?,
            evaluated: cells.value()?,
            iterations: cells.value()?,
            peak_open: cells.value()?,
            peak_closed: cells.value()?,
            peak_bytes: cells.value()?,
            peak_rss: cells.value()?,
            setup_s: cells.value()?,
            wall_s: cells.value()?,
            cpu_s: cells.value()?,
            moves: cells.value()?,
            message: cells.value()?,
            options: cells.value()?,
            time_limit_s: cells.value()?,
            node_limit: cells.value()?,
            memory_limit_mb: cells.value()?,
            move_runs: cells.value()?,
            table_slots: cells.value()?,
            table_states: cells.value()?,
            table_probes: cells.value()?,
            table_longest: cells.value()?,
            disk_limit_mb: cells.value()?,
            peak_disk: cells.value()?,
            cpu_limit_s: cells.value()?,
            depth_limit: cells.value()?,
            ended_by: cells.value()?,
            overshoot: cells.value()?,
            signal: cells.value()?,
            instructions: cells.value()?,
        };
        // Versions before this rule wrote 0 if nothing was counted.
        if run.generated == Some(0) && run.expanded == Some(0) {
            run.forget_counts();
        }
        Ok(run)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ColumnKind;

    #[test]
    fn the_keys_of_a_run_as_json_are_the_columns() {
        let json = serde_json::to_value(Run::default()).unwrap();
        let mut keys: Vec<&str> = json.as_object().unwrap().keys().map(String::as_str).collect();
        let mut columns: Vec<&str> = Run::COLUMNS.iter().map(|column| column.name).collect();
        keys.sort_unstable();
        columns.sort_unstable();
        assert_eq!(keys, columns);
    }

    #[test]
    fn columns_of_names_list_exactly_the_names_there_are() {
        let names = |name: &str| match Run::COLUMNS.iter().find(|column| column.name == name).unwrap().kind {
            ColumnKind::OneOf(names) => names.to_vec(),
            kind => panic!("{kind}"),
        };
        assert_eq!(names("status"), Status::ALL.iter().map(|status| status.name()).collect::<Vec<_>>());
        assert_eq!(names("proof"), Proof::ALL.iter().map(|proof| proof.name()).collect::<Vec<_>>());
        assert_eq!(names("ended_by"), EndedBy::ALL.iter().map(|by| by.name()).collect::<Vec<_>>());
    }

    #[test]
    fn weights_are_decimals_or_ratios_and_anything_else_is_no_number() {
        let value = |weight: &str| Run { weight: weight.into(), ..Run::default() }.weight_value();
        assert_eq!(value("1.5"), Some(1.5));
        assert_eq!(value("9/4"), Some(2.25));
        assert_eq!(value(""), None);
        assert_eq!(value("1/0"), None);
    }
}
