//! Tables as a user meets them: built on first use, listed, verified, rebuilt if damaged.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::path::Path;
use std::process::Output;

use assert_cmd::Command;

const KORF_79: &str = "0 1 9 7 11 13 5 3 14 12 4 2 8 6 10 15";

fn run(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::cargo_bin("tilebench").unwrap();
    command.args(arguments).args(["--tables", folder.to_str().unwrap()]).output().unwrap()
}

fn stdout(folder: &Path, arguments: &[&str], code: i32) -> String {
    let output = run(folder, arguments);
    let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {text}");
    text
}

#[test]
fn a_table_is_built_once_listed_verified_and_rebuilt_if_it_is_damaged() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("tables");
    assert!(stdout(&folder, &["pdb", "list"], 0).starts_with("0 tables in "));
    let solved = stdout(&folder, &["solve", KORF_79, "-e", "pdb-5-5-5+reflected"], 0);
    assert!(solved.contains("solved in 42 moves, proved optimal"), "{solved}");
    assert!(stdout(&folder, &["pdb", "list"], 0).starts_with("3 tables in "));
    assert!(stdout(&folder, &["pdb", "verify"], 0).ends_with("3 files checked\n"));

    let tables = || fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let table = tables().find(|path| path.extension().is_some_and(|kind| kind == "table")).unwrap();
    let sound = fs::read(&table).unwrap();
    let mut damaged = sound.clone();
    *damaged.last_mut().unwrap() ^= 1;
    fs::remove_file(&table).unwrap();
    fs::write(&table, &damaged).unwrap();
    let checked = stdout(&folder, &["pdb", "verify"], 1);
    assert!(checked.contains(table.to_str().unwrap()) && checked.contains("3 files checked"), "{checked}");

    let output = stdout(&folder, &["solve", KORF_79, "-e", "pdb-5-5-5+reflected"], 0);
    assert!(output.contains("the table is rebuilt") && output.contains("solved in 42 moves"), "{output}");
    assert_eq!(fs::read(&table).unwrap(), sound);
    assert!(stdout(&folder, &["pdb", "verify"], 0).ends_with("3 files checked\n"));
}

#[test]
fn a_table_folder_that_cannot_be_written_does_not_prevent_the_search() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("a file");
    fs::write(&file, "").unwrap();
    let output = stdout(&file.join("below"), &["solve", "1 2 0 3 4 5 6 7 8", "-e", "pdb-4-4"], 0);
    assert!(output.contains("could not be stored") && output.contains("solved in 2 moves"), "{output}");
    assert!(stdout(&file, &["pdb", "build", "pdb-4-4"], 1).contains("not stored"));
}

#[test]
fn a_manifest_names_the_tables_that_were_used() {
    let dir = tempfile::tempdir().unwrap();
    let experiment = dir.path().join("x.toml");
    let text = "name = 'x'\nquestion = '?'\ninstances = ['walk:3x3:k=9:2']\n[[solver]]\nalgorithm = 'idastar'\n\
                heuristic = 'pdb-4-4'\n";
    fs::write(&experiment, text).unwrap();
    let out = dir.path().join("out");
    let arguments = ["run", experiment.to_str().unwrap(), "--out", out.to_str().unwrap(), "--no-report"];
    stdout(&dir.path().join("tables"), &arguments, 0);
    let manifest: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(out.join("manifest.json")).unwrap()).unwrap();
    let tables = manifest["tables"].as_array().unwrap();
    assert!(!tables.is_empty());
    assert!(tables.iter().all(|table| table["checksum"].as_str().unwrap().starts_with("blake3:")), "{tables:?}");
}
