//! Every heuristic has the properties that it declares on small boards, and an audit detects those that do not.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeMap;

use tilebench_catalog::audit::{
    AuditExtent, AuditPlan, AuditReport, DeclaredProperties, Dominance, Overestimate, PropertyVerdict, SampleOptions,
    audit, audit_heuristic,
};
use tilebench_catalog::{
    Board, COST_MODELS, CatalogError, Cost, Goal, HeuristicSpec, Metric, OperatorOrder, Size, StopFlag, StopReason,
    Tables, Termination, UNIT, heuristics,
};
use tilebench_core::Heuristic;
use tilebench_heuristics::{TileSum, manhattan};
use tilebench_puzzle::{Op, Puzzle, Word};
use tilebench_solvers::TypedHeuristic;
use tilebench_solvers::ida_star::recursive_engine;
use tilebench_testkit::Oracle;

/// Pattern databases other than the listed ones. The goal of a board determines which of them are supported.
const PATTERNS: [&str; 10] = [
    "pdb:1,2,3/4,5,6,7,8",
    "pdb:1,2,3/4,5,6,7",
    "pdb:1,3,5,7/2,4,6",
    "pdb:1,2/3,4+dual",
    "pdb:1,2,3/4,5,6+dual+random",
    "pdb:1,2,5,6/3,4,7+reflected",
    "pdb-4-4+reflected",
    "pdb-4-4+reflected+dual",
    "pdb-4-4+reflected+dual+random",
    "pdb-4-4|8",
];

fn goal(text: &str, size: &str) -> Board {
    let size: Size = size.parse().unwrap();
    Goal::parse(text, Some(size)).unwrap().board(size).unwrap()
}

/// Calls `act` with a plan that examines `extent` without limits.
fn with_plan<T>(extent: AuditExtent, act: impl FnOnce(&mut AuditPlan<'_>) -> T) -> T {
    let (tables, stop) = (Tables::in_memory(), StopFlag::new());
    act(&mut AuditPlan {
        cost_model: &UNIT,
        metric: Metric::Single,
        extent,
        tables: &tables,
        stop: &stop,
        bytes: u64::MAX,
        progress: &mut |_| {},
    })
}

fn audited(name: &str, against: Option<&str>, goal: &Board, extent: AuditExtent) -> AuditReport {
    let choice = HeuristicSpec::new(name).unwrap();
    let against = against.map(|name| HeuristicSpec::new(name).unwrap());
    with_plan(extent, |plan| audit(&choice, against.as_ref(), goal, plan)).unwrap()
}

/// Audits every heuristic that supports `goal`.
fn audit_all(goal: &Board) {
    let boards = Oracle::new(goal).boards().len() as u64;
    audit_all_of(goal, boards);
}

fn audit_all_of(goal: &Board, boards: u64) {
    let patterns = PATTERNS.iter().map(|name| HeuristicSpec::new(name).unwrap());
    let mut audited_names = Vec::new();
    with_plan(AuditExtent::All, |plan| {
        for choice in heuristics().into_iter().chain(patterns) {
            let found = match audit(&choice, None, goal, plan) {
                Err(CatalogError::Unsupported(reason)) => {
                    assert!(!reason.is_empty(), "{choice} is refused without a word");
                    continue;
                }
                found => found.unwrap(),
            };
            assert_eq!(found.tally.estimates.states, boards, "{choice} on {goal}");
            assert_eq!(found.tally.edges.first_defect, None, "{choice} on {goal}");
            assert_eq!(found.goal_estimate, 0, "{choice} on {goal}");
            assert!(found.is_sound(), "{choice} on {goal} does not have the properties it declares: {found:?}");
            audited_names.push(choice.name().to_owned());
        }
    });
    for name in ["blind", "hamming", "manhattan", "linear-conflict"] {
        assert!(audited_names.iter().any(|audited_names| audited_names == name), "{name} was not audited on {goal}");
    }
    assert!(
        audited_names.iter().any(|audited_names| audited_names.starts_with("pdb")),
        "no pattern database was audited on {goal}"
    );
}

#[test]
fn every_heuristic_has_its_declared_properties_on_3x3_with_the_blank_first() {
    audit_all(&goal("blank-first", "3x3"));
}

#[test]
fn every_heuristic_has_its_declared_properties_on_3x3_with_the_blank_last() {
    audit_all(&goal("blank-last", "3x3"));
}

#[test]
fn every_heuristic_has_its_declared_properties_on_3x3_with_the_blank_in_the_centre() {
    audit_all(&goal("1 2 3 8 0 4 7 6 5", "3x3"));
}

#[test]
fn every_heuristic_has_its_declared_properties_under_every_cost_model() {
    for (goal_text, size) in [("blank-first", "3x3"), ("1 0 2 3 4 5 6 7 8", "3x3"), ("blank-last", "2x4")] {
        let goal = goal(goal_text, size);
        let boards = Oracle::new(&goal).boards().len() as u64;
        let names = ["blind", "hamming", "manhattan", "manhattan-without:4", "linear-conflict", "walking-distance"];
        let patterns = ["pdb:1,2,3/4,5,6,7", "pdb:1,3,5,7/2,4,6|1,2/3,4"];
        for &cost_model in COST_MODELS {
            let audited = |name: &str| {
                let choice = HeuristicSpec::new(name).unwrap();
                with_plan(AuditExtent::All, |plan| {
                    plan.cost_model = cost_model;
                    audit(&choice, None, &goal, plan)
                })
            };
            for name in names.into_iter().chain(patterns) {
                let found = audited(name).unwrap();
                assert_eq!(found.tally.estimates.states, boards, "{name}, {cost_model}");
                assert!(found.is_sound() && found.is_complete(), "{name}, {cost_model}, {goal}: {found:?}");
            }
            let refused = audited("korf-taylor");
            assert_eq!(refused.is_ok(), cost_model.is_unit(), "{cost_model}");
        }
    }
}

#[test]
fn every_heuristic_has_its_declared_properties_on_2x4() {
    audit_all(&goal("blank-first", "2x4"));
}

#[test]
#[cfg_attr(debug_assertions, ignore = "a release build executes it; a build with overflow checks has the other sizes")]
fn every_heuristic_has_its_declared_properties_on_2x5() {
    audit_all_of(&goal("blank-last", "2x5"), 1_814_400);
}

#[test]
fn the_8_puzzle_has_its_published_states_edges_and_distances() {
    let found = audited("manhattan", None, &goal("blank-first", "3x3"), AuditExtent::All);
    let states = &found.tally.estimates;
    assert_eq!((states.states, found.tally.edges.edges, states.max_distance), (181_440, 483_840, 31));
    assert_eq!(format!("{:.3}", states.mean_distance()), "21.972");
    assert_eq!(states.parity_mismatches, 0, "a move changes Manhattan distance by one");
    assert_eq!(states.histogram.values().sum::<u64>(), 181_440);
    assert!((states.mean_distance() - states.mean_h() - states.mean_error()).abs() < 1e-9);
    assert_eq!((found.admissible(), found.consistent()), (PropertyVerdict::Holds, PropertyVerdict::Holds));
}

#[test]
fn all_counts_for_the_misplaced_tiles_of_the_3_puzzle_equal_those_by_hand() {
    // The twelve boards are a ring. Along the ring, tiles leave their cells one after the other and all
    // three are misplaced from the third move to the ninth: 0 1 2 3 3 3 3 3 3 3 2 1.
    let found = audited("hamming", Some("manhattan"), &goal("blank-first", "2x2"), AuditExtent::All);
    let (states, edges, versus) = (&found.tally.estimates, &found.tally.edges, &found.tally.comparison);
    assert_eq!((states.states, states.overestimates, states.exact, states.parity_mismatches), (12, 0, 7, 3));
    assert_eq!((states.h_sum, states.h_squares), (27, 73));
    assert_eq!((states.distance_sum, states.distance_squares, states.products), (36, 146, 100));
    assert_eq!(states.histogram, BTreeMap::from([(0, 1), (1, 2), (2, 2), (3, 7)]));
    assert_eq!((states.max_h(), states.max_distance), (3, 6));
    let correlation = 228.0 / (147.0f64 * 456.0).sqrt();
    assert!((states.correlation().unwrap() - correlation).abs() < 1e-12);
    assert_eq!((edges.edges, edges.inconsistent, edges.max_decrease(), edges.defects), (24, 0, 1, 0));
    // Manhattan distance is exact on the ring.
    assert_eq!((versus.above, versus.below, versus.equal), (0, 5, 7));
    assert_eq!(versus.dominance(), Dominance::IsDominated);
    let first = versus.first_below.as_ref().unwrap();
    assert_eq!((first.h, first.other), (3, 4));
}

#[test]
fn each_classic_heuristic_dominates_the_previous_one() {
    let goal = goal("blank-first", "3x3");
    for (stronger, weaker) in [("linear-conflict", "manhattan"), ("manhattan", "hamming"), ("hamming", "blind")] {
        let versus = audited(stronger, Some(weaker), &goal, AuditExtent::All).tally.comparison;
        assert_eq!(versus.dominance(), Dominance::Dominates, "{stronger} against {weaker}");
        assert_eq!(versus.above + versus.equal, 181_440);
        let versus = audited(weaker, Some(stronger), &goal, AuditExtent::All).tally.comparison;
        assert_eq!(versus.dominance(), Dominance::IsDominated, "{weaker} against {stronger}");
    }
    let versus = audited("manhattan", Some("manhattan"), &goal, AuditExtent::All).tally.comparison;
    assert_eq!((versus.dominance(), versus.equal), (Dominance::Equal, 181_440));
    let versus = audited("pdb-4-4", Some("pdb:1,3,5,7/2,4,6,8"), &goal, AuditExtent::All).tally.comparison;
    assert_eq!(versus.dominance(), Dominance::Neither);
    assert!(versus.first_above.is_some() && versus.first_below.is_some());
}

/// Manhattan distance, changed by a rule.
struct Altered {
    manhattan: TileSum,
    rule: fn(Cost) -> Cost,
    /// Added to the stepped value, but not to the value computed from scratch.
    drift: Cost,
}

impl<W: Word> Heuristic<Puzzle<W>> for Altered {
    type Cache = Cost;

    fn initial(&self, puzzle: &Puzzle<W>, state: W) -> Cost {
        self.manhattan.initial(puzzle, state)
    }

    fn step(&self, puzzle: &Puzzle<W>, cache: Cost, parent: W, op: Op) -> Cost {
        self.manhattan.step(puzzle, cache, parent, op) + self.drift
    }

    fn h(&self, cache: Cost) -> Cost {
        (self.rule)(cache)
    }
}

const CONSISTENT: DeclaredProperties = DeclaredProperties { admissible: true, consistent: true };

fn altered(rule: fn(Cost) -> Cost, drift: Cost, declared: DeclaredProperties, extent: AuditExtent) -> AuditReport {
    let puzzle = Puzzle::<u64>::new(&goal("blank-first", "3x3"), &OperatorOrder::default()).unwrap();
    let heuristic = Altered { manhattan: manhattan(&puzzle), rule, drift };
    let heuristic = TypedHeuristic::new(heuristic, recursive_engine);
    with_plan(extent, |plan| audit_heuristic(&puzzle, &heuristic, "altered", declared, plan)).unwrap()
}

#[test]
fn a_heuristic_that_overestimates_is_refuted_with_the_nearest_board() {
    // Two more than Manhattan distance except at the goal: every state with exact Manhattan distance is overestimated.
    let found = altered(|h| if h == 0 { 0 } else { h + 2 }, 0, CONSISTENT, AuditExtent::All);
    let plain = audited("manhattan", None, &goal("blank-first", "3x3"), AuditExtent::All);
    let states = &found.tally.estimates;
    assert_eq!(found.admissible(), PropertyVerdict::Refuted);
    assert!(!found.is_sound());
    assert_eq!((states.overestimates, states.max_overestimate), (plain.tally.estimates.exact - 1, 2));
    // The two boards next to the goal are ordered by key, which is decided by the last cell in which they differ.
    let board = Board::parse("3 1 2 0 4 5 6 7 8", None).unwrap();
    assert_eq!(states.nearest_overestimate, Some(Overestimate { board, h: 3, distance: 1 }));
    assert_eq!(found.consistent(), PropertyVerdict::Refuted, "it falls by three on reaching the goal");
    assert_eq!((found.tally.edges.inconsistent, found.tally.edges.max_decrease()), (2, 3));
}

#[test]
fn a_heuristic_that_declares_itself_inadmissible_is_sound() {
    let declared = DeclaredProperties { admissible: false, consistent: false };
    let found = altered(|h| h * 2, 0, declared, AuditExtent::All);
    assert_eq!((found.admissible(), found.consistent()), (PropertyVerdict::Refuted, PropertyVerdict::Refuted));
    assert!(found.is_sound());
}

#[test]
fn an_admissible_heuristic_that_decreases_too_much_is_refuted_with_the_edge() {
    // 0 below 6, and Manhattan distance from 6 on: admissible, and decreases by 6 from 6 to 5.
    let found = altered(|h| if h < 6 { 0 } else { h }, 0, CONSISTENT, AuditExtent::All);
    assert_eq!((found.admissible(), found.consistent()), (PropertyVerdict::Holds, PropertyVerdict::Refuted));
    assert!(!found.is_sound());
    let fall = found.tally.edges.largest_decrease.unwrap();
    assert_eq!((fall.before, fall.after, fall.size()), (6, 0, 6));
    assert_eq!(fall.edge.direction().and_then(|direction| fall.edge.board.moved(direction)), Some(fall.edge.next));
}

#[test]
fn a_nonzero_goal_estimate_and_a_drifting_step_are_reported() {
    let found = altered(|h| h.max(1), 0, DeclaredProperties { admissible: false, consistent: false }, AuditExtent::All);
    assert_eq!(found.goal_estimate, 1);
    assert!(!found.is_sound());
    let found = altered(|h| h, 1, CONSISTENT, AuditExtent::All);
    assert_eq!(found.tally.edges.defects, 483_840);
    let defect = found.tally.edges.first_defect.as_ref().unwrap();
    assert_eq!((&defect.edge.board, defect.stepped, defect.recomputed), (&found.goal, 2, 1));
    assert_eq!((found.admissible(), found.consistent()), (PropertyVerdict::Holds, PropertyVerdict::Holds));
    assert!(!found.is_sound());
}

#[test]
fn an_audit_does_not_depend_on_the_number_of_threads() {
    let rule = |h| if h < 6 { 0 } else { h + 2 };
    let on = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| altered(rule, 0, CONSISTENT, AuditExtent::All))
    };
    assert_eq!(on(1), on(5));
}

#[test]
fn a_stopped_audit_reports_the_reason_and_proves_nothing() {
    let goal = goal("blank-first", "3x4");
    let (choice, tables, stop) = (HeuristicSpec::new("manhattan").unwrap(), Tables::in_memory(), StopFlag::new());
    let mut plan = AuditPlan {
        cost_model: &UNIT,
        metric: Metric::Single,
        extent: AuditExtent::All,
        tables: &tables,
        stop: &stop,
        bytes: 1 << 20,
        progress: &mut |_| {},
    };
    let found = audit(&choice, None, &goal, &mut plan).unwrap();
    assert_eq!((found.stopped, found.admissible()), (Some(Termination::MemoryLimit), PropertyVerdict::NotRefuted));
    assert!(found.tally.estimates.max_distance > 10 && found.is_sound());
    stop.raise(StopReason::Cancel);
    plan.extent = AuditExtent::Sampled(SampleOptions::default());
    let found = audit(&choice, None, &goal, &mut plan).unwrap();
    assert_eq!((found.stopped, found.consistent()), (Some(Termination::Cancelled), PropertyVerdict::NotRefuted));
}

/// A small sample.
fn small_sample() -> AuditExtent {
    AuditExtent::Sampled(SampleOptions {
        boards: 400,
        solved: 8,
        lengths: vec![10, 20, 30],
        walks: 4,
        ..SampleOptions::default()
    })
}

#[test]
fn a_sample_of_the_15_puzzle_refutes_nothing_of_manhattan_and_agrees_with_the_published_mean() {
    let found = audited("manhattan", Some("linear-conflict"), &goal("blank-first", "4x4"), small_sample());
    let sample = found.sample.as_ref().unwrap();
    assert_eq!((found.admissible(), found.consistent()), (PropertyVerdict::NotRefuted, PropertyVerdict::NotRefuted));
    assert!(found.is_sound());
    assert_eq!(sample.reference, "pdb-6-6-3+reflected");
    assert_eq!((sample.walks.requested, sample.walks.solved), (12, 12));
    assert_eq!((sample.random.requested, sample.random.solved), (8, 8));
    assert_eq!(sample.fair.states, 8);
    assert!(found.tally.estimates.states > 8 * 40, "states on shortest paths are of known distance");
    assert!(found.tally.edges.edges > 2 * 700, "edges at random boards and along walks");
    assert_eq!(found.tally.comparison.dominance(), Dominance::IsDominated);
    assert!(sample.deviation().unwrap().abs() < 4.0, "{}", sample.mean.mean());
}

#[test]
fn a_sample_of_the_24_puzzle_solves_walks_and_no_random_boards() {
    let found = audited("hamming", None, &goal("blank-last", "5x5"), small_sample());
    let sample = found.sample.as_ref().unwrap();
    assert_eq!((sample.walks.solved, sample.random.requested, sample.mean.boards), (12, 0, 400));
    assert_eq!((sample.reference.as_str(), sample.published), ("pdb-5-5-5-5-4", None));
    assert!(found.is_sound() && found.tally.estimates.max_distance >= 20);
}

#[test]
fn sampled_distances_are_true_ones_and_a_sample_can_refute() {
    let found = altered(|h| if h == 0 { 0 } else { h + 2 }, 0, CONSISTENT, small_sample());
    assert_eq!((found.admissible(), found.consistent()), (PropertyVerdict::Refuted, PropertyVerdict::Refuted));
    let over = found.tally.estimates.nearest_overestimate.unwrap();
    let oracle = Oracle::new(&found.goal);
    assert_eq!(oracle.distance(&over.board), Some(over.distance));
    let true_mean = oracle.boards().iter().map(|(_, distance)| f64::from(*distance)).sum::<f64>() / 181_440.0;
    let fair = &found.sample.as_ref().unwrap().fair;
    assert_eq!(fair.states, 8, "random boards of 3x3 are solved too");
    assert!((fair.mean_distance() - true_mean).abs() < 6.0, "{}", fair.mean_distance());
}

#[test]
fn a_board_that_needs_more_nodes_than_allowed_is_counted_as_unsolved() {
    let samples =
        SampleOptions { boards: 20, solved: 5, lengths: vec![60], walks: 4, nodes: 100, ..SampleOptions::default() };
    let found = audited("blind", None, &goal("blank-first", "3x3"), AuditExtent::Sampled(samples));
    let sample = found.sample.unwrap();
    assert_eq!((sample.walks.requested, sample.random.requested), (4, 5));
    assert!(sample.random.solved < 5 && sample.fair.states == sample.random.solved);
}

#[test]
fn an_unsupported_board_is_refused_with_a_sentence() {
    let choice = HeuristicSpec::new("pdb-7-8").unwrap();
    let goal = goal("blank-first", "3x3");
    let error = with_plan(AuditExtent::All, |plan| audit(&choice, None, &goal, plan)).unwrap_err();
    assert!(error.to_string().starts_with("partition 7-8 is for 4x4 boards, not 3x3"), "{error}");
}

#[test]
fn heuristics_in_slides_have_the_properties_that_they_declare_on_all_boards() {
    for (size, boards, radius) in [("3x3", 181_440, 24), ("2x4", 20_160, 25), ("5x2", 1_814_400, 36)] {
        let goal = goal("blank-first", size);
        let databases: &[&str] =
            if size == "3x3" { &["pdb-4-4", "pdb-4-4+reflected", "pdb:1,3,5,7/2,4,6"] } else { &[] };
        for name in ["blind", "manhattan"].iter().chain(databases) {
            let found = with_plan(AuditExtent::All, |plan| {
                plan.metric = Metric::Multi;
                audit(&HeuristicSpec::new(name).unwrap(), None, &goal, plan)
            });
            let found = found.unwrap();
            let states = &found.tally.estimates;
            assert!(found.is_sound(), "{name} on {size}");
            assert_eq!((states.states, states.max_distance), (boards, radius), "{name} on {size}");
            assert_eq!((found.tally.edges.inconsistent, found.tally.edges.defects), (0, 0), "{name} on {size}");
            assert_eq!(found.tally.edges.edges, boards * (goal.size().rows() + goal.size().cols() - 2) as u64);
        }
    }
}

#[test]
fn an_audit_in_slides_is_refused_for_samples() {
    let goal = goal("blank-first", "4x4");
    let refused = with_plan(AuditExtent::Sampled(SampleOptions::default()), |plan| {
        plan.metric = Metric::Multi;
        audit(&HeuristicSpec::new("manhattan").unwrap(), None, &goal, plan)
    });
    let error = refused.unwrap_err().to_string();
    assert!(
        error.starts_with("an audit with metric multi examines all states with cost unit: use at most 12"),
        "{error}"
    );
}
