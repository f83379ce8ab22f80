//! The tables of a process: each made once.

use std::collections::BTreeMap;
use std::fmt;
use std::panic::resume_unwind;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::Instant;

use rayon::ThreadPoolBuilder;

use super::folder::Folder;
use super::{Event, NoWatch, Origin, Recipe, Table, Watch};

type Slot = Arc<OnceLock<Arc<Table>>>;

/// The tables of a process.
pub struct Tables {
    folder: Option<Folder>,
    /// Whether tables are only planned: empty ones are handed out.
    planned: bool,
    watch: Box<dyn Watch>,
    made: Mutex<BTreeMap<String, Slot>>,
}

/// A table that was handed out, for the record of a run.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Used {
    /// Its name.
    pub name: String,
    /// What it is.
    pub identity: String,
    /// Its BLAKE3 checksum in hexadecimal digits.
    pub checksum: String,
    /// Its length.
    pub bytes: u64,
    /// How this process came by it.
    pub origin: Origin,
    /// Whether it is in a file.
    pub kept: bool,
}

impl fmt::Debug for Tables {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Tables").field("folder", &self.folder).finish_non_exhaustive()
    }
}

impl Tables {
    /// Tables that are kept in memory only.
    #[must_use]
    pub fn in_memory() -> Self {
        Self::in_memory_with(Box::new(NoWatch))
    }

    /// Tables that are kept in memory only, and a watch that is told.
    #[must_use]
    pub fn in_memory_with(watch: Box<dyn Watch>) -> Self {
        Self { folder: None, planned: false, watch, made: Mutex::default() }
    }

    /// Tables that are not made: what is handed out is empty. A heuristic made with them must not be
    /// asked for a value, but [`Self::planned_bytes`] tells what it would look up.
    #[must_use]
    pub fn planned() -> Self {
        Self { planned: true, ..Self::in_memory() }
    }

    /// Tables that are kept in the folder at `path`, which is created when there is one to keep.
    #[must_use]
    pub fn in_folder(path: impl Into<PathBuf>, watch: Box<dyn Watch>) -> Self {
        Self { folder: Some(Folder::new(path.into())), planned: false, watch, made: Mutex::default() }
    }

    /// The table of `recipe`, loaded or built now if this process has not done so before.
    ///
    /// Threads that want one table wait for the first that does. They do not take up other work
    /// meanwhile; a builder that waits for work in a thread pool must not find there what waits for
    /// its table.
    pub fn get(&self, recipe: &dyn Recipe) -> Arc<Table> {
        let identity = recipe.identity();
        // Tables are made outside the lock, so poison means nothing.
        let slot =
            Arc::clone(self.made.lock().unwrap_or_else(PoisonError::into_inner).entry(identity.clone()).or_default());
        let build = || self.build(recipe, identity.clone());
        Arc::clone(slot.get_or_init(|| {
            Arc::new(match &self.folder {
                _ if self.planned => Table::planned(identity.clone(), recipe.name(), recipe.bytes()),
                Some(folder) => folder.table(recipe, &*self.watch, build),
                None => build(),
            })
        }))
    }

    /// The length of all tables handed out so far, made or planned.
    #[must_use]
    pub fn planned_bytes(&self) -> u64 {
        let made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        made.values().filter_map(|slot| slot.get()).map(|table| table.planned_bytes()).sum()
    }

    fn build(&self, recipe: &dyn Recipe, identity: String) -> Table {
        let name = recipe.name();
        self.watch.event(&Event::Building { name: &name, bytes: recipe.bytes() });
        let start = Instant::now();
        let bytes = on_all_cores(|| recipe.build(&*self.watch));
        let seconds = start.elapsed().as_secs_f64();
        self.watch.event(&Event::Built { name: &name, seconds });
        Table::own(identity, name, Origin::Built { seconds }, bytes)
    }

    /// The tables handed out so far, by name, then by identity.
    #[must_use]
    pub fn used(&self) -> Vec<Used> {
        let made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        let tables: Vec<Arc<Table>> = made.values().filter_map(|slot| slot.get().cloned()).collect();
        // Checksums may have to be computed, and others want tables meanwhile.
        drop(made);
        let mut used: Vec<Used> = tables.iter().map(|table| Used::of(table)).collect();
        used.sort_by(|a, b| (&a.name, &a.identity).cmp(&(&b.name, &b.identity)));
        used
    }
}

/// Builds in a pool of its own, which the caller waits for from a thread that is in no pool: were it
/// a worker of one, it would take up other work meanwhile, which may be to get the same table.
fn on_all_cores(build: impl FnOnce() -> Vec<u8> + Send) -> Vec<u8> {
    let in_pool = || match ThreadPoolBuilder::new().build() {
        Ok(pool) => pool.install(build),
        Err(_) => build(),
    };
    match thread::scope(|scope| scope.spawn(in_pool).join()) {
        Ok(bytes) => bytes,
        Err(panic) => resume_unwind(panic),
    }
}

impl Used {
    fn of(table: &Table) -> Self {
        Self {
            name: table.name().to_owned(),
            identity: table.identity().to_owned(),
            checksum: table.checksum().to_owned(),
            bytes: table.len() as u64,
            origin: table.origin(),
            kept: table.path().is_some(),
        }
    }
}
