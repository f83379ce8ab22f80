//! Charts of the heuristics' values of the starts.

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

/// Fewer heuristics than this have nothing to be compared with.
const MIN_HEURISTICS: usize = 2;
/// Fewer boards than this are better read in a table.
const MIN_BOARDS: usize = 10;

/// The values of the starts of one instance set by one heuristic.
#[derive(Debug)]
pub struct HeuristicSample {
    /// Its name.
    pub name: String,
    /// How it is drawn.
    pub style: Style,
    /// Its value of each start.
    pub values: Vec<f64>,
    /// Its value of each start whose optimal length is known, and that length.
    pub pairs: Vec<(f64, f64)>,
}

impl HeuristicSample {
    /// An entry of a legend with the mean value.
    fn entry(&self) -> LegendEntry {
        let mean = mean(&self.values).unwrap_or_default();
        LegendEntry::new(self.style, format!("{} ({})", self.name, number::fixed(mean, 1)))
    }
}

/// The heuristics that are drawn.
#[derive(Debug)]
struct HeuristicSelection<'a> {
    heuristics: Vec<&'a HeuristicSample>,
    /// The number of boards of each: `1,000`, or `12 to 1,000` if they differ.
    boards: String,
    left_out: Vec<&'a str>,
}

impl<'a> HeuristicSelection<'a> {
    /// The heuristics of `all` that have enough boards by `count`, if they are enough to compare.
    fn from_samples(all: &'a [HeuristicSample], count: impl Fn(&HeuristicSample) -> usize) -> Option<Self> {
        let (heuristics, few): (Vec<&HeuristicSample>, Vec<&HeuristicSample>) =
            all.iter().partition(|heuristic| count(heuristic) >= MIN_BOARDS);
        let counts = heuristics.iter().map(|heuristic| count(heuristic) as u64);
        let (min, max) = counts.fold((u64::MAX, 0), |(min, max), count| (min.min(count), max.max(count)));
        let [min, max] = [min, max].map(number::whole);
        let boards = if min == max { max } else { format!("{min} to {max}") };
        let left_out = few.iter().map(|heuristic| heuristic.name.as_str()).collect();
        (heuristics.len() >= MIN_HEURISTICS).then_some(Self { heuristics, boards, left_out })
    }

    /// A sentence that names the heuristics that have too few boards, if there are any.
    fn too_few(&self, what: &str) -> String {
        if self.left_out.is_empty() {
            return String::new();
        }
        format!(" Left out, for {what} fewer than {MIN_BOARDS} boards: {}.", self.left_out.join(", "))
    }
}
