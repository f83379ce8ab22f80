//! The folder of tables.

use std::env;
use std::ffi::OsString;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use etcetera::BaseStrategy;

use super::build_lock::BuildLock;
use super::error::StoreError;
use super::table_file::{TableFile, write};
use super::table_hash::table_hash;
use super::{Header, LookupTable, TableEvent, TableFault, TableObserver, TableOrigin, TableSpec};

/// The extension of all tables' files, without the dot.
pub(super) const EXTENSION: &str = "table";

/// The extension of files that are not complete yet.
const TEMPORARY: &str = ".tmp";

/// The folder for tables: `$TILEBENCH_TABLES` if that is set, else `tilebench/tables` in the user's
/// cache (`$XDG_CACHE_HOME`, or `.cache` in the home directory). `None` if the user has no home directory.
#[must_use]
pub fn default_folder() -> Option<PathBuf> {
    let cache = etcetera::choose_base_strategy().ok().map(|user| user.cache_dir());
    choose(env::var_os("TILEBENCH_TABLES"), cache)
}

fn choose(variable: Option<OsString>, cache: Option<PathBuf>) -> Option<PathBuf> {
    match variable {
        // A shell unsets a variable for one command by setting it to the empty string.
        Some(variable) if !variable.is_empty() => Some(variable.into()),
        _ => cache.map(|cache| cache.join("tilebench/tables")),
    }
}

/// A folder of tables.
#[derive(Clone, Debug)]
pub(super) struct TableFolder {
    path: PathBuf,
    /// Whether tables are copied to memory of this process.
    pub(super) copies: bool,
}

impl TableFolder {
    pub(super) fn new(path: PathBuf) -> Self {
        Self { path, copies: false }
    }

    /// The table of `spec`: loaded, else built by `build` and stored if possible. A stored table that cannot be read back is built again.
    pub(super) fn table(
        &self,
        spec: &dyn TableSpec,
        observer: &dyn TableObserver,
        build: impl Fn() -> LookupTable,
    ) -> LookupTable {
        let name = spec.name();
        let path = self.path.join(format!("{name}.{EXTENSION}"));
        // The name is part of a path, and of the names of temporary files.
        if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') {
            let built = build();
            observer.event(&TableEvent::NotStored { path: &path, reason: &StoreError::Name(name).to_string() });
            return built;
        }
        if let Ok(table) = load(&path, spec, self.copies) {
            return table;
        }
        // If the folder cannot be created, storing the table reports the error.
        let created = fs::create_dir_all(&self.path);
        let lock = BuildLock::take(&self.path.join(format!("{name}.lock")), || {
            observer.event(&TableEvent::Waiting { name: &name });
        });
        match load(&path, spec, self.copies) {
            Ok(table) => return table,
            Err(TableFault::Missing) => {}
            Err(fault) => observer.event(&TableEvent::Rejected { path: &path, reason: &fault.to_string() }),
        }
        if lock.is_some() {
            self.clear(&name);
        }
        let built = build();
        let origin = built.origin();
        let written = created
            .map_err(|error| StoreError::Io("create the folder", error))
            .and_then(|()| self.write(&path, spec, &built));
        let (built, reason) = match written {
            Ok(()) => {
                // Before the table is read back, so that there are never two copies of a large table.
                drop(built);
                match load(&path, spec, self.copies) {
                    Ok(table) => return table.with_origin(origin),
                    Err(fault) => (None, StoreError::ReadBack(fault)),
                }
            }
            Err(reason) => (Some(built), reason),
        };
        observer.event(&TableEvent::NotStored { path: &path, reason: &reason.to_string() });
        built.unwrap_or_else(build)
    }

    /// Writes the table that was built.
    fn write(&self, path: &Path, spec: &dyn TableSpec, built: &LookupTable) -> Result<(), StoreError> {
        let (expected, found) = (spec.bytes(), built.len() as u64);
        if !spec.is_length(found) {
            return Err(StoreError::Length { expected, found });
        }
        let page = Header::new(built.identity(), found, table_hash(built)).to_bytes().ok_or(StoreError::Identity)?;
        write(path, &self.temporary_path(built.name()), &page, built)?;
        // The rename survives a crash once the folder is flushed too. Not all systems can flush a folder; without it,
        // a crash loses only the table.
        let _ = File::open(&self.path).and_then(|folder| folder.sync_all());
        Ok(())
    }

    /// A path that no other file has: it contains the process id and a number not used before.
    fn temporary_path(&self, name: &str) -> PathBuf {
        static USED: AtomicU64 = AtomicU64::new(0);
        loop {
            let number = USED.fetch_add(1, Ordering::Relaxed);
            let path = self.path.join(format!("{name}.{}-{number}{TEMPORARY}", process::id()));
            if !path.exists() {
                return path;
            }
        }
    }

    /// Removes the temporary files of builders of this table that were killed. The caller must hold the lock, so that
    /// there is no other builder.
    fn clear(&self, name: &str) {
        let Ok(files) = self.path.read_dir() else { return };
        for file in files.flatten() {
            let file_name = file.file_name();
            let rest = file_name.to_str().and_then(|file| file.strip_prefix(name)?.strip_prefix('.'));
            if rest.is_some_and(|rest| rest.ends_with(TEMPORARY)) {
                // A file that cannot be removed is harmless.
                let _ = fs::remove_file(file.path());
            }
        }
    }
}

/// The table of `spec` in the file at `path`, completely checked.
fn load(path: &Path, spec: &dyn TableSpec, copies: bool) -> Result<LookupTable, TableFault> {
    let start = Instant::now();
    let opened = TableFile::open(path)?;
    let expected = spec.identity();
    if opened.header.identity != expected {
        return Err(TableFault::Identity { found: opened.header.identity, expected });
    }
    if !spec.is_length(opened.header.bytes) {
        return Err(TableFault::Length { found: opened.header.bytes, expected: spec.bytes() });
    }
    let checksum = opened.header.checksum.clone();
    let (bytes, stamp) = opened.table(copies)?;
    let origin = TableOrigin::Loaded { seconds: start.elapsed().as_secs_f64() };
    Ok(LookupTable::mapped((expected, spec.name()), origin, checksum, path.to_owned(), (bytes, stamp)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_variable_takes_precedence_over_the_cache() {
        let cache = || Some(PathBuf::from("/var/cache/x"));
        assert_eq!(choose(Some("/fast".into()), cache()), Some("/fast".into()));
        assert_eq!(choose(Some("/fast".into()), None), Some("/fast".into()));
        assert_eq!(choose(Some("".into()), cache()), Some("/var/cache/x/tilebench/tables".into()));
        assert_eq!(choose(None, cache()), Some("/var/cache/x/tilebench/tables".into()));
        assert_eq!(choose(None, None), None);
    }

    /// A table whose file is refused when it is read back.
    #[derive(Default)]
    struct RefusedAfterWriting {
        checks: AtomicU64,
        builds: AtomicU64,
        not_stored: AtomicU64,
    }

    impl TableSpec for RefusedAfterWriting {
        fn identity(&self) -> String {
            "refused after writing".to_owned()
        }

        fn name(&self) -> String {
            "refused".to_owned()
        }

        fn bytes(&self) -> u64 {
            3
        }

        fn is_length(&self, bytes: u64) -> bool {
            self.checks.fetch_add(1, Ordering::Relaxed) == 0 && bytes == 3
        }

        fn build(&self, _: &dyn TableObserver) -> Vec<u8> {
            self.builds.fetch_add(1, Ordering::Relaxed);
            vec![1, 2, 3]
        }
    }

    impl TableObserver for RefusedAfterWriting {
        fn event(&self, event: &TableEvent<'_>) {
            assert!(matches!(event, TableEvent::NotStored { .. }), "{event:?}");
            self.not_stored.fetch_add(1, Ordering::Relaxed);
        }
    }

    #[test]
    fn a_table_that_cannot_be_read_back_is_built_again() {
        let folder = tempfile::tempdir().unwrap();
        let spec = RefusedAfterWriting::default();
        let origin = TableOrigin::Built { seconds: 0.0 };
        let build = || LookupTable::own(spec.identity(), spec.name(), origin, spec.build(&spec));
        let table = TableFolder::new(folder.path().to_owned()).table(&spec, &spec, build);
        assert_eq!((&*table, table.path()), (&[1, 2, 3][..], None));
        assert_eq!((spec.builds.into_inner(), spec.not_stored.into_inner()), (2, 1));
    }
}
