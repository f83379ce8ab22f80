use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use super::*;
use crate::Experiment;

const KORF: &str = r#"
    name = "korf"
    instances = ["korf100"]
    [[solver]]
    algorithm = "idastar"
    heuristic = ["manhattan", "linear-conflict", "walking-distance", "pdb-7-8"]
    [[solver]]
    algorithm = "wastar"
    heuristic = "manhattan"
    weight = [1.5, 2]
    [[solver]]
    algorithm = "strategy"
"#;

fn plan(text: &str) -> Plan {
    Plan::new(Experiment::parse(text, "test", &[]).unwrap()).unwrap()
}

fn ids(plan: &Plan) -> Vec<String> {
    plan.runs().iter().map(|planned| planned.id.clone()).collect()
}

#[test]
fn shards_are_disjoint_and_together_the_plan_in_its_order() {
    let whole = ids(&plan(KORF));
    for of in [1, 2, 3, 8] {
        let mut together = BTreeSet::new();
        for number in 1..=of {
            let shard = ids(&plan(KORF).sharded(number, of).unwrap());
            let in_order: Vec<&String> = whole.iter().filter(|id| shard.contains(id)).collect();
            assert_eq!(shard.iter().collect::<Vec<_>>(), in_order);
            for id in shard {
                assert!(together.insert(id), "in two of {of} shards");
            }
        }
        assert!(whole.iter().all(|id| together.contains(id)));
    }
}

#[test]
fn every_run_is_assigned_to_one_shard_and_the_same_on_every_call() {
    let plan = plan(KORF);
    for of in [1, 2, 3, 10, 64, 699, 700] {
        let dealt = assign(&plan, of);
        assert_eq!(dealt, assign(&plan, of));
        let mut sizes = vec![0; of];
        for shard in dealt {
            sizes[shard - 1] += 1;
        }
        let (min, max) = (sizes.iter().min().unwrap(), sizes.iter().max().unwrap());
        assert!(max - min <= 1, "{of}: {sizes:?}");
        assert_eq!(sizes.iter().sum::<usize>(), plan.len());
    }
}

/// The expected cost of each shard, and of the costliest run.
fn costs(plan: &Plan, of: usize) -> (Vec<f64>, f64) {
    let mut costs = vec![0.0; of];
    let mut max: f64 = 0.0;
    for (shard, planned) in assign(plan, of).into_iter().zip(plan.runs()) {
        let cost = (expected_cost(&plan.task(planned)) as f64 / 100.0).exp2();
        costs[shard - 1] += cost;
        max = max.max(cost);
    }
    (costs, max)
}

/// How far the costliest shard is above the mean.
fn excess(plan: &Plan, of: usize) -> f64 {
    let (costs, _) = costs(plan, of);
    costs.iter().copied().fold(0.0, f64::max) / (costs.iter().sum::<f64>() / of as f64) - 1.0
}

#[test]
fn no_two_shards_differ_in_expected_cost_by_more_than_the_costliest_run() {
    let plan = plan(KORF);
    for of in [2, 3, 8, 50, 700] {
        let (costs, max) = costs(&plan, of);
        let min = costs.iter().copied().fold(f64::INFINITY, f64::min);
        assert!(costs.iter().all(|cost| cost - min <= max * 1.000_001), "{of}: {costs:?}");
    }
}

#[test]
fn the_expected_costs_of_the_shards_of_korf100_are_even_if_no_run_dominates_a_shard() {
    let unlimited = plan(KORF);
    // Of eight shards the hardest board alone is more than one.
    for (of, percent) in [(2, 2.0), (4, 10.0)] {
        assert!(excess(&unlimited, of) * 100.0 < percent, "{of}: {}", excess(&unlimited, of));
    }
    let limited = plan(&format!("{KORF}[limits]\nnodes = 10_000_000\n"));
    for of in [2, 4, 8] {
        assert!(excess(&limited, of) < 0.03, "{of}: {}", excess(&limited, of));
    }
}

#[test]
fn a_plan_and_its_shards_have_the_same_id_and_other_plans_have_another() {
    let whole = plan(KORF);
    let shard = plan(KORF).sharded(2, 3).unwrap();
    assert_eq!(whole.id(), shard.id());
    assert_eq!(shard.shard().unwrap().plan_runs, 700);
    assert_ne!(whole.id(), plan(&KORF.replace("[1.5, 2]", "[1.5, 3]")).id());
}

#[test]
fn an_impossible_shard_is_refused() {
    let refused = |number, of| plan(KORF).sharded(number, of).unwrap_err().to_string();
    assert_eq!(refused(0, 8), "there is no shard 0 of 8: shards are numbered from 1 to 8");
    assert_eq!(refused(9, 8), "there is no shard 9 of 8: shards are numbered from 1 to 8");
    assert_eq!(refused(1, 701), "700 runs cannot be split into 701 shards: use at most 700");
}

#[test]
fn costs_are_hundredths_of_doublings() {
    assert_eq!([1, 2, 3, 4, 1 << 63].map(doublings), [0, 100, 150, 200, 6300]);
    assert_eq!(doublings(u64::MAX), 6399);
    assert_eq!(doublings(0), 0);
}

#[test]
fn more_moves_cost_more_until_a_limit_is_reached() {
    let expected_costs = |text: &str| {
        let plan = plan(text);
        plan.runs().iter().map(|planned| expected_cost(&plan.task(planned))).collect::<Vec<_>>()
    };
    let text = "name = 'x'\ninstances = [{ set = 'korf100', ids = '79,88' }]\n[[solver]]\nalgorithm = 'idastar'\nheuristic = 'manhattan'\n";
    assert_eq!(expected_costs(text), [42 * 50, 65 * 50]);
    assert_eq!(expected_costs(&format!("{text}limits = {{ nodes = 4194304 }}")), [42 * 50, 2200]);
    assert_eq!(expected_costs(&format!("{text}limits = {{ time_s = 0.001 }}")), [1400, 1400]);
}

#[test]
fn a_million_runs_are_planned_and_sharded_in_less_than_a_minute() {
    let begun = Instant::now();
    let text =
        "name = 'x'\ninstances = ['random:3x3:1000000']\n[[solver]]\nalgorithm = 'idastar'\nheuristic = 'manhattan'\n";
    let plan = plan(text);
    let shard = plan.sharded(3, 1000).unwrap();
    assert_eq!(shard.len(), 1000);
    assert!(begun.elapsed() < Duration::from_mins(1), "{:?}", begun.elapsed());
}
