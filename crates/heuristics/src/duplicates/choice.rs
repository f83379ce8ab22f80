//! The choice of duplicates among the strings of one effect, as the program of [`super::batches`] makes it.

use tilebench_puzzle::{Direction, Size};

use super::MoveString;
use super::walk::Rectangle;

/// The order of the directions in the program.
pub const BATCH_ORDER: [Direction; 4] = [Direction::Up, Direction::Right, Direction::Down, Direction::Left];

/// A set of duplicates, compared by its score, then by its strings.
#[derive(Debug, Default, PartialEq, PartialOrd)]
struct DuplicateSet {
    score: f64,
    /// The strings in the order of the list, as numbers that are ordered as strings of equal length: down, left, right, up.
    strings: Vec<u64>,
    /// Their positions in the list.
    positions: Vec<usize>,
}

/// The positions of the duplicates among the `strings` of one effect. Those with fewer than `length` moves remain.
pub(super) fn chosen_duplicates(size: Size, length: u32, strings: &[MoveString]) -> Vec<usize> {
    let candidates = || (0..strings.len()).filter(|at| strings[*at].len() == length);
    let rectangles: Vec<Rectangle> =
        strings.iter().map(|string| Rectangle::of(string.directions(BATCH_ORDER))).collect();
    // Of the candidates with a rectangle that contains no other one, one remains per rectangle.
    let mut classes: Vec<Vec<usize>> = Vec::new();
    for at in candidates() {
        let replaces = |other: usize| {
            let is_smaller = strings[other].len() < length || rectangles[other] != rectangles[at];
            is_smaller && rectangles[at].contains(rectangles[other])
        };
        if !(0..strings.len()).any(replaces) {
            match classes.iter_mut().find(|class| rectangles[class[0]] == rectangles[at]) {
                Some(class) => class.push(at),
                None => classes.push(vec![at]),
            }
        }
    }
    let base = 2.13_f64.powf(50.0 - f64::from(length));
    let set = |remaining: &[usize]| {
        let mut set = DuplicateSet::default();
        for at in candidates().filter(|at| !remaining.contains(at)) {
            set.score += base + f64::from(rectangles[at].positions(size));
            set.strings.push(comparable(strings[at]));
            set.positions.push(at);
        }
        set
    };
    let sets = products(&classes).into_iter().map(|remaining| set(&remaining));
    sets.max_by(|one, other| one.partial_cmp(other).expect("scores are numbers")).unwrap_or_default().positions
}

/// All ways to take one element of each class.
fn products(classes: &[Vec<usize>]) -> Vec<Vec<usize>> {
    classes.iter().fold(vec![Vec::new()], |products, class| {
        products.iter().flat_map(|product| class.iter().map(move |at| [&product[..], &[*at]].concat())).collect()
    })
}

/// The number of a string in the order down, left, right, up.
fn comparable(string: MoveString) -> u64 {
    // By number of the direction in `BATCH_ORDER`.
    const DIGITS: [u64; 4] = [3, 2, 0, 1];
    string.numbers().fold(0, |code, number| code << 2 | DIGITS[number])
}
