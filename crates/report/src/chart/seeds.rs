//! What luck is worth: how nodes and time spread over the seeds of a search that draws.

use std::collections::BTreeMap;

use tilebench_record::Status;

use crate::chart::axis::Axis;
use crate::chart::drawing::{Drawing, Stroke};
use crate::chart::frame::{Content, Frame};
use crate::chart::legend::Entry;
use crate::chart::sheet::{self, Sheet};
use crate::chart::steps;
use crate::chart::theme::{self, Look};
use crate::experiment::{Configuration, InstanceSet};
use crate::number;
use crate::run::Run;
use crate::stats::quantile;

/// Fewer seeds than this are no distribution.
const FEWEST: usize = 10;

/// Nodes generated, over the median of the instance.
pub(crate) fn nodes(set: &InstanceSet, sheet: &Sheet) -> Option<Drawing> {
    draw(set, sheet, "Nodes over the seeds", "nodes over the instance's median", Run::nodes)
}

/// Time of the search, over the median of the instance.
pub(crate) fn time(set: &InstanceSet, sheet: &Sheet) -> Option<Drawing> {
    draw(set, sheet, "Time over the seeds", "time over the instance's median", Run::time)
}

fn draw(
    set: &InstanceSet,
    sheet: &Sheet,
    title: &str,
    across: &str,
    value: fn(&Run) -> Option<f64>,
) -> Option<Drawing> {
    let curves: Vec<(&Configuration, Vec<f64>)> = set
        .configurations
        .iter()
        .filter_map(|configuration| Some((configuration, spread(configuration, value)?)))
        .collect();
    if curves.is_empty() {
        return None;
    }
    let all: Vec<f64> = curves.iter().flat_map(|(_, values)| values.iter().copied()).collect();
    let remark = format!(
        "Solved runs of every seed; each curve rises by one run where it had so many times its instance's median.{}",
        steps::remark(curves.iter().map(|(_, values)| values.len()))
    );
    let content = Content {
        title: sheet.title(title, set),
        remark: sheet::with_solved(set, &remark),
        x: &|labels| Axis::log(across, &all, labels, number::short),
        y: &|_| Axis::at("runs", &[0.0, 25.0, 50.0, 75.0, 100.0], false, 0.0, |share| format!("{share} %")),
        entries: curves.iter().map(|(configuration, values)| entry(configuration, values)).collect(),
        // All end at the top, so that no end tells one from the others.
        are_lines: false,
        is_square: false,
        rows_below: 0,
    };
    let paper = sheet.paper;
    let mut frame = Frame::new(paper, content);
    for (configuration, values) in &curves {
        let Look { color, dash, .. } = theme::look(configuration.index);
        let share = |count: usize| 100.0 * count as f64 / values.len() as f64;
        let stroke = Stroke { color, width: paper.size(2.0), dash: paper.dash(dash) };
        frame.drawing.line(steps::curve(&frame.plot, values, share), stroke);
    }
    Some(frame.finish(&[]))
}

/// Every solved run's value over the median of its instance, from the least, where instances have many
/// seeds.
fn spread(configuration: &Configuration, value: fn(&Run) -> Option<f64>) -> Option<Vec<f64>> {
    let mut instances: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for run in configuration.drawn.iter().filter(|run| run.status == Status::Solved) {
        instances.entry(&run.instance).or_default().extend(value(run));
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
    let text = format!("{} (5\u{a0}% below {}, 95\u{a0}% below {})", configuration.name, at(0.05), at(0.95));
    Entry { color, dash: Some(dash), marker: None, text }
}
