#![cfg(unix)]

use std::fmt::Write as _;
use std::fs;
use std::os::unix::fs::PermissionsExt;

use tilebench_catalog::format_moves;

use super::*;

/// Checks a shell script that knows a shortest path for each board of the set, in `$moves`; `answer` is the command
/// that prints its answer.
fn examine(table: &str, answer: &str) -> ConformanceReport {
    let goal = Goal::BlankLast.board(Size::new(3, 3).unwrap()).unwrap();
    let mut cases = String::new();
    for test in test_boards::test_boards(&goal).unwrap() {
        if test.kind != BoardKind::Unsolvable {
            let moves = format_moves(test_boards::path(&test.board, &goal).unwrap());
            writeln!(cases, "'{}') moves={moves};;", test.board).unwrap();
        }
    }
    let script =
        format!("#!/bin/sh\ncase \"$1\" in\n{cases}*) echo '{{\"unsolvable\": true}}'; exit;;\nesac\n{answer}\n");
    check_script(&script, table)
}

fn check_script(script: &str, table: &str) -> ConformanceReport {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("program");
    fs::write(&path, script).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    let file = folder.path().join("x.toml");
    let head = "instances = ['walk:3x3:k=2:1:goal=blank-last']\n[limits]\ntime_s = 5\n[[solver]]\n";
    fs::write(&file, format!("{head}command = ['./program', '{{board}}']\n{table}")).unwrap();
    let experiment = Experiment::load_solvers(&file).unwrap();
    check_solver(&experiment, &experiment.solvers[0], Launcher::default(), &StopFlag::new()).unwrap().unwrap()
}

/// The details of the wrong findings.
fn wrong(conformance: &ConformanceReport) -> Vec<&str> {
    let wrong = conformance.checks.iter().filter(|check| check.finding == Finding::Wrong);
    wrong.map(|check| check.detail.as_str()).collect()
}

const HONEST: &str = "echo \"{\\\"moves\\\": \\\"$moves\\\", \\\"expanded\\\": 1, \\\"generated\\\": 2}\"";

#[test]
fn a_correct_program_passes_every_check() {
    let conformance = examine("proof = 'optimal'", HONEST);
    assert_eq!(wrong(&conformance), [] as [&str; 0]);
    assert!(conformance.checks.iter().all(|check| check.finding == Finding::Ok), "{conformance:?}");
    assert_eq!(conformance.checks.len(), 9);
}

/// The advice on moves that the shell command `change` has rewritten.
fn advice(table: &str, change: &str) -> String {
    let conformance = examine(table, &format!("moves=$({change})\n{HONEST}"));
    let check = conformance.checks.iter().find(|check| check.what == "moves");
    check.unwrap_or_else(|| panic!("{conformance:#?}")).detail.clone()
}

#[test]
fn moves_in_another_convention_are_reported_with_the_key_to_write() {
    let opposite = "echo $moves | tr UDLR DURL";
    assert_eq!(advice("", opposite), "its moves are the tile's: write moves_of = \"tile\"");
    assert_eq!(advice("moves_of = 'tile'", "echo $moves"), "its moves are the blank's: write moves_of = \"blank\"");
    assert_eq!(advice("", "echo $moves | rev"), "its last move comes first: write reversed = true");
    assert_eq!(
        advice("", "echo $moves | tr UDLR DURL | rev"),
        "its moves are the tile's, and its last move comes first: write moves_of = \"tile\" and reversed = true"
    );
    assert_eq!(
        advice("", "echo $moves | tr UD DU"),
        "its letters for up and down are swapped: write letters = \"DULR\""
    );
    assert_eq!(
        advice("", "echo $moves | tr LR RL"),
        "its letters for left and right are swapped: write letters = \"UDRL\""
    );
    assert!(advice("", "echo $moves | tr ULDR LURD").starts_with("its rows and columns are swapped"));
}

/// Asserts that a wrong finding begins with `detail`.
fn finds(table: &str, answer: &str, detail: &str) {
    let conformance = examine(table, answer);
    let found = wrong(&conformance);
    assert!(found.iter().any(|found| found.starts_with(detail)), "{found:#?}");
}

#[test]
fn each_defect_is_named() {
    finds("", "echo \"{\\\"moves\\\": \\\"$moves\\\", \\\"length\\\": 99}\"", "it reports length 99, but returns");
    finds("", "echo \"{\\\"length\\\": ${#moves}}\"", "it reports length 0, but returns no moves");
    finds("", "echo \"{\\\"moves\\\": \\\"${moves}X\\\"}\"", "'X' at position 1 of its moves is not one of U, D, L, R");
    finds("", "echo \"{\\\"moves\\\": \\\"${moves}L\\\"}\"", "the moves, 2 in all, end at");
    finds("", "echo 'I found: '$moves", "it ended without an answer: no line of its output is a JSON object");
    finds("", "exit 0", "it ended without an answer: it printed nothing on standard output");
    finds(
        "",
        "echo broken >&2; exit 3",
        "it ended with exit code 3 and without an answer; its standard error ends with: broken",
    );
    finds("", "kill -11 $$", "it was terminated by signal 11");
    finds("", "echo '{\"unsolvable\": true}'", "it reports that no path exists, but the parity shows that one does");
    finds("", "echo '{\"status\": \"gave-up\"}'", "it reports gave-up for a board that takes");
    let detour =
        "case $moves in U*) moves=UD$moves;; D*) moves=DU$moves;; L*) moves=LR$moves;; R*) moves=RL$moves;; esac";
    let longer = format!("{detour}\n{HONEST}");
    finds(
        "proof = 'optimal'",
        &longer,
        "length 3 is claimed to be shortest, but 1 is known: correct the program, or write proof",
    );
    assert!(examine("", &longer).is_sound(), "a path that claims nothing may be longer");
    finds(
        "answer = { moves = 'Path: (.*)' }",
        HONEST,
        "it ended without an answer: the expression for moves matches nothing",
    );
}

#[test]
fn a_claim_of_a_shortest_path_that_is_32_moves_long_on_a_3x3_board_is_refused() {
    // Of the hard board only, whose shortest path was not known.
    let longer = "\
while [ ${#moves} -gt 16 ] && [ ${#moves} -lt 32 ]; do
case $moves in U*) moves=UD$moves;; D*) moves=DU$moves;; L*) moves=LR$moves;; R*) moves=RL$moves;; esac
done";
    finds("proof = 'optimal'", &format!("{longer}\n{HONEST}"), "length 32 is claimed to be shortest, but ");
}

#[test]
fn a_path_for_an_unsolvable_board_and_an_endless_search_are_wrong() {
    let conformance = check_script("#!/bin/sh\necho '{\"moves\": \"\"}'\n", "");
    assert!(wrong(&conformance).contains(&"it returns 0 moves, but no moves reach the goal"));
    let conformance = check_script("#!/bin/sh\ntrap '' TERM\nwhile :; do :; done\n", "limits = { time_s = 0.2 }\n");
    let found = wrong(&conformance);
    assert!(found.iter().any(|found| found.contains("check the parity first")), "{found:#?}");
    let hard = conformance.checks.iter().find(|check| check.what.starts_with("hard")).unwrap();
    assert!(hard.finding == Finding::Ok && hard.detail.starts_with("stopped after "), "{hard:?}");
}

#[test]
fn a_remark_that_is_not_an_error_is_a_note() {
    let conformance = examine("", "echo thinking\necho \"{\\\"moves\\\": \\\"$moves\\\", \\\"generated\\\": $$}\"");
    let notes: Vec<&str> = conformance
        .checks
        .iter()
        .filter(|check| check.finding == Finding::Note)
        .map(|check| check.what.as_str())
        .collect();
    assert_eq!(notes, ["repeatability", "counts", "output"]);
    assert!(conformance.is_sound());
}
