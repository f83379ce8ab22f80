//! The cost of the solved runs of each group, its limit, and the virtual best of each guarantee.

use std::collections::BTreeMap;

use crate::chart_data::{ChartData, GuaranteeClass, RunGroup};
use crate::curve_chart::{Curve, Pen};
use crate::drawing::{Anchor, Drawing, Point};
use crate::legend::LegendEntry;
use crate::number;
use crate::plot_area::Plot;
use crate::theme::{self, Dash, Stroke, Style};
use crate::variable::{AxisScale, Variable};

/// The dashes of the virtual bests, by guarantee from the strongest.
const VIRTUAL_BEST_DASHES: [Dash; 3] = [Dash::Dashed(2, 3), Dash::Dashed(7, 3), Dash::Dashed(12, 4)];

/// The curves of `costs`, drawn by `draw`. Those after the first `groups` are virtual bests.
pub(crate) fn curves<'a>(
    costs: &'a [GroupCosts],
    groups: usize,
    draw: impl Fn(&mut Drawing, &Plot, Pen, &GroupCosts, usize) -> Point + Copy + 'a,
) -> Vec<Curve<'a>> {
    let curve = |(index, costs): (usize, &'a GroupCosts)| Curve {
        entry: costs.entry.clone(),
        style: costs.style,
        group: (index < groups).then_some(index),
        draw: Box::new(move |drawing: &mut Drawing, plot: &Plot, pen: Pen| draw(drawing, plot, pen, costs, index)),
    };
    costs.iter().enumerate().map(curve).collect()
}

/// The costs of a group.
#[derive(Debug)]
pub(crate) struct GroupCosts {
    /// The name of the group.
    pub(crate) name: String,
    /// The legend entry.
    pub(crate) entry: LegendEntry,
    /// The style of the curve.
    pub(crate) style: Style,
    /// The number of runs, solved or not.
    pub(crate) runs: usize,
    /// The costs of the solved runs, ascending.
    pub(crate) solved: Vec<f64>,
    /// The largest limit, if every run has one.
    pub(crate) limit: Option<f64>,
}

/// The costs of every group in `variable`, the variable at `place`, and the number of solved runs without a value.
pub(crate) fn group_costs(data: &ChartData, place: usize, variable: &Variable) -> (Vec<GroupCosts>, usize) {
    let mut without = 0;
    let mut costs = |group: &RunGroup| {
        let mut solved = Vec::new();
        for run in group.runs.iter().filter(|run| run.solved) {
            match run.values[place] {
                Some(value) => solved.push(value.max(variable.min_on_log_axis())),
                None => without += 1,
            }
        }
        solved.sort_by(f64::total_cmp);
        let limits: Option<Vec<f64>> =
            group.runs.iter().chain(&group.filtered_out).map(|run| run.limits[place]).collect();
        let limit = limits.and_then(|limits| limits.into_iter().max_by(f64::total_cmp));
        GroupCosts {
            name: group.name.clone(),
            entry: LegendEntry::new(group.style, format!("{} ({})", group.name, group.solved_of_all())),
            style: group.style,
            runs: group.n(),
            solved,
            limit,
        }
    };
    (data.groups.iter().map(&mut costs).collect(), without)
}

/// For each guarantee, the minimum cost over its groups on each instance that all of them were run on; none for a guarantee
/// of a single group.
pub(crate) fn virtual_bests(data: &ChartData, place: usize, variable: &Variable) -> Vec<GroupCosts> {
    let is_single = data.groups.iter().all(|group| group.guarantee == data.groups[0].guarantee);
    let best = |guarantee: GuaranteeClass| {
        let groups: Vec<&RunGroup> = data.groups.iter().filter(|group| group.guarantee == Some(guarantee)).collect();
        let name = if is_single { String::new() } else { format!(", guarantee {}", guarantee.name) };
        let dash = VIRTUAL_BEST_DASHES[guarantee.place % VIRTUAL_BEST_DASHES.len()];
        virtual_best(&groups, place, variable, &name, Style { dash, ..theme::VIRTUAL_BEST_STYLE })
    };
    data.guarantees().into_iter().filter_map(best).collect()
}

fn virtual_best(
    groups: &[&RunGroup],
    place: usize,
    variable: &Variable,
    name: &str,
    style: Style,
) -> Option<GroupCosts> {
    if groups.len() < 2 {
        return None;
    }
    let mut instances: BTreeMap<usize, (usize, Option<f64>)> = BTreeMap::new();
    for (number, group) in groups.iter().enumerate() {
        let shown = group.runs.iter().map(|run| (run, true));
        for (run, is_shown) in shown.chain(group.filtered_out.iter().map(|run| (run, false))) {
            let (groups, best) = instances.entry(run.instance).or_insert((0, None));
            if *groups == number {
                *groups += 1;
            }
            let value =
                run.values[place].filter(|_| run.solved && is_shown).map(|value| value.max(variable.min_on_log_axis()));
            *best = [*best, value].into_iter().flatten().min_by(f64::total_cmp);
        }
    }
    instances.retain(|_, (ran, _)| *ran == groups.len());
    let mut solved: Vec<f64> = instances.values().filter_map(|(_, best)| *best).collect();
    solved.sort_by(f64::total_cmp);
    let [best, all] = [solved.len(), instances.len()].map(|count| number::grouped(count as u64));
    let name = format!("virtual best{name}");
    let entry = LegendEntry::line(style, format!("{name} ({best}/{all})"));
    (!instances.is_empty()).then_some(GroupCosts { name, entry, style, runs: instances.len(), solved, limit: None })
}

/// The distinct limits, ascending.
pub(crate) fn limits(costs: &[GroupCosts]) -> Vec<f64> {
    let mut limits: Vec<f64> = costs.iter().filter_map(|costs| costs.limit).collect();
    limits.sort_by(f64::total_cmp);
    limits.dedup();
    limits
}

/// A sentence on the solved runs without a value, if there are any.
pub(crate) fn missing_value_notes(without: usize, variable: &Variable) -> Vec<String> {
    let note = format!("Not drawn: {} without a value of {}.", number::counted(without, "solved run"), variable.name);
    if without > 0 { vec![note] } else { Vec::new() }
}

/// The label of a limit.
pub(crate) fn limit_label(variable: &Variable, limit: f64) -> String {
    let title = variable.limit.unwrap_or("limit");
    let value =
        if variable.scale == AxisScale::LogSeconds { number::short_seconds(limit) } else { number::short(limit) };
    format!("{title} {value}")
}

/// The stroke of lines that mark limits.
pub(crate) fn limit_stroke(drawing: &Drawing) -> Stroke {
    let canvas = drawing.canvas;
    Stroke { color: theme::PALE_INK, width: canvas.size(1.5), dash: canvas.dash(Dash::Dashed(6, 4)) }
}

/// Draws a line across the lower axis at each limit, and a label above it if it does not overlap the previous one.
pub(crate) fn draw_limits(drawing: &mut Drawing, plot: &Plot, variable: &Variable, limits: &[f64]) {
    let canvas = drawing.canvas;
    let stroke = limit_stroke(drawing);
    // The title of the vertical axis is at the same height.
    let mut free = plot.left + theme::width(&plot.y.title, canvas.label()) - canvas.size(20.0);
    for &limit in limits {
        let x = plot.across(limit);
        drawing.line(vec![(x, plot.top), (x, plot.bottom)], stroke);
        let label = limit_label(variable, limit);
        let half = theme::width(&label, canvas.label()) / 2.0;
        let middle = x.min(drawing.width - canvas.margin() - half);
        if middle - half > free {
            let at = (middle, plot.top - canvas.size(19.0));
            drawing.text(at, Anchor::Middle, canvas.label(), theme::PALE_INK, label.as_str());
            free = middle + half + canvas.size(8.0);
        }
    }
}

/// A sentence on the limits, since not every label may fit.
pub(crate) fn limit_note(variable: &Variable, limits: &[f64]) -> String {
    match limits {
        [] => String::new(),
        [limit] => format!(" Dashed line: {}.", limit_label(variable, *limit)),
        [min, .., max] => {
            format!(" Dashed lines: limits, from {} to {}.", limit_label(variable, *min), limit_label(variable, *max))
        }
    }
}

/// Writes into the middle of the plot that no run solved its instance.
pub(crate) fn draw_none_solved(drawing: &mut Drawing, plot: &Plot) {
    let middle = (f64::midpoint(plot.left, plot.right), f64::midpoint(plot.top, plot.bottom));
    let size = drawing.canvas.label();
    drawing.text(middle, Anchor::Middle, size, theme::PALE_INK, "No run solved its instance.");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{NODES, data};

    #[test]
    fn a_group_has_a_limit_only_if_every_run_had_one() {
        let limits = |data: &ChartData| group_costs(data, 0, &NODES).0[1].limit;
        let mut small = data();
        assert_eq!(limits(&small), Some(1e6));
        small.groups[1].runs[0].limits[0] = None;
        assert_eq!(limits(&small), None, "not every run has one");
    }

    #[test]
    fn the_virtual_best_has_the_minimum_cost_of_each_instance_that_any_group_solved() {
        let data = data();
        let best =
            virtual_best(&data.groups.iter().collect::<Vec<_>>(), 0, &NODES, "", theme::VIRTUAL_BEST_STYLE).unwrap();
        // Instances 1 to 3 are solved by WA*, and 4, on which it crashed, by A*.
        assert_eq!(best.solved, [100.0, 400.0, 2000.0, 2500.0]);
        assert_eq!((best.runs, best.entry.text.as_str()), (4, "virtual best (4/4)"));
        let bests = virtual_bests(&data, 0, &NODES);
        assert_eq!(bests.len(), 1, "WA* alone is within w");
        assert_eq!(bests[0].entry.text, "virtual best, guarantee optimal (3/4)");
    }
}
