//! An audit as JSON.

use serde_json::{Map, Value, json};
use tilebench_runner::catalog::Termination;
use tilebench_runner::catalog::audit::{
    AuditReport, Edge, EstimateDifference, EstimateTally, SampleResult, SolvedCount,
};

/// Everything that was counted.
pub(super) fn audit_json(found: &AuditReport) -> Value {
    let (states, edges) = (&found.tally.estimates, &found.tally.edges);
    let nearest = states
        .nearest_overestimate
        .as_ref()
        .map(|over| json!({ "board": over.board.to_string(), "h": over.h, "distance": over.distance }));
    let fall = edges
        .largest_decrease
        .as_ref()
        .map(|fall| with(edge(&fall.edge), json!({ "before": fall.before, "after": fall.after })));
    let defect = edges
        .first_defect
        .as_ref()
        .map(|defect| with(edge(&defect.edge), json!({ "stepped": defect.stepped, "recomputed": defect.recomputed })));
    json!({
        "heuristic": found.heuristic,
        "rows": found.goal.size().rows(),
        "cols": found.goal.size().cols(),
        "goal": found.goal.to_string(),
        "complete": found.is_complete(),
        "stopped": found.stopped.map(ending),
        "sound": found.is_sound(),
        "goal_estimate": found.goal_estimate,
        "admissible": {
            "declared": found.declared.admissible,
            "verdict": found.admissible().to_string(),
            "overestimates": states.overestimates,
            "most_over": states.max_overestimate,
            "nearest_over": nearest,
        },
        "consistent": {
            "declared": found.declared.consistent,
            "verdict": found.consistent().to_string(),
            "edges": edges.edges,
            "inconsistent": edges.inconsistent,
            "most_fall": edges.max_decrease(),
            "greatest_fall": fall,
        },
        "steps": { "defects": edges.defects, "first_defect": defect },
        "states": estimates(states),
        "against": against(found),
        "sample": found.sample.as_ref().map(sample),
    })
}

fn estimates(states: &EstimateTally) -> Value {
    let histogram: Map<String, Value> =
        states.histogram.iter().map(|(h, count)| (h.to_string(), json!(count))).collect();
    json!({
        "states": states.states,
        "exact": states.exact,
        "parity_mismatches": states.parity_mismatches,
        "mean_h": states.mean_h(),
        "mean_distance": states.mean_distance(),
        "mean_error": states.mean_error(),
        "correlation": states.correlation(),
        "most_h": states.max_h(),
        "most_distance": states.max_distance,
        "h_sum": whole(states.h_sum),
        "h_squares": whole(states.h_squares),
        "distance_sum": whole(states.distance_sum),
        "distance_squares": whole(states.distance_squares),
        "products": whole(states.products),
        "histogram": histogram,
    })
}

fn against(found: &AuditReport) -> Value {
    let versus = &found.tally.comparison;
    let example = |difference: &EstimateDifference| json!({ "board": difference.board.to_string(), "h": difference.h, "other": difference.other });
    match &found.against {
        None => Value::Null,
        Some(other) => json!({
            "heuristic": other,
            "relation": versus.dominance().to_string(),
            "above": versus.above,
            "equal": versus.equal,
            "below": versus.below,
            "first_above": versus.first_above.as_ref().map(example),
            "first_below": versus.first_below.as_ref().map(example),
        }),
    }
}

fn sample(sample: &SampleResult) -> Value {
    let solved = |solved: SolvedCount| json!({ "asked": solved.requested, "solved": solved.solved });
    let published = sample.published.map(|mean| {
        json!({
            "mean": mean.value,
            "boards": mean.boards,
            "source": mean.source,
            "verified": mean.verified,
            "deviation": sample.deviation(),
        })
    });
    json!({
        "reference": sample.reference,
        "walks": solved(sample.walks),
        "random": solved(sample.random),
        "fair": estimates(&sample.fair),
        "mean": {
            "boards": sample.mean.boards,
            "mean_h": sample.mean.mean(),
            "standard_error": sample.mean.standard_error(),
        },
        "published": published,
    })
}

fn edge(edge: &Edge) -> Value {
    json!({
        "board": edge.board.to_string(),
        "move": edge.direction().map(|direction| direction.to_string()),
        "next": edge.next.to_string(),
    })
}

/// One object of two.
fn with(mut first: Value, second: Value) -> Value {
    if let (Value::Object(first), Value::Object(second)) = (&mut first, second) {
        first.extend(second);
    }
    first
}

/// A sum as a number, or as text if it exceeds 64 bits, which only that of a broken heuristic does.
fn whole(sum: u128) -> Value {
    u64::try_from(sum).map_or_else(|_| Value::from(sum.to_string()), Value::from)
}

/// Why an audit was stopped.
pub(super) fn ending(end: Termination) -> &'static str {
    match end {
        Termination::MemoryLimit => "memory-limit",
        Termination::TimeLimit => "time-limit",
        _ => "cancelled",
    }
}
