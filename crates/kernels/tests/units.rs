//! An iteration in work units has the counts, the path and the end of an iteration in one piece: in every engine, with several
//! threads, after any number of kills, and at every node limit.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::sync::{Arc, LazyLock};

use proptest::prelude::*;
use tilebench_core::{
    Cost, Counters, Domain, Heuristic, Limits, Observer, Outcome, SearchContext, StopFlag, Termination, UnitSizes,
    UnitStore, Weight,
};
use tilebench_heuristics::{
    IncrementalPdbs, InversionDistance, LinearConflict, NoTableObserver, PatternDatabases, PdbSpec, PruningTable,
    TableSpec, Tables, manhattan,
};
use tilebench_kernels::{batched, grouped, plain};
use tilebench_puzzle::{Generator, Goal, Op, OperatorOrder, Puzzle, Size};
use tilebench_solvers::Side;
use tilebench_solvers::ida_star::{Config, EngineFactory, Kernel, Threads, solve};
use tilebench_testkit::MemoryUnits;

/// Units so small that small searches have many.
const TINY: UnitSizes = UnitSizes { min_unit: 60, max_unit: 4_000, units: 12, min_root: 10, max_roots: 500, part: 40 };

/// Shared, because building tables would take most of the time of the tests.
static TABLES: LazyLock<Tables> = LazyLock::new(Tables::in_memory);

/// Records iterations, and offers a store of units.
struct Log {
    iterations: Vec<(Cost, u64, u64)>,
    units: Option<Arc<MemoryUnits>>,
}

impl Observer for Log {
    fn iteration(&mut self, threshold: Cost, counters: &Counters) {
        self.iterations.push((threshold, counters.generated, counters.expanded));
    }

    fn units(&self) -> Option<Arc<dyn UnitStore>> {
        self.units.clone().map(|units| units as _)
    }
}

/// The end, the path, the counts and the iterations of a search.
type Trace = (Termination, Vec<Op>, Counters, Vec<(Cost, u64, u64)>);

/// A board to be searched.
struct Case {
    puzzle: Puzzle<u64>,
    start: u64,
    limits: Limits,
    automaton: Vec<u8>,
    config: Config<'static>,
}

impl Case {
    fn new((rows, cols): (usize, usize), order: &str, seed: u64, moves: usize) -> Self {
        let size = Size::new(rows, cols).unwrap();
        let goal = Goal::BlankFirst.board(size).unwrap();
        let puzzle = Puzzle::new(&goal, &OperatorOrder::parse(order, 0).unwrap()).unwrap();
        let start = puzzle.state(&Generator::new(seed).walk(&goal, moves)).unwrap();
        let automaton = PruningTable { size, depth: 8 }.build(&NoTableObserver);
        Self { puzzle, start, limits: Limits::NONE, automaton, config: Config::default() }
    }

    fn trace<H: Heuristic<Puzzle<u64>>>(
        &self,
        heuristic: &H,
        engine: EngineFactory<Puzzle<u64>, H>,
        units: Option<Arc<MemoryUnits>>,
    ) -> Trace {
        let automaton = self.config.prune.is_some().then_some(&*self.automaton);
        let config = Config { automaton, ..self.config };
        let mut log = Log { iterations: Vec::new(), units };
        let side = Side { domain: &self.puzzle, heuristic, root: self.start };
        let stop = StopFlag::new();
        let mut context =
            SearchContext { limits: self.limits, stop: &stop, observer: &mut log, scratch: None, seed: 0 };
        let Outcome { end, path, counters, .. } = solve(side, &config, engine, &mut context);
        (end, path, Counters { peak_bytes: 0, ..counters }, log.iterations)
    }

    /// The trace of processes that share a store and die one after the other, each after `records` parts.
    fn trace_of_processes<H: Heuristic<Puzzle<u64>>>(
        &self,
        heuristic: &H,
        engine: EngineFactory<Puzzle<u64>, H>,
        records: u64,
    ) -> (Trace, Arc<MemoryUnits>) {
        let units = Arc::new(MemoryUnits::new(TINY));
        loop {
            units.begin_process(records);
            let before = units.recorded();
            let trace = self.trace(heuristic, engine, Some(Arc::clone(&units)));
            if trace.0 != Termination::DiskFailed(std::io::ErrorKind::BrokenPipe) {
                return (trace, units);
            }
            assert_eq!(units.recorded(), before + records, "a killed process loses a recorded part");
        }
    }

    fn compare<H: Heuristic<Puzzle<u64>>>(
        &self,
        engine_name: &str,
        heuristic: &H,
        engine: EngineFactory<Puzzle<u64>, H>,
        records: u64,
    ) -> u64 {
        let one = Self {
            puzzle: self.puzzle.clone(),
            automaton: self.automaton.clone(),
            config: Config { threads: Threads::ONE, ..self.config },
            ..*self
        };
        let (in_units, units) = self.trace_of_processes(heuristic, engine, records);
        assert_eq!(in_units, one.trace(heuristic, engine, None), "{engine_name}, killed after {records} parts");
        units.max_units()
    }

    /// Compares units with one piece in every engine, and returns the number of units of the largest iteration.
    fn compare_engines(&self, records: u64) -> u64 {
        let linear_conflict = LinearConflict::new(&self.puzzle);
        let patterns = PdbSpec::parse("1,2,4/3,5").unwrap();
        let databases = PatternDatabases::new(&self.puzzle, &patterns, &TABLES).unwrap();
        let databases = IncrementalPdbs::new(&self.puzzle, databases).unwrap();
        let weighted = self.config.weight != Weight::ONE;
        [
            self.compare("batches", &manhattan(&self.puzzle), batched, records),
            self.compare("batches with conflicts", &linear_conflict, batched, records),
            self.compare("batches with axes", &InversionDistance::new(&self.puzzle), batched, records),
            self.compare("groups", &databases, grouped, records),
            self.compare("recursion", &InversionDistance::new(&self.puzzle), plain, records),
            if weighted { 0 } else { self.compare("portable", &manhattan(&self.puzzle), portable, records) },
        ]
        .into_iter()
        .max()
        .unwrap()
    }
}

/// Batches of the portable kernel.
fn portable<'a, H: tilebench_kernels::UnitDelta<Puzzle<u64>> + 'static>(
    puzzle: &Puzzle<u64>,
    heuristic: &H,
    config: &Config<'a>,
) -> Result<tilebench_kernels::BoxedEngine<'a, Puzzle<u64>, H>, String> {
    batched(puzzle, heuristic, &Config { kernel: Kernel::Portable, ..*config })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn units_equal_one_piece_after_any_number_of_kills(
        size in prop::sample::select(vec![(4, 4), (4, 4), (3, 4), (3, 3)]),
        order in prop::sample::select(vec!["ULRD", "DRLU"]),
        (seed, moves) in (any::<u64>(), 0usize..60),
        count in prop::sample::select(vec![1usize, 1, 3]),
        prune in prop::sample::select(vec![None, Some(8)]),
        weight in prop::sample::select(vec![(1u32, 1u32), (1, 1), (3, 2)]),
        records in prop::sample::select(vec![3u64, 40, u64::MAX]),
        generated in prop_oneof![1u64..20_000, Just(60_000)],
        depth in prop_oneof![Just(Cost::MAX), 0..50u32],
    ) {
        let case = Case {
            limits: Limits { generated, depth, ..Limits::NONE },
            config: Config {
                prune,
                threads: Threads { count, deterministic: true },
                weight: Weight::new(weight.0, weight.1).unwrap(),
                ..Config::default()
            },
            ..Case::new(size, order, seed, moves)
        };
        case.compare_engines(records);
    }
}

#[test]
fn every_node_limit_stops_units_at_the_same_node() {
    let case = Case::new((4, 4), "ULRD", 8, 36);
    let free = case.trace(&manhattan(&case.puzzle), plain, None).2.generated;
    assert!(free > 1_000, "{free}");
    for generated in (0..100).chain((100..free).step_by(197)).chain(free - 10..free + 5) {
        let case = Case { limits: Limits { generated, ..Limits::NONE }, ..Case::new((4, 4), "ULRD", 8, 36) };
        case.compare("batches", &manhattan(&case.puzzle), batched, 40);
    }
}

/// Also with several threads, of which each finishes its part.
#[test]
fn a_node_limit_leaves_the_rest_of_an_iteration_unsearched() {
    for count in [1, 2] {
        let config = Config { threads: Threads { count, deterministic: true }, ..Config::default() };
        let case = Case { config, ..Case::new((4, 4), "ULRD", 4, 140) };
        let heuristic = manhattan(&case.puzzle);
        let generated = case.trace(&heuristic, batched, None).2.generated / 2;
        let limited =
            Case { limits: Limits { generated, ..Limits::NONE }, config, ..Case::new((4, 4), "ULRD", 4, 140) };
        let (ended, units) = limited.trace_of_processes(&heuristic, batched, u64::MAX);
        assert!(ended.0 == Termination::NodeLimit && ended.2.generated <= generated);
        // The iteration that the limit ends has 1.5 times the nodes.
        let searched = units.generated();
        assert!(searched < generated * 11 / 10, "{searched} nodes were searched under a limit of {generated}");
    }
}

#[test]
fn iterations_of_a_larger_board_have_many_units_in_every_engine() {
    for prune in [None, Some(8)] {
        for threads in [1, 4] {
            let threads = Threads { count: threads, deterministic: true };
            let config = Config { prune, threads, ..Config::default() };
            let case = Case { config, ..Case::new((4, 4), "ULRD", 4, 140) };
            assert!(case.compare_engines(25) > 20);
        }
    }
}

/// The parts of every iteration are recorded, those of the last one up to the goal.
#[test]
fn a_finished_search_in_units_searches_nothing_again() {
    let case = Case::new((4, 4), "ULRD", 4, 140);
    let heuristic = manhattan(&case.puzzle);
    let (first, units) = case.trace_of_processes(&heuristic, batched, u64::MAX);
    let recorded = units.recorded();
    units.begin_process(u64::MAX);
    assert_eq!(case.trace(&heuristic, batched, Some(Arc::clone(&units))), first);
    assert_eq!(units.recorded(), recorded, "no part is recorded twice");
    let reached = first.1.iter().fold(case.start, |state, &op| case.puzzle.apply(state, op));
    assert!(first.0 == Termination::Solved && case.puzzle.is_goal(reached));
}
