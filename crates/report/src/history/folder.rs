//! One folder of a history: the counts of its runs, and the machine and sessions that ran them.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Context as _;
use tilebench_record::{self as record, EndedBy, Manifest, Proof, Status};

use crate::unread::UnreadRows;

/// A configuration on a set.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ConfigurationKey {
    pub(crate) set: String,
    pub(crate) solver: String,
}

/// A run of a configuration. Numeric instance names are ordered by value, before the other names.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct InstanceRun {
    number: (bool, u64),
    pub(crate) instance: String,
    pub(crate) seed: u64,
    pub(crate) repeat: u32,
}

/// A run of a folder.
#[derive(Clone, Debug)]
pub(crate) struct RunKey {
    pub(crate) name: ConfigurationKey,
    pub(crate) place: InstanceRun,
}

/// The values of a run that a history needs.
#[derive(Clone, Debug)]
pub(crate) struct HistoryRun {
    /// The hash of everything that determines it.
    pub(crate) id: Box<str>,
    pub(crate) status: Status,
    pub(crate) proof: Proof,
    pub(crate) length: Option<u32>,
    pub(crate) generated: Option<u64>,
    pub(crate) expanded: Option<u64>,
    pub(crate) wall_s: f64,
    /// The limits on nodes and depth, which stop a search at the same node everywhere.
    pub(crate) counted_limits: [Option<u64>; 2],
    /// Whether it was killed: its counts are lost.
    pub(crate) is_killed: bool,
    /// The index of its session, if the manifest states it.
    pub(crate) session: Option<usize>,
}

/// The runs of a folder, the last row of each.
#[derive(Debug)]
pub(crate) struct HistoryFolder {
    /// Its path.
    pub(crate) title: String,
    pub(crate) manifest: Option<Manifest>,
    /// The configurations, in the order of their first rows.
    pub(crate) names: Vec<ConfigurationKey>,
    pub(crate) runs: BTreeMap<ConfigurationKey, BTreeMap<InstanceRun, HistoryRun>>,
}

impl HistoryFolder {
    /// Reads every row of `dir`. A row that is skipped would look like a missing run.
    pub(crate) fn read(dir: &Path) -> anyhow::Result<Self> {
        let reading = || format!("cannot compare {}", dir.display());
        let folder = record::Folder::open(dir).with_context(reading)?;
        let manifest = folder.manifest().with_context(reading)?;
        let began = manifest.as_ref().and_then(session_rows).unwrap_or_default();
        let mut unread = UnreadRows::default();
        let (mut names, mut runs) =
            (Vec::new(), BTreeMap::<ConfigurationKey, BTreeMap<InstanceRun, HistoryRun>>::new());
        let mut place = 0;
        folder
            .each_row_or_error(|row| match row {
                Ok(row) => {
                    // The last session that began at or before this row.
                    let session = began.partition_point(|&rows| rows <= place).checked_sub(1);
                    place += 1;
                    let name = ConfigurationKey { set: row.problem_set(), solver: row.solver.clone() };
                    if !runs.contains_key(&name) {
                        names.push(name.clone());
                    }
                    runs.entry(name)
                        .or_default()
                        .insert(InstanceRun::from_row(&row), HistoryRun::from_row(row, session));
                }
                // Refused below, so that no row is assigned to a wrong session.
                Err(why) => unread.add(why),
            })
            .with_context(reading)?;
        unread.refuse().with_context(reading)?;
        Ok(Self { title: dir.display().to_string(), manifest, names, runs })
    }
}

/// The number of rows at the start of each session, if all sessions record it.
fn session_rows(manifest: &Manifest) -> Option<Vec<u64>> {
    manifest.sessions.iter().map(|session| session.rows).collect()
}

impl InstanceRun {
    /// The run of an instance with a numeric name.
    #[cfg(test)]
    pub(crate) fn numbered(instance: u32, repeat: u32) -> Self {
        Self { number: (false, instance.into()), instance: instance.to_string(), seed: 0, repeat }
    }

    fn from_row(run: &record::Run) -> Self {
        let number: Option<u64> = run.instance.parse().ok();
        let number = (number.is_none(), number.unwrap_or(0));
        Self { number, instance: run.instance.clone(), seed: run.seed, repeat: run.repeat }
    }
}

impl HistoryRun {
    fn from_row(run: record::Run, session: Option<usize>) -> Self {
        Self {
            id: run.run_id.into(),
            status: run.status,
            proof: run.proof,
            length: run.length,
            generated: run.generated,
            expanded: run.expanded,
            wall_s: run.wall_s,
            counted_limits: [run.node_limit, run.depth_limit],
            is_killed: matches!(run.ended_by, Some(EndedBy::Runner | EndedBy::System)),
            session,
        }
    }

    /// Whether it solved its instance.
    pub(crate) fn is_solved(&self) -> bool {
        self.status == Status::Solved
    }

    /// Whether the run would end in the same way and with the same counts at any time on any machine.
    pub(crate) fn is_determined(&self) -> bool {
        use Status::{DepthLimit, GaveUp, NodeLimit, Solved, Unsolvable, Unsupported};
        !self.is_killed && matches!(self.status, Solved | Unsolvable | GaveUp | NodeLimit | DepthLimit | Unsupported)
    }
}
