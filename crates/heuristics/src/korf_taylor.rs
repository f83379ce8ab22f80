//! The last moves and the corner tiles, added to Manhattan distance or to linear conflict.
//!
//! Both find tiles that make two moves more than their Manhattan distance (Korf and Taylor 1996).
//!
//! **Last moves.** Let b be the blank's goal. The last move takes the blank from a neighbour n of b to b,
//! so the tile of n enters n from b. If no shortest path of the tile leads through b, it makes two
//! extra moves, in the direction of the edge (b, n): this step is *forced*. In a shortest solution of two
//! moves or more the blank came to n from another neighbour m, so the tile of m entered m from n,
//! and the same holds for it. One of these *endings* (n, m) is the real one, so the minimum over the
//! endings is a bound. For states at most one move from the goal, which have no such ending, the value is
//! the Manhattan distance.
//!
//! **Corner tiles.** Let c be a corner other than b that does not contain its tile, and let a neighbour x of
//! c, neither a corner nor b, contain its own tile. If that tile never moved, c could be reached only through
//! its other neighbour y, and the content of such a dead end can only be swapped with the blank
//! in y: a wrong tile in c would stay there, and a blank in c could only be replaced by the tile that
//! is in y now. So the tile of x must move, unless c contains the blank and y the tile of c. It leaves
//! its cell and returns: two extra moves, in an unknown direction. On an edge of three
//! cells two corners share x, which is counted once; an edge of two cells has no x.
//!
//! **Together.** A tile *leaves* a line that contains it and its goal if it makes extra moves across the
//! line. The tiles of a line that do not leave are in order, so at least `min_removals` of them must leave,
//! and a pair of extra moves serves one line. Let F be the forced tiles of an ending and S the other
//! tiles beside corners that must move. Each costs a pair. Remove the tiles of F from the line that
//! their pair may serve, and the tiles of S from both of their lines: the rest of each line needs
//! `min_removals` as before, by pairs of other tiles or in other directions. So the ending costs
//!
//! > Manhattan distance + 2 (|F| + |S| + the sum over lines of `min_removals` without those tiles).
//!
//! Removing a tile from a line decreases `min_removals` by at most 1, so F never decreases the value. Nor does
//! S: of the two lines of x one is the edge with the corner, and in the other x is the first or last cell, in
//! which a tile in place conflicts with no other. So no other choice of removed tiles gives more, and
//! every value is at least that of the heuristic that it extends, and has the same parity.
//!
//! **Admissible and consistent**, all six. Let a tile t move, and consider one ending. A tile of the ending
//! enters or leaves F only outside the line that its pair serves, and its distance and pair together
//! are its distance through the required neighbour, which changes by 1. Only the moved tile can
//! enter or leave S: a corner that gains or loses the blank swaps it with one neighbour, and
//! before and after the move the tile in place in the other neighbour is counted if and only if the swapped tile
//! is not the corner's tile. When t enters S, the value changes by -1 + 2 (1 + `min_removals` of the edge without t -
//! `min_removals` before), which is 1 or -1. Everything else is as in linear conflict, with some tiles removed from some
//! lines. The minimum of consistent values is consistent, and next to the goal the value is the true
//! distance.
//!
//! Memory: the tables of linear conflict and 4 KB. A move re-evaluates the required steps and lines that it
//! changes. The minimum over the endings is computed again only if one of these changed.

mod base_heuristic;
mod corner_tiles;
mod last_moves;
mod pair_terms;

use core::fmt;

use tilebench_core::{Cost, Heuristic, narrow};
use tilebench_puzzle::{Grid, Op, Puzzle, Word};

use crate::axis::Axis;
use crate::{LinearConflict, TileSum};
use base_heuristic::BaseHeuristic;
use corner_tiles::CornerTiles;
use last_moves::{Ending, LastMoves, RequiredStep};

pub use pair_terms::{CodeSet, CornerCells, EdgeTerm, EndingTerms, PairTerms};

/// The heuristic `B`, Manhattan distance or linear conflict, plus the extra moves of the `LAST` moves and of the tiles
/// beside `CORNERS`.
pub struct KorfTaylor<B, const LAST: bool, const CORNERS: bool> {
    base: B,
    last: LastMoves,
    corners: CornerTiles,
    /// By ending: the tiles beside corners that it forces.
    forced_corner_tiles: Vec<u8>,
    /// By bit of a tile beside a corner: its term in the code of its edge.
    terms: [usize; 8],
    /// By operator: the lines that lose and gain the moved tile, as bits.
    crossed_lines: Box<[u32; Op::COUNT]>,
    /// By tile: its goal lines, as bits.
    goal_lines: [u32; 32],
}

/// Manhattan distance and the last moves.
pub type ManhattanLastMoves = KorfTaylor<TileSum, true, false>;
/// Manhattan distance and the corner tiles.
pub type ManhattanCornerTiles = KorfTaylor<TileSum, false, true>;
/// Manhattan distance, the last moves and the corner tiles.
pub type ManhattanLastMovesCornerTiles = KorfTaylor<TileSum, true, true>;
/// Linear conflict and the last moves.
pub type ConflictLastMoves<W> = KorfTaylor<LinearConflict<W>, true, false>;
/// Linear conflict and the corner tiles.
pub type ConflictCornerTiles<W> = KorfTaylor<LinearConflict<W>, false, true>;
/// Linear conflict, the last moves and the corner tiles.
pub type ConflictLastMovesCornerTiles<W> = KorfTaylor<LinearConflict<W>, true, true>;

/// The values carried along a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KorfTaylorCache<C> {
    /// The cache of Manhattan distance or linear conflict.
    base: C,
    /// The forced steps of the last moves.
    forced: u16,
    /// The forced steps that add a pair of moves if no tile beside a corner is in their line.
    paid: u16,
    /// The tiles beside corners that must move.
    must_move: u8,
    /// The pairs of moves that all of these add.
    pairs: u8,
}

impl<C: Copy> KorfTaylorCache<C> {
    /// The cache of Manhattan distance or linear conflict.
    #[inline]
    #[must_use]
    pub fn base(&self) -> C {
        self.base
    }
}

impl<B, const LAST: bool, const CORNERS: bool> fmt::Debug for KorfTaylor<B, LAST, CORNERS> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("KorfTaylor").field("endings", &self.last.endings.len()).finish_non_exhaustive()
    }
}

impl<B, const LAST: bool, const CORNERS: bool> KorfTaylor<B, LAST, CORNERS> {
    /// The heuristic for the goal of `puzzle`.
    #[must_use]
    pub fn new<W: Word>(puzzle: &Puzzle<W>) -> Self
    where
        B: BaseHeuristic<W>,
    {
        let base = B::for_goal(puzzle);
        let (last, corners) = (LastMoves::new(puzzle), CornerTiles::new(puzzle));
        let forced_corner_tiles = last.endings.iter().map(|ending| corners.bits(ending.cells)).collect();
        let mut terms = [0; 8];
        for edge in &corners.edges {
            for bit in set_bits(edge.bits.into()) {
                let tile = usize::from(puzzle.goal().tiles()[corners.cells[bit]]);
                terms[bit] = base.term(goal_state(puzzle), edge.line, tile);
            }
        }
        let size = puzzle.size();
        let mut crossed_lines = Box::new([0; Op::COUNT]);
        for op in (0..puzzle.cells()).flat_map(|cell| puzzle.ops_at(cell)) {
            let axis = Axis::from_op(*op);
            let first = if axis == Axis::Horizontal { size.rows() } else { 0 };
            crossed_lines[op.index()] =
                [op.from(), op.to()].map(|cell| 1 << (first + axis.line(size, cell))).iter().sum();
        }
        let mut goal_lines = [0; 32];
        for (cell, &tile) in puzzle.goal().tiles().iter().enumerate() {
            goal_lines[usize::from(tile)] = 1 << size.row(cell) | 1 << (size.rows() + size.col(cell));
        }
        Self { base, last, corners, forced_corner_tiles, terms, crossed_lines, goal_lines }
    }

    /// The pairs of moves that the forced steps and the tiles beside corners of `now` add in `state`.
    #[inline]
    fn pairs<W: Word>(&self, state: W, now: KorfTaylorCache<B::Cache>) -> u8
    where
        B: BaseHeuristic<W>,
    {
        let KorfTaylorCache { base, forced, paid, must_move, .. } = now;
        if must_move == 0 {
            return to_byte(
                self.endings().map(|(ending, _)| (paid & ending.required_steps).count_ones()).min().unwrap_or(0),
            );
        }
        let corners = self.corner_pairs(state, base, 0, must_move);
        let edges = self.corners.lines(must_move);
        let each = self.endings().map(|(ending, forced_corner_tiles)| {
            let paid = paid & ending.required_steps;
            // Most endings have neither a tile beside a corner nor a line with such a tile.
            if must_move & forced_corner_tiles == 0 && (!B::CONFLICTS || edges & ending.lines == 0) {
                return paid.count_ones() + corners;
            }
            let must_move = must_move & !forced_corner_tiles;
            let on_edges = if B::CONFLICTS {
                self.last.steps_on(self.corners.lines(must_move)) & ending.required_steps
            } else {
                0
            };
            (paid & !on_edges).count_ones() + self.corner_pairs(state, base, on_edges & forced, must_move)
        });
        to_byte(each.min().unwrap_or(corners))
    }

    /// The endings, each with the tiles beside corners that it forces.
    #[inline]
    fn endings(&self) -> impl Iterator<Item = (&Ending, &u8)> {
        self.last.endings.iter().zip(&self.forced_corner_tiles).take(if LAST {
            self.forced_corner_tiles.len()
        } else {
            0
        })
    }

    /// The forced steps that add a pair: all but those that save their line a pair.
    #[inline]
    fn paid<W: Word>(&self, state: W, base: B::Cache, forced: u16) -> u16
    where
        B: BaseHeuristic<W>,
    {
        if !B::CONFLICTS {
            return forced;
        }
        set_bits(forced).fold(forced, |paid, required_step| {
            let RequiredStep { tile, line } = self.last.required_steps[required_step];
            let (code, term) = (self.base.code(base, line), self.base.term(state, line, tile));
            let spares = term > 0 && self.base.min_removals(line, code - term) < self.base.min_removals(line, code);
            paid & !(u16::from(spares) << required_step)
        })
    }

    /// The pairs of moves that the tiles beside corners add, with the forced steps whose line is an
    /// edge of these tiles.
    #[inline]
    fn corner_pairs<W: Word>(&self, state: W, base: B::Cache, on_edges: u16, must_move: u8) -> u32
    where
        B: BaseHeuristic<W>,
    {
        let tiles = on_edges.count_ones() + must_move.count_ones();
        if !B::CONFLICTS || must_move == 0 {
            return tiles;
        }
        let spared = self.corners.edges.iter().filter(|edge| must_move & edge.bits != 0).map(|edge| {
            let code = self.base.code(base, edge.line);
            let beside = set_bits((must_move & edge.bits).into()).map(|bit| self.terms[bit]);
            let required_steps = set_bits(on_edges)
                .map(|required_step| self.last.required_steps[required_step])
                .filter(|required_step| required_step.line == edge.line);
            let required_steps =
                required_steps.map(|required_step| self.base.term(state, edge.line, required_step.tile));
            let rest = code - beside.sum::<usize>() - required_steps.sum::<usize>();
            self.base.min_removals(edge.line, code) - self.base.min_removals(edge.line, rest)
        });
        tiles - spared.sum::<u32>()
    }
}

/// The goal as a state.
fn goal_state<W: Word>(puzzle: &Puzzle<W>) -> W {
    puzzle.goal().tiles().iter().enumerate().fold(W::zero(), |word, (cell, &tile)| word.with(cell, usize::from(tile)))
}

/// The indices of the bits that are set in `bits`.
#[inline]
fn set_bits(mut bits: u16) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let place = bits.trailing_zeros() as usize;
        bits &= bits.wrapping_sub(1);
        (place < 16).then_some(place)
    })
}

fn to_byte(number: u32) -> u8 {
    narrow(number, "pairs of moves are at most 10: two of an ending, eight of tiles beside corners")
}

impl<W: Word, B: BaseHeuristic<W>, const LAST: bool, const CORNERS: bool> Heuristic<Puzzle<W>>
    for KorfTaylor<B, LAST, CORNERS>
{
    type Cache = KorfTaylorCache<B::Cache>;

    fn initial(&self, puzzle: &Puzzle<W>, state: W) -> KorfTaylorCache<B::Cache> {
        let base = self.base.initial(puzzle, state);
        let forced = if LAST { self.last.forced(puzzle, state) } else { 0 };
        let must_move = if CORNERS { self.corners.must_move(state) } else { 0 };
        let now = KorfTaylorCache { base, forced, paid: self.paid(state, base, forced), must_move, pairs: 0 };
        KorfTaylorCache { pairs: self.pairs(state, now), ..now }
    }

    #[inline]
    fn step(
        &self,
        puzzle: &Puzzle<W>,
        cache: KorfTaylorCache<B::Cache>,
        parent: W,
        op: Op,
    ) -> KorfTaylorCache<B::Cache> {
        let mut next = cache;
        let tile = parent.tile(op.to());
        next.base = self.base.step(puzzle, cache.base, parent, op);
        let state = parent.moved(op.from(), op.to());
        // The line that loses or gains a tile that belongs to it: at most one.
        let crossed = if B::CONFLICTS { self.crossed_lines[op.index()] & self.goal_lines[tile & 31] } else { 0 };
        if LAST {
            let changed = self.last.changes(tile, op.to(), op.from());
            next.forced ^= changed;
            let stale = changed | self.last.steps_on(crossed);
            if stale > 0 {
                next.paid = cache.paid & !stale | self.paid(state, next.base, next.forced & stale);
            }
        }
        if CORNERS && self.corners.touched(op, tile) {
            next.must_move = self.corners.must_move(state);
        }
        let on_edge = next.must_move > 0 && crossed & self.corners.lines(next.must_move) > 0;
        if on_edge || next.paid != cache.paid || next.must_move != cache.must_move {
            next.pairs = self.pairs(state, next);
        }
        next
    }

    #[inline]
    fn h(&self, cache: KorfTaylorCache<B::Cache>) -> Cost {
        let base = self.base.h(cache.base);
        if base <= 1 { base } else { base + 2 * Cost::from(cache.pairs) }
    }
}
