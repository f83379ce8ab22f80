//! Rows that could not be read: all are counted, and the first are listed.

use anyhow::bail;
use tilebench_record::UnreadableRow;

use crate::number::{counted, grouped};
use crate::table::{ReportTable, TableBuilder};

/// The maximum number of listed rows.
const MAX_LISTED: usize = 100;

/// The rows of a folder that could not be read.
#[derive(Debug, Default)]
pub(crate) struct UnreadRows {
    first: Vec<UnreadableRow>,
    /// The number of unread rows.
    pub(crate) count: usize,
}

impl UnreadRows {
    /// Adds a row.
    pub(crate) fn add(&mut self, row: UnreadableRow) {
        if self.first.len() < MAX_LISTED {
            self.first.push(row);
        }
        self.count += 1;
    }

    /// Fails if there is an unread row, for callers that require all rows.
    pub(crate) fn refuse(&self) -> anyhow::Result<()> {
        match &self.first[..] {
            [] => Ok(()),
            [UnreadableRow { file, line, reason, .. }, rest @ ..] => {
                let others = if rest.is_empty() { String::new() } else { format!(" (and {} more)", self.count - 1) };
                bail!("{file}: line {line}: {reason}{others}; correct that line, or delete it to repeat its run")
            }
        }
    }

    /// A sentence for the top of a report, if there are unread rows.
    pub(crate) fn remark(&self) -> Option<String> {
        (self.count > 0).then(|| format!("Not read: {}. No statistic includes them.", counted(self.count, "row")))
    }

    /// The table of the first unread rows, if there are any.
    pub(crate) fn table(&self) -> Option<ReportTable> {
        let mut notes = vec![
            "No statistic includes these rows. Correct a line, or delete it to repeat its run. An incomplete last line of a \
             killed program is moved aside when the experiment is continued. If an unread row belongs to a repeated run, an \
             earlier row of that run counts."
                .to_owned(),
        ];
        if self.count > self.first.len() {
            notes.push(format!("{} more are not listed.", grouped((self.count - self.first.len()) as u64)));
        }
        let table = TableBuilder::new(&self.first)
            .text("file", |row| row.file.to_owned())
            .count("line", |row| row.line)
            .text("reason", |row| row.reason.clone())
            .text("begins with", |row| row.start.clone())
            .finish("unread", "Rows that could not be read", notes);
        (self.count > 0).then_some(table)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unread(count: u64) -> UnreadRows {
        let mut unread = UnreadRows::default();
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
    fn without_unread_rows_there_is_no_remark() {
        let none = unread(0);
        assert!(none.table().is_none() && none.remark().is_none() && none.refuse().is_ok());
    }
}
