//! Published numbers of boards at each distance from a goal: `instances/published/depths.csv`, compiled
//! in.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;
use std::str::FromStr;
use std::sync::LazyLock;

use tilebench_core::Cost;
use tilebench_puzzle::{Board, Size};

const TEXT: &str = include_str!("../../../instances/published/depths.csv");

/// The published numbers of boards at distances from one goal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PublishedDepths {
    /// By distance: the number of boards, for the first distances and sometimes the last.
    pub states: BTreeMap<Cost, u64>,
    /// Whether all distances are included.
    pub complete: bool,
}

impl PublishedDepths {
    /// The number at a distance; 0 beyond the last of a complete table.
    #[must_use]
    pub fn at(&self, depth: Cost) -> Option<u64> {
        self.states.get(&depth).copied().or(self.complete.then_some(0))
    }
}

/// The published numbers for a goal, if there are any. They depend only on the size and the class of the blank's cell,
/// and are the same for the transposed board.
#[must_use]
pub fn published_depths(goal: &Board) -> Option<PublishedDepths> {
    let size = goal.size();
    let name = format!("{}x{}", size.rows().min(size.cols()), size.rows().max(size.cols()));
    published_depths_of(&name, blank_class(size, goal.blank()))
}

/// The published numbers by the keys of the file: a size such as `3x4`, and the goal's blank in a `corner`, at an `edge`
/// or in the `center`.
#[must_use]
pub fn published_depths_of(size: &str, blank: &str) -> Option<PublishedDepths> {
    let mut published = PublishedDepths::default();
    for [puzzle, blank_class, depth, states, complete] in rows() {
        if (puzzle, blank_class) == (size, blank) {
            published.states.insert(number(depth), number(states));
            published.complete = complete == "yes";
        }
    }
    (!published.states.is_empty()).then_some(published)
}

/// The distance of the farthest board from a goal, if all distances are published.
#[must_use]
pub fn max_distance(goal: &Board) -> Option<Cost> {
    // Read once, because it is requested for every run.
    static MAX_DISTANCES: LazyLock<HashMap<(&str, &str), Cost>> = LazyLock::new(|| {
        let complete = rows().filter(|[.., complete]| *complete == "yes");
        complete.fold(HashMap::new(), |mut distances, [size, blank_class, depth, ..]| {
            let known = distances.entry((size, blank_class)).or_default();
            *known = number::<Cost>(depth).max(*known);
            distances
        })
    });
    let size = goal.size();
    let name = format!("{}x{}", size.rows().min(size.cols()), size.rows().max(size.cols()));
    MAX_DISTANCES.get(&(name.as_str(), blank_class(size, goal.blank()))).copied()
}

/// The rows of the file, without comments and the header.
fn rows() -> impl Iterator<Item = [&'static str; 5]> {
    let lines = TEXT.lines().filter(|line| !line.starts_with('#')).skip(1);
    lines.map(|line| line.split(',').collect::<Vec<_>>().try_into().expect("a test reads every row of the file"))
}

fn number<T: FromStr<Err: Debug>>(text: &str) -> T {
    text.parse().expect("a test reads every row of the file")
}

/// The class of a cell, as in the file. On the sizes with classes other than corners, all cells of a class are
/// equivalent: a rotation or reflection of the board takes one to the other.
fn blank_class(size: Size, cell: usize) -> &'static str {
    let (row, col) = (size.row(cell), size.col(cell));
    let ends = [row == 0 || row + 1 == size.rows(), col == 0 || col + 1 == size.cols()];
    match ends {
        [true, true] => "corner",
        [false, false] => "center",
        _ => "edge",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilebench_puzzle::Goal;

    #[test]
    fn every_row_of_the_file_is_read() {
        let lines = TEXT.lines().filter(|line| !line.starts_with('#')).count() - 1;
        assert_eq!(rows().count(), lines);
        for [puzzle, blank, depth, states, complete] in rows() {
            assert!(puzzle.parse::<Size>().is_ok() && number::<Cost>(depth) < 1000 && number::<u64>(states) > 0);
            assert!(blank == "corner" || ["3x3", "4x4"].contains(&puzzle), "{blank} of {puzzle} is not one place");
            assert!(["yes", "no"].contains(&complete));
        }
    }

    #[test]
    fn complete_tables_add_up_to_all_boards() {
        for (size, states) in [("2x2", 12), ("3x2", 360), ("3x3", 181_440), ("4x3", 239_500_800), ("2x6", 239_500_800)]
        {
            let goal = Goal::BlankLast.board(size.parse().unwrap()).unwrap();
            let published = published_depths(&goal).unwrap();
            assert!(published.complete);
            assert_eq!(published.states.values().sum::<u64>(), states, "{size}");
            assert_eq!(published.at(500), Some(0));
        }
    }

    #[test]
    fn the_maximum_distance_is_that_of_complete_tables() {
        let of = |size: &str| max_distance(&Goal::BlankFirst.board(size.parse().unwrap()).unwrap());
        assert_eq!(
            [of("2x2"), of("3x3"), of("4x3"), of("4x4"), of("5x5")],
            [Some(6), Some(31), Some(53), Some(80), None]
        );
    }

    #[test]
    fn numbers_depend_on_the_class_of_the_blanks_cell_and_unpublished_ones_are_none() {
        let at = |tiles: &str, depth| {
            let goal = Board::parse(tiles, None).unwrap();
            published_depths(&goal).and_then(|published| published.at(depth))
        };
        assert_eq!(at("0 1 2 3 4 5 6 7 8", 1), Some(2));
        assert_eq!(at("1 0 2 3 4 5 6 7 8", 1), Some(3));
        assert_eq!(at("1 2 3 4 0 5 6 7 8", 1), Some(4));
        assert_eq!(at("0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15", 80), Some(17));
        assert_eq!(at("0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15", 81), Some(0));
        let goal = Goal::BlankFirst.board("5x5".parse().unwrap()).unwrap();
        assert_eq!(published_depths(&goal).unwrap().at(200), None);
        let goal = Goal::BlankFirst.board("2x9".parse().unwrap()).unwrap();
        assert_eq!(published_depths(&goal), None);
    }
}
