//! The runs that a history lists one by one: those that differ, and those that a later folder does not have.

use super::folder::RunKey;
use super::{History, MissingRun, RunDifference};
use crate::number::whole;
use crate::table::{ReportTable, TableBuilder};

/// How many runs are listed one by one, of those that differ and of those that are missing.
pub(super) const MAX_LISTED: usize = 20;

/// A run of a folder that is listed.
pub(super) trait RunItem {
    /// The folder's place, and which run it is.
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
    pub(super) fn told_missing(&self) -> Option<String> {
        let judged = if self.rules.allow_missing { "told and not judged" } else { "a regression each" };
        match self.missing.len() {
            0 => None,
            1 => Some(format!("1 run of the reference is not there any more: {judged}.")),
            many => Some(format!("{} runs of the reference are not there any more: {judged}.", whole(many as u64))),
        }
    }

    /// The runs that are missing, one by one.
    pub(super) fn listed_missing(&self) -> Option<ReportTable> {
        let (first, notes) = beginning(&self.missing);
        (!first.is_empty()).then(|| {
            self.keyed(first)
                .text("before", |row| row.before.clone())
                .text("after", |_| "run is not there any more".to_owned())
                .text("regression", |_| if self.rules.allow_missing { "no" } else { "yes" }.to_owned())
                .finish("missing", "What is missing", notes)
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
            .text_if_any("seed", |row| if seeds { row.run().1.place.seed.to_string() } else { String::new() })
            .text_if_any("repeat", |row| if repeats { row.run().1.place.repeat.to_string() } else { String::new() })
    }
}

/// The first of `all`, and a note on how many more there are.
pub(super) fn beginning<T>(all: &[T]) -> (&[T], Vec<String>) {
    let first = &all[..all.len().min(MAX_LISTED)];
    let [count, more] = [all.len(), all.len() - first.len()].map(|n| whole(n as u64));
    let note = format!("These are the first {MAX_LISTED} of {count}: {more} more are counted above.");
    (first, if first.len() < all.len() { vec![note] } else { Vec::new() })
}
