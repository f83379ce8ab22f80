//! The rules by which other programs count nodes, each as a change of a run's own counts.
//!
//! A run's own counts follow [`COUNTING`](crate::COUNTING): the start is generated once, inverse moves are not generated, the goal
//! that ends a search is not expanded, and the counts of iterative deepening are sums over iterations.

use anyhow::bail;

use crate::expression::nearest;

/// The known counts of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct KnownCounts {
    /// Nodes generated, if known.
    pub(crate) generated: Option<u64>,
    /// Nodes expanded, if known.
    pub(crate) expanded: Option<u64>,
    /// The generated and the expanded nodes of each iteration; empty if the search has none or they are not recorded.
    pub(crate) iterations: Vec<[u64; 2]>,
    /// The number of iterations; 0 if the search has none.
    pub(crate) iteration_count: u64,
    /// The number of directions of the search.
    pub(crate) directions: u64,
    /// Whether it solved its instance.
    pub(crate) is_solved: bool,
    /// Whether it excludes the inverse of the last move and no other operator.
    pub(crate) excludes_inverse: bool,
}

/// The counts of a run by another convention, while rules are applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ConvertedCounts {
    /// Nodes generated; none if the run lacks a value that a rule needs.
    pub(crate) generated: Option<u64>,
    /// Nodes expanded, likewise.
    pub(crate) expanded: Option<u64>,
    /// The starts among the nodes generated.
    starts: u64,
    /// The expansions of starts, which have no last move.
    roots: u64,
    /// Whether the end of the search is included.
    has_end: bool,
}

/// A rule.
#[derive(Debug)]
pub struct CountRule {
    /// Its name.
    pub name: &'static str,
    /// The rule, and how exact the conversion is.
    pub meaning: &'static str,
    apply: fn(ConvertedCounts, &KnownCounts) -> ConvertedCounts,
}

/// All rules, in the order in which they are applied: first those that choose iterations.
pub const COUNT_RULES: &[CountRule] = &[
    CountRule {
        name: "last-iteration",
        meaning: "Only the last iteration counts. Exact.",
        apply: |counts, run| {
            let (only, [generated, expanded]) = match run.iterations[..] {
                [] => return UNKNOWN,
                [only] => (true, only),
                [.., last] => (false, last),
            };
            let (generated, expanded) = (Some(generated), Some(expanded));
            // The start is counted in the first iteration.
            ConvertedCounts { generated, expanded, starts: u64::from(only), roots: 1, has_end: counts.has_end }
        },
    },
    CountRule {
        name: "complete-iterations",
        meaning: "The last iteration, in which the search ended, does not count. Exact.",
        apply: |counts, run| {
            let Some([generated, expanded]) = run.iterations.last() else { return UNKNOWN };
            let is_first = run.iterations.len() == 1;
            ConvertedCounts {
                generated: counts.generated.and_then(|all| all.checked_sub(*generated)),
                expanded: counts.expanded.and_then(|all| all.checked_sub(*expanded)),
                starts: u64::from(!is_first),
                roots: run.iterations.len() as u64 - 1,
                has_end: false,
            }
        },
    },
    CountRule {
        name: "start-not-counted",
        meaning: "The start does not count as generated. Exact.",
        apply: |counts, _| {
            let generated = counts.generated.and_then(|generated| generated.checked_sub(counts.starts));
            ConvertedCounts { generated, starts: 0, ..counts }
        },
    },
    CountRule {
        name: "start-per-iteration",
        meaning: "The start counts as generated once per iteration. Exact.",
        apply: |counts, _| {
            let without_starts = counts.generated.and_then(|generated| generated.checked_sub(counts.starts));
            let generated = without_starts.and_then(|generated| generated.checked_add(counts.roots));
            ConvertedCounts { generated, starts: counts.roots, ..counts }
        },
    },
    CountRule {
        name: "inverse-counted",
        meaning: "The inverse of the last move counts as generated: one more per expanded node other than the start. On the last path, \
                  inverse moves after the goal would not be reached, so a solved run can have up to the length of its path too many.",
        apply: |counts, run| {
            if !run.excludes_inverse {
                return ConvertedCounts { generated: None, ..counts };
            }
            // A search that ended at its start expanded nothing.
            let inverse = counts.expanded.map(|expanded| expanded.saturating_sub(counts.roots));
            // An external solver may report any number.
            let generated =
                counts.generated.zip(inverse).and_then(|(generated, inverse)| generated.checked_add(inverse));
            ConvertedCounts { generated, ..counts }
        },
    },
    CountRule {
        name: "goal-expanded",
        meaning: "The goal that ends a search counts as expanded: one more per solved run. Exact.",
        apply: |counts, run| {
            let goal = u64::from(run.is_solved && counts.has_end);
            ConvertedCounts { expanded: counts.expanded.and_then(|expanded| expanded.checked_add(goal)), ..counts }
        },
    },
];

const UNKNOWN: ConvertedCounts =
    ConvertedCounts { generated: None, expanded: None, starts: 0, roots: 0, has_end: false };

/// The rules named `names`, in the order in which they are applied.
///
/// # Errors
///
/// If a name is unknown, or two rules contradict each other.
pub fn count_rules(names: &[impl AsRef<str>]) -> anyhow::Result<Vec<&'static CountRule>> {
    let known: Vec<&str> = COUNT_RULES.iter().map(|rule| rule.name).collect();
    for name in names.iter().map(AsRef::as_ref) {
        if !known.contains(&name) {
            let nearest = nearest(name, &known).unwrap_or_default();
            bail!("unknown counting rule '{name}'; did you mean '{nearest}'? The rules are {}", known.join(", "));
        }
    }
    let is_requested = |name: &str| names.iter().any(|requested| requested.as_ref() == name);
    for pair in [["last-iteration", "complete-iterations"], ["start-not-counted", "start-per-iteration"]] {
        if pair.into_iter().all(is_requested) {
            bail!("the counting rules {} and {} contradict each other: leave out one of them", pair[0], pair[1]);
        }
    }
    Ok(COUNT_RULES.iter().filter(|rule| is_requested(rule.name)).collect())
}

/// The counts of `run` by `rules`.
pub(crate) fn converted(run: &KnownCounts, rules: &[&CountRule]) -> ConvertedCounts {
    // A search that ended at its start has counted one.
    let starts = run.directions.min(run.generated.unwrap_or(run.directions));
    let own = ConvertedCounts {
        generated: run.generated,
        expanded: run.expanded,
        starts,
        roots: starts.max(run.iteration_count),
        has_end: true,
    };
    rules.iter().fold(own, |counts, rule| (rule.apply)(counts, run))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A solved run of IDA* with three iterations: 3 successors, 10 and 20, and the start.
    fn run() -> KnownCounts {
        KnownCounts {
            generated: Some(34),
            expanded: Some(17),
            iterations: vec![[4, 1], [10, 5], [20, 11]],
            iteration_count: 3,
            directions: 1,
            is_solved: true,
            excludes_inverse: true,
        }
    }

    /// Generated and expanded nodes by the named rules.
    fn counts(run: &KnownCounts, names: &[&str]) -> [Option<u64>; 2] {
        let counts = converted(run, &count_rules(names).unwrap());
        [counts.generated, counts.expanded]
    }

    #[test]
    fn each_rule_changes_the_counts_as_it_states() {
        for (names, generated, expanded) in [
            (&[][..], 34, 17),
            (&["start-not-counted"], 33, 17),
            (&["start-per-iteration"], 36, 17),
            (&["goal-expanded"], 34, 18),
            // Each of the 14 expanded nodes other than the three expansions of the start.
            (&["inverse-counted"], 48, 17),
            (&["last-iteration"], 20, 11),
            (&["complete-iterations"], 14, 6),
        ] {
            assert_eq!(counts(&run(), names), [Some(generated), Some(expanded)], "{names:?}");
        }
    }

    #[test]
    fn rules_are_combined_in_one_order() {
        // The start is counted in the first iteration, so the last one has none.
        assert_eq!(counts(&run(), &["start-not-counted", "last-iteration"]), [Some(20), Some(11)]);
        assert_eq!(counts(&run(), &["start-per-iteration", "last-iteration"]), [Some(21), Some(11)]);
        assert_eq!(counts(&run(), &["goal-expanded", "complete-iterations"]), [Some(14), Some(6)]);
        // The goal has no successors, so that it adds no inverse move.
        assert_eq!(counts(&run(), &["goal-expanded", "inverse-counted"]), [Some(48), Some(18)]);
    }

    #[test]
    fn a_bidirectional_search_has_two_starts() {
        let run = KnownCounts { iterations: Vec::new(), iteration_count: 0, directions: 2, ..run() };
        assert_eq!(counts(&run, &["start-not-counted"])[0], Some(32));
        assert_eq!(counts(&run, &["inverse-counted"])[0], Some(49));
        assert_eq!(counts(&run, &["last-iteration"]), [None, None], "it has no iterations");
    }

    #[test]
    fn a_search_that_ended_at_its_start_has_one() {
        let trivial = KnownCounts {
            generated: Some(1),
            expanded: Some(0),
            iterations: Vec::new(),
            iteration_count: 0,
            directions: 2,
            ..run()
        };
        for (rule, generated) in [("start-not-counted", 0), ("start-per-iteration", 1), ("inverse-counted", 1)] {
            assert_eq!(counts(&trivial, &[rule])[0], Some(generated), "{rule}");
        }
    }

    #[test]
    fn missing_rows_of_iterations_do_not_change_their_number() {
        let run = KnownCounts { iterations: Vec::new(), ..run() };
        assert_eq!(counts(&run, &["start-per-iteration"])[0], Some(36));
    }

    #[test]
    fn an_unknown_count_stays_unknown_and_a_stopped_run_has_no_goal() {
        let stopped = KnownCounts { generated: None, is_solved: false, ..run() };
        assert_eq!(counts(&stopped, &["start-not-counted", "goal-expanded"]), [None, Some(17)]);
        let all = KnownCounts { excludes_inverse: false, ..run() };
        assert_eq!(counts(&all, &["inverse-counted"]), [None, Some(17)]);
    }

    #[test]
    fn unknown_and_contradicting_rules_are_refused() {
        let refused = |names: &[&str]| count_rules(names).unwrap_err().to_string();
        assert!(refused(&["goal-expandd"]).contains("did you mean 'goal-expanded'?"));
        assert!(refused(&["start-per-iteration", "start-not-counted"]).contains("contradict each other"));
    }
}
