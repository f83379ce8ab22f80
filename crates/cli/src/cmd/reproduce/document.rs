//! The outcome of all targets as a page of the documentation.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use tilebench_report::claims::Judgement;
use tilebench_runner::record::{Build, Machine, Manifest};
use tilebench_sanitize::count::{counted, grouped};

use crate::targets::Target;

/// The text before the tables.
const INTRODUCTION: &str = include_str!("document.md");

/// The page.
pub(super) fn render(judged: &[(&Target, Judgement)]) -> String {
    let mut text = INTRODUCTION.to_owned();
    // Writing to a text cannot fail.
    let _ = writeln!(text, "\n## Outcomes\n\n| target | outcome | runs |\n| --- | --- | ---: |");
    for (Target { name, .. }, judgement) in judged {
        let (executed, planned) = runs(judgement);
        let _ = writeln!(
            text,
            "| [{name}](#{name}) | {} | {} of {} |",
            judgement.counts(),
            grouped(executed as u64),
            grouped(planned as u64)
        );
    }
    for (target, judgement) in judged {
        // A separate page describes this target.
        if target.name == "lineage" {
            let _ = writeln!(text, "\n## lineage\n\nSee [lineage.md](lineage.md).");
            continue;
        }
        section(&mut text, target, judgement);
    }
    text
}

fn section(text: &mut String, target: &Target, judgement: &Judgement) {
    let claims = &judgement.claims;
    let _ = writeln!(text, "\n## {}\n\n{}\n", target.name, claims.about.trim());
    let (executed, planned) = runs(judgement);
    let _ = match executed {
        0 => writeln!(text, "Not run yet."),
        1 if planned == 1 => writeln!(text, "Its one run was executed."),
        _ if executed == planned => writeln!(text, "All {} runs were executed.", grouped(executed as u64)),
        _ => writeln!(
            text,
            "**Partial: {} of {} runs were executed.** All statements below refer to this part.",
            grouped(executed as u64),
            grouped(planned as u64)
        ),
    };
    let manifests = || judgement.manifests.values();
    let runs = manifests().map(|manifest| origin(&manifest.build, &manifest.machine));
    let builds = manifests().flat_map(|manifest| &manifest.other_builds);
    let builds = builds.map(|build| format!("Some of the runs by {}.", program(build)));
    let machines = manifests().flat_map(Manifest::other_kinds_of_machines);
    let machines = machines.map(|machine| format!("Some of the runs on {}.", place(machine)));
    let counts = judgement.counted.values().map(|how| origin(&how.build, &how.machine));
    let etas = judgement.etas.values().map(|eta| origin(&eta.build, &eta.machine));
    let automata = judgement.automata.values().map(|one| origin(&one.build, &one.machine));
    for origin in runs.chain(builds).chain(machines).chain(counts).chain(etas).chain(automata).collect::<BTreeSet<_>>()
    {
        let _ = writeln!(text, "{origin}");
    }
    text.push_str(&judgement.sections(3));
}

/// The number of recorded runs and the number of planned runs.
fn runs(judgement: &Judgement) -> (usize, usize) {
    judgement.made.values().fold((0, 0), |(executed, planned), one| (executed + one.0, planned + one.1))
}

/// The program and the machine.
fn origin(build: &Build, machine: &Machine) -> String {
    format!("By {}, on {}.", program(build), place(machine))
}

fn place(machine: &Machine) -> String {
    let processor = machine.cpu.as_deref().unwrap_or("an unknown processor");
    format!("{processor} with {}", counted(machine.cores, "core"))
}

fn program(build: &Build) -> String {
    let commit = build.commit.as_deref().map_or_else(String::new, |commit| format!(", commit {commit}"));
    format!("tilebench {}{commit}, {} build", build.version, build.profile)
}
