//! Checks the statements of ARCHITECTURE.md on the crates.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// By crate: the crates of this workspace on which it may depend.
const ALLOWED_DEPENDENCIES: &[(&str, &[&str])] = &[
    ("sanitize", &[]),
    ("core", &[]),
    ("puzzle", &["core", "sanitize"]),
    ("heuristics", &["core", "puzzle", "sanitize"]),
    ("solvers", &["core", "sanitize"]),
    ("kernels", &["core", "puzzle", "heuristics", "solvers"]),
    ("methods", &["core", "puzzle", "solvers"]),
    ("algorithms", &["puzzle", "solvers", "methods"]),
    ("pancake", &["core", "solvers", "verify"]),
    ("rows-elementary", &["core", "heuristics", "kernels"]),
    ("rows-detours", &["heuristics", "kernels"]),
    ("rows-conflicts", &["heuristics", "kernels"]),
    ("rows-walking", &["heuristics", "kernels"]),
    ("rows-pairs", &["heuristics", "kernels"]),
    ("rows-databases", &["puzzle", "heuristics", "kernels"]),
    (
        "catalog",
        &[
            "algorithms",
            "core",
            "puzzle",
            "heuristics",
            "solvers",
            "kernels",
            "methods",
            "pancake",
            "sanitize",
            "rows-elementary",
            "rows-detours",
            "rows-conflicts",
            "rows-walking",
            "rows-pairs",
            "rows-databases",
        ],
    ),
    ("verify", &["core", "puzzle"]),
    ("record", &["sanitize"]),
    ("isolate", &["sanitize"]),
    ("runner", &["catalog", "verify", "isolate", "record", "sanitize"]),
    ("stats", &[]),
    ("plot", &["sanitize", "stats"]),
    ("report", &["record", "stats", "plot", "sanitize"]),
    ("cli", &["runner", "report", "sanitize"]),
    ("tilebench", &["catalog", "cli", "core", "heuristics", "kernels", "puzzle", "solvers", "testkit"]),
    ("testkit", &["core", "puzzle"]),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn manifest(path: &Path) -> toml::Table {
    fs::read_to_string(path).unwrap().parse().unwrap()
}

/// The names in a table of dependencies: the crates of this workspace, without their prefix, and all others.
fn dependencies(manifest: &toml::Table, table: &str) -> (BTreeSet<String>, BTreeSet<String>) {
    let names = manifest.get(table).and_then(toml::Value::as_table).into_iter().flat_map(toml::Table::keys);
    let (ours, others): (BTreeSet<_>, BTreeSet<_>) = names.cloned().partition(|name| name.starts_with("tilebench-"));
    (ours.into_iter().map(|name| name.trim_start_matches("tilebench-").to_owned()).collect(), others)
}

#[test]
fn crates_depend_only_on_allowed_crates() {
    let folders: BTreeSet<String> = fs::read_dir(root().join("crates"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_eq!(folders, ALLOWED_DEPENDENCIES.iter().map(|(name, _)| (*name).to_owned()).collect());
    for (name, allowed) in ALLOWED_DEPENDENCIES {
        let manifest = manifest(&root().join("crates").join(name).join("Cargo.toml"));
        let (ours, _) = dependencies(&manifest, "dependencies");
        for dependency in ours {
            assert!(allowed.contains(&dependency.as_str()), "{name} depends on {dependency}");
        }
        // The library has its suites, for the tests of users.
        let ships_testkit = dependencies(&manifest, "dependencies").0.contains("testkit");
        assert!(!ships_testkit || *name == "tilebench", "{name} ships the testkit");
    }
}

#[test]
fn searching_crates_are_built_without_polars_plotters_or_file_formats() {
    for name in
        ["core", "puzzle", "heuristics", "solvers", "kernels", "methods", "algorithms", "pancake", "catalog", "verify"]
    {
        let manifest = manifest(&root().join("crates").join(name).join("Cargo.toml"));
        let (_, others) = dependencies(&manifest, "dependencies");
        for heavy in ["polars", "plotters", "toml", "serde", "serde_json", "clap"] {
            assert!(!others.contains(heavy), "{name} depends on {heavy}");
        }
    }
    let core = manifest(&root().join("crates/core/Cargo.toml"));
    assert_eq!(dependencies(&core, "dependencies").1, BTreeSet::new(), "core depends on something");
}

#[test]
fn every_crate_has_the_workspace_lints() {
    for (name, _) in ALLOWED_DEPENDENCIES {
        let manifest = manifest(&root().join("crates").join(name).join("Cargo.toml"));
        assert_eq!(manifest["lints"]["workspace"].as_bool(), Some(true), "{name}");
    }
}

#[test]
fn the_readme_states_the_toolchain_of_the_manifest() {
    let version =
        manifest(&root().join("Cargo.toml"))["workspace"]["package"]["rust-version"].as_str().unwrap().to_owned();
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    assert!(readme.contains(&format!("Rust {version}")), "README.md does not say Rust {version}");
}

#[test]
fn every_crate_is_named_in_the_architecture_page() {
    let page = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    for (name, _) in ALLOWED_DEPENDENCIES {
        assert!(page.contains(&format!("`{name}`")), "ARCHITECTURE.md does not name {name}");
    }
}

#[test]
fn every_crate_is_ready_for_a_registry() {
    for (name, _) in ALLOWED_DEPENDENCIES {
        let folder = root().join("crates").join(name);
        let package = manifest(&folder.join("Cargo.toml"))["package"].clone();
        for key in ["description", "license", "keywords", "categories", "readme", "rust-version"] {
            assert!(package.get(key).is_some(), "{name} has no {key}");
        }
        let title = package["name"].as_str().unwrap();
        let readme = fs::read_to_string(folder.join("README.md")).unwrap();
        assert!(readme.starts_with(&format!("# {title}\n")), "{name}: README.md does not begin with its name");
    }
    let workspace = manifest(&root().join("Cargo.toml"));
    let (ours, _) = dependencies(workspace["workspace"].as_table().unwrap(), "dependencies");
    for name in ours {
        let version = workspace["workspace"]["dependencies"][format!("tilebench-{name}")].get("version").cloned();
        assert_eq!(version.as_ref(), workspace["workspace"]["package"].get("version"), "{name}");
    }
}

/// A file outside of the folder of a crate is missing in its package; links inside are packed as the files.
#[test]
fn no_crate_includes_a_file_from_outside_of_its_folder() {
    let include = regex_lite::Regex::new(r#"include_(?:str|bytes)!\((?:concat!\()?"((?:\.\./)*)"#).unwrap();
    let mut found = 0;
    for (name, _) in ALLOWED_DEPENDENCIES {
        let source = root().join("crates").join(name).join("src");
        for file in rust_files(&source) {
            if file.file_stem().is_some_and(|stem| stem == "tests") {
                continue;
            }
            let depth = file.parent().unwrap().strip_prefix(&source).unwrap().components().count();
            let text = fs::read_to_string(&file).unwrap();
            for upward in include.captures_iter(&text).map(|found| found[1].len() / 3) {
                assert!(upward <= depth + 1, "{} includes a file that no package has", file.display());
                found += 1;
            }
        }
    }
    assert!(found > 10, "only {found} files are included");
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = entries.flat_map(|path| if path.is_dir() { rust_files(&path) } else { vec![path] });
    files.filter(|path| path.extension().is_some_and(|end| end == "rs")).collect()
}

#[test]
fn the_citation_has_the_version_and_the_licences_of_the_manifest() {
    let citation = fs::read_to_string(root().join("CITATION.cff")).unwrap();
    let workspace = manifest(&root().join("Cargo.toml"));
    let package = &workspace["workspace"]["package"];
    let value = |key: &str| {
        let line = citation.lines().find_map(|line| line.strip_prefix(&format!("{key}: ")));
        line.unwrap_or_else(|| panic!("CITATION.cff has no {key}"))
    };
    assert_eq!((value("cff-version"), value("type")), ("1.2.0", "software"));
    assert_eq!(value("version"), package["version"].as_str().unwrap());
    assert!(!value("message").is_empty() && value("title").contains("tilebench"));
    assert!(citation.contains("\nauthors:\n  - name: The tilebench contributors\n"));
    for licence in package["license"].as_str().unwrap().split(" OR ") {
        assert!(citation.contains(&format!("\n  - {licence}\n")), "CITATION.cff does not name {licence}");
    }
}

/// The paths of a `use` tree: `a::{b, c::{d, e}}` has three.
fn use_paths(tree: &str) -> Vec<String> {
    let Some((prefix, rest)) = tree.split_once('{') else { return vec![tree.to_owned()] };
    let (mut depth, mut paths, mut branch) = (0, Vec::new(), String::new());
    for character in rest.chars() {
        match character {
            '}' if depth == 0 => break,
            ',' if depth == 0 => paths.push(std::mem::take(&mut branch)),
            _ => {
                depth += i32::from(character == '{') - i32::from(character == '}');
                branch.push(character);
            }
        }
    }
    paths.push(branch);
    paths
        .iter()
        .filter(|branch| !branch.is_empty())
        .flat_map(|branch| use_paths(&format!("{prefix}{branch}")))
        .collect()
}

/// The modules that a module uses by a `use` declaration, except itself and those that contain it.
fn used_modules(module: &[String], text: &str, modules: &BTreeSet<Vec<String>>) -> BTreeSet<Vec<String>> {
    let declaration = regex_lite::Regex::new(r"(?m)^\s*(?:pub(?:\([a-z]+\))? )?use ((?:crate|super)::[^;]+);").unwrap();
    // The tests at the end of a file may use any module.
    let text = text.split("\n#[cfg(test)]\nmod tests {").next().unwrap();
    let trees = declaration.captures_iter(text).map(|found| found[1].split_whitespace().collect::<String>());
    let paths = trees.flat_map(|tree| use_paths(&tree)).map(|path| {
        let mut absolute = module.to_vec();
        for segment in path.split("::") {
            match segment {
                "crate" => absolute.clear(),
                "super" => _ = absolute.pop(),
                name => absolute.push(name.to_owned()),
            }
        }
        absolute
    });
    let longest =
        paths.filter_map(|path| (1..=path.len()).rev().map(|n| path[..n].to_vec()).find(|m| modules.contains(m)));
    longest.filter(|used| !module.starts_with(used)).collect()
}

#[test]
fn no_modules_use_each_other_in_a_circle() {
    let mut seen = 0;
    for (name, _) in ALLOWED_DEPENDENCIES {
        let source = root().join("crates").join(name).join("src");
        let path = |file: &Path| -> Vec<String> {
            let path = file.strip_prefix(&source).unwrap().with_extension("");
            path.iter()
                .map(|part| part.to_str().unwrap().to_owned())
                .filter(|part| part != "lib" && part != "main")
                .collect()
        };
        let texts: Vec<(Vec<String>, String)> =
            rust_files(&source).into_iter().map(|file| (path(&file), fs::read_to_string(&file).unwrap())).collect();
        let modules: BTreeSet<Vec<String>> = texts.iter().map(|(module, _)| module.clone()).collect();
        let mut uses: Vec<(Vec<String>, BTreeSet<Vec<String>>)> =
            texts.into_iter().map(|(module, text)| (module.clone(), used_modules(&module, &text, &modules))).collect();
        seen += uses.iter().map(|(_, used)| used.len()).sum::<usize>();
        // Modules that use none of the others, or that none of the others uses, are in no circle.
        loop {
            let left: BTreeSet<Vec<String>> = uses.iter().map(|(module, _)| module.clone()).collect();
            let used: BTreeSet<Vec<String>> = uses.iter().flat_map(|(_, used)| used.clone()).collect();
            let before = uses.len();
            uses.retain(|(module, uses)| used.contains(module) && uses.iter().any(|used| left.contains(used)));
            if uses.len() == before {
                break;
            }
        }
        let circles: Vec<String> = uses.iter().map(|(module, _)| module.join("::")).collect();
        assert_eq!(circles, [""; 0], "{name}: modules use each other in circles");
    }
    assert!(seen > 500, "only {seen} uses were seen");
}
