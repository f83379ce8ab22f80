//! The operator graph as batches need it: what a move does to a board, as shifts and masks.

use crate::UnitDeltaTables;

/// A move between two cells, on boards that hold the slack in the blank's own nibble.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Swap {
    /// The first bit of the cell that the blank enters.
    pub(crate) to: u32,
    /// The bits between the first bits of the two.
    #[cfg_attr(not(target_arch = "x86_64"), expect(dead_code, reason = "vectors need it"))]
    pub(crate) apart: u32,
    /// The lower one of the two cells.
    #[cfg_attr(not(target_arch = "x86_64"), expect(dead_code, reason = "vectors need it"))]
    pub(crate) lower: u64,
    /// The cell that the blank leaves; it contains the slack before the move.
    pub(crate) slack: u64,
    /// The tiles that move `increases_h` from the goal, as 16 bits, four times.
    pub(crate) increases_h: u64,
}

impl Swap {
    /// The move of the blank from cell `from` to cell `to`, by which the tiles of `increases_h` lose a cell.
    pub(crate) fn new(from: u8, to: u8, increases_h: u16) -> Self {
        let (from, to) = (4 * u32::from(from & 15), 4 * u32::from(to & 15));
        let increases_h = u64::from(increases_h) * 0x0001_0001_0001_0001;
        Self { to, apart: from.abs_diff(to), lower: 15 << from.min(to), slack: 15 << from, increases_h }
    }
}

/// A successor of a site.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    pub(crate) swap: Swap,
    /// The site that it leads to.
    pub(crate) site: usize,
    /// Whether the blank enters its cell of the goal.
    pub(crate) enters_goal: bool,
}

/// The sites of a board and their successors.
#[derive(Clone, Debug)]
pub(crate) struct Graph<Op> {
    /// By site, in operator order.
    edges: Vec<Vec<Edge>>,
    /// By site, the operator that leads to it.
    arrivals: Vec<Op>,
    /// The goal, whose blank is zero.
    pub(crate) goal: u64,
}

impl<Op: Copy + Eq> Graph<Op> {
    /// The maximum number of sites of a graph: boards of up to 16 cells have at most 48.
    pub(crate) const MAX_CONTEXTS: usize = 64;

    /// The graph of `slides`, or `None` if it has too many sites.
    pub(crate) fn new<S>(slides: &UnitDeltaTables<S, Op>) -> Option<Self> {
        let goal = slides.goal;
        let edges = slides.sites.iter().map(|site| {
            let edges = site.next.iter().map(|slide| {
                let swap = Swap::new(slide.from, slide.to, slide.increases_h);
                Edge { swap, site: slide.site, enters_goal: (goal >> swap.to).is_multiple_of(16) }
            });
            edges.collect()
        });
        let arrivals = slides.sites.iter().map(|site| site.op).collect();
        (slides.sites.len() <= Self::MAX_CONTEXTS).then(|| Self { edges: edges.collect(), arrivals, goal })
    }

    /// The number of sites.
    pub(crate) fn sites(&self) -> usize {
        self.edges.len()
    }

    /// The successors of `site`, in operator order.
    #[inline]
    pub(crate) fn edges(&self, site: usize) -> &[Edge] {
        &self.edges[site]
    }

    /// The site to which `parent_op` leads, and the first bit of the blank's cell there.
    pub(crate) fn site(&self, parent_op: Op) -> Option<(usize, u32)> {
        let site = self.arrivals.iter().position(|arrival| *arrival == parent_op)?;
        let edge = self.edges[site].first()?;
        Some((site, edge.swap.slack.trailing_zeros()))
    }
}
