//! Which part of the page a table belongs to, by its name.

use crate::table::Table;

/// A part of the page that holds tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
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
const PLACES: &[(&str, Place)] = &[
    ("published", Place::Verdict),
    ("outcomes", Place::Summary),
    ("solutions", Place::Summary),
    ("common", Place::Summary),
    ("against", Place::Pairwise),
    ("coverage", Place::Pairwise),
    ("virtual-best", Place::Pairwise),
    ("ranks", Place::Pairwise),
    ("heuristics", Place::Heuristics),
];

/// The part of the page for the table of this name.
pub(super) fn of(name: &str) -> Place {
    PLACES.iter().find(|(beginning, _)| name.starts_with(beginning)).map_or(Place::Detail, |(_, place)| *place)
}

/// Those of `tables` that belong to `place`, in their order.
pub(super) fn at<'a>(place: Place, tables: &[&'a Table]) -> Vec<&'a Table> {
    tables.iter().copied().filter(|table| of(table.name) == place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_placed_by_how_its_name_begins_and_an_unknown_one_goes_into_detail() {
        for (name, place) in [
            ("published", Place::Verdict),
            ("outcomes", Place::Summary),
            ("against-all", Place::Pairwise),
            ("time", Place::Detail),
        ] {
            assert_eq!(of(name), place, "{name}");
        }
    }
}
