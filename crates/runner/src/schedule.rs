//! The order in which the runs of a plan are executed.
//!
//! A machine drifts: it heats up, and other programs start on it. If configurations were run one after the other, the
//! drift would affect the later ones and look like a difference between them. So the order is randomized in blocks, as
//! in any experiment (Fisher 1935): a block is one repeat of one instance with every run on it. The blocks of a repeat
//! are put into a random order, and then the runs within each block. So a configuration's runs are spread over the
//! whole time, and the results of an experiment that is stopped half-way can still be compared.
//!
//! The order depends only on the seed and the plan, by [`SeededRng`]. Repeats follow each other; in each, the blocks are
//! shuffled first and then the runs of each block, in the blocks' new order. If only a part of a plan remains, its
//! runs keep their order in the whole.

use serde::Serialize;
use tilebench_catalog::SeededRng;

use crate::Plan;
use crate::plan::RunIndices;

/// How the order of the runs is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Schedule {
    /// Drawn from the experiment's seed.
    #[default]
    Random,
    /// That of the plan: instances one after the other, on each the solvers in the order of the file.
    Plan,
}

/// The runs of `plan` in the order in which they are to be executed.
pub(crate) fn runs(plan: &Plan) -> Vec<&RunIndices> {
    let runs = plan.runs().iter();
    match plan.experiment().schedule {
        Schedule::Plan => runs.collect(),
        Schedule::Random => {
            let runs: Vec<&RunIndices> = runs.collect();
            shuffled(&runs, plan.experiment().draw.seed, |planned| {
                let task = plan.task(planned);
                (task.repeat, task.set, task.instance.id.as_str())
            })
        }
    }
}

/// `items` in the random order of `seed`; `block` returns the repeat of an item and the rest of its block.
fn shuffled<T: Copy, B: PartialEq>(items: &[T], seed: u64, block: impl Fn(T) -> (u32, B, B)) -> Vec<T> {
    let mut rng = SeededRng::new(seed);
    let mut order = Vec::with_capacity(items.len());
    for repeat in items.chunk_by(|&a, &b| block(a).0 == block(b).0) {
        let mut blocks: Vec<Vec<T>> = repeat.chunk_by(|&a, &b| block(a) == block(b)).map(<[T]>::to_vec).collect();
        rng.shuffle(&mut blocks);
        for mut block in blocks {
            rng.shuffle(&mut block);
            order.append(&mut block);
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::Experiment;

    fn plan(settings: &[&str]) -> Plan {
        let text = "name = 'x'\ninstances = ['walk:3x3:k=8:5', 'walk:3x3:k=12:2']\nrepeats = 3\n\
                    [[solver]]\nalgorithm = 'idastar'\nheuristic = ['manhattan', 'blind', 'hamming', 'linear-conflict']\n";
        let settings: Vec<String> = settings.iter().map(|&setting| setting.to_owned()).collect();
        Plan::new(Experiment::parse(text, "x.toml", &settings).unwrap()).unwrap()
    }

    fn ids(plan: &Plan) -> Vec<&str> {
        runs(plan).iter().map(|planned| planned.id.as_str()).collect()
    }

    #[test]
    fn every_run_is_scheduled_once_for_every_seed() {
        for seed in 0..20 {
            let plan = plan(&[&format!("seed={seed}")]);
            let all: BTreeSet<&str> = plan.runs().iter().map(|planned| planned.id.as_str()).collect();
            let order = ids(&plan);
            assert_eq!((order.len(), order.into_iter().collect::<BTreeSet<_>>()), (84, all));
        }
    }

    #[test]
    fn the_seed_determines_the_order_and_the_plan_has_its_own_order() {
        // The solvers' own draws are left alone, so that the runs have the same names.
        let with = |seed: u64| shuffled(&(0..84).collect::<Vec<u32>>(), seed, |run| (run / 28, run / 4, 0));
        assert_eq!(with(7), with(7));
        assert_ne!(with(7), with(8));
        let fixed = plan(&["execution.schedule=plan"]);
        assert_eq!(ids(&fixed), fixed.runs().iter().map(|planned| planned.id.as_str()).collect::<Vec<_>>());
        assert_ne!(ids(&plan(&[])), ids(&fixed));
    }

    #[test]
    fn the_order_of_a_seed_does_not_change() {
        assert_eq!(shuffled(&[0, 1, 2, 3, 4, 5, 6, 7, 8], 1, |run| (0, run / 3, 0)), PINNED);
    }

    /// Recorded once, from the first run of this test: a shard that is executed elsewhere, or later, depends on it.
    const PINNED: [u32; 9] = [4, 5, 3, 8, 6, 7, 1, 2, 0];

    #[test]
    fn repeats_stay_outermost_and_all_solvers_on_an_instance_together() {
        let plan = plan(&[]);
        let order: Vec<_> = runs(&plan).into_iter().map(|planned| plan.task(planned)).collect();
        let repeats: Vec<u32> = order.iter().map(|task| task.repeat).collect();
        assert!(repeats.is_sorted());
        for block in order.chunks(4) {
            assert!(block.iter().all(|task| (task.set, &task.instance.id) == (block[0].set, &block[0].instance.id)));
        }
    }

    #[test]
    fn no_solver_always_goes_first() {
        let plan = plan(&[]);
        let first: BTreeSet<String> =
            runs(&plan).chunks(4).map(|block| plan.task(block[0]).solver.name.clone()).collect();
        assert_eq!(first.len(), 4, "21 blocks of four solvers: {first:?}");
    }

    #[test]
    fn more_repeats_do_not_change_the_order_of_the_first() {
        let (few, more) = (plan(&["repeats=1"]), plan(&["repeats=2"]));
        assert_eq!(ids(&few), ids(&more)[..28]);
    }
}
