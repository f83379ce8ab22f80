//! Why folders are not merged.

use std::path::PathBuf;

use thiserror::Error;
use tilebench_sanitize::message::excerpt;

use crate::RecordError;

/// Why folders are not merged.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MergeError {
    /// A folder cannot be read, or the result not be written.
    #[error(transparent)]
    Record(#[from] RecordError),

    /// There are no folders.
    #[error("there is nothing to merge: name the result folders")]
    Nothing,

    /// A folder does not state the plan of its runs.
    #[error("{} does not name the plan of its runs: its manifest.json is missing or too old", folder.display())]
    NoPlan {
        /// The folder.
        folder: PathBuf,
    },

    /// The folder to write to is one of the folders to merge.
    #[error("{} is one of the merged folders: write to another folder", folder.display())]
    Own {
        /// The folder.
        folder: PathBuf,
    },

    /// Two folders are of different plans.
    #[error("{} and {} are not of the same plan: only parts of one plan can be merged", one.display(), other.display())]
    OtherPlan {
        /// A folder.
        one: PathBuf,
        /// One of another plan.
        other: PathBuf,
    },

    /// A folder contains more runs than its plan.
    #[error("{} contains {runs} runs, some of an earlier plan: its plan has {planned}", folder.display())]
    Foreign {
        /// The folder.
        folder: PathBuf,
        /// The runs in it.
        runs: u64,
        /// Those that were planned for it.
        planned: u64,
    },

    /// A run is in two folders.
    #[error(
        "run {} ({}) is both in {} and in {}, with {} results: take one of them out",
        excerpt(run_id),
        excerpt(what),
        one.display(),
        other.display(),
        if *differs { "different" } else { "the same" }
    )]
    Overlap {
        /// The run's name.
        run_id: String,
        /// Its solver and instance.
        what: String,
        /// A folder that has it.
        one: PathBuf,
        /// Another.
        other: PathBuf,
        /// Whether anything but times differs.
        differs: bool,
    },

    /// Two folders have different bounds of an instance.
    #[error(
        "the bounds of {} in {} and in {} differ: delete bounds.csv in one of them and compute it again",
        excerpt(what),
        one.display(),
        other.display()
    )]
    BoundsDiffer {
        /// The heuristic and the instance.
        what: String,
        /// A folder that has them.
        one: PathBuf,
        /// Another.
        other: PathBuf,
    },

    /// The folder to be replaced contains a row that would be lost.
    #[error(
        "{} has a record of run {} that is in none of the merged folders, and would be lost: choose another folder",
        folder.display(),
        excerpt(run_id)
    )]
    Lost {
        /// The folder.
        folder: PathBuf,
        /// The run's name.
        run_id: String,
    },

    /// The folder to be written contains files.
    #[error("{} contains files: choose an empty or new folder", folder.display())]
    NotEmpty {
        /// The folder.
        folder: PathBuf,
    },
}
