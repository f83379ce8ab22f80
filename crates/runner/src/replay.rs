//! Replaying a path of any domain with code that shares nothing with the searches.

use tilebench_catalog::{Cost, CostModel, InstanceState, Metric, count_move_runs, parse_moves, replay_in_domain};
use tilebench_verify::{check_path, count_slides, path_cost};

/// A path that was replayed from its start to its goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ReplayedPath {
    /// The number of its moves.
    pub(crate) length: u32,
    /// Its cost in the unit of the cost model.
    pub(crate) cost: Cost,
    /// Runs of equal moves, on a board.
    pub(crate) move_runs: Option<u32>,
    /// A divisor of the difference of the costs of any two paths between the same states.
    pub(crate) cost_divisor: Cost,
}

/// Replays recorded moves.
///
/// # Errors
///
/// One sentence, if they are not moves from `start` to `goal`.
///
/// # Panics
///
/// If `start` and `goal` are of different domains.
pub(crate) fn replay(
    start: &InstanceState,
    goal: &InstanceState,
    moves: &str,
    cost_model: &CostModel,
    metric: Metric,
) -> Result<ReplayedPath, String> {
    let (board, goal) = match (start, goal) {
        (InstanceState::Board(board), InstanceState::Board(goal)) => (board, goal),
        (InstanceState::Other(start), InstanceState::Other(goal)) => {
            let replayed = replay_in_domain(start, goal, moves, cost_model.name);
            let (length, cost) = replayed.map_err(|refusal| refusal.to_string())?;
            return Ok(ReplayedPath { length, cost, move_runs: None, cost_divisor: 1 });
        }
        _ => panic!("the start {start} and the goal {goal} are of different domains"),
    };
    let text = |refusal: tilebench_verify::VerifyError| refusal.to_string();
    let moves = parse_moves(moves).map_err(|error| error.to_string())?;
    let single_moves = check_path(board, goal, &moves).map_err(text)?;
    let (length, cost) = match metric {
        Metric::Single => {
            let costs = cost_model.costs(board.size()).map_err(|error| error.to_string())?;
            (single_moves, path_cost(board, &moves, &costs).map_err(text)?)
        }
        Metric::Multi => {
            let slides = count_slides(&moves).map_err(text)?;
            (slides, slides)
        }
    };
    // Two paths between the same boards move each tile a number of times of the same parity.
    let cost_divisor = if metric == Metric::Single { 2 } else { 1 };
    Ok(ReplayedPath { length, cost, move_runs: u32::try_from(count_move_runs(&moves)).ok(), cost_divisor })
}
