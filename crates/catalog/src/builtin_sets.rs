//! The built-in instance sets: the files of `instances/`, compiled in.

use crate::{CatalogError, InstanceSet, set_file};

/// Name, file and text of each set.
const SETS: &[(&str, &str, &str)] = &[
    ("korf100", "instances/korf100.csv", include_str!("../instances/korf100.csv")),
    ("hardest17", "instances/hardest17.csv", include_str!("../instances/hardest17.csv")),
    ("codegolf5", "instances/codegolf5.csv", include_str!("../instances/codegolf5.csv")),
    ("penschuck12", "instances/penschuck12.csv", include_str!("../instances/penschuck12.csv")),
    ("korf-felner50", "instances/korf-felner50.csv", include_str!("../instances/korf-felner50.csv")),
    ("korf-taylor10", "instances/korf-taylor10.csv", include_str!("../instances/korf-taylor10.csv")),
    ("hardest8", "instances/hardest8.csv", include_str!("../instances/hardest8.csv")),
];

/// The names of the built-in sets.
#[must_use]
pub fn set_names() -> Vec<&'static str> {
    SETS.iter().map(|(name, ..)| *name).collect()
}

/// The file of the set called `name` and its text, if there is one.
pub(crate) fn text(name: &str) -> Option<(&'static str, &'static str)> {
    SETS.iter().find(|(known, ..)| *known == name).map(|(_, file, text)| (*file, *text))
}

/// The set called `name`, if there is one.
pub(crate) fn find(name: &str) -> Option<Result<InstanceSet, CatalogError>> {
    let (name, file, text) = SETS.iter().find(|(known, ..)| *known == name)?;
    Some(set_file::parse(name, file, text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_set_is_solvable_and_has_known_lengths() {
        let counts = [100, 17, 5, 12, 50, 10, 2];
        for (name, count) in set_names().into_iter().zip(counts) {
            let set = find(name).unwrap().unwrap();
            assert_eq!(set.instances.len(), count, "{name}");
            let goal = set.goal.board(set.size).unwrap();
            for instance in &set.instances {
                assert!(instance.board.reaches(&goal), "{name} {}", instance.id);
                let distance: usize = (1..set.size.cells())
                    .map(|tile| {
                        let place = |board: &tilebench_puzzle::Board| usize::from(board.cells_of_tiles()[tile]);
                        set.size.distance(place(&instance.board), place(&goal))
                    })
                    .sum();
                let optimal = usize::try_from(instance.optimal.unwrap()).unwrap();
                assert!(optimal >= distance && (optimal - distance).is_multiple_of(2), "{name} {}", instance.id);
            }
        }
    }

    #[test]
    fn the_lengths_of_the_korf_100_sum_to_5305() {
        let set = find("korf100").unwrap().unwrap();
        let sum: u32 = set.instances.iter().filter_map(|instance| instance.optimal).sum();
        assert_eq!(sum, 5305);
    }
}
