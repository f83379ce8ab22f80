//! A configuration in the form that the conformance suite checks.

use std::cell::{Cell, RefCell};

use tilebench_core::{Counters, SearchContext, Termination};
use tilebench_heuristics::Tables;
use tilebench_puzzle::{Board, Direction, OperatorOrder};

use crate::{Configuration, prepare};

/// A search from a board to its goal. Two searches that are prepared for one goal alternate, so that a suite which repeats a search
/// finds results that depend on the search before.
///
/// # Panics
///
/// The search panics if the configuration does not support the goal, or the goal cannot be reached.
pub fn alternating_searches<'a>(
    configuration: &'a Configuration,
    order: &'a OperatorOrder,
    tables: &'a Tables,
) -> impl Fn(&Board, &Board, &mut SearchContext<'_>) -> (Termination, Vec<Direction>, Counters) + 'a {
    let (prepared, turn) = (RefCell::new(None), Cell::new(0));
    move |board, goal, context| {
        let mut prepared = prepared.borrow_mut();
        if prepared.as_ref().is_none_or(|(of, _)| of != goal) {
            let prepare_search = || prepare(configuration, goal, order, tables).expect("a supported goal");
            *prepared = Some((goal.clone(), [prepare_search(), prepare_search()]));
        }
        let (_, searches) = prepared.as_ref().expect("searches were prepared above");
        let answer = searches[turn.replace(1 - turn.get())].run(board, context).expect("a board that reaches the goal");
        (answer.end, answer.moves, answer.counters)
    }
}
