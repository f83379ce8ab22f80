//! The page of complete reports: its sections, their order, its single script.

use super::*;

#[test]
fn the_page_has_a_section_of_heuristics_and_names_the_charts_that_do_not_apply() {
    let few = report(fixture::estimates(), Some(fixture::published()));
    let page = text(&few, "index.html");
    let (before, section) = page.split_once("<section id=\"part-heuristics\">").unwrap();
    let (section, _) = section.split_once("</section>").unwrap();
    let (_, verdict) = before.split_once("<section id=\"part-published\">").unwrap();
    let (verdict, _) = verdict.split_once("</section>").unwrap();
    assert!(verdict.contains("First paper &amp; sequel") && verdict.contains("agrees") && verdict.contains("differs"));
    assert!(verdict.contains("Published results: agrees "), "{verdict}");
    assert!(!section.contains("First paper"), "it is stated once");
    assert_eq!(section.matches("not drawn: ").count(), 6, "three kinds on two sets of few instances");
    let many = report(fixture::estimates_of(30), None);
    let page = text(&many, "index.html");
    let (before, section) = page.split_once("<section id=\"part-heuristics\">").unwrap();
    assert!(before.contains("charts/solved-nodes.svg") && !before.contains("charts/h0-"));
    for chart in ["charts/h0-length.svg", "charts/h0-distribution.svg", "charts/h0-nodes.svg"] {
        assert!(section.contains(chart), "{chart}");
    }
}

#[test]
fn the_page_shows_faults_first_loads_no_resource_and_escapes_markup_in_messages() {
    let report = report(fixture::runs(), Some(fixture::manifest()));
    let page = text(&report, "index.html");
    let place = |text: &str| page.find(text).unwrap_or_else(|| panic!("the page has no '{text}'"));
    assert!(place("Unexplained outcomes") < place("How the runs ended"));
    assert!(place("Charts") < place("<h2>Provenance"));
    assert!(page.contains("panicked at &lt;core&gt;: 50% &amp; more"));
    for fetched in [" src=", "@import", "url(", "<link"] {
        assert!(!page.contains(fetched), "the page has '{fetched}'");
    }
}

#[test]
fn the_sections_of_the_page_are_in_the_order_of_reading() {
    let ids = |report: &Report| -> Vec<String> {
        let page = text(report, "index.html");
        page.split("<section id=\"part-")
            .skip(1)
            .filter_map(|part| part.split_once('"'))
            .map(|(id, _)| id.into())
            .collect()
    };
    let mut runs = fixture::estimates();
    runs[0].status = Status::Crashed;
    let expected = [
        "answer",
        "unexplained",
        "published",
        "summary",
        "charts",
        "pairwise",
        "heuristics",
        "detail",
        "runs",
        "methods",
        "provenance",
    ];
    assert_eq!(ids(&report(runs, Some(fixture::published()))), expected);
    assert_eq!(ids(&report(Vec::new(), None)), ["answer", "methods"], "without runs");
}

#[test]
fn the_answer_comes_first_and_everything_but_faults_is_folded_below_the_contents() {
    let warning = "Times drifted: a fixed loop's speed changed.";
    let manifest = Manifest { warnings: vec![warning.into()], ..fixture::manifest() };
    let report = report(fixture::estimates_of(30), Some(manifest));
    let page = text(&report, "index.html");
    let place = |text: &str| page.find(text).unwrap_or_else(|| panic!("the page has no '{text}'"));
    let order = [
        "<p class=\"question\">",
        "data-rule=\"fewest nodes\"",
        "<aside class=\"warnings\"",
        warning,
        "runs solved.",
        "<div class=\"table\" id=\"guarantees\">",
        "charts/heat-map.svg",
        "<nav aria-label=\"Contents\">",
        "<details class=\"part\">",
    ];
    assert!(order.map(place).is_sorted(), "{:?}", order.map(place));
    let parts = page.matches("<section id=\"part-").count();
    assert_eq!(page.matches("<details class=\"part\">").count(), parts - 1, "only the answer is open");
    assert_eq!(page.matches("charts/heat-map.svg").count(), 1, "it is shown once");
}

#[test]
fn probabilities_and_wins_sort_by_their_numbers() {
    let report = report(fixture::estimates_of(30), None);
    let page = text(&report, "index.html");
    let (_, table) = page.split_once("<div class=\"table\" id=\"against\">").unwrap();
    let (table, _) = table.split_once("</table>").unwrap();
    // The weak one solved 3 of 30 instances, each with more nodes than the strong one, and lost all others.
    assert!(table.contains("<td data-sort=\"0\">0/0/30</td>"), "{table}");
    assert!(table.contains("<td data-sort=\"0.00000000186264514923"), "{table}");
    assert!(table.contains("\">2e-9 (4e-9)</td>"), "{table}");
}

#[test]
fn charts_that_the_page_draws_itself_are_included_for_print_and_marked() {
    let drawn = report(fixture::runs(), Some(fixture::manifest()));
    let page = text(&drawn, "index.html");
    for kind in ["solved-time", "solved-nodes", "length", "nodes"] {
        assert_eq!(page.matches(&format!("<figure class=\"printed\" data-live=\"{kind}\">")).count(), 2, "{kind}");
    }
    let heuristics = report(fixture::estimates_of(30), None);
    let page = text(&heuristics, "index.html");
    let (_, section) = page.split_once("<section id=\"part-heuristics\">").unwrap();
    assert!(section.contains("<figure class=\"printed\">") && !section.contains("<figure class=\"printed\" data-live"));
}

#[test]
fn the_page_has_every_run_once_in_its_last_repetition() {
    let mut again = fixture::runs()[0].clone();
    (again.generated, again.message) = (Some(4_711), "</script>repeated".into());
    let mut runs = fixture::runs();
    runs.push(again);
    let (_guard, dir) = folder(&runs, Some(&fixture::manifest()));
    let page = fs::read_to_string(write(&dir).unwrap().index).unwrap();
    let data = |attribute: &str| -> serde_json::Value {
        let (_, data) = page.split_once(&format!("<script type=\"application/json\" {attribute}>")).unwrap();
        serde_json::from_str(data.split_once("</script>").unwrap().0).unwrap()
    };
    assert_eq!(data("id=\"island\"")["runs"], 14);
    assert_eq!(data("data-column=\"generated\"")[0], 4_711);
    assert_eq!(data("data-column=\"message\"")["texts"][0], "</script>repeated");
}

#[test]
fn the_page_runs_its_single_script_only() {
    let report = report(fixture::runs(), Some(fixture::manifest()));
    let page = text(&report, "index.html");
    let (policy, rest) = page.split_once("<style>").unwrap();
    assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
    assert_eq!(rest.matches("<script>").count(), 1);
    assert!(!rest.contains(" style=") && !rest.contains(" onclick"), "the policy would forbid it");
}
