//! Published numbers of boards at each distance from a goal: `instances/published/depths.csv`, compiled
//! in.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;
use std::str::FromStr;
use std::sync::LazyLock;

use tilebench_core::Cost;
use tilebench_puzzle::{Board, Metric, Size};

const TEXT: &str = include_str!("../instances/published/depths.csv");

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

/// The published numbers for a goal in a metric, if there are any. They depend only on the size and the class of the
/// blank's cell, and are the same for the transposed board.
#[must_use]
pub fn published_depths(goal: &Board, metric: Metric) -> Option<PublishedDepths> {
    let size = goal.size();
    let name = format!("{}x{}", size.rows().min(size.cols()), size.rows().max(size.cols()));
    published_depths_of(&name, metric, blank_class(size, goal.blank()))
}

/// The published numbers by the keys of the file: a size such as `3x4`, the metric, and the goal's blank in a `corner`, at an
/// `edge` or in the `center`; of another domain its name and size, such as `pancake:9`, and no blank.
#[must_use]
pub fn published_depths_of(size: &str, metric: Metric, blank: &str) -> Option<PublishedDepths> {
    let mut published = PublishedDepths::default();
    for [puzzle, puzzle_metric, blank_class, depth, states, complete] in rows() {
        if (puzzle, puzzle_metric, blank_class) == (size, metric.name(), blank) {
            published.states.insert(number(depth), number(states));
            published.complete = complete == "yes";
        }
    }
    (!published.states.is_empty()).then_some(published)
}

/// The distance of the farthest board from a goal in a metric, if all distances are published.
#[must_use]
pub fn max_distance(goal: &Board, metric: Metric) -> Option<Cost> {
    // Read once, because it is requested for every run.
    static MAX_DISTANCES: LazyLock<HashMap<(&str, &str, &str), Cost>> = LazyLock::new(|| {
        let complete = rows().filter(|[.., complete]| *complete == "yes");
        complete.fold(HashMap::new(), |mut distances, [size, metric, blank_class, depth, ..]| {
            let known = distances.entry((size, metric, blank_class)).or_default();
            *known = number::<Cost>(depth).max(*known);
            distances
        })
    });
    let size = goal.size();
    let name = format!("{}x{}", size.rows().min(size.cols()), size.rows().max(size.cols()));
    MAX_DISTANCES.get(&(name.as_str(), metric.name(), blank_class(size, goal.blank()))).copied()
}

/// The rows of the file, without comments and the header.
fn rows() -> impl Iterator<Item = [&'static str; 6]> {
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
        for [puzzle, metric, blank, depth, states, complete] in rows() {
            assert!(metric.parse::<Metric>().is_ok());
            assert!(number::<Cost>(depth) < 1000 && number::<u64>(states) > 0);
            assert!(["yes", "no"].contains(&complete));
            if let Some(pancakes) = puzzle.strip_prefix("pancake:") {
                assert!(number::<u32>(pancakes) > 1 && (metric, blank) == ("single", ""));
                continue;
            }
            assert!(puzzle.parse::<Size>().is_ok());
            assert!(blank == "corner" || ["3x3", "4x4"].contains(&puzzle), "{blank} of {puzzle} is not one place");
        }
    }

    #[test]
    fn complete_tables_add_up_to_all_states() {
        let mut sums: BTreeMap<[&str; 3], u64> = BTreeMap::new();
        for [puzzle, metric, blank, _, states, complete] in rows() {
            *sums.entry([puzzle, metric, blank]).or_default() += number::<u64>(states) * u64::from(complete == "yes");
        }
        assert_eq!(sums.remove(&["5x5", "single", "corner"]), Some(0));
        assert_eq!(sums.len(), 26 + 6);
        for ([puzzle, metric, blank], sum) in sums {
            // Half of the arrangements of a board reach its goal, and all of a stack.
            let states = match puzzle.strip_prefix("pancake:") {
                Some(pancakes) => (1..=number(pancakes)).product::<u64>(),
                None => (3..=puzzle.parse::<Size>().unwrap().cells() as u64).product(),
            };
            assert_eq!(sum, states, "{puzzle} {metric} {blank}");
        }
        let goal = Goal::BlankLast.board("4x3".parse().unwrap()).unwrap();
        assert_eq!(published_depths(&goal, Metric::Multi).unwrap().at(500), Some(0));
    }

    #[test]
    fn the_maximum_distance_is_that_of_complete_tables() {
        let of = |size: &str| {
            let goal = Goal::BlankFirst.board(size.parse().unwrap()).unwrap();
            Metric::ALL.map(|metric| max_distance(&goal, metric))
        };
        for (size, single, multi) in
            [("2x2", 6, 6), ("3x3", 31, 24), ("4x3", 53, 33), ("3x5", 84, 44), ("2x8", 140, 57), ("4x4", 80, 43)]
        {
            assert_eq!(of(size), [Some(single), Some(multi)], "{size}");
        }
        assert_eq!(of("5x5"), [None, None]);
    }

    #[test]
    fn numbers_depend_on_the_class_of_the_blanks_cell_and_unpublished_ones_are_none() {
        let at = |tiles: &str, depth| {
            let goal = Board::parse(tiles, None).unwrap();
            published_depths(&goal, Metric::Single).and_then(|published| published.at(depth))
        };
        assert_eq!(at("0 1 2 3 4 5 6 7 8", 1), Some(2));
        assert_eq!(at("1 0 2 3 4 5 6 7 8", 1), Some(3));
        assert_eq!(at("1 2 3 4 0 5 6 7 8", 1), Some(4));
        assert_eq!(at("0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15", 80), Some(17));
        assert_eq!(at("0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15", 81), Some(0));
        let goal = Goal::BlankFirst.board("5x5".parse().unwrap()).unwrap();
        assert_eq!(published_depths(&goal, Metric::Single).unwrap().at(200), None);
        let goal = Goal::BlankFirst.board("2x9".parse().unwrap()).unwrap();
        assert_eq!(published_depths(&goal, Metric::Single), None);
    }
}
