//! Prepared searches, each prepared once and shared by the runs that use it.

use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Instant;

use tilebench_catalog::{
    Board, CatalogError, Configuration, InstanceSearch, InstanceState, OperatorOrder, PreparedSearch, Tables, prepare,
    prepare_in_domain,
};

use crate::scratch_folder;

/// Prepares a search of boards: [`tilebench_catalog::prepare`], or a double of it in a test.
pub type PrepareFn = dyn Fn(&Configuration, &Board, &OperatorOrder, &Tables) -> Result<Box<dyn PreparedSearch>, CatalogError>
    + Send
    + Sync;

type CachedSearch = Arc<OnceLock<Result<Arc<dyn InstanceSearch>, CatalogError>>>;

/// The searches prepared so far.
pub struct Searches {
    prepare: Box<PrepareFn>,
    tables: Tables,
    scratch: PathBuf,
    cached: Mutex<HashMap<(Configuration, InstanceState, OperatorOrder), CachedSearch>>,
}

impl fmt::Debug for Searches {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Searches").finish_non_exhaustive()
    }
}

impl Default for Searches {
    /// Searches of the catalog, with tables in memory only.
    fn default() -> Self {
        Self::new(Box::new(prepare), Tables::in_memory())
    }
}

impl Searches {
    /// Searches that are prepared by `prepare` and use `tables`.
    #[must_use]
    pub fn new(prepare: Box<PrepareFn>, tables: Tables) -> Self {
        Self { prepare, tables, scratch: scratch_folder(None), cached: Mutex::default() }
    }

    /// Searches of the catalog that use `tables`.
    #[must_use]
    pub fn with_tables(tables: Tables) -> Self {
        Self::new(Box::new(prepare), tables)
    }

    /// The same searches, with their files in `folder`.
    #[must_use]
    pub fn with_scratch(self, folder: PathBuf) -> Self {
        Self { scratch: folder, ..self }
    }

    /// The folder in which searches that store lists on disk create their own folders.
    #[must_use]
    pub fn scratch(&self) -> &Path {
        &self.scratch
    }

    /// The tables that searches look up.
    #[must_use]
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    /// The search for these choices, and the seconds that preparing it took if it was prepared just now.
    pub(crate) fn get(
        &self,
        configuration: &Configuration,
        goal: &InstanceState,
        order: &OperatorOrder,
    ) -> (Result<Arc<dyn InstanceSearch>, CatalogError>, f64) {
        let key = (configuration.clone(), goal.clone(), *order);
        // Searches are prepared outside the lock, so poison means nothing.
        let slot = Arc::clone(self.cached.lock().unwrap_or_else(PoisonError::into_inner).entry(key).or_default());
        let mut setup_s = 0.0;
        let search = slot.get_or_init(|| {
            let start = Instant::now();
            let search = match goal {
                InstanceState::Board(goal) => (self.prepare)(configuration, goal, order, &self.tables)
                    .map(|search| Arc::new(search) as Arc<dyn InstanceSearch>),
                InstanceState::Other(goal) => prepare_in_domain(configuration, goal).map(Arc::from),
            };
            setup_s = start.elapsed().as_secs_f64();
            search
        });
        (search.clone(), setup_s)
    }
}
