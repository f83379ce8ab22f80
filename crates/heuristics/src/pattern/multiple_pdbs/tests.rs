//! The placements of vectors, compared with those of the definition.

use proptest::prelude::*;
use tilebench_puzzle::{Goal, OperatorOrder, Size};

use super::*;
use crate::{PdbSpec, Tables};

fn heuristic(rows: usize, cols: usize, databases: &str) -> MultiplePdbs {
    let goal = Goal::BlankFirst.board(Size::new(rows, cols).unwrap()).unwrap();
    let puzzle = Puzzle::<u128>::new(&goal, &OperatorOrder::default()).unwrap();
    let spec = PdbSpec::parse(databases).unwrap();
    MultiplePdbs::new(PatternDatabases::new(&puzzle, &spec, &Tables::planned()).unwrap()).unwrap()
}

/// Boards, and databases of two to eight tiles per pattern, up to eleven patterns per tile, and all symmetries.
const DATABASES: [(usize, usize, &str); 5] = [
    (5, 5, "small+zero-aware+reflected"),
    (5, 5, "6-6-6-6+reflected"),
    (4, 4, "7-8|5-5-5|6-6-3|1,2,3/4,5,6|2,3/7,8,9|1,5,9,13/2+reflected"),
    (3, 5, "1,2,3,4,5,6,7,8/9,10,11,12,13,14"),
    (2, 3, "1,2/3,4,5"),
];

#[test]
fn vectors_of_all_kinds_have_the_placements_of_all_patterns_of_a_tile() {
    for (rows, cols, databases) in DATABASES {
        let MultiplePdbs { patterns, tiles, .. } = heuristic(rows, cols, databases);
        let lookups: Vec<_> = patterns.iter().map(|pattern| &pattern.lookup).collect();
        let kinds = VectorPlacements::of_all_kinds(&lookups, |tile| tiles[tile].patterns());
        let cells = (0u8..).take(rows * cols).collect::<Vec<u8>>();
        proptest!(|(cells in Just(cells).prop_shuffle(), tile in 1..rows * cols)| {
            let mut after = [0; 32];
            after[..cells.len()].copy_from_slice(&cells);
            // The tile comes from the cell of the blank, whose own cell is not used.
            let mut before = after;
            before.swap(0, tile);
            for vectors in &kinds {
                let mut words = TileWords::default();
                vectors.place(tile, after[tile], &before, &mut words);
                for (pattern, word) in tiles[tile].patterns().iter().zip(words) {
                    let lookup = lookups[usize::from(*pattern)];
                    prop_assert_eq!(vectors.placement(word, lookup), lookup.placement_on_cells(&after), "{}", databases);
                }
                let mut words = [0; MAX_PATTERNS];
                vectors.place_all(&after, &mut words);
                for (lookup, word) in lookups.iter().zip(words) {
                    prop_assert_eq!(vectors.placement(word, lookup), lookup.placement_on_cells(&after), "{}", databases);
                }
                vectors.cells_of_all(&after, &mut words);
                for (lookup, word) in lookups.iter().zip(words) {
                    prop_assert_eq!(word, lookup.word_on_cells(&after), "{}", databases);
                }
            }
        });
    }
}
