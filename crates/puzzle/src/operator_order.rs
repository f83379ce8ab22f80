//! Operator orders: the order in which successors are generated.

use core::fmt;

use crate::SeededRng;
use crate::{Direction, PuzzleError};

/// The order in which a search tries the moves of the blank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OperatorOrder {
    /// The same order in every cell.
    Fixed([Direction; 4]),
    /// Every cell of the board has its own order, drawn from the seed.
    Shuffle {
        /// The seed.
        seed: u64,
    },
}

impl OperatorOrder {
    /// Reads `ULRD`, any other permutation of the four letters, or `shuffle`, which uses `seed`.
    ///
    /// # Errors
    ///
    /// If the text is neither.
    pub fn parse(text: &str, seed: u64) -> Result<Self, PuzzleError> {
        if text == "shuffle" {
            return Ok(Self::Shuffle { seed });
        }
        let error = || PuzzleError::InvalidOrder(text.to_owned());
        let directions = text.chars().map(Direction::from_letter).collect::<Option<Vec<_>>>().ok_or_else(error)?;
        let order = <[Direction; 4]>::try_from(directions).map_err(|_| error())?;
        if Direction::ALL.iter().all(|direction| order.contains(direction)) {
            Ok(Self::Fixed(order))
        } else {
            Err(error())
        }
    }

    /// The directions of each of `cells` cells, in the order in which they are tried.
    pub(crate) fn by_cell(&self, cells: usize) -> Vec<[Direction; 4]> {
        match *self {
            Self::Fixed(order) => vec![order; cells],
            Self::Shuffle { seed } => {
                let mut rng = SeededRng::new(seed);
                let drawn = (0..cells).map(|_| {
                    let mut order = Direction::ALL;
                    rng.shuffle(&mut order);
                    order
                });
                drawn.collect()
            }
        }
    }
}

impl Default for OperatorOrder {
    /// Up, left, right, down, as in the experiments of Korf 1985.
    fn default() -> Self {
        Self::Fixed(Direction::ALL)
    }
}

/// In the form that [`OperatorOrder::parse`] reads.
impl fmt::Display for OperatorOrder {
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
        assert_eq!(OperatorOrder::parse("ULRD", 0), Ok(OperatorOrder::default()));
        assert_eq!(OperatorOrder::parse("dRlU", 0).unwrap().to_string(), "DRLU");
        for text in ["ULR", "ULRU", "ULRDD", "", "north"] {
            assert_eq!(OperatorOrder::parse(text, 0), Err(PuzzleError::InvalidOrder(text.to_owned())));
        }
    }

    #[test]
    fn a_shuffled_order_is_decided_by_its_seed() {
        let cells = |seed| OperatorOrder::parse("shuffle", seed).unwrap().by_cell(16);
        assert_eq!(cells(1), cells(1));
        assert_ne!(cells(1), cells(2));
    }
}
