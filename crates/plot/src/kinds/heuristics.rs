//! Charts of heuristic values of the start states.

mod distribution;
mod error;
mod mean_by_length;
mod nodes;

pub use distribution::draw as distribution;
pub use error::draw as error;
pub use mean_by_length::draw as length;
pub use nodes::{HeuristicPoint, NodesData, draw as nodes};

use crate::legend::LegendEntry;
use crate::number;
use crate::theme::Style;
use tilebench_stats::mean;

/// The minimum number of heuristics.
const MIN_HEURISTICS: usize = 2;
/// The minimum number of instances of a heuristic.
const MIN_INSTANCES: usize = 10;

/// The values of one heuristic for the start states of an instance set.
#[derive(Debug)]
pub struct HeuristicSample {
    /// Its name.
    pub name: String,
    /// How it is drawn.
    pub style: Style,
    /// The value of each start.
    pub values: Vec<f64>,
    /// The value and the optimal length of each start whose optimal length is known.
    pub pairs: Vec<(f64, f64)>,
}

impl HeuristicSample {
    /// A legend entry with the mean value.
    fn entry(&self) -> LegendEntry {
        let mean = mean(&self.values).unwrap_or_default();
        LegendEntry::new(self.style, format!("{} ({})", self.name, number::fixed(mean, 1)))
    }
}

/// The heuristics that are drawn, and those left out.
#[derive(Debug)]
struct HeuristicSelection<'a> {
    heuristics: Vec<&'a HeuristicSample>,
    /// The number of instances of each: `1,000`, or `12 to 1,000` if the numbers differ.
    instances: String,
    left_out: Vec<&'a str>,
}

impl<'a> HeuristicSelection<'a> {
    /// The heuristics of `all` with enough instances by `count`; none if there are too few of them.
    fn from_samples(all: &'a [HeuristicSample], count: impl Fn(&HeuristicSample) -> usize) -> Option<Self> {
        let (heuristics, few): (Vec<&HeuristicSample>, Vec<&HeuristicSample>) =
            all.iter().partition(|heuristic| count(heuristic) >= MIN_INSTANCES);
        let counts = heuristics.iter().map(|heuristic| count(heuristic) as u64);
        let (min, max) = counts.fold((u64::MAX, 0), |(min, max), count| (min.min(count), max.max(count)));
        let [min, max] = [min, max].map(number::grouped);
        let instances = if min == max { max } else { format!("{min} to {max}") };
        let left_out = few.iter().map(|heuristic| heuristic.name.as_str()).collect();
        (heuristics.len() >= MIN_HEURISTICS).then_some(Self { heuristics, instances, left_out })
    }

    /// A sentence on the heuristics with too few instances of the kind `what`, if there are any.
    fn too_few(&self, what: &str) -> String {
        if self.left_out.is_empty() {
            return String::new();
        }
        format!(" Left out (fewer than {MIN_INSTANCES} instances {what}): {}.", self.left_out.join(", "))
    }
}
