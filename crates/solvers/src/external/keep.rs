//! What was expanded is kept, to be known again and for the path in the end.

use tilebench_core::{Cost, End, Key};

use super::bucket::{Shelf, Sorted, held};
use super::buckets::{Buckets, Current};
use super::record::Record;
use super::sieve::leap;

impl<K: Key> Buckets<'_, K> {
    /// Puts the bucket that was expanded among the shelves, unless nothing was in it.
    pub(crate) fn put_away(&mut self) -> Result<(), End> {
        let Some(Current { shelf, reader, .. }) = self.current.take() else { return Ok(()) };
        if reader.is_some() {
            self.memory.give(self.buffer);
        }
        match &shelf.records {
            records if !records.is_empty() => self.keep(shelf),
            Sorted::File(run) => self.disk.remove::<K>(run),
            Sorted::Memory(records) => {
                self.memory.give(held(records));
                Ok(())
            }
        }
    }

    /// Puts a shelf beside the others. Visits of one bucket make shelves of their own; where one is not
    /// small beside the one before, the two are merged, so that there are few of them however many
    /// visits there are.
    fn keep(&mut self, mut shelf: Shelf<K>) -> Result<(), End> {
        let is_same = |other: &Shelf<K>| (other.g, other.h) == (shelf.g, shelf.h);
        while let Some(at) = self.shelves.iter().rposition(is_same)
            && 2 * shelf.records.len() >= self.shelves[at].records.len()
        {
            let other = self.shelves.remove(at);
            self.memory.give(Self::SHELF);
            shelf.records = self.merge(other.records, shelf.records)?;
        }
        self.shelves.push(shelf);
        self.take(Self::SHELF)
    }

    /// Two lists as one: in memory where both are there and their sum fits, else on disk.
    fn merge(&mut self, a: Sorted<K>, b: Sorted<K>) -> Result<Sorted<K>, End> {
        if let (Sorted::Memory(a), Sorted::Memory(b)) = (&a, &b) {
            let bytes = ((a.len() + b.len()) * size_of::<Record<K>>()) as u64;
            if self.memory.take(bytes) {
                let mut both = Vec::new();
                both.try_reserve_exact(a.len() + b.len()).map_err(|_| End::MemoryLimit)?;
                let mut rest = b.as_slice();
                for &record in a {
                    let (before, after) = rest.split_at(leap(rest, record.key));
                    both.extend_from_slice(before);
                    both.push(record);
                    rest = after;
                }
                both.extend_from_slice(rest);
                self.memory.give(held(a) + held(b));
                return Ok(Sorted::Memory(both));
            }
        }
        let runs = [self.write(a)?, self.write(b)?];
        Ok(Sorted::File(self.pass(&runs, &[], |_| true)?))
    }

    /// The expanded record of `key` with this g and h.
    pub(crate) fn find(&self, g: Cost, h: Cost, key: K) -> Result<Option<Record<K>>, End> {
        for shelf in self.shelves.iter().filter(|shelf| (shelf.g, shelf.h) == (g, h)) {
            if let Some(record) = shelf.records.find(&self.disk, key)? {
                return Ok(Some(record));
            }
        }
        Ok(None)
    }
}
