//! Anytime search: a first solution soon, better ones later, and in the end a cheapest one.
//!
//! An algorithm reports each incumbent with the lower bound on the cost of every solution that it has proved. A limit ends it
//! without loss: the incumbent is its answer. Nodes whose f = g + h is too large for a cheaper solution than the incumbent are left
//! out. If none is left, the incumbent is proved.
//!
//! The best-first algorithms share one loop (`search`); each is a rule of order and a loop over iterations.

mod anastar;
mod arastar;
mod dfbnb;
mod incumbents;
mod rwastar;
mod search;
mod weighted;

pub use self::anastar::AnaStar;
pub use self::arastar::AraStar;
pub use self::dfbnb::Dfbnb;
pub(crate) use self::incumbents::Incumbents;
pub use self::rwastar::RwaStar;

use tilebench_core::Weight;

use crate::{Algorithm, Options, SearchAlgorithm as _};

/// The weights of the iterations of `algorithm`, if it decreases them; otherwise none.
#[must_use]
pub fn decreasing_weights(algorithm: &Algorithm, options: &Options) -> Vec<Weight> {
    match algorithm.name {
        // An error is one of the options, which are checked with the domain.
        name if name == AraStar::ALGORITHM.name => arastar::weights(options).unwrap_or_default(),
        name if name == RwaStar::ALGORITHM.name => options.get(&rwastar::WEIGHTS).0.to_vec(),
        _ => Vec::new(),
    }
}
