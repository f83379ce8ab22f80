//! A sentence with the number of published results that the runs agree with, above the table that lists them.

use std::collections::BTreeMap;

use crate::number::grouped;
use crate::table::ReportTable;

/// The title of the column of verdicts.
const COLUMN: &str = "verdict";

/// The number of rows of `tables` with each verdict, such as `agrees 2, differs 1.`; none if no table has verdicts.
pub(super) fn verdict_counts(tables: &[&ReportTable]) -> Option<String> {
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    for table in tables {
        let Some(place) = table.columns.iter().position(|column| column.title == COLUMN) else { continue };
        for row in &table.rows {
            let verdict = Some(row[place].text.as_str()).filter(|text| !text.is_empty());
            *counts.entry(verdict.unwrap_or("not compared")).or_default() += 1;
        }
    }
    let counts: Vec<String> = counts.iter().map(|(verdict, count)| format!("{verdict} {}", grouped(*count))).collect();
    (!counts.is_empty()).then(|| format!("Published results: {}.", counts.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::TableBuilder;

    #[test]
    fn verdicts_and_rows_without_a_verdict_are_counted() {
        let rows = ["differs", "agrees", "", "agrees"];
        let table = TableBuilder::new(&rows).text(COLUMN, |row| (*row).to_owned()).finish("published", "", Vec::new());
        let counts = verdict_counts(&[&table]);
        assert_eq!(counts.as_deref(), Some("Published results: agrees 2, differs 1, not compared 1."));
        let other = TableBuilder::new(&rows).text("solver", |row| (*row).to_owned()).finish("outcomes", "", Vec::new());
        assert_eq!(verdict_counts(&[&other]), None);
    }
}
