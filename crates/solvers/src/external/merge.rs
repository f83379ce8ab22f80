//! Sorted runs read as one, without duplicates.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;

use tilebench_core::{End, Key};

use super::disk::Reader;
use super::record::Record;

/// A merge of sorted runs. Of records with one key only the least comes out.
#[derive(Debug)]
pub(crate) struct Merge<K: Key> {
    readers: Vec<Reader<K>>,
    /// The next record of each run that has one, with the number of the run.
    next: BinaryHeap<Reverse<(Record<K>, usize)>>,
    last: Option<K>,
}

impl<K: Key> Merge<K> {
    /// The merge of what `readers` read.
    pub(crate) fn new(mut readers: Vec<Reader<K>>) -> Result<Self, End> {
        let mut next = BinaryHeap::with_capacity(readers.len());
        for (number, reader) in readers.iter_mut().enumerate() {
            next.extend(reader.next()?.map(|record| Reverse((record, number))));
        }
        Ok(Self { readers, next, last: None })
    }

    /// The next record.
    #[inline]
    pub(crate) fn next(&mut self) -> Result<Option<Record<K>>, End> {
        while let Some(mut top) = self.next.peek_mut() {
            let Reverse((record, number)) = *top;
            match self.readers[number].next()? {
                Some(following) => *top = Reverse((following, number)),
                None => drop(PeekMut::pop(top)),
            }
            if self.last.replace(record.key) != Some(record.key) {
                return Ok(Some(record));
            }
        }
        Ok(None)
    }
}
