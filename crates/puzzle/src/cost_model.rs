//! Cost models: the cost of moving each tile.
//!
//! Costs are exact integers. A model whose costs are fractions states its unit: the integer that stands for a cost of 1.

use core::fmt;
use core::hash::{Hash, Hasher};

use tilebench_core::{Cost, narrow};

use crate::{PuzzleError, Size};

/// The cost of moving each tile by one cell.
#[derive(Clone, Copy)]
pub struct CostModel {
    /// The name in experiment files, on the command line and in records.
    pub name: &'static str,
    /// The cost of moving a tile, in one sentence.
    pub summary: &'static str,
    /// The cost 1 on a board of this many cells.
    pub unit: fn(u128) -> u128,
    /// The cost of moving a tile of a board of this many cells, in this unit: `(tile, cells, unit)`.
    pub cost: fn(u128, u128, u128) -> u128,
}

/// The model in which every move costs 1.
pub static UNIT: CostModel = CostModel { name: "unit", summary: "Every move costs 1.", unit: |_| 1, cost: |_, _, _| 1 };

/// The built-in models.
pub static COST_MODELS: &[&CostModel] = &[
    &UNIT,
    &CostModel { name: "heavy", summary: "A move costs the number on the tile.", unit: |_| 1, cost: |tile, _, _| tile },
    &CostModel {
        name: "inverse",
        summary: "A move of tile t costs 1/t.",
        unit: |cells| lcm_up_to(cells - 1),
        cost: |tile, _, unit| unit / tile,
    },
    &CostModel {
        name: "sqrt",
        summary: "A move of tile t costs the square root of t, rounded to the nearest thousandth.",
        unit: |_| 1000,
        cost: |tile, _, unit| (4 * tile * unit * unit).isqrt().div_ceil(2),
    },
    &CostModel {
        name: "reverse",
        summary: "A move of tile t costs n - t, where n is the number of cells.",
        unit: |_| 1,
        cost: |tile, cells, _| cells - tile,
    },
    &CostModel {
        name: "unit-fraction",
        summary: "A move of tile t costs 1 + 1/(1 + t).",
        unit: lcm_up_to,
        cost: |tile, _, unit| unit + unit / (tile + 1),
    },
];

/// The least common multiple of the numbers from 1 to `last`.
fn lcm_up_to(last: u128) -> u128 {
    (1..=last).fold(1, |lcm, number| lcm / gcd(lcm, number) * number)
}

pub(crate) fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The costs of the tiles of a board, by tile.
pub(crate) type TileCosts = [Cost; 32];

impl CostModel {
    /// The maximum number of moves per cell of a path whose cost must fit into 31 bits. No shortest path of a board in a word
    /// has more than 7.
    const MOVES_PER_CELL: u128 = 64;

    /// Whether every move costs 1.
    #[must_use]
    pub fn is_unit(&self) -> bool {
        self.name == UNIT.name
    }

    /// The integer that stands for a cost of 1 on boards of `size`.
    ///
    /// # Panics
    ///
    /// If it exceeds 128 bits: the model has costs for no board that large.
    #[must_use]
    pub fn unit(&self, size: Size) -> u128 {
        (self.unit)(size.cells() as u128)
    }

    /// The cost of moving each tile of a board of `size`, by tile; 0 for the blank.
    ///
    /// # Errors
    ///
    /// If the costs of paths exceed 31 bits.
    pub fn costs(&self, size: Size) -> Result<Vec<Cost>, PuzzleError> {
        if self.is_unit() {
            return Ok((0..size.cells()).map(|tile| Cost::from(tile > 0)).collect());
        }
        Ok(self.tile_costs(size)?[..size.cells()].to_vec())
    }

    /// As [`Self::costs`], for boards in words.
    pub(crate) fn tile_costs(&self, size: Size) -> Result<TileCosts, PuzzleError> {
        let cells = size.cells() as u128;
        let too_large = || PuzzleError::CostsTooLarge { model: self.name, size };
        if size.cells() > Size::WORD_CELLS {
            return Err(too_large());
        }
        let unit = self.unit(size);
        let mut costs = [0; 32];
        for (tile, entry) in (0..cells).zip(&mut costs).skip(1) {
            let cost = (self.cost)(tile, cells, unit);
            if cost * cells * Self::MOVES_PER_CELL >= 1 << 31 {
                return Err(too_large());
            }
            if cost == 0 {
                return Err(PuzzleError::FreeMove { model: self.name, tile });
            }
            *entry = narrow(cost, "below 2^31");
        }
        Ok(costs)
    }
}

impl PartialEq for CostModel {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for CostModel {}

impl Hash for CostModel {
    fn hash<S: Hasher>(&self, state: &mut S) {
        self.name.hash(state);
    }
}

impl fmt::Debug for CostModel {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "CostModel({})", self.name)
    }
}

impl fmt::Display for CostModel {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn costs(name: &str, size: &str) -> Result<Vec<Cost>, String> {
        let size: Size = size.parse().unwrap();
        let model = COST_MODELS.iter().find(|model| model.name == name).unwrap();
        let costs = model.tile_costs(size).map_err(|error| error.to_string())?;
        Ok(costs[1..size.cells()].to_vec())
    }

    #[test]
    fn the_costs_of_every_model_are_those_of_its_sentence() {
        assert_eq!(costs("unit", "2x2").unwrap(), [1, 1, 1]);
        assert_eq!(costs("heavy", "2x3").unwrap(), [1, 2, 3, 4, 5]);
        assert_eq!(costs("reverse", "2x3").unwrap(), [5, 4, 3, 2, 1]);
        assert_eq!(costs("inverse", "2x3").unwrap(), [60, 30, 20, 15, 12]);
        assert_eq!(costs("unit-fraction", "2x3").unwrap(), [90, 80, 75, 72, 70]);
        assert_eq!(costs("sqrt", "2x3").unwrap(), [1000, 1414, 1732, 2000, 2236]);
        assert_eq!(costs("inverse", "4x4").unwrap()[..3], [360_360, 180_180, 120_120]);
        assert_eq!(costs("inverse", "4x4").unwrap()[14], 24_024);
    }

    #[test]
    fn a_move_that_costs_nothing_is_refused() {
        let free = CostModel { cost: |tile, _, unit| (tile - 1) * unit, ..UNIT };
        let error = free.tile_costs("2x3".parse().unwrap()).unwrap_err().to_string();
        assert_eq!(error, "cost model unit: tile 1 costs nothing, but a move must cost at least 1");
    }

    #[test]
    fn exact_fractions_are_refused_if_the_costs_of_paths_do_not_fit() {
        let refused = "the costs of paths on a 5x5 board exceed 31 bits with cost model inverse: use a smaller board or smaller costs";
        assert_eq!(costs("inverse", "5x5"), Err(refused.to_owned()));
        assert!(costs("unit-fraction", "3x6").is_err());
        for model in ["heavy", "sqrt", "reverse"] {
            assert!(costs(model, "5x5").is_ok(), "{model}");
        }
        for model in COST_MODELS {
            assert!(model.tile_costs("4x4".parse().unwrap()).is_ok(), "{model}");
        }
    }
}
