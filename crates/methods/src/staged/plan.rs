//! Plans: the order in which a staged search places the tiles.

use tilebench_puzzle::Grid;

use super::stage_state::StageState;

/// A named plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StagePlan {
    /// 15-puzzle only: 1; 2; 5; 3 and 4; 9 and 13; all others, for the goal with the blank last,
    /// and mirrored for a blank in another corner.
    SixTargets,
    /// Any board: rows from the side away from the blank's goal, then columns, each tile by tile
    /// with its last two together, and the last 2x2 as one.
    RowsColumns,
}

/// The goal cells that a stage fills.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// The cells, in the order in which the plan lists them.
    pub cells: Vec<usize>,
}

impl StagePlan {
    /// All plans with the names that experiment files use.
    pub const ALL: &'static [(&'static str, Self)] =
        &[("six-targets", Self::SixTargets), ("rows-columns", Self::RowsColumns)];

    /// The plan's stages on `domain`.
    ///
    /// # Errors
    ///
    /// The reason why the plan does not support the domain.
    pub fn stages<D: Grid>(self, domain: &D) -> Result<Vec<Stage>, String> {
        let (rows, cols, blank) = (domain.rows(), domain.cols(), domain.goal_cell(0));
        let mut lists = match self {
            Self::SixTargets => six_targets(rows, cols, blank)?,
            Self::RowsColumns => rows_columns(rows, cols, blank),
        };
        let placed: Vec<usize> = lists.concat();
        lists.push((0..rows * cols).filter(|cell| *cell != blank && !placed.contains(cell)).collect());
        debug_assert!(lists.iter().all(|cells| cells.len() <= StageState::MAX_TILES), "a stage too large to pack");
        Ok(lists.into_iter().map(|cells| Stage { cells }).collect())
    }
}

fn six_targets(rows: usize, cols: usize, blank: usize) -> Result<Vec<Vec<usize>>, String> {
    let (row, col) = (blank / cols, blank % cols);
    if (rows, cols) != (4, 4) || !matches!(row, 0 | 3) || !matches!(col, 0 | 3) {
        return Err(
            "plan six-targets is for 4x4 boards whose goal has the blank in a corner: use plan rows-columns".to_owned()
        );
    }
    let mirrored = |cell: usize| {
        let at_row = if row == 0 { 3 - cell / 4 } else { cell / 4 };
        let at_col = if col == 0 { 3 - cell % 4 } else { cell % 4 };
        4 * at_row + at_col
    };
    let targets: [&[usize]; 5] = [&[0], &[1], &[4], &[2, 3], &[8, 12]];
    Ok(targets.iter().map(|cells| cells.iter().map(|&cell| mirrored(cell)).collect()).collect())
}

/// Removes lines without the blank's goal cell from the board until 2x2 cells are left.
fn rows_columns(rows: usize, cols: usize, blank: usize) -> Vec<Vec<usize>> {
    let (mut top, mut bottom, mut left, mut right) = (0, rows, 0, cols);
    let mut stages = Vec::new();
    while bottom - top > 2 {
        let row = if blank / cols == top { bottom - 1 } else { top };
        if row == top {
            top += 1;
        } else {
            bottom -= 1;
        }
        line(&mut stages, &(left..right).map(|col| row * cols + col).collect::<Vec<_>>());
    }
    while right - left > 2 {
        let col = if blank % cols == left { right - 1 } else { left };
        if col == left {
            left += 1;
        } else {
            right -= 1;
        }
        line(&mut stages, &(top..bottom).map(|row| row * cols + col).collect::<Vec<_>>());
    }
    stages
}

/// A line tile by tile, with its last two tiles together.
fn line(stages: &mut Vec<Vec<usize>>, cells: &[usize]) {
    let (singles, pair) = cells.split_at(cells.len() - 2);
    stages.extend(singles.iter().map(|&cell| vec![cell]));
    stages.push(pair.to_vec());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_targets_are_mirrored_to_the_corner_of_the_blank() {
        assert_eq!(six_targets(4, 4, 15), Ok(vec![vec![0], vec![1], vec![4], vec![2, 3], vec![8, 12]]));
        assert_eq!(six_targets(4, 4, 0), Ok(vec![vec![15], vec![14], vec![11], vec![13, 12], vec![7, 3]]));
        assert!(six_targets(4, 4, 5).is_err());
        assert!(six_targets(3, 5, 14).is_err());
    }

    #[test]
    fn rows_and_columns_are_removed_until_a_2x2_with_the_blanks_goal_is_left() {
        assert_eq!(rows_columns(3, 3, 8), [vec![0], vec![1, 2], vec![3, 6]]);
        for (rows, cols) in [(2, 2), (3, 3), (4, 4), (5, 5), (2, 12), (12, 2), (3, 8)] {
            for blank in 0..rows * cols {
                let cells = rows_columns(rows, cols, blank).concat();
                assert_eq!(cells.len(), rows * cols - 4);
                assert!(!cells.contains(&blank));
            }
        }
    }
}
