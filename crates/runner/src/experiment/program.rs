//! The program of a solver: a search of this project, or an external program.

use std::sync::Arc;

use tilebench_catalog::{Configuration, HeuristicSpec, Metric};

use super::OrderAndSeed;
use crate::external::ExternalSolver;

/// The program of a solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Program {
    /// An algorithm of the catalog with its heuristic and options.
    Search(Configuration),
    /// A command line.
    Command(Arc<ExternalSolver>),
}

impl Program {
    /// The name in the record's column `algorithm`.
    #[must_use]
    pub fn algorithm(&self) -> &str {
        match self {
            Self::Search(configuration) => configuration.algorithm().name,
            Self::Command(_) => "command",
        }
    }

    /// The configuration, if this is a search of the catalog.
    #[must_use]
    pub fn search(&self) -> Option<&Configuration> {
        match self {
            Self::Search(configuration) => Some(configuration),
            Self::Command(_) => None,
        }
    }

    /// The metric, which is single for external programs.
    #[must_use]
    pub fn metric(&self) -> Metric {
        self.search().map_or(Metric::Single, Configuration::metric)
    }

    /// The program, if this is an external one.
    #[must_use]
    pub fn command(&self) -> Option<&ExternalSolver> {
        match self {
            Self::Search(_) => None,
            Self::Command(external) => Some(external),
        }
    }

    /// The number of threads it searches with; a command gets one core, regardless of its number of threads.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.search().map_or(1, Configuration::threads)
    }

    /// The heuristic, if this is a search of the catalog that uses one.
    #[must_use]
    pub fn heuristic(&self) -> Option<&HeuristicSpec> {
        self.search().and_then(Configuration::heuristic)
    }

    /// The weight as text; empty without a weight.
    #[must_use]
    pub fn weight(&self) -> String {
        match self {
            Self::Search(configuration) => configuration.weight().map_or_else(String::new, |weight| weight.to_string()),
            Self::Command(external) => external.weight().to_owned(),
        }
    }

    /// All other options that affect the search, as text.
    #[must_use]
    pub fn options(&self) -> String {
        match self {
            Self::Search(configuration) => configuration.options(),
            Self::Command(external) => external.options(),
        }
    }

    /// The operator order it is run with; a command uses its own, which is unknown.
    #[must_use]
    pub fn order(&self, draw: &OrderAndSeed) -> String {
        match self {
            Self::Search(_) => draw.order.to_string(),
            Self::Command(_) => String::new(),
        }
    }
}
