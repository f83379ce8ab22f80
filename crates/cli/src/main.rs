//! The program `tilebench`: all commands over the built-in registry.

use std::process::ExitCode;

use tilebench_runner::catalog::Registry;

fn main() -> ExitCode {
    tilebench_cli::main(Registry::builtin())
}
