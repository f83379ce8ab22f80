//! All buckets of a search, in memory as long as they fit, else on disk.
//!
//! Whenever the next growth would exceed the memory limit, the largest list in memory is written:
//! fresh records as a sorted run, expanded ones as the file that they are read from ever after. So a
//! search that fits writes nothing, and one that does not keeps what it grows now.

use std::path::Path;

use tilebench_core::{Budget, Cost, End, Key};

use super::bucket::{Pile, Shelf, Sorted, held};
use super::disk::{Disk, Reader, Run};
use super::ledger::Ledger;
use super::record::Record;

/// The buckets, and the memory and disk that they take.
#[derive(Debug)]
pub(crate) struct Buckets<'a, K: Key> {
    pub(crate) budget: Budget<'a>,
    pub(crate) memory: Ledger,
    pub(crate) disk: Disk,
    /// What was generated.
    pub(crate) piles: Vec<Pile<K>>,
    /// What was expanded.
    pub(crate) shelves: Vec<Shelf<K>>,
    /// What is being expanded.
    pub(crate) current: Option<Current<K>>,
    /// The bytes of a file's buffer while it is read.
    pub(crate) buffer: u64,
}

/// The bucket that is being expanded.
#[derive(Debug)]
pub(crate) struct Current<K> {
    pub(crate) shelf: Shelf<K>,
    /// The record that comes next.
    at: u64,
    /// Reads from there, once the records are on disk.
    pub(crate) reader: Option<Reader<K>>,
}

impl<K> Current<K> {
    pub(crate) fn new(shelf: Shelf<K>) -> Self {
        Self { shelf, at: 0, reader: None }
    }
}

/// Where the largest list in memory is.
#[derive(Clone, Copy)]
enum Largest {
    Pile(usize),
    Shelf(usize),
    Current,
}

impl<'a, K: Key> Buckets<'a, K> {
    /// The most files that are open at once for reading.
    pub(crate) const FAN_IN: usize = 16;
    /// Records for which space is made at first.
    const FIRST: usize = 64;
    /// What a pile takes beside its records: its place in a list that may be half empty.
    pub(crate) const PILE: u64 = 2 * size_of::<Pile<K>>() as u64;
    /// The same of a shelf.
    pub(crate) const SHELF: u64 = 2 * size_of::<Shelf<K>>() as u64;
    /// The same of a run of a pile.
    pub(crate) const RUN: u64 = 2 * size_of::<Run>() as u64;

    /// No buckets, with files in a folder of their own in `scratch`.
    pub(crate) fn new(budget: Budget<'a>, scratch: &Path) -> Result<Self, End> {
        let limits = budget.limits;
        let mut memory = Ledger::new(limits.bytes);
        if !memory.take(Disk::GATHERED as u64) {
            return Err(End::MemoryLimit);
        }
        let disk = Disk::new(scratch, limits.disk);
        // All open files together take a quarter of the memory at most, above the smallest limits.
        let buffer = (limits.bytes / (4 * (Self::FAN_IN as u64 + 1))).clamp(4 << 10, 1 << 20);
        Ok(Self { budget, memory, disk, piles: Vec::new(), shelves: Vec::new(), current: None, buffer })
    }

    /// The number of the pile of this bucket, made where there is none.
    pub(crate) fn pile(&mut self, g: Cost, h: Cost) -> Result<usize, End> {
        if let Some(at) = self.piles.iter().position(|pile| (pile.g, pile.h) == (g, h)) {
            return Ok(at);
        }
        self.take(Self::PILE)?;
        self.piles.push(Pile::new(g, h));
        Ok(self.piles.len() - 1)
    }

    /// Adds a record to a pile.
    #[inline]
    pub(crate) fn push(&mut self, pile: usize, record: Record<K>) -> Result<(), End> {
        if self.piles[pile].fresh.len() == self.piles[pile].fresh.capacity() {
            self.grow(pile)?;
        }
        self.piles[pile].fresh.push(record);
        Ok(())
    }

    /// Makes space for more fresh records of a pile.
    #[cold]
    fn grow(&mut self, pile: usize) -> Result<(), End> {
        loop {
            let fresh = &mut self.piles[pile].fresh;
            let wanted = (2 * fresh.capacity()).max(Self::FIRST);
            // Old and new records are held at once while they are moved.
            if self.memory.take((wanted * size_of::<Record<K>>()) as u64) {
                let old = held(fresh);
                fresh.try_reserve_exact(wanted - fresh.len()).map_err(|_| End::MemoryLimit)?;
                self.memory.give(old);
                return Ok(());
            }
            self.spill_largest()?;
            let fresh = &self.piles[pile].fresh;
            if fresh.len() < fresh.capacity() {
                return Ok(());
            }
        }
    }

    /// Takes memory, and writes lists until there is enough of it.
    pub(crate) fn take(&mut self, bytes: u64) -> Result<(), End> {
        while !self.memory.take(bytes) {
            self.spill_largest()?;
        }
        Ok(())
    }

    /// Writes the largest list in memory.
    fn spill_largest(&mut self) -> Result<(), End> {
        self.budget.go_on()?;
        let piles = self.piles.iter().enumerate().map(|(at, pile)| (held(&pile.fresh), Largest::Pile(at)));
        let shelves = self.shelves.iter().enumerate().map(|(at, shelf)| (shelf.records.bytes(), Largest::Shelf(at)));
        let current = self.current.iter().map(|current| (current.shelf.records.bytes(), Largest::Current));
        let largest = piles.chain(shelves).chain(current).max_by_key(|&(bytes, _)| bytes);
        match largest.filter(|&(bytes, _)| bytes > 0) {
            Some((_, Largest::Pile(at))) => {
                let fresh = std::mem::take(&mut self.piles[at].fresh);
                let runs = self.spill_fresh(fresh)?;
                self.piles[at].runs.extend(runs);
                // Smaller than what was given back.
                if self.memory.take(Self::RUN) { Ok(()) } else { Err(End::MemoryLimit) }
            }
            Some((_, Largest::Shelf(at))) => {
                let records = std::mem::take(&mut self.shelves[at].records);
                self.shelves[at].records = Sorted::File(self.write(records)?);
                Ok(())
            }
            Some((_, Largest::Current)) => {
                let records = self.current.as_mut().map(|current| std::mem::take(&mut current.shelf.records));
                let run = self.write(records.unwrap_or_default())?;
                if let Some(current) = &mut self.current {
                    current.shelf.records = Sorted::File(run);
                }
                Ok(())
            }
            None => Err(End::MemoryLimit),
        }
    }

    /// Writes fresh records as a run, where there are any.
    pub(crate) fn spill_fresh(&mut self, mut fresh: Vec<Record<K>>) -> Result<Option<Run>, End> {
        sort(&mut fresh);
        let run = if fresh.is_empty() { None } else { Some(self.disk.spill(&fresh)?) };
        self.memory.give(held(&fresh));
        Ok(run)
    }

    /// The next record of the bucket that is being expanded; after the last, the bucket is put away.
    #[inline]
    pub(crate) fn next(&mut self) -> Result<Option<Record<K>>, End> {
        let Some(current) = &mut self.current else { return Ok(None) };
        let next = match (&current.shelf.records, &mut current.reader) {
            (Sorted::Memory(records), _) => usize::try_from(current.at).ok().and_then(|at| records.get(at)).copied(),
            (Sorted::File(_), Some(reader)) => reader.next()?,
            (Sorted::File(_), None) => {
                self.open_current()?;
                return self.next();
            }
        };
        current.at += 1;
        if next.is_none() {
            self.put_away()?;
        }
        Ok(next)
    }

    /// Begins to read, from where it is, what is on disk of the bucket that is being expanded.
    #[cold]
    fn open_current(&mut self) -> Result<(), End> {
        self.take(self.buffer)?;
        if let Some(Current { shelf: Shelf { records: Sorted::File(run), .. }, at, reader }) = &mut self.current {
            *reader = Some(self.disk.read(run, *at, self.buffer)?);
        }
        Ok(())
    }

    /// The list as a file.
    pub(crate) fn write(&mut self, records: Sorted<K>) -> Result<Run, End> {
        match records {
            Sorted::File(run) => Ok(run),
            Sorted::Memory(records) => {
                let run = self.disk.spill(&records)?;
                self.memory.give(held(&records));
                Ok(run)
            }
        }
    }
}

/// Sorts records and takes out duplicates.
pub(crate) fn sort<K: Key>(records: &mut Vec<Record<K>>) {
    records.sort_unstable();
    records.dedup_by_key(|record| record.key);
}
