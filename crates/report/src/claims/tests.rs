use std::path::Path;

use tilebench_record::{Folder, Run, Status};

use super::*;

const HEAD: &str = "name = 'made-up'\ntitle = 'Made up'\nabout = 'Nothing is true.'\n\
                    [[part]]\nname = 'P'\nsource = 'made-up source'\nhere = 'It is nothing here.'\nexperiments = ['first']\n";

/// A result folder `first` below `place` with four runs of two configurations.
fn results(place: &Path) {
    let folder = Folder::open_or_create(&place.join("first")).unwrap();
    let mut appender = folder.appender().unwrap();
    for (id, solver, length, generated) in [
        ("1", "a", Some(10), 100),
        ("2", "a", Some(20), 300),
        ("3", "b", Some(12), 1000),
        ("4", "b", None, 3000),
        ("other", "a", Some(99), 5),
    ] {
        let run = Run {
            run_id: id.into(),
            solver: solver.into(),
            instance: id.into(),
            status: if length.is_some() { Status::Solved } else { Status::NodeLimit },
            rows: Some(2),
            cols: Some(2),
            length,
            optimal: Some(10),
            generated: Some(generated),
            ..Run::default()
        };
        appender.append(&run, &[]).unwrap();
    }
}

/// The runs that count: all of them but one that was run with other limits.
fn plans() -> Plans {
    let planned = [("1", "a"), ("2", "a"), ("3", "b"), ("4", "b")].map(|(id, solver)| RunDescription {
        id: id.into(),
        solver: solver.into(),
        set: String::new(),
        instance: id.into(),
        optimal: None,
    });
    Plans::from([("first".to_owned(), planned.into())])
}

/// The verdicts on the claims in `text` by the runs of [`results`].
fn judged_in(place: &Path, text: &str) -> Judgement {
    let evidence =
        Evidence { plans: &plans(), columns: &|_, _| unreachable!("no claim is of a column"), results: place };
    judge(ClaimFile::parse(text, "x.toml").unwrap(), &evidence).unwrap()
}

/// The verdict on a claim with `keys`.
fn judged(keys: &str) -> JudgedClaim {
    let place = tempfile::tempdir().unwrap();
    results(place.path());
    let text = format!("{HEAD}[[part.claim]]\nclaim = 'so it is'\nexperiment = 'first'\nwhy = 'because'\n{keys}\n");
    judged_in(place.path(), &text).judged[0][0].clone()
}

#[test]
fn a_number_with_the_claimed_relation_agrees_and_others_differ_or_are_refuted() {
    let sum = "of = { solver = 'a' }\nquantity = 'sum length'\nexpected = 'agrees'";
    let agrees = judged(&format!("{sum}\nis = 'exactly'\nvalue = 30"));
    assert_eq!((agrees.verdict, agrees.measured.as_str(), agrees.runs), (ClaimVerdict::Agrees, "30", 2));
    assert!(agrees.as_expected);
    let differs = judged(&format!("{sum}\nis = 'at-most'\nvalue = 29"));
    assert_eq!(
        (differs.verdict, differs.claimed.as_str(), differs.as_expected),
        (ClaimVerdict::Differs, "at most 29", false)
    );
    let refuted = judged(&format!("{sum}\nis = 'more-than'\nvalue = 30\notherwise = 'refuted'"));
    assert_eq!(refuted.verdict, ClaimVerdict::Refuted);
}

#[test]
fn a_quantity_can_be_divided_by_that_of_other_runs() {
    let ratio = judged(
        "of = { solver = 'b' }\nover = { solver = 'a' }\nquantity = 'mean generated'\nis = 'exactly'\nvalue = 10\n\
         expected = 'agrees'",
    );
    assert_eq!((ratio.verdict, ratio.measured.as_str()), (ClaimVerdict::Agrees, "10.00 times"));
}

#[test]
fn sums_over_unequal_numbers_of_runs_have_no_ratio() {
    let ratio = |column: &str| {
        judged(&format!(
            "of = {{ solver = 'a' }}\nover = {{ solver = 'b' }}\nquantity = 'sum {column}'\nis = 'at-most'\nvalue = 1"
        ))
    };
    let solved = ratio("generated-of-solved");
    assert_eq!(
        (solved.verdict, solved.measured.as_str()),
        (ClaimVerdict::Differs, "a sum over 2 runs divided by a sum over 1")
    );
    assert_eq!(ratio("generated").measured, "0.10 times");
}

#[test]
fn a_number_that_contradicts_an_equal_rounded_one_is_shown_in_full() {
    let ratio = judged(
        "of = { solver = 'b' }\nover = { solver = 'a' }\nquantity = 'mean generated'\nis = 'at-most'\nvalue = 9.9999\n\
         expected = 'agrees'",
    );
    assert_eq!(
        (ratio.claimed.as_str(), ratio.measured.as_str()),
        ("at most 9.9999 times", "10.00 times, more precisely 10")
    );
}

#[test]
fn a_stopped_run_is_not_left_out_of_a_sum() {
    let stopped =
        judged("of = { solver = 'b' }\nquantity = 'sum length'\nis = 'exactly'\nvalue = 12\nexpected = 'differs'");
    assert_eq!((stopped.verdict, stopped.measured.as_str()), (ClaimVerdict::Differs, "1 of 2 runs have a length"));
    let solved =
        judged("of = { solver = 'b' }\nquantity = 'mean solved'\nis = 'exactly'\nvalue = 0.5\nexpected = 'agrees'");
    assert_eq!((solved.claimed.as_str(), solved.measured.as_str()), ("50 %", "50 %"));
}

#[test]
fn missing_runs_are_reported_and_do_not_judge_the_claim() {
    let missing =
        judged("of = { solver = 'c' }\nquantity = 'sum length'\nis = 'exactly'\nvalue = 1\nexpected = 'agrees'");
    assert_eq!((missing.verdict, missing.runs, missing.as_expected), (ClaimVerdict::NotRun, 0, false));
}

#[test]
fn misspelt_values_of_a_claim_file_are_reported_with_the_valid_ones() {
    let wrong = |keys: &str| {
        let text = format!(
            "{HEAD}[[part.claim]]\nclaim = 'x'\nexperiment = 'first'\nwhy = 'y'\nis = 'exactly'\nvalue = 1\n{keys}"
        );
        format!("{:#}", ClaimFile::parse(&text, "x.toml").unwrap_err())
    };
    let unknown = wrong("quantity = 'sum lenght'\nexpected = 'agrees'");
    assert!(
        unknown.contains("quantity 'sum lenght' does not end with one of") && unknown.contains("length"),
        "{unknown}"
    );
    let verdict = wrong("quantity = 'sum length'\nexpected = 'agreed'");
    assert!(verdict.contains("x.toml") && verdict.contains("agrees"), "{verdict}");
}

#[test]
fn the_page_and_the_lines_contain_every_claim_with_its_verdict() {
    let place = tempfile::tempdir().unwrap();
    results(place.path());
    let text = format!(
        "{HEAD}[[part.claim]]\nclaim = '30 moves'\nexperiment = 'first'\nwhy = 'counted'\nof = {{ solver = 'a' }}\n\
         quantity = 'sum length'\nis = 'exactly'\nvalue = 31\nexpected = 'differs'\n"
    );
    let judgement = judged_in(place.path(), &text);
    assert!(judgement.is_as_expected());
    assert_eq!(judgement.counts(), "1 differs");
    assert_eq!(judgement.lines(), "P (made-up source)\n  differs  30 moves  31  measured 30\n           counted\n\n");
    let index = std::fs::read_to_string(judgement.write(place.path()).unwrap()).unwrap();
    assert!(
        index.contains(">30 moves</t")
            && index.contains("Experiments: <code>first</code>.")
            && index.contains("href=\"first/index.html\""),
        "{index}"
    );
    let latex = std::fs::read_to_string(place.path().join("report.tex")).unwrap();
    assert!(latex.contains("30 moves & 31 & 30 & 2 & differs"), "{latex}");
    let page = std::fs::read_to_string(place.path().join("report.md")).unwrap();
    assert!(page.contains("## P\n\nFrom made-up source.\n\nIt is nothing here.\n"), "{page}");
    assert!(page.contains("| 30 moves | 31 | 30 | 2 | differs | counted |"), "{page}");
}

#[test]
fn a_claim_without_an_expected_verdict_is_reported_and_always_as_expected() {
    let free = judged("of = { solver = 'a' }\nquantity = 'sum length'\nis = 'exactly'\nvalue = 31");
    assert_eq!((free.verdict, free.as_expected), (ClaimVerdict::Differs, true));
}

mod kinds;
