//! Every heuristic has the properties that it declares on small boards, and an audit detects those that do not.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeMap;

use tilebench_catalog::audit::{
    Audit, AuditPlan, Claims, Extent, Overestimate, Relation, Samples, Verdict, audit, audit_heuristic,
};
use tilebench_catalog::{
    Board, CatalogError, Cost, Goal, HeuristicChoice, Order, Size, StopFlag, StopReason, Tables, Termination,
    heuristics,
};
use tilebench_core::Heuristic;
use tilebench_heuristics::{TileSum, manhattan};
use tilebench_puzzle::{Op, Puzzle, Word};
use tilebench_solvers::TypedHeuristic;
use tilebench_solvers::ida_star::recursive_engine;
use tilebench_testkit::Oracle;

/// Pattern databases beside those with names; which of them a board admits depends on its goal.
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

/// A plan that examines what `extent` says without limits.
fn with_plan<T>(extent: Extent, act: impl FnOnce(&mut AuditPlan<'_>) -> T) -> T {
    let (tables, stop) = (Tables::in_memory(), StopFlag::new());
    act(&mut AuditPlan { extent, tables: &tables, stop: &stop, bytes: u64::MAX, told: &mut |_| {} })
}

fn audited(name: &str, against: Option<&str>, goal: &Board, extent: Extent) -> Audit {
    let choice = HeuristicChoice::new(name).unwrap();
    let against = against.map(|name| HeuristicChoice::new(name).unwrap());
    with_plan(extent, |plan| audit(&choice, against.as_ref(), goal, plan)).unwrap()
}

/// Audits every heuristic that is made for `goal`, so that one more row is one more audit.
fn audit_all(goal: &Board) {
    let boards = Oracle::new(goal).boards().len() as u64;
    audit_all_of(goal, boards);
}

fn audit_all_of(goal: &Board, boards: u64) {
    let patterns = PATTERNS.iter().map(|name| HeuristicChoice::new(name).unwrap());
    let mut made = Vec::new();
    with_plan(Extent::All, |plan| {
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
            assert!(found.is_sound(), "{choice} on {goal} is not what it declares: {found:?}");
            made.push(choice.name().to_owned());
        }
    });
    for name in ["blind", "hamming", "manhattan", "linear-conflict"] {
        assert!(made.iter().any(|made| made == name), "{name} was not audited on {goal}");
    }
    assert!(made.iter().any(|made| made.starts_with("pdb")), "no pattern database was audited on {goal}");
}

#[test]
fn every_heuristic_is_what_it_declares_on_3x3_with_the_blank_first() {
    audit_all(&goal("blank-first", "3x3"));
}

#[test]
fn every_heuristic_is_what_it_declares_on_3x3_with_the_blank_last() {
    audit_all(&goal("blank-last", "3x3"));
}

#[test]
fn every_heuristic_is_what_it_declares_on_3x3_with_the_blank_in_the_centre() {
    audit_all(&goal("1 2 3 8 0 4 7 6 5", "3x3"));
}

#[test]
fn every_heuristic_is_what_it_declares_on_2x4() {
    audit_all(&goal("blank-first", "2x4"));
}

#[test]
fn every_heuristic_is_what_it_declares_on_2x5() {
    audit_all_of(&goal("blank-last", "2x5"), 1_814_400);
}

#[test]
fn the_8_puzzle_has_its_published_states_edges_and_distances() {
    let found = audited("manhattan", None, &goal("blank-first", "3x3"), Extent::All);
    let states = &found.tally.estimates;
    assert_eq!((states.states, found.tally.edges.edges, states.most_distance), (181_440, 483_840, 31));
    assert_eq!(format!("{:.3}", states.mean_distance()), "21.972");
    assert_eq!(states.parity_mismatches, 0, "a move changes Manhattan distance by one");
    assert_eq!(states.histogram.values().sum::<u64>(), 181_440);
    assert!((states.mean_distance() - states.mean_h() - states.mean_error()).abs() < 1e-9);
    assert_eq!((found.admissible(), found.consistent()), (Verdict::Holds, Verdict::Holds));
}

#[test]
fn all_figures_of_the_misplaced_tiles_of_the_3_puzzle_are_those_counted_by_hand() {
    // The twelve boards are a ring. Going round, tiles leave their cells one after the other and all
    // three are misplaced from the third move to the ninth: 0 1 2 3 3 3 3 3 3 3 2 1.
    let found = audited("hamming", Some("manhattan"), &goal("blank-first", "2x2"), Extent::All);
    let (states, edges, versus) = (&found.tally.estimates, &found.tally.edges, &found.tally.versus);
    assert_eq!((states.states, states.overestimates, states.exact, states.parity_mismatches), (12, 0, 7, 3));
    assert_eq!((states.h_sum, states.h_squares), (27, 73));
    assert_eq!((states.distance_sum, states.distance_squares, states.products), (36, 146, 100));
    assert_eq!(states.histogram, BTreeMap::from([(0, 1), (1, 2), (2, 2), (3, 7)]));
    assert_eq!((states.most_h(), states.most_distance), (3, 6));
    let correlation = 228.0 / (147.0f64 * 456.0).sqrt();
    assert!((states.correlation().unwrap() - correlation).abs() < 1e-12);
    assert_eq!((edges.edges, edges.inconsistent, edges.most_fall(), edges.defects), (24, 0, 1, 0));
    // Manhattan distance is exact on the ring.
    assert_eq!((versus.above, versus.below, versus.equal), (0, 5, 7));
    assert_eq!(versus.relation(), Relation::IsDominated);
    let first = versus.first_below.as_ref().unwrap();
    assert_eq!((first.h, first.other), (3, 4));
}

#[test]
fn each_of_the_classic_heuristics_dominates_the_one_before() {
    let goal = goal("blank-first", "3x3");
    for (stronger, weaker) in [("linear-conflict", "manhattan"), ("manhattan", "hamming"), ("hamming", "blind")] {
        let versus = audited(stronger, Some(weaker), &goal, Extent::All).tally.versus;
        assert_eq!(versus.relation(), Relation::Dominates, "{stronger} against {weaker}");
        assert_eq!(versus.above + versus.equal, 181_440);
        let versus = audited(weaker, Some(stronger), &goal, Extent::All).tally.versus;
        assert_eq!(versus.relation(), Relation::IsDominated, "{weaker} against {stronger}");
    }
    let versus = audited("manhattan", Some("manhattan"), &goal, Extent::All).tally.versus;
    assert_eq!((versus.relation(), versus.equal), (Relation::Equal, 181_440));
    let versus = audited("pdb-4-4", Some("pdb:1,3,5,7/2,4,6,8"), &goal, Extent::All).tally.versus;
    assert_eq!(versus.relation(), Relation::Neither);
    assert!(versus.first_above.is_some() && versus.first_below.is_some());
}

/// Manhattan distance and something more, by a rule for the sum.
struct Altered {
    manhattan: TileSum,
    rule: fn(Cost) -> Cost,
    /// Added to the value carried along, but not to the value computed from scratch.
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

const HONEST: Claims = Claims { admissible: true, consistent: true };

fn altered(rule: fn(Cost) -> Cost, drift: Cost, claims: Claims, extent: Extent) -> Audit {
    let puzzle = Puzzle::<u64>::new(&goal("blank-first", "3x3"), &Order::default()).unwrap();
    let heuristic = Altered { manhattan: manhattan(&puzzle), rule, drift };
    let heuristic = TypedHeuristic::new(heuristic, recursive_engine);
    with_plan(extent, |plan| audit_heuristic(&puzzle, &heuristic, "altered", claims, plan)).unwrap()
}

#[test]
fn a_heuristic_that_overestimates_is_refuted_with_the_nearest_board() {
    // Two too many everywhere but at the goal: every state of exact Manhattan distance is over.
    let found = altered(|h| if h == 0 { 0 } else { h + 2 }, 0, HONEST, Extent::All);
    let plain = audited("manhattan", None, &goal("blank-first", "3x3"), Extent::All);
    let states = &found.tally.estimates;
    assert_eq!(found.admissible(), Verdict::Refuted);
    assert!(!found.is_sound());
    assert_eq!((states.overestimates, states.most_over), (plain.tally.estimates.exact - 1, 2));
    // Of the two boards next to the goal, the last cell in which they differ decides by key.
    let board = Board::parse("3 1 2 0 4 5 6 7 8", None).unwrap();
    assert_eq!(states.nearest_over, Some(Overestimate { board, h: 3, distance: 1 }));
    assert_eq!(found.consistent(), Verdict::Refuted, "it falls by three on reaching the goal");
    assert_eq!((found.tally.edges.inconsistent, found.tally.edges.most_fall()), (2, 3));
}

#[test]
fn a_heuristic_that_says_it_overestimates_is_sound() {
    let claims = Claims { admissible: false, consistent: false };
    let found = altered(|h| h * 2, 0, claims, Extent::All);
    assert_eq!((found.admissible(), found.consistent()), (Verdict::Refuted, Verdict::Refuted));
    assert!(found.is_sound());
}

#[test]
fn a_heuristic_that_is_admissible_but_falls_too_far_is_refuted_with_the_edge() {
    // Nothing below 6, Manhattan distance from there: admissible, and falls by 6 from 6 to 5.
    let found = altered(|h| if h < 6 { 0 } else { h }, 0, HONEST, Extent::All);
    assert_eq!((found.admissible(), found.consistent()), (Verdict::Holds, Verdict::Refuted));
    assert!(!found.is_sound());
    let fall = found.tally.edges.greatest_fall.unwrap();
    assert_eq!((fall.before, fall.after, fall.by()), (6, 0, 6));
    assert_eq!(fall.edge.direction().and_then(|direction| fall.edge.board.moved(direction)), Some(fall.edge.next));
}

#[test]
fn a_goal_that_is_not_estimated_as_0_and_a_step_that_drifts_are_told() {
    let found = altered(|h| h.max(1), 0, Claims { admissible: false, consistent: false }, Extent::All);
    assert_eq!(found.goal_estimate, 1);
    assert!(!found.is_sound());
    let found = altered(|h| h, 1, HONEST, Extent::All);
    assert_eq!(found.tally.edges.defects, 483_840);
    let defect = found.tally.edges.first_defect.as_ref().unwrap();
    assert_eq!((&defect.edge.board, defect.stepped, defect.recomputed), (&found.goal, 2, 1));
    assert_eq!((found.admissible(), found.consistent()), (Verdict::Holds, Verdict::Holds));
    assert!(!found.is_sound());
}

#[test]
fn an_audit_is_the_same_on_one_thread_as_on_many() {
    let rule = |h| if h < 6 { 0 } else { h + 2 };
    let on = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| altered(rule, 0, HONEST, Extent::All))
    };
    assert_eq!(on(1), on(5));
}

#[test]
fn an_audit_that_is_stopped_says_so_and_proves_nothing() {
    let goal = goal("blank-first", "3x4");
    let (choice, tables, stop) = (HeuristicChoice::new("manhattan").unwrap(), Tables::in_memory(), StopFlag::new());
    let mut plan = AuditPlan { extent: Extent::All, tables: &tables, stop: &stop, bytes: 1 << 20, told: &mut |_| {} };
    let found = audit(&choice, None, &goal, &mut plan).unwrap();
    assert_eq!((found.stopped, found.admissible()), (Some(Termination::MemoryLimit), Verdict::NotRefuted));
    assert!(found.tally.estimates.most_distance > 10 && found.is_sound());
    stop.raise(StopReason::Cancel);
    plan.extent = Extent::Sampled(Samples::default());
    let found = audit(&choice, None, &goal, &mut plan).unwrap();
    assert_eq!((found.stopped, found.consistent()), (Some(Termination::Cancelled), Verdict::NotRefuted));
}

/// A sample that takes no time.
fn few() -> Extent {
    Extent::Sampled(Samples { boards: 400, solved: 8, lengths: vec![10, 20, 30], walks: 4, ..Samples::default() })
}

#[test]
fn a_sample_of_the_15_puzzle_refutes_nothing_of_manhattan_and_agrees_with_the_published_mean() {
    let found = audited("manhattan", Some("linear-conflict"), &goal("blank-first", "4x4"), few());
    let sample = found.sample.as_ref().unwrap();
    assert_eq!((found.admissible(), found.consistent()), (Verdict::NotRefuted, Verdict::NotRefuted));
    assert!(found.is_sound());
    assert_eq!(sample.reference, "pdb-6-6-3+reflected");
    assert_eq!((sample.walks.asked, sample.walks.solved), (12, 12));
    assert_eq!((sample.random.asked, sample.random.solved), (8, 8));
    assert_eq!(sample.fair.states, 8);
    assert!(found.tally.estimates.states > 8 * 40, "states on shortest paths are of known distance");
    assert!(found.tally.edges.edges > 2 * 700, "edges at random boards and along walks");
    assert_eq!(found.tally.versus.relation(), Relation::IsDominated);
    assert!(sample.deviation().unwrap().abs() < 4.0, "{}", sample.mean.mean());
}

#[test]
fn a_sample_of_the_24_puzzle_solves_walks_and_no_random_boards() {
    let found = audited("hamming", None, &goal("blank-last", "5x5"), few());
    let sample = found.sample.as_ref().unwrap();
    assert_eq!((sample.walks.solved, sample.random.asked, sample.mean.boards), (12, 0, 400));
    assert_eq!((sample.reference.as_str(), sample.published), ("pdb-5-5-5-5-4", None));
    assert!(found.is_sound() && found.tally.estimates.most_distance >= 20);
}

#[test]
fn a_sampled_distance_is_the_true_one_and_a_sample_refutes_too() {
    let found = altered(|h| if h == 0 { 0 } else { h + 2 }, 0, HONEST, few());
    assert_eq!((found.admissible(), found.consistent()), (Verdict::Refuted, Verdict::Refuted));
    let over = found.tally.estimates.nearest_over.unwrap();
    let oracle = Oracle::new(&found.goal);
    assert_eq!(oracle.distance(&over.board), Some(over.distance));
    let true_mean = oracle.boards().iter().map(|(_, distance)| f64::from(*distance)).sum::<f64>() / 181_440.0;
    let fair = &found.sample.as_ref().unwrap().fair;
    assert_eq!(fair.states, 8, "random boards of 3x3 are solved too");
    assert!((fair.mean_distance() - true_mean).abs() < 6.0, "{}", fair.mean_distance());
}

#[test]
fn a_board_that_needs_more_nodes_than_allowed_is_counted_as_unsolved() {
    let samples = Samples { boards: 20, solved: 5, lengths: vec![60], walks: 4, nodes: 100, ..Samples::default() };
    let found = audited("blind", None, &goal("blank-first", "3x3"), Extent::Sampled(samples));
    let sample = found.sample.unwrap();
    assert_eq!((sample.walks.asked, sample.random.asked), (4, 5));
    assert!(sample.random.solved < 5 && sample.fair.states == sample.random.solved);
}

#[test]
fn a_heuristic_that_is_not_made_for_the_board_is_refused_in_a_sentence() {
    let choice = HeuristicChoice::new("pdb-7-8").unwrap();
    let goal = goal("blank-first", "3x3");
    let error = with_plan(Extent::All, |plan| audit(&choice, None, &goal, plan)).unwrap_err();
    assert!(error.to_string().starts_with("partition 7-8 is for 4x4 boards, not 3x3"), "{error}");
}
