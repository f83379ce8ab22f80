//! The table of search algorithms: a row makes an algorithm known everywhere.

use crate::algorithm::{Row, SearchDomain};
use crate::best_first::{AStar, Greedy, WeightedAStar};
use crate::bfida::BfidaStar;
use crate::bfs::BreadthFirst;
use crate::dfs::DepthFirst;
use crate::ida_star::Ida;

/// All search algorithms, in the order in which they are listed.
#[must_use]
pub fn rows<D: SearchDomain>() -> Vec<Row<D>> {
    vec![
        Row::new::<BreadthFirst>(),
        Row::new::<DepthFirst>(),
        Row::new::<AStar>(),
        Row::new::<WeightedAStar>(),
        Row::new::<Greedy>(),
        Row::new::<Ida>(),
        Row::new::<BfidaStar>(),
    ]
}
