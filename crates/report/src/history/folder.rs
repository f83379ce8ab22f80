//! One folder of a history: the counts of its runs, and the machine and sessions that ran them.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Context as _;
use tilebench_record::{self as record, EndedBy, Manifest, Proof, Status};

use crate::unread::Unread;

/// A configuration on a set.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Name {
    pub(crate) set: String,
    pub(crate) solver: String,
}

/// One run among those of a configuration; numbers come before names, by value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    number: (bool, u64),
    pub(crate) instance: String,
    pub(crate) seed: u64,
    pub(crate) repeat: u32,
}

/// One run.
#[derive(Clone, Debug)]
pub(crate) struct Key {
    pub(crate) name: Name,
    pub(crate) place: Place,
}

/// The values of a run that a history needs.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    /// The hash of all that decides it.
    pub(crate) id: Box<str>,
    pub(crate) status: Status,
    pub(crate) proof: Proof,
    pub(crate) length: Option<u32>,
    pub(crate) generated: Option<u64>,
    pub(crate) expanded: Option<u64>,
    pub(crate) wall_s: f64,
    /// The limits on nodes and depth, which stop a search at the same node everywhere.
    pub(crate) counted_limits: [Option<u64>; 2],
    /// Whether it was killed, so that its counts are lost.
    pub(crate) is_killed: bool,
    /// The place of the session that made it, if the manifest says so.
    pub(crate) session: Option<usize>,
}

/// The runs of a folder, the last row of each.
#[derive(Debug)]
pub(crate) struct Folder {
    /// Its path.
    pub(crate) title: String,
    pub(crate) manifest: Option<Manifest>,
    /// The configurations, in the order of their first rows.
    pub(crate) names: Vec<Name>,
    pub(crate) runs: BTreeMap<Name, BTreeMap<Place, Run>>,
}

impl Folder {
    /// Reads every row of `dir`: one that is missing would look like a run that was not made.
    pub(crate) fn read(dir: &Path) -> anyhow::Result<Self> {
        let reading = || format!("cannot compare {}", dir.display());
        let folder = record::Folder::open(dir).with_context(reading)?;
        let manifest = folder.manifest().with_context(reading)?;
        let began = manifest.as_ref().and_then(session_rows).unwrap_or_default();
        let mut unread = Unread::default();
        let (mut names, mut runs) = (Vec::new(), BTreeMap::<Name, BTreeMap<Place, Run>>::new());
        let mut place = 0;
        folder
            .each_row_or_error(|row| match row {
                Ok(row) => {
                    // The last session that began with no more rows than are before this one.
                    let session = began.partition_point(|&rows| rows <= place).checked_sub(1);
                    place += 1;
                    let name = Name { set: row.set.clone(), solver: row.solver.clone() };
                    if !runs.contains_key(&name) {
                        names.push(name.clone());
                    }
                    runs.entry(name).or_default().insert(Place::of(&row), Run::of(row, session));
                }
                // Refused below, so that no row is counted as of another session.
                Err(why) => unread.add(why),
            })
            .with_context(reading)?;
        unread.refuse().with_context(reading)?;
        Ok(Self { title: dir.display().to_string(), manifest, names, runs })
    }
}

/// The rows that there were when each session began, if every session has them.
fn session_rows(manifest: &Manifest) -> Option<Vec<u64>> {
    manifest.sessions.iter().map(|session| session.rows).collect()
}

impl Place {
    /// The place of an instance that is called by its number.
    #[cfg(test)]
    pub(crate) fn numbered(instance: u32, repeat: u32) -> Self {
        Self { number: (false, instance.into()), instance: instance.to_string(), seed: 0, repeat }
    }

    fn of(run: &record::Run) -> Self {
        let number: Option<u64> = run.instance.parse().ok();
        let number = (number.is_none(), number.unwrap_or(0));
        Self { number, instance: run.instance.clone(), seed: run.seed, repeat: run.repeat }
    }
}

impl Run {
    fn of(run: record::Run, session: Option<usize>) -> Self {
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
