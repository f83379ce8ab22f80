//! Shards without a folder, known from the manifests of the other shards.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde_json::{Value, json};
use tilebench_runner::record::{Folder, RecordError, Shard};

use crate::text::ranges;

/// The shards of a plan that have no folder.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct AbsentShards {
    shards: Vec<u64>,
    of: u64,
    /// The runs in them.
    pub(super) planned: u64,
}

/// The shards of a plan that have a folder, and how many runs they and all have.
#[derive(Default)]
struct PresentShards {
    shards: BTreeSet<u64>,
    planned: u64,
    plan_runs: u64,
}

impl AbsentShards {
    /// The shards that are missing in `folders`, for each plan of which they contain at least one shard.
    pub(super) fn missing_in(folders: &[Folder]) -> Result<Vec<Self>, RecordError> {
        let mut plans: BTreeMap<(Option<String>, u64), PresentShards> = BTreeMap::new();
        for folder in folders {
            let Some(manifest) = folder.manifest()? else { continue };
            let Some(Shard { number, of, plan_runs }) = manifest.shard else { continue };
            let present = plans.entry((manifest.plan_id, of)).or_default();
            // A copy of a shard does not count as another one.
            if present.shards.insert(number) {
                present.planned += manifest.runs_planned;
                present.plan_runs = plan_runs;
            }
        }
        let absent = plans.into_iter().map(|((_, of), present)| Self {
            shards: (1..=of).filter(|number| !present.shards.contains(number)).collect(),
            of,
            planned: present.plan_runs.saturating_sub(present.planned),
        });
        Ok(absent.filter(|absent| !absent.shards.is_empty()).collect())
    }

    pub(super) fn json(&self) -> Value {
        json!({ "shards": self.shards, "of": self.of, "planned": self.planned })
    }
}

impl fmt::Display for AbsentShards {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "no folder: {} of {}", ranges(&self.shards), self.of)
    }
}
