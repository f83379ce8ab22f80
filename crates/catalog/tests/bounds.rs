//! The bounds on expansions: published counts of states, and searches that must keep to them.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use tilebench_catalog::{
    Configuration, Cost, Counters, ExpansionBounds, HeuristicSpec, InstanceSet, Limits, Observer, OperatorOrder,
    SearchBudget, SearchContext, SearchResult, StateCounts, StopFlag, Tables, Termination, board_bounds, load_set,
    prepare,
};

/// The counters when a search first proved that no solution is cheaper than `cost`.
struct ExpansionsBelow {
    cost: Cost,
    expanded: Option<u64>,
}

impl Observer for ExpansionsBelow {
    fn f_layer(&mut self, f: Cost, counters: &Counters) {
        if f >= self.cost {
            self.expanded.get_or_insert(counters.expanded);
        }
    }
}

/// The bounds of each board of a set.
fn bounds(set: &InstanceSet, heuristic: &str) -> Vec<ExpansionBounds> {
    let (spec, goal) = (HeuristicSpec::new(heuristic).unwrap(), set.goal_board().unwrap());
    let budget = SearchBudget { limits: Limits::NONE, stop: &StopFlag::new() };
    let of = |board| board_bounds(&spec, board, &goal, &Tables::in_memory(), budget).unwrap().unwrap();
    set.instances.iter().map(|instance| of(instance.board().unwrap())).collect()
}

/// The result of a search of each board, with the expansions before its bound was the cost of its solution.
fn searches(set: &InstanceSet, algorithm: &str, heuristic: &str, direction: Option<&str>) -> Vec<(SearchResult, u64)> {
    let options: Vec<_> =
        direction.map(|direction| ("direction".to_owned(), direction.to_owned())).into_iter().collect();
    let configuration = Configuration::new(algorithm, Some(heuristic), &options).unwrap();
    let goal = set.goal_board().unwrap();
    let search = prepare(&configuration, &goal, &OperatorOrder::default(), &Tables::in_memory()).unwrap();
    let mut results = Vec::new();
    for (instance, bounds) in set.instances.iter().zip(bounds(set, heuristic)) {
        let mut below = ExpansionsBelow { cost: bounds.cost, expanded: None };
        let stop = StopFlag::new();
        let mut context =
            SearchContext { limits: Limits::NONE, stop: &stop, observer: &mut below, scratch: None, seed: 0 };
        let result = search.run(instance.board().unwrap(), &mut context).unwrap();
        assert_eq!((result.end, result.cost), (Termination::Solved, Some(bounds.cost)), "{}", instance.start);
        let expanded = below.expanded.unwrap_or(result.counters.expanded);
        results.push((result, expanded));
    }
    results
}

#[test]
fn the_states_of_three_korf_boards_are_as_many_as_sewell_and_jacobson_2021_counted() {
    // Of boards 12, 42 and 79: the states with f < C* and with f <= C* from the start and from the goal.
    let published =
        [[32_090, 163_770, 34_221, 174_843], [48_368, 210_856, 50_147, 202_106], [56_284, 240_338, 78_534, 323_246]];
    let set = load_set("korf100").unwrap().select("12,42,79").unwrap();
    for ((instance, found), expected) in set.instances.iter().zip(bounds(&set, "manhattan")).zip(published) {
        let counts = [found.from_start, found.from_goal].map(|StateCounts { must, may }| [must, may]).concat();
        assert_eq!((Some(found.cost), &counts[..]), (instance.optimal, &expected[..]), "Korf {}", instance.id);
        assert!(found.cover <= found.from_start.must.min(found.from_goal.must), "Korf {}", instance.id);
    }
}

#[test]
fn astar_expands_the_states_that_it_must_and_no_others_than_it_may() {
    let set = load_set("random:3x3:50:seed=3").unwrap();
    for heuristic in ["manhattan", "linear-conflict"] {
        let bounds = bounds(&set, heuristic);
        for direction in ["forward", "reverse"] {
            for ((result, below), bounds) in searches(&set, "astar", heuristic, Some(direction)).iter().zip(&bounds) {
                let StateCounts { must, may } =
                    if direction == "forward" { bounds.from_start } else { bounds.from_goal };
                assert!((must..may).contains(&result.counters.expanded), "{direction}: {result:?}, {bounds:?}");
                assert_eq!(*below, must, "{direction}: the states expanded before the last layer");
            }
        }
    }
}

/// The theorem of Chen and others 2017 is about the expansions with lb < C*. The observer reports when the bound reaches C*, so
/// they are counted exactly. A search that ends with a smaller bound, because costs differ by 2, expanded no other nodes.
#[test]
fn nbs_expands_at_most_twice_the_minimum_cover_before_its_bound_is_the_cost() {
    let set = load_set("random:3x3:80:seed=4").unwrap();
    for heuristic in ["blind", "manhattan", "linear-conflict"] {
        let bounds = bounds(&set, heuristic);
        for ((result, below), bounds) in searches(&set, "nbs", heuristic, None).iter().zip(&bounds) {
            assert!(*below <= 2 * bounds.cover, "{heuristic}: {below} expansions, {bounds:?}, {result:?}");
        }
    }
}

#[test]
fn an_inconsistent_heuristic_is_refused() {
    let set = load_set("korf100").unwrap().select("79").unwrap();
    let goal = set.goal_board().unwrap();
    let budget = SearchBudget { limits: Limits::NONE, stop: &StopFlag::new() };
    let spec = HeuristicSpec::new("manhattan+pairs").unwrap();
    let refused =
        board_bounds(&spec, set.instances[0].board().unwrap(), &goal, &Tables::in_memory(), budget).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "a bound on expansions needs a consistent heuristic, and 'manhattan+pairs' is not consistent: use another, such as \
         linear-conflict"
    );
}
