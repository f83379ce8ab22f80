//! Helpers of the tests of engines: searches with given batch engines, and by the recursion that is not unrolled.

use std::sync::LazyLock;
use std::sync::mpsc::{self, Sender};
use std::time::{Duration, Instant};

use tilebench_core::{
    Cost, Counters, Heuristic, Limits, Observer, Outcome, SearchContext, StopFlag, StopReason, Termination, Weight,
};
use tilebench_heuristics::Tables;
use tilebench_puzzle::{Board, Op};
use tilebench_solvers::Side;
use tilebench_solvers::ida_star::{WorkerPool, ida_star, solve_recursively};

use crate::{BatchEngine, OpAutomaton, TileEngine};

/// Shared, because building tables would take most of the time of the tests.
pub(crate) static TABLES: LazyLock<Tables> = LazyLock::new(Tables::in_memory);

/// The batch engines in order of preference; empty for the recursion alone.
pub(crate) type BatchEngines<D, H> = Vec<Box<dyn BatchEngine<D, H>>>;

/// The iterations of a search, without their bytes.
#[derive(Default)]
pub(crate) struct IterationLog(pub Vec<(Cost, Counters)>);

impl Observer for IterationLog {
    fn iteration(&mut self, threshold: Cost, counters: &Counters) {
        self.0.push((threshold, Counters { peak_bytes: 0, ..*counters }));
    }
}

/// One of the hardest boards: hours of search with an additive heuristic of single tiles.
pub(crate) fn hard_board() -> Board {
    Board::parse("15 14 8 12 10 11 9 13 2 6 5 1 3 7 4 0", None).unwrap()
}

/// Raises the stop flag of a search of [`hard_board`] that is well under way, and checks that the search stops.
///
/// The flag is raised a moment after an iteration of many nodes has ended, not at a time: a loaded machine may be slow.
pub(crate) fn assert_stops_at_once(search: impl FnOnce(&mut SearchContext<'_>) -> Outcome<Op>) {
    const NODES: u64 = 100_000;

    struct Signalling(IterationLog, Sender<()>);

    impl Observer for Signalling {
        fn iteration(&mut self, threshold: Cost, counters: &Counters) {
            self.0.iteration(threshold, counters);
            if counters.generated > NODES {
                self.1.send(()).unwrap();
            }
        }
    }

    let stop = StopFlag::new();
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        let mut observer = Signalling(IterationLog::default(), sender);
        let raised = scope.spawn(|| {
            let receiver = receiver;
            receiver.recv().expect("the search ended before an iteration of many nodes");
            std::thread::sleep(Duration::from_millis(100));
            stop.raise(StopReason::Time);
            // Kept, since later iterations send too.
            (Instant::now(), receiver)
        });
        let outcome = search(&mut SearchContext {
            limits: Limits::NONE,
            stop: &stop,
            observer: &mut observer,
            scratch: None,
            seed: 0,
        });
        let ended = Instant::now();
        let Signalling(iterations, sender) = observer;
        drop(sender);
        let (raised, _receiver) = raised.join().unwrap();
        assert!(ended.saturating_duration_since(raised) < Duration::from_secs(20));
        assert_eq!((outcome.end, outcome.path.len()), (Termination::TimeLimit, 0));
        assert!(outcome.counters.generated > NODES, "{:?}", outcome.counters);
        assert!(iterations.0.is_sorted_by_key(|(_, counters)| counters.generated));
    });
}

/// Searches unweighted with `batch_engines` and the threads of `pool`.
pub(crate) fn solve<D: OpAutomaton, H: Heuristic<D>>(
    batch_engines: BatchEngines<D, H>,
    pool: WorkerPool,
    domain: &D,
    heuristic: &H,
    start: D::State,
    context: &mut SearchContext<'_>,
) -> Outcome<D::Op> {
    let side = Side { domain, heuristic, root: start };
    ida_star(side, Weight::ONE, &mut TileEngine::new(domain, pool, batch_engines), context)
}

/// Searches with one thread and the recursion that is not unrolled.
pub(crate) fn solve_plainly<D: OpAutomaton, H: Heuristic<D>>(
    domain: &D,
    heuristic: &H,
    start: D::State,
    weight: Weight,
    context: &mut SearchContext<'_>,
) -> Outcome<D::Op> {
    solve_recursively(Side { domain, heuristic, root: start }, weight, context)
}
