//! The manifests of the parts of a plan.

use crate::{Build, Machine, Manifest, Session};

/// Display names are not in the plan's hash, but rows are sorted and distinguished by them.
pub(crate) fn is_same_plan(one: &Manifest, other: &Manifest) -> bool {
    (&one.plan_id, &one.name, &one.sets, &one.solvers) == (&other.plan_id, &other.name, &other.sets, &other.solvers)
}

/// The different builds, in their order.
pub(super) fn builds(parts: &[Manifest]) -> Vec<Build> {
    let mut builds: Vec<Build> = Vec::new();
    for Manifest { build, .. } in parts {
        if !builds.contains(build) {
            builds.push(build.clone());
        }
    }
    builds
}

/// The manifest of the whole plan, from those of its parts.
pub(super) fn merged(parts: &[Manifest]) -> Option<Manifest> {
    let first = parts.first()?;
    let mut merged = Manifest { shard: None, ..first.clone() };
    merged.runs_planned = first.shard.map_or(first.runs_planned, |shard| shard.plan_runs);
    (merged.tables, merged.sessions, merged.warnings) = (Vec::new(), Vec::new(), Vec::new());
    let mut machines: Vec<&Machine> = Vec::new();
    for manifest in parts {
        machines.push(&manifest.machine);
        machines.extend(&manifest.other_machines);
        merged.tables.extend(manifest.tables.iter().cloned());
        // The rows of the shards do not follow each other as those of a session do.
        merged.sessions.extend(manifest.sessions.iter().map(|session| Session { rows: None, ..session.clone() }));
        merged.warnings.extend(manifest.warnings.iter().cloned());
        // RFC 3339 in UTC sorts as text.
        merged.created = merged.created.min(manifest.created.clone());
    }
    merged.tables.sort_by(|a, b| (&a.name, &a.checksum).cmp(&(&b.name, &b.checksum)));
    merged.tables.dedup();
    merged.sessions.sort_by(|a, b| a.began.cmp(&b.began));
    merged.warnings.sort();
    merged.warnings.dedup();
    merged.other_machines.clear();
    for machine in machines {
        if *machine != merged.machine && !merged.other_machines.contains(machine) {
            merged.other_machines.push(machine.clone());
        }
    }
    Some(merged)
}
