//! Boards drawn by seed, if there are too many states to examine all.
//!
//! Ends of random walks and, if a reference is strong enough, random boards are solved by a
//! reference search. The distance of every state on a shortest path from the goal is the length of
//! the rest of the path, so each board solved gives a state at each distance. Edges are examined at
//! all of these, at all states along the walks, and at all random boards.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;
use tilebench_core::{Cost, Domain, StopReason, Termination};
use tilebench_puzzle::{Board, Direction, Generator};

use super::reference::Reference;
use super::subject::Bench;
use super::{AuditPlan, Mean, Progress, Sample, Samples, Solved, Tally};
use crate::CatalogError;
use crate::registry::CatalogWord;

/// Boards solved between two looks at the stop flag and tellings of progress.
const BATCH: usize = 16;

/// Examines the sample, and returns the reason if it stopped before all boards were tried.
pub(super) fn examine<W: CatalogWord>(
    bench: &Bench<'_, W>,
    name: &str,
    samples: &Samples,
    plan: &mut AuditPlan<'_>,
) -> Result<(Tally, Sample, Option<Termination>), CatalogError> {
    let goal = bench.puzzle.goal();
    let reference = Reference::new(name, goal, plan.tables)?;
    let drawn = Drawn::new(goal, samples);
    let mut sample = Sample::new(reference.name.to_owned(), name, goal);
    let random = keys(bench, &drawn.random)?;
    sample.mean = Mean::new(&bench.estimates(&random));

    let to_solve = if reference.is_strong { samples.solved.min(drawn.random.len()) } else { 0 };
    let boards: Vec<Board> = drawn.ends.iter().chain(&drawn.random[..to_solve]).cloned().collect();
    let (paths, stopped) = solve_all(&reference, &boards, samples.nodes, plan)?;
    let (walks, randoms) = paths.split_at(drawn.ends.len().min(paths.len()));
    sample.walks = counted(walks);
    sample.random = counted(randoms);
    for path in randoms.iter().flatten() {
        let (start, distance) = &path[0];
        sample.fair = sample.fair.then(&bench.tally(&[key(bench, start)?], Some(*distance)).estimates);
    }

    let mut known = BTreeMap::new();
    for (board, distance) in paths.iter().flatten().flatten() {
        known.insert(key(bench, board)?, *distance);
    }
    let mut others: BTreeSet<W::Key> = random.into_iter().chain(keys(bench, &drawn.passed)?).collect();
    let mut by_distance: BTreeMap<Cost, Vec<W::Key>> = BTreeMap::new();
    for (key, distance) in known {
        others.remove(&key);
        by_distance.entry(distance).or_default().push(key);
    }
    let tally = by_distance
        .into_iter()
        .fold(Tally::default(), |tally, (distance, keys)| tally.then(&bench.tally(&keys, Some(distance))));
    let others: Vec<W::Key> = others.into_iter().collect();
    Ok((tally.then(&bench.tally(&others, None)), sample, stopped))
}

/// The boards of a sample.
struct Drawn {
    /// Uniformly.
    random: Vec<Board>,
    /// The ends of the walks.
    ends: Vec<Board>,
    /// The earlier boards of the walks.
    passed: Vec<Board>,
}

impl Drawn {
    fn new(goal: &Board, samples: &Samples) -> Self {
        let mut generator = Generator::new(samples.seed);
        let random = (0..samples.boards).map(|_| generator.board(goal)).collect();
        let (mut ends, mut passed) = (Vec::new(), Vec::new());
        for &moves in &samples.lengths {
            for _ in 0..samples.walks {
                // A shorter walk from the same place of the stream is the beginning of a longer one.
                passed.extend((0..moves).map(|moves| generator.clone().walk(goal, moves)));
                ends.push(generator.walk(goal, moves));
            }
        }
        Self { random, ends, passed }
    }
}

/// The boards of a shortest path, each with its distance; `None` for a board that was not solved.
type Path = Option<Vec<(Board, Cost)>>;

/// Solves boards in parallel; fewer paths than boards are returned if the flag was raised.
fn solve_all(
    reference: &Reference,
    boards: &[Board],
    nodes: u64,
    plan: &mut AuditPlan<'_>,
) -> Result<(Vec<Path>, Option<Termination>), CatalogError> {
    let mut paths: Vec<Path> = Vec::new();
    for batch in boards.chunks(BATCH) {
        let solve = |board: &Board| -> Result<Path, CatalogError> {
            let moves = reference.solve(board, nodes, plan.stop)?;
            Ok(moves.map(|moves| along(board, &moves)))
        };
        let stop = plan.stop;
        let solved = batch.par_iter().map(solve).collect::<Result<Vec<Path>, CatalogError>>()?;
        if let Some(stop) = stop.raised() {
            let end = if stop == StopReason::Time { Termination::TimeLimit } else { Termination::Cancelled };
            return Ok((paths, Some(end)));
        }
        paths.extend(solved);
        (plan.told)(Progress { what: "boards solved", done: paths.len() as u64, of: boards.len() as u64 });
    }
    Ok((paths, None))
}

/// The boards along `moves` from `board`, each with the moves that are left.
fn along(board: &Board, moves: &[Direction]) -> Vec<(Board, Cost)> {
    let mut states = vec![board.clone()];
    states.extend(moves.iter().scan(board.clone(), |board, &direction| {
        *board = board.moved(direction)?;
        Some(board.clone())
    }));
    let left: Vec<Cost> = (0..).take(states.len()).collect();
    states.into_iter().zip(left.into_iter().rev()).collect()
}

fn counted(paths: &[Path]) -> Solved {
    Solved { asked: paths.len() as u64, solved: paths.iter().flatten().count() as u64 }
}

fn key<W: CatalogWord>(bench: &Bench<'_, W>, board: &Board) -> Result<W::Key, CatalogError> {
    Ok(bench.puzzle.pack(bench.puzzle.state(board)?))
}

fn keys<W: CatalogWord>(bench: &Bench<'_, W>, boards: &[Board]) -> Result<Vec<W::Key>, CatalogError> {
    boards.iter().map(|board| key(bench, board)).collect()
}
