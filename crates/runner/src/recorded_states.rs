//! The start and the goal of a record.

use anyhow::{Context, Result};
use tilebench_catalog::{Board, DomainState, Goal, InstanceState, SetGoal, Size, TILES};
use tilebench_record::Run;

/// The recorded start and goal of a run.
///
/// # Errors
///
/// If they are not states of the recorded domain.
pub fn recorded_states(run: &Run) -> Result<(InstanceState, InstanceState)> {
    let (start, goal) = start_and_goal(run, &run.goal)?;
    Ok((start, goal.state().context("the recorded goal")?))
}

/// The recorded start of a run, and the goal in the text `goal`.
///
/// # Errors
///
/// If they are not states of the recorded domain.
pub(crate) fn start_and_goal(run: &Run, goal: &str) -> Result<(InstanceState, SetGoal)> {
    if run.domain != TILES {
        let goal = DomainState::goal(&run.domain, Some(goal), &run.board).context("the recorded goal")?;
        let start = goal.start(&run.board).context("the recorded start")?;
        return Ok((InstanceState::Other(start), SetGoal::Other(goal)));
    }
    let (rows, cols) = run.rows.zip(run.cols).context("the record has no size of the board")?;
    let size = Size::new(usize::try_from(rows)?, usize::try_from(cols)?)?;
    let board = Board::parse(&run.board, Some(size)).context("the recorded board")?;
    let goal = Goal::parse(goal, Some(size)).context("the recorded goal")?;
    Ok((board.into(), SetGoal::Tiles(goal, size)))
}
