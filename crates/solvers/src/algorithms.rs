//! The table of search algorithms: a row registers an algorithm for all uses.

use crate::algorithm::{AlgorithmRow, SearchDomain};
use crate::anytime::{AnaStar, AraStar, Dfbnb, RwaStar};
use crate::beam::Beam;
use crate::best_first::{AStar, Greedy, WeightedAStar};
use crate::bfida::BfidaStar;
use crate::bfs::BreadthFirst;
use crate::bidirectional::{BaeStar, BidirectionalBreadthFirst, BsStar, Dvcbs, Gbfhs, Mm, Nbs};
use crate::bulb::Bulb;
use crate::dfs::DepthFirst;
use crate::exploring::{EpsilonGreedy, TypeGreedy};
use crate::ida_star::{BudgetedTreeSearch, IdaStar, IdaStarCr, IdaStarTable};
use crate::rbfs::Rbfs;
use crate::rectangle::Rectangle;
use crate::suboptimal::{AStarEpsilon, Dps, Ees, ImprovedOptimistic, Optimistic, Speedy, Xdp, Xup};

/// All search algorithms, in the order in which they are listed.
#[must_use]
pub fn algorithms<D: SearchDomain>() -> Vec<AlgorithmRow<D>> {
    vec![
        AlgorithmRow::new::<BreadthFirst>(),
        AlgorithmRow::new::<DepthFirst>(),
        AlgorithmRow::new::<AStar>(),
        AlgorithmRow::new::<WeightedAStar>(),
        AlgorithmRow::new::<Greedy>(),
        AlgorithmRow::new::<IdaStar>(),
        AlgorithmRow::new::<IdaStarCr>(),
        AlgorithmRow::new::<BudgetedTreeSearch>(),
        AlgorithmRow::new::<IdaStarTable>(),
        AlgorithmRow::new::<Rbfs>(),
        AlgorithmRow::new::<BfidaStar>(),
        AlgorithmRow::new::<BidirectionalBreadthFirst>(),
        AlgorithmRow::new::<BsStar>(),
        AlgorithmRow::new::<BaeStar>(),
        AlgorithmRow::new::<Mm>(),
        AlgorithmRow::new::<Nbs>(),
        AlgorithmRow::new::<Gbfhs>(),
        AlgorithmRow::new::<Dvcbs>(),
        AlgorithmRow::new::<AStarEpsilon>(),
        AlgorithmRow::new::<Xdp>(),
        AlgorithmRow::new::<Xup>(),
        AlgorithmRow::new::<Optimistic>(),
        AlgorithmRow::new::<Ees>(),
        AlgorithmRow::new::<Dps>(),
        AlgorithmRow::new::<ImprovedOptimistic>(),
        AlgorithmRow::new::<Speedy>(),
        AlgorithmRow::new::<TypeGreedy>(),
        AlgorithmRow::new::<EpsilonGreedy>(),
        AlgorithmRow::new::<Beam>(),
        AlgorithmRow::new::<Bulb>(),
        AlgorithmRow::new::<Rectangle>(),
        AlgorithmRow::new::<AraStar>(),
        AlgorithmRow::new::<RwaStar>(),
        AlgorithmRow::new::<AnaStar>(),
        AlgorithmRow::new::<Dfbnb>(),
    ]
}
