//! Checking instance sets before anything is run on them.

use anyhow::Result;
use tilebench_catalog::{InstanceSet, SetGoal, Size};
use tilebench_verify::is_reachable;

/// A fault of an instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InstanceFault {
    /// The instance.
    pub id: String,
    /// The fault, in one sentence.
    pub reason: String,
}

/// Every fault of the set's instances: boards that cannot reach the goal, and known lengths that are impossible. States of
/// other domains are checked when their set is read.
///
/// # Errors
///
/// If the goal does not fit the set's boards.
pub fn instance_faults(set: &InstanceSet) -> Result<Vec<InstanceFault>> {
    let SetGoal::Tiles(goal, size) = &set.goal else { return Ok(Vec::new()) };
    let goal = goal.board(*size)?;
    let mut faults = Vec::new();
    for instance in &set.instances {
        let board = instance.board()?;
        let mut fault = |reason: String| faults.push(InstanceFault { id: instance.id.clone(), reason });
        if !is_reachable(board, &goal) {
            fault(format!("the board {board} cannot reach the goal: swap any two tiles"));
            continue;
        }
        let Some(optimal) = instance.optimal else { continue };
        let distance = manhattan(*size, board.tiles(), goal.tiles());
        if optimal < distance {
            fault(format!("a length of {optimal} is impossible: the Manhattan distance is {distance}"));
        } else if !(optimal - distance).is_multiple_of(2) {
            let parity = if distance.is_multiple_of(2) { "even" } else { "odd" };
            fault(format!("a length of {optimal} is impossible: the length of every path to the goal is {parity}"));
        }
    }
    Ok(faults)
}

/// The Manhattan distance: the sum of the row and column distances of the tiles from their goal cells. Every move
/// changes it by one, so it is a lower bound on the length of any path and has the same parity.
fn manhattan(size: Size, board: &[u16], goal: &[u16]) -> u32 {
    let mut sum = 0;
    for (cell, tile) in board.iter().enumerate().filter(|(_, tile)| **tile != 0) {
        let place = goal.iter().position(|other| other == tile).expect("board and goal have the same tiles");
        sum += size.distance(cell, place);
    }
    u32::try_from(sum).expect("4,096 tiles are fewer than 4,096 moves each from their goals")
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilebench_catalog::{Board, Goal, Instance, load_set, set_names};

    #[test]
    fn the_built_in_sets_have_no_faults() {
        for name in set_names() {
            assert_eq!(instance_faults(&load_set(name).unwrap()).unwrap(), [], "{name}");
        }
    }

    #[test]
    fn impossible_boards_and_lengths_are_found() {
        let set = load_set("random:2x3:1").unwrap();
        let size = set.goal.size().unwrap();
        let board = Board::parse("3 1 2 0 4 5", Some(size)).unwrap();
        let reasons = |board: Board, optimal| {
            let instance = Instance { optimal, ..Instance::new("a", board) };
            let set =
                InstanceSet { goal: SetGoal::Tiles(Goal::BlankFirst, size), instances: vec![instance], ..set.clone() };
            instance_faults(&set).unwrap().into_iter().map(|fault| fault.reason).collect::<Vec<_>>()
        };
        assert_eq!(reasons(board.clone(), Some(1)), [""; 0]);
        assert_eq!(reasons(board.clone(), Some(0)), ["a length of 0 is impossible: the Manhattan distance is 1"]);
        assert_eq!(
            reasons(board.clone(), Some(4)),
            ["a length of 4 is impossible: the length of every path to the goal is odd"]
        );
        assert_eq!(
            reasons(board.swapped(1, 2), None),
            ["the board 3 2 1 0 4 5 cannot reach the goal: swap any two tiles"]
        );
    }
}
