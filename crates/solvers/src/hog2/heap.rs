//! The binary heap of HOG2: keys are changed in place, and equal keys have an order that follows from its structure.

/// The order of open nodes, smaller first: the priority, and the order of nodes of equal priority.
pub(super) type Key = (u64, u32);

/// The place of a number that is not in the heap.
const ABSENT: u32 = u32::MAX;

/// Makes space for one more element if `allows` the bytes of the larger allocation; returns whether there is space.
pub(super) fn reserve_one<T>(list: &mut Vec<T>, allows: &mut impl FnMut(u64) -> bool) -> bool {
    const MIN_CAPACITY: usize = 256;
    if list.len() < list.capacity() {
        return true;
    }
    let capacity = (2 * list.capacity()).max(MIN_CAPACITY);
    allows((capacity * size_of::<T>()) as u64) && list.try_reserve_exact(capacity - list.len()).is_ok()
}

/// An entry, 16 bytes.
#[derive(Clone, Copy, Debug)]
struct Entry {
    priority: u64,
    tie: u32,
    number: u32,
}

impl Entry {
    fn key(self) -> Key {
        (self.priority, self.tie)
    }
}

/// A heap of numbers, the one of the smallest key on top.
#[derive(Debug, Default)]
pub(super) struct Heap {
    entries: Vec<Entry>,
    /// By number: its place in `entries`.
    places: Vec<u32>,
}

impl Heap {
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// The bytes held.
    pub(super) fn bytes(&self) -> u64 {
        (self.entries.capacity() * size_of::<Entry>() + self.places.capacity() * size_of::<u32>()) as u64
    }

    /// Makes space for one more number, if `allows` the bytes that are allocated for it; returns whether there is space.
    pub(super) fn reserve_one(&mut self, allows: &mut impl FnMut(u64) -> bool) -> bool {
        reserve_one(&mut self.entries, allows) && reserve_one(&mut self.places, allows)
    }

    /// Whether a number is in the heap.
    pub(super) fn contains(&self, number: u32) -> bool {
        self.places[number as usize] != ABSENT
    }

    /// Adds a number that is not in the heap: one that was popped, or the next new one.
    pub(super) fn push(&mut self, number: u32, (priority, tie): Key) {
        if self.places.len() == number as usize {
            self.places.push(ABSENT);
        }
        self.entries.push(Entry { priority, tie, number });
        self.rise(self.entries.len() - 1);
    }

    /// Changes the key of a number in the heap.
    pub(super) fn change(&mut self, number: u32, (priority, tie): Key) {
        let place = self.places[number as usize] as usize;
        self.entries[place] = Entry { priority, tie, number };
        if self.rise(place) == place {
            self.sink(place);
        }
    }

    /// Removes the number on top.
    pub(super) fn pop(&mut self) -> Option<(Key, u32)> {
        let first = *self.entries.first()?;
        self.entries.swap_remove(0);
        self.places[first.number as usize] = ABSENT;
        if !self.entries.is_empty() {
            self.sink(0);
        }
        Some((first.key(), first.number))
    }

    /// Removes all numbers.
    pub(super) fn clear(&mut self) {
        for entry in self.entries.drain(..) {
            self.places[entry.number as usize] = ABSENT;
        }
    }

    /// Moves an entry up past greater ones, and returns its place.
    fn rise(&mut self, mut place: usize) -> usize {
        let entry = self.entries[place];
        while place > 0 && self.entries[(place - 1) / 2].key() > entry.key() {
            self.put(place, self.entries[(place - 1) / 2]);
            place = (place - 1) / 2;
        }
        self.put(place, entry);
        place
    }

    /// Moves an entry down past lesser and equal ones, on the side of the lesser child, of equal children the left one.
    fn sink(&mut self, mut place: usize) {
        let entry = self.entries[place];
        while let Some(&left) = self.entries.get(2 * place + 1) {
            let (mut child, mut at) = (left, 2 * place + 1);
            if let Some(&right) = self.entries.get(2 * place + 2)
                && right.key() < left.key()
            {
                (child, at) = (right, 2 * place + 2);
            }
            if child.key() > entry.key() {
                break;
            }
            self.put(place, child);
            place = at;
        }
        self.put(place, entry);
    }

    #[expect(clippy::cast_possible_truncation, reason = "numbers have 32 bits, so there are at most 2^32 entries")]
    fn put(&mut self, place: usize, entry: Entry) {
        self.entries[place] = entry;
        self.places[entry.number as usize] = place as u32;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_top_is_a_number_of_the_smallest_key(steps in prop::collection::vec((0u8..3, 0u32..30, 0u64..8), 0..300)) {
            let mut heap = Heap::default();
            let mut model: BTreeMap<u32, Key> = BTreeMap::new();
            let mut next = 0;
            for (kind, pick, priority) in steps {
                match kind {
                    0 => {
                        heap.push(next, (priority, pick));
                        model.insert(next, (priority, pick));
                        next += 1;
                    }
                    1 if model.contains_key(&pick) => {
                        heap.change(pick, (priority, pick));
                        model.insert(pick, (priority, pick));
                    }
                    1 => {}
                    _ => match heap.pop() {
                        None => prop_assert!(model.is_empty()),
                        Some((key, number)) => {
                            prop_assert_eq!(Some(&key), model.values().min());
                            prop_assert_eq!(model.remove(&number), Some(key));
                            prop_assert!(!heap.contains(number));
                        }
                    },
                }
                prop_assert_eq!(heap.len(), model.len());
            }
        }
    }

    /// Worked out by hand from the rules: the last entry moves to the root and sinks past equals to a leaf on the left.
    #[test]
    fn equal_keys_leave_in_the_sequence_of_the_structure() {
        let mut heap = Heap::default();
        (0..5).for_each(|number| heap.push(number, (1, 0)));
        heap.change(4, (0, 0));
        let popped: Vec<u32> = std::iter::from_fn(|| heap.pop().map(|(_, number)| number)).collect();
        assert_eq!(popped, [4, 0, 3, 1, 2]);
    }
}
