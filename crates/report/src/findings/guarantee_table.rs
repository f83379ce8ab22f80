//! The table of the answer: the configurations by guarantee, with what they solved and their ratios to the baseline.

use tilebench_record::Proof;

use super::phrases;
use crate::compare::text;
use crate::compare::{MeasureRatio, SetComparison};
use crate::estimates::IntervalEstimate;
use crate::experiment::{ConfigurationRuns, ExperimentData, SetRuns};
use crate::guarantees;
use crate::metric;
use crate::results::Results;
use crate::table::{ReportTable, TableBuilder};

/// A configuration.
struct GuaranteeRow<'a> {
    set: &'a SetRuns,
    guarantee: Proof,
    configuration: &'a ConfigurationRuns,
    /// Mean cost / optimal cost.
    cost: IntervalEstimate,
    /// The comparison with the baseline, if both solved enough instances.
    compared: Option<&'a SetComparison>,
    is_baseline: bool,
}

impl GuaranteeRow<'_> {
    fn ratio(&self, measure: &str) -> IntervalEstimate {
        let ratio = self.compared.and_then(|compared| compared.on_both_solved(measure));
        ratio.map_or_else(IntervalEstimate::default, text::estimate)
    }

    /// The number of instances that the ratios are over.
    fn n(&self) -> Option<f64> {
        let ratio: Option<&MeasureRatio> = self.compared.and_then(|compared| compared.on_both_solved("generated"));
        ratio.map(|ratio| ratio.n as f64)
    }
}

/// The table, if a run solved its instance.
pub(super) fn table(experiment: &ExperimentData, results: &Results) -> Option<ReportTable> {
    let several = experiment.sets.len() > 1;
    let family = results.family.as_ref();
    let baseline = family.map_or("", |family| family.baseline.as_str());
    let mut rows = Vec::new();
    for set in &experiment.sets {
        let required = set.compare_on.required(set.instances());
        for (guarantee, group) in guarantees::groups(set) {
            rows.extend(group.into_iter().map(|configuration| {
                let member = family.into_iter().flat_map(|family| &family.members);
                let mut member = member.filter(|one| one.solver == configuration.name && one.compared.set == set.name);
                let cost = results.measures.find(&set.name, &configuration.name, metric::named("suboptimality"));
                GuaranteeRow {
                    set,
                    guarantee,
                    configuration,
                    cost: cost.map_or_else(IntervalEstimate::default, |cost| cost.mean),
                    compared: member.next().map(|one| &one.compared).filter(|one| one.both >= required as u64),
                    is_baseline: configuration.name == baseline,
                }
            }));
        }
    }
    let is_cost_known = rows.iter().any(|row| row.cost.value.is_some());
    let none = |row: &GuaranteeRow<'_>| if row.is_baseline { "1" } else { "–" };
    let mut table = TableBuilder::new(&rows)
        .text_if_any("set", |row| if several { row.set.name.clone() } else { String::new() })
        .text("guarantee", |row| guarantees::name(row.guarantee).to_owned())
        .text("solver", |row| row.configuration.name.clone())
        .text_by(
            "solved",
            |row| row.configuration.solved_of_all(),
            |row| Some(row.configuration.solved().count() as f64),
        );
    if is_cost_known {
        table = table.estimate("cost / optimal", |row| row.cost, phrases::factor);
    }
    if family.is_some() {
        if !is_cost_known {
            table = table.estimate_or("length ratio", |row| row.ratio("length"), |_| phrases::factor, none);
        }
        table = table
            .estimate_or("nodes ratio", |row| row.ratio("generated"), |_| phrases::factor, none)
            .estimate_or("time ratio", |row| row.ratio("time"), |_| phrases::factor, none)
            .number("n", GuaranteeRow::n, |n| crate::number::fixed(n, 0));
    }
    let mut notes = Vec::new();
    if family.is_some() {
        notes.push(format!(
            "Ratios to {baseline}: geometric means over the n instances that both solved, with 95 % intervals. Below 1, the \
             configuration needed less. A dash: too few instances solved by both (less than 95 %), or no value."
        ));
    }
    let title =
        if family.is_some() { format!("By guarantee, compared with {baseline}") } else { "By guarantee".to_owned() };
    (!rows.is_empty()).then(|| table.finish("guarantees", &title, notes))
}
