//! The origin of the runs: the program, the machine, the sessions, and the experiment.

use std::fmt::{Result, Write as _};

use tilebench_record::{Build, Machine, Manifest, Session};
use tilebench_sanitize::count::counted;

use crate::export::html::escape;
use crate::number;

/// Writes the section's text.
pub(super) fn write(text: &mut String, manifest: &Manifest) -> Result {
    writeln!(text, "<dl>")?;
    for (name, value) in facts(manifest) {
        writeln!(text, "<dt>{name}</dt><dd>{}</dd>", escape(&value))?;
    }
    // A value that was parsed from JSON can be written as JSON.
    let experiment = serde_json::to_string_pretty(&manifest.experiment).unwrap_or_default();
    writeln!(text, "</dl>\n<details>\n<summary>The experiment</summary>")?;
    writeln!(text, "<pre>{}</pre>\n</details>", escape(&experiment))
}

fn facts(manifest: &Manifest) -> Vec<(&'static str, String)> {
    let unknown = || "not known".to_owned();
    let Manifest { build, machine, .. } = manifest;
    let seeds: Vec<String> = manifest.seeds.iter().map(u64::to_string).collect();
    let mut facts = vec![
        ("created", manifest.created.clone()),
        ("program", program(build)),
        ("commit", build.commit.clone().unwrap_or_else(unknown)),
        ("compiler", build.rustc.clone().unwrap_or_else(unknown)),
        ("system", format!("{} on {}", machine.os, machine.arch)),
        ("processor", machine.cpu.clone().unwrap_or_else(unknown)),
        ("cores", cores(machine)),
        ("memory", machine.memory_bytes.map_or_else(unknown, number::bytes)),
        ("seeds", seeds.join(", ")),
    ];
    facts.extend(manifest.other_builds.iter().map(|other| {
        ("other program", format!("{}, commit {}", program(other), other.commit.clone().unwrap_or_else(unknown)))
    }));
    facts.extend(manifest.other_kinds_of_machines().into_iter().map(|other| ("other machine", place(other))));
    facts.extend(machine.governor.iter().map(|governor| ("governor", governor.clone())));
    facts.extend(machine.boost.map(|boost| ("boost", if boost { "on" } else { "off" }.to_owned())));
    facts.extend(manifest.sessions.iter().map(|session| ("session", conditions(session))));
    for table in &manifest.tables {
        facts.push(("table", format!("{}, {}, checksum {}", table.name, number::bytes(table.bytes), table.checksum)));
    }
    facts
}

fn program(build: &Build) -> String {
    format!("tilebench {}, {} build", build.version, build.profile)
}

fn cores(machine: &Machine) -> String {
    let physical = machine.physical_cores.map(|physical| format!(" processors of {physical} physical cores"));
    format!("{}{}", machine.cores, physical.unwrap_or_default())
}

/// The machine in one line.
fn place(machine: &Machine) -> String {
    let unknown = || "not known".to_owned();
    let processor = machine.cpu.clone().unwrap_or_else(unknown);
    let memory = machine.memory_bytes.map_or_else(unknown, number::bytes);
    format!("{processor}, {}, memory {memory}", counted(machine.cores, "core"))
}

/// The conditions of a session.
fn conditions(session: &Session) -> String {
    let pinned = if session.pinned { "pinned to cores" } else { "not pinned" };
    let number = |value: Option<f64>, digits: usize| {
        value.map_or_else(|| "not known".to_owned(), |value| format!("{value:.digits$}"))
    };
    let speed = |value: Option<f64>| number(value.map(|value| value / 1e6), 1);
    format!(
        "{}: jobs {}, {pinned}; load {} before, {} after; fixed loop, million steps per second: {} before, {} after",
        session.began,
        session.jobs,
        number(session.load_before, 2),
        number(session.load_after, 2),
        speed(session.speed_before),
        speed(session.speed_after),
    )
}
