//! Epsilon-greedy search: with probability epsilon, a node drawn from open is expanded instead of the first.
//!
//! **References.** Valenzano and others 2014.

use tilebench_core::{Outcome, SearchContext};
use tilebench_sanitize::message::excerpt;

use super::exploring_list::{Exploration, ExploringList, Probability};
use crate::best_first::{Config, solve_with_list};
use crate::options::{OptionSpec, ValueParser};
use crate::store::packed;
use crate::{Algorithm, AnyHeuristic, Guarantee, Options, Problem, SearchAlgorithm, SearchDomain};

/// The algorithm.
#[derive(Debug)]
pub struct EpsilonGreedy;

/// The probability of an expansion at random.
static EPSILON: OptionSpec<Probability> = OptionSpec {
    name: "epsilon",
    former: None,
    values: "a number from 0 to 1, of up to four decimal places",
    default: "0.2",
    summary: "The probability that a node drawn from open is expanded instead of the first.",
    parser: ValueParser::Function(|text| {
        let (whole, places) = text.split_once('.').unwrap_or((text, ""));
        let digits = format!("{whole}{places:0<4}");
        let has_digits = text.bytes().any(|byte| byte.is_ascii_digit());
        let is_number =
            has_digits && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') && places.len() <= 4;
        let parsed = digits.parse().ok().filter(|value| is_number && *value <= Probability::ONE);
        parsed.map(Probability).ok_or_else(|| {
            format!("epsilon '{}' is not a number from 0 to 1 of up to four decimal places", excerpt(text))
        })
    }),
};

impl SearchAlgorithm for EpsilonGreedy {
    const ALGORITHM: Algorithm = Algorithm {
        name: "epsilon-greedy",
        title: "Epsilon-greedy",
        summary: "Greedy search that expands a node drawn from open instead of the first with probability epsilon.",
        reference: "Valenzano and others 2014",
        guarantee: Guarantee::None,
        informed: true,
        consistent: false,
        unit_cost: false,
        bound: None,
        options: &[&EPSILON],
    };

    fn check<D: SearchDomain>(domain: &D, _: &dyn AnyHeuristic<D>, _: &Options) -> Result<(), String> {
        packed::supports(domain)
    }

    fn run<D: SearchDomain>(
        problem: &Problem<'_, D>,
        options: &Options,
        context: &mut SearchContext<'_>,
    ) -> Outcome<D::Op> {
        let open = ExploringList::new(Exploration::WithProbability(options.get(&EPSILON)), context.seed);
        solve_with_list(problem, Config::default().into_greedy(), open, context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_probability_is_read_exactly() {
        for (text, value) in [("0", 0), ("1", 10_000), ("0.2", 2_000), ("0.0001", 1), ("1.0000", 10_000), (".5", 5_000)]
        {
            assert_eq!(EPSILON.parse(text), Ok(Probability(value)), "{text}");
        }
        for text in ["", "1.0001", "2", "-0.1", "0.00001", "0.2.1", "+1", "1e-2", "nan"] {
            assert!(EPSILON.parse(text).is_err(), "{text}");
        }
    }
}
