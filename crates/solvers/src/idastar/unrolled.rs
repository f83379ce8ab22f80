//! IDA* with the domain's operator graph unrolled into the code: one function a site.
//!
//! In each function the operators are constants, so their number, the cells they join and the
//! functions that continue below them are decided when the program is compiled. What is left at run
//! time is one table look-up and one branch a successor.

use tilebench_core::{Cost, Domain, Heuristic};

use super::cursor::Node;
use super::priority::{Plain, Rule};
use super::{Below, Search, visit};

/// Calls the function of a site. Every arm but one is dropped where the site is a constant.
macro_rules! at_site {
    ($search:expr, $site:expr, $state:expr, $cache:expr, $g:expr; $($number:literal)*) => {
        match $site {
            $($number => $search.below::<$number>($state, $cache, $g),)*
            _ => unreachable!("a static graph has at most {} sites", MOST_SITES),
        }
    };
}

/// The most sites that are unrolled: the directed edges of the 4x4 grid.
const MOST_SITES: usize = 48;

impl<D: Domain, H: Heuristic<D>> Search<'_, D, H> {
    /// One iteration from the start, where no move is to be undone; below it, the sites.
    ///
    /// No path is longer than the threshold here, so whether memory allows it is asked once.
    pub(super) fn unrolled(&mut self, start: Node<D, H>) -> Below {
        let Node { state, cache, g, arrived_by } = start;
        if const { D::STATIC_GRAPH.is_empty() } || self.threshold > self.deepest {
            return self.recurse::<Plain>(state, cache, g, arrived_by);
        }
        if let Err(end) = self.meter.expand(D::BRANCHING) {
            return self.stop(end);
        }
        for &op in self.domain.ops(state, arrived_by) {
            visit!(self, Plain, state, cache, g, op, |search: &mut Self, child, cache, op| {
                search.unrolled_below(child, cache, g + 1, op)
            });
        }
        Below::Nothing
    }

    /// Searches below `state`, where the search arrived by an operator that leads to a site.
    #[inline(never)]
    pub(super) fn unrolled_below(&mut self, state: D::State, cache: H::Cache, g: Cost, arrived_by: D::Op) -> Below {
        if const { D::STATIC_GRAPH.is_empty() } {
            return self.recurse::<Plain>(state, cache, g, arrived_by);
        }
        match self.domain.static_site(arrived_by) {
            Some(site) => self.dispatch(site, state, cache, g),
            None => self.recurse::<Plain>(state, cache, g, arrived_by),
        }
    }

    /// The function of `site`.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "only inlined into a constant site does it fold to one call")]
    fn dispatch(&mut self, site: usize, state: D::State, cache: H::Cache, g: Cost) -> Below {
        at_site!(self, site, state, cache, g;
            0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23
            24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47)
    }

    /// Searches below `state`, where the search arrived at `SITE`.
    fn below<const SITE: usize>(&mut self, state: D::State, cache: H::Cache, g: Cost) -> Below {
        const {
            assert!(D::STATIC_GRAPH.len() <= MOST_SITES, "more sites than are unrolled");
        }
        if let Err(end) = self.meter.expand(D::BRANCHING) {
            return self.stop(end);
        }
        let ops = const { if SITE < D::STATIC_GRAPH.len() { D::STATIC_GRAPH[SITE] } else { &[] } };
        // A loop over a constant of at most three is not always unrolled; three lines are.
        macro_rules! successor {
            ($at:literal) => {
                if $at < ops.len() {
                    let (op, site) = ops[$at];
                    visit!(self, Plain, state, cache, g, op, |search: &mut Self, child, cache, _| {
                        search.dispatch(site, child, cache, g + 1)
                    });
                }
            };
        }
        successor!(0);
        successor!(1);
        successor!(2);
        Below::Nothing
    }
}
