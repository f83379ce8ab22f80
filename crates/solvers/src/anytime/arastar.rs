//! Anytime repairing A* (ARA*).
//!
//! **What it does.** Weighted A* with a large weight, then with smaller ones down to 1. An iteration ends when the cost of the incumbent
//! is at most the least fvalue = g + w h of an open node. A node is expanded at most once per iteration: if a cheaper path to a closed
//! node is found, it waits on the list INCONS. The next iteration begins with the nodes of OPEN and INCONS in the order of the next
//! weight, so that it repeats no expansion whose result is unchanged.
//!
//! **Guarantees.** With a consistent heuristic, the cost of the incumbent after an iteration is at most w times the least cost. With any
//! admissible heuristic, the reported bound holds: the least g + h of a node of OPEN and INCONS. The search ends when the bound reaches
//! the cost of the incumbent, which is then the least. If the heuristic is not consistent, iterations of weight 1 are repeated until both
//! lists are empty.
//!
//! **Counting.** As everywhere. `reopened` counts entries of INCONS. `iterations` counts weights. `peak_open` counts entries of the list,
//! in which a node may be twice.
//!
//! **Memory.** As weighted A* over the [packed store](crate::store::packed): a word per node (8 bytes for states of up to 64 bits) in a
//! table at least 3/8 full, and a little more than 4 bytes per open node. Between iterations, 4 bytes per open node more.
//!
//! **Deviations from the paper.** A goal is the incumbent as soon as it is generated, and nodes whose g + h is too large for a better
//! solution are left out. Up to 16 nodes of equal order are expanded together.
//!
//! **Reference.** Likhachev and others 2003.

use tilebench_core::{Cost, Observer, Outcome, SearchContext, Termination, Weight, WeightError};
use tilebench_sanitize::message::excerpt;

use super::search::{self, AnytimeSearch, Rule};
use super::weighted::Weighted;
use crate::options::{OptionSpec, ValueParser};
use crate::store::packed;
use crate::{Algorithm, AnyHeuristic, Guarantee, Options, Problem, SearchAlgorithm, SearchDomain};

/// The algorithm.
#[derive(Debug)]
pub struct AraStar;

/// The weight of the first iteration.
pub(super) static INITIAL_WEIGHT: OptionSpec<Weight> = OptionSpec {
    name: "initial-weight",
    former: None,
    values: "a ratio of at least 1, such as 3 or 5/2",
    default: "5",
    summary: "The weight w of f = g + w h in the first iteration.",
    parser: ValueParser::Function(|text| text.parse().map_err(|error: WeightError| error.to_string())),
};

/// A positive ratio.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    num: u32,
    den: u32,
}

/// The amount by which the weight is decreased.
pub(super) static STEP: OptionSpec<Step> = OptionSpec {
    name: "step",
    former: None,
    values: "a positive ratio, such as 0.2 or 1/3",
    default: "0.2",
    summary: "The amount by which the weight is decreased after each iteration, to 1 at least.",
    parser: ValueParser::Function(parse_step),
};

/// Parses a positive ratio. A ratio below 1 is one less than a weight.
fn parse_step(text: &str) -> Result<Step, String> {
    let error = || format!("step '{}' is not a positive ratio such as 0.2 or 1/3", excerpt(text));
    let (num, den) = match text.split_once(['/', '.']) {
        None => (text.parse().ok(), Some(1)),
        Some((num, den)) if text.contains('/') => (num.parse().ok(), den.parse().ok()),
        Some((whole, digits)) if digits.len() <= 4 && digits.bytes().all(|digit| digit.is_ascii_digit()) => {
            (format!("{whole}{digits}").parse().ok(), Some(10u32.pow(digits.len().try_into().unwrap_or(0))))
        }
        Some(_) => (None, None),
    };
    let is_valid = |part: &u32| (1..=Weight::MAX_PART).contains(part);
    let (num, den): (Option<u32>, Option<u32>) = (num.filter(is_valid), den.filter(is_valid));
    Ok(Step { num: num.ok_or_else(error)?, den: den.ok_or_else(error)? })
}

impl Step {
    /// The weight after `weight`, which is 1 in the end.
    ///
    /// # Errors
    ///
    /// If the weight has too many digits.
    fn next(self, weight: Weight) -> Result<Weight, WeightError> {
        let (den, less) = (weight.den() * self.den, self.num * weight.den());
        let num = (weight.num() * self.den).saturating_sub(less);
        if num <= den { Ok(Weight::ONE) } else { Weight::new(num, den) }
    }
}

/// The weights of the iterations.
///
/// # Errors
///
/// If one has too many digits.
pub(super) fn weights(options: &Options) -> Result<Vec<Weight>, WeightError> {
    let (mut weights, step) = (vec![options.get(&INITIAL_WEIGHT)], options.get(&STEP));
    while let Some(&weight) = weights.last()
        && weight != Weight::ONE
    {
        weights.push(step.next(weight)?);
    }
    Ok(weights)
}

impl SearchAlgorithm for AraStar {
    const ALGORITHM: Algorithm = Algorithm {
        name: "arastar",
        title: "ARA*",
        summary: "Weighted A* with decreasing weights, each of which repairs the solution of the last one.",
        reference: "Likhachev and others 2003",
        guarantee: Guarantee::Anytime,
        informed: true,
        consistent: false,
        unit_cost: false,
        bound: None,
        options: &[&INITIAL_WEIGHT, &STEP],
    };

    fn check<D: SearchDomain>(domain: &D, _: &dyn AnyHeuristic<D>, options: &Options) -> Result<(), String> {
        weights(options).map_err(|error| error.to_string())?;
        packed::supports(domain)
    }

    fn run<D: SearchDomain>(
        problem: &Problem<'_, D>,
        options: &Options,
        context: &mut SearchContext<'_>,
    ) -> Outcome<D::Op> {
        let step = options.get(&STEP);
        search::solve(problem, AraRule(Weighted(options.get(&INITIAL_WEIGHT))), context, |search, observer| {
            repair(search, step, observer)
        })
    }
}

/// Least fvalue = g + w h, then largest g.
struct AraRule(Weighted);

impl Rule for AraRule {
    const REOPENS: bool = false;

    #[inline]
    fn order(&self, g: Cost, h: Cost, _: Option<Cost>) -> u64 {
        self.0.order(g, h)
    }

    fn min_f(&self, order: u64, _: Option<Cost>) -> Cost {
        self.0.min_f(order)
    }
}

/// Improves the path (`ImprovePath`) with one weight after the other, until no node of smaller f than the incumbent's is left.
fn repair<D: SearchDomain>(
    search: &mut AnytimeSearch<'_, D, AraRule>,
    step: Step,
    observer: &mut dyn Observer,
) -> Result<(), Termination> {
    loop {
        let is_unfinished = |search: &AnytimeSearch<'_, D, AraRule>, order| {
            search.incumbents.cost().is_none_or(|cost| search.rule.0.may_improve(order, cost))
        };
        search.iterate(is_unfinished, observer)?;
        search.rule.0.0 = step.next(search.rule.0.0).expect("the weights were checked");
        search.rebuild(true, true, observer)?;
        if search.is_exhausted() || search.incumbents.is_proved() {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_positive_ratios_and_lead_to_weight_1() {
        let weights = |first: &str, step: &str| {
            let (mut weight, step): (Weight, _) = (first.parse().unwrap(), STEP.parse(step).unwrap());
            let mut weights = vec![weight.to_string()];
            while weight != Weight::ONE {
                weight = step.next(weight).unwrap();
                weights.push(weight.to_string());
            }
            weights
        };
        assert_eq!(weights("2", "0.3"), ["2", "1.7", "1.4", "1.1", "1"]);
        assert_eq!(weights("5/3", "1/3"), ["5/3", "4/3", "1"]);
        assert_eq!(weights("3", "5"), ["3", "1"]);
        for text in ["0", "", "-1", "1/0", "0.00001", "x", "1e3", "1.2.3"] {
            assert!(STEP.parse(text).is_err(), "{text}");
        }
    }
}
