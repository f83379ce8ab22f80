//! The registry: algorithms and heuristics by name.
//!
//! The built-in entries and those of another crate are registered by the same calls. Running, recording and reporting use
//! only the entries of the [installed](Registry::install) registry.

use std::fmt;
use std::sync::OnceLock;

use tilebench_heuristics::{Tables, UnsupportedBoard};
use tilebench_kernels::KernelWord;
use tilebench_puzzle::Puzzle;
use tilebench_solvers::{Algorithm, AlgorithmRow, AnyHeuristic, SearchAlgorithm};

use crate::HeuristicInfo;
use crate::heuristics::BUILTIN;

/// The registry of the process.
static INSTALLED: OnceLock<Registry> = OnceLock::new();

/// A constructor of a heuristic for the goal of a puzzle.
pub type HeuristicConstructor<W> =
    fn(&Puzzle<W>, &Tables) -> Result<Box<dyn AnyHeuristic<Puzzle<W>>>, UnsupportedBoard>;

/// A heuristic with its constructors, one per word.
#[derive(Clone, Copy)]
pub struct HeuristicRow {
    /// Its description.
    pub info: HeuristicInfo,
    /// For boards of up to 16 cells.
    pub narrow: HeuristicConstructor<u64>,
    /// For boards of up to 25 cells.
    pub wide: HeuristicConstructor<u128>,
}

impl fmt::Debug for HeuristicRow {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("HeuristicRow").field("info", &self.info).finish_non_exhaustive()
    }
}

/// The registered algorithms and heuristics.
#[derive(Clone, Debug)]
pub struct Registry {
    narrow: Vec<AlgorithmRow<Puzzle<u64>>>,
    wide: Vec<AlgorithmRow<Puzzle<u128>>>,
    heuristics: Vec<&'static HeuristicRow>,
}

impl Registry {
    /// The algorithms and heuristics of this project.
    #[must_use]
    pub fn builtin() -> Self {
        Self { narrow: builtin_rows(), wide: builtin_rows(), heuristics: BUILTIN.iter().collect() }
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

    /// Adds an algorithm.
    ///
    /// # Panics
    ///
    /// If the name is registered already.
    pub fn algorithm<A: SearchAlgorithm>(&mut self) -> &mut Self {
        let name = A::ALGORITHM.name;
        assert!(self.find(name).is_none(), "there is an algorithm '{name}' already");
        self.narrow.push(AlgorithmRow::new::<A>());
        self.wide.push(AlgorithmRow::new::<A>());
        self
    }

    /// Adds a heuristic.
    ///
    /// # Panics
    ///
    /// If the name is registered already.
    pub fn heuristic(&mut self, row: &'static HeuristicRow) -> &mut Self {
        let name = row.info.name;
        assert!(self.heuristics.iter().all(|known| known.info.name != name), "there is a heuristic '{name}' already");
        self.heuristics.push(row);
        self
    }

    /// All algorithms, in the order in which they were registered.
    pub fn algorithms(&self) -> impl Iterator<Item = &'static Algorithm> + Clone + '_ {
        self.narrow.iter().map(|row| row.algorithm)
    }

    /// The algorithm called `name`.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&'static Algorithm> {
        self.algorithms().find(|known| known.name == name)
    }

    /// All heuristics without parameters, in the order in which they were registered.
    #[must_use]
    pub fn heuristics(&self) -> &[&'static HeuristicRow] {
        &self.heuristics
    }
}

fn builtin_rows<W: KernelWord>() -> Vec<AlgorithmRow<Puzzle<W>>> {
    tilebench_solvers::algorithms().into_iter().chain(tilebench_methods::algorithms()).collect()
}

/// A word of boards for which algorithms and heuristics are registered.
pub trait CatalogWord: KernelWord {
    /// The algorithms for its puzzles.
    fn rows(registry: &Registry) -> &[AlgorithmRow<Puzzle<Self>>];

    /// The constructor of a heuristic for its puzzles.
    fn constructor(row: &HeuristicRow) -> HeuristicConstructor<Self>;
}

impl CatalogWord for u64 {
    fn rows(registry: &Registry) -> &[AlgorithmRow<Puzzle<Self>>] {
        &registry.narrow
    }

    fn constructor(row: &HeuristicRow) -> HeuristicConstructor<Self> {
        row.narrow
    }
}

impl CatalogWord for u128 {
    fn rows(registry: &Registry) -> &[AlgorithmRow<Puzzle<Self>>] {
        &registry.wide
    }

    fn constructor(row: &HeuristicRow) -> HeuristicConstructor<Self> {
        row.wide
    }
}
