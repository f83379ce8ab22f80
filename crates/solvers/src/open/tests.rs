//! What every open list does.

use tilebench_core::Key;

use super::*;
use crate::best_first::Tie;

/// Numbers without a pattern, the same in every run.
fn numbers() -> impl Iterator<Item = u64> {
    (0..u64::MAX).map(|number| number.hash() >> 33)
}

/// The low half of an order, as a search writes it.
fn tie_of(tie: Tie, g: u32, pushed: u32) -> u32 {
    match tie {
        Tie::HighG => !g,
        Tie::LowG => g,
        Tie::Fifo => pushed,
        Tie::Lifo => !pushed,
    }
}

const TIES: [Tie; 4] = [Tie::HighG, Tie::LowG, Tie::Fifo, Tie::Lifo];

/// Pushes and pops at random, now more of the one, now of the other, and hands out each entry popped
/// with those that were on the list, itself included.
fn exercise<O: Open<u64>>(tie: Tie, mut look: impl FnMut(Entry<u64>, &[Entry<u64>])) {
    let mut open = O::new(tie);
    let mut model: Vec<Entry<u64>> = Vec::new();
    for (pushed, number) in (0u32..20_000).zip(numbers()) {
        let pops = number % 8 < if pushed / 2_000 % 2 == 0 { 3 } else { 5 };
        if !pops {
            let g = u32::try_from(number / 8 % 50).unwrap();
            let order = (number / 512 % 40) << 32 | u64::from(tie_of(tie, g, pushed));
            // Each key once, so that an entry is known by its key.
            let entry = Entry { order, key: number << 20 | u64::from(pushed) };
            reserve(&mut open, order);
            open.push(entry);
            model.push(entry);
        } else if let Some(key) = open.pop() {
            let at = model.iter().position(|entry| entry.key == key).unwrap();
            look(model[at], &model);
            model.swap_remove(at);
        } else {
            assert_eq!(model, []);
        }
    }
    assert!(model.len() < 2_000, "the list was emptied now and then");
}

/// Makes space for an entry; every growth must be what was announced, and pushing must add nothing.
fn reserve<O: Open<u64>>(open: &mut O, order: u64) {
    let (before, growth) = (open.bytes(), open.growth());
    assert!(open.reserve_one());
    assert_eq!(open.growth(), 0);
    if growth == 0 {
        assert_eq!(open.bytes(), before);
    } else {
        assert!((growth..=before + growth).contains(&open.bytes()), "{before} and {growth}: {}", open.bytes());
    }
    while open.growth_for(order) > 0 {
        let (before, growth) = (open.bytes(), open.growth_for(order));
        assert!(open.reserve_for(order));
        assert!(before < open.bytes() && open.bytes() <= before + growth, "{before} and {growth}: {}", open.bytes());
    }
}

fn comes_out_in_the_total_order<O: Open<u64>>(ties: &[Tie]) {
    for &tie in ties {
        let mut popped = 0;
        exercise::<O>(tie, |entry, model| {
            assert_eq!(Some(&entry), model.iter().min());
            popped += 1;
        });
        assert!(popped > 9_000, "{popped}");
    }
}

#[test]
fn heap_sorted_list_and_append_sort_give_entries_in_the_one_total_order() {
    comes_out_in_the_total_order::<BinaryHeap<u64>>(&TIES);
    comes_out_in_the_total_order::<SortedList<u64>>(&TIES);
    comes_out_in_the_total_order::<AppendSort<u64>>(&TIES);
}

#[test]
fn buckets_give_the_total_order_where_ties_go_by_age() {
    comes_out_in_the_total_order::<BucketQueue<u64>>(&[Tie::Fifo, Tie::Lifo]);
}

#[test]
fn buckets_give_the_least_priority_and_g_and_of_equals_the_last_in() {
    for tie in [Tie::HighG, Tie::LowG] {
        exercise::<BucketQueue<u64>>(tie, |entry, model| {
            let least = model.iter().map(|other| other.order).min();
            assert_eq!(Some(entry.order), least);
            let pushed = |entry: &Entry<u64>| entry.key & 0xF_FFFF;
            let equals = model.iter().filter(|other| other.order == entry.order);
            assert_eq!(equals.map(pushed).max(), Some(pushed(&entry)));
        });
    }
}

#[test]
fn the_bytes_of_a_list_of_entries_double() {
    fn check<O: Open<u64>>() {
        let mut open = O::new(Tie::HighG);
        for number in 0..1000 {
            let (before, growth) = (open.bytes(), open.growth());
            assert!(open.reserve_one());
            open.push(Entry { order: number, key: number });
            assert_eq!(open.bytes(), if growth == 0 { before } else { growth });
        }
        assert_eq!(open.bytes(), 1024 * 16);
    }
    check::<BinaryHeap<u64>>();
    check::<SortedList<u64>>();
    check::<AppendSort<u64>>();
}

#[test]
fn buckets_use_places_again() {
    let mut open = BucketQueue::<u64>::new(Tie::HighG);
    for number in numbers().take(10_000) {
        let order = (number % 30) << 32 | u64::from(!5u32);
        reserve(&mut open, order);
        open.push(Entry { order, key: number });
        assert_eq!(open.pop(), Some(number));
    }
    assert_eq!(open.pop(), None);
    // 64 places of 16 bytes, 64 priorities of 40, and 8 values of g of 8 for each priority in use.
    assert_eq!(open.bytes(), 64 * 16 + 64 * 40 + 30 * 8 * 8);
}
