//! Charts of the heuristics' values of the starts.

mod distribution;
mod error;
mod length;
mod nodes;

pub(crate) use distribution::draw as distribution;
pub(crate) use error::draw as error;
pub(crate) use length::draw as length;
pub(crate) use nodes::draw as nodes;

use crate::chart::legend::Entry;
use crate::chart::theme::{self, Look};
use crate::experiment::InstanceSet;
use crate::heuristics::Estimates;
use crate::number;
use crate::stats::mean;

/// Fewer heuristics than this have nothing to be compared with.
const FEWEST: usize = 2;
/// Fewer boards than this are better read in a table.
const FEWEST_BOARDS: usize = 10;

/// The heuristics of `set` for which `count` finds enough boards, if they are enough to compare.
fn drawn(set: &InstanceSet, count: impl Fn(&Estimates) -> usize) -> Option<Vec<&Estimates>> {
    let drawn: Vec<&Estimates> = set.estimates.iter().filter(|estimates| count(estimates) >= FEWEST_BOARDS).collect();
    (drawn.len() >= FEWEST).then_some(drawn)
}

/// A sentence that names the heuristics of `set` that are not `drawn` for want of boards, if there are any.
fn too_few(set: &InstanceSet, drawn: &[&Estimates], what: &str) -> String {
    let is_drawn = |estimates: &Estimates| drawn.iter().any(|other| other.index == estimates.index);
    let names: Vec<&str> = set
        .estimates
        .iter()
        .filter(|estimates| !is_drawn(estimates))
        .map(|estimates| estimates.name.as_str())
        .collect();
    if names.is_empty() {
        return String::new();
    }
    format!(" Left out, for {what} fewer than {FEWEST_BOARDS} boards: {}.", names.join(", "))
}

/// How many boards each of `drawn` has by `count`: `1,000`, or `12 to 1,000` where they differ.
fn boards(drawn: &[&Estimates], count: impl Fn(&Estimates) -> usize) -> String {
    let counts = drawn.iter().map(|estimates| count(estimates) as u64);
    let (least, most) = counts.fold((u64::MAX, 0), |(least, most), count| (least.min(count), most.max(count)));
    let [fewest, all] = [least, most].map(number::whole);
    if least == most { all } else { format!("{fewest} to {all}") }
}

/// An entry of a legend that tells the heuristic's mean.
fn entry(estimates: &Estimates) -> Entry {
    let Look { color, dash, marker } = theme::look(estimates.index);
    let mean = mean(&estimates.values()).unwrap_or_default();
    Entry {
        color,
        dash: Some(dash),
        marker: Some(marker),
        text: format!("{} ({})", estimates.name, number::fixed(mean, 1)),
    }
}
