//! From Open(g, h) to Closed(g, h): sorting, merging, and taking out what was expanded before.

use tilebench_core::{Cost, End, Key};

use super::bucket::{Pile, Shelf, Sorted, held};
use super::buckets::{Buckets, Current, sort};
use super::disk::Run;
use super::ledger::Ledger;
use super::merge::Merge;
use super::record::Record;
use super::sieve::Sieve;

/// How often, in records, a merge looks at the stop flag.
const PATIENCE: u64 = 1 << 16;

/// Among which expanded states duplicates are looked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    /// Whether states may have been expanded at any g, on a longer path too, or only within the last
    /// two layers.
    pub(crate) wide: bool,
    /// Whether a state that was expanded on a longer path is expanded again.
    pub(crate) reopen: bool,
}

impl Window {
    /// Whether a bucket of layer `g` can have states in common with what was expanded at `known`.
    fn covers(self, known: Cost, g: Cost) -> bool {
        self.wide || (known <= g && known + 2 >= g)
    }

    /// Whether what was expanded at `known` is not expanded again at `g`.
    fn drops(self, known: Cost, g: Cost) -> bool {
        known <= g || !self.reopen
    }
}

impl<K: Key> Buckets<'_, K> {
    /// Makes what is left of a pile, without duplicates and without what was expanded before, the
    /// bucket that is expanded next.
    pub(crate) fn settle(&mut self, pile: usize, window: Window) -> Result<(), End> {
        let &Pile { g, h, ref runs, .. } = &self.piles[pile];
        let known = |shelf: &Shelf<K>| shelf.h == h && window.covers(shelf.g, g);
        let on_disk = |shelf: &Shelf<K>| matches!(shelf.records, Sorted::File(_));
        let reads = runs.is_empty() && self.shelves.iter().any(|shelf| known(shelf) && on_disk(shelf));
        let known: Vec<usize> = (0..self.shelves.len()).filter(|&at| known(&self.shelves[at])).collect();
        let lent = if reads { self.buffer } else { 0 };
        // This may write the pile itself.
        self.take(lent)?;
        let pile = self.piles.swap_remove(pile);
        let records = if pile.runs.is_empty() {
            Sorted::Memory(self.settle_in_memory(pile, &known, window)?)
        } else {
            Sorted::File(self.settle_on_disk(pile, &known, window)?)
        };
        self.memory.give(lent + Self::PILE);
        self.current = Some(Current::new(Shelf { g, h, records }));
        Ok(())
    }

    /// A pile of which nothing was written, with memory lent for the one file that is open.
    fn settle_in_memory(&mut self, pile: Pile<K>, known: &[usize], window: Window) -> Result<Vec<Record<K>>, End> {
        let mut records = pile.fresh;
        sort(&mut records);
        for &at in known {
            self.budget.go_on()?;
            let shelf = &self.shelves[at];
            let drops = window.drops(shelf.g, pile.g);
            let mut sieve = match &shelf.records {
                Sorted::Memory(records) => Sieve::memory(records, drops),
                Sorted::File(run) => Sieve::file(self.disk.read(run, 0, self.buffer)?, drops)?,
            };
            sieve.sift(&mut records)?;
        }
        shrink(&mut records, &mut self.memory);
        Ok(records)
    }

    /// A pile of which a part was written: merged in passes that open [`Buckets::FAN_IN`] files at
    /// most.
    fn settle_on_disk(&mut self, pile: Pile<K>, known: &[usize], window: Window) -> Result<Run, End> {
        let Pile { g, fresh, mut runs, .. } = pile;
        self.memory.give(runs.len() as u64 * Self::RUN);
        runs.extend(self.spill_fresh(fresh)?);
        while runs.len() > Self::FAN_IN {
            let rest = runs.split_off(Self::FAN_IN);
            let merged = self.pass(&runs, &[], |_| true)?;
            runs = rest;
            runs.push(merged);
        }
        let mut known = known;
        loop {
            let (now, later) = known.split_at(known.len().min(Self::FAN_IN - runs.len()));
            let run = self.pass(&runs, now, |known| window.drops(known, g))?;
            if later.is_empty() {
                return Ok(run);
            }
            (runs, known) = (vec![run], later);
        }
    }

    /// Merges runs into one, less what is on the shelves that are named.
    pub(crate) fn pass(&mut self, runs: &[Run], known: &[usize], drops: impl Fn(Cost) -> bool) -> Result<Run, End> {
        // Shelves may be written to make room, so that all of them may have to be read from disk.
        let buffers = (runs.len() + known.len()) as u64 * self.buffer;
        self.take(buffers)?;
        let readers = runs.iter().map(|run| self.disk.read(run, 0, self.buffer)).collect::<Result<_, _>>()?;
        let mut merge = Merge::new(readers)?;
        let mut sieves = Vec::with_capacity(known.len());
        for &at in known {
            let Shelf { g, records, .. } = &self.shelves[at];
            sieves.push(match records {
                Sorted::Memory(records) => Sieve::memory(records, drops(*g)),
                Sorted::File(run) => Sieve::file(self.disk.read(run, 0, self.buffer)?, drops(*g))?,
            });
        }
        let mut writer = self.disk.create()?;
        let mut read = 0_u64;
        'records: while let Some(mut record) = merge.next()? {
            read += 1;
            if read.is_multiple_of(PATIENCE) {
                self.budget.go_on()?;
            }
            for sieve in &mut sieves {
                if !sieve.keeps(&mut record)? {
                    continue 'records;
                }
            }
            writer.write(record)?;
        }
        let merged = writer.finish()?;
        for run in runs {
            self.disk.remove::<K>(run)?;
        }
        self.memory.give(buffers);
        Ok(merged)
    }
}

/// Gives back the space that duplicates took, where old and new records can be held at once.
fn shrink<K: Key>(records: &mut Vec<Record<K>>, memory: &mut Ledger) {
    let needed = size_of_val(records.as_slice()) as u64;
    let old = held(records);
    if needed < old && memory.take(needed) {
        records.shrink_to_fit();
        memory.give(old);
        // The system may leave a little more than was asked for.
        debug_assert_eq!(held(records), needed, "the memory that records hold");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use tilebench_core::{Budget, Limits, StopFlag};

    /// Numbers without order, many of them twice.
    fn keys(seed: u64) -> impl Iterator<Item = u64> {
        (0..150_000_u64).map(move |number| {
            (number + 1_000_003 * seed)
                .wrapping_mul(0x5851_F42D_4C95_7F2D)
                .rotate_left(29)
                .wrapping_mul(0x9E37_79B9_7F4A_7C15)
                >> 47
        })
    }

    #[test]
    fn many_runs_are_merged_in_several_passes_and_what_was_expanded_before_is_taken_out() {
        let scratch = tempfile::tempdir().unwrap();
        let stop = StopFlag::new();
        let limits = Limits { bytes: 192 << 10, ..Limits::NONE };
        let mut buckets = Buckets::<u64>::new(Budget { limits, stop: &stop }, scratch.path()).unwrap();
        let mut known = BTreeSet::new();
        for (g, reopen, wide) in [(4, true, false), (6, true, false), (3, true, true), (2, false, true)] {
            let pile = buckets.pile(g, 9).unwrap();
            for key in keys(u64::from(g)) {
                buckets.push(pile, Record::new(key, 1)).unwrap();
            }
            assert!(buckets.piles[pile].runs.len() > 2 * Buckets::<u64>::FAN_IN, "one pass would do");
            buckets.settle(pile, Window { wide, reopen }).unwrap();
            let fresh: BTreeSet<u64> = keys(u64::from(g)).collect();
            let left: Vec<(u64, bool)> = if g == 3 {
                // Longer paths led here before, which does not keep a state from being expanded again.
                fresh.iter().map(|key| (*key, known.contains(key))).collect()
            } else {
                fresh.difference(&known).map(|&key| (key, false)).collect()
            };
            let mut settled = Vec::new();
            while let Some(record) = buckets.next().unwrap() {
                settled.push((record.key, record.is_again()));
            }
            assert!(settled == left, "g = {g}: {} of {} records", settled.len(), left.len());
            assert!(left.len() > 1_000, "g = {g}: nothing is left to compare");
            known.extend(fresh);
        }
        assert!(buckets.memory.peak() <= limits.bytes);
    }
}
