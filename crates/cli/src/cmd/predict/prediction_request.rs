//! The iterations of a folder for which predictions are computed, grouped by the inputs of a prediction.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use anyhow::{Context, Result};
use tilebench_runner::catalog::{Board, Goal, Size};
use tilebench_runner::record::{Folder, Run};

/// The inputs that determine a heuristic's distribution.
#[derive(Clone, Debug)]
pub(super) struct PredictionGroup {
    pub(super) rows: u32,
    pub(super) cols: u32,
    pub(super) size: Size,
    pub(super) goal: Board,
    /// The goal as the runs have it.
    pub(super) goal_text: String,
    pub(super) heuristic: String,
}

/// By the cell of the blank: the thresholds of the iterations that were run.
pub(super) type ThresholdsByBlank = BTreeMap<usize, BTreeSet<u32>>;

/// The iterations of a folder that can be predicted.
#[derive(Debug, Default)]
pub(super) struct PredictionRequest {
    /// By size, goal and heuristic, in that order.
    pub(super) groups: Vec<(PredictionGroup, ThresholdsByBlank)>,
    /// The runs left out, for their start is not recorded.
    pub(super) without_board: u64,
    /// The runs left out, for the formula is for unit costs and moves of single tiles.
    pub(super) with_costs: u64,
}

/// The key of a group: rows, columns, goal, heuristic.
type GroupKey = (u32, u32, String, String);

impl PredictionRequest {
    /// Reads `folder`, keeping only the ids of its runs in memory.
    pub(super) fn read(folder: &Folder) -> Result<Self> {
        let mut places: HashMap<String, (usize, usize)> = HashMap::new();
        let mut keys: BTreeMap<GroupKey, usize> = BTreeMap::new();
        let (mut without_board, mut with_costs) = (0, 0);
        folder.each_row(|run| {
            if !is_predicted(&run) {
                return;
            }
            if run.cost_model != "unit" || run.metric == "multi" {
                with_costs += 1;
                return;
            }
            let Some((rows, cols)) = run.rows.zip(run.cols) else { return };
            let Some(blank) = run.board.split_whitespace().position(|tile| tile == "0") else {
                without_board += 1;
                return;
            };
            let next = keys.len();
            let key = (rows, cols, run.goal, run.heuristic);
            let group = *keys.entry(key).or_insert(next);
            places.insert(run.run_id, (group, blank));
        })?;
        let mut thresholds_by_blank = vec![ThresholdsByBlank::new(); keys.len()];
        folder.each_iteration(|row| {
            if let Some(&(group, blank)) = places.get(&row.run_id) {
                thresholds_by_blank[group].entry(blank).or_default().insert(row.threshold);
            }
        })?;
        let mut groups = Vec::new();
        for (key, place) in keys {
            let thresholds_by_blank = std::mem::take(&mut thresholds_by_blank[place]);
            if !thresholds_by_blank.is_empty() {
                groups.push((group(key)?, thresholds_by_blank));
            }
        }
        Ok(Self { groups, without_board, with_costs })
    }
}

/// Whether the formula applies to the run: f differs with another weight, and options prune other nodes.
fn is_predicted(run: &Run) -> bool {
    run.algorithm == "idastar" && run.weight_value() == Some(1.0) && run.options.is_empty()
}

fn group((rows, cols, goal_text, heuristic): GroupKey) -> Result<PredictionGroup> {
    let size = Size::new(usize::try_from(rows)?, usize::try_from(cols)?)?;
    let goal = Goal::parse(&goal_text, Some(size)).and_then(|goal| goal.board(size));
    let goal = goal.with_context(|| format!("the goal of the runs, '{goal_text}'"))?;
    Ok(PredictionGroup { rows, cols, size, goal, goal_text, heuristic })
}
