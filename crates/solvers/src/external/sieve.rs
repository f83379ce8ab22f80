//! Taking out of sorted states those that were expanded before.

use tilebench_core::{End, Key};

use super::disk::Reader;
use super::record::Record;

/// A sorted set of expanded states beside which sorted records are moved along.
#[derive(Debug)]
pub(crate) struct Sieve<'a, K: Key> {
    source: Source<'a, K>,
    /// Whether what is in the set is taken out, or only marked as expanded before.
    drops: bool,
}

#[derive(Debug)]
enum Source<'a, K: Key> {
    Memory(&'a [Record<K>]),
    File { reader: Reader<K>, next: Option<Record<K>> },
}

impl<'a, K: Key> Sieve<'a, K> {
    /// A set that lies in memory.
    pub(crate) fn memory(records: &'a [Record<K>], drops: bool) -> Self {
        Self { source: Source::Memory(records), drops }
    }

    /// A set that lies on disk.
    pub(crate) fn file(mut reader: Reader<K>, drops: bool) -> Result<Self, End> {
        let next = reader.next()?;
        Ok(Self { source: Source::File { reader, next }, drops })
    }

    /// Whether `record` stays. Records are asked for in ascending order.
    #[inline]
    pub(crate) fn keeps(&mut self, record: &mut Record<K>) -> Result<bool, End> {
        let is_there = match &mut self.source {
            Source::Memory(records) => {
                *records = &records[leap(records, record.key)..];
                records.first().is_some_and(|first| first.key == record.key)
            }
            Source::File { reader, next } => loop {
                match next {
                    Some(known) if known.key < record.key => *next = reader.next()?,
                    Some(known) => break known.key == record.key,
                    None => break false,
                }
            },
        };
        if is_there && !self.drops {
            record.set_again();
        }
        Ok(!(is_there && self.drops))
    }

    /// Takes out of sorted records those that do not stay.
    pub(crate) fn sift(&mut self, records: &mut Vec<Record<K>>) -> Result<(), End> {
        let mut failure = Ok(());
        records.retain_mut(|record| {
            self.keeps(record).unwrap_or_else(|end| {
                failure = Err(end);
                true
            })
        });
        failure
    }
}

/// The number of leading records below `key`: by doubling leaps and then by halving, so that a few
/// keys are found in a long list without a look at all of it.
pub(crate) fn leap<K: Key>(records: &[Record<K>], key: K) -> usize {
    let mut reach = 1;
    while reach < records.len() && records[reach].key < key {
        reach *= 2;
    }
    let (low, high) = (reach / 2, records.len().min(reach + 1));
    low + records[low..high].partition_point(|record| record.key < key)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn records(keys: impl IntoIterator<Item = u64>) -> Vec<Record<u64>> {
        keys.into_iter().map(|key| Record::new(key, 0)).collect()
    }

    #[test]
    fn a_leap_goes_as_far_as_a_walk() {
        for len in 0..70 {
            let known = records((0..len).map(|number| 3 * number + 1));
            for key in 0..3 * len + 4 {
                let walked = known.iter().take_while(|record| record.key < key).count();
                assert_eq!(leap(&known, key), walked, "{key} among {len}");
            }
        }
    }

    #[test]
    fn what_is_known_is_taken_out_or_marked() {
        let known = records([2, 3, 5, 7, 11]);
        for drops in [true, false] {
            let mut sieve = Sieve::memory(&known, drops);
            for key in 0..13 {
                let mut record = Record::new(key, 1);
                let is_known = [2, 3, 5, 7, 11].contains(&key);
                assert_eq!(sieve.keeps(&mut record), Ok(!(is_known && drops)));
                assert_eq!(record.is_again(), is_known && !drops);
            }
        }
    }
}
