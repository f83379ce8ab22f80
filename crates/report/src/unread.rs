//! Rows that could not be read: counted, the first of them kept to be listed.

use anyhow::bail;
use tilebench_record::UnreadableRow;

use crate::number::whole;
use crate::table::{Builder, Table};

/// How many are listed one by one.
const LISTED: usize = 100;

/// The rows of a folder that could not be read.
#[derive(Debug, Default)]
pub(crate) struct Unread {
    first: Vec<UnreadableRow>,
    /// How many there are.
    pub(crate) count: usize,
}

impl Unread {
    /// Adds one.
    pub(crate) fn add(&mut self, row: UnreadableRow) {
        if self.first.len() < LISTED {
            self.first.push(row);
        }
        self.count += 1;
    }

    /// Fails if there is an unread row, for callers to which a silently missing row would be an error.
    pub(crate) fn refuse(&self) -> anyhow::Result<()> {
        match &self.first[..] {
            [] => Ok(()),
            [UnreadableRow { file, line, reason, .. }, rest @ ..] => {
                let others = if rest.is_empty() { String::new() } else { format!(" (and {} more)", self.count - 1) };
                bail!("{file}: line {line}: {reason}{others}; correct that line, or delete it to run its run again")
            }
        }
    }

    /// A sentence for the top of everything, if there is one.
    pub(crate) fn remark(&self) -> Option<String> {
        let rows = whole(self.count as u64);
        let verb = if self.count == 1 { "row" } else { "rows" };
        (self.count > 0).then(|| format!("Not read: {rows} {verb}, and no figure has what they say."))
    }

    /// The list, if there is one.
    pub(crate) fn table(&self) -> Option<Table> {
        let mut notes = vec![
            "No figure has what these rows say. Correct a line, or delete it to run its run again; what a killed program \
             left in the last line is moved aside by going on with the experiment. Where such a row is of a run that was \
             made again, an older row of it counts."
                .to_owned(),
        ];
        if self.count > self.first.len() {
            notes.push(format!("{} more are not listed.", whole((self.count - self.first.len()) as u64)));
        }
        let table = Builder::new(&self.first)
            .text("file", |row| row.file.to_owned())
            .count("line", |row| row.line)
            .text("why", |row| row.reason.clone())
            .text("begins with", |row| row.start.clone())
            .finish("unread", "Rows that could not be read", notes);
        (self.count > 0).then_some(table)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unread(count: u64) -> Unread {
        let mut unread = Unread::default();
        for line in 2..2 + count {
            unread.add(UnreadableRow { file: "runs.csv", line, reason: "torn".into(), start: "a,b".into() });
        }
        unread
    }

    #[test]
    fn the_first_are_listed_and_all_are_counted() {
        let many = unread(130);
        let table = many.table().unwrap();
        assert_eq!(table.rows.len(), 100);
        assert_eq!(table.notes[1], "30 more are not listed.");
        assert!(many.remark().unwrap().starts_with("Not read: 130 rows"));
        assert!(many.refuse().unwrap_err().to_string().starts_with("runs.csv: line 2: torn (and 129 more);"));
    }

    #[test]
    fn where_all_were_read_nothing_is_said() {
        let none = unread(0);
        assert!(none.table().is_none() && none.remark().is_none() && none.refuse().is_ok());
    }
}
