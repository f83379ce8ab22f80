//! The sentences on made-up folders.

use tilebench_record::{Machine, Manifest, Proof, Run, Status};

use super::sentence_rule::Subject as _;
use super::*;
use crate::fixture;

/// A configuration: its name, its proof, its nodes on instance 1, and its cost / 10.
type MadeUp = (&'static str, Proof, u64, u32);

const OPTIMAL: [MadeUp; 2] = [("A", Proof::Optimal, 1000, 10), ("B", Proof::Optimal, 3000, 10)];
const BOUNDED: [MadeUp; 2] = [("W1", Proof::Bounded, 100, 12), ("W2", Proof::Bounded, 50, 15)];

/// Runs of `configurations` on instances 1 to `instances`, all solved; the nodes vary by configuration and instance.
fn runs(configurations: &[MadeUp], instances: u64) -> Vec<Run> {
    let run = |&(name, proof, nodes, cost): &MadeUp, instance: u64| Run {
        run_id: format!("{name}-{instance}"),
        set: "s".into(),
        instance: instance.to_string(),
        solver: name.into(),
        status: Status::Solved,
        proof,
        length: Some(10 * cost / 10 * 4),
        optimal: Some(40),
        generated: Some(nodes * instance + (nodes * instance * 7) % 13),
        wall_s: nodes as f64 * 1e-6 * instance as f64,
        time_limit_s: Some(60.0),
        ..Run::default()
    };
    configurations.iter().flat_map(|one| (1..=instances).map(move |instance| run(one, instance))).collect()
}

fn findings(runs: Vec<Run>) -> Findings {
    of(&ExperimentData::arrange(runs, None))
}

fn of(experiment: &ExperimentData) -> Findings {
    Findings::new(experiment, &Results::new(experiment, None).unwrap())
}

/// The names of the rules of all sentences, in their order.
fn rules(findings: &Findings) -> Vec<&'static str> {
    findings.answer.iter().chain(&findings.others).map(|finding| finding.rule).collect()
}

fn sentence(findings: &Findings, rule: &str) -> String {
    let all = findings.answer.iter().chain(&findings.others);
    let found = all.into_iter().find(|finding| finding.rule == rule);
    found.unwrap_or_else(|| panic!("there is no '{rule}' in {findings:?}")).sentence()
}

/// Stops the runs of `solver` on the instances from `first` on.
fn stop(runs: &mut [Run], solver: &str, first: u64) {
    for run in runs.iter_mut().filter(|run| run.solver == solver && run.instance.parse::<u64>().unwrap() >= first) {
        (run.status, run.proof, run.length) = (Status::TimeLimit, Proof::None, None);
    }
}

#[test]
fn every_sentence_on_an_effect_has_its_interval_and_its_number_of_instances() {
    let all: Vec<MadeUp> = OPTIMAL.into_iter().chain(BOUNDED).collect();
    let findings = findings(runs(&all, 20));
    let expected = [
        "fewest nodes",
        "least time",
        "undominated",
        "fewest nodes",
        "least time",
        "cheapest",
        "all undominated",
        "weaker guarantee",
    ];
    let mut sorted = rules(&findings);
    sorted.sort_unstable();
    let mut wanted = expected;
    wanted.sort_unstable();
    assert_eq!(sorted, wanted);
    assert_eq!(findings.answer.len(), MAX_SENTENCES);
    for rule in ["fewest nodes", "least time", "cheapest", "weaker guarantee"] {
        let text = sentence(&findings, rule);
        assert!(text.contains(" [") && text.contains(" to ") && text.contains("n = 20"), "{text}");
    }
    let fewest = sentence(&findings, "fewest nodes");
    assert!(fewest.starts_with("Optimal: A generated the fewest nodes of 2 configurations; B, the next, "), "{fewest}");
    assert!(sentence(&findings, "undominated").ends_with("all 2 solved: A."));
    let weaker = sentence(&findings, "weaker guarantee");
    assert!(
        weaker.contains("A (optimal) generated") && weaker.contains("the nodes of W2 (within w, n = 20)"),
        "{weaker}"
    );
    assert!(
        weaker.contains("; the solutions of W2 cost 1.50 [1.50 to 1.50] times the optimal cost (n = 20)."),
        "{weaker}"
    );
    assert!(sentence(&findings, "cheapest").contains("W1 found the cheapest solutions, on average 1.20 "));
}

#[test]
fn without_known_least_costs_lengths_are_compared_and_every_measure_decides_who_is_dominated() {
    let mut unknown = runs(&BOUNDED, 20);
    for run in &mut unknown {
        run.optimal = None;
    }
    let findings = findings(unknown);
    let text = sentence(&findings, "shortest");
    assert!(
        text.contains("W1 found the shortest solutions; those of W2, the next, are 1.25 [1.25 to 1.25] times"),
        "{text}"
    );
    let text = sentence(&findings, "all undominated");
    assert!(text.contains("none of the 2 configurations dominates another in cost, nodes and time"), "{text}");
}

#[test]
fn equal_configurations_show_no_difference() {
    let mut twins = runs(&[OPTIMAL[0], ("C", Proof::Optimal, 1000, 10)], 20);
    for (place, run) in twins.iter_mut().enumerate().filter(|(place, _)| *place < 20) {
        let factor = if place % 2 == 0 { 2 } else { 1 };
        run.generated = run.generated.map(|nodes| nodes * factor / (1 + u64::from(place % 4 == 1)));
    }
    let findings = findings(twins);
    assert!(rules(&findings).contains(&"no difference in nodes"), "{findings:?}");
    assert!(!rules(&findings).contains(&"fewest nodes"));
}

#[test]
fn nothing_is_concluded_from_few_instances() {
    let findings = findings(runs(&OPTIMAL, 9));
    assert_eq!(rules(&findings), ["too few instances"]);
    assert_eq!(
        findings.answer[0].sentence(),
        "Optimal: nothing is concluded about nodes and time, since all of A and B solved only 9 instances in common; 10 are \
         needed."
    );
    assert!(findings.warnings.iter().any(|warning| warning.starts_with("Few common instances on s")));
}

#[test]
fn a_configuration_that_was_stopped_is_named_and_not_ranked() {
    let all = [OPTIMAL[0], OPTIMAL[1], ("C", Proof::Optimal, 10, 10)];
    let mut stopped = runs(&all, 20);
    stop(&mut stopped, "C", 11);
    let findings = findings(stopped);
    let text = sentence(&findings, "stopped");
    assert!(text.contains("C (10/20), which solved less than 95 % of 20 instances"), "{text}");
    let fewest = sentence(&findings, "fewest nodes");
    assert!(
        fewest.contains("A generated the fewest nodes of 2 configurations; B"),
        "C has fewer, but was stopped: {fewest}"
    );
    assert!(!rules(&findings).contains(&"most solved"), "A and B solved all");
}

#[test]
fn the_configuration_that_solved_the_most_instances_is_named_with_the_next() {
    let mut stopped = runs(&OPTIMAL, 20);
    stop(&mut stopped, "B", 15);
    assert_eq!(
        sentence(&findings(stopped.clone()), "most solved"),
        "Solved: under equal limits, A solved the most instances: 20 of 20, 100 % [84 % to 100 %]; B, the next, solved 14 of \
         20, 70 % [48 % to 85 %]."
    );
    stop(&mut stopped, "A", 15);
    assert!(!rules(&findings(stopped)).contains(&"most solved"), "both solved the same number");
}

/// Two algorithms with three weights each.
fn weighted_runs() -> Vec<Run> {
    let all: [MadeUp; 6] = [
        ("wastar w=1.5", Proof::Bounded, 900, 11),
        ("wastar w=2", Proof::Bounded, 300, 13),
        ("wastar w=5", Proof::Bounded, 90, 20),
        ("ees w=1.5", Proof::Bounded, 1500, 10),
        ("ees w=2", Proof::Bounded, 100, 12),
        ("ees w=5", Proof::Bounded, 200, 18),
    ];
    let mut runs = runs(&all, 20);
    for run in &mut runs {
        let (algorithm, weight) = run.solver.split_once(" w=").unwrap();
        (run.algorithm, run.weight) = (algorithm.to_owned(), weight.to_owned());
    }
    runs
}

#[test]
fn the_effect_of_the_weight_and_the_best_configuration_of_each_weight_come_first() {
    let findings = findings(weighted_runs());
    let effect = findings.answer[0].sentence();
    assert!(effect.starts_with("Weight: wastar w=1.5 generated "), "{effect}");
    assert!(
        effect.contains(" times the nodes of wastar w=5 (n = 20); the solutions cost 1.10 and 2.00 times"),
        "{effect}"
    );
    let best = sentence(&findings, "fewest nodes by weight");
    assert!(
        best.contains(
            "cost: w = 1.5 wastar (1.10), w = 2 ees (1.20), w = 5 wastar (2.00) (geometric means of nodes, n = 20"
        ),
        "{best}"
    );
    let same = weighted_runs().into_iter().filter(|run| run.weight == "2").collect();
    assert!(!rules(&self::findings(same)).contains(&"fewest nodes by weight"), "one weight has no effect");
}

#[test]
fn anytime_searches_are_compared_by_first_solutions_integrals_and_bounds() {
    let mut experiment = ExperimentData::arrange(runs(&BOUNDED, 20), None);
    let [first, second] = &mut experiment.sets[0].configurations[..] else { panic!("two configurations") };
    for (configuration, seconds, share) in [(first, 0.001, 0.9), (second, 0.002, 0.95)] {
        for run in &mut configuration.runs {
            run.anytime = Some(Box::new(crate::run::AnytimeFacts {
                first_solution_s: Some(seconds),
                primal_integral_s: Some(10.0 * seconds),
                solutions: 3,
                proved_share: Some(share),
            }));
        }
    }
    let findings = of(&experiment);
    let first = sentence(&findings, "earliest first solution");
    assert!(
        first.contains("W1 found a first solution earliest, after 1.00 ms") && first.contains("W2, the next"),
        "{first}"
    );
    assert!(sentence(&findings, "smallest primal integral").contains("that of W2, the next, is 20.0 ms"));
    let bound = sentence(&findings, "best proved bound");
    assert!(
        bound.contains(
            "W2 proved the best bound, on average 0.950 of the optimal cost; W1, the next, 0.900 (means, n = 20"
        ),
        "{bound}"
    );
    let results = Results::new(&experiment, None).unwrap();
    let anytime = AnytimeFacts::new(&experiment.sets[0], &results).unwrap();
    for template in rules::ANYTIME_RULES.iter().map(|rule| rule.template) {
        assert!(!sentence_rule::filled(template, |name| anytime.field(name)).contains(['{', '}']), "{template}");
    }
    experiment.sets[0].configurations.pop();
    assert!(AnytimeFacts::new(&experiment.sets[0], &results).is_none(), "nothing to compare with");
}

#[test]
fn every_field_of_every_template_exists() {
    let all: Vec<MadeUp> = OPTIMAL.into_iter().chain(BOUNDED).collect();
    let experiment = ExperimentData::arrange(runs(&all, 20), None);
    let (set, results) = (&experiment.sets[0], Results::new(&experiment, None).unwrap());
    let group = |(guarantee, group): (Proof, Vec<_>)| GroupFacts::new(set, guarantee, &group, &results);
    let groups: Vec<GroupFacts> = guarantees::groups(set).into_iter().map(group).collect();
    let weaker = &WeakerFacts::all(set, &groups)[0];
    let of_set = SetFacts::new(set, &groups);
    for template in rules::GROUP_RULES.iter().map(|rule| rule.template) {
        assert!(!sentence_rule::filled(template, |name| groups[1].field(name)).contains(['{', '}']), "{template}");
    }
    for template in rules::WEAKER_RULES.iter().map(|rule| rule.template) {
        assert!(!sentence_rule::filled(template, |name| weaker.field(name)).contains(['{', '}']), "{template}");
    }
    for template in rules::SET_RULES.iter().map(|rule| rule.template) {
        assert!(!sentence_rule::filled(template, |name| of_set.field(name)).contains(['{', '}']), "{template}");
    }
}

#[test]
fn an_instance_that_a_compared_configuration_did_not_solve_is_stated() {
    let mut stopped = runs(&OPTIMAL, 20);
    stop(&mut stopped, "B", 20);
    let text = sentence(&findings(stopped), "harder instances left out");
    assert!(text.starts_with("Left out: ratios leave out up to 1 of 20 instances, which a compared"), "{text}");
}

#[test]
fn nothing_is_concluded_from_runs_that_were_stopped_under_different_limits() {
    let mut unequal = runs(&OPTIMAL, 20);
    stop(&mut unequal, "B", 20);
    for run in unequal.iter_mut().filter(|run| run.solver == "B") {
        run.time_limit_s = Some(1.0);
    }
    let unfair = findings(unequal);
    assert_eq!(rules(&unfair), ["unequal limits"]);
    assert!(unfair.warnings[0].starts_with("Limits differ on s: "), "{:?}", unfair.warnings);
    let mut solved = runs(&OPTIMAL, 20);
    solved[0].time_limit_s = Some(1.0);
    assert!(rules(&findings(solved)).contains(&"fewest nodes"), "no run was stopped");
}

#[test]
fn a_single_configuration_and_a_single_instance_have_fewer_sentences() {
    let one = findings(runs(&OPTIMAL[..1], 20));
    assert_eq!(rules(&one), ["only one"]);
    let text = one.answer[0].sentence();
    assert!(text.starts_with("Optimal: A alone has this guarantee; it solved 20/20 instances and generated"), "{text}");
    assert!(text.contains(" [") && text.ends_with("(geometric mean, n = 20)."), "{text}");
    assert!(one.table.is_some_and(|table| table.columns.iter().all(|column| column.title != "nodes ratio")));
    assert_eq!(rules(&findings(runs(&OPTIMAL[..1], 1))), ["only one, truncated"]);
    assert_eq!(rules(&findings(runs(&OPTIMAL, 1))), ["too few instances"]);
    assert!(rules(&findings(Vec::new())).is_empty());
}

#[test]
fn without_a_solved_run_nothing_is_compared() {
    let mut none = runs(&OPTIMAL, 20);
    stop(&mut none, "A", 0);
    stop(&mut none, "B", 0);
    let none = findings(none);
    assert_eq!(rules(&none), ["stopped"]);
    assert!(none.table.is_none() && none.facts.iter().any(|fact| fact.contains("No run solved its instance")));
}

#[test]
fn warnings_of_times_repeats_and_hard_instances_come_after_those_of_limits() {
    let mut repeated = runs(&OPTIMAL, 20);
    let again =
        |run: &Run| Run { run_id: format!("{}-2", run.run_id), repeat: 2, wall_s: run.wall_s * 2.0, ..run.clone() };
    let second: Vec<Run> = repeated.iter().map(again).collect();
    repeated.extend(second);
    repeated[0].status = Status::NodeLimit;
    // Five of the instances are harder by far.
    for run in repeated.iter_mut().filter(|run| run.instance.len() == 1 && *run.instance > *"4") {
        run.generated = run.generated.map(|generated| 1000 * generated);
    }
    let drifted = "Times drifted.";
    let mut manifest = Manifest { warnings: vec![drifted.into()], question: "Why?".into(), ..fixture::manifest() };
    manifest.other_machines.push(Machine { cpu: Some("another".into()), ..manifest.machine.clone() });
    let findings = of(&ExperimentData::arrange(repeated, Some(manifest)));
    let place = |start: &str| {
        let found = findings.warnings.iter().position(|warning| warning.starts_with(start));
        found.unwrap_or_else(|| panic!("no warning begins with '{start}': {:?}", findings.warnings))
    };
    let machines = "Times are of 2 kinds of machines: compare counts, not times.";
    let order = [
        "Mixed repeats: A",
        machines,
        drifted,
        "Repeats differ in time by more than 20 %",
        "The five hardest instances",
    ];
    assert!(order.map(place).is_sorted(), "{:?}", findings.warnings);
    let lines = findings.lines();
    assert_eq!(lines[0], "Why?");
    assert!(lines[1].starts_with("- Optimal: "), "{lines:?}");
    assert!(lines.iter().any(|line| line == "Warning: Times drifted."), "{lines:?}");
}

#[test]
fn a_set_without_the_baseline_has_a_reference_of_its_own() {
    let mut other = runs(&BOUNDED, 20);
    for run in &mut other {
        (run.set, run.run_id) = ("t".into(), format!("t-{}", run.run_id));
    }
    let mut both = runs(&OPTIMAL, 20);
    both.extend(other);
    let findings = findings(both);
    let table = findings.table.as_ref().unwrap();
    let ratios = table.columns.iter().position(|column| column.title == "nodes ratio").unwrap();
    let texts: Vec<&str> = table.rows.iter().map(|row| row[ratios].text.as_str()).collect();
    assert_eq!((texts[0], texts[2]), ("1", "1"), "{texts:?}");
    assert!(texts[1].starts_with("3.0") && texts[3].starts_with("0.5"), "{texts:?}");
    assert!(findings.answer.iter().any(|finding| finding.subject == "t, within w"), "{:?}", findings.answer);
}
