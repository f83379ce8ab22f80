//! Batches count as the recursion does, whatever the chunk sizes.

use proptest::prelude::*;
use tilebench_core::{Cost, Counters, Domain, HeuristicExt, Limits, Outcome, SearchContext, StopFlag, Termination};
use tilebench_heuristics::{
    ConflictCornerTiles, ConflictLastMoves, ConflictLastMovesCornerTiles, InversionDistance, LinearConflict,
    ManhattanCornerTiles, ManhattanLastMoves, ManhattanLastMovesCornerTiles, WalkingDistance, WalkingInversion,
    hamming, manhattan,
};
use tilebench_puzzle::{Board, Generator, Goal, Op, OperatorOrder, Puzzle, Size};

use super::*;
use crate::KernelWord;
use tilebench_solvers::ida_star::Threads;

use crate::testing::{BatchEngines, IterationLog, TABLES, assert_stops_at_once, hard_board, solve};

/// Chunks so small that small searches cover every case.
const TINY: (Tuning, BatchSizes) = (
    Tuning { min_iteration: 0, min_chunk: 64, min_split: 16, max_subtree: 200, min_unit: 64 },
    BatchSizes { batch: 8, capacity: 64 },
);

/// The events of an observer, and the result of a search without its bytes.
type SearchTrace = (Outcome<Op>, Vec<(Cost, Counters)>);

/// One thread.
fn one_thread() -> WorkerPool {
    WorkerPool::new(Threads::ONE)
}

fn without_bytes(counters: &Counters) -> Counters {
    Counters { peak_bytes: 0, ..*counters }
}

fn run<W: KernelWord, H: UnitDelta<Puzzle<W>>>(
    engine: Option<BatchedEngine<'static, W, Op>>,
    puzzle: &Puzzle<W>,
    heuristic: &H,
    start: W,
    limits: Limits,
) -> SearchTrace {
    let mut iterations = IterationLog::default();
    let mut context =
        SearchContext { limits, stop: &StopFlag::new(), observer: &mut iterations, scratch: None, seed: 0 };
    let engines: BatchEngines<_, _> = engine.into_iter().map(|engine| Box::new(engine) as _).collect();
    let outcome = solve(engines, one_thread(), puzzle, heuristic, start, &mut context);
    assert!(outcome.counters.peak_bytes <= limits.bytes, "{} bytes", outcome.counters.peak_bytes);
    (Outcome { counters: without_bytes(&outcome.counters), ..outcome }, iterations.0)
}

/// The kernels of this processor.
fn kernels() -> Vec<Kernel> {
    let all = Kernel::ALL.iter().map(|(_, kernel)| *kernel);
    all.filter(|kernel| kernel.is_forced() && is_available(*kernel)).collect()
}

fn puzzle(rows: usize, cols: usize, goal: &Goal, order: &OperatorOrder) -> Puzzle<u64> {
    Puzzle::new(&goal.board(Size::new(rows, cols).unwrap()).unwrap(), order).unwrap()
}

fn orders() -> impl Strategy<Value = OperatorOrder> {
    let named = prop::sample::select(vec!["ULRD", "DRLU", "RULD", "LDUR"]);
    prop_oneof![
        named.prop_map(|text| OperatorOrder::parse(text, 0).unwrap()),
        any::<u64>().prop_map(|seed| OperatorOrder::Shuffle { seed })
    ]
}

/// A goal of `size`: blank first, blank last, or any arrangement.
fn goals(size: Size) -> impl Strategy<Value = Board> {
    let first = Goal::BlankFirst.board(size).unwrap();
    prop_oneof![
        Just(first.clone()),
        Just(Goal::BlankLast.board(size).unwrap()),
        any::<u64>().prop_map(move |seed| Generator::new(seed).board(&first)),
    ]
}

fn sizes() -> impl Strategy<Value = Size> {
    let sizes = [(4, 4), (4, 4), (4, 4), (2, 2), (2, 3), (3, 3), (3, 4), (5, 3), (2, 8), (8, 2)];
    prop::sample::select(sizes.map(|(rows, cols)| Size::new(rows, cols).unwrap()).to_vec())
}

/// Sizes at which walking distance has a table of moves. Windows have none.
fn sizes_with_moves() -> impl Strategy<Value = Size> {
    sizes().prop_filter("windows", |size| size.rows().max(size.cols()) < 8)
}

/// Sizes with lines of at most four cells.
fn coded_sizes() -> impl Strategy<Value = Size> {
    let sizes = [(4, 4), (4, 4), (4, 4), (2, 2), (2, 3), (3, 3), (3, 4), (4, 3), (2, 4), (4, 2)];
    prop::sample::select(sizes.map(|(rows, cols)| Size::new(rows, cols).unwrap()).to_vec())
}

fn tunings() -> impl Strategy<Value = (Tuning, BatchSizes)> {
    let sizes = (0u64..3, 1u64..4_000, 1u64..1_000, 20u64..5_000, 1usize..70, 8u16..600);
    sizes.prop_map(|(min_iteration, min_chunk, min_split, max_subtree, batch, capacity)| {
        (
            Tuning { min_iteration: min_iteration * 500, min_chunk, min_split, max_subtree, min_unit: min_chunk },
            BatchSizes { batch, capacity },
        )
    })
}

fn engine<W: KernelWord>(
    kernel: Kernel,
    (tuning, sizes): (Tuning, BatchSizes),
) -> Option<BatchedEngine<'static, W, Op>> {
    BatchedEngine::with_sizes(kernel, tuning, sizes)
}

/// A search, and the sizes of its chunks and batches.
#[derive(Clone, Debug)]
struct SearchCase {
    puzzle: Puzzle<u64>,
    start: u64,
    tuning: (Tuning, BatchSizes),
    limits: Limits,
}

/// Searches for `goals` from boards near the goal and random ones.
fn searches(goals: impl Strategy<Value = Board>) -> impl Strategy<Value = SearchCase> {
    let limits = (prop_oneof![1u64..40_000, Just(300_000)], prop_oneof![Just(Cost::MAX), 0..60u32]);
    let boards = (any::<u64>(), prop_oneof![9 => (0usize..90).prop_map(Some), 1 => Just(None)]);
    (goals, orders(), boards, tunings(), limits).prop_map(|(goal, order, (seed, moves), tuning, (generated, depth))| {
        let puzzle = Puzzle::<u64>::new(&goal, &order).unwrap();
        let mut generator = Generator::new(seed);
        let board = match moves {
            Some(moves) => generator.walk(&goal, moves),
            None => generator.board(&goal),
        };
        let start = puzzle.state(&board).unwrap();
        SearchCase { puzzle, start, tuning, limits: Limits { generated, depth, ..Limits::NONE } }
    })
}

impl SearchCase {
    /// Compares batches of every kernel with the recursion.
    fn check<H: UnitDelta<Puzzle<u64>>>(&self, heuristic: impl Fn(&Puzzle<u64>) -> H) -> Result<(), TestCaseError> {
        let Self { puzzle, start, tuning, limits } = self;
        let heuristic = heuristic(puzzle);
        prop_assert!(is_batchable(puzzle, &heuristic));
        let plain = run(None, puzzle, &heuristic, *start, *limits);
        for kernel in kernels() {
            prop_assert_eq!(&run(engine(kernel, *tuning), puzzle, &heuristic, *start, *limits), &plain, "{}", kernel);
        }
        Ok(())
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn batches_equal_the_recursion_in_path_counts_per_iteration_and_stopping_node(
        case in searches(sizes().prop_flat_map(goals)),
    ) {
        case.check(manhattan)?;
    }

    #[test]
    fn batches_with_linear_conflict_equal_the_recursion(case in searches(coded_sizes().prop_flat_map(goals))) {
        case.check(LinearConflict::new)?;
    }

    #[test]
    fn batches_with_inversion_distance_equal_the_recursion(case in searches(sizes().prop_flat_map(goals))) {
        case.check(InversionDistance::new)?;
    }
}

proptest! {
    // Each case builds a table of the moves of its goal, which takes longer than its searches.
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn batches_with_walking_distance_equal_the_recursion(case in searches(sizes_with_moves().prop_flat_map(goals))) {
        case.check(|puzzle| WalkingDistance::new(puzzle, &TABLES))?;
        case.check(|puzzle| WalkingInversion::new(puzzle, &TABLES))?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn batches_with_pairs_of_moves_equal_the_recursion(case in searches(sizes().prop_flat_map(goals))) {
        case.check(ManhattanLastMoves::new)?;
        case.check(ManhattanCornerTiles::new)?;
        case.check(ManhattanLastMovesCornerTiles::new)?;
    }

    #[test]
    fn batches_with_pairs_of_moves_and_conflicts_equal_the_recursion(
        case in searches(prop::sample::select(vec![Goal::BlankFirst, Goal::BlankLast]).prop_map(|goal| {
            goal.board(Size::new(4, 4).unwrap()).unwrap()
        })),
    ) {
        case.check(ConflictLastMoves::new)?;
        case.check(ConflictCornerTiles::new)?;
        case.check(ConflictLastMovesCornerTiles::new)?;
    }
}

#[test]
fn every_node_limit_stops_at_the_same_node_as_the_recursion() {
    let puzzle = puzzle(4, 4, &Goal::BlankFirst, &OperatorOrder::default());
    let heuristic = manhattan(&puzzle);
    let start = puzzle.state(&Generator::new(8).walk(puzzle.goal(), 40)).unwrap();
    let (free, _) = run(None, &puzzle, &heuristic, start, Limits::NONE);
    assert!(free.counters.generated > 1_000, "{:?}", free.counters);
    let last = free.counters.generated + 5;
    for generated in (0..1_000).chain((1_000..last).step_by(23)).chain(last - 10..last) {
        let limits = Limits { generated, ..Limits::NONE };
        let plain = run(None, &puzzle, &heuristic, start, limits);
        let batched = run(engine(Kernel::Auto, TINY), &puzzle, &heuristic, start, limits);
        assert_eq!(batched, plain, "limit {generated}");
    }
}

#[test]
fn subtrees_whose_slack_exceeds_a_nibble_are_descended_until_it_fits() {
    // Two tiles exchanged: the goal cannot be reached, so that thresholds grow until the depth limit.
    let start: u64 =
        Puzzle::new(&Board::parse("0 1 2 3 5 4", Some(Size::new(2, 3).unwrap())).unwrap(), &OperatorOrder::default())
            .and_then(|other: Puzzle<u64>| other.state(other.goal()))
            .unwrap();
    let puzzle = puzzle(2, 3, &Goal::BlankFirst, &OperatorOrder::default());
    let heuristic = manhattan(&puzzle);
    let h0 = heuristic.estimate(&puzzle, start);
    let limits = Limits { depth: h0 + 2 * 24, ..Limits::NONE };
    let plain = run(None, &puzzle, &heuristic, start, limits);
    assert_eq!((plain.0.end, plain.1.len()), (Termination::DepthLimit, 25));
    for kernel in kernels() {
        for tuning in [TINY, (Tuning { min_chunk: 100_000, ..TINY.0 }, BatchSizes { capacity: 4096, ..TINY.1 })] {
            let batches = engine(kernel, tuning);
            assert_eq!(run(batches, &puzzle, &heuristic, start, limits), plain, "{kernel}");
        }
    }
}

#[test]
fn a_start_at_the_goal_or_next_to_it_is_solved_without_a_batch() {
    for goal in [Goal::BlankFirst, Goal::BlankLast] {
        let puzzle = puzzle(4, 4, &goal, &OperatorOrder::default());
        let heuristic = manhattan(&puzzle);
        let goal = puzzle.state(puzzle.goal()).unwrap();
        let next = puzzle.ops(goal, puzzle.root_op(goal)).iter().map(|&op| puzzle.apply(goal, op));
        for start in next.chain([goal]) {
            let plain = run(None, &puzzle, &heuristic, start, Limits::NONE);
            for kernel in kernels() {
                let batches = engine(kernel, TINY);
                assert_eq!(run(batches, &puzzle, &heuristic, start, Limits::NONE), plain, "{kernel}");
            }
        }
    }
}

#[test]
fn stacks_respect_the_memory_limit() {
    let puzzle = puzzle(4, 4, &Goal::BlankFirst, &OperatorOrder::default());
    let heuristic = manhattan(&puzzle);
    let start = puzzle.state(&Generator::new(3).walk(puzzle.goal(), 60)).unwrap();
    let plain = run(None, &puzzle, &heuristic, start, Limits::NONE);
    let stacks = SoaStacks::<1>::bytes(48, TINY.1.capacity);
    for bytes in [4_096, stacks, stacks + 700, stacks + 1_000, stacks + 10_000] {
        let limits = Limits { bytes, ..Limits::NONE };
        let batched = run(engine(Kernel::Auto, TINY), &puzzle, &heuristic, start, limits);
        assert_eq!(batched, plain, "{bytes} bytes");
    }
}

#[test]
fn a_full_stack_returns_an_error() {
    let puzzle = puzzle(4, 4, &Goal::BlankFirst, &OperatorOrder::default());
    let graph = ContextGraph::new(&manhattan(&puzzle).unit_delta(&puzzle).unwrap()).unwrap();
    let mut stacks = SoaStacks::new(graph.contexts(), 4);
    let lanes = SimdLanes::for_kernel(Kernel::Auto).unwrap();
    let edge = graph.edges(0)[0];
    // A board with its blank in the cell of context 0: the goal's tiles rotated, and maximum slack.
    let node = graph.goal.rotate_left(edge.swap.slack.trailing_zeros()) | edge.swap.slack;
    for _ in 0..4 {
        stacks.push(0, [node]).unwrap();
    }
    assert_eq!(stacks.longest(), (0, 4));
    assert_eq!(stacks.push(0, [node]), Err(Halt::Full));
    let mut counts = ChunkCounts::default();
    stacks.expand(&lanes, &graph, 0, 3, &mut counts).unwrap();
    assert_eq!(
        counts,
        ChunkCounts { generated: 3 * graph.edges(0).len() as u64, expanded: 3, ..ChunkCounts::default() }
    );
    assert_eq!(stacks.longest().1, 3);
    for _ in 0..3 {
        stacks.push(0, [node]).unwrap();
    }
    assert_eq!(stacks.expand(&lanes, &graph, 0, 3, &mut counts), Err(Halt::Full));
    stacks.clear();
    assert_eq!(stacks.longest().1, 0);
}

#[test]
fn batches_require_boards_of_four_bits_per_cell_and_an_estimate_that_every_move_changes_by_one() {
    let small = puzzle(3, 4, &Goal::BlankFirst, &OperatorOrder::default());
    assert!(is_batchable(&small, &manhattan(&small)));
    assert!(!is_batchable(&small, &hamming(&small)));
    assert!(is_batchable(&small, &LinearConflict::new(&small)));
    let long = puzzle(3, 5, &Goal::BlankFirst, &OperatorOrder::default());
    assert!(is_batchable(&long, &manhattan(&long)));
    assert!(!is_batchable(&long, &LinearConflict::new(&long)), "its rows have too many codes");
    let goal = Goal::BlankFirst.board(Size::new(3, 4).unwrap()).unwrap();
    let wide = Puzzle::<u128>::new(&goal, &OperatorOrder::default()).unwrap();
    assert!(!is_batchable(&wide, &manhattan(&wide)));
    let start = wide.state(&Generator::new(1).walk(&goal, 30)).unwrap();
    let plain = run(None, &wide, &manhattan(&wide), start, Limits::NONE);
    assert_eq!(run(engine(Kernel::Auto, TINY), &wide, &manhattan(&wide), start, Limits::NONE), plain);
}

#[test]
fn a_stop_flag_raised_during_a_batch_stops_the_search_at_once() {
    let puzzle = puzzle(4, 4, &Goal::BlankFirst, &OperatorOrder::default());
    let start = puzzle.state(&hard_board()).unwrap();
    assert_stops_at_once(|context| {
        let engines: BatchEngines<_, _> = vec![Box::new(BatchedEngine::new(Kernel::Auto).unwrap())];
        solve(engines, one_thread(), &puzzle, &manhattan(&puzzle), start, context)
    });
}
