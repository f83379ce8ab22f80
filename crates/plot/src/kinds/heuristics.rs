//! Charts of the heuristics' values of the starts.

mod distribution;
mod error;
mod length;
mod nodes;

pub use distribution::draw as distribution;
pub use error::draw as error;
pub use length::draw as length;
pub use nodes::{Member, Nodes, draw as nodes};

use crate::legend::Entry;
use crate::number;
use crate::theme::Look;
use tilebench_stats::mean;

/// Fewer heuristics than this have nothing to be compared with.
const FEWEST: usize = 2;
/// Fewer boards than this are better read in a table.
const FEWEST_BOARDS: usize = 10;

/// The values of the starts of one instance set by one heuristic.
#[derive(Debug)]
pub struct Heuristic {
    /// Its name.
    pub name: String,
    /// How it is drawn.
    pub look: Look,
    /// Its value of each start.
    pub values: Vec<f64>,
    /// Its value of each start whose optimal length is known, and that length.
    pub pairs: Vec<(f64, f64)>,
}

impl Heuristic {
    /// An entry of a legend with the mean value.
    fn entry(&self) -> Entry {
        let mean = mean(&self.values).unwrap_or_default();
        Entry::new(self.look, format!("{} ({})", self.name, number::fixed(mean, 1)))
    }
}

/// The heuristics that are drawn.
#[derive(Debug)]
struct Chosen<'a> {
    heuristics: Vec<&'a Heuristic>,
    /// The number of boards of each: `1,000`, or `12 to 1,000` if they differ.
    boards: String,
    left_out: Vec<&'a str>,
}

impl<'a> Chosen<'a> {
    /// The heuristics of `all` that have enough boards by `count`, if they are enough to compare.
    fn of(all: &'a [Heuristic], count: impl Fn(&Heuristic) -> usize) -> Option<Self> {
        let (heuristics, few): (Vec<&Heuristic>, Vec<&Heuristic>) =
            all.iter().partition(|heuristic| count(heuristic) >= FEWEST_BOARDS);
        let counts = heuristics.iter().map(|heuristic| count(heuristic) as u64);
        let (min, max) = counts.fold((u64::MAX, 0), |(min, max), count| (min.min(count), max.max(count)));
        let [fewest, most] = [min, max].map(number::whole);
        let boards = if min == max { most } else { format!("{fewest} to {most}") };
        let left_out = few.iter().map(|heuristic| heuristic.name.as_str()).collect();
        (heuristics.len() >= FEWEST).then_some(Self { heuristics, boards, left_out })
    }

    /// A sentence that names the heuristics that have too few boards, if there are any.
    fn too_few(&self, what: &str) -> String {
        if self.left_out.is_empty() {
            return String::new();
        }
        format!(" Left out, for {what} fewer than {FEWEST_BOARDS} boards: {}.", self.left_out.join(", "))
    }
}
