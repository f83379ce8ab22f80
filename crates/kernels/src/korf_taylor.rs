//! The heuristics of Korf and Taylor 1996 as data: the codes of lines, with the forced steps below them, and the terms of pairs.

use tilebench_core::{Cost, Heuristic, narrow};
use tilebench_heuristics::{Axis, KorfTaylor, LinearConflict, PairTerms, TileSum};
use tilebench_puzzle::{Op, Puzzle, Word};

use crate::{LineCrossing, LineTables, MoveEffect, UnitDelta, UnitDeltaTables};

impl<W: Word, const LAST: bool, const CORNERS: bool> UnitDelta<Puzzle<W>> for KorfTaylor<TileSum, LAST, CORNERS> {
    fn unit_delta(&self, puzzle: &Puzzle<W>) -> Option<UnitDeltaTables<W, Op>> {
        let tables = self.base().unit_delta(puzzle)?;
        // Lines without codes.
        let crossing = |op: Op| LineCrossing {
            across: Axis::from_op(op) as usize,
            changes: [[0; 2]; 16],
            first: [0; 16],
            code: 0,
            adds_conflict: [0; 16],
        };
        let crossings = tables.contexts.iter().map(|context| crossing(context.op)).collect();
        with_pairs(tables, LineTables { terms: Box::default(), crossings }, self.pair_terms(puzzle)?)
    }

    fn slack_h(&self, cache: Self::Cache) -> Cost {
        Heuristic::<Puzzle<W>>::h(self.base(), cache.base())
    }
}

impl<W: Word, const LAST: bool, const CORNERS: bool> UnitDelta<Puzzle<W>>
    for KorfTaylor<LinearConflict<W>, LAST, CORNERS>
{
    fn unit_delta(&self, puzzle: &Puzzle<W>) -> Option<UnitDeltaTables<W, Op>> {
        let mut tables = self.base().unit_delta(puzzle)?;
        match core::mem::replace(&mut tables.effect, MoveEffect::Tile) {
            MoveEffect::Lines(lines) => with_pairs(tables, lines, self.pair_terms(puzzle)?),
            _ => None,
        }
    }

    fn slack_h(&self, cache: Self::Cache) -> Cost {
        self.base().h(cache.base())
    }
}

/// The tables with `pairs`, whose forced steps become the lowest bits of the words of rows; a tile sets or clears them as it adds
/// to a code.
fn with_pairs<W>(
    mut tables: UnitDeltaTables<W, Op>,
    mut lines: LineTables,
    pairs: PairTerms,
) -> Option<UnitDeltaTables<W, Op>> {
    let bits = pairs.step_bits();
    for (terms, forced) in lines.terms.iter_mut().zip(pairs.forced.iter()) {
        for (term, &forced) in terms.iter_mut().zip(forced) {
            term[0] = term[0] << bits | u64::from(forced);
        }
    }
    for (context, crossing) in tables.contexts.iter().zip(&mut lines.crossings) {
        let [after, before] = [context.op.from(), context.op.to()].map(|cell| &lines.terms[cell & 15]);
        let change = |tile: usize, axis: usize| after[tile][axis].wrapping_sub(before[tile][axis]);
        crossing.changes = core::array::from_fn(|tile| [change(tile, 0), change(tile, 1)]);
        if crossing.across == 0 {
            for first in &mut crossing.first {
                *first += narrow::<u8, _>(bits, "there are at most 14 steps");
            }
        }
        if crossing.first.iter().any(|first| *first > LineCrossing::MAX_FIRST) {
            return None;
        }
    }
    tables.effect = MoveEffect::Pairs(lines, Box::new(pairs));
    Some(tables)
}
