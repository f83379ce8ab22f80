//! Which part of the page a table belongs to, by its name.

use crate::table::ReportTable;

/// A part of the page that holds tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TableSection {
    /// Published figures, and whether the runs agree with them.
    Verdict,
    /// How the configurations did, in short.
    Summary,
    /// One configuration against another, or against all.
    Pairwise,
    /// The estimates of the heuristics for the starts.
    Heuristics,
    /// Everything else.
    Detail,
}

/// Prefixes of names; the first that matches decides, and a name without a match goes into detail.
const TABLE_SECTIONS: &[(&str, TableSection)] = &[
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

/// The part of the page for the table of this name.
pub(super) fn section_of(name: &str) -> TableSection {
    TABLE_SECTIONS
        .iter()
        .find(|(beginning, _)| name.starts_with(beginning))
        .map_or(TableSection::Detail, |(_, section)| *section)
}

/// Those of `tables` that belong to `section`, in their order.
pub(super) fn in_section<'a>(section: TableSection, tables: &[&'a ReportTable]) -> Vec<&'a ReportTable> {
    tables.iter().copied().filter(|table| section_of(table.name) == section).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_placed_by_how_its_name_begins_and_an_unknown_one_goes_into_detail() {
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
