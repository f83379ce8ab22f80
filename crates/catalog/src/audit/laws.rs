//! The laws of heuristics, checked for a row of the table.

use tilebench_core::{BitPacked, StopFlag, shortcut_defect};
use tilebench_heuristics::Tables;
use tilebench_kernels::HeuristicRow;
use tilebench_puzzle::{
    Board, COST_MODELS, CostModel, CostedPuzzle, Goal, Metric, OperatorOrder, Puzzle, Size, SlidePuzzle, UNIT,
};
use tilebench_solvers::ErasedHeuristic;

use super::plan::examine;
use super::subject::AuditSubject;
use super::{AuditExtent, AuditPlan, AuditReport};
use crate::catalog_domain::CatalogDomain;
use crate::registry::CatalogWord;

/// The boards whose states are all examined.
const BOARDS: [(&str, &str); 6] = [
    ("2x3", "blank-first"),
    ("3x2", "blank-last"),
    ("2x4", "blank-last"),
    ("3x3", "blank-first"),
    ("3x3", "blank-last"),
    ("3x3", "1 2 3 8 0 4 7 6 5"),
];

/// Checks a heuristic on all states and moves of 2x3, 3x2, 2x4 and 3x3 boards, the last with three goals: the estimate of the
/// goal is 0, `step` equals `initial` of the successor, `step_h` and `successor_estimates` agree with `step` (on a walk), no estimate
/// exceeds the true distance if the heuristic is declared admissible, and no estimate decreases by more than the cost of the move if
/// it is declared consistent. Both words of states are checked, and so are all forms of the heuristic, with every built-in cost
/// model. Boards that the heuristic does not support are left out.
///
/// # Panics
///
/// If a law is violated, with the board and the values, or if the heuristic supports none of the boards.
pub fn check_heuristic_laws(row: &HeuristicRow) {
    let mut examined = 0;
    for (size, goal) in BOARDS {
        let size: Size = size.parse().expect("a size");
        let goal = Goal::parse(goal, Some(size)).and_then(|goal| goal.board(size)).expect("a goal of that size");
        examined += check_word::<u64>(row, &goal) + check_word::<u128>(row, &goal);
    }
    assert!(
        examined > 0,
        "heuristic '{}' supports none of the boards whose states are all examined: sample a board that it supports, by \
         `audit {} --rows ROWS --cols COLS`",
        row.info.name,
        row.info.name
    );
}

/// Checks all forms of the heuristic on states of one word, and returns the number of forms that support the goal.
fn check_word<W: CatalogWord>(row: &HeuristicRow, goal: &Board) -> usize {
    let puzzle = Puzzle::<W>::new(goal, &OperatorOrder::default()).expect("a size that fits the word");
    let mut examined = usize::from(check_domain(row, &puzzle, &UNIT, Metric::Single));
    if row.slides.is_some() {
        examined += usize::from(check_domain(row, &SlidePuzzle::new(puzzle.clone()), &UNIT, Metric::Multi));
    }
    if row.costed.is_some() {
        for cost_model in COST_MODELS.iter().copied().filter(|model| !model.is_unit()) {
            let costed = CostedPuzzle::new(puzzle.clone(), cost_model).expect("costs of a small board");
            examined += usize::from(check_domain(row, &costed, cost_model, Metric::Single));
        }
    }
    examined
}

/// Whether the heuristic supports the goal of `domain`; if so, the laws are checked.
fn check_domain<D: CatalogDomain>(
    row: &HeuristicRow,
    domain: &D,
    cost_model: &'static CostModel,
    metric: Metric,
) -> bool {
    let tables = Tables::in_memory();
    let Ok(heuristic) = domain.make_row(row, &(), &tables) else { return false };
    let subject = AuditSubject { domain, heuristic: &*heuristic, other: None };
    let mut plan = AuditPlan {
        cost_model,
        metric,
        extent: AuditExtent::All,
        tables: &tables,
        stop: &StopFlag::new(),
        bytes: u64::MAX,
        progress: &mut |_| {},
    };
    let report = examine(&subject, row.info.name, (&row.info).into(), None, &mut plan).expect("a small board");
    assert!(report.is_complete(), "the audit of a small board was stopped");
    let start = domain.puzzle().state(domain.puzzle().goal()).expect("the goal is a state");
    let shortcuts = || shortcut_defect(domain, &ErasedHeuristic::new(&*heuristic), &walk(domain, start));
    if let Some(violation) = violation(&report).or_else(shortcuts) {
        let size = report.goal.size();
        panic!(
            "heuristic '{}' on {size} with goal {}, cost {cost_model}, metric {metric}: {violation}",
            report.heuristic, report.goal
        );
    }
    true
}

/// The first violated law, in a sentence.
fn violation(report: &AuditReport) -> Option<String> {
    let AuditReport { declared, goal_estimate, tally, .. } = report;
    if *goal_estimate > 0 {
        return Some(format!("the estimate of the goal is {goal_estimate}, and must be 0"));
    }
    if let Some(defect) = &tally.edges.first_defect {
        let (board, next) = (&defect.edge.board, &defect.edge.next);
        return Some(format!(
            "the step from {board} to {next} has the estimate {} or another cache, and `initial` of {next} has the estimate {}",
            defect.stepped, defect.recomputed
        ));
    }
    if let Some(over) = tally.estimates.nearest_overestimate.as_ref().filter(|_| declared.admissible) {
        return Some(format!(
            "it is declared admissible, but estimates {} for {}, whose distance is {}",
            over.h, over.board, over.distance
        ));
    }
    let decrease =
        tally.edges.largest_decrease.as_ref().filter(|decrease| declared.consistent && decrease.excess() > 0)?;
    let (board, next) = (&decrease.edge.board, &decrease.edge.next);
    Some(format!(
        "it is declared consistent, but decreases from {} to {} along the move from {board} to {next}, which costs {}",
        decrease.before, decrease.after, decrease.cost
    ))
}

/// The number of states of a walk.
const WALK: usize = 500;

/// States of a walk from the goal by operators that a linear congruential generator chooses.
fn walk<D: BitPacked>(domain: &D, goal: D::State) -> Vec<D::State> {
    let mut states = vec![goal];
    let mut random: u64 = 1;
    for _ in 1..WALK {
        let state = states[states.len() - 1];
        let ops = domain.ops(state, domain.root_op(state));
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        states.push(domain.apply(state, ops[(random >> 33) as usize % ops.len()]));
    }
    states
}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;

    use tilebench_core::{Cost, Estimate, Heuristic, Parent};
    use tilebench_kernels::{HeuristicInfo, heuristic_row, plain};
    use tilebench_puzzle::{Grid, Op, Word};

    use super::*;
    use crate::heuristics::builtin;

    /// Twice the number of misplaced tiles, plus errors of methods.
    #[derive(Default)]
    struct Misplaced {
        /// Of `step`.
        drift: Cost,
        /// Of `step_h`.
        step_h: Cost,
        /// Of `successor_estimates`.
        at_once: Cost,
    }

    impl<W: Word> Heuristic<Puzzle<W>> for Misplaced {
        type Cache = Cost;

        fn initial(&self, puzzle: &Puzzle<W>, state: W) -> Cost {
            let misplaced = (0..puzzle.cells()).filter(|&cell| state.tile(cell) > 0);
            2 * misplaced.filter(|&cell| puzzle.goal_cell(state.tile(cell)) != cell).map(|_| 1).sum::<Cost>()
        }

        fn step(&self, puzzle: &Puzzle<W>, _: Cost, parent: W, op: Op) -> Cost {
            self.initial(puzzle, tilebench_core::Domain::apply(puzzle, parent, op)) + self.drift
        }

        fn h(&self, cache: Cost) -> Cost {
            cache
        }

        fn step_h(&self, puzzle: &Puzzle<W>, cache: &Cost, parent: W, op: Op) -> Cost {
            self.step(puzzle, *cache, parent, op) + self.step_h
        }

        fn successor_estimates(
            &self,
            puzzle: &Puzzle<W>,
            parents: &[Parent<'_, Puzzle<W>>],
            _: Cost,
            estimates: &mut Vec<Estimate>,
        ) {
            for &Parent { state, ops, .. } in parents {
                let estimate = |&op| Estimate { h: self.step(puzzle, 0, state, op) + self.at_once, memo: 0 };
                estimates.extend(ops.iter().map(estimate));
            }
        }
    }

    const INFO: HeuristicInfo = HeuristicInfo {
        name: "twice-misplaced",
        title: "Twice the misplaced tiles",
        summary: "Twice the number of misplaced tiles.",
        reference: "none",
        admissible: false,
        consistent: false,
    };

    /// The message with which the check of a row fails.
    fn failure(row: HeuristicRow) -> String {
        let panic = catch_unwind(|| check_heuristic_laws(&row)).unwrap_err();
        panic.downcast_ref::<String>().unwrap().clone()
    }

    #[test]
    #[cfg_attr(debug_assertions, ignore = "a release build executes it; heuristics have tests of their own")]
    fn built_in_heuristics_obey_the_laws() {
        for name in ["blind", "hamming", "manhattan", "linear-conflict"] {
            check_heuristic_laws(builtin().find(|row| row.info.name == name).unwrap());
        }
    }

    #[test]
    fn each_violated_law_is_named_with_its_board() {
        let row = |info: HeuristicInfo| heuristic_row! { info, plain => |_, _| Misplaced::default() };
        check_heuristic_laws(&row(INFO));
        let admissible = failure(row(HeuristicInfo { admissible: true, ..INFO }));
        let board = "heuristic 'twice-misplaced' on 2x3 with goal 0 1 2 3 4 5, cost unit, metric single: ";
        assert!(admissible.starts_with(&format!("{board}it is declared admissible, but estimates 2 for ")));
        assert!(admissible.ends_with("whose distance is 1"), "{admissible}");
        let consistent = failure(row(HeuristicInfo { consistent: true, ..INFO }));
        assert!(consistent.contains("it is declared consistent, but decreases from 2 to 0 along"), "{consistent}");
        let drifting = failure(heuristic_row! { INFO, plain => |_, _| Misplaced { drift: 1, ..Misplaced::default() } });
        assert!(drifting.starts_with(&format!("{board}the step from 0 1 2 3 4 5 to ")), "{drifting}");
        let step_h = failure(heuristic_row! { INFO, plain => |_, _| Misplaced { step_h: 1, ..Misplaced::default() } });
        assert!(step_h.starts_with(&format!("{board}`step_h` of ")), "{step_h}");
        let at_once =
            failure(heuristic_row! { INFO, plain => |_, _| Misplaced { at_once: 1, ..Misplaced::default() } });
        assert!(at_once.starts_with(&format!("{board}`successor_estimates` of ")), "{at_once}");
    }
}
