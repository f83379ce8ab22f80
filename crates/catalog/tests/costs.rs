//! Every algorithm keeps its guarantee on cost under every cost model, held to uniform-cost search over all boards.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeSet;
use std::sync::LazyLock;

use tilebench_catalog::{
    Board, COST_MODELS, CatalogError, Configuration, CostModel, Goal, OperatorOrder, Proof, SearchContext, Tables,
    Termination, algorithms, prepare,
};
use tilebench_testkit::{Oracle, SolutionQuality, check_cost_conformance, replayed_cost};

static TABLES: LazyLock<Tables> = LazyLock::new(Tables::in_memory);

/// The weights of a bounded algorithm, or none.
fn weights(algorithm: &str) -> Vec<Vec<(String, String)>> {
    let weighted = |weight: &str| vec![("weight".to_owned(), weight.to_owned())];
    let known = algorithms().into_iter().find(|known| known.name == algorithm).unwrap();
    if known.options.iter().any(|option| option.name() == "weight") {
        vec![weighted("1.2"), weighted("3")]
    } else {
        vec![Vec::new()]
    }
}

/// Checks every algorithm with `heuristics` on one of `step` boards of `goal` under `cost_model`; returns the algorithms that ran.
fn check(goal: &Board, cost_model: &'static CostModel, heuristics: &[&str], step: usize) -> BTreeSet<&'static str> {
    let costs = cost_model.costs(goal.size()).unwrap();
    let oracle = Oracle::under_costs(goal, &costs);
    let mut ran = BTreeSet::new();
    for algorithm in algorithms() {
        let choices: Vec<Option<&str>> =
            if algorithm.informed { heuristics.iter().copied().map(Some).collect() } else { vec![None] };
        for (heuristic, options) in choices
            .into_iter()
            .flat_map(|choice| weights(algorithm.name).into_iter().map(move |options| (choice, options)))
        {
            // Threshold by threshold, the time of these is exponential if every cost is another threshold.
            if matches!(algorithm.name, "dfbnb" | "idastar" | "rbfs") && (heuristic == Some("blind") || step > 1) {
                continue;
            }
            let configuration = match Configuration::new(algorithm.name, heuristic, &options) {
                Err(CatalogError::NeedsConsistent { .. }) => continue,
                found => found.unwrap().with_cost_model(cost_model),
            };
            let search = match prepare(&configuration, goal, &OperatorOrder::default(), &TABLES) {
                Err(CatalogError::Unsupported(reason)) => {
                    assert!(!reason.is_empty(), "{} is refused without a word", configuration.name());
                    continue;
                }
                found => found.unwrap(),
            };
            ran.insert(algorithm.name);
            let solver = |board: &Board, goal: &Board, context: &mut SearchContext<'_>| {
                let found = search.run(board, context).unwrap();
                let cost = (found.end == Termination::Solved).then(|| replayed_cost(board, goal, &found.moves, &costs));
                assert_eq!(found.cost, cost, "{} on {board}, cost {cost_model}", configuration.name());
                (found.end, found.moves, found.counters)
            };
            let quality = match configuration.proof() {
                Proof::Optimal => SolutionQuality::Optimal,
                Proof::Bounded => SolutionQuality::Bounded(configuration.weight().unwrap()),
                Proof::None => SolutionQuality::AnyPath,
            };
            let name = format!("{} with cost {cost_model}", configuration.name());
            check_cost_conformance(&name, &solver, quality, &oracle, &costs, step);
        }
    }
    ran
}

fn goal(name: &Goal, size: &str) -> Board {
    name.board(size.parse().unwrap()).unwrap()
}

/// Checks every algorithm on all boards of 2x3 under every cost model.
fn check_every_board_of_2x3(name: &Goal) {
    let heuristics = ["blind", "hamming", "manhattan", "linear-conflict", "walking-distance", "pdb:1,2,3/4,5"];
    for &cost_model in COST_MODELS {
        let ran = check(&goal(name, "2x3"), cost_model, &heuristics, 1);
        for expected in [
            "bfs",
            "astar",
            "wastar",
            "greedy",
            "idastar",
            "idastar-cr",
            "bts",
            "rbfs",
            "baestar",
            "ees",
            "dps",
            "arastar",
            "beam",
        ] {
            assert!(ran.contains(expected), "{expected} did not run under {cost_model}");
        }
    }
}

#[test]
fn every_algorithm_keeps_its_guarantee_on_every_board_of_2x3_with_the_blank_first() {
    check_every_board_of_2x3(&Goal::BlankFirst);
}

#[test]
fn every_algorithm_keeps_its_guarantee_on_every_board_of_2x3_with_the_blank_last() {
    check_every_board_of_2x3(&Goal::BlankLast);
}

#[test]
fn every_algorithm_keeps_its_guarantee_on_a_sample_of_3x3_under_every_cost_model() {
    for &cost_model in COST_MODELS {
        check(
            &goal(&Goal::BlankFirst, "3x3"),
            cost_model,
            &["manhattan", "linear-conflict", "pdb:1,2,3,4/5,6,7,8"],
            30_011,
        );
    }
}

#[test]
fn a_model_without_exact_costs_for_a_board_and_a_weight_with_too_many_digits_are_refused() {
    let named = |name: &str| *COST_MODELS.iter().find(|model| model.name == name).unwrap();
    let refusal = |weight: &str, model: &str, size: &str| {
        let options = [("weight".to_owned(), weight.to_owned())];
        let configuration =
            Configuration::new("wastar", Some("manhattan"), &options).unwrap().with_cost_model(named(model));
        prepare(&configuration, &goal(&Goal::BlankFirst, size), &OperatorOrder::default(), &TABLES)
            .err()
            .unwrap()
            .to_string()
    };
    assert_eq!(
        refusal("2", "inverse", "4x5"),
        "the costs of paths on a 4x5 board exceed 31 bits with cost model inverse: use a smaller board or smaller costs"
    );
    assert_eq!(
        refusal("1.01", "inverse", "4x4").split(':').next().unwrap(),
        "weight 1.01 with cost model inverse on a 4x4 board has priorities that exceed 32 bits"
    );
    // The weights of anytime searches, which have options of their own.
    let is_refused = |algorithm: &str, option: &str, value: &str| {
        let options = [(option.to_owned(), value.to_owned())];
        let configuration = Configuration::new(algorithm, Some("manhattan"), &options).unwrap();
        let configuration = configuration.with_cost_model(named("unit-fraction"));
        let prepared = prepare(&configuration, &goal(&Goal::BlankFirst, "4x4"), &OperatorOrder::default(), &TABLES);
        prepared.err().is_some_and(|error| error.to_string().contains("has priorities that exceed 32 bits"))
    };
    assert!(!is_refused("arastar", "initial-weight", "5") && is_refused("arastar", "initial-weight", "50"));
    assert!(!is_refused("rwastar", "weights", "5,1") && is_refused("rwastar", "weights", "120,1"));
}
