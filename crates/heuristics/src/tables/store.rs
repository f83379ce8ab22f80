//! The tables of a process: each made once.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::{NoWatch, Recipe, Table, Watch};

type Slot = Arc<OnceLock<Arc<Table>>>;

/// The tables of a process.
pub struct Tables {
    watch: Box<dyn Watch>,
    made: Mutex<HashMap<String, Slot>>,
}

impl fmt::Debug for Tables {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Tables").finish_non_exhaustive()
    }
}

impl Tables {
    /// Tables that are kept in memory only.
    #[must_use]
    pub fn in_memory() -> Self {
        Self { watch: Box::new(NoWatch), made: Mutex::default() }
    }

    /// The table of `recipe`, made now if it was not made before.
    pub fn get(&self, recipe: &dyn Recipe) -> Arc<Table> {
        // Tables are made outside the lock, so poison means nothing.
        let identity = recipe.identity();
        let slot =
            Arc::clone(self.made.lock().unwrap_or_else(PoisonError::into_inner).entry(identity.clone()).or_default());
        Arc::clone(slot.get_or_init(|| Arc::new(Table::new(identity, recipe.build(&*self.watch)))))
    }
}
