//! The instance sets with names: the files of `instances/`, compiled in, and those that are registered.

use crate::{CatalogError, InstanceSet, Registry, set_file};

/// An instance set that is compiled into the program.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SetRow {
    /// Its name.
    pub(crate) name: &'static str,
    /// The name of its file in messages.
    pub(crate) file: &'static str,
    /// The text of its file.
    pub(crate) text: &'static str,
}

impl SetRow {
    /// The set.
    ///
    /// # Errors
    ///
    /// The first fault of the text.
    pub(crate) fn parse(&self) -> Result<InstanceSet, CatalogError> {
        set_file::parse(self.name, self.file, self.text)
    }
}

/// The name and the file of each set, which is compiled in.
macro_rules! sets {
    ($($name:literal => $file:literal,)*) => {
        &[$(SetRow { name: $name, file: $file, text: include_str!(concat!("../", $file)) },)*]
    };
}

/// The sets of this project.
pub(crate) const BUILTIN_SETS: &[SetRow] = sets![
    "korf100" => "instances/korf100.csv",
    "hardest17" => "instances/hardest17.csv",
    "codegolf5" => "instances/codegolf5.csv",
    "penschuck12" => "instances/penschuck12.csv",
    "korf-felner50" => "instances/korf-felner50.csv",
    "korf-taylor10" => "instances/korf-taylor10.csv",
    "hardest8" => "instances/hardest8.csv",
    "rotated24" => "instances/rotated24.csv",
];

/// The names of the sets.
#[must_use]
pub fn set_names() -> Vec<&'static str> {
    Registry::get().instance_sets().iter().map(|set| set.name).collect()
}

/// The set called `name`, if there is one.
pub(crate) fn find(name: &str) -> Option<&'static SetRow> {
    Registry::get().instance_sets().iter().find(|set| set.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_set_is_solvable_and_has_known_lengths() {
        let counts = [100, 17, 5, 12, 50, 10, 2, 1];
        for (name, count) in set_names().into_iter().zip(counts) {
            let set = find(name).unwrap().parse().unwrap();
            assert_eq!(set.instances.len(), count, "{name}");
            let goal = set.goal_board().unwrap();
            for instance in &set.instances {
                let board = instance.board().unwrap();
                assert!(board.reaches(&goal), "{name} {}", instance.id);
                let distance: usize = (1..goal.size().cells())
                    .map(|tile| {
                        let place = |board: &tilebench_puzzle::Board| usize::from(board.cells_of_tiles()[tile]);
                        goal.size().distance(place(board), place(&goal))
                    })
                    .sum();
                let optimal = usize::try_from(instance.optimal.unwrap()).unwrap();
                assert!(optimal >= distance && (optimal - distance).is_multiple_of(2), "{name} {}", instance.id);
            }
        }
    }

    #[test]
    fn the_lengths_of_the_korf_100_sum_to_5305() {
        let set = find("korf100").unwrap().parse().unwrap();
        let sum: u32 = set.instances.iter().filter_map(|instance| instance.optimal).sum();
        assert_eq!(sum, 5305);
    }
}
