//! The manifests of the parts of a plan.

use crate::{Manifest, Session};

/// Display names are not in the plan's hash, but rows are sorted and distinguished by them.
pub(crate) fn is_same_plan(one: &Manifest, other: &Manifest) -> bool {
    (&one.plan_id, &one.name, &one.sets, &one.solvers) == (&other.plan_id, &other.name, &other.sets, &other.solvers)
}

/// The manifest of the whole plan, from those of its parts.
pub(super) fn merged(parts: &[Manifest]) -> Option<Manifest> {
    let first = parts.first()?;
    // The interrupted retry of a part names rows of its own file.
    let mut merged = Manifest { shard: None, retry: None, ..first.clone() };
    merged.runs_planned = first.shard.map_or(first.runs_planned, |shard| shard.plan_runs);
    (merged.tables, merged.sessions, merged.warnings) = (Vec::new(), Vec::new(), Vec::new());
    for manifest in parts {
        merged.tables.extend(manifest.tables.iter().cloned());
        // The rows of the shards do not follow each other as those of a session do.
        merged.sessions.extend(manifest.sessions.iter().map(|session| Session { rows: None, ..session.clone() }));
        merged.warnings.extend(manifest.warnings.iter().cloned());
        merged.bounds.extend(manifest.bounds.clone());
        // RFC 3339 in UTC sorts as text.
        merged.created = merged.created.min(manifest.created.clone());
    }
    merged.tables.sort_by(|a, b| (&a.name, &a.checksum).cmp(&(&b.name, &b.checksum)));
    merged.tables.dedup();
    merged.sessions.sort_by(|a, b| a.began.cmp(&b.began));
    merged.warnings.sort();
    merged.warnings.dedup();
    merged.other_builds = others(&merged.build, parts.iter().map(|part| (&part.build, &part.other_builds)));
    merged.other_machines = others(&merged.machine, parts.iter().map(|part| (&part.machine, &part.other_machines)));
    Some(merged)
}

/// Each different value of the parts but `first`, in their order.
fn others<'a, T: Clone + PartialEq + 'a>(first: &T, parts: impl Iterator<Item = (&'a T, &'a Vec<T>)>) -> Vec<T> {
    let mut others: Vec<T> = Vec::new();
    for value in parts.flat_map(|(value, its_others)| std::iter::once(value).chain(its_others)) {
        if value != first && !others.contains(value) {
            others.push(value.clone());
        }
    }
    others
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn others_are_the_different_values_of_all_parts_but_the_first() {
        let parts = [(1, vec![2]), (3, vec![1, 2]), (3, vec![4])];
        assert_eq!(others(&1, parts.iter().map(|(value, others)| (value, others))), [2, 3, 4]);
        assert_eq!(others(&1, parts[..0].iter().map(|(value, others)| (value, others))), [0; 0]);
    }
}
