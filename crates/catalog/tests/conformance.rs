//! Every algorithm passes the conformance suite, with every heuristic that it accepts: one line per test.
//!
//! Most algorithms are compiled once for all heuristics. The further lines of such an algorithm, which test its options, use one
//! heuristic of each kind. So do all its lines in a build with overflow checks, since its code is the same for every heuristic,
//! and the code of every heuristic is executed by the algorithms that are compiled for each.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::sync::LazyLock;

use tilebench_catalog::{
    CatalogError, Configuration, OperatorOrder, Proof, Tables, algorithms, alternating_searches, heuristics,
};
use tilebench_testkit::{DepthLimitGuarantee, SolutionQuality, check_conformance};

/// Pattern databases of tiles that every board of the suite has. Named partitions support only one size.
const PATTERNS: [&str; 2] = ["pdb:1,2,3/4,5", "pdb:1,2,4/3,5+dual+random"];

/// A heuristic of each kind: no information, weak, strong, inconsistent, inadmissible.
const KINDS: [&str; 5] = ["blind", "manhattan", "linear-conflict", PATTERNS[1], "walking-distance+pairs"];

/// Algorithms that are compiled for each heuristic, unless they use the plain node store or files.
const COMPILED_PER_HEURISTIC: [&str; 4] = ["astar", "wastar", "greedy", "idastar"];

/// Algorithms that support no board of the suite, or may give up; other tests cover them.
const ELSEWHERE: [&str; 1] = ["jumps"];

/// Built once for all algorithms, because building them takes most of the time of the suite.
static TABLES: LazyLock<Tables> = LazyLock::new(Tables::in_memory);

/// Runs the suite on an algorithm with its heuristics; the claimed quality is the proof of the configuration.
fn check(test: &str, algorithm: &str, options: &[(&str, &str)]) {
    let is_first = TESTS.iter().find(|(known, _)| *known == algorithm).is_some_and(|(_, first)| *first == test);
    let has_store = options.iter().any(|(option, _)| *option == "store");
    let needs_all = if COMPILED_PER_HEURISTIC.contains(&algorithm) {
        is_first || !has_store
    } else {
        is_first && cfg!(not(debug_assertions))
    };
    let informed = algorithms().iter().find(|known| known.name == algorithm).unwrap().informed;
    let rows = heuristics().into_iter().filter(|known| known.pdb_spec().is_none() && known.domain().is_none());
    let names = rows.map(|known| known.name().to_owned()).chain(PATTERNS.map(str::to_owned));
    // A kernel that is requested by name accepts one heuristic and refuses all others.
    let names = names.filter(|name| name == "manhattan" || options.iter().all(|(option, _)| *option != "kernel"));
    let names = names.filter(|name| needs_all || KINDS.contains(&name.as_str()));
    let choices: Vec<Option<String>> = if informed { names.map(Some).collect() } else { vec![None] };
    let options: Vec<_> = options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    for heuristic in choices {
        let heuristic = heuristic.as_deref();
        let refused = Configuration::new(algorithm, heuristic, &options).err();
        if let Some(CatalogError::NeedsConsistent { .. }) = refused {
            continue;
        }
        let configuration = Configuration::new(algorithm, heuristic, &options).unwrap();
        let quality = match configuration.proof() {
            Proof::Optimal => SolutionQuality::Optimal,
            Proof::Bounded => SolutionQuality::Bounded(configuration.weight().unwrap()),
            Proof::None => SolutionQuality::AnyPath,
        };
        // Without reopening, states that were closed on longer paths are lost, unless every state is closed on a
        // shortest path.
        let is_set = |name, value| configuration.values().text(name) == Some(value);
        let reopens = !(is_set("reopen", "false") || is_set("rules", "hog2")) || quality == SolutionQuality::Optimal;
        let guarantee = match algorithm {
            "dfs" => DepthLimitGuarantee::Complete,
            "staged" | "strategy" => DepthLimitGuarantee::OwnPath,
            _ if quality == SolutionQuality::AnyPath || !reopens => DepthLimitGuarantee::None,
            _ => DepthLimitGuarantee::Complete,
        };
        // Depth-first search with a weak heuristic takes exponential time: the weaker the heuristic, the nearer the boards.
        // A list that is sorted or moved for each node takes time quadratic in the number of nodes.
        let queue = options.iter().find(|(name, _)| name == "queue").map(|(_, value)| value.as_str());
        let max_distance = match (algorithm, heuristic, queue) {
            ("idastar" | "idastar-cr" | "bts" | "rbfs" | "astar-idastar", Some("blind"), _) => 15,
            // A table that is far too small for the states saves few nodes.
            ("idastar-tt", Some("blind" | "hamming" | "manhattan-without:4"), _) if is_set("table-mib", "1") => 20,
            ("dfbnb", Some("blind"), _) => 10,
            ("dfbnb", Some("hamming" | "manhattan-without:4"), _) => 14,
            ("dfbnb", _, _) => 20,
            (_, Some("blind" | "hamming" | "manhattan-without:4"), Some("append-sort")) => 14,
            (
                "idastar" | "idastar-cr" | "bts" | "rbfs" | "astar-idastar",
                Some("hamming" | "manhattan-without:4"),
                _,
            )
            | (_, Some("blind"), Some("sorted"))
            | (_, _, Some("append-sort")) => 20,
            (..) => 31,
        };
        let orders = [OperatorOrder::default(), OperatorOrder::Shuffle { seed: 3 }];
        let orders = if matches!(heuristic, None | Some("manhattan")) { &orders[..] } else { &orders[..1] };
        for order in orders {
            check_conformance(&alternating_searches(&configuration, order, &TABLES), quality, guarantee, max_distance);
        }
    }
}

macro_rules! conformance {
    ($($test:ident: $algorithm:literal $($option:literal = $value:literal)*;)*) => {
        $(
            #[test]
            fn $test() {
                check(stringify!($test), $algorithm, &[$(($option, $value)),*]);
            }
        )*

        /// The algorithms of the tests, with the tests' names.
        const TESTS: &[(&str, &str)] = &[$(($algorithm, stringify!($test))),*];

        #[test]
        fn every_algorithm_is_tested() {
            for algorithm in algorithms() {
                let is_tested = TESTS.iter().any(|(tested, _)| *tested == algorithm.name);
                let known = is_tested || ELSEWHERE.contains(&algorithm.name);
                assert!(known, "{} is not put through the conformance suite", algorithm.name);
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
    astar_with_published_ties_conforms: "astar" "tie" = "published";
    astar_without_reopening_conforms: "astar" "reopen" = "false";
    astar_with_an_array_of_buckets_conforms: "astar" "queue" = "bucket";
    astar_without_parent_pruning_conforms: "astar" "parent-pruning" = "false";
    astar_with_estimates_from_scratch_conforms: "astar" "evaluation" = "from-scratch";
    wastar_with_an_array_of_buckets_conforms: "wastar" "weight" = "4/3" "queue" = "bucket";
    astar_plain_conforms: "astar" "store" = "plain";
    astar_plain_with_low_g_ties_conforms: "astar" "store" = "plain" "tie" = "low-g";
    astar_plain_with_fifo_ties_conforms: "astar" "store" = "plain" "tie" = "fifo";
    astar_plain_without_reopening_conforms: "astar" "store" = "plain" "reopen" = "false";
    astar_plain_with_an_array_of_buckets_conforms: "astar" "store" = "plain" "queue" = "bucket";
    astar_plain_with_a_heap_of_entries_conforms: "astar" "store" = "plain" "queue" = "entry-heap";
    astar_plain_with_a_sorted_list_conforms: "astar" "store" = "plain" "queue" = "sorted";
    astar_plain_with_a_list_sorted_after_appending_conforms: "astar" "store" = "plain" "queue" = "append-sort";
    astar_plain_with_its_table_measured_conforms: "astar" "store" = "plain" "hash-statistics" = "true";
    wastar_plain_with_buckets_conforms: "wastar" "store" = "plain" "weight" = "4/3" "queue" = "bucket";
    wastar_plain_with_every_older_part_conforms: "wastar" "store" = "plain" "weight" = "2" "queue" = "append-sort" "parent-pruning" = "false" "evaluation" = "from-scratch";
    astar_on_disk_conforms: "astar" "store" = "disk";
    astar_on_disk_with_low_g_ties_conforms: "astar" "store" = "disk" "tie" = "low-g";
    wastar_on_disk_conforms: "wastar" "store" = "disk" "weight" = "1.5";
    wastar_conforms: "wastar" "weight" = "1.5";
    wastar_with_a_heavy_weight_conforms: "wastar" "weight" = "5";
    wastar_by_the_rules_of_hog2_conforms: "wastar" "weight" = "2" "rules" = "hog2";
    wastar_without_reopening_conforms: "wastar" "weight" = "2" "reopen" = "false";
    greedy_conforms: "greedy";
    greedy_by_the_rules_of_hog2_conforms: "greedy" "rules" = "hog2" "h-share" = "50";
    epsilon_greedy_conforms: "epsilon-greedy";
    epsilon_greedy_half_at_random_conforms: "epsilon-greedy" "epsilon" = "0.5";
    type_gbfs_conforms: "type-gbfs";
    greedy_with_buckets_conforms: "greedy" "queue" = "bucket" "tie" = "lifo";
    greedy_plain_conforms: "greedy" "store" = "plain";
    epeastar_conforms: "epeastar";
    hdastar_conforms: "hdastar";
    dfs_conforms: "dfs";
    dfs_with_a_nearer_bound_conforms: "dfs" "depth" = "31";
    idastar_conforms: "idastar";
    idastar_with_a_weight_conforms: "idastar" "weight" = "4/3";
    idastar_by_recursion_conforms: "idastar" "kernel" = "plain";
    idastar_by_batches_conforms: "idastar" "kernel" = "portable";
    idastar_by_two_threads_conforms: "idastar" "threads" = "2";
    idastar_by_three_threads_and_recursion_conforms: "idastar" "kernel" = "plain" "threads" = "3";
    idastar_by_two_threads_with_a_weight_conforms: "idastar" "threads" = "2" "weight" = "4/3";
    idastar_with_bpmx_conforms: "idastar" "bpmx" = "true";
    idastar_with_bpmx_and_a_weight_conforms: "idastar" "bpmx" = "true" "weight" = "4/3";
    idastar_without_duplicate_strings_conforms: "idastar" "prune" = "10";
    idastar_without_duplicate_strings_by_batches_conforms: "idastar" "prune" = "10" "kernel" = "portable";
    idastar_without_duplicate_strings_by_recursion_conforms: "idastar" "prune" = "10" "kernel" = "plain";
    idastar_without_duplicate_strings_by_threads_conforms: "idastar" "prune" = "10" "threads" = "2";
    idastar_without_duplicate_strings_and_with_a_weight_conforms: "idastar" "prune" = "10" "weight" = "4/3";
    idastar_without_duplicate_strings_in_reverse_conforms: "idastar" "prune" = "10" "direction" = "reverse";
    idastar_with_symmetry_conforms: "idastar" "symmetry" = "true";
    idastar_with_symmetry_and_without_duplicate_strings_conforms: "idastar" "symmetry" = "true" "prune" = "10";
    idastar_cr_conforms: "idastar-cr";
    idastar_cr_with_large_growth_conforms: "idastar-cr" "growth" = "50";
    bts_conforms: "bts";
    idastar_with_a_table_conforms: "idastar-tt";
    idastar_with_a_small_table_conforms: "idastar-tt" "table-mib" = "1";
    rbfs_conforms: "rbfs";
    rbfs_with_a_weight_conforms: "rbfs" "weight" = "4/3";
    rbfs_with_a_heavy_weight_conforms: "rbfs" "weight" = "5";
    bfidastar_conforms: "bfidastar";
    bfhs_conforms: "bfhs";
    astar_idastar_conforms: "astar-idastar";
    astar_idastar_after_few_nodes_conforms: "astar-idastar" "astar-nodes" = "200";
    astar_bfhs_conforms: "astar-bfhs";
    astar_bfhs_after_few_nodes_conforms: "astar-bfhs" "astar-nodes" = "200";
    astar_in_reverse_conforms: "astar" "direction" = "reverse";
    astar_in_the_better_direction_conforms: "astar" "direction" = "best";
    wastar_in_reverse_conforms: "wastar" "weight" = "1.5" "direction" = "reverse";
    greedy_in_reverse_conforms: "greedy" "direction" = "reverse";
    idastar_in_reverse_conforms: "idastar" "direction" = "reverse";
    idastar_in_the_better_direction_conforms: "idastar" "direction" = "best";
    bfs_bidirectional_conforms: "bfs-bidirectional";
    baestar_conforms: "baestar";
    baestar_with_integer_bounds_conforms: "baestar" "rounding" = "integer";
    baestar_with_published_ties_conforms: "baestar" "tie" = "published";
    mm_conforms: "mm";
    mm_without_epsilon_conforms: "mm" "epsilon" = "false";
    mm_with_a_fraction_conforms: "mm" "fraction" = "1/4";
    nbs_conforms: "nbs";
    nbs_with_published_ties_conforms: "nbs" "tie" = "published";
    gbfhs_conforms: "gbfhs";
    gbfhs_with_published_ties_conforms: "gbfhs" "tie" = "published";
    dvcbs_conforms: "dvcbs";
    bsstar_conforms: "bsstar";
    beam_conforms: "beam" "width" = "50000";
    beam_by_f_conforms: "beam" "width" = "50000" "layer-order" = "f";
    bulb_conforms: "bulb" "width" = "50000";
    rectangle_conforms: "rectangle";
    rectangle_with_a_large_aspect_conforms: "rectangle" "aspect" = "50" "layer-order" = "f";
    arastar_conforms: "arastar";
    arastar_with_large_steps_conforms: "arastar" "initial-weight" = "2" "step" = "1/2";
    rwastar_conforms: "rwastar";
    rwastar_with_two_weights_conforms: "rwastar" "weights" = "3/2,1";
    anastar_conforms: "anastar";
    dfbnb_conforms: "dfbnb";
    dfbnb_with_an_upper_bound_conforms: "dfbnb" "upper-bound" = "24";
    astar_epsilon_close_to_optimal_conforms: "astar-epsilon" "weight" = "1.2";
    astar_epsilon_with_a_heavy_weight_conforms: "astar-epsilon" "weight" = "5";
    xdp_close_to_optimal_conforms: "xdp" "weight" = "1.2";
    xdp_with_a_heavy_weight_conforms: "xdp" "weight" = "5";
    xup_close_to_optimal_conforms: "xup" "weight" = "1.2";
    xup_with_a_heavy_weight_conforms: "xup" "weight" = "5";
    optimistic_close_to_optimal_conforms: "optimistic" "weight" = "1.2";
    optimistic_with_a_heavy_weight_conforms: "optimistic" "weight" = "5";
    ees_close_to_optimal_conforms: "ees" "weight" = "1.2";
    ees_with_a_heavy_weight_conforms: "ees" "weight" = "5";
    ees_with_errors_of_paths_conforms: "ees" "weight" = "2" "correction" = "path";
    dps_close_to_optimal_conforms: "dps" "weight" = "1.2";
    dps_with_a_heavy_weight_conforms: "dps" "weight" = "5";
    ios_by_the_rules_of_hog2_conforms: "ios" "weight" = "1.5" "rules" = "hog2";
    ios_close_to_optimal_conforms: "ios" "weight" = "1.2";
    ios_with_a_heavy_weight_conforms: "ios" "weight" = "5";
    speedy_conforms: "speedy";
    staged_conforms: "staged" "plan" = "rows-columns";
    strategy_conforms: "strategy";
    strategy_around_conforms: "strategy" "blank-routing" = "around";
    strategy_fixed_conforms: "strategy" "blank-routing" = "fixed";
}
