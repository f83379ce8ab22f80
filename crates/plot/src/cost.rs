//! What solving cost each group, its limit, and the virtual best of each guarantee.

use std::collections::BTreeMap;

use crate::drawing::{Anchor, Drawing};
use crate::legend::Entry;
use crate::number;
use crate::plot::Plot;
use crate::sample::{Group, Guarantee, Sample};
use crate::theme::{self, Dash, Look, Stroke};
use crate::variable::{Scale, Variable};

/// The lines of the virtual bests, by guarantee from the strongest.
const VIRTUAL_DASHES: [Dash; 3] = [Dash::Dashed(2, 3), Dash::Dashed(7, 3), Dash::Dashed(12, 4)];

/// The costs of a group.
#[derive(Debug)]
pub(crate) struct Costs {
    /// Its entry in a legend.
    pub(crate) entry: Entry,
    /// Its look.
    pub(crate) look: Look,
    /// How many runs there are, solved or not.
    pub(crate) runs: usize,
    /// The costs of those that solved, from the least.
    pub(crate) solved: Vec<f64>,
    /// The limit on all, if every run has one.
    pub(crate) limit: Option<f64>,
}

/// The costs of every group of `sample` in `column`, at `place`, and how many solved runs have none.
pub(crate) fn of(sample: &Sample, place: usize, variable: &Variable) -> (Vec<Costs>, usize) {
    let mut without = 0;
    let mut costs = |group: &Group| {
        let mut solved = Vec::new();
        for datum in group.data.iter().filter(|datum| datum.solved) {
            match datum.values[place] {
                Some(value) => solved.push(value.max(variable.least())),
                None => without += 1,
            }
        }
        solved.sort_by(f64::total_cmp);
        let limits: Option<Vec<f64>> =
            group.data.iter().chain(&group.outside).map(|datum| datum.limits[place]).collect();
        let limit = limits.and_then(|limits| limits.into_iter().max_by(f64::total_cmp));
        Costs {
            entry: Entry::new(group.look, format!("{} ({})", group.name, group.solved_of_all())),
            look: group.look,
            runs: group.n(),
            solved,
            limit,
        }
    };
    (sample.groups.iter().map(&mut costs).collect(), without)
}

/// The least cost of any group of each guarantee on each instance that all groups of it were run on; none for a guarantee
/// that only one group has.
pub(crate) fn virtual_bests(sample: &Sample, place: usize, variable: &Variable) -> Vec<Costs> {
    let is_single = sample.groups.iter().all(|group| group.guarantee == sample.groups[0].guarantee);
    let best = |guarantee: Guarantee| {
        let groups: Vec<&Group> = sample.groups.iter().filter(|group| group.guarantee == Some(guarantee)).collect();
        let name = if is_single { String::new() } else { format!(", guarantee {}", guarantee.name) };
        let dash = VIRTUAL_DASHES[guarantee.place % VIRTUAL_DASHES.len()];
        virtual_best(&groups, place, variable, &name, Look { dash, ..theme::VIRTUAL })
    };
    sample.guarantees().into_iter().filter_map(best).collect()
}

fn virtual_best(groups: &[&Group], place: usize, variable: &Variable, name: &str, look: Look) -> Option<Costs> {
    if groups.len() < 2 {
        return None;
    }
    let mut instances: BTreeMap<usize, (usize, Option<f64>)> = BTreeMap::new();
    for (number, group) in groups.iter().enumerate() {
        let shown = group.data.iter().map(|datum| (datum, true));
        for (datum, is_shown) in shown.chain(group.outside.iter().map(|datum| (datum, false))) {
            let (groups, best) = instances.entry(datum.instance).or_insert((0, None));
            if *groups == number {
                *groups += 1;
            }
            let value =
                datum.values[place].filter(|_| datum.solved && is_shown).map(|value| value.max(variable.least()));
            *best = [*best, value].into_iter().flatten().min_by(f64::total_cmp);
        }
    }
    instances.retain(|_, (ran, _)| *ran == groups.len());
    let mut solved: Vec<f64> = instances.values().filter_map(|(_, best)| *best).collect();
    solved.sort_by(f64::total_cmp);
    let [best, all] = [solved.len(), instances.len()].map(|count| number::whole(count as u64));
    let text = format!("virtual best{name} ({best}/{all})");
    let entry = Entry::line(look, text);
    (!instances.is_empty()).then_some(Costs { entry, look, runs: instances.len(), solved, limit: None })
}

/// The different limits, from the least.
pub(crate) fn limits(costs: &[Costs]) -> Vec<f64> {
    let mut limits: Vec<f64> = costs.iter().filter_map(|costs| costs.limit).collect();
    limits.sort_by(f64::total_cmp);
    limits.dedup();
    limits
}

/// Of solved runs without a value, a sentence.
pub(crate) fn without(without: usize, variable: &Variable) -> Vec<String> {
    let told = format!("{} solved runs have no {}, and no step.", number::whole(without as u64), variable.name);
    if without > 0 { vec![told] } else { Vec::new() }
}

/// The label of a limit.
pub(crate) fn limit_label(variable: &Variable, limit: f64) -> String {
    let title = variable.limit.unwrap_or("limit");
    let value = if variable.scale == Scale::LogSeconds { number::short_seconds(limit) } else { number::short(limit) };
    format!("{title} {value}")
}

/// The line of limits.
pub(crate) fn limit_stroke(drawing: &Drawing) -> Stroke {
    let paper = drawing.paper;
    Stroke { color: theme::PALE_INK, width: paper.size(1.5), dash: paper.dash(Dash::Dashed(6, 4)) }
}

/// Draws a line across the lower axis at each limit, and a label above it if it does not overlap the previous one.
pub(crate) fn draw_limits(drawing: &mut Drawing, plot: &Plot, variable: &Variable, limits: &[f64]) {
    let paper = drawing.paper;
    let stroke = limit_stroke(drawing);
    // The title of the other axis stands there too.
    let mut free = plot.left + theme::width(&plot.y.title, paper.label()) - paper.size(20.0);
    for &limit in limits {
        let x = plot.across(limit);
        drawing.line(vec![(x, plot.top), (x, plot.bottom)], stroke);
        let label = limit_label(variable, limit);
        let half = theme::width(&label, paper.label()) / 2.0;
        let middle = x.min(drawing.width - paper.margin() - half);
        if middle - half > free {
            let at = (middle, plot.top - paper.size(19.0));
            drawing.text(at, Anchor::Middle, paper.label(), theme::PALE_INK, label.as_str());
            free = middle + half + paper.size(8.0);
        }
    }
}

/// A sentence that gives the limits whose labels had no room.
pub(crate) fn limit_sentence(variable: &Variable, limits: &[f64]) -> String {
    match limits {
        [] => String::new(),
        [limit] => format!(" Dashed: the {}.", limit_label(variable, *limit)),
        [least, .., most] => {
            format!(" Dashed: limits, from {} to {}.", limit_label(variable, *least), limit_label(variable, *most))
        }
    }
}

/// Says in the middle of the plot that nothing was solved.
pub(crate) fn tell_none(drawing: &mut Drawing, plot: &Plot) {
    let middle = (f64::midpoint(plot.left, plot.right), f64::midpoint(plot.top, plot.bottom));
    let size = drawing.paper.label();
    drawing.text(middle, Anchor::Middle, size, theme::PALE_INK, "No run solved its instance.");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{NODES, sample};

    #[test]
    fn a_group_has_a_limit_only_where_every_run_had_one() {
        let limits = |sample: &Sample| of(sample, 0, &NODES).0[1].limit;
        let mut small = sample();
        assert_eq!(limits(&small), Some(1e6));
        small.groups[1].data[0].limits[0] = None;
        assert_eq!(limits(&small), None, "not every run has one");
    }

    #[test]
    fn the_virtual_best_has_the_least_cost_of_each_instance_that_any_solved() {
        let sample = sample();
        let best = virtual_best(&sample.groups.iter().collect::<Vec<_>>(), 0, &NODES, "", theme::VIRTUAL).unwrap();
        // Instances 1 to 3 are solved by WA*, and 4, on which it crashed, by A*.
        assert_eq!(best.solved, [100.0, 400.0, 2000.0, 2500.0]);
        assert_eq!((best.runs, best.entry.text.as_str()), (4, "virtual best (4/4)"));
        let bests = virtual_bests(&sample, 0, &NODES);
        assert_eq!(bests.len(), 1, "WA* alone is within w");
        assert_eq!(bests[0].entry.text, "virtual best, guarantee optimal (3/4)");
    }
}
