//! The built-in domains other than tiles keep the laws, and the counts of a search of theirs are fixed.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeMap;

use tilebench_catalog::{
    Configuration, DomainState, HeuristicSpec, InstanceState, Limits, Metric, NoObserver, Registry, SearchBudget,
    SearchContext, StopFlag, Tables, Termination, check_domain_laws, instance_bounds, load_set, prepare_in_domain,
    published_depths_of,
};
use tilebench_pancake::Pancakes;

#[test]
fn pancakes_keep_the_laws() {
    check_domain_laws::<Pancakes<true>>("1 2 3 4 5 6");
    check_domain_laws::<Pancakes<true>>("3 1 5 2 4");
}

#[test]
fn heavy_pancakes_keep_the_laws() {
    check_domain_laws::<Pancakes<false>>("1 2 3 4 5 6");
    check_domain_laws::<Pancakes<false>>("3 1 5 2 4");
}

#[test]
fn the_distances_of_stacks_are_distributed_as_published() {
    let stop = StopFlag::new();
    for count in 5..10 {
        let published = published_depths_of(&format!("pancake:{count}"), Metric::Single, "").unwrap();
        let goal = DomainState::goal_of_size("pancake", &count.to_string()).unwrap();
        let context =
            SearchContext { limits: Limits::NONE, stop: &stop, observer: &mut NoObserver, scratch: None, seed: 0 };
        let mut counted = BTreeMap::new();
        let end = goal.count_by_depth(&context, &mut |depth, states| counted.extend([(depth, states)])).unwrap();
        assert_eq!((end, counted), (Termination::Exhausted, published.states), "{count} pancakes");
    }
}

#[test]
fn searches_of_pancakes_expand_at_least_their_bounds() {
    let (set, spec) = (load_set("pancake:8:8:seed=3").unwrap(), HeuristicSpec::new("gap-2").unwrap());
    let (goal, stop, tables) = (set.goal.state().unwrap(), StopFlag::new(), Tables::in_memory());
    let budget = SearchBudget { limits: Limits::NONE, stop: &stop };
    for instance in &set.instances {
        let bounds = instance_bounds(&spec, &instance.start, &goal, &tables, budget).unwrap().unwrap();
        let expanded = |algorithm| expanded(algorithm, &goal, &instance.start);
        let astar = expanded("astar");
        assert!((bounds.from_start.must..=bounds.from_start.may).contains(&astar), "{astar} expanded, {bounds:?}");
        for algorithm in ["mm", "nbs", "bsstar"] {
            assert!(expanded(algorithm) >= bounds.cover, "{algorithm}, {bounds:?}");
        }
    }
}

/// The nodes that an algorithm expands with GAP-2.
fn expanded(algorithm: &str, goal: &InstanceState, start: &InstanceState) -> u64 {
    let InstanceState::Other(goal) = goal else { panic!("pancakes are not boards") };
    let search = prepare_in_domain(&Configuration::new(algorithm, Some("gap-2"), &[]).unwrap(), goal).unwrap();
    let stop = StopFlag::new();
    let mut context =
        SearchContext { limits: Limits::NONE, stop: &stop, observer: &mut NoObserver, scratch: None, seed: 0 };
    search.run(start, &mut context).unwrap().counters.expanded
}

#[test]
fn external_astar_finds_the_path_of_a_stack_whose_key_has_six_words() {
    let options = [("store".to_owned(), "disk".to_owned())];
    let goal = DomainState::goal_of_size("pancake", "8").unwrap();
    let search = prepare_in_domain(&Configuration::new("astar", Some("blind"), &options).unwrap(), &goal).unwrap();
    let start = InstanceState::Other(goal.start("8 3 7 1 5 2 6 4").unwrap());
    let (stop, scratch) = (StopFlag::new(), tempfile::tempdir().unwrap());
    let mut context = SearchContext {
        limits: Limits { bytes: 1 << 20, ..Limits::NONE },
        stop: &stop,
        observer: &mut NoObserver,
        scratch: Some(scratch.path()),
        seed: 0,
    };
    let result = search.run(&start, &mut context).unwrap();
    assert_eq!(result.end, Termination::Solved);
    assert!(result.counters.peak_disk > 0, "it was continued on disk");
    let in_memory = search_cost("astar", &start, &goal);
    assert_eq!(result.cost, in_memory);
}

/// The cost of the path that an algorithm finds without a heuristic in memory.
fn search_cost(algorithm: &str, start: &InstanceState, goal: &DomainState) -> Option<u32> {
    let search = prepare_in_domain(&Configuration::new(algorithm, Some("blind"), &[]).unwrap(), goal).unwrap();
    let stop = StopFlag::new();
    let mut context =
        SearchContext { limits: Limits::NONE, stop: &stop, observer: &mut NoObserver, scratch: None, seed: 0 };
    search.run(start, &mut context).unwrap().cost
}

/// The counts of a configuration on random stacks: the sum of the costs, and of the generated nodes.
fn counts(set: &str, algorithm: &str, heuristic: &str, cost: &str) -> (u32, u64) {
    let set = load_set(set).unwrap();
    let cost_model = Registry::get().find_cost_model(cost).unwrap();
    let configuration = Configuration::new(algorithm, Some(heuristic), &[]).unwrap().with_cost_model(cost_model);
    let InstanceState::Other(goal) = set.goal.state().unwrap() else { panic!("pancakes are not boards") };
    let search = prepare_in_domain(&configuration, &goal).unwrap();
    let stop = StopFlag::new();
    let (mut costs, mut generated) = (0, 0);
    for instance in &set.instances {
        let mut context =
            SearchContext { limits: Limits::NONE, stop: &stop, observer: &mut NoObserver, scratch: None, seed: 0 };
        let result = search.run(&instance.start, &mut context).unwrap();
        assert_eq!(result.end, Termination::Solved);
        costs += result.cost.unwrap();
        generated += result.counters.generated;
    }
    (costs, generated)
}

#[test]
fn golden_counts_of_pancakes() {
    let golden = [
        ("pancake:60:2:seed=1", "idastar", "gap", "unit", (117, 3_462_387)),
        ("pancake:30:20:seed=1", "astar", "gap", "unit", (580, 815_652)),
        ("pancake:10:20:seed=1", "astar", "gap-3", "unit", (173, 10_512_896)),
        ("pancake:10:20:seed=1", "mm", "gap-3", "unit", (173, 652_496)),
        ("pancake:8:20:seed=1", "astar", "gap", "heavy", (734, 211_162)),
        ("pancake:8:20:seed=1", "idastar", "gap", "heavy", (734, 1_786_773)),
    ];
    let found = golden.map(|(set, algorithm, heuristic, cost, _)| {
        (set, algorithm, heuristic, cost, counts(set, algorithm, heuristic, cost))
    });
    assert_eq!(found, golden);
}
