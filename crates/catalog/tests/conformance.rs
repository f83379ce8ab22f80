//! Every algorithm passes the conformance suite, with every heuristic it takes: a line each.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use tilebench_catalog::{Configuration, Order, Proof, Tables, algorithms, heuristics, prepare};
use tilebench_testkit::{Claim, conform};

/// Pattern databases of tiles that every board of the suite has; those with names are for one size.
const PATTERNS: [&str; 2] = ["pdb:1,2,3/4,5", "pdb:1,2,4/3,5+dual+random"];

/// Runs the suite on an algorithm with each heuristic; the claim is what the configuration proves.
fn check(algorithm: &str, options: &[(&str, &str)]) {
    let guided = algorithms().iter().find(|known| known.name == algorithm).unwrap().guided;
    let rows = heuristics().into_iter().filter(|known| known.patterns().is_none());
    let names = rows.map(|known| known.name().to_owned()).chain(PATTERNS.map(str::to_owned));
    let choices: Vec<Option<String>> = if guided { names.map(Some).collect() } else { vec![None] };
    let options: Vec<_> = options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let tables = Tables::in_memory();
    for heuristic in choices {
        let heuristic = heuristic.as_deref();
        let configuration = Configuration::new(algorithm, heuristic, &options).unwrap();
        let claim = match configuration.proof() {
            Proof::Optimal => Claim::Optimal,
            Proof::Bounded => Claim::Within(configuration.weight().unwrap()),
            Proof::None => Claim::Path,
        };
        // Depth-first search by a weak heuristic takes exponential time: the weaker, the nearer.
        let deepest = match (algorithm, heuristic) {
            ("idastar", Some("blind")) => 15,
            ("idastar", Some("hamming")) => 20,
            _ => 31,
        };
        let orders = [Order::default(), Order::Shuffle { seed: 3 }];
        let orders = if matches!(heuristic, None | Some("manhattan")) { &orders[..] } else { &orders[..1] };
        for order in orders {
            conform(
                &|board, goal, control| {
                    let search = prepare(&configuration, goal, order, &tables).unwrap();
                    let answer = search.run(board, control).unwrap();
                    (answer.end, answer.moves, answer.counters)
                },
                claim,
                deepest,
            );
        }
    }
}

macro_rules! conformance {
    ($($test:ident: $algorithm:literal $($option:literal = $value:literal),*;)*) => {
        $(
            #[test]
            fn $test() {
                check($algorithm, &[$(($option, $value)),*]);
            }
        )*

        #[test]
        fn every_algorithm_is_registered_here() {
            let tested = [$($algorithm),*];
            for algorithm in algorithms() {
                assert!(tested.contains(&algorithm.name), "{} is not put through the conformance suite", algorithm.name);
            }
        }
    };
}

conformance! {
    bfs_conforms: "bfs";
    astar_conforms: "astar";
    astar_with_low_g_ties_conforms: "astar" "tie" = "low-g";
    astar_with_fifo_ties_conforms: "astar" "tie" = "fifo";
    astar_with_lifo_ties_conforms: "astar" "tie" = "lifo";
    astar_without_reopening_conforms: "astar" "reopen" = "false";
    astar_on_disk_conforms: "astar" "store" = "disk";
    astar_on_disk_with_low_g_ties_conforms: "astar" "store" = "disk", "tie" = "low-g";
    wastar_on_disk_conforms: "wastar" "store" = "disk", "weight" = "1.5";
    wastar_conforms: "wastar" "weight" = "1.5";
    wastar_with_a_heavy_weight_conforms: "wastar" "weight" = "5";
    greedy_conforms: "greedy";
    idastar_conforms: "idastar";
    idastar_with_a_weight_conforms: "idastar" "weight" = "4/3";
    idastar_with_bpmx_conforms: "idastar" "bpmx" = "true";
    staged_conforms: "staged" "plan" = "rows-columns";
    strategy_conforms: "strategy";
}
