//! A column of numbers of single instances, compared with the runs on these instances.
//!
//! An instance counts if its run is recorded: a verdict over a part of the instances states their number. A run that was
//! stopped at a limit has no value; it is reported and does not affect the verdict. A run that crashed or gave a wrong answer
//! differs.

use crate::claims::claim::PublishedClaim;
use crate::claims::experiment_runs::{ExperimentRuns, InstanceValue};
use crate::claims::finding::{ClaimFinding, DifferingInstance};
use crate::claims::verdict::{ClaimRelation, ClaimVerdict, JudgingRule};
use crate::number;

/// The maximum number of instances that are named.
const MAX_NAMED: usize = 5;

/// The comparison of a column with the runs.
#[derive(Default)]
struct InstanceComparison {
    equal: usize,
    differing: Vec<DifferingInstance>,
    stopped: usize,
    missing: usize,
    /// The sums of both numbers, over the instances that have both.
    claimed: f64,
    measured: f64,
}

/// Judges the numbers of a column by the runs; if runs refute some, by the `corrected` column.
pub(super) fn judge(
    claim: &PublishedClaim,
    ran: &ExperimentRuns<'_>,
    numbers: &[(String, u64)],
    corrected: Option<&[(String, u64)]>,
) -> ClaimFinding {
    let compared = InstanceComparison::new(claim, ran, numbers);
    let runs = compared.equal + compared.differing.len();
    let is_corrected =
        || corrected.is_some_and(|numbers| InstanceComparison::new(claim, ran, numbers).differing.is_empty());
    let verdict = match claim.kind {
        _ if runs == 0 => ClaimVerdict::NotRun,
        JudgingRule::Context => ClaimVerdict::NotComparable,
        _ if compared.differing.is_empty() => ClaimVerdict::Agrees,
        _ if is_corrected() => ClaimVerdict::Refuted,
        _ => ClaimVerdict::Differs,
    };
    let held = ran.held().map_or_else(String::new, |held| format!(", in {held}"));
    let measured = if runs == 0 { "no such runs".to_owned() } else { compared.summary(claim.kind) + &held };
    // Numbers that are only context need not be equal.
    let differing = if verdict == ClaimVerdict::NotComparable { Vec::new() } else { compared.differing };
    ClaimFinding { verdict, measured, runs: runs + compared.stopped, differing }
}

impl InstanceComparison {
    fn new(claim: &PublishedClaim, ran: &ExperimentRuns<'_>, numbers: &[(String, u64)]) -> Self {
        let value = ran.values(claim);
        let mut compared = Self::default();
        for (instance, number) in numbers {
            let differing = |measured| DifferingInstance { instance: instance.clone(), claimed: *number, measured };
            match value(instance) {
                InstanceValue::Absent => {}
                InstanceValue::Missing => compared.missing += 1,
                InstanceValue::Stopped => compared.stopped += 1,
                InstanceValue::Failed(how) => compared.differing.push(differing(how)),
                InstanceValue::Found(value) => {
                    compared.claimed += *number as f64;
                    compared.measured += value;
                    // Counts are far below 2^53, the bound up to which they are exact.
                    if ClaimRelation::Exactly.holds(value, *number as f64) {
                        compared.equal += 1;
                    } else {
                        compared.differing.push(differing(claim.quantity.show(value)));
                    }
                }
            }
        }
        compared
    }

    /// The result in one line.
    fn summary(&self, kind: JudgingRule) -> String {
        let count = |count: usize| number::grouped(count as u64);
        let mut equal = format!("{} of {} equal", count(self.equal), count(self.equal + self.differing.len()));
        let mut facts = Vec::new();
        if kind == JudgingRule::Context {
            facts.push(format!("{} times in total", number::fixed(self.measured / self.claimed, 3)));
        } else if !self.differing.is_empty() {
            let named = self.differing.iter().take(MAX_NAMED).map(|differing| {
                let DifferingInstance { instance, claimed, measured } = differing;
                format!("{instance}: {measured} for {}", number::grouped(*claimed))
            });
            let more = self.differing.len().saturating_sub(MAX_NAMED);
            let more = (more > 0).then(|| format!("and {more} more"));
            equal = format!("{equal} ({})", named.chain(more).collect::<Vec<_>>().join(", "));
        }
        for (instances, status) in [(self.stopped, "stopped at a limit"), (self.missing, "not run")] {
            if instances > 0 {
                facts.push(format!("{} {status}", count(instances)));
            }
        }
        std::iter::once(equal).chain(facts).collect::<Vec<_>>().join(", ")
    }
}
