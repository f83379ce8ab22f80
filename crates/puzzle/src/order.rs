//! Operator orders: in which order successors are generated.

use core::fmt;

use crate::draws::Draws;
use crate::{Direction, PuzzleError};

/// The order in which a search tries the blank's moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
    /// The same order everywhere.
    Fixed([Direction; 4]),
    /// Every cell of the board has an order of its own, drawn from the seed.
    Shuffle {
        /// The seed.
        seed: u64,
    },
}

impl Order {
    /// Reads `ULRD`, any other permutation of the four letters, or `shuffle`, which uses `seed`.
    ///
    /// # Errors
    ///
    /// If the text is neither.
    pub fn parse(text: &str, seed: u64) -> Result<Self, PuzzleError> {
        if text == "shuffle" {
            return Ok(Self::Shuffle { seed });
        }
        let error = || PuzzleError::Order(text.to_owned());
        let directions = text.chars().map(Direction::from_letter).collect::<Option<Vec<_>>>().ok_or_else(error)?;
        let order = <[Direction; 4]>::try_from(directions).map_err(|_| error())?;
        if Direction::ALL.iter().all(|direction| order.contains(direction)) {
            Ok(Self::Fixed(order))
        } else {
            Err(error())
        }
    }

    /// The directions in the order in which they are tried in each of `cells` cells.
    pub(crate) fn by_cell(&self, cells: usize) -> Vec<[Direction; 4]> {
        match *self {
            Self::Fixed(order) => vec![order; cells],
            Self::Shuffle { seed } => {
                let mut draws = Draws::seeded(seed);
                let drawn = (0..cells).map(|_| {
                    let mut order = Direction::ALL;
                    draws.shuffle(&mut order);
                    order
                });
                drawn.collect()
            }
        }
    }
}

impl Default for Order {
    /// Up, left, right, down, as in the experiments of Korf 1985.
    fn default() -> Self {
        Self::Fixed(Direction::ALL)
    }
}

/// As it is read.
impl fmt::Display for Order {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fixed(order) => order.iter().try_for_each(|direction| direction.fmt(out)),
            Self::Shuffle { .. } => out.write_str("shuffle"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_permutations_of_the_four_letters_or_a_shuffle() {
        assert_eq!(Order::parse("ULRD", 0), Ok(Order::default()));
        assert_eq!(Order::parse("dRlU", 0).unwrap().to_string(), "DRLU");
        for text in ["ULR", "ULRU", "ULRDD", "", "north"] {
            assert_eq!(Order::parse(text, 0), Err(PuzzleError::Order(text.to_owned())));
        }
    }

    #[test]
    fn a_shuffled_order_is_decided_by_its_seed() {
        let cells = |seed| Order::parse("shuffle", seed).unwrap().by_cell(16);
        assert_eq!(cells(1), cells(1));
        assert_ne!(cells(1), cells(2));
    }
}
