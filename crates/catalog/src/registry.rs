//! The registry: algorithms, heuristics, domains, cost models, instance sets and attributes by name.
//!
//! The built-in entries and those of another crate are registered by the same calls. Running, recording and reporting use
//! only the entries of the [installed](Registry::install) registry.

mod attributes;
mod domains;

use std::collections::HashSet;
use std::sync::{Arc, OnceLock};

use tilebench_algorithms::CompiledDomain;
use tilebench_kernels::{HeuristicConstructor, HeuristicRow, KernelWord};
use tilebench_pancake::Pancakes;
use tilebench_puzzle::{COST_MODELS, CostModel, CostedPuzzle, Puzzle, SlidePuzzle};
use tilebench_sanitize::message::excerpt;
use tilebench_sanitize::names::is_kebab_case;
use tilebench_solvers::best_first::REOPEN;
use tilebench_solvers::hog2::RULES;
use tilebench_solvers::ida_star::{PRUNE, THREADS};
use tilebench_solvers::options::{BOUND, WEIGHT};
use tilebench_solvers::{Algorithm, AlgorithmRow, AnyOption, DIRECTION, SearchAlgorithm};

use crate::builtin_sets::{BUILTIN_SETS, SetRow};
use crate::domain_form::{DomainForm, Form};
use crate::{CatalogError, heuristics};
pub use attributes::AttributeRow;

/// The registry of the process.
static INSTALLED: OnceLock<Registry> = OnceLock::new();

/// The registered algorithms, heuristics, domains, cost models, instance sets and attributes.
#[derive(Clone, Debug)]
pub struct Registry {
    narrow: Vec<AlgorithmRow<Puzzle<u64>>>,
    wide: Vec<AlgorithmRow<Puzzle<u128>>>,
    narrow_costed: Vec<AlgorithmRow<CostedPuzzle<u64>>>,
    wide_costed: Vec<AlgorithmRow<CostedPuzzle<u128>>>,
    narrow_slides: Vec<AlgorithmRow<SlidePuzzle<u64>>>,
    wide_slides: Vec<AlgorithmRow<SlidePuzzle<u128>>>,
    pancakes: Form<Pancakes<true>>,
    heavy_pancakes: Form<Pancakes<false>>,
    /// The domains of other crates, each with one cost model.
    domains: Vec<Arc<dyn DomainForm>>,
    heuristics: Vec<&'static HeuristicRow>,
    cost_models: Vec<&'static CostModel>,
    instance_sets: Vec<SetRow>,
    attributes: Vec<&'static AttributeRow>,
    /// The first fault of an entry, which [`install`](Self::install) reports.
    fault: Option<CatalogError>,
}

impl Registry {
    /// The algorithms, heuristics, cost models and instance sets of this project.
    #[must_use]
    pub fn builtin() -> Self {
        Self {
            narrow: CompiledDomain::compiled_rows(),
            wide: CompiledDomain::compiled_rows(),
            narrow_costed: CompiledDomain::compiled_rows(),
            wide_costed: CompiledDomain::compiled_rows(),
            narrow_slides: CompiledDomain::compiled_rows(),
            wide_slides: CompiledDomain::compiled_rows(),
            pancakes: Form::new(),
            heavy_pancakes: Form::new(),
            domains: Vec::new(),
            heuristics: heuristics::builtin().collect(),
            cost_models: COST_MODELS.to_vec(),
            instance_sets: BUILTIN_SETS.to_vec(),
            attributes: Vec::new(),
            fault: None,
        }
    }

    /// Makes this the registry of the process. Must be called before any name is looked up.
    ///
    /// # Errors
    ///
    /// If an entry has a name that is registered already, or not kebab-case, or if an option of an algorithm or an instance set
    /// has a fault.
    ///
    /// # Panics
    ///
    /// If a registry was installed or a name looked up before.
    pub fn install(mut self) -> Result<(), CatalogError> {
        if let Some(fault) = self.fault.take() {
            return Err(fault);
        }
        assert!(INSTALLED.set(self).is_ok(), "a registry is installed once, before a name is looked up");
        // Parsed after the names of cost models are known, which may be columns. Tests check the sets of this project.
        Self::get().instance_sets[BUILTIN_SETS.len()..].iter().try_for_each(|set| set.parse().map(drop))
    }

    /// The registry of the process: the built-in one if none was installed.
    #[must_use]
    pub fn get() -> &'static Self {
        INSTALLED.get_or_init(Self::builtin)
    }

    /// Adds an algorithm for tiles in the metric of single tiles and for pancakes. [`install`](Self::install) reports a name that is invalid or registered already.
    pub fn algorithm<A: SearchAlgorithm>(&mut self) -> &mut Self {
        let name = A::ALGORITHM.name;
        if let Some(fault) = option_fault(&A::ALGORITHM) {
            self.fault.get_or_insert(CatalogError::Value(fault));
        } else if self.accepts("algorithm", name, self.find(name).is_some()) {
            self.narrow.push(AlgorithmRow::new::<A>());
            self.wide.push(AlgorithmRow::new::<A>());
            self.narrow_costed.push(AlgorithmRow::new::<A>());
            self.wide_costed.push(AlgorithmRow::new::<A>());
            self.pancakes.add::<A>();
            self.heavy_pancakes.add::<A>();
        }
        self
    }

    /// Adds a heuristic. [`install`](Self::install) reports a name that is invalid or registered already.
    pub fn heuristic(&mut self, row: &'static HeuristicRow) -> &mut Self {
        let name = row.info.name;
        let is_known = self.heuristics.iter().any(|known| known.info.name == name);
        if self.accepts("heuristic", name, is_known || self.heuristic_of_domain(name).is_some()) {
            self.heuristics.push(row);
        }
        self
    }

    /// Adds a cost model. [`install`](Self::install) reports a name that is invalid or registered already.
    pub fn cost_model(&mut self, model: &'static CostModel) -> &mut Self {
        if self.accepts("cost model", model.name, self.cost_models.contains(&model)) {
            self.cost_models.push(model);
        }
        self
    }

    /// Adds an instance set: the text of a CSV file like those of `instances/`. [`install`](Self::install) reports a name that is
    /// invalid or registered already, and the first fault of the text.
    pub fn instance_set(&mut self, name: &'static str, text: &'static str) -> &mut Self {
        if self.accepts("instance set", name, self.instance_sets.iter().any(|known| known.name == name)) {
            self.instance_sets.push(SetRow { name, file: name, text });
        }
        self
    }

    /// Whether an entry may have this name; if not, the reason is kept.
    fn accepts(&mut self, kind: &'static str, name: &str, is_known: bool) -> bool {
        let fault = if is_known {
            format!("{kind} '{}' is registered already: choose another name", excerpt(name))
        } else if !is_kebab_case(name) {
            format!(
                "{kind} '{}' cannot be registered: a name consists of lower-case letters and digits, in words joined by hyphens",
                excerpt(name)
            )
        } else {
            return true;
        };
        self.fault.get_or_insert(CatalogError::Value(fault));
        false
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

    /// All instance sets, in the order in which they were registered.
    pub(crate) fn instance_sets(&self) -> &[SetRow] {
        &self.instance_sets
    }

    /// All algorithms, in the order in which they were registered; those that only other domains than tiles have are the last.
    pub fn algorithms(&self) -> impl Iterator<Item = &'static Algorithm> + Clone + '_ {
        let of_tiles = self.narrow.iter().map(|row| row.algorithm);
        let of_domains = self.domains.iter().flat_map(|form| form.algorithms());
        let is_new = |known: &&Algorithm| self.narrow.iter().all(|row| row.algorithm.name != known.name);
        of_tiles.chain(of_domains.filter(is_new))
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

/// The options whose values have a meaning outside of the algorithm: guarantees, limits and tables follow from them.
const OPTIONS_WITH_MEANING: [&dyn AnyOption; 7] = [&WEIGHT, &BOUND, &THREADS, &DIRECTION, &REOPEN, &RULES, &PRUNE];

/// The first fault of the options of an algorithm, in one sentence.
fn option_fault(algorithm: &'static Algorithm) -> Option<String> {
    let position = format!("algorithm '{}' cannot be registered: its option", excerpt(algorithm.name));
    let mut names = HashSet::new();
    algorithm.options.iter().find_map(|option| {
        let name = option.name();
        let is_same = |known: &&dyn AnyOption| std::ptr::addr_eq(*known, *option);
        let is_taken =
            OPTIONS_WITH_MEANING.iter().any(|known| known.name() == name) && !OPTIONS_WITH_MEANING.iter().any(is_same);
        if !names.insert(name) {
            Some(format!("{position} '{name}' is there twice"))
        } else if is_taken {
            Some(format!("{position} '{name}' has the name of a built-in option: use that one, or another name"))
        } else {
            let fault = option.check(option.default()).err()?;
            Some(format!("{position} '{name}' does not accept its own default: {fault}"))
        }
    })
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
    fn constructor<P>(row: &HeuristicRow<P>) -> HeuristicConstructor<Puzzle<Self>, P>;

    /// The constructor of a heuristic for its puzzles with costs.
    fn costed_constructor<P>(row: &HeuristicRow<P>) -> Option<HeuristicConstructor<CostedPuzzle<Self>, P>>;

    /// The constructor of a heuristic for its puzzles in the multi-tile metric.
    fn slide_constructor<P>(row: &HeuristicRow<P>) -> Option<HeuristicConstructor<SlidePuzzle<Self>, P>>;
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

            fn constructor<P>(row: &HeuristicRow<P>) -> HeuristicConstructor<Puzzle<Self>, P> {
                row.$rows
            }

            fn costed_constructor<P>(row: &HeuristicRow<P>) -> Option<HeuristicConstructor<CostedPuzzle<Self>, P>> {
                row.costed.as_ref().map(|costed| costed.$rows)
            }

            fn slide_constructor<P>(row: &HeuristicRow<P>) -> Option<HeuristicConstructor<SlidePuzzle<Self>, P>> {
                row.slides.as_ref().map(|slides| slides.$rows)
            }
        }
    };
}

impl_catalog_word!(u64, narrow, narrow_costed, narrow_slides);
impl_catalog_word!(u128, wide, wide_costed, wide_slides);

#[cfg(test)]
mod tests {
    use tilebench_kernels::HeuristicInfo;
    use tilebench_solvers::options::SWITCH;
    use tilebench_solvers::{Guarantee, OptionSpec};

    use super::*;

    /// The first built-in heuristic.
    const BLIND: &HeuristicRow = &tilebench_rows_elementary::ROWS[0];

    /// The message about a heuristic that is added to the built-in registry.
    fn fault(row: &'static HeuristicRow) -> Option<String> {
        let mut registry = Registry::builtin();
        registry.heuristic(row);
        registry.fault.map(|fault| fault.to_string())
    }

    #[test]
    fn built_in_names_are_valid() {
        let registry = Registry::builtin();
        let heuristics = registry.heuristics().iter().map(|row| row.info.name);
        let names = registry.algorithms().map(|algorithm| algorithm.name).chain(heuristics);
        let invalid: Vec<&str> = names.filter(|name| !is_kebab_case(name)).collect();
        assert_eq!(invalid, [""; 0]);
    }

    #[test]
    fn a_name_that_is_registered_already_is_refused() {
        let twice = fault(BLIND);
        assert_eq!(twice.as_deref(), Some("heuristic 'blind' is registered already: choose another name"));
    }

    #[test]
    fn an_instance_set_has_a_name_of_its_own() {
        let fault = |name: &'static str| {
            let mut registry = Registry::builtin();
            registry.instance_set(name, "");
            (registry.instance_sets.len() - BUILTIN_SETS.len(), registry.fault.map(|fault| fault.to_string()))
        };
        assert_eq!(fault("mine"), (1, None));
        let twice = "instance set 'korf100' is registered already: choose another name";
        assert_eq!(fault("korf100"), (0, Some(twice.to_owned())));
        assert_eq!(fault("mine.csv").0, 0);
    }

    #[test]
    fn a_name_that_is_not_kebab_case_is_refused() {
        let info = HeuristicInfo { name: "My_heuristic", ..BLIND.info };
        let invalid = fault(Box::leak(Box::new(HeuristicRow { info, ..*BLIND })));
        assert!(invalid.is_some_and(|message| message.starts_with("heuristic 'My_heuristic' cannot be registered")));
    }

    const fn option(name: &'static str, default: &'static str) -> OptionSpec<bool> {
        OptionSpec { name, former: None, values: "true or false", default, summary: "Nothing.", parser: SWITCH }
    }

    static OWN: OptionSpec<bool> = option("own", "true");
    static OWN_AGAIN: OptionSpec<bool> = option("own", "false");
    static OWN_WEIGHT: OptionSpec<bool> = option("weight", "true");
    static BAD_DEFAULT: OptionSpec<bool> = option("other", "perhaps");

    fn algorithm(options: &[&'static dyn AnyOption]) -> &'static Algorithm {
        Box::leak(Box::new(Algorithm {
            name: "own",
            title: "Own",
            summary: "",
            reference: "",
            guarantee: Guarantee::None,
            informed: false,
            consistent: false,
            unit_cost: false,
            bound: None,
            options: options.to_vec().leak(),
        }))
    }

    #[test]
    fn an_option_that_would_be_taken_for_another_is_refused() {
        let fault = |options: &[&'static dyn AnyOption]| option_fault(algorithm(options)).unwrap_or_default();
        assert_eq!(fault(&[&OWN, &WEIGHT, &THREADS, &PRUNE]), "");
        assert!(fault(&[&OWN, &OWN_AGAIN]).ends_with("its option 'own' is there twice"));
        assert!(
            fault(&[&OWN_WEIGHT])
                .ends_with("its option 'weight' has the name of a built-in option: use that one, or another name")
        );
        assert!(fault(&[&BAD_DEFAULT]).contains("'other' does not accept its own default: "));
    }
}
