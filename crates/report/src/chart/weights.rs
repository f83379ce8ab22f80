//! Configurations that differ only in their weight: their increase in length, and their savings in nodes and time.

use std::collections::{BTreeMap, HashMap};

use tilebench_plot::kinds::weights::{self, Family, Member, Weights};
use tilebench_plot::{ChartOptions, Drawing, theme};

use crate::bounds::shortest;
use crate::chart::sample::subject;
use crate::common_instances::Common;
use crate::compare_on::COVERAGE;
use crate::experiment::{Configuration, InstanceSet};
use crate::metric;
use crate::run::Run;
use crate::stats::mean;

/// Fewer weights than this are no curve.
const FEWEST: usize = 3;

/// Suboptimality or length, nodes and time against the weight, if one algorithm with one heuristic ran with several.
pub(super) fn draw(set: &InstanceSet, sheet: &ChartOptions) -> Option<Drawing> {
    let weighted =
        set.configurations.iter().filter(|one| one.runs.first().is_some_and(|run| run.weight_value.is_some()));
    let common = Common::of(set, weighted);
    let families = families(&common, &shortest(set));
    if families.is_empty() || !common.is_enough() {
        return None;
    }
    let left_out: Vec<&str> = common.left_out.iter().map(|one| one.name.as_str()).collect();
    let weights = Weights {
        families,
        instances: common.instances.len(),
        left_out: match left_out.as_slice() {
            [] => String::new(),
            names => format!(" Left out, solved under {COVERAGE} % of the instances: {}.", names.join(", ")),
        },
    };
    Some(weights::draw(&weights, &subject(set), sheet))
}

fn member(weight: f64, configuration: &Configuration, common: &Common<'_>, shortest: &HashMap<&str, u32>) -> Member {
    // The value of each run on the common instances, if every one has it.
    let values = |value: &dyn Fn(&Run) -> Option<f64>| -> Option<Vec<f64>> {
        configuration.runs.iter().filter(|run| common.contains(&run.instance)).map(value).collect()
    };
    let suboptimality = |run: &Run| metric::suboptimality(run.length, shortest.get(&*run.instance).copied());
    Member {
        weight,
        suboptimality: values(&suboptimality)
            .and_then(|values| Some([mean(&values)?, values.iter().copied().max_by(f64::total_cmp)?])),
        length: values(&|run| run.length.map(f64::from)).and_then(|values| mean(&values)),
        nodes: values(&Run::nodes).and_then(|values| mean(&values)),
        time: values(&Run::time).and_then(|values| mean(&values)),
    }
}

/// The families of at least three weights.
fn families(common: &Common<'_>, shortest: &HashMap<&str, u32>) -> Vec<Family> {
    let mut families: BTreeMap<_, Vec<(f64, &Configuration)>> = BTreeMap::new();
    for &configuration in &common.members {
        let Some(run) = configuration.runs.first() else { continue };
        let Some(weight) = run.weight_value else { continue };
        families.entry([&run.algorithm, &run.heuristic, &run.options]).or_default().push((weight, configuration));
    }
    let mut drawn = Vec::new();
    for (words, mut members) in families {
        members.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        members.dedup_by(|(a, _), (b, _)| a.total_cmp(b).is_eq());
        if members.len() >= FEWEST {
            let words: Vec<&str> = words.into_iter().map(|word| &**word).filter(|word| !word.is_empty()).collect();
            drawn.push(Family {
                name: words.join(", "),
                style: theme::style(drawn.len()),
                members: members.into_iter().map(|(weight, one)| member(weight, one, common, shortest)).collect(),
            });
        }
    }
    drawn
}
