//! The distances of the states of a shape, and the states to which moves lead.

use std::sync::Arc;

use super::cursor::Cursor;
use super::distances::Distances;
use super::numbering::Numbering;
use super::shape::Shape;
use crate::{LookupTable, NoTableObserver, TableSpec, Tables};

/// The states of a shape with their distances.
#[derive(Debug)]
pub(crate) struct Chart {
    numbering: Numbering,
    states: States,
}

/// The place of a state in a chart: its distance in the low [`DISTANCE`] bits and its number above,
/// or 0 there if moves are not tabulated.
pub(crate) type Place = u32;

/// The bits of a distance.
pub(crate) const DISTANCE: u32 = 10;

/// Charts of up to this many states tabulate moves. Numbers must fit above a distance.
pub(crate) const FEW: u32 = 1 << 20;

#[derive(Debug)]
enum States {
    /// Few: the state to which each move leads is tabulated.
    Few {
        /// By number.
        places: Vec<Place>,
        /// By number and move, a row a number.
        moves: Vec<Place>,
        row: usize,
    },
    /// Many: a state is numbered from scratch, and only its distance is looked up.
    Many(Arc<LookupTable>),
}

impl Chart {
    /// The chart of `shape`, with moves tabulated if there are up to `few` states.
    pub(crate) fn new(shape: Shape, tables: &Tables, few: u32) -> Self {
        let numbering = Numbering::new(shape);
        let states = if numbering.states() <= few.min(FEW) {
            tabulate(&numbering)
        } else {
            States::Many(tables.get(&Distances(&numbering)))
        };
        Self { numbering, states }
    }

    /// The term of a tile of each goal line in the filling of a line.
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

    /// The place of the state with `number`, if moves are tabulated.
    #[inline]
    pub(crate) fn numbered(&self, number: usize) -> Option<Place> {
        match &self.states {
            States::Few { places, .. } => Some(places[number]),
            States::Many(_) => None,
        }
    }

    /// The bits of a number, if moves are tabulated.
    pub(crate) fn bits(&self) -> u32 {
        match &self.states {
            States::Few { places, .. } => places.len().ilog2() + 1,
            States::Many(_) => 0,
        }
    }

    /// The place that the move numbered `exchange` leads to, if moves are tabulated.
    #[inline]
    pub(crate) fn step(&self, place: Place, exchange: usize) -> Option<Place> {
        match &self.states {
            States::Few { moves, row, .. } => Some(moves[(place >> DISTANCE) as usize * row + exchange]),
            States::Many(_) => None,
        }
    }
}

fn tabulate(numbering: &Numbering) -> States {
    let distances = Distances(numbering).build(&NoTableObserver);
    let places: Vec<Place> =
        (0..).zip(distances).map(|(number, distance)| number << DISTANCE | Place::from(distance)).collect();
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

    /// Distances of which only the goal's is 0, every move changes them by one, and everywhere else
    /// some move makes them smaller, are the true ones.
    fn check(shape: Shape) {
        let numbering = Numbering::new(shape);
        let States::Few { places, .. } = tabulate(&numbering) else { panic!("moves are tabulated") };
        let distance = |number: u32| places[number as usize] & ((1 << DISTANCE) - 1);
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

    #[test]
    fn every_state_has_its_distance() {
        for (lines, width) in [(2usize, 2), (2, 3), (2, 12), (3, 2), (3, 3), (3, 8), (4, 2), (4, 3), (4, 4), (5, 2)] {
            for blank in 0..lines.div_ceil(2) {
                check(Shape::even(lines, width, blank));
            }
        }
    }

    #[test]
    fn every_state_of_merged_lines_has_its_distance() {
        for widths in [&[4, 2][..], &[3, 6, 3], &[4, 2, 2, 8], &[6, 3, 9], &[2, 2, 4, 2]] {
            for blank in 0..widths.len() {
                check(Shape::new(widths, blank).0);
            }
        }
    }
}
