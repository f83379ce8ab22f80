//! Performance profiles: which share of the instances is solved within a time, or within so many nodes.

use crate::chart::axis::Axis;
use crate::chart::drawing::{Anchor, Drawing, Stroke};
use crate::chart::heading::Heading;
use crate::chart::layout;
use crate::chart::legend::Entry;
use crate::chart::plot::Plot;
use crate::chart::steps;
use crate::chart::theme::{self, Dash, Look};
use crate::experiment::{Configuration, InstanceSet};
use crate::number;
use crate::run::Run;

/// How many markers a curve has.
const MARKERS: usize = 5;

/// Solved against wall time.
pub(crate) fn time(set: &InstanceSet) -> Drawing {
    // The clock's tick is about a microsecond: below, places on a log axis mean nothing.
    let profile = Profile {
        title: "Solved within a time",
        limit: |run| run.time_limit_s,
        limit_label: |limit| format!("time limit {}", number::short_seconds(limit)),
        cost: |run| run.wall_s.max(1e-6),
        axis: |values| Axis::log("wall time of the search", values, 8, number::short_seconds),
    };
    profile.draw(set)
}

/// Solved against nodes generated.
pub(crate) fn nodes(set: &InstanceSet) -> Drawing {
    let profile = Profile {
        title: "Solved within a number of nodes",
        limit: |run| run.node_limit.map(|nodes| nodes as f64),
        limit_label: |limit| format!("node limit {}", number::short(limit)),
        cost: |run| run.generated.max(1) as f64,
        axis: |values| Axis::log("nodes generated", values, 9, number::short),
    };
    profile.draw(set)
}

struct Profile {
    title: &'static str,
    limit: fn(&Run) -> Option<f64>,
    limit_label: fn(f64) -> String,
    cost: fn(&Run) -> f64,
    axis: fn(&[f64]) -> Axis,
}

impl Profile {
    fn draw(&self, set: &InstanceSet) -> Drawing {
        let mut costs: Vec<f64> = set.configurations.iter().flat_map(Configuration::solved).map(self.cost).collect();
        costs.extend(self.limits(set));
        let entries: Vec<Entry> = set.configurations.iter().map(entry).collect();
        let y = Axis::at("solved", &[0.0, 20.0, 40.0, 60.0, 80.0, 100.0], false, 0.0, |share| format!("{share} %"));
        let limits = self.limits(set);
        let ends = if limits.is_empty() { "" } else { " It ends at its configuration's limit, where there is one." };
        let thinned = steps::remark(set.configurations.iter().map(|configuration| configuration.solved().count()));
        let remark =
            format!("Each curve rises by one instance where a run of its configuration was solved.{ends}{thinned}");
        let heading = |width| Heading::new(self.title, set, &remark, width);
        let (mut drawing, plot) = layout::framed((self.axis)(&costs), y, &entries, heading);
        self.draw_limits(&mut drawing, &plot, &limits);
        for configuration in &set.configurations {
            self.curve(&mut drawing, &plot, configuration);
        }
        if set.solved() == 0 {
            let middle = (f64::midpoint(plot.left, plot.right), f64::midpoint(plot.top, plot.bottom));
            drawing.text(middle, Anchor::Middle, theme::LABEL, theme::PALE_INK, "No run solved its instance.");
        }
        drawing
    }

    /// The limits of the configurations, each different one once, from the least.
    fn limits(&self, set: &InstanceSet) -> Vec<f64> {
        let mut limits: Vec<f64> = set.configurations.iter().filter_map(|c| c.limit(self.limit)).collect();
        limits.sort_by(f64::total_cmp);
        limits.dedup();
        limits
    }

    /// A line at each limit, and a label where it is clear of the one before.
    fn draw_limits(&self, drawing: &mut Drawing, plot: &Plot, limits: &[f64]) {
        let stroke = Stroke { color: theme::PALE_INK, width: 1.5, dash: Dash::Dashed(6, 4) };
        let mut free = f64::NEG_INFINITY;
        for &limit in limits {
            let x = plot.across(limit);
            drawing.line(vec![(x, plot.top), (x, plot.bottom)], stroke);
            let label = (self.limit_label)(limit);
            let half = theme::widest([label.as_str()].into_iter()) / 2.0;
            if x - half > free {
                drawing.text((x, plot.top - 19.0), Anchor::Middle, theme::LABEL, theme::PALE_INK, label.as_str());
                free = x + half + 8.0;
            }
        }
    }

    fn curve(&self, drawing: &mut Drawing, plot: &Plot, configuration: &Configuration) {
        let Look { color, dash, marker } = theme::look(configuration.index);
        let mut costs: Vec<f64> = configuration.solved().map(self.cost).collect();
        costs.sort_by(f64::total_cmp);
        let share = |solved: usize| 100.0 * solved as f64 / configuration.runs.len().max(1) as f64;
        let mut points = steps::curve(plot, &costs, share);
        let end = configuration.limit(self.limit).unwrap_or(plot.x.high());
        points.push(plot.at(end.max(costs.last().copied().unwrap_or(end)), share(costs.len())));
        drawing.line(points, Stroke { color, width: 2.0, dash });
        for step in 0..MARKERS.min(costs.len()) {
            // A little later for each configuration, so that curves that run together show both.
            let place = (costs.len() * (2 * step + 1) / (2 * MARKERS) + configuration.index % 3).min(costs.len() - 1);
            drawing.mark(plot.at(costs[place], share(place + 1)), marker, 4.0, color);
        }
    }
}

fn entry(configuration: &Configuration) -> Entry {
    let Look { color, dash, marker } = theme::look(configuration.index);
    let text = format!("{} ({})", configuration.name, configuration.solved_of_all());
    Entry { color, dash: Some(dash), marker: Some(marker), text }
}
