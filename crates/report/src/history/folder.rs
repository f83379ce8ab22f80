//! One folder of a history: what its runs counted, and where they were made.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Context as _;
use tilebench_record::{self as record, EndedBy, Manifest, Proof, Status};

use crate::unread::Unread;

/// A configuration on a set.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Name {
    pub(super) set: String,
    pub(super) solver: String,
}

/// One run among those of a configuration; numbers come before names, by value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    number: (bool, u64),
    pub(super) instance: String,
    pub(super) seed: u64,
    pub(super) repeat: u32,
}

/// One run.
#[derive(Clone, Debug)]
pub(super) struct Key {
    pub(super) name: Name,
    pub(super) place: Place,
}

/// What a history needs of a run.
#[derive(Clone, Debug)]
pub(super) struct Run {
    /// The hash of all that decides it.
    pub(super) id: Box<str>,
    pub(super) status: Status,
    pub(super) proof: Proof,
    pub(super) length: Option<u32>,
    pub(super) generated: Option<u64>,
    pub(super) expanded: Option<u64>,
    pub(super) wall_s: f64,
    /// The limits on nodes and depth, which stop a search at the same node everywhere.
    pub(super) counted_limits: [Option<u64>; 2],
    /// Whether it was killed, and with it what it had counted.
    pub(super) is_killed: bool,
}

/// The runs of a folder, the last row of each.
#[derive(Debug)]
pub(super) struct Folder {
    /// Its path.
    pub(super) title: String,
    pub(super) manifest: Option<Manifest>,
    /// The configurations, in the order of their first rows.
    pub(super) names: Vec<Name>,
    pub(super) runs: BTreeMap<Name, BTreeMap<Place, Run>>,
}

impl Folder {
    /// Reads every row of `dir`: one that is missing would look like a run that was not made.
    pub(super) fn read(dir: &Path) -> anyhow::Result<Self> {
        let reading = || format!("cannot compare {}", dir.display());
        let folder = record::Folder::open(dir).with_context(reading)?;
        let mut unread = Unread::default();
        let (mut names, mut runs) = (Vec::new(), BTreeMap::<Name, BTreeMap<Place, Run>>::new());
        folder
            .each_row_or_why(|row| match row {
                Ok(row) => {
                    let name = Name { set: row.set.clone(), solver: row.solver.clone() };
                    if !runs.contains_key(&name) {
                        names.push(name.clone());
                    }
                    runs.entry(name).or_default().insert(Place::of(&row), Run::of(row));
                }
                Err(why) => unread.add(why),
            })
            .with_context(reading)?;
        unread.refuse().with_context(reading)?;
        let manifest = folder.manifest().with_context(reading)?;
        Ok(Self { title: dir.display().to_string(), manifest, names, runs })
    }

    /// Whether times of both can be compared: no manifest says that they are of two kinds of processors.
    pub(super) fn same_processor(&self, other: &Self) -> bool {
        match [self, other].map(|folder| folder.manifest.as_ref().map(|manifest| &manifest.machine.cpu)) {
            [Some(first), Some(second)] => first == second,
            _ => true,
        }
    }
}

impl Place {
    fn of(run: &record::Run) -> Self {
        let number: Option<u64> = run.instance.parse().ok();
        let number = (number.is_none(), number.unwrap_or(0));
        Self { number, instance: run.instance.clone(), seed: run.seed, repeat: run.repeat }
    }
}

impl Run {
    fn of(run: record::Run) -> Self {
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
        }
    }

    /// Whether it solved its instance.
    pub(super) fn is_solved(&self) -> bool {
        self.status == Status::Solved
    }

    /// Whether the run would end so, and count so much, whenever and wherever it is made.
    pub(super) fn is_determined(&self) -> bool {
        use Status::{DepthLimit, GaveUp, NodeLimit, Solved, Unsolvable, Unsupported};
        !self.is_killed && matches!(self.status, Solved | Unsolvable | GaveUp | NodeLimit | DepthLimit | Unsupported)
    }
}
