//! Machine limits, for the bounds in docs/performance.md. A chain of additions, each of which needs the result of the
//! last, measures the clock rate. Random memory reads are measured with one chain of addresses, in which each address is
//! the value read last (the latency), and with 16 and 48 chains in parallel (the number of reads that the processor can
//! have under way at once). The memory is requested in huge pages, as for large tables; the last row uses small pages.

#![expect(clippy::expect_used, reason = "a bench may panic")]

use std::hint::black_box;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use memmap2::{Advice, MmapMut};

/// The number of bytes of a cache line. Each value that is read is in its own line.
const CACHE_LINE: usize = 64;
/// The number of reads or additions per iteration.
const STEPS: usize = 3 << 15;

/// By name: the number of bytes, and the advice on pages.
const MEMORIES: [(&str, usize, Advice); 5] = [
    ("16 KiB", 16 << 10, Advice::HugePage),
    ("512 KiB", 512 << 10, Advice::HugePage),
    ("16 MiB", 16 << 20, Advice::HugePage),
    ("256 MiB", 256 << 20, Advice::HugePage),
    ("256 MiB in small pages", 256 << 20, Advice::NoHugePage),
];

/// Cache lines, each of which begins with the number of the next line in a random cycle through all lines.
struct CacheLines(MmapMut);

impl CacheLines {
    fn new(bytes: usize, pages: Advice) -> Self {
        let mut memory = MmapMut::map_anon(bytes).expect("memory");
        // If the system does not support huge pages, its tables are in small pages too.
        let _ = memory.advise(pages);
        let count = bytes / CACHE_LINE;
        let mut next: Vec<usize> = (0..count).collect();
        // Sattolo's shuffle, whose permutations are one cycle, by a multiplicative generator.
        let mut drawn: u64 = 1;
        for last in (1..count).rev() {
            drawn = drawn.wrapping_mul(0xD134_2543_DE82_EF95).wrapping_add(1);
            let other = usize::try_from(drawn >> 33).expect("31 bits") % last;
            next.swap(last, other);
        }
        for (line, next) in memory.chunks_exact_mut(CACHE_LINE).zip(next) {
            line[..size_of::<usize>()].copy_from_slice(&next.to_ne_bytes());
        }
        Self(memory)
    }

    fn next(&self, line: usize) -> usize {
        let at = line * CACHE_LINE;
        usize::from_ne_bytes(self.0[at..at + size_of::<usize>()].try_into().expect("a number"))
    }

    /// The starts of chains that are evenly spaced along the cycle.
    fn starts<const CHAINS: usize>(&self) -> [usize; CHAINS] {
        let apart = self.0.len() / CACHE_LINE / CHAINS;
        let mut line = 0;
        [(); CHAINS].map(|()| {
            for _ in 0..apart {
                line = self.next(line);
            }
            line
        })
    }
}

fn additions(group: &mut BenchmarkGroup<'_, WallTime>) {
    let (term, mask) = black_box((3u64, 5u64));
    let mut sum = 0u64;
    group.throughput(Throughput::Elements(2 * STEPS as u64));
    group.bench_function("addition", |bencher| {
        // With an exclusive or in between, so that they are not added up ahead.
        bencher.iter(|| {
            for _ in 0..STEPS {
                sum = sum.wrapping_add(term) ^ mask;
            }
            sum
        });
    });
}

fn chains<const CHAINS: usize>(group: &mut BenchmarkGroup<'_, WallTime>, memory: &str, lines: &CacheLines) {
    let mut chains: [usize; CHAINS] = lines.starts();
    group.throughput(Throughput::Elements(STEPS as u64));
    group.bench_function(format!("read, {memory}, chains {CHAINS}"), |bencher| {
        bencher.iter(|| {
            for _ in 0..STEPS / CHAINS {
                chains = chains.map(|line| lines.next(line));
            }
            chains
        });
    });
}

/// Reads all of a memory in sequence; the throughput is in bytes.
fn stream(group: &mut BenchmarkGroup<'_, WallTime>) {
    let bytes = 256 << 20;
    let lines = CacheLines::new(bytes, Advice::HugePage);
    group.throughput(Throughput::Elements(bytes as u64));
    group.bench_function("stream, 256 MiB", |bencher| {
        bencher.iter(|| {
            let words = lines.0.as_chunks::<8>().0;
            words.iter().fold(0u64, |sum, &word| sum ^ u64::from_ne_bytes(word))
        });
    });
}

fn machine(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("machine");
    group.sample_size(20);
    additions(&mut group);
    stream(&mut group);
    for (name, bytes, pages) in MEMORIES {
        let lines = CacheLines::new(bytes, pages);
        chains::<1>(&mut group, name, &lines);
        chains::<16>(&mut group, name, &lines);
        chains::<48>(&mut group, name, &lines);
    }
    group.finish();
}

criterion_group!(benches, machine);
criterion_main!(benches);
