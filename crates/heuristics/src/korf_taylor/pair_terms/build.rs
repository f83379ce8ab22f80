//! The construction of pair terms from the required steps and the corners.

use tilebench_core::narrow;
use tilebench_puzzle::{Grid, Puzzle, Word};

use super::{CodeSet, EdgeTerm, EndingTerms, PairTerms};
use crate::korf_taylor::base_heuristic::BaseHeuristic;
use crate::korf_taylor::last_moves::RequiredStep;
use crate::korf_taylor::{KorfTaylor, set_bits};

impl<B, const LAST: bool, const CORNERS: bool> KorfTaylor<B, LAST, CORNERS> {
    /// The pairs of moves as terms; `None` if they are not a sum of terms, or the board does not fit into 64 bits.
    #[must_use]
    pub fn pair_terms<W: Word>(&self, puzzle: &Puzzle<W>) -> Option<PairTerms>
    where
        B: BaseHeuristic<W>,
    {
        W::TO_NIBBLES?;
        if self.steps().len() > PairTerms::MAX_STEPS {
            return None;
        }
        let step_set = |step: &RequiredStep| {
            if B::CONFLICTS { self.code_set(puzzle, step.line, &[step.tile], 1).map(Some) } else { Some(None) }
        };
        let forced = |cell| core::array::from_fn(|tile| if LAST { self.last.forced_at(tile, cell) } else { 0 });
        let edges = self.edge_terms(puzzle)?;
        let tiles = puzzle.goal().tiles().iter().zip(0..);
        let goal = tiles.map(|(&tile, cell)| u64::from(tile) << (4 * cell)).sum();
        Some(PairTerms {
            forced: Box::new(core::array::from_fn(forced)),
            steps: self.steps().iter().map(step_set).collect::<Option<_>>()?,
            corners: if CORNERS { self.corners.corner_cells() } else { Vec::new() },
            endings: self.ending_terms(&edges)?,
            edges,
            near_goal: near_goal(puzzle, goal),
            goal,
        })
    }

    /// The heuristic that this one extends.
    #[must_use]
    pub fn base(&self) -> &B {
        &self.base
    }

    /// The required steps that are counted.
    fn steps(&self) -> &[RequiredStep] {
        if LAST { &self.last.required_steps } else { &[] }
    }

    /// The codes of `line` for which it needs at least `saved` fewer removals without `tiles`.
    fn code_set<W: Word>(&self, puzzle: &Puzzle<W>, line: usize, tiles: &[usize], saved: u8) -> Option<CodeSet>
    where
        B: BaseHeuristic<W>,
    {
        let mut set = self.base.saving_codes(puzzle, line, tiles, saved)?;
        // The codes of rows are above one bit per step.
        if set.axis == 0 {
            set.first += narrow::<u32, _>(self.steps().len(), "there are at most 14 steps");
        }
        Some(set)
    }

    /// The terms of edges. `None` if a required step has the line of an edge, or an edge with two tiles has more than four cells.
    fn edge_terms<W: Word>(&self, puzzle: &Puzzle<W>) -> Option<Vec<EdgeTerm>>
    where
        B: BaseHeuristic<W>,
    {
        let (mut terms, movable) = (Vec::new(), self.corners.movable());
        for edge in self.corners.edges.iter().filter(|edge| CORNERS && edge.bits != 0) {
            if B::CONFLICTS && self.steps().iter().any(|step| step.line == edge.line) {
                return None;
            }
            let bits: Vec<usize> = set_bits((edge.bits & movable).into()).collect();
            let tile = |&bit: &usize| usize::from(puzzle.goal().tiles()[self.corners.cells[bit]]);
            let tiles: Vec<usize> = bits.iter().map(tile).collect();
            let set = |tiles: &[usize], saved: u8| self.code_set(puzzle, edge.line, tiles, saved);
            match bits[..] {
                [first, second] if B::CONFLICTS => terms.push(EdgeTerm::Two {
                    tiles: [1 << first, 1 << second],
                    saves: Box::new([set(&tiles[..1], 1)?, set(&tiles[1..], 1)?]),
                    save_together: Box::new([set(&tiles, 1)?, set(&tiles, 2)?]),
                }),
                _ => {
                    for (bit, tile) in bits.iter().zip(&tiles) {
                        let saves = if B::CONFLICTS { Some(set(&[*tile], 1)?) } else { None };
                        terms.push(EdgeTerm::One { tile: 1 << bit, saves });
                    }
                }
            }
        }
        Some(terms)
    }

    /// The terms of endings. `None` if one forces one of two tiles of an edge.
    fn ending_terms(&self, edges: &[EdgeTerm]) -> Option<Vec<EndingTerms>> {
        if !LAST {
            return Some(vec![EndingTerms { steps: 0, forced_edges: 0 }]);
        }
        let terms = self.endings().map(|(ending, forced)| {
            let mut forced_edges = 0;
            for (term, edge) in edges.iter().zip(0..) {
                match term {
                    EdgeTerm::One { tile, .. } => forced_edges |= u16::from(tile & forced != 0) << edge,
                    EdgeTerm::Two { tiles, .. } if tiles.iter().any(|tile| tile & forced != 0) => return None,
                    EdgeTerm::Two { .. } => {}
                }
            }
            Some(EndingTerms { steps: ending.required_steps, forced_edges })
        });
        terms.collect()
    }
}

/// By cell of the blank: the board at most one move from `goal`, or 0.
fn near_goal<W: Word>(puzzle: &Puzzle<W>, goal: u64) -> [u64; 16] {
    let mut boards = [0; 16];
    boards[puzzle.goal().blank() & 15] = goal;
    for op in puzzle.ops_at(puzzle.goal().blank()) {
        let (tile, [from, to]) = (goal >> (4 * op.to()) & 15, [op.from(), op.to()]);
        boards[to & 15] = goal ^ tile << (4 * to) ^ tile << (4 * from);
    }
    boards
}
