//! The folder that keeps tables.

use std::env;
use std::ffi::OsString;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use etcetera::BaseStrategy;

use super::error::NotStored;
use super::file::{Opened, write};
use super::hash::hash;
use super::lock::Lock;
use super::{Event, Fault, Header, Origin, Recipe, Table, Watch};

/// The extension of all tables' files, without the dot.
pub(super) const EXTENSION: &str = "table";

/// The extension of files that are not whole yet.
const LEFTOVER: &str = ".tmp";

/// The folder for tables: `$TILEBENCH_TABLES` if that is set, else `tilebench/tables` in the user's
/// cache (`$XDG_CACHE_HOME`, or `.cache` at home). None for a user without a home.
#[must_use]
pub fn default_folder() -> Option<PathBuf> {
    let cache = etcetera::choose_base_strategy().ok().map(|user| user.cache_dir());
    choose(env::var_os("TILEBENCH_TABLES"), cache)
}

fn choose(named: Option<OsString>, cache: Option<PathBuf>) -> Option<PathBuf> {
    match named {
        // Set to nothing is how a shell unsets a variable for one command.
        Some(named) if !named.is_empty() => Some(named.into()),
        _ => cache.map(|cache| cache.join("tilebench/tables")),
    }
}

/// A folder of tables.
#[derive(Clone, Debug)]
pub(super) struct Folder {
    path: PathBuf,
    /// Whether tables are copied to memory of this process.
    pub(super) copies: bool,
}

impl Folder {
    pub(super) fn new(path: PathBuf) -> Self {
        Self { path, copies: false }
    }

    /// The table of `recipe`: loaded, else what `build` builds, stored if that can be done.
    pub(super) fn table(&self, recipe: &dyn Recipe, watch: &dyn Watch, build: impl FnOnce() -> Table) -> Table {
        let name = recipe.name();
        let path = self.path.join(format!("{name}.{EXTENSION}"));
        // The name is part of a path, and of the pattern by which leftovers are found.
        if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') {
            let built = build();
            watch.event(&Event::NotStored { path: &path, reason: &NotStored::Name(name).to_string() });
            return built;
        }
        if let Ok(table) = load(&path, recipe, self.copies) {
            return table;
        }
        // If the folder cannot be made, storing says so.
        let made = fs::create_dir_all(&self.path);
        let lock = Lock::take(&self.path.join(format!("{name}.lock")), || watch.event(&Event::Waiting { name: &name }));
        match load(&path, recipe, self.copies) {
            Ok(table) => return table,
            Err(Fault::Missing) => {}
            Err(fault) => watch.event(&Event::Rejected { path: &path, reason: &fault.to_string() }),
        }
        if lock.is_some() {
            self.clear(&name);
        }
        let built = build();
        let stored = made
            .map_err(|error| NotStored::Io("create the folder", error))
            .and_then(|()| self.store(&path, recipe, &built));
        match stored {
            Ok(table) => table,
            Err(reason) => {
                watch.event(&Event::NotStored { path: &path, reason: &reason.to_string() });
                built
            }
        }
    }

    /// Writes the table that was built and reads it back.
    fn store(&self, path: &Path, recipe: &dyn Recipe, built: &Table) -> Result<Table, NotStored> {
        let (expected, found) = (recipe.bytes(), built.len() as u64);
        if expected != found {
            return Err(NotStored::Length { expected, found });
        }
        let page = Header::new(built.identity(), found, hash(built)).to_bytes().ok_or(NotStored::Identity)?;
        write(path, &self.beside(built.name()), &page, built)?;
        // The name outlives a crash once the folder is on the disk too; not all systems can flush it,
        // and without it a crash only costs the table.
        let _ = File::open(&self.path).and_then(|folder| folder.sync_all());
        let table = load(path, recipe, self.copies).map_err(NotStored::ReadBack)?;
        Ok(table.with_origin(built.origin()))
    }

    /// A name that no other file has: of this process, and not used before.
    fn beside(&self, name: &str) -> PathBuf {
        static USED: AtomicU64 = AtomicU64::new(0);
        loop {
            let number = USED.fetch_add(1, Ordering::Relaxed);
            let path = self.path.join(format!("{name}.{}-{number}{LEFTOVER}", process::id()));
            if !path.exists() {
                return path;
            }
        }
    }

    /// Removes the files that builders of this table left when they were killed. The caller must
    /// hold the lock: then there are no other builders.
    fn clear(&self, name: &str) {
        let Ok(files) = self.path.read_dir() else { return };
        for file in files.flatten() {
            let file_name = file.file_name();
            let rest = file_name.to_str().and_then(|file| file.strip_prefix(name)?.strip_prefix('.'));
            if rest.is_some_and(|rest| rest.ends_with(LEFTOVER)) {
                // A leftover that cannot be removed does no harm.
                let _ = fs::remove_file(file.path());
            }
        }
    }
}

/// The table of `recipe` in the file at `path`, all of it checked.
fn load(path: &Path, recipe: &dyn Recipe, copies: bool) -> Result<Table, Fault> {
    let start = Instant::now();
    let opened = Opened::open(path)?;
    let expected = recipe.identity();
    if opened.header.identity != expected {
        return Err(Fault::Identity { found: opened.header.identity, expected });
    }
    if opened.header.bytes != recipe.bytes() {
        return Err(Fault::Length { found: opened.header.bytes, expected: recipe.bytes() });
    }
    let checksum = opened.header.checksum.clone();
    let (bytes, stamp) = opened.table(copies)?;
    let origin = Origin::Loaded { seconds: start.elapsed().as_secs_f64() };
    Ok(Table::mapped((expected, recipe.name()), origin, checksum, path.to_owned(), (bytes, stamp)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_variable_comes_first_then_the_cache_then_nothing() {
        let cache = || Some(PathBuf::from("/var/cache/x"));
        assert_eq!(choose(Some("/fast".into()), cache()), Some("/fast".into()));
        assert_eq!(choose(Some("/fast".into()), None), Some("/fast".into()));
        assert_eq!(choose(Some("".into()), cache()), Some("/var/cache/x/tilebench/tables".into()));
        assert_eq!(choose(None, cache()), Some("/var/cache/x/tilebench/tables".into()));
        assert_eq!(choose(None, None), None);
    }
}
