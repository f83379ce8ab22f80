//! Weighted A*, greedy search and IOS by the rules of HOG2, for published counts that depend on them.
//!
//! HOG2 (Sturtevant) is a C++ framework for heuristic search. Its counts depend on four rules, which are the same for all three
//! algorithms here:
//!
//! - The open list is a binary heap whose keys are changed in place. An entry that sinks also passes equal ones; an entry that rises
//!   does not. Weighted A* and IOS prefer the greater g, greedy search the lesser.
//! - A node that is closed stays closed, except in the second phase of IOS.
//! - The successor that undoes the last operator is generated like any other.
//! - The goal that is popped counts as expanded.
//!
//! **The heuristic** may be a mix of both estimates, s h + (1 - s) d, with the share s in percent: h estimates the cost to the
//! goal, d the number of operators. A mix is admissible and consistent if h and d are, because no operator costs less than 1.
//!
//! **Guarantees.** Weighted A*: cost at most w times the least, with a consistent heuristic. Greedy search: none. IOS: none, because
//! it reopens a node even if the new path is more expensive.
//!
//! **Counting.** Expanded nodes as above. Generated nodes are all successors, and the start.
//!
//! **Memory.** With keys of 8 bytes, a node is 16 bytes, its place in the heap 4, its slots of the hash table 5 to 11, and its entry in
//! the heap 16 if it is open. Lists grow by doubling.
//!
//! **References.** Siag and others 2025; the rules are those of the authors' program.

mod heap;
mod ios;
mod lists;
mod search;

use tilebench_core::{Outcome, SearchContext};

use self::search::{Priority, Search};
use crate::limit_checker::LimitChecker;
use crate::options::{OptionSpec, Options, ValueParser, WEIGHT};
use crate::{Algorithm, Problem, SearchDomain};

/// The program whose rules a search follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    /// This program.
    Own,
    /// HOG2.
    Hog2,
}

/// The program whose rules a search follows.
pub static RULES: OptionSpec<Rules> = OptionSpec {
    name: "rules",
    former: None,
    values: "own or hog2",
    default: "own",
    summary: "The program whose ties, reopening and counting are followed: hog2 repeats the published counts of HOG2.",
    parser: ValueParser::OneOf(&[("own", Rules::Own), ("hog2", Rules::Hog2)]),
};

/// The share of h in the mix of h and d, in percent.
pub static H_SHARE: OptionSpec<u32> = OptionSpec {
    name: "h-share",
    former: None,
    values: "an integer from 0 to 100",
    default: "100",
    summary: "The heuristic is this percentage of h plus the rest of d, the estimated number of moves; needs rules hog2.",
    parser: ValueParser::Function(|text| {
        let share = text.parse().ok().filter(|share| *share <= 100);
        share.ok_or_else(|| {
            format!("h-share '{}' is not an integer from 0 to 100", tilebench_sanitize::message::excerpt(text))
        })
    }),
};

/// Whether a search follows the rules of HOG2.
pub(crate) fn is_requested(options: &Options) -> bool {
    options.get(&RULES) == Rules::Hog2
}

/// Whether the options of `algorithm` fit its rules.
///
/// # Errors
///
/// One sentence that names the option and the remedy.
pub(crate) fn check(algorithm: &Algorithm, options: &Options) -> Result<(), String> {
    if !is_requested(options) {
        let share = options.get(&H_SHARE);
        return match share {
            100 => Ok(()),
            _ => Err(format!("h-share {share} mixes h and d by the rules of HOG2: add rules = \"hog2\"")),
        };
    }
    let own = [WEIGHT.name, RULES.name, H_SHARE.name];
    for option in algorithm.options.iter().filter(|option| !own.contains(&option.name())) {
        let value = options.text(option.name());
        if value.is_some_and(|value| value != option.default()) {
            return Err(format!("rules hog2 leave no choice of {}: leave it out", option.name()));
        }
    }
    Ok(())
}

/// Weighted A*.
pub(crate) fn weighted_astar<D: SearchDomain>(
    problem: &Problem<'_, D>,
    options: &Options,
    context: &mut SearchContext<'_>,
) -> Outcome<D::Op> {
    let (weight, limits) = (options.get(&WEIGHT), LimitChecker::new(context.budget()));
    let priority = Priority::weighted(u64::from(weight.num()), u64::from(weight.den()));
    Search::new(problem.side(), priority, options.get(&H_SHARE), limits).solve(&mut *context.observer)
}

/// Greedy search.
pub(crate) fn greedy<D: SearchDomain>(
    problem: &Problem<'_, D>,
    options: &Options,
    context: &mut SearchContext<'_>,
) -> Outcome<D::Op> {
    let limits = LimitChecker::new(context.budget());
    Search::new(problem.side(), Priority::GREEDY, options.get(&H_SHARE), limits).solve(&mut *context.observer)
}

pub(crate) use self::ios::solve as ios;
