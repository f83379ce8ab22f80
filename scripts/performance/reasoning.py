"""What each search would take if all but one thing cost nothing, by a formula, beside what it takes."""

from measured import (
    bench_ns, BOARDS_3X4, CYCLE, DISK, group, MACHINE, MISSES, number, product, ratio, read_ns, table, timed, within,
)

# Assumed of the processor, and said so on the page: vector operations of 512 bits a cycle, instructions a cycle of code
# without misses, cycles of a mispredicted branch.
VECTORS, SCALARS, MISPREDICTED = 2, 6, 15
# The vector operations of one step of the kernels for AVX-512, which take eight boards, beside loads and stores: Manhattan
# distance; with the codes of lines; with pattern databases, where one way prunes the successor.
STEP, CODED, PLACED, LANES = 10, 24, 116, 8
# The layers of 3x4, and how often each bit of its maps is read or written a layer: half of them are the other colour,
# read for each of 17 / 6 moves, the other half are read and written.
LAYERS, PASSES = 54, 2.4


def by_instructions(name):
    of = MISSES.get(name)
    return of and product(of["instructions"] / SCALARS + MISPREDICTED * of["mispredicted"], CYCLE)


def reasoning():
    rows = []

    def row(what, formula, bound, measured, unit="ns a node"):
        rows.append(
            (
                what, formula, bound and f"{number(bound)} {unit}", measured and f"{number(measured)} {unit}",
                number(ratio(measured, bound)),
            )
        )

    counted = f"instructions / {SCALARS} + {MISPREDICTED} x mispredicted, cycles"
    korf4 = "idastar manhattan"
    row(
        "IDA* by batches, AVX-512", f"{STEP} vector operations / {VECTORS} a cycle / {LANES} boards",
        product(STEP / VECTORS / LANES, CYCLE), bench_ns(korf4, "korf-4 avx512"),
    )
    for kernel, name in (("portable", "portable"), ("unrolled", "recursion")):
        row(
            f"IDA*, Manhattan distance, {name}", counted,
            by_instructions(f"idastar manhattan, {name}"), bench_ns(korf4, f"korf-4 {kernel}"),
        )
    conflict = "idastar linear-conflict"
    row(
        "IDA*, linear conflict, AVX-512", f"{CODED} vector operations / {VECTORS} a cycle / {LANES} boards",
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
        "IDA*, `pdb-7-8+reflected`, as many as the processor has under way",
        "misses of 1 MiB x ns a read, many chains", product(reads, read_ns("256 MiB", None)), hard and hard.ns(),
    )
    row(
        "the same, without memory", f"{PLACED} vector operations / {VECTORS} a cycle / {LANES} boards",
        product(PLACED / VECTORS / LANES, CYCLE), hard and hard.ns(),
    )
    of = MISSES.get("idastar pdb-6-6-3+reflected")
    row(
        "IDA*, `pdb-6-6-3+reflected`, tables of 3 MB", "misses of 1 MiB x ns a read of 16 MiB, many chains",
        product(of and of["second"], read_ns("16 MiB", None)),
        bench_ns("idastar pdb-6-6-3+reflected by groups", "korf-4 "),
    )
    of = within("astar-korf100", 2**30)
    lines = of and of.generated / of.expanded + 1
    row(
        "A*, packed, boards within 1 GiB", "(generated / expanded + 1) lines x ns a read of 256 MiB, many chains",
        product(lines, read_ns("256 MiB", None)), of and ratio(1e9 * of.seconds, of.expanded), "ns an expansion",
    )
    row(
        "the same, without memory", f"generated / expanded x ({counted})",
        product(of and of.generated / of.expanded, by_instructions("astar manhattan, packed, heap")),
        of and ratio(1e9 * of.seconds, of.expanded), "ns an expansion",
    )
    of = timed("depths-3x4-1")
    row(
        "Enumeration by bits, 3x4, one thread", f"{LAYERS} layers x {PASSES} bits / 8 x ns a byte in sequence",
        product(LAYERS * PASSES / 8, MACHINE.get("stream, 256 MiB")), of and 1e9 * of[0] / BOARDS_3X4, "ns a board",
    )
    of = timed("frontier-disk-2")
    bytes_a_board = of and of[3] / of[4]
    row(
        "Frontier search on disk, two threads", "bytes a board x (1 / disk written + 1 / disk read)",
        product(bytes_a_board, DISK and 1e9 * (1 / DISK["written"] + 1 / DISK["read"])), of and 1e9 * of[0] / of[4],
        "ns a board",
    )
    return table(
        ["search", "bound", "comes to", "measured", "measured / bound"], rows if CYCLE else [], "machine benches misses"
    )
