//! Counts and lengths that are published, or determined by the problem.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use tilebench_catalog::{
    Configuration, Goal, Incumbent, InstanceSet, Limits, NoObserver, Observer, OperatorOrder, SearchContext,
    SearchResult, SetGoal, Size, StopFlag, Tables, Termination, load_set, prepare,
};

fn solve(
    set: &InstanceSet,
    at: usize,
    algorithm: &str,
    heuristic: Option<&str>,
    options: &[(String, String)],
) -> SearchResult {
    let configuration = Configuration::new(algorithm, heuristic, options).unwrap();
    let search =
        prepare(&configuration, &set.goal_board().unwrap(), &OperatorOrder::default(), &Tables::in_memory()).unwrap();
    let stop = StopFlag::new();
    let mut context =
        SearchContext { limits: Limits::NONE, stop: &stop, observer: &mut NoObserver, scratch: None, seed: 0 };
    search.run(set.instances[at].board().unwrap(), &mut context).unwrap()
}

/// The rows of a published table without comments, split at commas.
fn rows(text: &str) -> Vec<Vec<&str>> {
    text.lines().filter(|line| !line.starts_with('#')).skip(1).map(|line| line.split(',').collect()).collect()
}

#[test]
fn idastar_with_manhattan_has_the_counts_of_korf_on_the_eight_smallest_boards() {
    let set = load_set("korf100").unwrap();
    let table = rows(include_str!("../../../instances/korf100.csv"));
    let mut counts: Vec<(u64, usize)> = (0..100).map(|at| (table[at][3].parse().unwrap(), at)).collect();
    counts.sort_unstable();
    for (published, at) in counts.into_iter().take(8) {
        let answer = solve(&set, at, "idastar", Some("manhattan"), &[]);
        assert_eq!(answer.end, Termination::Solved);
        assert_eq!(answer.counters.generated, published, "Korf {}", at + 1);
        assert_eq!(u32::try_from(answer.moves.len()).ok(), set.instances[at].optimal, "Korf {}", at + 1);
    }
}

#[test]
fn every_kernel_has_the_counts_of_korf_and_finds_the_path_of_the_recursion() {
    let set = load_set("korf100").unwrap();
    let table = rows(include_str!("../../../instances/korf100.csv"));
    let goal = set.goal_board().unwrap();
    let stop = StopFlag::new();
    // From half a million to 15 million nodes.
    for id in [79, 42, 12, 55, 2] {
        let options = [("kernel".to_owned(), "plain".to_owned())];
        let plain = solve(&set, id - 1, "idastar", Some("manhattan"), &options);
        for kernel in ["auto", "portable", "neon", "avx2", "avx512"] {
            let options = [("kernel".to_owned(), kernel.to_owned())];
            let configuration = Configuration::new("idastar", Some("manhattan"), &options).unwrap();
            let search = match prepare(&configuration, &goal, &OperatorOrder::default(), &Tables::in_memory()) {
                Ok(search) => search,
                Err(error) => {
                    assert!(error.to_string().contains("this processor"), "{error}");
                    continue;
                }
            };
            let mut context =
                SearchContext { limits: Limits::NONE, stop: &stop, observer: &mut NoObserver, scratch: None, seed: 0 };
            let answer = search.run(set.instances[id - 1].board().unwrap(), &mut context).unwrap();
            assert_eq!(answer.counters.generated, table[id - 1][3].parse::<u64>().unwrap(), "Korf {id} by {kernel}");
            assert_eq!(answer.counters.expanded, plain.counters.expanded, "Korf {id} by {kernel}");
            assert_eq!(answer.moves, plain.moves, "Korf {id} by {kernel}");
        }
    }
}

#[test]
fn a_kernel_requested_by_name_is_refused_if_it_does_not_support_the_search() {
    let set = load_set("korf100").unwrap();
    let refusal = |heuristic, options: &[(&str, &str)]| {
        let options: Vec<_> = options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let configuration = Configuration::new("idastar", Some(heuristic), &options).unwrap();
        let goal = set.goal_board().unwrap();
        let search = prepare(&configuration, &goal, &OperatorOrder::default(), &Tables::in_memory());
        search.err().map(|error| error.to_string())
    };
    assert_eq!(refusal("manhattan", &[("kernel", "portable")]), None);
    assert_eq!(refusal("linear-conflict", &[("kernel", "auto")]), None);
    assert_eq!(refusal("manhattan", &[("kernel", "plain"), ("weight", "2")]), None);
    assert_eq!(refusal("linear-conflict", &[("kernel", "portable")]), None);
    assert_eq!(refusal("inversion-distance", &[("kernel", "portable")]), None);
    assert_eq!(refusal("korf-taylor", &[("kernel", "portable")]), None);
    let message = refusal("manhattan+pairs", &[("kernel", "portable")]).unwrap();
    let expected = "kernel 'portable' searches boards of at most 16 cells by Manhattan, walking and inversion distance, also with \
                    last moves and corner tiles, and those of lines of at most 4 cells by linear conflict: leave kernel out";
    assert_eq!(message, expected);
    let expected = "kernel 'portable' searches without bpmx and with weight 1: leave kernel out";
    assert_eq!(refusal("manhattan", &[("kernel", "portable"), ("weight", "2")]).unwrap(), expected);
    assert_eq!(refusal("manhattan", &[("kernel", "portable"), ("bpmx", "true")]).unwrap(), expected);
}

#[test]
fn stronger_heuristics_never_generate_more_nodes_and_find_the_same_lengths() {
    let set = load_set("korf100").unwrap().select("12,42,55,79").unwrap();
    for at in 0..4 {
        let answers = ["manhattan", "linear-conflict"].map(|name| solve(&set, at, "idastar", Some(name), &[]));
        assert_eq!(answers[0].moves.len(), answers[1].moves.len());
        assert!(answers[0].counters.generated > answers[1].counters.generated);
        let best_first = solve(&set, at, "astar", Some("linear-conflict"), &[]);
        assert_eq!(best_first.moves.len(), answers[0].moves.len());
        assert_eq!(best_first.counters.reopened, 0, "a consistent heuristic never reopens");
    }
}

#[test]
fn nbs_finds_shortest_paths_if_its_table_grows_while_nodes_wait_for_their_expansion() {
    for (rule, boards, lengths) in
        [("random:3x4:2:seed=1", vec![0], vec![28]), ("random:3x3:1000:seed=5", vec![170, 503, 886], vec![20, 26, 24])]
    {
        let set = load_set(rule).unwrap();
        let found = boards.into_iter().map(|at| solve(&set, at, "nbs", Some("manhattan"), &[]).moves.len());
        assert_eq!(found.collect::<Vec<_>>(), lengths, "{rule}");
    }
}

#[test]
fn the_packed_store_differs_from_the_plain_one_only_in_the_last_f_layer_and_has_fixed_counts() {
    let set = load_set("korf100").unwrap();
    let plain = [("store".to_owned(), "plain".to_owned())];
    for (id, expanded, generated) in
        [(12, 32_389, 65_084), (42, 48_451, 96_082), (55, 152_085, 307_181), (79, 68_637, 139_919)]
    {
        let answer = solve(&set, id - 1, "astar", Some("manhattan"), &[]);
        assert_eq!((answer.counters.expanded, answer.counters.generated), (expanded, generated), "Korf {id}");
        assert_eq!(u32::try_from(answer.moves.len()).ok(), set.instances[id - 1].optimal);
        let plain = solve(&set, id - 1, "astar", Some("manhattan"), &plain);
        assert!(plain.counters.expanded.abs_diff(expanded) * 20 < expanded, "Korf {id}: {:?}", plain.counters);
        assert!(plain.counters.peak_bytes > 2 * answer.counters.peak_bytes, "Korf {id}: {:?}", answer.counters);
    }
}

#[test]
fn pattern_databases_find_the_known_lengths_with_and_without_pathmax_and_two_partitions_save_nodes() {
    let set = load_set("korf100").unwrap().select("12,42,55,79").unwrap();
    for at in 0..4 {
        let plain = solve(&set, at, "idastar", Some("pdb-5-5-5+reflected"), &[]);
        assert_eq!(u32::try_from(plain.moves.len()).ok(), set.instances[at].optimal);
        let pathmax = [("bpmx".to_owned(), "true".to_owned())];
        let raised = solve(&set, at, "idastar", Some("pdb-5-5-5+reflected"), &pathmax);
        assert_eq!(raised.moves.len(), plain.moves.len());
        let stronger = solve(&set, at, "idastar", Some("pdb-5-5-5|6-6-3+reflected"), &[]);
        assert!(stronger.counters.generated <= plain.counters.generated);
    }
}

#[test]
fn pattern_databases_solve_the_korf_100_optimally_in_about_the_published_number_of_nodes() {
    let set = load_set("korf100").unwrap();
    let configuration = Configuration::new("idastar", Some("pdb-6-6-3+reflected"), &[]).unwrap();
    let goal = set.goal_board().unwrap();
    let search = prepare(&configuration, &goal, &OperatorOrder::default(), &Tables::in_memory()).unwrap();
    let stop = StopFlag::new();
    let mut generated = 0;
    for instance in &set.instances {
        let mut context =
            SearchContext { limits: Limits::NONE, stop: &stop, observer: &mut NoObserver, scratch: None, seed: 0 };
        let answer = search.run(instance.board().unwrap(), &mut context).unwrap();
        assert_eq!(u32::try_from(answer.moves.len()).ok(), instance.optimal, "Korf {}", instance.id);
        generated += answer.counters.generated;
    }
    // Korf and Felner 2002 report a mean of 617,555 nodes over 1000 other random boards.
    assert_eq!(generated, 56_436_754);
}

#[test]
fn on_the_hardest_boards_the_estimates_of_stronger_heuristics_are_not_lower() {
    let set = load_set("hardest17").unwrap();
    let stop = StopFlag::new();
    for instance in &set.instances {
        let h0 = |name| {
            let configuration = Configuration::new("idastar", Some(name), &[]).unwrap();
            let search =
                prepare(&configuration, &set.goal_board().unwrap(), &OperatorOrder::default(), &Tables::in_memory())
                    .unwrap();
            let limits = Limits { generated: 100, ..Limits::NONE };
            let answer = search.run(
                instance.board().unwrap(),
                &mut SearchContext { limits, stop: &stop, observer: &mut NoObserver, scratch: None, seed: 0 },
            );
            answer.unwrap().h0.unwrap()
        };
        let values = ["blind", "hamming", "manhattan", "linear-conflict"].map(h0);
        assert!(values.is_sorted() && values.iter().all(|value| *value <= 80), "{values:?}");
    }
}

#[test]
fn the_staged_search_and_the_strategy_solve_the_korf_100_and_every_board_size() {
    let korf = load_set("korf100").unwrap();
    for at in 0..korf.instances.len() {
        for algorithm in ["staged", "strategy"] {
            let answer = solve(&korf, at, algorithm, None, &[]);
            assert_eq!(answer.end, Termination::Solved, "{algorithm} on Korf {}", at + 1);
            assert!(answer.moves.len() < 400, "{algorithm}: {} moves on Korf {}", answer.moves.len(), at + 1);
        }
    }
    let plan = [("plan".to_owned(), "rows-columns".to_owned())];
    for size in Size::packable() {
        for goal in ["blank-first", "blank-last"] {
            let set = load_set(&format!("random:{size}:20:seed=2:goal={goal}")).unwrap();
            for at in 0..set.instances.len() {
                for (algorithm, options) in [("staged", &plan[..]), ("strategy", &[])] {
                    let answer = solve(&set, at, algorithm, None, options);
                    let goal = set.goal_board().unwrap();
                    let reached =
                        answer.moves.iter().try_fold(set.instances[at].board().unwrap().clone(), |board, direction| {
                            board.moved(*direction)
                        });
                    assert_eq!(reached, Some(goal), "{algorithm} on {size} {}", set.instances[at].start);
                }
            }
        }
    }
}

#[test]
fn goals_with_the_blank_in_any_cell_are_reached() {
    let size = Size::new(4, 5).unwrap();
    for cell in 0..size.cells() {
        let goal = Goal::BlankFirst.board(size).unwrap().swapped(0, cell);
        let text = goal.to_string();
        let mut set = load_set("random:4x5:5:seed=4").unwrap();
        set.goal = SetGoal::Tiles(Goal::parse(&text, Some(size)).unwrap(), size);
        for at in 0..5 {
            let board = set.instances[at].board().unwrap().clone();
            set.instances[at].start = if board.reaches(&goal) { board } else { board.swapped(0, 1) }.into();
            if !set.instances[at].board().unwrap().reaches(&goal) {
                continue;
            }
            for (algorithm, plan) in [("strategy", None), ("staged", Some("rows-columns"))] {
                let options: Vec<_> = plan.map(|plan| ("plan".to_owned(), plan.to_owned())).into_iter().collect();
                let answer = solve(&set, at, algorithm, None, &options);
                let reached = answer
                    .moves
                    .iter()
                    .try_fold(set.instances[at].board().unwrap().clone(), |board, direction| board.moved(*direction));
                assert_eq!(reached.as_ref(), Some(&goal), "{algorithm}, blank of the goal in cell {cell}");
            }
        }
    }
}

#[test]
fn a_path_too_deep_for_the_stack_ends_as_out_of_memory() {
    let set = load_set("korf100").unwrap();
    let options = [("weight".to_owned(), "10000".to_owned())];
    let stop = StopFlag::new();
    for heuristic in ["linear-conflict", "pdb:1,2,3/4,5,6+reflected"] {
        let configuration = Configuration::new("idastar", Some(heuristic), &options).unwrap();
        let goal = set.goal_board().unwrap();
        let search = prepare(&configuration, &goal, &OperatorOrder::default(), &Tables::in_memory()).unwrap();
        for bytes in [u64::MAX, 1_600] {
            let limits = Limits { bytes, ..Limits::NONE };
            let mut context = SearchContext { limits, stop: &stop, observer: &mut NoObserver, scratch: None, seed: 0 };
            let answer = search.run(set.instances[0].board().unwrap(), &mut context).unwrap();
            assert_eq!(answer.end, Termination::MemoryLimit);
            assert!(answer.counters.peak_bytes <= bytes, "{} bytes held", answer.counters.peak_bytes);
        }
    }
}

#[test]
fn published_ties_have_the_counts_of_sewell_and_jacobson() {
    let set = load_set("korf100").unwrap();
    let text = include_str!("../../../instances/korf100.csv");
    let header: Vec<&str> = text.lines().find(|line| !line.starts_with('#')).unwrap().split(',').collect();
    let table = rows(text);
    let configurations = [
        ("astar_expanded", "astar", &[][..]),
        ("reverse_astar_expanded", "astar", &["direction=reverse"]),
        ("nbs_expanded", "nbs", &[]),
        ("gbfhs_expanded", "gbfhs", &[]),
        ("dibbs_expanded", "baestar", &[]),
    ];
    for (column, algorithm, options) in configurations {
        let at = header.iter().position(|name| *name == column).unwrap();
        let options: Vec<(String, String)> = ["tie=published"]
            .iter()
            .chain(options)
            .map(|option| option.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned())).unwrap())
            .collect();
        for id in [12, 42, 55, 79, 94] {
            let answer = solve(&set, id - 1, algorithm, Some("manhattan"), &options);
            let published: u64 = table[id - 1][at].parse().unwrap();
            assert_eq!(answer.counters.expanded, published, "{algorithm} {options:?}, Korf {id}");
            assert_eq!(u32::try_from(answer.moves.len()).ok(), set.instances[id - 1].optimal, "Korf {id}");
        }
    }
}

#[test]
fn pattern_databases_of_any_goal_are_admissible_and_shared_by_symmetry() {
    let set = load_set("walk:4x4:k=40:30").unwrap();
    let tables = Tables::in_memory();
    let goal = set.goal_board().unwrap();
    let stop = StopFlag::new();
    for heuristic in ["pdb-5-5-5", "pdb-5-5-5+reflected"] {
        for (algorithm, options) in [("astar", &[("direction", "reverse")][..]), ("nbs", &[])] {
            let options: Vec<_> =
                options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
            let configuration = Configuration::new(algorithm, Some(heuristic), &options).unwrap();
            let search = prepare(&configuration, &goal, &OperatorOrder::default(), &tables).unwrap();
            for (at, instance) in set.instances.iter().enumerate() {
                let shortest = solve(&set, at, "idastar", Some("manhattan"), &[]);
                let mut context = SearchContext {
                    limits: Limits::NONE,
                    stop: &stop,
                    observer: &mut NoObserver,
                    scratch: None,
                    seed: 0,
                };
                let answer = search.run(instance.board().unwrap(), &mut context).unwrap();
                assert_eq!(answer.moves.len(), shortest.moves.len(), "{algorithm} {heuristic} on {}", instance.start);
            }
        }
    }
    // A partition of the goal has three tables, of which a symmetric pair is one. For starts with the blank elsewhere there are two
    // more classes of cells, whatever the tiles there.
    let identities = tables.identities();
    assert!(identities.len() <= 9, "{identities:?}");
}

/// Keeps the nodes that were expanded when each solution was found.
#[derive(Default)]
struct Found(Vec<u64>);

impl Observer for Found {
    fn incumbent(&mut self, incumbent: &Incumbent) -> Result<(), Termination> {
        self.0.push(incumbent.counters.expanded);
        Ok(())
    }
}

#[test]
fn counts_are_those_of_their_definitions() {
    let set = load_set("random:3x4:4:seed=21").unwrap();
    let option = |name: &str, value: &str| [(name.to_owned(), value.to_owned())];
    for at in 0..4 {
        // It evaluates every successor to learn from the best one.
        let ees = solve(&set, at, "ees", Some("manhattan"), &option("weight", "2")).counters;
        assert_eq!(ees.evaluated, ees.generated);
        let beam = solve(&set, at, "beam", Some("manhattan"), &option("width", "50")).counters;
        assert_eq!(beam.peak_closed, beam.expanded);
        let rectangle = solve(&set, at, "rectangle", Some("manhattan"), &[]).counters;
        assert!(rectangle.reopened > 0 && rectangle.peak_closed <= rectangle.expanded - rectangle.reopened);
        assert!(solve(&set, at, "arastar", Some("manhattan"), &[]).counters.reopened > 0);
        let configuration = Configuration::new("ios", Some("manhattan"), &option("weight", "1.05")).unwrap();
        let goal = set.goal_board().unwrap();
        let search = prepare(&configuration, &goal, &OperatorOrder::default(), &Tables::in_memory()).unwrap();
        let (stop, mut found) = (StopFlag::new(), Found::default());
        let mut context =
            SearchContext { limits: Limits::NONE, stop: &stop, observer: &mut found, scratch: None, seed: 0 };
        let ios = search.run(set.instances[at].board().unwrap(), &mut context).unwrap().counters;
        // The second phase expands nodes after the solution of the first.
        assert!(found.0.first().is_some_and(|first| *first < ios.expanded), "{:?} of {}", found.0, ios.expanded);
    }
}
