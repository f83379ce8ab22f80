//! The section of the page for a table, by the name of the table.

use crate::table::ReportTable;

/// A section of the page that contains tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TableSection {
    /// The comparison with published results.
    Verdict,
    /// The summary of the configurations.
    Summary,
    /// Comparisons of configurations.
    Pairwise,
    /// The accuracy of the heuristics.
    Heuristics,
    /// All other tables.
    Detail,
}

/// Prefixes of names; the first that matches decides. A name without a match belongs to [`TableSection::Detail`].
const TABLE_SECTIONS: &[(&str, TableSection)] = &[
    ("published-runs", TableSection::Pairwise),
    ("published", TableSection::Verdict),
    ("outcomes", TableSection::Summary),
    ("solutions", TableSection::Summary),
    ("common", TableSection::Summary),
    ("against", TableSection::Pairwise),
    ("coverage", TableSection::Pairwise),
    ("virtual-best", TableSection::Pairwise),
    ("ranks", TableSection::Pairwise),
    ("heuristics", TableSection::Heuristics),
];

/// The section for the table of this name.
pub(super) fn section_of(name: &str) -> TableSection {
    TABLE_SECTIONS
        .iter()
        .find(|(prefix, _)| name.starts_with(prefix))
        .map_or(TableSection::Detail, |(_, section)| *section)
}

/// The `tables` that belong to `section`, in their order.
pub(super) fn in_section<'a>(section: TableSection, tables: &[&'a ReportTable]) -> Vec<&'a ReportTable> {
    tables.iter().copied().filter(|table| section_of(table.name) == section).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_section_of_a_table_follows_from_the_prefix_of_its_name() {
        for (name, section) in [
            ("published", TableSection::Verdict),
            ("outcomes", TableSection::Summary),
            ("against-all", TableSection::Pairwise),
            ("time", TableSection::Detail),
        ] {
            assert_eq!(section_of(name), section, "{name}");
        }
    }
}
