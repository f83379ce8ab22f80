//! The registry: algorithms, heuristics and cost models by name.
//!
//! The built-in entries and those of another crate are registered by the same calls. Running, recording and reporting use
//! only the entries of the [installed](Registry::install) registry.

use std::fmt;
use std::sync::OnceLock;

use tilebench_algorithms::CompiledDomain;
use tilebench_heuristics::{Tables, UnsupportedBoard};
use tilebench_kernels::KernelWord;
use tilebench_puzzle::{COST_MODELS, CostModel, CostedPuzzle, Puzzle, SlidePuzzle};
use tilebench_solvers::{Algorithm, AlgorithmRow, AnyHeuristic, SearchAlgorithm};

use crate::heuristics::BUILTIN;
use crate::{CatalogError, HeuristicInfo};

/// The registry of the process.
static INSTALLED: OnceLock<Registry> = OnceLock::new();

/// A constructor of a heuristic for the goal of a domain.
pub type HeuristicConstructor<D> = fn(&D, &Tables) -> Result<Box<dyn AnyHeuristic<D>>, UnsupportedBoard>;

/// A heuristic with its constructors, one per domain.
#[derive(Clone, Copy)]
pub struct HeuristicRow {
    /// Its description.
    pub info: HeuristicInfo,
    /// For boards of up to 16 cells.
    pub narrow: HeuristicConstructor<Puzzle<u64>>,
    /// For boards of up to 25 cells.
    pub wide: HeuristicConstructor<Puzzle<u128>>,
    /// For moves of different costs, if it has a form for them.
    pub costed: Option<CostedConstructors>,
    /// For slides of several tiles, if it has a form for them.
    pub slides: Option<SlideConstructors>,
}

/// The constructors of the form of a heuristic for moves of different costs.
#[derive(Clone, Copy)]
pub struct CostedConstructors {
    /// For boards of up to 16 cells.
    pub narrow: HeuristicConstructor<CostedPuzzle<u64>>,
    /// For boards of up to 25 cells.
    pub wide: HeuristicConstructor<CostedPuzzle<u128>>,
}

/// The constructors of the form of a heuristic for slides of several tiles.
#[derive(Clone, Copy)]
pub struct SlideConstructors {
    /// For boards of up to 16 cells.
    pub narrow: HeuristicConstructor<SlidePuzzle<u64>>,
    /// For boards of up to 25 cells.
    pub wide: HeuristicConstructor<SlidePuzzle<u128>>,
}

impl fmt::Debug for SlideConstructors {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("SlideConstructors").finish_non_exhaustive()
    }
}

impl fmt::Debug for CostedConstructors {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("CostedConstructors").finish_non_exhaustive()
    }
}

impl fmt::Debug for HeuristicRow {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("HeuristicRow").field("info", &self.info).finish_non_exhaustive()
    }
}

/// The registered algorithms, heuristics and cost models.
#[derive(Clone, Debug)]
pub struct Registry {
    narrow: Vec<AlgorithmRow<Puzzle<u64>>>,
    wide: Vec<AlgorithmRow<Puzzle<u128>>>,
    narrow_costed: Vec<AlgorithmRow<CostedPuzzle<u64>>>,
    wide_costed: Vec<AlgorithmRow<CostedPuzzle<u128>>>,
    narrow_slides: Vec<AlgorithmRow<SlidePuzzle<u64>>>,
    wide_slides: Vec<AlgorithmRow<SlidePuzzle<u128>>>,
    heuristics: Vec<&'static HeuristicRow>,
    cost_models: Vec<&'static CostModel>,
}

impl Registry {
    /// The algorithms, heuristics and cost models of this project.
    #[must_use]
    pub fn builtin() -> Self {
        Self {
            narrow: CompiledDomain::compiled_rows(),
            wide: CompiledDomain::compiled_rows(),
            narrow_costed: CompiledDomain::compiled_rows(),
            wide_costed: CompiledDomain::compiled_rows(),
            narrow_slides: CompiledDomain::compiled_rows(),
            wide_slides: CompiledDomain::compiled_rows(),
            heuristics: BUILTIN.iter().collect(),
            cost_models: COST_MODELS.to_vec(),
        }
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

    /// Adds an algorithm for the metric of single tiles.
    ///
    /// # Panics
    ///
    /// If the name is registered already.
    pub fn algorithm<A: SearchAlgorithm>(&mut self) -> &mut Self {
        let name = A::ALGORITHM.name;
        assert!(self.find(name).is_none(), "there is an algorithm '{name}' already");
        self.narrow.push(AlgorithmRow::new::<A>());
        self.wide.push(AlgorithmRow::new::<A>());
        self.narrow_costed.push(AlgorithmRow::new::<A>());
        self.wide_costed.push(AlgorithmRow::new::<A>());
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

    /// Adds a cost model.
    ///
    /// # Panics
    ///
    /// If the name is registered already.
    pub fn cost_model(&mut self, model: &'static CostModel) -> &mut Self {
        assert!(!self.cost_models.contains(&model), "there is a cost model '{model}' already");
        self.cost_models.push(model);
        self
    }

    /// All cost models, in the order in which they were registered.
    #[must_use]
    pub fn cost_models(&self) -> &[&'static CostModel] {
        &self.cost_models
    }

    /// The cost model called `name`.
    ///
    /// # Errors
    ///
    /// If the name is unknown.
    pub fn find_cost_model(&self, name: &str) -> Result<&'static CostModel, CatalogError> {
        let names = self.cost_models.iter().map(|model| model.name);
        let found = self.cost_models.iter().find(|model| model.name == name);
        found.copied().ok_or_else(|| CatalogError::unknown("cost model", name, names))
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

/// A word of boards for which algorithms and heuristics are registered.
pub trait CatalogWord: KernelWord {
    /// The algorithms for its puzzles.
    fn rows(registry: &Registry) -> &[AlgorithmRow<Puzzle<Self>>];

    /// The algorithms for its puzzles with costs.
    fn costed_rows(registry: &Registry) -> &[AlgorithmRow<CostedPuzzle<Self>>];

    /// The algorithms for its puzzles in the multi-tile metric.
    fn slide_rows(registry: &Registry) -> &[AlgorithmRow<SlidePuzzle<Self>>];

    /// The constructor of a heuristic for its puzzles.
    fn constructor(row: &HeuristicRow) -> HeuristicConstructor<Puzzle<Self>>;

    /// The constructor of a heuristic for its puzzles with costs.
    fn costed_constructor(row: &HeuristicRow) -> Option<HeuristicConstructor<CostedPuzzle<Self>>>;

    /// The constructor of a heuristic for its puzzles in the multi-tile metric.
    fn slide_constructor(row: &HeuristicRow) -> Option<HeuristicConstructor<SlidePuzzle<Self>>>;
}

/// The fields of the registry and of a row of a heuristic that belong to a word.
macro_rules! impl_catalog_word {
    ($word:ty, $rows:ident, $costed_rows:ident, $slide_rows:ident) => {
        impl CatalogWord for $word {
            fn rows(registry: &Registry) -> &[AlgorithmRow<Puzzle<Self>>] {
                &registry.$rows
            }

            fn costed_rows(registry: &Registry) -> &[AlgorithmRow<CostedPuzzle<Self>>] {
                &registry.$costed_rows
            }

            fn slide_rows(registry: &Registry) -> &[AlgorithmRow<SlidePuzzle<Self>>] {
                &registry.$slide_rows
            }

            fn constructor(row: &HeuristicRow) -> HeuristicConstructor<Puzzle<Self>> {
                row.$rows
            }

            fn costed_constructor(row: &HeuristicRow) -> Option<HeuristicConstructor<CostedPuzzle<Self>>> {
                row.costed.map(|costed| costed.$rows)
            }

            fn slide_constructor(row: &HeuristicRow) -> Option<HeuristicConstructor<SlidePuzzle<Self>>> {
                row.slides.map(|slides| slides.$rows)
            }
        }
    };
}

impl_catalog_word!(u64, narrow, narrow_costed, narrow_slides);
impl_catalog_word!(u128, wide, wide_costed, wide_slides);
