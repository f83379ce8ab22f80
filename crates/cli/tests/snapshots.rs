//! What the program prints, as sessions in `cmd/`.

#[test]
fn the_program_prints_what_the_sessions_show() {
    trycmd::TestCases::new().case("tests/cmd/*.md");
}
