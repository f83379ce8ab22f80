//! The program's output, as sessions in `cmd/`.

#[test]
fn the_program_prints_what_the_sessions_show() {
    let tables = tempfile::tempdir().unwrap();
    trycmd::TestCases::new()
        .env("TILEBENCH_TABLES", tables.path().display().to_string())
        .env("COLUMNS", "120")
        .case("tests/cmd/*.md");
}
