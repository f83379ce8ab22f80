//! The laws of open lists.

use tilebench_core::StateKey;

use super::*;
use crate::lineage::{EntryHeap, EntryList, Sorting};

/// Pseudo-random numbers, the same in every run.
fn numbers() -> impl Iterator<Item = u64> {
    (0..u64::MAX).map(|number| number.hash() >> 33)
}

const TIES: [TieBreak; 4] = [TieBreak::HighG, TieBreak::LowG, TieBreak::Fifo, TieBreak::Lifo];

/// Adds a node; every growth must be as announced, and adding must allocate nothing else.
fn push(open: &mut impl OpenList<u32>, order: u64, node: u32) {
    while open.growth(order) > 0 {
        assert!(!open.push(order, node), "memory was needed");
        let (before, growth) = (open.bytes(), open.growth(order));
        assert!(open.grow(order));
        assert!(before < open.bytes() && open.bytes() <= before + growth, "{before} and {growth}: {}", open.bytes());
    }
    let before = open.bytes();
    assert!(open.push(order, node));
    assert_eq!(open.bytes(), before);
}

/// Adds and pops nodes at random, of `priorities` priorities, and checks that they are popped in order, of equal orders the last
/// in first.
fn check_order(open: &mut impl OpenList<u32>, tie: TieBreak, priorities: u64) {
    // Order and node, sorted.
    let mut model: std::collections::BTreeSet<(u64, std::cmp::Reverse<u32>)> = std::collections::BTreeSet::new();
    let (mut out, mut taken) = (Vec::new(), 0);
    for (step, number) in (0u32..30_000).zip(numbers()) {
        if number % 8 < if step / 3_000 % 2 == 0 { 5 } else { 3 } {
            let priority = u32::try_from(number / 512 % priorities).unwrap();
            let order = tie.order(priority, u32::try_from(number / 8 % 50).unwrap(), step);
            push(open, order, step);
            model.insert((order, std::cmp::Reverse(step)));
            continue;
        }
        out.clear();
        assert_eq!(open.first(), model.first().map(|(order, _)| *order));
        let max = u32::try_from(number / 64 % 5).unwrap() + 1;
        let order = open.pop_batch(max, &mut out);
        assert_eq!(order, model.first().map(|(order, _)| *order));
        assert!(out.len() <= max as usize && (order.is_none() || !out.is_empty()));
        for &node in &out {
            assert_eq!(Some((order.unwrap(), std::cmp::Reverse(node))), model.pop_first());
        }
        taken += out.len();
    }
    assert!(taken > 10_000, "{taken}");
    open.relabel(|node| 2 * node + 1);
    out.clear();
    while open.pop_batch(100, &mut out).is_some() {}
    assert!(out.iter().copied().eq(model.iter().map(|(_, node)| 2 * node.0 + 1)));
}

#[test]
fn every_list_pops_nodes_in_order_and_of_equal_orders_the_last_in() {
    // Few orders, and more than the heap's cache contains.
    for priorities in [7, 100_000] {
        for tie in TIES {
            check_order(&mut BucketList::new(BucketIndex::Heap, tie), tie, priorities);
            check_order(&mut EntryHeap::new(), tie, priorities);
            check_order(&mut LevelList::new(), tie, priorities);
            if matches!(tie, TieBreak::HighG | TieBreak::LowG | TieBreak::Lifo) {
                check_order(&mut GroupedBuckets::new(), tie, priorities);
            }
            for sorting in [Sorting::OnPush, Sorting::OnTake] {
                check_order(&mut EntryList::new(sorting), tie, priorities);
            }
            if tie != TieBreak::Fifo {
                check_order(&mut BucketList::new(BucketIndex::Array, tie), tie, priorities);
            }
        }
    }
}

#[test]
fn space_is_reused() {
    for index in [BucketIndex::Heap, BucketIndex::Array] {
        let mut open = BucketList::new(index, TieBreak::HighG);
        let mut peak = 0;
        for round in 0..3 {
            for (node, number) in (0..10_000).zip(numbers()) {
                push(&mut open, TieBreak::HighG.order(u32::try_from(number % 30).unwrap(), 5, 0), node);
            }
            let mut out = Vec::new();
            while open.pop_batch(16, &mut out).is_some() {}
            assert_eq!(out.len(), 10_000);
            assert!(round == 0 || open.bytes() == peak, "{} after {peak} bytes", open.bytes());
            peak = open.bytes();
        }
    }
}

#[test]
fn groups_know_the_least_f_of_the_nodes_that_were_not_forgotten() {
    let mut open = GroupedBuckets::new();
    // Order and number of the open nodes.
    let mut model: Vec<(u64, u32)> = Vec::new();
    let mut popped = Vec::new();
    for (node, number) in (0..40_000).zip(numbers()) {
        let order = GroupedBuckets::<u32>::order(
            u32::try_from(number / 8 % 90).unwrap(),
            u32::try_from(number / 1_024 % 12).unwrap(),
        );
        match number % 8 {
            0..4 => {
                push(&mut open, order, node);
                model.push((order, node));
            }
            4 | 5 if !model.is_empty() => {
                let (order, _) = model.swap_remove(usize::try_from(number / 64).unwrap() % model.len());
                open.forget(order);
            }
            _ => {
                let groups = open.groups().iter().enumerate().filter_map(|(at, group)| Some((at, group.x, group.f()?)));
                if let Some((at, x, f)) = groups.min_by_key(|&(at, ..)| at as u64 ^ (number % 16)) {
                    loop {
                        popped.clear();
                        assert_eq!(open.pop(at, &mut popped), f);
                        let entry = (GroupedBuckets::<u32>::order(f, x), popped[0]);
                        if let Some(found) = model.iter().position(|known| *known == entry) {
                            open.forget(entry.0);
                            model.swap_remove(found);
                            break;
                        }
                    }
                }
            }
        }
        let first = open.first_by_f().map(|at| (open.groups()[at].f().unwrap(), open.groups()[at].x));
        let least = model.iter().map(|(order, _)| *order).min();
        assert_eq!(first.map(|(f, x)| GroupedBuckets::<u32>::order(f, x)), least);
        if node % 64 == 0 {
            for group in open.groups() {
                let of_group = model.iter().filter(|(order, _)| order & 0xFFFF_FFFF == u64::from(group.x));
                assert_eq!(group.f().map(u64::from), of_group.map(|(order, _)| order >> 32).min());
            }
        }
    }
}
