//! Restarting weighted A* (RWA*).
//!
//! **What it does.** Weighted A* with a weight of a list until a solution is found, then again from the start with the next weight, the
//! last one being 1. The open list is not kept, since its nodes were chosen by an order that is less accurate. The cheapest path
//! to a state and its g are kept, with which it is opened if a search generates it on a path that is not cheaper.
//!
//! **Guarantees.** With an admissible heuristic, the bound that is reported is the least g + h of an open node of a search, and the last
//! solution has the least cost. Nodes are reopened, so the heuristic need not be consistent.
//!
//! **Counting.** As everywhere; a state counts in each search. `iterations` counts searches. `peak_open` counts entries of the list: a
//! node is there once per path on which it was generated.
//!
//! **Memory.** As weighted A* over the [packed store](crate::store::packed): a word per node (8 bytes for states of up to 64 bits) in a
//! table at least 3/8 full, and a little more than 4 bytes per entry of the open list.
//!
//! **Deviations from the paper.** h of a state that is generated again is computed again, since a node has no space for it. A goal is the
//! incumbent as soon as it is generated; the search of its weight ends when no open node has a smaller fvalue = g + w h. Up to 16 nodes
//! of equal order are expanded together.
//!
//! **Reference.** Richter and others 2010.

use tilebench_core::{Cost, Observer, Outcome, SearchContext, Termination, Weight, WeightError};
use tilebench_sanitize::message::excerpt;

use super::search::{self, AnytimeSearch, Rule};
use super::weighted::Weighted;
use crate::options::{OptionSpec, ValueParser};
use crate::store::packed;
use crate::{Algorithm, AnyHeuristic, Guarantee, Options, Problem, SearchAlgorithm, SearchDomain};

/// The algorithm.
#[derive(Debug)]
pub struct RwaStar;

/// The maximum number of weights.
const MAX_WEIGHTS: usize = 16;

/// Decreasing weights, the last of which is 1 and fills the rest of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WeightSchedule(pub(super) [Weight; MAX_WEIGHTS]);

/// The weights of the searches.
pub(super) static WEIGHTS: OptionSpec<WeightSchedule> = OptionSpec {
    name: "weights",
    former: None,
    values: "up to 16 decreasing ratios, the last one 1, such as 5,3,2,1.5,1",
    default: "5,3,2,1.5,1",
    summary: "The weight w of f = g + w h in each search.",
    parser: ValueParser::Function(parse_schedule),
};

fn parse_schedule(text: &str) -> Result<WeightSchedule, String> {
    let mut schedule = WeightSchedule([Weight::ONE; MAX_WEIGHTS]);
    let mut last: Option<Weight> = None;
    let error = |what: &str| format!("weights '{}' {what}", excerpt(text));
    for (at, part) in text.split(',').enumerate() {
        let weight: Weight = part.parse().map_err(|error: WeightError| error.to_string())?;
        // The second is smaller if the first has the larger product with the other's denominator.
        let is_smaller = |last: Weight| {
            u64::from(weight.num()) * u64::from(last.den()) < u64::from(last.num()) * u64::from(weight.den())
        };
        if !last.is_none_or(is_smaller) {
            return Err(error("do not decrease"));
        }
        *schedule.0.get_mut(at).ok_or_else(|| error("are more than 16"))? = weight;
        last = Some(weight);
    }
    if last == Some(Weight::ONE) { Ok(schedule) } else { Err(error("do not end with 1")) }
}

impl SearchAlgorithm for RwaStar {
    const ALGORITHM: Algorithm = Algorithm {
        name: "rwastar",
        title: "RWA*",
        summary: "Weighted A* that restarts with a smaller weight after each solution and keeps the paths to all states.",
        reference: "Richter and others 2010",
        guarantee: Guarantee::Anytime,
        informed: true,
        consistent: false,
        unit_cost: false,
        bound: None,
        options: &[&WEIGHTS],
    };

    fn check<D: SearchDomain>(domain: &D, _: &dyn AnyHeuristic<D>, _: &Options) -> Result<(), String> {
        packed::supports(domain)
    }

    fn run<D: SearchDomain>(
        problem: &Problem<'_, D>,
        options: &Options,
        context: &mut SearchContext<'_>,
    ) -> Outcome<D::Op> {
        let WeightSchedule(weights) = options.get(&WEIGHTS);
        search::solve(problem, RwaRule(Weighted(weights[0])), context, |search, observer| {
            restart(search, &weights[1..], observer)
        })
    }
}

/// Least fvalue = g + w h, then largest g.
struct RwaRule(Weighted);

impl Rule for RwaRule {
    const KEEPS_SEEN: bool = true;

    #[inline]
    fn order(&self, g: Cost, h: Cost, _: Option<Cost>) -> u64 {
        self.0.order(g, h)
    }

    fn min_f(&self, order: u64, _: Option<Cost>) -> Cost {
        self.0.min_f(order)
    }
}

/// Searches with the weight of the rule, then with `weights`, until a search has no open node left.
fn restart<D: SearchDomain>(
    search: &mut AnytimeSearch<'_, D, RwaRule>,
    weights: &[Weight],
    observer: &mut dyn Observer,
) -> Result<(), Termination> {
    let mut weights = weights.iter();
    loop {
        let before = search.incumbents.cost();
        let is_unfinished = |search: &AnytimeSearch<'_, D, RwaRule>, order| {
            let new = search.incumbents.cost().filter(|_| search.incumbents.cost() != before);
            new.is_none_or(|cost| search.rule.0.may_improve(order, cost))
        };
        search.iterate(is_unfinished, observer)?;
        if search.is_exhausted() {
            return Ok(());
        }
        search.rebuild(false, true, observer)?;
        if search.incumbents.is_proved() {
            return Ok(());
        }
        search.rule.0.0 = *weights.next().unwrap_or(&Weight::ONE);
        search.insert_root(observer)?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_decrease_to_1() {
        let WeightSchedule(weights) = WEIGHTS.parse("5,3/2,1.25,1").unwrap();
        let texts: Vec<String> = weights[..5].iter().map(ToString::to_string).collect();
        assert_eq!(texts, ["5", "1.5", "1.25", "1", "1"]);
        for text in ["", "5", "3,3,1", "1,2", "2,1,", "0.5,1", "18,17,16,15,14,13,12,11,10,9,8,7,6,5,4,3,2,1"] {
            assert!(WEIGHTS.parse(text).is_err(), "{text}");
        }
        assert!(WEIGHTS.parse("1").is_ok());
    }
}
