//! An audit as lines for people.

use std::fmt::Write as _;

use tilebench_runner::catalog::audit::{AuditReport, Edge, EstimateTally, PropertyVerdict, SampleResult};
use tilebench_runner::catalog::{Board, Goal};
use tilebench_sanitize::count::grouped;

use super::json::ending;

/// A block of lines, each preceded by its subject.
struct LabelledLines(String);

impl LabelledLines {
    fn add(&mut self, about: &str, text: &str) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.0, "{about:13}{text}");
    }

    fn diagram(&mut self, board: &Board) {
        for row in board.diagram().lines() {
            self.add("", row);
        }
    }
}

/// The result of the audit, in lines.
pub(super) fn audit_text(found: &AuditReport, goal: &Goal, seed: u64) -> String {
    let states = &found.tally.estimates;
    let extent = match (&found.sample, found.stopped) {
        (Some(_), _) => format!("a sample of {} states of known distance, seed {seed}", grouped(states.states)),
        (None, None) => format!("all {} states", grouped(states.states)),
        (None, Some(_)) => {
            let unit = if found.cost_model.is_unit() { "moves" } else { "cost" };
            format!("the {} states within {} {unit}", grouped(states.states), states.max_distance)
        }
    };
    let cost = if found.cost_model.is_unit() { String::new() } else { format!(", cost {}", found.cost_model) };
    let mut lines =
        LabelledLines(format!("{} on {}, goal {goal}{cost}: {extent}\n", found.heuristic, found.goal.size()));
    if let Some(end) = found.stopped {
        lines.add("stopped", &format!("{}; nothing is proved about the other states", ending(end)));
    }
    if let Some(SampleResult { reference, walks, random, .. }) = &found.sample {
        let algorithm = if found.cost_model.is_unit() { "IDA*" } else { "A*" };
        lines.add("reference", &format!("{algorithm} with {reference} under a node limit"));
        lines.add("", &format!("{} of {} ends of random walks solved", walks.solved, walks.requested));
        if random.requested > 0 {
            lines.add("", &format!("{} of {} random boards solved", random.solved, random.requested));
        }
    }
    admissible(found, &mut lines);
    consistent(found, &mut lines);
    steps(found, &mut lines);
    match &found.sample {
        None => statistics("states", states, "states", &mut lines),
        Some(sample) => sampled(sample, &mut lines),
    }
    if found.cost_model.is_unit() {
        parity(states, &mut lines);
    }
    against(found, &mut lines);
    lines.0
}

fn admissible(found: &AuditReport, lines: &mut LabelledLines) {
    let states = &found.tally.estimates;
    let declared = if found.declared.admissible { "declared admissible" } else { "declared inadmissible" };
    let verdict = found.admissible();
    let Some(over) = &states.nearest_overestimate else {
        let reason = if verdict == PropertyVerdict::Refuted { "h(goal) is not 0" } else { "no state overestimates" };
        lines.add("admissible", &format!("{verdict}: {reason} ({declared})"));
        return;
    };
    let (count, share) = (grouped(states.overestimates), percent(states.overestimates, states.states));
    let max = states.max_overestimate;
    lines
        .add("admissible", &format!("{verdict}: {count} states ({share}) overestimate, by at most {max} ({declared})"));
    let (h, distance) = (over.h, over.distance);
    lines.add("", &format!("nearest state: h {h} at distance {distance}: {}", over.board));
    lines.diagram(&over.board);
}

fn consistent(found: &AuditReport, lines: &mut LabelledLines) {
    let edges = &found.tally.edges;
    let declared = if found.declared.consistent { "declared consistent" } else { "declared inconsistent" };
    let (verdict, all) = (found.consistent(), grouped(edges.edges));
    let bound = if found.cost_model.is_unit() { "1" } else { "its cost" };
    let Some(fall) = edges.largest_decrease.as_ref().filter(|fall| fall.excess() > 0) else {
        let reason = match verdict {
            PropertyVerdict::Refuted => "h(goal) is not 0".to_owned(),
            PropertyVerdict::Holds | PropertyVerdict::NotRefuted => {
                format!("none of {all} edges falls by more than {bound}")
            }
        };
        lines.add("consistent", &format!("{verdict}: {reason} ({declared})"));
        return;
    };
    let (count, max) = (grouped(edges.inconsistent), fall.size());
    lines.add(
        "consistent",
        &format!("{verdict}: {count} of {all} edges fall by more than {bound}, by at most {max} ({declared})"),
    );
    lines.add("", &format!("from h {} to {}: {}", fall.before, fall.after, written(&fall.edge)));
    lines.diagram(&fall.edge.board);
}

fn steps(found: &AuditReport, lines: &mut LabelledLines) {
    let edges = &found.tally.edges;
    match &edges.first_defect {
        None => lines.add("steps", "equal recomputation on every edge"),
        Some(defect) => {
            let (count, all) = (grouped(edges.defects), grouped(edges.edges));
            lines.add("steps", &format!("DEFECT: differ from recomputation on {count} of {all} edges"));
            let (stepped, recomputed) = (defect.stepped, defect.recomputed);
            lines.add("", &format!("h {stepped} stepped, {recomputed} recomputed: {}", written(&defect.edge)));
        }
    }
    if found.goal_estimate > 0 {
        lines.add("goal", &format!("DEFECT: h(goal) is {}, not 0", found.goal_estimate));
    }
}

fn statistics(about: &str, states: &EstimateTally, of: &str, lines: &mut LabelledLines) {
    let correlation = states.correlation().map_or("undefined".to_owned(), |value| format!("{value:.4}"));
    let [h, distance, error] =
        [states.mean_h(), states.mean_distance(), states.mean_error()].map(|mean| format!("{mean:.3}"));
    lines
        .add(about, &format!("mean h {h}   mean distance {distance}   mean error {error}   correlation {correlation}"));
    let (h, distance) = (states.max_h(), states.max_distance);
    lines.add("", &format!("maximum h {h}   maximum distance {distance}"));
    lines.add("exact", &format!("{} of {of}", percent(states.exact, states.states)));
}

fn sampled(sample: &SampleResult, lines: &mut LabelledLines) {
    let mean = &sample.mean;
    let boards = grouped(mean.boards);
    let (value, error) = (mean.mean(), mean.standard_error());
    lines.add("mean h", &format!("{value:.3} over {boards} random boards, standard error {error:.3}"));
    if let Some(published) = sample.published {
        let doubt = if published.verified { "" } else { ", quoted from memory" };
        lines.add("published", &format!("{} over {} random boards{doubt}", published.value, grouped(published.boards)));
        lines.add("", published.source);
    }
    if let Some(apart) = sample.deviation() {
        let side = if apart < 0.0 { "below" } else { "above" };
        lines.add("", &format!("the measured mean is {:.1} standard errors of both samples {side}", apart.abs()));
    }
    if sample.fair.states > 0 {
        statistics("solved", &sample.fair, "the random boards solved", lines);
    }
}

fn parity(states: &EstimateTally, lines: &mut LabelledLines) {
    match states.parity_mismatches {
        0 => lines.add("parity", "equal to that of the distance in every state"),
        count => {
            lines.add("parity", &format!("different from that of the distance in {}", percent(count, states.states)));
        }
    }
}

fn against(found: &AuditReport, lines: &mut LabelledLines) {
    let Some(other) = &found.against else { return };
    let versus = &found.tally.comparison;
    let seen = if found.is_complete() { "" } else { " in the states examined" };
    lines.add("against", &format!("{} {} {other}{seen}", found.heuristic, versus.dominance()));
    for (what, count, first) in
        [("above", versus.above, &versus.first_above), ("below", versus.below, &versus.first_below)]
    {
        let example = first.as_ref().map_or(String::new(), |first| {
            format!(", first with h {} against {}: {}", first.h, first.other, first.board)
        });
        lines.add("", &format!("{what} in {} states{example}", grouped(count)));
    }
    lines.add("", &format!("equal in {} states", grouped(versus.equal)));
}

/// An edge as the board before it and the move.
fn written(edge: &Edge) -> String {
    let direction = edge.direction().map_or(String::new(), |direction| format!(" by {direction}"));
    format!("{}{direction}", edge.board)
}

fn percent(count: u64, of: u64) -> String {
    format!("{:.2} %", 100.0 * count as f64 / of.max(1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilebench_runner::catalog::audit::{AuditExtent, AuditPlan, EstimateDecrease, Overestimate, StepDefect, audit};
    use tilebench_runner::catalog::{HeuristicSpec, Metric, StopFlag, Tables, UNIT};

    /// An audit of the 3-puzzle, into which faults are written that no listed heuristic has.
    fn faulty() -> AuditReport {
        let goal = Goal::BlankFirst.board("2x2".parse().unwrap()).unwrap();
        let mut plan = AuditPlan {
            cost_model: &UNIT,
            metric: Metric::Single,
            extent: AuditExtent::All,
            tables: &Tables::in_memory(),
            stop: &StopFlag::new(),
            bytes: u64::MAX,
            progress: &mut |_| {},
        };
        let mut found = audit(&HeuristicSpec::new("manhattan").unwrap(), None, &goal, &mut plan).unwrap();
        let next = found.goal.clone();
        let board = Board::parse("1 0 2 3", None).unwrap();
        let (estimates, edges) = (&mut found.tally.estimates, &mut found.tally.edges);
        (estimates.overestimates, estimates.max_overestimate) = (3, 4);
        estimates.nearest_overestimate = Some(Overestimate { board: board.clone(), h: 3, distance: 1 });
        edges.inconsistent = 2;
        let edge = Edge { board, next };
        edges.largest_decrease = Some(EstimateDecrease { edge: edge.clone(), cost: 1, before: 3, after: 0 });
        edges.defects = 1;
        edges.first_defect = Some(StepDefect { edge, stepped: 1, recomputed: 0 });
        found.goal_estimate = 5;
        found
    }

    #[test]
    fn faults_are_printed_with_their_count_and_an_example() {
        let text = audit_text(&faulty(), &Goal::BlankFirst, 1);
        let expected = "\
manhattan on 2x2, goal blank-first: all 12 states
admissible   refuted: 3 states (25.00 %) overestimate, by at most 4 (declared admissible)
             nearest state: h 3 at distance 1: 1 0 2 3
              1  .
              2  3
consistent   refuted: 2 of 24 edges fall by more than 1, by at most 3 (declared consistent)
             from h 3 to 0: 1 0 2 3 by L
              1  .
              2  3
steps        DEFECT: differ from recomputation on 1 of 24 edges
             h 1 stepped, 0 recomputed: 1 0 2 3 by L
goal         DEFECT: h(goal) is 5, not 0
";
        assert!(text.starts_with(expected), "{text}");
    }

    #[test]
    fn a_goal_with_h_above_0_refutes_consistency_without_an_edge() {
        let mut found = faulty();
        found.tally.edges.largest_decrease = None;
        let text = audit_text(&found, &Goal::BlankFirst, 1);
        assert!(text.contains("consistent   refuted: h(goal) is not 0 (declared consistent)\n"), "{text}");
    }
}
