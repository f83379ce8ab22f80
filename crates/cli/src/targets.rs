//! What can be reproduced: claims and the experiments that tell of them, part of the program.

/// A set of published claims.
#[derive(Debug)]
pub(crate) struct Target {
    /// Its name.
    pub(crate) name: &'static str,
    /// What it is, in one sentence.
    pub(crate) summary: &'static str,
    /// About how long it takes on two cores, in minutes.
    pub(crate) minutes: u32,
    /// The claims: the file's path in the repository, and its text.
    pub(crate) claims: (&'static str, &'static str),
    /// The experiments: their paths and texts, in the order in which they are run.
    pub(crate) experiments: &'static [(&'static str, &'static str)],
}

/// A file of the repository: its path and its text.
macro_rules! file {
    ($path:literal) => {
        ($path, include_str!(concat!("../../../", $path)))
    };
}

/// Everything that can be reproduced.
pub(crate) const TARGETS: &[Target] = &[Target {
    name: "lineage",
    summary: "Seven well-known programs for sliding-tile puzzles, each run again on its own boards.",
    minutes: 20,
    claims: file!("instances/published/lineage.toml"),
    experiments: &[
        file!("experiments/lineage/staged.toml"),
        file!("experiments/lineage/depth-limited-greedy.toml"),
        file!("experiments/lineage/walking-pairs.toml"),
        file!("experiments/lineage/weighted-astar.toml"),
        file!("experiments/lineage/astar-disk.toml"),
        file!("experiments/lineage/astar-lists.toml"),
        file!("experiments/lineage/astar-ablation.toml"),
        file!("experiments/lineage/human-strategy.toml"),
        file!("experiments/lineage/web-service.toml"),
    ],
}];
