//! The quality eta, compared with that of all states and with published values.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use rayon::ThreadPoolBuilder;
use tilebench_catalog::eta::{BlankWeighting, Eta, EtaBoards, EtaEstimate, ManhattanSums, eta};
use tilebench_catalog::{Board, Goal, HeuristicSpec, Size, Tables};

fn goal(rows: usize, cols: usize) -> Board {
    Goal::BlankFirst.board(Size::new(rows, cols).unwrap()).unwrap()
}

fn eta_of(heuristic: &str, goal: &Board, boards: &EtaBoards<'_>) -> Eta {
    eta(&HeuristicSpec::new(heuristic).unwrap(), goal, &Tables::in_memory(), boards).unwrap()
}

/// The difference of an estimate from the exact value, in standard errors.
fn z(estimate: &EtaEstimate, exact: f64) -> f64 {
    (estimate.value - exact) / estimate.standard_error
}

#[test]
fn the_exact_eta_of_manhattan_distance_is_that_of_all_states() {
    let centered = Board::parse("1 2 3 4 0 5 6 7 8", None).unwrap();
    for goal in [goal(2, 2), goal(2, 3), goal(3, 2), goal(2, 4), goal(3, 3), centered] {
        let sums = ManhattanSums::new(&goal).unwrap();
        let all = eta_of("manhattan", &goal, &EtaBoards::All);
        for (weighting, estimate) in BlankWeighting::ALL.into_iter().zip(&all.estimates) {
            let exact = sums.eta(weighting);
            assert!((exact / estimate.value - 1.0).abs() < 1e-12, "{goal:?} {weighting:?}: {exact} for {estimate:?}");
        }
    }
}

#[test]
fn the_exact_eta_of_manhattan_distance_on_5x5_is_the_published_one() {
    let sums = ManhattanSums::new(&goal(5, 5)).unwrap();
    let found = BlankWeighting::ALL.map(|weighting| format!("{:.4e}", sums.eta(weighting)));
    assert_eq!(found, ["1.0010e-19", "9.7305e-20", "9.7565e-20"]);
}

#[test]
fn estimates_from_both_kinds_of_samples_are_near_the_eta_of_all_states() {
    let goal = goal(3, 3);
    let sums = ManhattanSums::new(&goal).unwrap();
    let (samples, seed) = (200_000, 1);
    for heuristic in ["hamming", "linear-conflict", "walking-distance", "walking-distance+pairs", "manhattan-without:4"]
    {
        let all = eta_of(heuristic, &goal, &EtaBoards::All);
        assert_eq!(all.boards, 181_440);
        for boards in [EtaBoards::Uniform { samples, seed }, EtaBoards::ByManhattan { sums: &sums, samples, seed }] {
            let sampled = eta_of(heuristic, &goal, &boards);
            for (estimate, exact) in sampled.estimates.iter().zip(&all.estimates) {
                assert!(z(estimate, exact.value).abs() < 4.0, "{heuristic}, {boards:?}: {estimate:?} for {exact:?}");
                assert!(estimate.standard_error < 0.05 * exact.value && estimate.largest_share < 0.02, "{estimate:?}");
            }
        }
    }
}

#[test]
fn intervals_of_95_percent_contain_the_exact_eta_for_about_95_percent_of_the_seeds() {
    let goal = goal(3, 3);
    let sums = ManhattanSums::new(&goal).unwrap();
    let exact = eta_of("linear-conflict", &goal, &EtaBoards::All).estimates[0].value;
    let contains = |seed: &u64| {
        let boards = EtaBoards::ByManhattan { sums: &sums, samples: 2_000, seed: *seed };
        z(&eta_of("linear-conflict", &goal, &boards).estimates[0], exact).abs() < 1.96
    };
    let containing = (0..200).filter(contains).count();
    // 190 on average, with a standard deviation of 3.1.
    assert!((178..=199).contains(&containing), "{containing} of 200");
}

#[test]
fn boards_drawn_by_manhattan_distance_have_the_exact_shares_of_the_blanks_cells_on_4x4() {
    let goal = goal(4, 4);
    let sums = ManhattanSums::new(&goal).unwrap();
    let drawn = eta_of("manhattan", &goal, &EtaBoards::ByManhattan { sums: &sums, samples: 100_000, seed: 1 });
    let [uniform, weighted @ ..] = BlankWeighting::ALL.map(|weighting| sums.eta(weighting));
    // Each term is the exact eta itself, if all states have equal weights.
    assert!(
        (drawn.estimates[0].value / uniform - 1.0).abs() < 1e-12 && drawn.estimates[0].standard_error < 1e-12 * uniform
    );
    for (estimate, exact) in drawn.estimates[1..].iter().zip(weighted) {
        assert!(z(estimate, exact).abs() < 4.0, "{estimate:?} for {exact}");
    }
}

#[test]
fn a_uniform_sample_of_5x5_is_far_too_low_and_its_largest_term_shows_it() {
    let boards = EtaBoards::Uniform { samples: 50_000, seed: 1 };
    let estimate = eta_of("manhattan", &goal(5, 5), &boards).estimates[0];
    assert!(estimate.value < 0.5 * 1.0010e-19 && estimate.largest_share > 0.01, "{estimate:?}");
}

#[test]
fn an_estimate_depends_on_its_seed_and_not_on_the_number_of_threads() {
    let goal = goal(3, 4);
    let sums = ManhattanSums::new(&goal).unwrap();
    let estimate = |threads, seed| {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let boards = EtaBoards::ByManhattan { sums: &sums, samples: 50_000, seed };
        pool.install(|| eta_of("walking-distance", &goal, &boards))
    };
    assert_eq!(estimate(1, 7), estimate(3, 7));
    assert_ne!(estimate(1, 7), estimate(1, 8));
}
