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

/// The tables of a process. Clones share them.
#[derive(Clone)]
pub struct Tables {
    folder: Option<Folder>,
    /// Whether tables are only planned: empty ones are handed out.
    planned: bool,
    watch: Arc<dyn Watch>,
    made: Arc<Mutex<BTreeMap<String, Slot>>>,
}

/// A table that was handed out, for the record of a run.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Used {
    /// Its name.
    pub name: String,
    /// The identity of the table.
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

    /// Tables that are kept in memory only, and a watch that is notified.
    #[must_use]
    pub fn in_memory_with(watch: Box<dyn Watch>) -> Self {
        Self { folder: None, planned: false, watch: watch.into(), made: Arc::default() }
    }

    /// Tables that are not built: the tables returned are empty. A heuristic made with them must not
    /// be asked for a value, but [`Self::planned_bytes`] returns the size of the tables that it
    /// would look up.
    #[must_use]
    pub fn planned() -> Self {
        Self { planned: true, ..Self::in_memory() }
    }

    /// Tables that are kept in the folder at `path`, which is created when there is one to keep.
    #[must_use]
    pub fn in_folder(path: impl Into<PathBuf>, watch: Box<dyn Watch>) -> Self {
        Self { folder: Some(Folder::new(path.into())), planned: false, watch: watch.into(), made: Arc::default() }
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

    /// The same, but each table is copied to memory of this process before it is checked: what others do to the files of
    /// a shared file system changes nothing any more.
    #[must_use]
    pub fn copied(mut self) -> Self {
        if let Some(folder) = &mut self.folder {
            folder.copies = true;
        }
        self
    }

    /// The tables handed out so far whose files were written since: look-ups in them may have been wrong. A look at the
    /// marks of each file.
    #[must_use]
    pub fn changed(&self) -> Vec<Arc<Table>> {
        self.handed_out().into_iter().filter(|table| table.is_broken()).collect()
    }

    /// The identities of the tables returned so far, built or planned.
    #[must_use]
    pub fn identities(&self) -> Vec<String> {
        self.handed_out().iter().map(|table| table.identity().to_owned()).collect()
    }

    fn handed_out(&self) -> Vec<Arc<Table>> {
        let made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        made.values().filter_map(|slot| slot.get().cloned()).collect()
    }

    /// The length of all tables handed out so far, made or planned.
    #[must_use]
    pub fn planned_bytes(&self) -> u64 {
        self.handed_out().iter().map(|table| table.planned_bytes()).sum()
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
        // Checksums may have to be computed, and others want tables meanwhile.
        let tables = self.handed_out();
        let mut used: Vec<Used> = tables.iter().map(|table| Used::of(table)).collect();
        used.sort_by(|a, b| (&a.name, &a.identity).cmp(&(&b.name, &b.identity)));
        used
    }
}

/// Builds in a pool of its own, which the caller waits for from a thread that is in no pool: were it
/// a worker of one, it would take up other work meanwhile, which may be to get the same table. If the system has
/// no threads, the caller builds alone.
fn on_all_cores(build: impl FnOnce() -> Vec<u8> + Send) -> Vec<u8> {
    let Ok(pool) = ThreadPoolBuilder::new().build() else { return alone(build) };
    // The closure is taken by the thread that starts.
    let build = Mutex::new(Some(build));
    let taken = || build.lock().unwrap_or_else(PoisonError::into_inner).take().expect("it is built once");
    let built = thread::scope(|scope| {
        let thread = thread::Builder::new().spawn_scoped(scope, || pool.install(taken()));
        thread.map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
    });
    built.unwrap_or_else(|_| alone(taken()))
}

/// Builds on this thread.
fn alone(build: impl FnOnce() -> Vec<u8> + Send) -> Vec<u8> {
    match ThreadPoolBuilder::new().num_threads(1).use_current_thread().build() {
        Ok(pool) => pool.install(build),
        // This thread is in a pool already.
        Err(_) => build(),
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
