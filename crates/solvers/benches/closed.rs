//! The closed table at several sizes and loads: one that fits into the nearest caches, one that does not, each just
//! after it doubled (load 0.4) and just before it doubles again (0.74).

#![expect(clippy::expect_used, reason = "a bench may panic")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tilebench_puzzle::{Generator, Goal, OperatorOrder, Puzzle, Size};
use tilebench_solvers::StateTable;

/// The slots of the tables, of 16 bytes each: 1 MiB and 64 MiB.
const SLOTS: [usize; 2] = [1 << 16, 1 << 22];

/// The number of occupied slots per thousand. The table doubles at three quarters.
const LOADS: [usize; 2] = [400, 740];

/// The number of states that are looked up per iteration.
const LOOKUPS: usize = 1 << 13;

/// Packed random boards, no two alike.
fn states(count: usize) -> Vec<u64> {
    let goal = Goal::BlankFirst.board(Size::new(4, 4).expect("a size")).expect("a goal");
    let puzzle = Puzzle::<u64>::new(&goal, &OperatorOrder::default()).expect("a board that fits");
    let mut generator = Generator::new(1);
    let mut drawn = || puzzle.state(&generator.board(&goal)).expect("a solvable board");
    let mut seen = StateTable::new(());
    std::iter::repeat_with(&mut drawn).filter(|&state| seen.insert(state, ())).take(count).collect()
}

fn closed(criterion: &mut Criterion) {
    let max_states = |slots: usize| slots * LOADS[LOADS.len() - 1] / 1000;
    let max_inside = SLOTS.map(max_states).into_iter().max().unwrap_or_default();
    let states = states(max_inside + LOOKUPS);
    let mut group = criterion.benchmark_group("closed table");
    group.sample_size(10);
    for slots in SLOTS {
        group.throughput(Throughput::Elements(LOOKUPS as u64));
        for load in LOADS {
            let (inside, outside) = states.split_at(slots * load / 1000);
            let table = filled(inside);
            let name = |what: &str| format!("{what}, {slots} slots, load 0.{}", load / 10);
            let mut present = inside.iter().rev().cycle();
            group.bench_function(name("found"), |bencher| {
                bencher.iter(|| present.by_ref().take(LOOKUPS).filter(|&&state| table.get(state).is_some()).count());
            });
            let mut absent = outside.iter().cycle();
            group.bench_function(name("missed"), |bencher| {
                bencher.iter(|| absent.by_ref().take(LOOKUPS).filter(|&&state| table.get(state).is_some()).count());
            });
        }
        let inside = &states[..max_states(slots)];
        group.throughput(Throughput::Elements(inside.len() as u64));
        group.bench_function(format!("filled from empty to {slots} slots"), |bencher| {
            bencher.iter_with_large_drop(|| filled(inside));
        });
    }
    group.finish();
}

/// A table of `states`.
fn filled(states: &[u64]) -> StateTable<u64, u64> {
    let mut table = StateTable::new(0);
    for &state in states {
        table.insert(state, state);
    }
    table
}

criterion_group!(benches, closed);
criterion_main!(benches);
