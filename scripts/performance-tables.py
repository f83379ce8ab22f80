#!/usr/bin/env python3
"""Fills the tables of docs/performance.md with what scripts/performance.sh measured.

Usage: scripts/performance-tables.py FOLDER PAGE

In PAGE everything between `<!-- begin NAME -->` and `<!-- end NAME -->` is replaced by table NAME. What was not
measured is said to be so, with the step of scripts/performance.sh that measures it.
"""

import csv
import json
import re
import sys
from pathlib import Path

FOLDER = Path(sys.argv[1])
PAGE = Path(sys.argv[2])


def missing(step):
    return f"not measured: `scripts/performance.sh {step}`"


def table(head, rows, step):
    """Markdown of rows of texts; None for a text is a figure that is not there."""
    rows = [row for row in rows if row]
    if not rows:
        return f"*{missing(step)}*"
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    lines += ["| " + " | ".join("" if cell is None else str(cell) for cell in row) + " |" for row in rows]
    return "\n".join(lines)


def number(value, digits=3):
    """Three digits, in whole numbers with commas from a thousand."""
    if value is None:
        return None
    if abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{value:.{digits}g}" if abs(value) < 100 else f"{value:.0f}"


def ratio(above, below):
    return above / below if above is not None and below else None


def product(*factors):
    result = 1.0
    for factor in factors:
        if factor is None:
            return None
        result *= factor
    return result


def text(name):
    path = FOLDER / name
    return path.read_text() if path.exists() else ""


def pairs(name):
    return dict(line.split("\t", 1) for line in text(name).splitlines() if "\t" in line)


# What was measured.


def estimates(place):
    """Of criterion: nanoseconds an element (or an iteration) by group and function, the median and its interval."""
    found = {}
    for path in sorted((FOLDER / place).glob("**/new/benchmark.json")):
        told, values = json.loads(path.read_text()), json.loads((path.parent / "estimates.json").read_text())
        elements = (told["throughput"] or {}).get("Elements", 1)
        median = values["median"]
        interval = median["confidence_interval"]
        times = median["point_estimate"], interval["lower_bound"], interval["upper_bound"]
        found[told["group_id"], told["function_id"] or ""] = tuple(time / elements for time in times)
    return found


def runs(name):
    path = FOLDER / name / "runs.csv"
    if not path.exists():
        return []
    with path.open() as file:
        latest = {row["run_id"]: row for row in csv.DictReader(file)}
    return list(latest.values())


class Group:
    """Runs of one configuration on one set, summed."""

    def __init__(self, rows):
        self.rows = rows
        self.solved = sum(row["status"] == "solved" for row in rows)
        self.seconds = sum(float(row["wall_s"]) for row in rows)
        self.generated, self.expanded = (sum(int(row[key] or 0) for row in rows) for key in ("generated", "expanded"))
        self.peak = max((int(row["peak_bytes"] or 0) for row in rows), default=0)

    def __len__(self):
        return len(self.rows)

    def ns(self):
        return ratio(1e9 * self.seconds, self.generated)

    def millions(self):
        """Generated nodes a second."""
        return ratio(self.generated / 1e6, self.seconds)

    def expansions(self):
        return ratio(self.expanded / 1e6, self.seconds)


def grouped(rows):
    groups = {}
    for row in rows:
        groups.setdefault((row["set"], row["solver"]), []).append(row)
    return {key: Group(group) for key, group in groups.items()}


def timed(name):
    """Seconds by the clock, of the processors, MiB at the peak, bytes written, boards counted."""
    times = text(f"{name}.time").split()
    if len(times) < 5:
        return None
    counts = re.findall(r"^\s*\d+\s+([\d,]+)\s*$", text(f"{name}.out"), re.MULTILINE)
    boards = sum(int(count.replace(",", "")) for count in counts)
    wall, user, system, peak, blocks = map(float, times)
    return wall, user + system, peak / 1024, 512 * blocks, boards


def simulated():
    """By search: per generated node instructions, misses of 32 KiB, of 1 MiB, of 32 MiB, mispredicted branches."""
    known = {}
    for line in text("misses.tsv").splitlines():
        name, level, place, *counts = line.split("\t")
        known[name, int(level), place] = [int(count) for count in counts]
    found = {}
    for name in dict.fromkeys(name for name, _, _ in known):
        rows = [known.get((name, level, place)) for level in (1 << 20, 32 << 20) for place in ("far", "near")]
        if None in rows:
            continue
        nodes = rows[0][4] - rows[1][4]
        small, large = ([(far - near) / nodes for far, near in zip(*pair)] for pair in (rows[:2], rows[2:]))
        found[name] = {
            "nodes": rows[0][4], "instructions": small[0], "first": small[1], "second": small[2], "last": large[2],
            "mispredicted": small[3],
        }
    return found


def markdown_rows(name):
    """The rows of a table that another script printed, without the line below the head."""
    return markdown_rows_of(FOLDER / name)


def markdown_rows_of(path):
    lines = path.read_text().splitlines() if path.exists() else []
    rows = [[cell.strip() for cell in line.strip("| ").split("|")] for line in lines if line.startswith("|")]
    return [row for row in rows if not row[0].startswith("--")]


def best(place):
    """Of criterion: nanoseconds an element by function, the least of all samples."""
    found = {}
    for path in sorted((FOLDER / place).glob("**/new/benchmark.json")):
        told, sample = json.loads(path.read_text()), json.loads((path.parent / "sample.json").read_text())
        least = min(time / count for time, count in zip(sample["times"], sample["iters"]))
        found[told["function_id"]] = least / told["throughput"]["Elements"]
    return found


MACHINE = best("machine")
BOARDS_3X4 = 239_500_800
# One addition is one cycle.
CYCLE = MACHINE.get("addition")
BENCHES = estimates("criterion")
SPEED = grouped(runs("speed"))
MISSES = simulated()
DISK = {key: float(value) for key, value in pairs("disk.tsv").items()}


def read_ns(memory, chains):
    """Nanoseconds a read; with chains None, the least of all numbers of chains."""
    if chains is not None:
        return MACHINE.get(f"read, {memory}, chains {chains}")
    times = [time for name, time in MACHINE.items() if name.startswith(f"read, {memory}, chains ")]
    return min(times, default=None)


def bench_ns(group, function):
    """The least of the functions that begin so."""
    times = [times[0] for (name, what), times in BENCHES.items() if name == group and what.startswith(function)]
    return min(times, default=None)


def group(set_, solver):
    return SPEED.get((set_, solver))


# The tables.


def machine():
    facts = pairs("machine.tsv")
    facts["Clock by dependent additions"] = CYCLE and f"{1 / CYCLE:.2f} GHz"
    facts["One stream to the disk, and back"] = DISK and " and ".join(
        f"{DISK[way] / 1e6:,.0f} MB/s" for way in ("written", "read")
    )
    return table(["", ""], [(key, value) for key, value in facts.items() if value], "machine")


def memory():
    rows = []
    for name in ("16 KiB", "512 KiB", "16 MiB", "256 MiB", "256 MiB in small pages"):
        one, most = read_ns(name, 1), read_ns(name, None)
        if one:
            rows.append(
                (
                    name, number(one), number(ratio(one, CYCLE)), number(read_ns(name, 16)),
                    number(read_ns(name, 48)), number(ratio(one, most)), number(1e3 / most),
                )
            )
    return table(
        [
            "memory", "latency, ns", "cycles", "16 chains, ns a read", "48 chains, ns a read", "under way at once",
            "million reads a second",
        ],
        rows, "machine",
    )


def nodes():
    rows = []
    for (set_, solver), runs_ in SPEED.items():
        if not set_.startswith("random") or solver == "bfs":
            rows.append(
                (
                    f"`{solver}`", set_, len(runs_), runs_.solved, f"{runs_.generated:,}", f"{runs_.seconds:.3g} s",
                    number(runs_.ns()), number(ratio(runs_.ns(), CYCLE)), number(runs_.millions()),
                )
            )
    rows.sort(key=lambda row: (row[1] != "korf100", row[1], row[0]))
    return table(
        [
            "search", "boards", "n", "solved", "generated nodes", "time", "ns a node", "cycles a node",
            "million nodes a second",
        ],
        rows, "experiment",
    )


def kernels():
    rows = [
        (name, function, number(times[0]), number(ratio(times[0], CYCLE)), f"{number(times[1])} to {number(times[2])}")
        for (name, function), times in BENCHES.items()
        if name.startswith("idastar")
    ]
    return table(["search", "board and form", "ns a node", "cycles", "95 % interval of the median"], rows, "benches")


def parts():
    rows = [
        (name, function, number(times[0]), number(ratio(times[0], CYCLE)))
        for (name, function), times in BENCHES.items()
        if not name.startswith("idastar")
    ]
    return table(["group", "what", "ns each", "cycles"], rows, "benches")


def misses():
    rows = [
        (
            f"`{name}`", f"{of['nodes']:,}",
            *(
                f"{of[key]:.{digits}f}"
                for key, digits in (("instructions", 1), ("mispredicted", 3), ("first", 3), ("second", 3), ("last", 3))
            ),
        )
        for name, of in MISSES.items()
    ]
    return table(
        [
            "search", "generated nodes", "instructions", "mispredicted branches", "misses of 32 KiB", "of 1 MiB",
            "of 32 MiB",
        ],
        rows, "misses",
    )


def states():
    """Bytes a state: what is kept, over the states that were."""
    rows = []
    every = {("korf100", "astar manhattan store=packed, all boards"): Group(runs("astar-korf100"))}
    for (set_, solver), runs_ in {**SPEED, **every}.items():
        kept = [row for row in runs_.rows if int(row["peak_closed"] or 0) > 100_000]
        if not kept:
            continue
        largest = max(kept, key=lambda row: int(row["peak_closed"]))
        held = int(largest["peak_closed"]) + int(largest["peak_open"] or 0)
        rows.append(
            (
                f"`{solver}`", f"{set_}, {largest['instance']}", f"{held:,}", f"{int(largest['peak_bytes']):,}",
                number(int(largest["peak_bytes"]) / held), number(runs_.expanded / len(runs_)),
                number(runs_.expansions()),
            )
        )
    return table(
        [
            "search", "the largest run", "states kept", "bytes at the peak", "bytes a state", "mean expansions",
            "million expansions a second",
        ],
        rows, "experiment",
    )


def cores():
    rows = []
    for (set_, solver), one in SPEED.items():
        two = group(set_, f"{solver} threads=2")
        if two:
            by_id = {row["instance"]: row for row in one.rows}
            alone = Group([by_id[row["instance"]] for row in two.rows if row["instance"] in by_id])
            rows.append(
                (
                    f"`{solver}`", f"{set_}, {len(two)} boards", f"{alone.seconds:.3g} s", f"{two.seconds:.3g} s",
                    f"{alone.seconds / two.seconds:.2f}", "experiment",
                )
            )
    pattern = r"^(\S+) (\S+): \d+ nodes, ([\d.]+) s alone, ([\d.]+) s by two: ([\d.]+) times"
    for name, board, alone, two, times in re.findall(pattern, text("parallel.out"), re.MULTILINE):
        rows.append((f"`idastar {name}`", board, f"{alone} s", f"{two} s", times, "turn by turn"))
    for name, what in (
        ("depths-3x4", "`depths`, 3x4"), ("frontier-memory", "`depths`, 4x4, in memory"),
        ("frontier-disk", "`depths`, 4x4, on disk"),
    ):
        alone, two = timed(f"{name}-1"), timed(f"{name}-2")
        if alone and two:
            rows.append((what, "", f"{alone[0]:.3g} s", f"{two[0]:.3g} s", f"{alone[0] / two[0]:.2f}", "depths"))
    return table(
        ["search", "boards", "one core", "two cores", "times as fast", "measured by"], rows,
        "experiment parallel depths",
    )


def sizes():
    rows = []
    for (set_, solver), runs_ in SPEED.items():
        if set_.startswith("random") and solver != "bfs":
            lengths = [int(row["length"]) for row in runs_.rows if row["length"]]
            rows.append(
                (
                    f"`{solver}`", set_.split(":")[1], f"{runs_.solved} of {len(runs_)}",
                    number(1e3 * runs_.seconds / len(runs_)), number(runs_.generated / len(runs_)),
                    number(runs_.ns()), number(sum(lengths) / len(lengths)) if lengths else None,
                )
            )
    rows.sort(key=lambda row: (row[0], int(row[1].split("x")[0])))
    return table(
        ["search", "board", "solved", "ms a board", "nodes a board", "ns a node", "mean moves"], rows, "experiment"
    )


def lengths():
    """Cost against the shortest length: mean seconds and nodes of the boards of each five moves."""
    solvers = (
        "idastar manhattan", "idastar linear-conflict", "idastar pdb-7-8+reflected",
        "wastar manhattan w=2 store=packed",
    )
    bands = {}
    for solver in solvers:
        for row in (group("korf100", solver) or Group([])).rows:
            if row["optimal"] and row["status"] == "solved":
                bands.setdefault(int(row["optimal"]) // 5 * 5, {}).setdefault(solver, []).append(row)
    rows = []
    for band, found in sorted(bands.items()):
        cells = [f"{band} to {band + 4}", max(len(rows_) for rows_ in found.values())]
        for solver in solvers:
            of = Group(found.get(solver, []))
            cells.append(
                f"{number(of.generated / len(of))}; {number(1e3 * of.seconds / len(of))} ms" if len(of) else None
            )
        rows.append(cells)
    return table(["shortest length", "boards", *(f"`{solver}`" for solver in solvers)], rows, "experiment")


def enumeration():
    rows = []
    for name, what in (
        ("depths-3x4", "3x4 in whole, ranked"), ("frontier-memory", "4x4, first layers, in memory"),
        ("frontier-disk", "4x4, first layers, on disk"),
    ):
        for jobs in (1, 2):
            of = timed(f"{name}-{jobs}")
            if of:
                wall, processor, peak, written, boards = of
                if name == "depths-3x4":
                    boards = BOARDS_3X4
                rows.append(
                    (
                        what, jobs, f"{boards:,}", f"{wall:.2f} s", f"{processor:.2f} s", f"{peak:.0f} MiB",
                        number(boards / wall / 1e6), number(8 * peak * 2**20 / boards), number(written / boards),
                    )
                )
    return table(
        [
            "what", "threads", "boards", "time", "processor time", "peak of the process", "million boards a second",
            "bits of memory a board", "bytes written a board",
        ],
        rows, "depths",
    )


def harness():
    return printed("overhead.md", "harness")


def million():
    return printed("million.md", "harness")


def building():
    return printed("timings.md", "build")


def printed(name, step):
    head, *rows = markdown_rows(name) or [[]]
    return table(head, rows, step)


# The bounds by reasoning, each with its formula.

# Assumed of the processor, and said so on the page: vector operations of 512 bits a cycle, instructions a cycle of code
# without misses, cycles of a mispredicted branch.
VECTORS, SCALARS, MISPREDICTED = 2, 6, 15
# The vector instructions of one step of the kernel for AVX-512, which takes eight boards.
STEP, LANES = 13, 8
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

    korf4 = "idastar manhattan"
    row(
        "IDA* by batches, AVX-512", f"{STEP} vector instructions / {VECTORS} a cycle / {LANES} boards",
        product(STEP / VECTORS / LANES, CYCLE), bench_ns(korf4, "korf-4 avx512"),
    )
    for kernel, name in (("portable", "portable"), ("unrolled", "recursion")):
        row(
            f"IDA*, Manhattan distance, {name}", f"instructions / {SCALARS} + {MISPREDICTED} x mispredicted, cycles",
            by_instructions(f"idastar manhattan, {name}"), bench_ns(korf4, f"korf-4 {kernel}"),
        )
    row(
        "IDA*, linear conflict", f"instructions / {SCALARS} + {MISPREDICTED} x mispredicted, cycles",
        by_instructions("idastar linear-conflict"), bench_ns("idastar linear-conflict", "korf-2 "),
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
    of = MISSES.get("idastar pdb-6-6-3+reflected")
    row(
        "IDA*, `pdb-6-6-3+reflected`", "misses of 1 MiB x ns a read of 16 MiB, many chains",
        product(of and of["second"], read_ns("16 MiB", None)),
        bench_ns("idastar pdb-6-6-3+reflected queued", "korf-4 "),
    )
    of = group("korf100", "astar manhattan store=packed")
    lines = of and of.generated / of.expanded + 1
    row(
        "A*, packed", "(generated / expanded + 1) lines x ns a read of 256 MiB, many chains",
        product(lines, read_ns("256 MiB", None)), of and ratio(1e9 * of.seconds, of.expanded), "ns an expansion",
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


# The bounds that were set.


def bounds():
    rows = []

    def row(what, least_or_most, goal, unit, reached, command):
        holds = None if reached is None else (reached <= goal if least_or_most == "at most" else reached >= goal)
        rows.append(
            (
                what, f"{least_or_most} {number(goal)} {unit}", number(reached) and f"{number(reached)} {unit}",
                "not measured" if holds is None else "yes" if holds else "**no**", f"`{command}`",
            )
        )

    def first(*values):
        return next((value for value in values if value is not None), None)

    def cell(name, find, column):
        for cells in markdown_rows(name):
            if find(cells):
                return float(re.sub(r"[^\d.]", "", cells[column]))
        return None

    performance = "scripts/performance.sh "
    for kernel, most in (("avx512", 0.6), ("avx2", 1.1), ("portable", 2.1)):
        row(
            f"IDA*, Manhattan distance, {kernel}, Korf 4", "at most", most, "ns a node",
            bench_ns("idastar manhattan", f"korf-4 {kernel}"), performance + "benches",
        )
    of = timed("korf-1985")
    solved = sum(run["status"] == "solved" for run in runs("korf-1985"))
    row(
        "all of korf-1985, two cores", "at most", 25, "s", of[0] if of and solved == 100 else None, performance + "korf"
    )
    row(
        "IDA*, linear conflict, Korf 2", "at most", 4, "ns a node", bench_ns("idastar linear-conflict", "korf-2 "),
        performance + "benches",
    )
    of = group("hardest17", "idastar pdb-7-8+reflected")
    row(
        "`pdb-7-8+reflected`, boards of 80 moves, a core", "at least", 25, "million nodes a second",
        of and of.millions(), performance + "experiment",
    )
    of = group("korf-felner50", "idastar pdb-6-6-6-6+reflected")
    row(
        "`pdb-6-6-6-6+reflected`, 24-puzzles, a core", "at least", 15, "million nodes a second", of and of.millions(),
        performance + "experiment",
    )
    of = group("korf100", "idastar pdb-7-8+reflected")
    row(
        "the Korf 100, `pdb-7-8+reflected`, search on one core", "at most", 0.3, "s",
        of.seconds if of and of.solved == 100 else None, performance + "experiment",
    )
    found = re.findall(r"^(\S+ \S+): .* by two: ([\d.]+) times", text("parallel.out"), re.MULTILINE)
    for name, times in found or [("searches", None)]:
        row(f"IDA* by two threads, {name}", "at least", 1.9, "times", times and float(times), performance + "parallel")
    every = Group(runs("astar-korf100"))
    row("A*, packed, 4x4: a node", "at most", 16, "bytes", 8, "ARCHITECTURE.md, Packed lists")
    row(
        "plain A* on the Korf 100 within 16 GiB, solved", "at least", 100, "boards",
        every.solved if len(every) else None, performance + "astar",
    )
    row("the largest of them", "at most", 16, "GiB", every.peak / 2**30 if len(every) else None, performance + "astar")
    of = group("korf100", "astar manhattan store=packed")
    row(
        "A*, packed, boards within 1 GiB, a core", "at least", 6, "million expansions a second",
        of and of.expansions(), performance + "experiment",
    )
    of = group("korf100", "wastar manhattan w=2 store=packed")
    row("weighted A*, w = 2, the Korf 100, packed", "at most", 1, "s", of and of.seconds, performance + "experiment")
    for solver in ("greedy manhattan", "staged", "strategy"):
        of = group("korf100", solver)
        row(
            f"`{solver}`, slowest of the Korf 100", "at most", 100, "ms",
            of and 1e3 * max(float(run["wall_s"]) for run in of.rows), performance + "experiment",
        )
    of = timed("depths-3x4-2")
    row("3x4 in whole, two cores", "at most", 12, "s", of and of[0], performance + "depths")
    row("its memory, the process and all", "at most", 128, "MB", of and of[2] * 2**20 / 1e6, performance + "depths")
    of = timed("frontier-disk-2")
    row(
        "frontier search on disk, two cores", "at least", 20, "million boards a second", of and of[4] / of[0] / 1e6,
        performance + "depths",
    )
    for tables in ("none", "mapped"):
        row(
            f"a run beside its search in a thread, tables {tables}", "at most", 50, "us of the processor",
            cell("overhead.md", lambda cells, tables=tables: cells[:2] == ["thread", tables], 3),
            performance + "harness",
        )
    row(
        "a run beside its search in a worker, tables mapped", "at most", 2000, "us of the processor",
        cell("overhead.md", lambda cells: cells[:2] == ["process", "mapped"], 3), performance + "harness",
    )
    thousands = cell("million.md", lambda cells: cells[0].endswith(" runs"), 0)
    row(
        "`report` on 100,000 rows", "at most", 5, "s",
        cell("million.md", lambda cells: cells[0] == "`report`", 1) if thousands and thousands >= 100_000 else None,
        performance + "harness",
    )
    steps = [cells for cells in markdown_rows("timings.md") if len(cells) == 3 and cells[1].endswith(" s")]
    row(
        "the crates that search, from an empty folder", "at most", 60, "s",
        float(steps[0][1].split()[0]) if steps else None, performance + "build",
    )
    built = sum(float(step[1].split()[0]) for step in steps) if steps else None
    row(
        "what the two commands of the README build, without running it", "at most", 720, "s", built,
        performance + "build",
    )
    plan = [cells for cells in markdown_rows_of(Path("docs/scale.md")) if cells[0] == "the plan listed"]
    rows.append(
        (
            "a plan of a million runs", "streamed to the rows", plan and f"{plan[0][3]} at the peak",
            "see docs/scale.md", "`just million`",
        )
    )
    return table(["what", "bound", "reached", "holds", "measured by"], rows, "")


TABLES = {
    of.__name__: of
    for of in (
        machine, memory, nodes, kernels, parts, misses, states, cores, sizes, lengths, enumeration, harness, million,
        building, reasoning, bounds,
    )
}


def main():
    page = PAGE.read_text()
    for name in re.findall(r"<!-- begin (\S+) -->", page):
        between = re.compile(rf"(<!-- begin {name} -->\n).*?(<!-- end {name} -->)", re.DOTALL)
        filled = TABLES[name]()
        page = between.sub(lambda found, filled=filled: f"{found[1]}{filled}\n{found[2]}", page)
    PAGE.write_text(page)
    print(PAGE)


main()
