//! A heuristic that is asked about slices of states: one virtual call a slice, compiled inside.

use rayon::prelude::*;
use tilebench_core::{Cost, Domain, Grid, Heuristic};
use tilebench_heuristics::Tables;
use tilebench_puzzle::{Op, Puzzle, Word};

use super::{Defect, Edge, Edges, Estimates, Versus};
use crate::heuristics::{Visit, visit};
use crate::{CatalogError, HeuristicChoice};

/// What was counted over states and the edges that leave them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Over the states whose distance is known.
    pub estimates: Estimates,
    /// Over the edges that leave any state.
    pub edges: Edges,
    /// Over all states, against the other heuristic; nothing where there is none.
    pub versus: Versus,
}

impl Tally {
    /// Joins what was counted over the states that come after these.
    #[must_use]
    pub(crate) fn then(self, later: &Self) -> Self {
        Self {
            estimates: self.estimates.then(&later.estimates),
            edges: self.edges.then(&later.edges),
            versus: self.versus.then(&later.versus),
        }
    }
}

/// A heuristic whose type is forgotten.
pub(crate) trait Subject<W: Word>: Sync {
    /// The estimates of states.
    fn estimates(&self, puzzle: &Puzzle<W>, keys: &[W::Key]) -> Vec<Cost>;

    /// Counts over states, all at `distance` where it is known, and against the `other` estimates.
    fn tally(&self, puzzle: &Puzzle<W>, keys: &[W::Key], distance: Option<Cost>, other: Option<&[Cost]>) -> Tally;
}

/// A heuristic of a known type.
pub(crate) struct Of<H>(pub(crate) H);

impl<W: Word, H: Heuristic<Puzzle<W>>> Subject<W> for Of<H> {
    fn estimates(&self, puzzle: &Puzzle<W>, keys: &[W::Key]) -> Vec<Cost> {
        keys.iter().map(|&key| self.0.estimate(puzzle, W::from_key(key))).collect()
    }

    fn tally(&self, puzzle: &Puzzle<W>, keys: &[W::Key], distance: Option<Cost>, other: Option<&[Cost]>) -> Tally {
        let mut tally = Tally::default();
        for (at, &key) in keys.iter().enumerate() {
            let state = W::from_key(key);
            let root = self.0.root(puzzle, state);
            let h = self.0.h(root);
            if let Some(distance) = distance {
                tally.estimates.add(h, distance, || puzzle.board(state));
            }
            if let Some(other) = other {
                tally.versus.add(h, other[at], || puzzle.board(state));
            }
            for &op in puzzle.ops_at(state.blank()) {
                let stepped = self.0.step(puzzle, root, state, op);
                let recomputed = self.0.root(puzzle, puzzle.apply(state, op));
                let after = self.0.h(recomputed);
                tally.edges.add(h, after, || Edge::new(puzzle, state, op));
                if stepped != recomputed {
                    let edge = Edge::new(puzzle, state, op);
                    tally.edges.add_defect(Defect { edge, stepped: self.0.h(stepped), recomputed: after });
                }
            }
        }
        tally
    }
}

/// The heuristic of this name on the boards of `puzzle`, its type forgotten.
///
/// # Errors
///
/// Where the heuristic is not made for them.
pub(crate) fn forget<W: Word>(
    heuristic: &HeuristicChoice,
    puzzle: &Puzzle<W>,
    tables: &Tables,
) -> Result<Box<dyn Subject<W>>, CatalogError> {
    visit(heuristic, puzzle, tables, Forget)
}

/// Forgets the type of a heuristic.
struct Forget;

impl<W: Word> Visit<W> for Forget {
    type Out = Box<dyn Subject<W>>;

    fn visit<H: Heuristic<Puzzle<W>> + Send + 'static>(self, heuristic: H) -> Result<Self::Out, CatalogError> {
        Ok(Box::new(Of(heuristic)))
    }
}

impl Edge {
    fn new<W: Word>(puzzle: &Puzzle<W>, state: W, op: Op) -> Self {
        Self { board: puzzle.board(state), next: puzzle.board(puzzle.apply(state, op)) }
    }
}

/// What an audit examines.
pub(crate) struct Bench<'a, W: Word> {
    pub(crate) puzzle: &'a Puzzle<W>,
    pub(crate) subject: &'a dyn Subject<W>,
    /// The heuristic that it is held against.
    pub(crate) other: Option<&'a dyn Subject<W>>,
}

impl<W: Word> Bench<'_, W> {
    /// States a virtual call: enough to forget the call, few enough to share a layer among threads.
    const SLICE: usize = 4096;

    /// Counts over states in parallel. Slices are joined in their order, so that examples do not
    /// depend on the threads.
    pub(crate) fn tally(&self, keys: &[W::Key], distance: Option<Cost>) -> Tally {
        let of_slice = |keys: &[W::Key]| {
            let other = self.other.map(|other| other.estimates(self.puzzle, keys));
            self.subject.tally(self.puzzle, keys, distance, other.as_deref())
        };
        let slices: Vec<Tally> = keys.par_chunks(Self::SLICE).map(of_slice).collect();
        slices.iter().fold(Tally::default(), Tally::then)
    }

    /// The estimates of states, in their order.
    pub(crate) fn estimates(&self, keys: &[W::Key]) -> Vec<Cost> {
        let slices: Vec<Vec<Cost>> =
            keys.par_chunks(Self::SLICE).map(|keys| self.subject.estimates(self.puzzle, keys)).collect();
        slices.concat()
    }
}
