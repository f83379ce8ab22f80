//! Charts of the runs that match a filter: the values of n.

use super::*;
use crate::{PlotRequest, plot};

/// The title and remarks of a profile of nodes of the small experiment, with this filter.
fn profile(filter: &str) -> (String, Vec<String>) {
    let (_guard, dir) = folder(&fixture::runs(), Some(&fixture::manifest()));
    let out = dir.join("chart.svg");
    let request = PlotRequest {
        kind: "profile".into(),
        set: Some("korf100".into()),
        filter: Some(filter.into()),
        out: Some(out.clone()),
        ..PlotRequest::default()
    };
    let plotted = plot(&dir, &request).unwrap();
    (words(&fs::read_to_string(out).unwrap()), plotted.left_out)
}

#[test]
fn a_condition_on_outcomes_keeps_every_run_in_n_and_one_on_configurations_does_not() {
    let (svg, left_out) = profile("status == \"solved\" && algorithm != \"idastar\"");
    assert!(svg.contains("A* manhattan (3/4)") && svg.contains("WA* w=1.5 manhattan (3/4)"), "{svg}");
    assert!(svg.contains("6 of 8 runs solved and meet the condition on outcomes."), "{svg}");
    assert!(!svg.contains("IDA*"), "{svg}");
    // The remaining run of the other set solved its instance.
    let expected = [
        "The filter excludes 5 runs.",
        "The condition on outcomes holds for 7 of 9 runs. The others remain in n and count as not solved.",
        "The configurations are shown with different instances of korf100 (3 each): compare shares of n, but not means, \
         medians or boxes.",
    ];
    assert_eq!(left_out, expected);
    let (svg, left_out) = profile("instance <= 2");
    assert!(svg.contains("A* manhattan (2/2)") && svg.contains("6 of 6 runs solved."), "{svg}");
    assert!(!left_out.iter().any(|note| note.contains("different instances")), "{left_out:?}");
}

#[test]
fn a_filter_that_matches_no_run_is_refused_although_its_runs_would_count_in_n() {
    let (_guard, dir) = folder(&fixture::runs(), Some(&fixture::manifest()));
    let request =
        PlotRequest { kind: "profile".into(), filter: Some("length > 5000".into()), ..PlotRequest::default() };
    let error = plot(&dir, &request).unwrap_err().to_string();
    assert_eq!(error, "the filter length > 5000 matches none of 14 runs");
}
