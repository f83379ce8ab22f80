//! Tells the program which compiler it was built by, for the manifest of its results.

use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // Cargo says which compiler it uses; where that does not answer, the manifest says nothing.
    let compiler = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version =
        Command::new(compiler).arg("--version").output().ok().and_then(|out| String::from_utf8(out.stdout).ok());
    if let Some(version) = version {
        println!("cargo::rustc-env=TILEBENCH_RUSTC={}", version.trim());
    }
}
