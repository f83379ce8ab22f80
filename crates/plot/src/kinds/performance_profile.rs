//! Performance profiles: the share of instances that a configuration solved within a factor of the best (Dolan and Moré 2002).
//!
//! The best of an instance is the smallest cost among the configurations shown that have the same guarantee. So a curve changes
//! if another configuration is left out, and only the highest curve at a factor can be read as a ranking (Gould and Scott 2016).

use crate::axis::Axis;
use crate::chart_data::{ChartData, RunGroup};
use crate::chart_frame::ChartContent;
use crate::curve_chart::{self, Curve, Pen};
use crate::drawing::{Drawing, Point};
use crate::figure::{self, Figure};
use crate::instance_costs::{Costs, check_single_runs, has_zeros, instance_costs};
use crate::legend::LegendEntry;
use crate::number::{self, counted};
use crate::plot_area::Plot;
use crate::step_curve;
use crate::variable::Variable;

/// The profile of a group.
struct Profile<'a> {
    group: &'a RunGroup,
    index: usize,
    /// The ratios of its solved runs to the best cost of their instances, ascending.
    ratios: Vec<f64>,
    /// The number of instances, solved or not.
    instances: usize,
}

/// The share of instances solved within a factor of the best cost.
///
/// # Errors
///
/// If data that the chart requires are missing: a phrase that names them.
pub fn draw(data: &ChartData) -> Result<Figure, String> {
    let variable = data.variable(0)?;
    check_single_runs(&data.groups.iter().collect::<Vec<_>>())?;
    let (counted_groups, uncounted) = data.counted_groups();
    let profiles = profiles(data, &counted_groups, variable);
    if profiles.is_empty() {
        return Err(
            "it requires two configurations with the same guarantee and known values that were run on an instance in common".into()
        );
    }
    let mut ratios: Vec<f64> = profiles.iter().flat_map(|profile| profile.ratios.iter().copied()).collect();
    ratios.push(1.0);
    let is_other = |(index, _): &&(usize, &RunGroup)| profiles.iter().all(|profile| profile.index != *index);
    let others: Vec<&RunGroup> = counted_groups.iter().filter(is_other).map(|(_, group)| *group).collect();
    let mut left_out = ChartData::left_out_by_guarantee(&others, "no other configuration has the guarantee");
    left_out.extend(uncounted);
    if has_zeros(&data.groups.iter().collect::<Vec<_>>(), variable) {
        left_out.push(format!("A value of {} = 0 counts as 1.", variable.name));
    }
    let several = data.guarantees().len() > 1;
    let guarantee = if several { " with the same guarantee" } else { "" };
    let mut remark = format!(
        "{} A curve is the share of instances that the configuration solved at no more than this factor of the smallest cost. \
         The smallest cost of an instance is over the configurations shown{guarantee}. At factor 1: the share of instances on \
         which it was best.",
        data.solved_of_all()
    );
    figure::append(&mut remark, &left_out);
    let content = ChartContent {
        title: data.title(&format!("Performance profile, {}", variable.plain()), data.instances, "instances"),
        remark,
        x: &|labels| {
            Axis::log(&format!("{} / smallest of the instance", variable.plain()), &ratios, labels, number::short)
        },
        y: &|_| {
            let shares = [0.0, 20.0, 40.0, 60.0, 80.0, 100.0];
            Axis::with_labels_at("instances", &shares, false, 0.0, |share| format!("{share} %"))
        },
        are_lines: true,
        ..ChartContent::default()
    };
    let curves: Vec<Curve<'_>> = profiles.iter().map(curve).collect();
    let drawing = curve_chart::draw(data, content, &curves, &|_, _| ());
    Ok(Figure { drawing, shown: counted(profiles.len(), "configuration"), left_out })
}

/// The profile of each of `groups` that shares its guarantee with another one.
fn profiles<'a>(data: &ChartData, groups: &[(usize, &'a RunGroup)], variable: &Variable) -> Vec<Profile<'a>> {
    let mut profiles = Vec::new();
    for guarantee in data.guarantees() {
        let (indices, groups): (Vec<usize>, Vec<&RunGroup>) =
            groups.iter().copied().filter(|(_, group)| group.guarantee == Some(guarantee)).unzip();
        let (costs, _) = instance_costs(&groups, variable);
        // An instance that one of them was not run on, or that has no value, has no best cost.
        let costs: Vec<&Costs> = costs.values().filter(|costs| costs.iter().all(Option::is_some)).collect();
        if groups.len() < 2 || costs.is_empty() {
            continue;
        }
        profiles.extend(indices.into_iter().zip(groups).enumerate().map(|(place, (index, group))| Profile {
            group,
            index,
            ratios: ratios(&costs, place, variable),
            instances: costs.len(),
        }));
    }
    profiles.sort_by_key(|profile| profile.index);
    profiles
}

/// The cost of the group at `place` over the smallest cost of each instance that it solved, ascending.
fn ratios(costs: &[&Costs], place: usize, variable: &Variable) -> Vec<f64> {
    let shown = |cost: f64| cost.max(variable.min_on_log_axis());
    let ratio = |costs: &&Costs| {
        let best = costs.iter().flatten().copied().fold(f64::INFINITY, f64::min);
        costs[place].filter(|cost| cost.is_finite()).map(|cost| shown(cost) / shown(best))
    };
    let mut ratios: Vec<f64> = costs.iter().filter_map(ratio).collect();
    ratios.sort_by(f64::total_cmp);
    ratios
}

fn curve<'a>(profile: &'a Profile<'a>) -> Curve<'a> {
    let Profile { group, index, ratios, instances } = profile;
    let share = |reached: usize| 100.0 * reached as f64 / *instances as f64;
    let best = ratios.iter().filter(|ratio| **ratio <= 1.0).count();
    let text =
        format!("{} (best on {}/{})", group.name, number::grouped(best as u64), number::grouped(*instances as u64));
    let draw = move |drawing: &mut Drawing, plot: &Plot, pen: Pen| -> Point {
        let mut points = step_curve::curve(plot, ratios, share);
        points.push((plot.x.high(), share(ratios.len())));
        pen.line(drawing, plot, &group.name, &points)
    };
    Curve { entry: LegendEntry::line(group.style, text), style: group.style, group: Some(*index), draw: Box::new(draw) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    #[test]
    fn a_ratio_is_to_the_smallest_cost_of_the_guarantee_and_unsolved_runs_have_none() {
        let data = fixture::data();
        let profiles = profiles(&data, &data.counted_groups().0, &fixture::NODES);
        // A* and IDA* are optimal; WA* is the only one within w. The third instance is solved by neither.
        let found: Vec<_> = profiles.iter().map(|one| (one.index, one.ratios.as_slice(), one.instances)).collect();
        assert_eq!(found, [(0, &[1.0; 3][..], 4), (2, &[4.0; 3][..], 4)]);
        let figure = draw(&data).unwrap();
        assert_eq!(figure.left_out, ["Left out (no other configuration has the guarantee): WA*."]);
        assert!(figure.drawing.svg().unwrap().contains("A* (best on 3/4)"));
    }

    #[test]
    fn an_instance_that_one_group_was_not_run_on_has_no_ratio() {
        let mut data = fixture::data();
        data.groups[2].runs.remove(0);
        let profiles = profiles(&data, &data.counted_groups().0, &fixture::NODES);
        assert_eq!((profiles[0].ratios.len(), profiles[0].instances), (2, 3));
    }

    #[test]
    fn a_group_with_solved_runs_without_a_value_is_left_out_and_named() {
        let data = fixture::data_with_an_uncounted_group();
        let figure = draw(&data).unwrap();
        assert!(figure.left_out.iter().any(|left_out| left_out.ends_with("): external.")), "{:?}", figure.left_out);
        assert!(figure.drawing.svg().unwrap().contains("A* (best on 3/4)"));
    }

    #[test]
    fn a_guarantee_of_one_configuration_has_no_profile() {
        let mut data = fixture::data();
        data.groups.truncate(2);
        assert!(draw(&data).unwrap_err().starts_with("it requires two configurations with the same guarantee"));
    }
}
