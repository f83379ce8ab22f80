//! Compiles in the origin of the program: commit, compiler, profile and target; and chooses how it is linked.
//!
//! Every other crate is linked into this one. So the script runs again, and the mark `-dirty` is right, if any of
//! them changes, and only this crate is recompiled for it.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The sources of the program, in the root of the repository.
const SOURCES: [&str; 6] = ["Cargo.toml", "Cargo.lock", ".cargo", "crates", "experiments", "instances"];

fn main() {
    // Relative to the folder of this crate, in which Cargo runs this script: a tree that is moved together with its target
    // folder is watched and named in its new place.
    let root = PathBuf::from("../..");
    watch(SOURCES.iter().map(|source| root.join(source)));
    set_env("COMMIT", commit(&root));
    set_env("RUSTC", rustc());
    set_env("PROFILE", profile());
    set_env("TARGET", env::var("TARGET").ok());
    set_env("TARGET_FEATURES", env::var("CARGO_CFG_TARGET_FEATURE").ok());
    link_at_a_fixed_address();
}

/// Links the program at a fixed address on systems whose linkers support it. Otherwise more than half of the time in which it
/// starts, as every worker process does, is spent on adding its address to the pointers in its data.
fn link_at_a_fixed_address() {
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|found| found == value);
    if is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu") && is("CARGO_CFG_TARGET_ARCH", "x86_64")
    {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
}

/// Compiles a text in as `TILEBENCH_NAME`; unknown values are left out.
fn set_env(name: &str, text: Option<String>) {
    if let Some(text) = text.filter(|text| !text.is_empty()) {
        println!("cargo::rustc-env=TILEBENCH_{name}={text}");
    }
}

/// Lets this script run again when one of the files changes. Cargo takes a file that is missing for one that changed at
/// every build, so those are left out.
fn watch(paths: impl IntoIterator<Item = PathBuf>) {
    for path in paths.into_iter().filter(|path| path.exists()) {
        println!("cargo::rerun-if-changed={}", path.display());
    }
}

/// The commit of the checkout at `root`, with `-dirty` if a source differs from it. None if `root` is not the top of a
/// checkout: unpacked in a folder of another repository, it would be the commit of that.
fn commit(root: &Path) -> Option<String> {
    let top = git(root, &["rev-parse", "--show-toplevel"])?;
    if Path::new(&top).canonicalize().ok()? != root.canonicalize().ok()? {
        return None;
    }
    let commit = git(root, &["rev-parse", "HEAD"])?;
    watch_head(root);
    let mut arguments = vec!["--no-optional-locks", "status", "--porcelain", "--"];
    arguments.extend(SOURCES);
    let is_clean = git(root, &arguments)?.is_empty();
    Some(if is_clean { commit } else { commit + "-dirty" })
}

/// Watches the files that change when another commit is checked out or created: `HEAD`, its branch, and its log.
fn watch_head(root: &Path) {
    let mut names = vec!["HEAD".to_owned(), "logs/HEAD".to_owned(), "packed-refs".to_owned()];
    names.extend(git(root, &["symbolic-ref", "--quiet", "HEAD"]));
    watch(names.iter().filter_map(|name| Some(root.join(git(root, &["rev-parse", "--git-path", name])?))));
}

/// The output of git; `None` if git is missing or fails.
fn git(root: &Path, arguments: &[&str]) -> Option<String> {
    let mut git = Command::new("git");
    // A hook that builds has these set for the repository that it is of.
    for variable in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"] {
        git.env_remove(variable);
    }
    let output = git.arg("-C").arg(root).args(arguments).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}

/// The compiler, by its own words.
fn rustc() -> Option<String> {
    let output = Command::new(env::var_os("RUSTC")?).arg("--version").output().ok()?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}

/// The name of the profile: the folder of the target folder that this script writes in is called after it, but for `dev`.
fn profile() -> Option<String> {
    let out = PathBuf::from(env::var_os("OUT_DIR")?);
    // .../PROFILE/build/PACKAGE/out
    let name = out.ancestors().nth(3)?.file_name()?.to_str()?.to_owned();
    Some(if name == "debug" { "dev".to_owned() } else { name })
}
