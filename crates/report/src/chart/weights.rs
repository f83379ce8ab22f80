//! Length, nodes and time of configurations that differ only in their weight.

use std::collections::{BTreeMap, HashMap};

use tilebench_plot::kinds::weights::{self, WeightFamily, WeightSweep, WeightedConfiguration};
use tilebench_plot::{ChartOptions, Drawing, theme};

use crate::bounds::optimal_lengths;
use crate::chart::data::set_summary;
use crate::common_instances::CommonInstances;
use crate::compare_on::COVERAGE;
use crate::experiment::{ConfigurationRuns, SetRuns};
use crate::family::{Family, has_several_orders};
use crate::metric;
use crate::run::ReportRun;
use crate::stats::mean;

/// The minimum number of weights.
const MIN_WEIGHTS: usize = 3;

/// Suboptimality or length, nodes and time against the weight, if one algorithm with one heuristic was run with several
/// weights.
pub(super) fn draw(set: &SetRuns, options: &ChartOptions) -> Option<Drawing> {
    let weighted =
        set.configurations.iter().filter(|one| one.runs.first().is_some_and(|run| run.weight_value.is_some()));
    let common = CommonInstances::new(set, weighted);
    let families = families(&common, &optimal_lengths(set));
    if families.is_empty() || !common.is_enough() {
        return None;
    }
    let left_out: Vec<&str> = common.left_out.iter().map(|one| one.name.as_str()).collect();
    let weights = WeightSweep {
        families,
        instances: common.instances.len(),
        left_out: match left_out.as_slice() {
            [] => String::new(),
            names => format!(" Left out (solved less than {COVERAGE} % of the instances): {}.", names.join(", ")),
        },
    };
    Some(weights::draw(&weights, &set_summary(set), options))
}

fn member(
    weight: f64,
    configuration: &ConfigurationRuns,
    common: &CommonInstances<'_>,
    optimal: &HashMap<&str, u32>,
) -> WeightedConfiguration {
    // The values of the runs on the common instances, if every run has one.
    let values = |value: &dyn Fn(&ReportRun) -> Option<f64>| -> Option<Vec<f64>> {
        configuration.runs.iter().filter(|run| common.contains(&run.instance)).map(value).collect()
    };
    let suboptimality = |run: &ReportRun| metric::suboptimality(run.path_cost(), optimal.get(&*run.instance).copied());
    WeightedConfiguration {
        weight,
        suboptimality: values(&suboptimality)
            .and_then(|values| Some([mean(&values)?, values.iter().copied().max_by(f64::total_cmp)?])),
        length: values(&|run| run.length.map(f64::from)).and_then(|values| mean(&values)),
        nodes: values(&ReportRun::nodes).and_then(|values| mean(&values)),
        time: values(&ReportRun::time).and_then(|values| mean(&values)),
    }
}

/// The families with at least three weights.
fn families(common: &CommonInstances<'_>, optimal: &HashMap<&str, u32>) -> Vec<WeightFamily> {
    let mut families: BTreeMap<_, Vec<(f64, &ConfigurationRuns)>> = BTreeMap::new();
    for &configuration in &common.members {
        let Some(run) = configuration.runs.first() else { continue };
        let Some(weight) = run.weight_value else { continue };
        families.entry(Family::of_weights(run)).or_default().push((weight, configuration));
    }
    let names_order = has_several_orders(families.values().flatten().map(|(_, configuration)| *configuration));
    let mut drawn = Vec::new();
    for (family, mut members) in families {
        members.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        members.dedup_by(|(a, _), (b, _)| a.total_cmp(b).is_eq());
        if members.len() >= MIN_WEIGHTS {
            drawn.push(WeightFamily {
                name: family.words(names_order).join(", "),
                style: theme::style(drawn.len()),
                configurations: members.into_iter().map(|(weight, one)| member(weight, one, common, optimal)).collect(),
            });
        }
    }
    drawn
}

#[cfg(test)]
mod tests {
    use tilebench_record::Run;

    use super::*;
    use crate::compare_on::CompareOn;
    use crate::experiment::ExperimentData;
    use crate::fixture;

    #[test]
    fn each_operator_order_is_a_family_with_all_its_weights() {
        let runs = ["ULRD", "DRLU"].into_iter().flat_map(|order| {
            (1..=3).flat_map(move |weight: u32| {
                fixture::runs().into_iter().take(4).map(move |run| Run {
                    run_id: format!("{} {weight} {order}", run.run_id),
                    solver: format!("wastar manhattan w={weight} order={order}"),
                    algorithm: "wastar".into(),
                    weight: weight.to_string(),
                    order: order.into(),
                    ..run
                })
            })
        });
        let experiment = ExperimentData::arrange(runs.collect(), None).compared_on(CompareOn::All);
        let common = CommonInstances::new(&experiment.sets[0], &experiment.sets[0].configurations);
        let families = families(&common, &HashMap::new());
        let found: Vec<(&str, usize)> =
            families.iter().map(|family| (family.name.as_str(), family.configurations.len())).collect();
        assert_eq!(found, [("wastar, manhattan, order=DRLU", 3), ("wastar, manhattan, order=ULRD", 3)]);
    }
}
