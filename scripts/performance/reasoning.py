"""The time of each search if all costs but one were zero, by a formula, and the measured time."""

from measured import (
    bench_ns, BOARDS_3X4, CYCLE, DISK, group, MACHINE, MISSES, number, product, ratio, read_ns, table, timed, within,
)

# Assumptions about the processor, which the page states: vector operations of 512 bits per cycle, instructions per
# cycle without misses, cycles of a mispredicted branch.
VECTORS, SCALARS, MISPREDICTED = 2, 6, 15
# The vector operations of one step of the AVX-512 kernels, which take eight states, without loads and stores: Manhattan
# distance; with the codes of lines; with pattern databases, if one look-up prunes the successor.
STEP, CODED, PLACED, LANES = 10, 24, 116, 8
# The layers of 3x4, and how often each bit of its bitmaps is read or written per layer: half of them have the other
# colour and are read for each of 17 / 6 moves, the other half are read and written.
LAYERS, PASSES = 54, 2.4


def by_instructions(name):
    of = MISSES.get(name)
    return of and product(of["instructions"] / SCALARS + MISPREDICTED * of["mispredicted"], CYCLE)


def reasoning():
    rows = []

    def row(what, formula, bound, measured, unit="ns per node"):
        rows.append(
            (
                what, formula, bound and f"{number(bound)} {unit}", measured and f"{number(measured)} {unit}",
                number(ratio(measured, bound)),
            )
        )

    counted = f"instructions / {SCALARS} + {MISPREDICTED} x mispredicted, cycles"
    korf4 = "idastar manhattan"
    row(
        "IDA* by batches, AVX-512", f"{STEP} vector operations / {VECTORS} per cycle / {LANES} states",
        product(STEP / VECTORS / LANES, CYCLE), bench_ns(korf4, "korf-4 avx512"),
    )
    for kernel, name in (("portable", "portable"), ("unrolled", "recursion")):
        row(
            f"IDA*, Manhattan distance, {name}", counted,
            by_instructions(f"idastar manhattan, {name}"), bench_ns(korf4, f"korf-4 {kernel}"),
        )
    conflict = "idastar linear-conflict"
    row(
        "IDA*, linear conflict, AVX-512", f"{CODED} vector operations / {VECTORS} per cycle / {LANES} states",
        product(CODED / VECTORS / LANES, CYCLE), bench_ns(conflict, "korf-4 avx512"),
    )
    row(
        "IDA*, linear conflict, portable", counted, by_instructions(f"{conflict}, portable"),
        bench_ns(conflict, "korf-4 portable"),
    )
    of = MISSES.get("idastar pdb-7-8+reflected")
    hard = group("hardest17", "idastar pdb-7-8+reflected")
    reads = of and of["second"]
    row(
        "IDA*, `pdb-7-8+reflected`, one read at a time", "misses of 1 MiB x latency of 256 MiB",
        product(reads, read_ns("256 MiB", 1)), hard and hard.ns(),
    )
    row(
        "IDA*, `pdb-7-8+reflected`, all reads in flight",
        "misses of 1 MiB x ns per read, many chains", product(reads, read_ns("256 MiB", None)), hard and hard.ns(),
    )
    row(
        "the same, memory ignored", f"{PLACED} vector operations / {VECTORS} per cycle / {LANES} states",
        product(PLACED / VECTORS / LANES, CYCLE), hard and hard.ns(),
    )
    of = MISSES.get("idastar pdb-6-6-3+reflected")
    row(
        "IDA*, `pdb-6-6-3+reflected`, tables of 3 MB", "misses of 1 MiB x ns per read of 16 MiB, many chains",
        product(of and of["second"], read_ns("16 MiB", None)),
        bench_ns("idastar pdb-6-6-3+reflected by groups", "korf-4 "),
    )
    of = within("astar-korf100", 2**30) or None
    lines = of and of.generated / of.expanded + 1
    row(
        "A*, packed, instances within 1 GiB", "(generated / expanded + 1) lines x ns per read of 256 MiB, many chains",
        product(lines, read_ns("256 MiB", None)), of and ratio(1e9 * of.seconds, of.expanded), "ns per expansion",
    )
    row(
        "the same, memory ignored", f"generated / expanded x ({counted})",
        product(of and of.generated / of.expanded, by_instructions("astar manhattan, packed, heap")),
        of and ratio(1e9 * of.seconds, of.expanded), "ns per expansion",
    )
    of = timed("depths-3x4-1")
    row(
        "Enumeration by bits, 3x4, one thread", f"{LAYERS} layers x {PASSES} bits / 8 x ns per byte, sequential",
        product(LAYERS * PASSES / 8, MACHINE.get("stream, 256 MiB")), of and 1e9 * of[0] / BOARDS_3X4, "ns per state",
    )
    of = timed("frontier-disk-2")
    bytes_per_state = of and of[3] / of[4]
    row(
        "Frontier search on disk, two threads", "bytes per state x (1 / disk write rate + 1 / disk read rate)",
        product(bytes_per_state, DISK and 1e9 * (1 / DISK["written"] + 1 / DISK["read"])), of and 1e9 * of[0] / of[4],
        "ns per state",
    )
    return table(
        ["search", "bound", "value", "measured", "measured / bound"], rows if CYCLE else [], "machine benches misses"
    )
