//! The reasons for caution, by rules: limits, instances, times, repeats, and sums that few instances decide.

use super::Finding;
use super::phrases;
use super::sentence_rule::{self, SentenceRule, Subject};
use crate::common_instances::CommonInstances;
use crate::compare_on::COVERAGE;
use crate::experiment::{ExperimentData, SetRuns};
use crate::hardest;
use crate::number::{counted, grouped};
use crate::remarks;
use crate::results::Results;

/// The spread of repeats, (maximum - minimum) / median of the times of an instance, above which a warning is given.
const LARGE_SPREAD: f64 = 0.2;

/// A rule for warnings on the whole experiment; no sentence means that its condition does not hold.
type WarningRule = fn(&ExperimentData, &Results) -> Vec<String>;

/// The rules on the experiment, in the order of reading.
const WARNING_RULES: &[WarningRule] = &[
    |experiment, _| on_sets(experiment),
    |experiment, _| remarks::lost_counts(experiment).into_iter().collect(),
    |experiment, _| experiment.sets.iter().flat_map(remarks::mixed).collect(),
    |experiment, _| machines(experiment).into_iter().collect(),
    // Noisy or drifted times.
    |experiment, _| experiment.manifest.iter().flat_map(|manifest| manifest.warnings.clone()).collect(),
    |_, results| spread(results).into_iter().collect(),
    |_, results| hardest::remarks(&results.measures),
];

/// The rules on a set.
const SET_WARNINGS: &[SentenceRule<SetCaution>] = &[
    SentenceRule {
        name: "unequal limits",
        importance: 1,
        subject: "",
        holds: |set| !set.has_equal_limits && set.configurations > 1,
        template: "Limits differ on {set}: numbers of solved instances are not comparable, and unsolved runs are not penalised.",
    },
    SentenceRule {
        name: "no two configurations compared",
        importance: 1,
        subject: "",
        holds: |set| set.configurations > 1 && set.compared < 2 && set.is_solved,
        template: "Not compared on common instances: {set}, since fewer than two configurations solved {coverage} % of it (--common all \
                   compares all).",
    },
    SentenceRule {
        name: "few common instances",
        importance: 1,
        subject: "",
        holds: |set| set.compared > 1 && !set.is_enough,
        template: "Few common instances on {set}: the {compared} compared configurations all solved {common}, and fewer than 10 do \
                   not allow a conclusion.",
    },
];

/// The facts that make a comparison on a set doubtful.
struct SetCaution {
    set: String,
    configurations: usize,
    has_equal_limits: bool,
    compared: usize,
    common: usize,
    is_enough: bool,
    is_solved: bool,
}

impl SetCaution {
    fn new(set: &SetRuns) -> Self {
        let common = CommonInstances::new(set, &set.configurations);
        Self {
            set: set.name.clone(),
            configurations: set.configurations.len(),
            has_equal_limits: set.has_equal_limits(),
            compared: common.members.len(),
            common: common.instances.len(),
            is_enough: common.is_enough(),
            is_solved: set.solved() > 0,
        }
    }
}

impl Subject for SetCaution {
    fn subject(&self) -> String {
        self.set.clone()
    }

    fn field(&self, name: &str) -> String {
        match name {
            "set" => self.set.clone(),
            "coverage" => COVERAGE.to_string(),
            "compared" => grouped(self.compared as u64),
            "common" => counted(self.common, "instance"),
            _ => unreachable!("no field of a set is named '{name}'"),
        }
    }
}

/// The reasons to doubt every other sentence: rows that could not be read, and faults of the program.
pub(super) fn alarms(experiment: &ExperimentData) -> Vec<String> {
    let faults = experiment.unexplained.len();
    let fault = (faults > 0).then(|| {
        let faults = grouped(faults as u64);
        format!("{faults} of the recorded runs crashed or gave a wrong answer: see the unexplained outcomes.")
    });
    experiment.unread.remark().into_iter().chain(fault).collect()
}

/// A sentence on runs of several kinds of machines.
fn machines(experiment: &ExperimentData) -> Option<String> {
    let others = experiment.manifest.as_ref().map_or(0, |manifest| manifest.other_kinds_of_machines().len());
    (others > 0).then(|| format!("Times are of {} kinds of machines: compare counts, not times.", others + 1))
}

/// The warnings, the most important first.
pub(super) fn warnings(experiment: &ExperimentData, results: &Results) -> Vec<String> {
    WARNING_RULES.iter().flat_map(|rule| rule(experiment, results)).collect()
}

fn on_sets(experiment: &ExperimentData) -> Vec<String> {
    let mut found = Vec::new();
    for set in &experiment.sets {
        sentence_rule::apply(SET_WARNINGS, &SetCaution::new(set), &mut found);
    }
    found.into_iter().map(|Finding { text, .. }| text).collect()
}

/// A sentence on the configurations whose repeats differ in time, if there are any.
fn spread(results: &Results) -> Option<String> {
    let is_large = |spread: &f64| *spread > LARGE_SPREAD;
    let large = results.summaries.iter().filter_map(|row| Some((row.time.spread.filter(is_large)?, &row.solver)));
    let names: Vec<String> = large.map(|(spread, solver)| format!("{solver} ({:.0} %)", 100.0 * spread)).collect();
    (!names.is_empty()).then(|| {
        format!(
            "Repeats differ in time by more than {:.0} % of their median: {}.",
            100.0 * LARGE_SPREAD,
            phrases::list(&names)
        )
    })
}
