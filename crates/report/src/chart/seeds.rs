//! What luck is worth: how nodes and time spread over the seeds of a search that draws.

use std::collections::BTreeMap;

use tilebench_record::Status;

use crate::chart::axis::Axis;
use crate::chart::drawing::{Drawing, Stroke};
use crate::chart::heading::Heading;
use crate::chart::layout;
use crate::chart::legend::Entry;
use crate::chart::steps;
use crate::chart::theme::{self, Look};
use crate::experiment::{Configuration, InstanceSet};
use crate::number;
use crate::repeats::quantile;
use crate::run::Run;

/// Fewer seeds than this are no distribution.
const FEWEST: usize = 10;

/// Nodes generated, over the median of the instance.
pub(crate) fn nodes(set: &InstanceSet) -> Option<Drawing> {
    draw(set, "Nodes over the seeds", "nodes over the instance's median", |run| run.generated as f64)
}

/// Time of the search, over the median of the instance.
pub(crate) fn time(set: &InstanceSet) -> Option<Drawing> {
    draw(set, "Time over the seeds", "time over the instance's median", |run| run.wall_s)
}

fn draw(set: &InstanceSet, title: &str, across: &str, value: fn(&Run) -> f64) -> Option<Drawing> {
    let curves: Vec<(&Configuration, Vec<f64>)> = set
        .configurations
        .iter()
        .filter_map(|configuration| Some((configuration, spread(configuration, value)?)))
        .collect();
    if curves.is_empty() {
        return None;
    }
    let all: Vec<f64> = curves.iter().flat_map(|(_, values)| values.iter().copied()).collect();
    let x = Axis::log(across, &all, 8, number::short);
    let y = Axis::at("runs", &[0.0, 25.0, 50.0, 75.0, 100.0], false, 0.0, |share| format!("{share} %"));
    let entries: Vec<Entry> = curves.iter().map(|(configuration, values)| entry(configuration, values)).collect();
    let remark = format!(
        "Solved runs of every seed; each curve rises by one run where it had so many times its instance's median.{}",
        steps::remark(curves.iter().map(|(_, values)| values.len()))
    );
    let heading = |width| Heading::new(title, set, &remark, width);
    let (mut drawing, plot) = layout::framed(x, y, &entries, heading);
    for (configuration, values) in &curves {
        let Look { color, dash, .. } = theme::look(configuration.index);
        let share = |count: usize| 100.0 * count as f64 / values.len() as f64;
        drawing.line(steps::curve(&plot, values, share), Stroke { color, width: 2.0, dash });
    }
    Some(drawing)
}

/// Every solved run's value over the median of its instance, from the least, where instances have many
/// seeds.
fn spread(configuration: &Configuration, value: fn(&Run) -> f64) -> Option<Vec<f64>> {
    let mut instances: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for run in configuration.drawn.iter().filter(|run| run.status == Status::Solved) {
        instances.entry(&run.instance).or_default().push(value(run));
    }
    instances.retain(|_, values| values.len() >= FEWEST);
    let mut spread = Vec::new();
    for values in instances.values_mut() {
        values.sort_by(f64::total_cmp);
        let median = quantile(values, 0.5).filter(|median| *median > 0.0)?;
        spread.extend(values.iter().map(|value| value / median));
    }
    spread.sort_by(f64::total_cmp);
    (!spread.is_empty()).then_some(spread)
}

fn entry(configuration: &Configuration, values: &[f64]) -> Entry {
    let Look { color, dash, .. } = theme::look(configuration.index);
    let at = |share| quantile(values, share).map_or_else(String::new, |value| number::fixed(value, 2));
    let text = format!("{} (5 % below {}, 95 % below {})", configuration.name, at(0.05), at(0.95));
    Entry { color, dash: Some(dash), marker: None, text }
}
