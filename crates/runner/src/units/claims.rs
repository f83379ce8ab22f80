//! Which process has taken which unit: files that exactly one process can create.
//!
//! The file of a unit is named by its number and a generation. The one of generation 0 is created by the process that takes the
//! unit first, and contains that process's name. If it dies, another process creates the file of the next generation. Units
//! are taken in order, so the files of the first units exist up to some unit.
//!
//! A file is a link to one that contains the name, so it has its content from the beginning: a process that is killed leaves
//! no file without a name. On file systems without links it is created and then written.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// The files of an iteration.
#[derive(Debug)]
pub(super) struct Claims {
    folder: PathBuf,
    /// A unit before which all units were taken at some time.
    frontier: u64,
}

/// The last process that took a unit.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Claim {
    generation: u64,
    /// Empty while, or if, the process that created the file did not write it: only on file systems without links.
    pub(super) owner: String,
}

impl Claims {
    /// The files in `folder`, which is created.
    pub(super) fn open(folder: &Path) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        Ok(Self { folder: folder.to_owned(), frontier: 0 })
    }

    fn path(&self, unit: u64, generation: u64) -> PathBuf {
        self.folder.join(format!("{unit}.{generation}"))
    }

    /// Creates a file for `owner`. Returns whether this process did so.
    fn create(&self, unit: u64, generation: u64, owner: &str) -> io::Result<bool> {
        let (name, path) = (self.folder.join(owner), self.path(unit, generation));
        let mut linked = fs::hard_link(&name, &path);
        // The first claim, or one more than a file may have links.
        if linked.as_ref().is_err_and(|error| matches!(error.kind(), ErrorKind::NotFound | ErrorKind::TooManyLinks)) {
            let _ = fs::remove_file(&name);
            fs::write(&name, owner)?;
            linked = fs::hard_link(&name, &path);
        }
        match linked {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(false),
            Err(_) => Self::create_without_link(&path, owner),
        }
    }

    /// The same on a file system without links.
    fn create_without_link(path: &Path, owner: &str) -> io::Result<bool> {
        match File::create_new(path) {
            Ok(mut file) => file.write_all(owner.as_bytes()).map(|()| true),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Takes the first of `units` units that no process has taken yet; `None` if there is none.
    pub(super) fn take_first(&mut self, units: u64, owner: &str) -> io::Result<Option<u64>> {
        while self.frontier < units {
            let unit = self.frontier;
            if self.create(unit, 0, owner)? {
                self.frontier += 1;
                return Ok(Some(unit));
            }
            self.frontier = self.first_free(units)?;
        }
        Ok(None)
    }

    /// The first unit after the frontier that was free a moment ago, by doubling and halving the distance.
    fn first_free(&self, units: u64) -> io::Result<u64> {
        let is_free = |unit: u64| -> io::Result<bool> { Ok(unit >= units || !self.path(unit, 0).try_exists()?) };
        let (mut taken, mut step) = (self.frontier, 1);
        while !is_free(taken + step)? {
            (taken, step) = (taken + step, 2 * step);
        }
        let mut free = (taken + step).min(units);
        while free - taken > 1 {
            let middle = taken + (free - taken) / 2;
            if is_free(middle)? { free = middle } else { taken = middle }
        }
        Ok(free)
    }

    /// The last claim of a unit; `None` if no process has taken it.
    pub(super) fn last(&self, unit: u64) -> io::Result<Option<Claim>> {
        let mut last = None;
        for generation in 0.. {
            match fs::read_to_string(self.path(unit, generation)) {
                Ok(owner) => last = Some(Claim { generation, owner }),
                Err(error) if error.kind() == ErrorKind::NotFound => break,
                Err(error) => return Err(error),
            }
        }
        Ok(last)
    }

    /// Takes a unit from the process of its `last` claim. Returns whether this process did so.
    pub(super) fn take_over(&self, unit: u64, last: Option<&Claim>, owner: &str) -> io::Result<bool> {
        self.create(unit, last.map_or(0, |claim| claim.generation + 1), owner)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::Mutex;

    use super::*;

    #[test]
    fn processes_take_every_unit_exactly_once() {
        let folder = tempfile::tempdir().unwrap();
        let taken = Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            for owner in ["a", "b", "c", "d"] {
                let (folder, taken) = (folder.path(), &taken);
                scope.spawn(move || {
                    let mut claims = Claims::open(folder).unwrap();
                    while let Some(unit) = claims.take_first(300, owner).unwrap() {
                        taken.lock().unwrap().push(unit);
                    }
                });
            }
        });
        let taken = taken.into_inner().unwrap();
        assert_eq!((taken.len(), taken.into_iter().collect::<BTreeSet<_>>()), (300, (0..300).collect()));
    }

    #[test]
    fn the_first_free_unit_is_found_behind_any_number_of_taken_ones() {
        for taken in [0, 1, 2, 5, 16, 17, 99, 100] {
            let folder = tempfile::tempdir().unwrap();
            let mut claims = Claims::open(folder.path()).unwrap();
            (0..taken).for_each(|_| assert!(claims.take_first(100, "a").unwrap().is_some()));
            let next = Claims::open(folder.path()).unwrap().take_first(100, "b").unwrap();
            assert_eq!(next, (taken < 100).then_some(taken));
        }
    }

    #[test]
    fn a_claim_has_its_name_from_the_beginning() {
        let folder = tempfile::tempdir().unwrap();
        let mut claims = Claims::open(folder.path()).unwrap();
        for unit in 0..3 {
            assert_eq!(claims.take_first(9, "a").unwrap(), Some(unit));
        }
        fs::remove_file(folder.path().join("a")).unwrap();
        assert_eq!(claims.take_first(9, "a").unwrap(), Some(3));
        assert!((0..4).all(|unit| claims.last(unit).unwrap().unwrap().owner == "a"));
        assert!(Claims::create_without_link(&claims.path(4, 0), "b").unwrap());
        assert!(!Claims::create_without_link(&claims.path(4, 0), "c").unwrap());
        assert_eq!(claims.take_first(9, "a").unwrap(), Some(5));
        assert_eq!(claims.last(4).unwrap().unwrap().owner, "b");
    }

    #[test]
    fn one_process_takes_over_the_unit_of_a_dead_one() {
        let folder = tempfile::tempdir().unwrap();
        let mut claims = Claims::open(folder.path()).unwrap();
        assert_eq!(claims.last(0).unwrap(), None);
        claims.take_first(9, "dead").unwrap();
        let last = claims.last(0).unwrap().unwrap();
        assert_eq!(last.owner, "dead");
        assert!(claims.take_over(0, Some(&last), "b").unwrap());
        assert!(!claims.take_over(0, Some(&last), "c").unwrap());
        assert_eq!(claims.last(0).unwrap().unwrap().owner, "b");
    }
}
