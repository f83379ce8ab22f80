//! The distances of the states of a shape, and where a move leads.

use std::sync::Arc;

use super::cursor::Cursor;
use super::distances::Distances;
use super::numbering::Numbering;
use super::shape::Shape;
use crate::{NoWatch, Recipe, Table, Tables};

/// The states of a shape with their distances.
#[derive(Debug)]
pub(crate) struct Chart {
    numbering: Numbering,
    states: States,
}

/// Where a state is, in a chart: its distance in the low byte and its number above, or 0 there
/// where moves are not tabulated.
pub(crate) type Place = u32;

/// Charts of up to this many states tabulate moves. Numbers must fit above a byte.
pub(crate) const FEW: u32 = 1 << 20;

#[derive(Debug)]
enum States {
    /// Few: where each move leads is tabulated.
    Few {
        /// By number.
        places: Vec<Place>,
        /// By number and move, a row a number.
        moves: Vec<Place>,
        row: usize,
    },
    /// Many: a state is numbered anew, and only its distance is looked up.
    Many(Arc<Table>),
}

impl Chart {
    /// The chart of `shape`, with moves tabulated where there are up to `few` states.
    pub(crate) fn new(shape: Shape, tables: &Tables, few: u32) -> Self {
        let numbering = Numbering::new(shape);
        let states = if numbering.states() <= few.min(FEW) {
            tabulate(&numbering)
        } else {
            States::Many(tables.get(&Distances(&numbering)))
        };
        Self { numbering, states }
    }

    /// What a tile of each goal line adds to what a line holds.
    pub(crate) fn weights(&self) -> &[usize] {
        self.numbering.weights()
    }

    /// The place of the state whose lines hold `fillings`.
    #[inline]
    pub(crate) fn place(&self, fillings: impl Iterator<Item = usize>) -> Place {
        let number = self.numbering.number(fillings) as usize;
        match &self.states {
            States::Few { places, .. } => places[number],
            States::Many(distances) => Place::from(distances[number]),
        }
    }

    /// The place that the move numbered `exchange` leads to, where moves are tabulated.
    #[inline]
    pub(crate) fn step(&self, place: Place, exchange: usize) -> Option<Place> {
        match &self.states {
            States::Few { moves, row, .. } => Some(moves[(place >> 8) as usize * row + exchange]),
            States::Many(_) => None,
        }
    }
}

fn tabulate(numbering: &Numbering) -> States {
    let distances = Distances(numbering).build(&NoWatch);
    let places: Vec<Place> =
        (0..).zip(distances).map(|(number, distance)| number << 8 | Place::from(distance)).collect();
    let row = 2 * numbering.shape().lines;
    let mut moves = vec![0; places.len() * row];
    let mut cursor = Cursor::new(numbering);
    for (number, moves) in (0..).zip(moves.chunks_exact_mut(row)) {
        cursor.seek(number);
        cursor.successors(|exchange, next| moves[exchange] = places[next as usize]);
    }
    States::Few { places, moves, row }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_state_is_reached_and_every_move_changes_its_distance_by_one() {
        for (lines, width) in [(2usize, 2), (2, 3), (2, 12), (3, 2), (3, 3), (3, 8), (4, 2), (4, 3), (4, 4), (5, 2)] {
            for blank in 0..lines.div_ceil(2) {
                let numbering = Numbering::new(Shape::new(lines, width, blank));
                let States::Few { places, .. } = tabulate(&numbering) else { panic!("moves are tabulated") };
                let distance = |number: u32| places[number as usize] & 0xFF;
                let mut cursor = Cursor::new(&numbering);
                for number in 0..numbering.states() {
                    cursor.seek(number);
                    let mut nearer = 0;
                    cursor.successors(|_, next| {
                        assert_eq!(distance(number).abs_diff(distance(next)), 1);
                        nearer += u32::from(distance(next) < distance(number));
                    });
                    assert_eq!(nearer == 0, number == numbering.goal());
                }
                assert_eq!(distance(numbering.goal()), 0);
            }
        }
    }
}
