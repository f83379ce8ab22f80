//! Warnings on sums, and so arithmetic means, that a few hard instances dominate.

use crate::measure_table::{MeasureRow, MeasureTable};
use crate::metric::{GENERATED, Metric, TIME};
use crate::number::grouped;

/// The share of the sum above which a warning is given, and the multiple of the share that five equal instances have.
const LARGE_SHARE: f64 = 0.3;
const LARGE_MULTIPLE: f64 = 2.0;

/// The share above which a warning is always given.
const MAX_SHARE: f64 = 0.9;

/// The maximum number of configurations named in a warning.
const MAX_NAMED: usize = 3;

/// The metrics that are checked.
const SUMS: [Metric; 2] = [GENERATED, TIME];

/// A sentence for each metric of which five instances are more than 30 % of the sum for a configuration, and more than twice what
/// five equal instances are, if there are few instances.
pub(crate) fn remarks(measures: &MeasureTable) -> Vec<String> {
    SUMS.iter().filter_map(|metric| remark(measures, metric)).collect()
}

fn remark(measures: &MeasureTable, metric: &Metric) -> Option<String> {
    let several = measures.rows.iter().any(|row| row.set != measures.rows[0].set);
    let mut large: Vec<(f64, String)> = Vec::new();
    for MeasureRow { set, solver, measured, .. } in measures.rows.iter().filter(|row| row.measure.name == metric.name) {
        let equal = LARGE_MULTIPLE * 5.0 / measured.n as f64;
        let is_large = |&share: &f64| share > LARGE_SHARE.max(equal.min(MAX_SHARE));
        let Some(share) = measured.hardest.filter(is_large) else { continue };
        let of = if several { format!(" on {set}") } else { String::new() };
        large.push((share, format!("{solver}{of} ({:.0} %)", 100.0 * share)));
    }
    large.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    let mut named: Vec<String> = large.iter().take(MAX_NAMED).map(|(_, name)| name.clone()).collect();
    if large.len() > MAX_NAMED {
        named.push(format!("{} more (figures.csv)", grouped((large.len() - MAX_NAMED) as u64)));
    }
    (!large.is_empty()).then(|| {
        format!(
            "The five hardest instances are more than 30 % of the sum of {} for: {}. Compare geometric means and medians.",
            metric.title,
            named.join(", ")
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::ExperimentData;
    use crate::fixture;

    #[test]
    fn configurations_whose_five_hardest_instances_are_more_than_30_percent_of_the_sum_are_named_with_the_share() {
        // Of 40 instances, five take 100 each; the other 35 take 5 each for one configuration and 50 each for the other.
        let run = |solver: &str, number: u64, easy: u64| tilebench_record::Run {
            run_id: format!("{solver}{number}"),
            set: "s".into(),
            instance: number.to_string(),
            solver: solver.into(),
            status: tilebench_record::Status::Solved,
            generated: Some(if number < 5 { 100 } else { easy }),
            wall_s: 1.0,
            ..Default::default()
        };
        let runs = (0..40).flat_map(|number| [run("steep", number, 5), run("flat", number, 50)]).collect();
        let remarks = remarks(&fixture::measures(&ExperimentData::arrange(runs, None)));
        assert_eq!(remarks.len(), 1, "{remarks:?}");
        assert!(remarks[0].contains("sum of nodes generated for: steep (74 %). Compare geometric"), "{}", remarks[0]);
    }
}
