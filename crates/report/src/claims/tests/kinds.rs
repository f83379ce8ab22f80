//! The rules by which claims are judged, each with a correct and a wrong number.

use tilebench_record::{Folder, Proof, Run, Status};

use super::*;

/// The number of instances. `right` needs n nodes and 2n moves on instance n, `twice` twice the nodes.
const INSTANCES: u32 = 120;

const PART: &str = "name = 'made-up'\ntitle = 'Made up'\nabout = 'Nothing is true.'\n\
                    [[part]]\nname = 'T'\nsource = 'made-up source'\nhere = 'It is nothing here.'\nexperiments = ['e']\n";

fn planned() -> Plans {
    let of = |solver: &'static str| {
        (1..=INSTANCES).map(move |instance| RunDescription {
            id: format!("{solver} {instance}"),
            solver: solver.into(),
            set: "s".into(),
            instance: instance.to_string(),
            optimal: None,
        })
    };
    Plans::from([("e".to_owned(), of("right").chain(of("twice")).collect())])
}

/// Writes the runs on the first `instances`; `change` can modify a run.
fn write(place: &Path, instances: u32, change: &dyn Fn(&mut Run)) {
    let folder = Folder::open_or_create(&place.join("e")).unwrap();
    let mut appender = folder.appender().unwrap();
    for (solver, factor) in [("right", 1), ("twice", 2)] {
        for instance in 1..=instances {
            let mut run = Run {
                run_id: format!("{solver} {instance}"),
                solver: solver.into(),
                set: "s".into(),
                instance: instance.to_string(),
                status: Status::Solved,
                rows: Some(2),
                cols: Some(2),
                length: Some(2 * instance),
                generated: Some(u64::from(factor * instance)),
                ..Run::default()
            };
            change(&mut run);
            appender.append(&run, &[]).unwrap();
        }
    }
}

/// The columns of the set: the nodes of `right`, and the same with a misprint for instance 7.
fn columns(set: &str, column: &str) -> anyhow::Result<Vec<(String, u64)>> {
    anyhow::ensure!(set == "s", "unknown set {set}");
    let printed = |instance: u32| if column == "printed" && instance == 7 { 70 } else { u64::from(instance) };
    Ok((1..=INSTANCES).map(|instance| (instance.to_string(), printed(instance))).collect())
}

fn verdict(instances: u32, change: &dyn Fn(&mut Run), keys: &str) -> JudgedClaim {
    let place = tempfile::tempdir().unwrap();
    write(place.path(), instances, change);
    let text = format!("{PART}[[part.claim]]\nclaim = 'c'\nexperiment = 'e'\nwhy = 'y'\n{keys}\n");
    let evidence = Evidence { plans: &planned(), columns: &columns, results: place.path() };
    judge(ClaimFile::parse(&text, "x.toml").unwrap(), &evidence).unwrap().judged[0][0].clone()
}

const EACH: &str =
    "kind = 'exact'\nof = { solver = 'right', set = 's' }\nquantity = 'each generated'\ncolumn = 'nodes'";
const TWICE: &str =
    "kind = 'exact'\nof = { solver = 'twice', set = 's' }\nquantity = 'each generated'\ncolumn = 'nodes'";
const PRINTED: &str = "kind = 'exact'\nof = { solver = 'right', set = 's' }\nquantity = 'each generated'\n\
                       column = 'printed'\ncorrection = { column = 'nodes', evidence = 'counted' }";

#[test]
fn a_column_is_exact_and_a_wrong_count_of_the_solver_differs() {
    let right = verdict(INSTANCES, &|_| (), EACH);
    assert_eq!(
        (right.verdict, right.measured.as_str(), right.as_expected),
        (ClaimVerdict::Agrees, "120 of 120 equal", true)
    );
    let planted = verdict(
        INSTANCES,
        &|run| run.generated = run.generated.map(|generated| generated + u64::from(run.instance == "9")),
        EACH,
    );
    assert_eq!((planted.verdict, planted.as_expected), (ClaimVerdict::Differs, false));
    assert_eq!(planted.measured, "119 of 120 equal (9: 10 for 9)");
    assert_eq!(verdict(INSTANCES, &|_| (), TWICE).differing.len(), 120);
}

#[test]
fn a_part_of_a_column_is_judged_over_the_recorded_runs_without_stopped_ones() {
    let part = verdict(12, &|_| (), EACH);
    assert_eq!((part.verdict, part.runs), (ClaimVerdict::Agrees, 12));
    assert_eq!(part.measured, "12 of 12 equal, 108 not run");
    let stop = |run: &mut Run| {
        if run.instance == "9" {
            run.status = Status::TimeLimit;
        }
    };
    assert_eq!(verdict(12, &stop, EACH).measured, "11 of 11 equal, 1 stopped at a limit, 108 not run");
    let crash = |run: &mut Run| {
        if run.instance == "9" {
            run.status = Status::Crashed;
        }
    };
    let crashed = verdict(12, &crash, EACH);
    assert_eq!(
        (crashed.verdict, crashed.measured.as_str()),
        (ClaimVerdict::Differs, "11 of 12 equal (9: crashed for 9), 108 not run")
    );
    assert_eq!(verdict(0, &|_| (), EACH).verdict, ClaimVerdict::NotRun);
}

#[test]
fn a_misprint_is_refuted_only_if_the_runs_give_the_correction() {
    let refuted = verdict(INSTANCES, &|_| (), PRINTED);
    assert_eq!((refuted.verdict, refuted.as_expected), (ClaimVerdict::Refuted, true));
    assert_eq!(refuted.measured, "119 of 120 equal (7: 7 for 70)");
    let wrong = verdict(
        INSTANCES,
        &|run| run.generated = run.generated.map(|generated| generated + u64::from(run.instance == "9")),
        PRINTED,
    );
    assert_eq!((wrong.verdict, wrong.as_expected), (ClaimVerdict::Differs, false));
    let sum = "kind = 'exact'\nof = { solver = 'right' }\nquantity = 'sum generated'\nvalue = 7323\n\
               correction = { value = 7260, evidence = 'counted' }";
    assert_eq!(verdict(INSTANCES, &|_| (), sum).verdict, ClaimVerdict::Refuted);
    assert_eq!(verdict(INSTANCES, &|_| (), &sum.replace("7260", "7261")).verdict, ClaimVerdict::Differs);
}

#[test]
fn a_wrong_number_differs_and_a_sum_over_a_part_is_not_judged() {
    let sum = "kind = 'exact'\nof = { solver = 'right' }\nquantity = 'sum generated'\nvalue = ";
    assert_eq!(verdict(INSTANCES, &|_| (), &format!("{sum}7260")).verdict, ClaimVerdict::Agrees);
    let planted = verdict(INSTANCES, &|_| (), &format!("{sum}7261"));
    assert_eq!((planted.verdict, planted.as_expected), (ClaimVerdict::Differs, false));
    let part = verdict(119, &|_| (), &format!("{sum}7260"));
    assert_eq!((part.verdict, part.measured.as_str()), (ClaimVerdict::NotRun, "7,140 over 119 of 120 runs"));
    // A printed mean equals the measured one to its printed digits.
    let mean = "kind = 'exact'\nof = { solver = 'twice' }\nquantity = 'mean length'\ndigits = 1\nvalue = ";
    assert_eq!(verdict(INSTANCES, &|_| (), &format!("{mean}121.0")).verdict, ClaimVerdict::Agrees);
    assert_eq!(verdict(INSTANCES, &|_| (), &format!("{mean}121.1")).verdict, ClaimVerdict::Differs);
    let counted = "kind = 'exact'\nof = { solver = 'right', length = 14 }\nquantity = 'sum solved'\nvalue = 1";
    assert_eq!(verdict(INSTANCES, &|_| (), counted).verdict, ClaimVerdict::Agrees);
}

#[test]
fn a_mean_over_other_instances_is_within_error_or_differs_and_requires_finished_runs() {
    let mean = |value: &str| {
        format!(
            "kind = 'statistical'\nof = {{ solver = 'right' }}\nquantity = 'mean generated'\nsample = 1000\nvalue = {value}"
        )
    };
    let within = verdict(INSTANCES, &|_| (), &mean("64"));
    assert_eq!(within.verdict, ClaimVerdict::Agrees);
    assert!(within.measured.starts_with("60.500 [54.") && within.measured.ends_with("z = -1.0"), "{}", within.measured);
    assert_eq!(verdict(INSTANCES, &|_| (), &mean("75")).verdict, ClaimVerdict::Differs);
    // A smaller published sample has a larger error.
    assert_eq!(verdict(INSTANCES, &|_| (), &mean("75").replace("1000", "3")).verdict, ClaimVerdict::Agrees);
    assert_eq!(verdict(99, &|_| (), &mean("64")).verdict, ClaimVerdict::NotRun);
    let stop = |run: &mut Run| {
        if run.instance == "9" {
            run.status = Status::NodeLimit;
        }
    };
    let stopped = verdict(INSTANCES, &stop, &mean("64"));
    assert_eq!(
        (stopped.verdict, stopped.measured.as_str()),
        (ClaimVerdict::NotComparable, "1 of 120 runs did not finish")
    );
}

#[test]
fn a_ratio_of_means_on_the_same_instances_has_a_smaller_error_than_either() {
    let ratio = |value: &str| {
        format!(
            "kind = 'statistical'\nof = {{ solver = 'twice' }}\nover = {{ solver = 'right' }}\nquantity = 'mean generated'\n\
             sample = 1000\nvalue = {value}\nover_value = 100"
        )
    };
    let noise = |run: &mut Run| {
        run.generated =
            run.generated.map(|generated| generated + u64::from(run.solver == "twice" && run.instance.ends_with('3')));
    };
    assert_eq!(verdict(INSTANCES, &noise, &ratio("200.2")).verdict, ClaimVerdict::Agrees);
    assert_eq!(verdict(INSTANCES, &noise, &ratio("210")).verdict, ClaimVerdict::Differs);
}

#[test]
fn context_is_shown_and_not_judged() {
    let shown = verdict(INSTANCES, &|_| (), &TWICE.replace("exact", "context"));
    assert_eq!(
        (shown.verdict, shown.measured.as_str()),
        (ClaimVerdict::NotComparable, "0 of 120 equal, 2.000 times in total")
    );
    assert!(shown.differing.is_empty(), "context need not be equal, so no instance is listed");
    let memory = verdict(
        INSTANCES,
        &|_| (),
        "kind = 'context'\nfrom_memory = true\nof = { solver = 'right' }\nquantity = 'sum generated'\nvalue = 7",
    );
    assert_eq!(
        (memory.verdict, memory.claimed.as_str(), memory.measured.as_str()),
        (ClaimVerdict::NotComparable, "7", "7,260")
    );
}

#[test]
fn a_claim_without_the_values_that_its_rule_requires_is_refused() {
    let wrong = |keys: &str| {
        let text = format!("{PART}[[part.claim]]\nclaim = 'c'\nexperiment = 'e'\nwhy = 'y'\n{keys}\n");
        format!("{:#}", ClaimFile::parse(&text, "x.toml").unwrap_err())
    };
    for (keys, reason) in [
        ("quantity = 'sum length'\nvalue = 1", "'is' is required for a bound"),
        ("quantity = 'sum length'\nkind = 'exact'", "has no number"),
        (
            "quantity = 'each length'\nkind = 'exact'\nvalue = 1",
            "a column and a quantity 'each ...' require each other",
        ),
        ("quantity = 'mean length'\nkind = 'statistical'\nvalue = 1", "'sample' is required for a statistical claim"),
        ("quantity = 'sum length'\nkind = 'statistical'\nvalue = 1\nsample = 3", "its value must be a mean above 0"),
        ("quantity = 'sum length'\nkind = 'exact'\nvalue = 1\nfrom_memory = true", "is quoted from memory"),
        ("quantity = 'each length'\nkind = 'exact'\ncolumn = 'x'", "name its set in 'of'"),
        ("quantity = 'mean eta'\nkind = 'statistical'\nvalue = 1e-19", "'error' is required for a statistical eta"),
        ("quantity = 'mean eta'\nkind = 'exact'\nvalue = 1e-19", "name the weighting of the blank as its set"),
    ] {
        let message = wrong(keys);
        assert!(message.contains(reason) && message.contains("x.toml"), "{message}");
    }
}

#[test]
fn an_eta_is_exact_to_the_printed_digits_and_an_estimate_is_judged_by_both_errors() {
    let place = tempfile::tempdir().unwrap();
    let value = |eta, standard_error| EtaValue { eta, standard_error };
    let record = EtaRecord {
        values: [("exact".to_owned(), value(1.000_963e-19, 0.0)), ("sampled".to_owned(), value(1.86e-20, 4e-23))]
            .into(),
        samples: 1000,
        ..EtaRecord::default()
    };
    record.write(&place.path().join("h")).unwrap();
    assert_eq!(EtaRecord::read(&place.path().join("h")).unwrap().unwrap().values.len(), record.values.len());
    let judged = |set: &str, keys: &str| {
        let text = format!(
            "{PART}[[part.claim]]\nclaim = 'c'\nexperiment = 'h'\nwhy = 'y'\nof = {{ set = '{set}' }}\n\
             quantity = 'mean eta'\n{keys}\n"
        );
        let plans = Plans::from([("h".to_owned(), Vec::new())]);
        let evidence = Evidence { plans: &plans, columns: &columns, results: place.path() };
        let judgement = judge(ClaimFile::parse(&text, "x.toml").unwrap(), &evidence).unwrap();
        assert_eq!((judgement.made["h"], judgement.etas.len()), ((1, 1), 1));
        judgement.judged[0][0].clone()
    };
    for (set, keys, verdict, measured) in [
        ("exact", "kind = 'exact'\nvalue = 1.0010e-19", ClaimVerdict::Agrees, "1.0010e-19"),
        ("exact", "kind = 'exact'\nvalue = 1.0009e-19", ClaimVerdict::Differs, "1.0010e-19"),
        ("exact", "kind = 'exact'\nvalue = 1.000963e-19\ndigits = 6", ClaimVerdict::Agrees, "1.000963e-19"),
        (
            "exact",
            "kind = 'statistical'\nvalue = 9.926e-20\nerror = 4.5e-21",
            ClaimVerdict::Agrees,
            "1.0010e-19 (exact), z = 0.2",
        ),
        (
            "sampled",
            "kind = 'statistical'\nvalue = 1.85e-20\nerror = 3e-23",
            ClaimVerdict::Agrees,
            "1.8600e-20 (standard error 4.0e-23), z = 2.0",
        ),
        (
            "sampled",
            "kind = 'statistical'\nvalue = 1.84e-20\nerror = 3e-23",
            ClaimVerdict::Differs,
            "1.8600e-20 (standard error 4.0e-23), z = 4.0",
        ),
        ("sampled", "kind = 'context'\nvalue = 1.84e-20", ClaimVerdict::NotComparable, "1.8600e-20"),
        ("absent", "kind = 'exact'\nvalue = 1.0010e-19", ClaimVerdict::NotRun, "no such runs"),
    ] {
        let found = judged(set, keys);
        assert_eq!((found.verdict, found.measured.as_str()), (verdict, measured), "{set}: {keys}");
    }
}

#[test]
fn a_run_without_an_optimal_cost_is_judged_by_that_of_its_instance_set() {
    let keys = "kind = 'exact'\nof = { solver = 'right', set = 's' }\nquantity = 'mean suboptimality'\nvalue = 2";
    let place = tempfile::tempdir().unwrap();
    write(place.path(), INSTANCES, &|_| ());
    let text = format!("{PART}[[part.claim]]\nclaim = 'c'\nexperiment = 'e'\nwhy = 'y'\n{keys}\n");
    let mut plans = planned();
    let verdict = |plans: &Plans| {
        let evidence = Evidence { plans, columns: &columns, results: place.path() };
        judge(ClaimFile::parse(&text, "x.toml").unwrap(), &evidence).unwrap().judged[0][0].clone().verdict
    };
    assert_ne!(verdict(&plans), ClaimVerdict::Agrees);
    for planned in plans.values_mut().flatten() {
        planned.optimal = planned.instance.parse().ok();
    }
    assert_eq!(verdict(&plans), ClaimVerdict::Agrees);
}

#[test]
fn a_ratio_over_different_instances_is_not_comparable() {
    let ratio = "kind = 'bound'\nof = { solver = 'right' }\nover = { solver = 'twice' }\n\
                 quantity = 'mean generated-of-solved'\nis = 'less-than'\nvalue = 1\notherwise = 'refuted'";
    let stop = |solvers: &'static [&str]| {
        move |run: &mut Run| {
            if run.instance == "120" && solvers.contains(&run.solver.as_str()) {
                run.status = Status::TimeLimit;
            }
        }
    };
    assert_eq!(verdict(INSTANCES, &|_| (), ratio).verdict, ClaimVerdict::Agrees);
    assert_eq!(verdict(INSTANCES, &stop(&["right", "twice"]), ratio).verdict, ClaimVerdict::Agrees);
    let different = verdict(INSTANCES, &stop(&["right"]), ratio);
    assert_eq!(
        (different.verdict, different.measured.as_str()),
        (ClaimVerdict::NotComparable, "the runs with a value are on different instances")
    );
}

#[test]
fn the_claim_of_an_external_solver_is_no_optimal_cost() {
    let mean = "kind = 'bound'\nof = { solver = 'right' }\nquantity = 'mean suboptimality'\nis = 'at-least'\nvalue = 1\n\
                otherwise = 'refuted'";
    let proved_by = |algorithm: &'static str| {
        move |run: &mut Run| {
            if run.solver == "twice" {
                (run.algorithm, run.proof) = (algorithm.to_owned(), Proof::Optimal);
                run.length = run.length.map(|length| 2 * length);
            }
        }
    };
    let proved = verdict(INSTANCES, &proved_by("idastar"), mean);
    assert_eq!((proved.verdict, proved.measured.as_str()), (ClaimVerdict::Refuted, "0.500"));
    assert_eq!(verdict(INSTANCES, &proved_by("command"), mean).verdict, ClaimVerdict::NotComparable);
}
