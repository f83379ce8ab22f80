//! Searches made ready, each once and shared by the runs that use it.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Instant;

use tilebench_catalog::{Board, CatalogError, Configuration, Order, Prepared, prepare};

/// Makes a search ready: [`tilebench_catalog::prepare`], or a double of it in a test.
pub type Prepare = dyn Fn(&Configuration, &Board, &Order) -> Result<Box<dyn Prepared>, CatalogError> + Send + Sync;

type Slot = Arc<OnceLock<Result<Arc<dyn Prepared>, CatalogError>>>;

/// The searches made so far.
pub struct Searches {
    prepare: Box<Prepare>,
    made: Mutex<HashMap<(Configuration, Board, Order), Slot>>,
}

impl fmt::Debug for Searches {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Searches").finish_non_exhaustive()
    }
}

impl Default for Searches {
    /// Searches as the catalog makes them.
    fn default() -> Self {
        Self::new(Box::new(prepare))
    }
}

impl Searches {
    /// Searches made by `prepare`.
    #[must_use]
    pub fn new(prepare: Box<Prepare>) -> Self {
        Self { prepare, made: Mutex::default() }
    }

    /// The search for these choices, and the seconds that making it took if it was made just now.
    pub(crate) fn get(
        &self,
        configuration: &Configuration,
        goal: &Board,
        order: &Order,
    ) -> (Result<Arc<dyn Prepared>, CatalogError>, f64) {
        let key = (configuration.clone(), *goal, *order);
        // Searches are made outside the lock, so poison means nothing.
        let slot = Arc::clone(self.made.lock().unwrap_or_else(PoisonError::into_inner).entry(key).or_default());
        let mut setup_s = 0.0;
        let made = slot.get_or_init(|| {
            let start = Instant::now();
            let made = (self.prepare)(configuration, goal, order).map(Arc::from);
            setup_s = start.elapsed().as_secs_f64();
            made
        });
        (made.clone(), setup_s)
    }
}
