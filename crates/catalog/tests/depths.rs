//! Counts of boards at each distance, compared with the published numbers.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use tilebench_catalog::{
    Board, Cost, DepthCountOptions, EnumerationMethod, Goal, Limits, Metric, NoObserver, SearchContext, Size, StopFlag,
    Termination, count_by_depth, published_depths,
};

/// Counts moves of single tiles, compares every count with the published one, and returns the end and the total.
fn check(goal: &Board, method: EnumerationMethod, jobs: usize, limits: Limits) -> (Termination, u64) {
    check_in(Metric::Single, goal, method, jobs, limits)
}

/// As [`check`], in a metric.
fn check_in(
    metric: Metric,
    goal: &Board,
    method: EnumerationMethod,
    jobs: usize,
    limits: Limits,
) -> (Termination, u64) {
    let stop = StopFlag::new();
    let context = SearchContext { limits, stop: &stop, observer: &mut NoObserver, scratch: None, seed: 0 };
    let published = published_depths(goal, metric).unwrap();
    let mut total = 0;
    let options = DepthCountOptions { method: Some(method), metric, jobs };
    let counted = count_by_depth(goal, &options, &context, &mut |depth, states| {
        assert_eq!(Some(states), published.at(depth), "{goal} at depth {depth}");
        total += states;
    });
    let counted = counted.unwrap();
    assert!(counted.peak_bytes <= limits.bytes && counted.peak_disk <= limits.disk, "{counted:?}");
    // A disk limit is set if files are expected.
    assert!(counted.peak_disk > 0 || limits.disk == 0 || limits.disk == u64::MAX, "nothing was written: {counted:?}");
    (counted.end, total)
}

fn goal(size: &str, blank: usize) -> Board {
    let size: Size = size.parse().unwrap();
    let mut tiles: Vec<u16> = (1..).take(size.cells() - 1).collect();
    tiles.insert(blank, 0);
    Board::new(size, &tiles).unwrap()
}

#[test]
fn complete_tables_up_to_the_8_puzzle_are_reproduced_by_both_methods_with_one_and_two_threads() {
    for (size, blank, states) in [
        ("2x2", 0, 12),
        ("2x3", 0, 360),
        ("3x2", 5, 360),
        ("2x4", 4, 20_160),
        ("4x2", 1, 20_160),
        ("2x5", 0, 1_814_400),
        ("5x2", 9, 1_814_400),
        ("3x3", 0, 181_440),
        ("3x3", 8, 181_440),
        ("3x3", 1, 181_440),
        ("3x3", 3, 181_440),
        ("3x3", 4, 181_440),
    ] {
        for method in [EnumerationMethod::Ranked, EnumerationMethod::Frontier] {
            for jobs in [1, 2] {
                let counted = check(&goal(size, blank), method, jobs, Limits { bytes: 64 << 20, ..Limits::NONE });
                assert_eq!(counted, (Termination::Exhausted, states), "{size} {blank} {method:?} {jobs}");
            }
        }
    }
}

#[test]
fn the_counts_of_twelve_cells_are_reproduced_with_one_bit_per_board() {
    for size in ["3x4", "2x6"] {
        let limits = Limits { bytes: 64 << 20, ..Limits::NONE };
        assert_eq!(check(&goal(size, 0), EnumerationMethod::Ranked, 2, limits), (Termination::Exhausted, 239_500_800));
    }
}

#[test]
fn the_first_depths_of_larger_spaces_are_reproduced_in_memory_and_on_disk() {
    let leading: [(&str, usize, Cost); 7] = [
        ("4x4", 0, 21),
        ("4x4", 7, 20),
        ("4x4", 10, 20),
        ("3x5", 14, 23),
        ("5x3", 0, 22),
        ("2x7", 0, 26),
        ("5x5", 24, 16),
    ];
    for (size, blank, depth) in leading {
        let goal = goal(size, blank);
        let in_memory = Limits { depth, bytes: 256 << 20, disk: 0, ..Limits::NONE };
        let (end, states) = check(&goal, EnumerationMethod::Frontier, 2, in_memory);
        assert_eq!(end, Termination::DepthLimit, "{size}");
        assert!(states > 400_000, "{states} boards of {size} are few");
        for jobs in [1, 2] {
            let on_disk = Limits { bytes: 4 << 20, disk: 1 << 30, ..in_memory };
            assert_eq!(
                check(&goal, EnumerationMethod::Frontier, jobs, on_disk),
                (Termination::DepthLimit, states),
                "{size}"
            );
        }
    }
}

#[test]
fn complete_tables_of_slides_are_reproduced_by_both_methods_with_one_and_two_threads() {
    for (size, blank, states) in [
        ("2x2", 0, 12),
        ("2x3", 2, 360),
        ("3x2", 5, 360),
        ("2x4", 4, 20_160),
        ("4x2", 0, 20_160),
        ("2x5", 0, 1_814_400),
        ("5x2", 9, 1_814_400),
        ("3x3", 0, 181_440),
        ("3x3", 8, 181_440),
    ] {
        for method in [EnumerationMethod::Ranked, EnumerationMethod::Frontier] {
            for jobs in [1, 2] {
                let limits = Limits { bytes: 64 << 20, ..Limits::NONE };
                let counted = check_in(Metric::Multi, &goal(size, blank), method, jobs, limits);
                assert_eq!(counted, (Termination::Exhausted, states), "{size} {blank} {method:?} {jobs}");
            }
        }
    }
}

#[test]
fn slides_on_twelve_cells_are_counted_with_two_bits_per_board() {
    for (size, blank) in [("3x4", 0), ("4x3", 11), ("2x6", 0)] {
        let limits = Limits { bytes: 112 << 20, ..Limits::NONE };
        let counted = check_in(Metric::Multi, &goal(size, blank), EnumerationMethod::Ranked, 2, limits);
        assert_eq!(counted, (Termination::Exhausted, 239_500_800), "{size}");
    }
}

#[test]
fn the_first_depths_of_slides_are_reproduced_in_memory_and_on_disk() {
    let leading: [(&str, usize, Cost); 5] =
        [("4x4", 0, 10), ("4x4", 15, 10), ("3x5", 14, 11), ("5x3", 0, 11), ("2x8", 0, 12)];
    for (size, blank, depth) in leading {
        let goal = goal(size, blank);
        let in_memory = Limits { depth, bytes: 256 << 20, disk: 0, ..Limits::NONE };
        let (end, states) = check_in(Metric::Multi, &goal, EnumerationMethod::Frontier, 2, in_memory);
        assert_eq!(end, Termination::DepthLimit, "{size}");
        assert!(states > 100_000, "{states} boards of {size} are few");
        let on_disk = Limits { bytes: 4 << 20, disk: 1 << 30, ..in_memory };
        let counted = check_in(Metric::Multi, &goal, EnumerationMethod::Frontier, 2, on_disk);
        assert_eq!(counted, (Termination::DepthLimit, states), "{size}");
    }
}

#[test]
fn the_default_method_is_ranked_if_the_space_fits() {
    let options = DepthCountOptions { method: None, metric: Metric::Single, jobs: 2 };
    let method = |size: &str, mib: u64| options.method(size.parse().unwrap(), mib << 20);
    assert_eq!(method("3x4", 64), EnumerationMethod::Ranked);
    assert_eq!(method("3x4", 32), EnumerationMethod::Frontier);
    assert_eq!(method("2x7", 2048), EnumerationMethod::Frontier);
    assert_eq!(method("2x7", 8192), EnumerationMethod::Ranked);
    assert_eq!(method("4x4", 1 << 20), EnumerationMethod::Frontier);
    assert_eq!(method("5x5", 1 << 40), EnumerationMethod::Frontier);
}

#[test]
fn an_enumeration_that_does_not_fit_ends_at_its_limit() {
    let goal = Goal::BlankFirst.board("4x4".parse().unwrap()).unwrap();
    let limits = Limits { bytes: 4 << 20, disk: 0, ..Limits::NONE };
    assert_eq!(check(&goal, EnumerationMethod::Ranked, 2, limits), (Termination::MemoryLimit, 0));
    let (end, in_memory) = check(&goal, EnumerationMethod::Frontier, 2, limits);
    assert_eq!(end, Termination::MemoryLimit);
    let (end, on_disk) = check(&goal, EnumerationMethod::Frontier, 2, Limits { disk: 4 << 20, ..limits });
    assert_eq!(end, Termination::DiskLimit);
    assert!(on_disk > 2 * in_memory && in_memory > 10_000, "{in_memory}, {on_disk}");
    let (end, few) = check(&goal, EnumerationMethod::Frontier, 1, Limits { generated: 5_000, ..Limits::NONE });
    assert_eq!(end, Termination::NodeLimit);
    assert!((500..5_000).contains(&few), "{few}");
}
