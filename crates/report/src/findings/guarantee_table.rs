//! The table of the answer: the configurations by guarantee, with their solved instances and their ratios to the baseline.

use tilebench_record::Proof;

use crate::compare::{self, MeasureRatio, SetComparison};
use crate::estimates::IntervalEstimate;
use crate::experiment::{ConfigurationRuns, ExperimentData, SetRuns};
use crate::guarantees;
use crate::metric;
use crate::number;
use crate::results::Results;
use crate::table::{ReportTable, TableBuilder};

/// A configuration.
struct GuaranteeRow<'a> {
    set: &'a SetRuns,
    guarantee: Proof,
    configuration: &'a ConfigurationRuns,
    /// Mean cost / optimal cost.
    cost: IntervalEstimate,
    /// The comparison with the reference of the set, if both solved enough instances.
    compared: Option<SetComparison>,
    is_reference: bool,
}

impl GuaranteeRow<'_> {
    fn ratio(&self, measure: &str) -> IntervalEstimate {
        let ratio = self.compared.as_ref().and_then(|compared| compared.on_both_solved(measure));
        let is_over_all = |ratio: &&MeasureRatio| Some(ratio.n) == self.n();
        ratio.filter(is_over_all).map_or_else(IntervalEstimate::default, MeasureRatio::estimate)
    }

    /// The number of instances that the ratios are over. Nodes may be counted on fewer: then they have no ratio.
    fn n(&self) -> Option<usize> {
        Some(self.compared.as_ref()?.on_both_solved("time")?.n)
    }
}

/// The table, if a run solved its instance.
pub(super) fn table(experiment: &ExperimentData, results: &Results) -> Option<ReportTable> {
    let several = experiment.sets.len() > 1;
    let (mut rows, mut references) = (Vec::new(), Vec::new());
    for set in &experiment.sets {
        let required = set.compare_on.required(set.instances());
        let reference = reference(set, results);
        references.push(if several { format!("{} ({})", reference.name, set.name) } else { reference.name.clone() });
        for (guarantee, group) in guarantees::groups(set) {
            rows.extend(group.into_iter().map(|configuration| {
                let cost = results.measures.find(&set.name, &configuration.name, metric::named("suboptimality"));
                let is_reference = configuration.index == reference.index;
                let compared = (!is_reference).then(|| comparison(set, configuration, reference, results));
                GuaranteeRow {
                    set,
                    guarantee,
                    configuration,
                    cost: cost.map_or_else(IntervalEstimate::default, |cost| cost.mean),
                    compared: compared.filter(|compared| compared.both >= required as u64),
                    is_reference,
                }
            }));
        }
    }
    let has_ratios = rows.iter().any(|row| row.compared.is_some());
    let is_cost_known = rows.iter().any(|row| row.cost.value.is_some());
    let none = |row: &GuaranteeRow<'_>| if row.is_reference { "1" } else { "–" };
    let mut table = TableBuilder::new(&rows)
        .text_when(several, "set", |row| row.set.name.clone())
        .text("guarantee", |row| guarantees::name(row.guarantee).to_owned())
        .text("solver", |row| row.configuration.name.clone())
        .text_by(
            "solved",
            |row| row.configuration.solved_of_all(),
            |row| Some(row.configuration.solved().count() as f64),
        );
    if is_cost_known {
        table = table.estimate("cost / optimal", |row| row.cost, number::factor);
    }
    if has_ratios {
        if !is_cost_known {
            table = table.estimate_or("length ratio", |row| row.ratio("length"), |_| number::factor, none);
        }
        table = table
            .estimate_or("nodes ratio", |row| row.ratio("generated"), |_| number::factor, none)
            .estimate_or("time ratio", |row| row.ratio("time"), |_| number::factor, none)
            .number("n", |row| row.n().map(|n| n as f64), |n| number::fixed(n, 0));
    }
    let mut notes = Vec::new();
    if has_ratios {
        notes.push(format!(
            "Ratios to {}: geometric means over the n instances that both solved, with 95 % intervals. Below 1, the configuration \
             needed less. A star marks a percentile interval. A dash: fewer than 95 % of the instances were solved by both, or \
             there is no value.",
            references.join(", ")
        ));
    }
    notes.extend(guarantees::unknown(&experiment.sets));
    (!rows.is_empty()).then(|| table.finish("guarantees", "By guarantee", notes))
}

/// The configuration that the others on `set` are compared with: the baseline of the report, or, if it was not run on `set`,
/// the one that solved the most instances (on ties, the first).
fn reference<'a>(set: &'a SetRuns, results: &Results) -> &'a ConfigurationRuns {
    let baseline = results.family.as_ref().map(|family| family.baseline.as_str());
    let named = set.configurations.iter().find(|one| Some(one.name.as_str()) == baseline);
    let best = || set.configurations.iter().rev().max_by_key(|one| one.solved().count());
    named.or_else(best).expect("a set of a report has a configuration")
}

/// The comparison of `configuration` with the `reference`, which exists already if the reference is the baseline.
fn comparison(
    set: &SetRuns,
    configuration: &ConfigurationRuns,
    reference: &ConfigurationRuns,
    results: &Results,
) -> SetComparison {
    let family = results.family.as_ref().filter(|family| family.baseline == reference.name);
    let mut members = family.into_iter().flat_map(|family| &family.members);
    let known = members.find(|one| one.solver == configuration.name && one.compared.set == set.name);
    known.map_or_else(|| compare::on_set(set, configuration, reference), |one| one.compared.clone())
}
