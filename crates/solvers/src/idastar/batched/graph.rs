//! The operator graph as batches need it: what a move does to a board, as shifts and masks.

use tilebench_core::Slides;

/// A move between two cells, on boards that hold the slack in the blank's own nibble.
#[derive(Clone, Copy, Debug)]
pub(in crate::idastar) struct Swap {
    /// The first bit of the cell that the blank enters.
    pub(in crate::idastar) to: u32,
    /// The bits between the first bits of the two.
    #[cfg_attr(not(target_arch = "x86_64"), expect(dead_code, reason = "vectors need it"))]
    pub(in crate::idastar) apart: u32,
    /// The lower one of the two cells.
    #[cfg_attr(not(target_arch = "x86_64"), expect(dead_code, reason = "vectors need it"))]
    pub(in crate::idastar) lower: u64,
    /// The cell that the blank leaves: where the slack is before the move.
    pub(in crate::idastar) slack: u64,
    /// The tiles that move away from the goal, as 16 bits, four times.
    pub(in crate::idastar) away: u64,
}

impl Swap {
    /// The move of the blank from cell `from` to cell `to`, by which the tiles of `away` lose a cell.
    pub(in crate::idastar) fn new(from: u8, to: u8, away: u16) -> Self {
        let (from, to) = (4 * u32::from(from & 15), 4 * u32::from(to & 15));
        let away = u64::from(away) * 0x0001_0001_0001_0001;
        Self { to, apart: from.abs_diff(to), lower: 15 << from.min(to), slack: 15 << from, away }
    }
}

/// A successor of a site.
#[derive(Clone, Copy, Debug)]
pub(in crate::idastar) struct Edge {
    pub(in crate::idastar) swap: Swap,
    /// The site that it leads to.
    pub(in crate::idastar) site: usize,
    /// Whether the blank enters its cell of the goal.
    pub(in crate::idastar) enters_goal: bool,
}

/// The sites of a board and their successors.
#[derive(Clone, Debug)]
pub(in crate::idastar) struct Graph<Op> {
    /// By site, in operator order.
    edges: Vec<Vec<Edge>>,
    /// By site, the operator that leads to it.
    arrivals: Vec<Op>,
    /// The goal, whose blank is zero.
    pub(in crate::idastar) goal: u64,
}

impl<Op: Copy + Eq> Graph<Op> {
    /// The most sites of a graph: boards of up to 16 cells have at most 48.
    pub(in crate::idastar) const MOST_SITES: usize = 64;

    /// The graph of `slides`, or `None` where it has too many sites.
    pub(in crate::idastar) fn new<S>(slides: &Slides<S, Op>) -> Option<Self> {
        let goal = slides.goal;
        let edges = slides.sites.iter().map(|site| {
            let edges = site.next.iter().map(|slide| {
                let swap = Swap::new(slide.from, slide.to, slide.away);
                Edge { swap, site: slide.site, enters_goal: (goal >> swap.to).is_multiple_of(16) }
            });
            edges.collect()
        });
        let arrivals = slides.sites.iter().map(|site| site.op).collect();
        (slides.sites.len() <= Self::MOST_SITES).then(|| Self { edges: edges.collect(), arrivals, goal })
    }

    /// The number of sites.
    pub(in crate::idastar) fn sites(&self) -> usize {
        self.edges.len()
    }

    /// The successors of `site`, in operator order.
    #[inline]
    pub(in crate::idastar) fn edges(&self, site: usize) -> &[Edge] {
        &self.edges[site]
    }

    /// The site to which `arrived_by` leads, and the first bit of the blank's cell there.
    pub(in crate::idastar) fn site(&self, arrived_by: Op) -> Option<(usize, u32)> {
        let site = self.arrivals.iter().position(|arrival| *arrival == arrived_by)?;
        let edge = self.edges[site].first()?;
        Some((site, edge.swap.slack.trailing_zeros()))
    }
}
