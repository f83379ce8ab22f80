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
    let CommonInstances { members: covered, left_out: uncovered, .. } = CommonInstances::new(set, weighted);
    let Families { drawn: families, few, alike } = Families::new(covered);
    let drawn = families.iter().flat_map(|(_, members)| members).map(|&(_, configuration)| configuration);
    let common = CommonInstances::new(set, drawn);
    if families.is_empty() || !common.is_enough() {
        return None;
    }
    let optimal = optimal_lengths(set);
    let solved_few = format!("solved less than {COVERAGE} % of the instances");
    let reasons = [
        (solved_few.as_str(), uncovered),
        ("fewer than three weights", few),
        ("differs from another configuration only in its name or limits", alike),
    ];
    let families = families.into_iter().enumerate().map(|(place, (name, members))| WeightFamily {
        name,
        style: theme::style(place),
        configurations: members.into_iter().map(|(weight, one)| member(weight, one, &common, &optimal)).collect(),
    });
    let weights = WeightSweep {
        families: families.collect(),
        instances: common.instances.len(),
        left_out: reasons.iter().map(|(reason, configurations)| left_out(reason, configurations)).collect(),
    };
    Some(weights::draw(&weights, &set_summary(set), options))
}

/// A sentence that names `configurations` as left out because of `reason`; empty if there are none.
fn left_out(reason: &str, configurations: &[&ConfigurationRuns]) -> String {
    let names: Vec<&str> = configurations.iter().map(|one| one.name.as_str()).collect();
    if names.is_empty() { String::new() } else { format!(" Left out ({reason}): {}.", names.join(", ")) }
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

/// A configuration with its weight.
type Weighted<'a> = (f64, &'a ConfigurationRuns);

/// Configurations that differ only in their weight.
#[derive(Default)]
struct Families<'a> {
    /// The families with at least three weights: the name, and the configurations by weight.
    drawn: Vec<(String, Vec<Weighted<'a>>)>,
    /// The configurations of families with fewer weights.
    few: Vec<&'a ConfigurationRuns>,
    /// The configurations with the settings and the weight of another one, which is drawn.
    alike: Vec<&'a ConfigurationRuns>,
}

impl<'a> Families<'a> {
    fn new(configurations: Vec<&'a ConfigurationRuns>) -> Self {
        let names_order = has_several_orders(configurations.iter().copied());
        let mut by_family: BTreeMap<_, Vec<Weighted<'a>>> = BTreeMap::new();
        for configuration in configurations {
            let run = &configuration.runs[0];
            let weight = run.weight_value.expect("the configuration has a weight");
            by_family.entry(Family::of_weights(run)).or_default().push((weight, configuration));
        }
        let mut found = Self::default();
        for (family, mut members) in by_family {
            members.sort_by(|(a, _), (b, _)| a.total_cmp(b));
            let mut alike = Vec::new();
            members.dedup_by(|(a, configuration), (b, _)| {
                let is_alike = a.total_cmp(b).is_eq();
                alike.extend(is_alike.then_some(*configuration));
                is_alike
            });
            if members.len() >= MIN_WEIGHTS {
                found.drawn.push((family.words(names_order).join(", "), members));
                found.alike.extend(alike);
            } else {
                found.few.extend(members.into_iter().map(|(_, one)| one).chain(alike));
            }
        }
        found
    }
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
        let Families { drawn: families, few, alike } =
            Families::new(experiment.sets[0].configurations.iter().collect());
        let found: Vec<(&str, usize)> =
            families.iter().map(|(name, configurations)| (name.as_str(), configurations.len())).collect();
        assert_eq!(found, [("wastar, manhattan, order=DRLU", 3), ("wastar, manhattan, order=ULRD", 3)]);
        assert!(few.is_empty() && alike.is_empty());
    }

    #[test]
    fn configurations_that_are_not_drawn_are_named() {
        let configurations = [("small 1", "1"), ("large 1", "1"), ("2", "2"), ("3", "3"), ("lifo", "2")];
        let runs = configurations.into_iter().flat_map(|(name, weight)| {
            fixture::runs().into_iter().take(4).map(move |run| Run {
                run_id: format!("{} {name}", run.run_id),
                solver: name.into(),
                algorithm: "wastar".into(),
                weight: weight.into(),
                options: if name == "lifo" { "tie=lifo".into() } else { String::new() },
                ..run
            })
        });
        let experiment = ExperimentData::arrange(runs.collect(), None).compared_on(CompareOn::All);
        let Families { drawn: families, few, alike } =
            Families::new(experiment.sets[0].configurations.iter().collect());
        assert_eq!(families.len(), 1);
        assert_eq!(left_out("few", &few), " Left out (few): lifo.");
        assert_eq!(left_out("alike", &alike), " Left out (alike): large 1.");
        assert_eq!(left_out("none", &[]), "");
    }
}
