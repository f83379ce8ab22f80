//! Audits of a sample, if there are too many states to examine all.
//!
//! A reference search solves the ends of random walks and, if it is strong enough, random boards. The
//! distance of every state on a shortest path is the length of the rest of the path, so each solved
//! board gives one state per distance. Edges are examined at all of these states, at all states along
//! the walks, and at all random boards.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;
use tilebench_core::{Cost, StopReason, Termination};
use tilebench_puzzle::{Board, Direction, Generator};

use super::reference::ReferenceSearch;
use super::subject::AuditSubject;
use super::{AuditPlan, AuditProgress, AuditTally, EstimateMean, SampleOptions, SampleResult, SolvedCount};
use crate::CatalogError;
use crate::catalog_domain::CatalogDomain;

/// The number of boards that are solved between two checks of the stop flag and progress reports.
const BATCH: usize = 16;

/// Examines the sample. If the audit stopped before all boards were tried, the reason is returned.
pub(super) fn examine<D: CatalogDomain>(
    subject: &AuditSubject<'_, D>,
    name: &str,
    samples: &SampleOptions,
    plan: &mut AuditPlan<'_>,
) -> Result<(AuditTally, SampleResult, Option<Termination>), CatalogError> {
    let goal = subject.domain.puzzle().goal();
    let reference = ReferenceSearch::new(name, goal, plan.cost_model, plan.tables)?;
    let drawn = SampledBoards::new(goal, samples);
    let mut sample = SampleResult::new(reference.name.to_owned(), name, goal);
    // Published means are of unit costs.
    sample.published = sample.published.filter(|_| plan.cost_model.is_unit());
    let random = keys(subject, &drawn.random)?;
    sample.mean = EstimateMean::new(&subject.estimates(&random));

    let to_solve = if reference.is_strong { samples.solved.min(drawn.random.len()) } else { 0 };
    let boards: Vec<Board> = drawn.ends.iter().chain(&drawn.random[..to_solve]).cloned().collect();
    let (paths, stopped) = solve_all(&reference, &boards, samples.nodes, plan)?;
    let (walks, randoms) = paths.split_at(drawn.ends.len().min(paths.len()));
    sample.walks = count_solved(walks);
    sample.random = count_solved(randoms);
    for path in randoms.iter().flatten() {
        let (start, distance) = &path[0];
        sample.fair = sample.fair.then(&subject.tally(&[key(subject, start)?], Some(*distance)).estimates);
    }

    let mut known = BTreeMap::new();
    for (board, distance) in paths.iter().flatten().flatten() {
        known.insert(key(subject, board)?, *distance);
    }
    let mut others: BTreeSet<D::Key> = random.into_iter().chain(keys(subject, &drawn.passed)?).collect();
    let mut by_distance: BTreeMap<Cost, Vec<D::Key>> = BTreeMap::new();
    for (key, distance) in known {
        others.remove(&key);
        by_distance.entry(distance).or_default().push(key);
    }
    let tally = by_distance
        .into_iter()
        .fold(AuditTally::default(), |tally, (distance, keys)| tally.then(&subject.tally(&keys, Some(distance))));
    let others: Vec<D::Key> = others.into_iter().collect();
    Ok((tally.then(&subject.tally(&others, None)), sample, stopped))
}

/// The boards of a sample.
struct SampledBoards {
    /// Boards drawn uniformly.
    random: Vec<Board>,
    /// The ends of the walks.
    ends: Vec<Board>,
    /// The earlier boards of the walks.
    passed: Vec<Board>,
}

impl SampledBoards {
    fn new(goal: &Board, samples: &SampleOptions) -> Self {
        let mut generator = Generator::new(samples.seed);
        let random = (0..samples.boards).map(|_| generator.board(goal)).collect();
        let (mut ends, mut passed) = (Vec::new(), Vec::new());
        for &moves in &samples.lengths {
            for _ in 0..samples.walks {
                // A shorter walk from the same state of the generator is the beginning of a longer one.
                passed.extend((0..moves).map(|moves| generator.clone().walk(goal, moves)));
                ends.push(generator.walk(goal, moves));
            }
        }
        Self { random, ends, passed }
    }
}

/// The boards of a shortest path, each with its distance; `None` if the board was not solved.
type SolvedPath = Option<Vec<(Board, Cost)>>;

/// Solves boards in parallel. If the stop flag is raised, fewer paths than boards are returned.
fn solve_all(
    reference: &ReferenceSearch,
    boards: &[Board],
    nodes: u64,
    plan: &mut AuditPlan<'_>,
) -> Result<(Vec<SolvedPath>, Option<Termination>), CatalogError> {
    let costs = plan.cost_model.costs(reference.size)?;
    let mut paths: Vec<SolvedPath> = Vec::new();
    for batch in boards.chunks(BATCH) {
        let solve = |board: &Board| -> Result<SolvedPath, CatalogError> {
            let moves = reference.solve(board, nodes, plan.stop)?;
            Ok(moves.map(|moves| boards_along(board, &moves, &costs)))
        };
        let stop = plan.stop;
        let solved = batch.par_iter().map(solve).collect::<Result<Vec<SolvedPath>, CatalogError>>()?;
        if let Some(stop) = stop.raised() {
            let end = if stop == StopReason::Time { Termination::TimeLimit } else { Termination::Cancelled };
            return Ok((paths, Some(end)));
        }
        paths.extend(solved);
        (plan.progress)(AuditProgress { what: "boards solved", done: paths.len() as u64, of: boards.len() as u64 });
    }
    Ok((paths, None))
}

/// The boards along `moves` from `board`, each with the cost of the remaining moves; `costs` has the cost of each tile.
fn boards_along(board: &Board, moves: &[Direction], costs: &[Cost]) -> Vec<(Board, Cost)> {
    let mut states = vec![board.clone()];
    states.extend(moves.iter().scan(board.clone(), |board, &direction| {
        *board = board.moved(direction)?;
        Some(board.clone())
    }));
    // The tile that moves is in the cell that the blank enters.
    let step = |at: usize| costs[usize::from(states[at].tiles()[states[at + 1].blank()])];
    let mut left = vec![0; states.len()];
    for at in (0..moves.len()).rev() {
        left[at] = left[at + 1] + step(at);
    }
    states.into_iter().zip(left).collect()
}

fn count_solved(paths: &[SolvedPath]) -> SolvedCount {
    SolvedCount { requested: paths.len() as u64, solved: paths.iter().flatten().count() as u64 }
}

fn key<D: CatalogDomain>(subject: &AuditSubject<'_, D>, board: &Board) -> Result<D::Key, CatalogError> {
    Ok(subject.domain.pack(subject.domain.puzzle().state(board)?))
}

fn keys<D: CatalogDomain>(subject: &AuditSubject<'_, D>, boards: &[Board]) -> Result<Vec<D::Key>, CatalogError> {
    boards.iter().map(|board| key(subject, board)).collect()
}
