//! The rules by which figures are judged, each with a figure that is right and one that is not.

use tilebench_record::{Folder, Run, Status};

use super::*;

/// The boards: `right` needs n nodes on board n and twice as many moves, `twice` twice the nodes.
const BOARDS: u32 = 120;

const PART: &str = "name = 'made-up'\ntitle = 'Made up'\nabout = 'Nothing is true.'\n\
                    [[part]]\nname = 'T'\nsource = 'nobody, never'\nhere = 'It is nothing here.'\nexperiments = ['e']\n";

fn planned() -> Plans {
    let of = |solver: &'static str| {
        (1..=BOARDS).map(move |board| PlannedRun {
            id: format!("{solver} {board}"),
            solver: solver.into(),
            set: "s".into(),
            instance: board.to_string(),
        })
    };
    Plans::from([("e".to_owned(), of("right").chain(of("twice")).collect())])
}

/// The runs of the first `boards`; `change` may spoil one.
fn write(place: &Path, boards: u32, change: &dyn Fn(&mut Run)) {
    let folder = Folder::open_or_create(&place.join("e")).unwrap();
    let mut appender = folder.appender().unwrap();
    for (solver, factor) in [("right", 1), ("twice", 2)] {
        for board in 1..=boards {
            let mut run = Run {
                run_id: format!("{solver} {board}"),
                solver: solver.into(),
                set: "s".into(),
                instance: board.to_string(),
                status: Status::Solved,
                rows: 2,
                cols: 2,
                length: Some(2 * board),
                generated: Some(u64::from(factor * board)),
                ..Run::default()
            };
            change(&mut run);
            appender.append(&run, &[]).unwrap();
        }
    }
}

/// The columns of the set: the nodes of `right`, and the same with a misprint at 7.
fn columns(set: &str, column: &str) -> anyhow::Result<Vec<(String, u64)>> {
    anyhow::ensure!(set == "s", "there is no set {set}");
    let printed = |board: u32| if column == "printed" && board == 7 { 70 } else { u64::from(board) };
    Ok((1..=BOARDS).map(|board| (board.to_string(), printed(board))).collect())
}

fn verdict(boards: u32, change: &dyn Fn(&mut Run), keys: &str) -> JudgedClaim {
    let place = tempfile::tempdir().unwrap();
    write(place.path(), boards, change);
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
fn a_column_of_figures_is_exact_and_a_wrong_count_of_the_solver_differs() {
    let right = verdict(BOARDS, &|_| (), EACH);
    assert_eq!(
        (right.verdict, right.measured.as_str(), right.as_expected),
        (ClaimVerdict::Agrees, "120 of 120 equal", true)
    );
    let planted = verdict(
        BOARDS,
        &|run| run.generated = run.generated.map(|generated| generated + u64::from(run.instance == "9")),
        EACH,
    );
    assert_eq!((planted.verdict, planted.as_expected), (ClaimVerdict::Differs, false));
    assert_eq!(planted.measured, "119 of 120 equal (9: 10 for 9)");
    assert_eq!(verdict(BOARDS, &|_| (), TWICE).differing.len(), 120);
}

#[test]
fn a_part_of_a_column_is_judged_over_what_was_run_and_a_stopped_run_says_nothing() {
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
fn a_misprint_is_refuted_only_where_the_runs_give_the_correction() {
    let refuted = verdict(BOARDS, &|_| (), PRINTED);
    assert_eq!((refuted.verdict, refuted.as_expected), (ClaimVerdict::Refuted, true));
    assert_eq!(refuted.measured, "119 of 120 equal (7: 7 for 70)");
    let wrong = verdict(
        BOARDS,
        &|run| run.generated = run.generated.map(|generated| generated + u64::from(run.instance == "9")),
        PRINTED,
    );
    assert_eq!((wrong.verdict, wrong.as_expected), (ClaimVerdict::Differs, false));
    let sum = "kind = 'exact'\nof = { solver = 'right' }\nquantity = 'sum generated'\nvalue = 7323\n\
               correction = { value = 7260, evidence = 'counted' }";
    assert_eq!(verdict(BOARDS, &|_| (), sum).verdict, ClaimVerdict::Refuted);
    assert_eq!(verdict(BOARDS, &|_| (), &sum.replace("7260", "7261")).verdict, ClaimVerdict::Differs);
}

#[test]
fn a_planted_wrong_figure_differs_and_a_sum_over_a_part_is_not_judged() {
    let sum = "kind = 'exact'\nof = { solver = 'right' }\nquantity = 'sum generated'\nvalue = ";
    assert_eq!(verdict(BOARDS, &|_| (), &format!("{sum}7260")).verdict, ClaimVerdict::Agrees);
    let planted = verdict(BOARDS, &|_| (), &format!("{sum}7261"));
    assert_eq!((planted.verdict, planted.as_expected), (ClaimVerdict::Differs, false));
    let part = verdict(119, &|_| (), &format!("{sum}7260"));
    assert_eq!((part.verdict, part.measured.as_str()), (ClaimVerdict::NotRun, "7,140 over 119 of 120 runs"));
    // A printed mean is the measured one to the digits that are printed.
    let mean = "kind = 'exact'\nof = { solver = 'twice' }\nquantity = 'mean length'\ndigits = 1\nvalue = ";
    assert_eq!(verdict(BOARDS, &|_| (), &format!("{mean}121.0")).verdict, ClaimVerdict::Agrees);
    assert_eq!(verdict(BOARDS, &|_| (), &format!("{mean}121.1")).verdict, ClaimVerdict::Differs);
    let counted = "kind = 'exact'\nof = { solver = 'right', length = 14 }\nquantity = 'sum solved'\nvalue = 1";
    assert_eq!(verdict(BOARDS, &|_| (), counted).verdict, ClaimVerdict::Agrees);
}

#[test]
fn a_mean_over_other_boards_is_within_its_error_or_differs_and_a_stopped_run_spoils_it() {
    let mean = |value: &str| {
        format!(
            "kind = 'statistical'\nof = {{ solver = 'right' }}\nquantity = 'mean generated'\nsample = 1000\nvalue = {value}"
        )
    };
    let within = verdict(BOARDS, &|_| (), &mean("64"));
    assert_eq!(within.verdict, ClaimVerdict::Agrees);
    assert!(within.measured.starts_with("60.500 [54.") && within.measured.ends_with("z = -1.0"), "{}", within.measured);
    assert_eq!(verdict(BOARDS, &|_| (), &mean("75")).verdict, ClaimVerdict::Differs);
    // More boards behind both leave less to chance.
    assert_eq!(verdict(BOARDS, &|_| (), &mean("75").replace("1000", "3")).verdict, ClaimVerdict::Agrees);
    assert_eq!(verdict(99, &|_| (), &mean("64")).verdict, ClaimVerdict::NotRun);
    let stop = |run: &mut Run| {
        if run.instance == "9" {
            run.status = Status::NodeLimit;
        }
    };
    let spoilt = verdict(BOARDS, &stop, &mean("64"));
    assert_eq!(
        (spoilt.verdict, spoilt.measured.as_str()),
        (ClaimVerdict::NotComparable, "1 of 120 runs did not come to an end")
    );
}

#[test]
fn a_ratio_of_means_on_the_same_boards_is_known_better_than_either() {
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
    assert_eq!(verdict(BOARDS, &noise, &ratio("200.2")).verdict, ClaimVerdict::Agrees);
    assert_eq!(verdict(BOARDS, &noise, &ratio("210")).verdict, ClaimVerdict::Differs);
}

#[test]
fn what_is_only_context_is_shown_and_never_judged() {
    let shown = verdict(BOARDS, &|_| (), &TWICE.replace("exact", "context"));
    assert_eq!(
        (shown.verdict, shown.measured.as_str()),
        (ClaimVerdict::NotComparable, "0 of 120 equal, 2.000 times in all")
    );
    let memory = verdict(
        BOARDS,
        &|_| (),
        "kind = 'context'\nfrom_memory = true\nof = { solver = 'right' }\nquantity = 'sum generated'\nvalue = 7",
    );
    assert_eq!(
        (memory.verdict, memory.claimed.as_str(), memory.measured.as_str()),
        (ClaimVerdict::NotComparable, "7", "7,260")
    );
}

#[test]
fn a_claim_that_lacks_what_its_rule_needs_is_refused() {
    let wrong = |keys: &str| {
        let text = format!("{PART}[[part.claim]]\nclaim = 'c'\nexperiment = 'e'\nwhy = 'y'\n{keys}\n");
        format!("{:#}", ClaimFile::parse(&text, "x.toml").unwrap_err())
    };
    for (keys, told) in [
        ("quantity = 'sum length'\nvalue = 1", "only a bound says what it 'is', and it must"),
        ("quantity = 'sum length'\nkind = 'exact'", "has no figure"),
        ("quantity = 'each length'\nkind = 'exact'\nvalue = 1", "a quantity 'each ...' where it has a column"),
        ("quantity = 'mean length'\nkind = 'statistical'\nvalue = 1", "only a statistical figure has a sample"),
        ("quantity = 'sum length'\nkind = 'statistical'\nvalue = 1\nsample = 3", "it needs a mean above 0"),
        ("quantity = 'sum length'\nkind = 'exact'\nvalue = 1\nfrom_memory = true", "is quoted from memory"),
        ("quantity = 'each length'\nkind = 'exact'\ncolumn = 'x'", "name their set in 'of'"),
    ] {
        let message = wrong(keys);
        assert!(message.contains(told) && message.contains("x.toml"), "{message}");
    }
}
