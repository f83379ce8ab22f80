//! The registry of the process: the built-in one unless another is installed.

use std::sync::OnceLock;

use tilebench_kernels::KernelWord;
use tilebench_puzzle::Puzzle;
use tilebench_solvers::Row;

use crate::heuristics::BUILTIN;
use crate::registry::Registry;

static INSTALLED: OnceLock<Registry> = OnceLock::new();

impl Registry {
    /// The algorithms and heuristics of this project.
    #[must_use]
    pub fn builtin() -> Self {
        Self::new(builtin_rows(), builtin_rows(), BUILTIN.iter().collect())
    }

    /// Makes this the registry of the process. Must be called before any name is looked up.
    ///
    /// # Panics
    ///
    /// If a registry was installed or a name looked up before.
    pub fn install(self) {
        assert!(INSTALLED.set(self).is_ok(), "a registry is installed once, before a name is looked up");
    }

    /// The registry of the process: the built-in one if none was installed.
    #[must_use]
    pub fn get() -> &'static Self {
        INSTALLED.get_or_init(Self::builtin)
    }
}

fn builtin_rows<W: KernelWord>() -> Vec<Row<Puzzle<W>>> {
    tilebench_solvers::rows().into_iter().chain(tilebench_methods::rows()).collect()
}
