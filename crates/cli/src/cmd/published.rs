//! The published runs that the program ships, as baselines of comparisons.

use anyhow::{Result, bail};
use tilebench_report::{PublishedBaseline, count_rules};
use tilebench_runner::catalog::{PUBLISHED_RUNS, PublishedCount, PublishedRuns, nearest};
use tilebench_sanitize::message::excerpt;

/// The prefix of the name of published runs.
pub(super) const PREFIX: &str = "published:";

/// The published runs named `name`, on every set that has them.
pub(super) fn named(name: &str) -> Result<Vec<PublishedBaseline>> {
    let found: Vec<&PublishedRuns> = PUBLISHED_RUNS.iter().filter(|runs| runs.name == name).collect();
    if found.is_empty() {
        let mut names: Vec<&str> = PUBLISHED_RUNS.iter().map(|runs| runs.name).collect();
        names.dedup();
        let known = names.join(", ");
        let shown = excerpt(name);
        match nearest(name, names.iter().copied()) {
            Some(nearest) => bail!("unknown published runs '{shown}'; did you mean '{nearest}'? Known are {known}"),
            None => bail!("unknown published runs '{shown}': known are {known}"),
        }
    }
    found.into_iter().map(baseline).collect()
}

/// All published runs.
pub(super) fn all() -> Result<Vec<PublishedBaseline>> {
    PUBLISHED_RUNS.iter().map(baseline).collect()
}

fn baseline(runs: &PublishedRuns) -> Result<PublishedBaseline> {
    Ok(PublishedBaseline {
        name: runs.name.to_owned(),
        set: runs.set.to_owned(),
        program: runs.program.to_owned(),
        source: runs.source.to_owned(),
        is_expanded: runs.count == PublishedCount::Expanded,
        rules: count_rules(runs.rules)?,
        numbers: runs.numbers()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_published_run_has_known_rules() {
        assert_eq!(all().unwrap().len(), PUBLISHED_RUNS.len());
    }
}
