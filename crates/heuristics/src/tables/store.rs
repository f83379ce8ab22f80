//! The tables of a process, each built or loaded once.

use std::collections::BTreeMap;
use std::fmt;
use std::panic::resume_unwind;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::Instant;

use rayon::ThreadPoolBuilder;

use super::table_folder::TableFolder;
use super::{LookupTable, NoTableObserver, TableEvent, TableObserver, TableOrigin, TableSpec};

type TableSlot = Arc<OnceLock<Arc<LookupTable>>>;

/// The tables of a process. Clones share them.
#[derive(Clone)]
pub struct Tables {
    folder: Option<TableFolder>,
    /// Whether tables are only planned: the tables returned are empty.
    planned: bool,
    observer: Arc<dyn TableObserver>,
    slots: Arc<Mutex<BTreeMap<String, TableSlot>>>,
}

/// A table that a heuristic uses, for the record of a run.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct UsedTable {
    /// Its name.
    pub name: String,
    /// The identity of the table.
    pub identity: String,
    /// Its BLAKE3 checksum in hexadecimal digits.
    pub checksum: String,
    /// Its length.
    pub bytes: u64,
    /// How this process obtained it.
    pub origin: TableOrigin,
    /// Whether it is stored in a file.
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
        Self::in_memory_with(Box::new(NoTableObserver))
    }

    /// Tables that are kept in memory only, with an observer.
    #[must_use]
    pub fn in_memory_with(observer: Box<dyn TableObserver>) -> Self {
        Self { folder: None, planned: false, observer: observer.into(), slots: Arc::default() }
    }

    /// Tables that are not built: the tables returned are empty. A heuristic with these tables must not
    /// be evaluated, but [`Self::planned_bytes`] returns the size of the tables that it would look up.
    #[must_use]
    pub fn planned() -> Self {
        Self { planned: true, ..Self::in_memory() }
    }

    /// Tables that are stored in the folder at `path`, which is created with the first table.
    #[must_use]
    pub fn in_folder(path: impl Into<PathBuf>, observer: Box<dyn TableObserver>) -> Self {
        Self {
            folder: Some(TableFolder::new(path.into())),
            planned: false,
            observer: observer.into(),
            slots: Arc::default(),
        }
    }

    /// The table of `spec`, loaded or built now if this process has not done so before.
    ///
    /// If several threads request the same table, the first builds it and the others wait. Waiting threads do not take
    /// other work: a builder that waits in a thread pool must not execute work that waits for its table.
    pub fn get(&self, spec: &dyn TableSpec) -> Arc<LookupTable> {
        let identity = spec.identity();
        // Tables are built outside the lock, so a poisoned lock is harmless.
        let slot =
            Arc::clone(self.slots.lock().unwrap_or_else(PoisonError::into_inner).entry(identity.clone()).or_default());
        let build = || self.build(spec, identity.clone());
        Arc::clone(slot.get_or_init(|| {
            Arc::new(match &self.folder {
                _ if self.planned => LookupTable::planned(identity.clone(), spec.name(), spec.bytes()),
                Some(folder) => folder.table(spec, &*self.observer, build),
                None => build(),
            })
        }))
    }

    /// The same, but each table is copied to memory of this process before it is checked. Changes of the files by others
    /// then have no effect.
    #[must_use]
    pub fn copied(mut self) -> Self {
        if let Some(folder) = &mut self.folder {
            folder.copies = true;
        }
        self
    }

    /// The tables returned so far whose files were written since: look-ups in them may have been wrong. Reads only the
    /// metadata of each file.
    #[must_use]
    pub fn changed(&self) -> Vec<Arc<LookupTable>> {
        self.returned().into_iter().filter(|table| table.is_broken()).collect()
    }

    /// The identities of the tables returned so far, built or planned.
    #[must_use]
    pub fn identities(&self) -> Vec<String> {
        self.returned().iter().map(|table| table.identity().to_owned()).collect()
    }

    fn returned(&self) -> Vec<Arc<LookupTable>> {
        let slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        slots.values().filter_map(|slot| slot.get().cloned()).collect()
    }

    /// The length of all tables returned so far, built or planned.
    #[must_use]
    pub fn planned_bytes(&self) -> u64 {
        self.returned().iter().map(|table| table.planned_bytes()).sum()
    }

    fn build(&self, spec: &dyn TableSpec, identity: String) -> LookupTable {
        let name = spec.name();
        self.observer.event(&TableEvent::Building { name: &name, bytes: spec.bytes() });
        let start = Instant::now();
        let bytes = on_all_cores(|| spec.build(&*self.observer));
        let seconds = start.elapsed().as_secs_f64();
        self.observer.event(&TableEvent::Built { name: &name, seconds });
        LookupTable::own(identity, name, TableOrigin::Built { seconds }, bytes)
    }

    /// The tables returned so far, by name, then by identity.
    #[must_use]
    pub fn used(&self) -> Vec<UsedTable> {
        // Checksums may have to be computed, so the lock is not held meanwhile.
        let tables = self.returned();
        let mut used: Vec<UsedTable> = tables.iter().map(|table| UsedTable::from_table(table)).collect();
        used.sort_by(|a, b| (&a.name, &a.identity).cmp(&(&b.name, &b.identity)));
        used
    }
}

/// Builds in a separate pool, for which the caller waits outside of any pool: a waiting worker of a pool would take other
/// work, which may request the same table. If the system refuses threads, the caller builds alone.
fn on_all_cores(build: impl FnOnce() -> Vec<u8> + Send) -> Vec<u8> {
    let Ok(pool) = ThreadPoolBuilder::new().build() else { return on_this_thread(build) };
    // The thread that starts takes the closure.
    let build = Mutex::new(Some(build));
    let taken = || build.lock().unwrap_or_else(PoisonError::into_inner).take().expect("it is built once");
    let built = thread::scope(|scope| {
        let thread = thread::Builder::new().spawn_scoped(scope, || pool.install(taken()));
        thread.map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
    });
    built.unwrap_or_else(|_| on_this_thread(taken()))
}

/// Builds on this thread.
fn on_this_thread(build: impl FnOnce() -> Vec<u8> + Send) -> Vec<u8> {
    match ThreadPoolBuilder::new().num_threads(1).use_current_thread().build() {
        Ok(pool) => pool.install(build),
        // This thread is a worker of a pool already.
        Err(_) => build(),
    }
}

impl UsedTable {
    fn from_table(table: &LookupTable) -> Self {
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
