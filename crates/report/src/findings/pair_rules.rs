//! The sentence that begins a comparison of two configurations, by rules.

use super::phrases;
use super::sentence_rule::{SentenceRule, Subject, apply};
use crate::common_instances::MIN_COMMON_INSTANCES;
use crate::compare::{ConfigurationComparison, MeasureRatio, SetComparison};
use crate::estimates::IntervalEstimate;
use crate::number::{self, counted};
use crate::stats::Interval;

/// A condition on the number of instances that both solved, on whether the limits allow a comparison, and on whether an
/// interval of nodes excludes 1. The first that holds decides.
const PAIR_RULES: &[SentenceRule<PairCase>] = &[
    SentenceRule {
        name: "too few instances",
        importance: 1,
        subject: "",
        holds: |case| case.solved_by_both < MIN_COMMON_INSTANCES as u64,
        template: "nothing is concluded, since both solved {both} in common; 10 are needed.",
    },
    SentenceRule {
        name: "not counted",
        importance: 1,
        subject: "",
        holds: |case| !case.is_counted,
        template: "nothing is concluded, since only {n} of those that both solved have counts of both.",
    },
    SentenceRule {
        name: "unequal limits",
        importance: 1,
        subject: "",
        holds: |case| !case.is_fair,
        template: "nothing is concluded, since runs were stopped under different limits.",
    },
    SentenceRule {
        name: "difference",
        importance: 1,
        subject: "",
        holds: |case| case.is_shown,
        template: "{more} generated {nodes} times the nodes of {less} and took {time} times as long (n = {n} that both solved).",
    },
    SentenceRule {
        name: "no difference",
        importance: 1,
        subject: "",
        holds: |_| true,
        template: "no difference in nodes is shown; {more} generated {nodes} times the nodes of {less} and took {time} times as \
                   long (n = {n} that both solved).",
    },
];

/// The case of a pair, with the texts of its fields.
struct PairCase {
    set: String,
    solved_by_both: u64,
    is_counted: bool,
    is_fair: bool,
    is_shown: bool,
    more: String,
    less: String,
    nodes: String,
    time: String,
    n: String,
    both: String,
}

impl PairCase {
    fn new(first: &str, second: &str, set: &SetComparison) -> Self {
        let [nodes, time] = ["generated", "time"].map(|measure| set.on_both_solved(measure));
        // The configuration that generated more nodes is named first.
        let is_inverted = nodes.and_then(|ratio| ratio.ratio).is_some_and(|ratio| ratio < 1.0);
        let words = |ratio: Option<&MeasureRatio>| {
            let estimate = ratio.map(MeasureRatio::estimate).unwrap_or_default();
            let interval = estimate.interval.map(|interval| if is_inverted { inverse(interval) } else { interval });
            let value = estimate.value.map(|value| if is_inverted { 1.0 / value } else { value });
            phrases::estimate(IntervalEstimate { value, interval, ..estimate }, number::factor)
        };
        let n = nodes.map_or(0, |ratio| ratio.n);
        let (more, less) = if is_inverted { (second, first) } else { (first, second) };
        let excludes_1 = |[low, high]: [f64; 2]| low > 1.0 || high < 1.0;
        Self {
            set: set.set.clone(),
            solved_by_both: set.both,
            is_counted: n as u64 == set.both,
            is_fair: set.same_limits || set.both == set.instances as u64,
            is_shown: nodes.and_then(|ratio| ratio.interval).is_some_and(excludes_1),
            more: more.to_owned(),
            less: less.to_owned(),
            nodes: words(nodes),
            time: words(time),
            n: counted(n, "instance"),
            both: counted(usize::try_from(set.both).expect("instances fit into memory"), "instance"),
        }
    }
}

impl Subject for PairCase {
    fn subject(&self) -> String {
        self.set.clone()
    }

    fn field(&self, name: &str) -> String {
        match name {
            "more" => &self.more,
            "less" => &self.less,
            "nodes" => &self.nodes,
            "time" => &self.time,
            "n" => &self.n,
            "both" => &self.both,
            _ => unreachable!("no field of a pair is named '{name}'"),
        }
        .clone()
    }
}

/// The interval of the inverse ratio.
fn inverse(Interval { low, high, method }: Interval) -> Interval {
    Interval { low: 1.0 / high, high: 1.0 / low, method }
}

/// A sentence for each set of `comparison`.
pub(crate) fn sentences(comparison: &ConfigurationComparison) -> Vec<String> {
    let of = |set: &SetComparison| {
        let mut found = Vec::new();
        apply(PAIR_RULES, &PairCase::new(&comparison.first, &comparison.second, set), &mut found);
        found.first().map(super::Finding::sentence)
    };
    comparison.sets.iter().filter_map(of).collect()
}
