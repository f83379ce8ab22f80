//! Finds the duplicate strings up to a depth.

use tilebench_puzzle::{Direction, Size};

use super::enumeration::{Enumeration, EnumerationLimits};
use super::walk::Rectangle;
use super::{MoveString, StringAutomaton};

/// The order of the directions in which, of two strings of equal length and effect, the lexicographically larger one is the
/// duplicate. It has opposite directions next to each other: fewer strings prune more than in others. The vertical ones come first,
/// as symmetric starts require ([`tilebench_core::Domain::symmetric_root_op`]).
pub(super) const ORDER: [Direction; 4] = [Direction::Up, Direction::Down, Direction::Left, Direction::Right];

/// The duplicate strings of at most `depth` moves on boards of `size` that contain no other one, ascending.
#[must_use]
pub(super) fn duplicate_strings(size: Size, depth: u32) -> Vec<MoveString> {
    duplicate_strings_within(size, depth, EnumerationLimits::DEFAULT)
}

/// As [`duplicate_strings`], with these limits.
fn duplicate_strings_within(size: Size, depth: u32, limits: EnumerationLimits) -> Vec<MoveString> {
    let mut found: Vec<MoveString> = Vec::new();
    let mut enumeration = Enumeration::new(size, ORDER, limits);
    for _ in 1..=depth {
        let automaton = StringAutomaton::new(&found, ORDER);
        // A shorter string that is not cut is not a duplicate.
        let levels =
            enumeration.groups(&automaton, |level: &mut Vec<MoveString>, strings| level.extend(duplicates_of(strings)));
        let from = found.len();
        found.extend(levels.into_iter().flatten());
        found[from..].sort_unstable();
    }
    found
}

/// The duplicates among ascending strings of one effect: those that have a smaller one inside their rectangle.
fn duplicates_of(strings: &[MoveString]) -> impl Iterator<Item = MoveString> {
    let rectangles: Vec<Rectangle> = strings.iter().map(|string| Rectangle::of(string.directions(ORDER))).collect();
    let is_duplicate = move |at: usize| rectangles[..at].iter().any(|smaller| rectangles[at].contains(*smaller));
    (0..strings.len()).filter(move |at| is_duplicate(*at)).map(|at| strings[at])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_strings_and_states_on_the_twenty_four_puzzle_is_constant() {
        let strings = duplicate_strings(Size::new(5, 5).unwrap(), 12);
        assert_eq!((strings.len(), StringAutomaton::new(&strings, ORDER).states()), (2_540, 9_223));
    }

    #[test]
    fn limits_do_not_change_the_strings() {
        for (rows, cols, depth, max_strings) in [(5, 5, 10, 5_000), (3, 4, 10, 500), (3, 4, 7, 20), (2, 2, 8, 2)] {
            let size = Size::new(rows, cols).unwrap();
            let found = |max_cut, max_strings| {
                duplicate_strings_within(size, depth, EnumerationLimits { max_cut, max_strings })
            };
            let whole = found(depth, u64::MAX);
            assert_eq!(found(depth, max_strings), whole, "{size} in parts of {max_strings}");
            for max_cut in [0, 2, 6] {
                assert_eq!(found(max_cut, u64::MAX), whole, "{size} cut by duplicates of {max_cut} moves");
            }
        }
    }

    #[test]
    fn the_strings_of_two_moves_are_the_four_that_undo_a_move() {
        let strings = duplicate_strings(Size::new(3, 3).unwrap(), 5);
        let letters = |string: MoveString| tilebench_puzzle::format_moves(string.directions(ORDER));
        assert_eq!(strings.into_iter().map(letters).collect::<Vec<_>>(), ["UD", "DU", "LR", "RL"]);
    }

    #[test]
    fn the_first_longer_strings_go_round_a_square_the_other_way() {
        // Six moves round a square of two by two are as good as six the other way, from each of four corners.
        let strings = duplicate_strings(Size::new(2, 2).unwrap(), 6);
        assert_eq!(strings.iter().filter(|string| string.len() == 6).count(), 4);
    }
}
