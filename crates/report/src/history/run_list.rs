//! The runs that a history lists: those that differ, and those that are missing in a later folder.

use super::folder::RunKey;
use super::{History, MissingRun, RunDifference};
use crate::number::grouped;
use crate::table::{ReportTable, TableBuilder};

/// The maximum number of listed runs that differ, and of listed runs that are missing.
pub(super) const MAX_LISTED: usize = 20;

/// A listed run of a folder.
pub(super) trait RunItem {
    /// The index of the folder, and the run.
    fn run(&self) -> (usize, &RunKey);
}

impl RunItem for MissingRun {
    fn run(&self) -> (usize, &RunKey) {
        (self.folder, &self.key)
    }
}

impl RunItem for RunDifference {
    fn run(&self) -> (usize, &RunKey) {
        (self.folder, &self.key)
    }
}

impl History {
    /// A sentence on the missing runs.
    pub(super) fn missing_remark(&self) -> Option<String> {
        let judged = |regression| if self.rules.allow_missing { "reported, but not a regression" } else { regression };
        match self.missing.len() {
            0 => None,
            1 => Some(format!("1 run of the reference is missing: {}.", judged("it is a regression"))),
            many => Some(format!(
                "{} runs of the reference are missing: {}.",
                grouped(many as u64),
                judged("each is a regression")
            )),
        }
    }

    /// The table of missing runs.
    pub(super) fn missing_table(&self) -> Option<ReportTable> {
        let (first, notes) = first_rows(&self.missing);
        (!first.is_empty()).then(|| {
            self.keyed(first)
                .text("before", |row| row.before.clone())
                .text("after", |_| "missing".to_owned())
                .text("regression", |_| if self.rules.allow_missing { "no" } else { "yes" }.to_owned())
                .finish("missing", "Missing runs", notes)
        })
    }

    /// A table of `rows` whose first columns identify the runs.
    pub(super) fn keyed<'a, T: RunItem>(&self, rows: &'a [T]) -> TableBuilder<'a, T> {
        let several_folders = self.folders.len() > 2;
        let repeats = rows.iter().any(|row| row.run().1.place.repeat > 1);
        let seeds = rows.iter().any(|row| row.run().1.place.seed != rows[0].run().1.place.seed);
        TableBuilder::new(rows)
            .text_if_any("folder", |row| {
                if several_folders { self.folders[row.run().0].title.clone() } else { String::new() }
            })
            .text("set", |row| row.run().1.name.set.clone())
            .text("solver", |row| row.run().1.name.solver.clone())
            .text("instance", |row| row.run().1.place.instance.clone())
            .text_when(seeds, "seed", |row| row.run().1.place.seed.to_string())
            .text_when(repeats, "repeat", |row| row.run().1.place.repeat.to_string())
    }
}

/// The first rows of `all`, and a note on the number of further ones.
pub(super) fn first_rows<T>(all: &[T]) -> (&[T], Vec<String>) {
    let first = &all[..all.len().min(MAX_LISTED)];
    let [count, more] = [all.len(), all.len() - first.len()].map(|n| grouped(n as u64));
    let note = format!("The first {MAX_LISTED} of {count}; {more} more are counted above.");
    (first, if first.len() < all.len() { vec![note] } else { Vec::new() })
}
