"""The tables of the measurements."""

import re

from measured import (
    BENCHES, BOARDS_3X4, CYCLE, DISK, Group, group, markdown_rows, MISSES, number, pairs, ratio, read_ns, runs,
    SPEED, table, text, timed,
)


def machine():
    facts = pairs("machine.tsv")
    facts["Clock rate by dependent additions"] = CYCLE and f"{1 / CYCLE:.2f} GHz"
    facts["Sequential disk write and read"] = DISK and " and ".join(
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
            "memory", "latency, ns", "cycles", "ns per read, 16 chains", "ns per read, 48 chains", "reads in flight",
            "million reads per second",
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
            "search", "instances", "n", "solved", "generated nodes", "time", "ns per node", "cycles per node",
            "million nodes per second",
        ],
        rows, "experiment",
    )


def kernels():
    rows = [
        (name, function, number(times[0]), number(ratio(times[0], CYCLE)), f"{number(times[1])} to {number(times[2])}")
        for (name, function), times in BENCHES.items()
        if name.startswith("idastar")
    ]
    return table(
        ["search", "instance and kernel", "ns per node", "cycles", "95 % interval of the median"], rows, "benches"
    )


def parts():
    rows = [
        (name, function, number(times[0]), number(ratio(times[0], CYCLE)))
        for (name, function), times in BENCHES.items()
        if not name.startswith("idastar")
    ]
    return table(["group", "operation", "ns each", "cycles"], rows, "benches")


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
    """Bytes per state: the peak memory over the states on the lists."""
    rows = []
    every = {("korf100", "astar manhattan, all instances"): Group(runs("astar-korf100"))}
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
            "search", "largest run", "states stored", "peak bytes", "bytes per state", "mean expansions",
            "million expansions per second",
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
                    f"`{solver}`", f"{set_}, {len(two)} instances", f"{alone.seconds:.3g} s", f"{two.seconds:.3g} s",
                    f"{alone.seconds / two.seconds:.2f}", "experiment",
                )
            )
    pattern = r"^(\S+) (\S+): \d+ nodes, ([\d.]+) s alone, ([\d.]+) s by two: ([\d.]+) times"
    for name, board, alone, two, times in re.findall(pattern, text("parallel.out"), re.MULTILINE):
        rows.append((f"`idastar {name}`", board, f"{alone} s", f"{two} s", times, "alternating"))
    for name, what in (
        ("depths-3x4", "`depths`, 3x4"), ("frontier-memory", "`depths`, 4x4, in memory"),
        ("frontier-disk", "`depths`, 4x4, on disk"),
    ):
        alone, two = timed(f"{name}-1"), timed(f"{name}-2")
        if alone and two:
            rows.append((what, "", f"{alone[0]:.3g} s", f"{two[0]:.3g} s", f"{alone[0] / two[0]:.2f}", "depths"))
    return table(
        ["search", "instances", "one core", "two cores", "speed-up", "measured by"], rows,
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
        ["search", "board", "solved", "ms per instance", "nodes per instance", "ns per node", "mean moves"], rows,
        "experiment",
    )


def lengths():
    """Cost by optimal length: mean seconds and nodes of the instances of every five lengths."""
    solvers = (
        "idastar manhattan", "idastar linear-conflict", "idastar pdb-7-8+reflected",
        "wastar manhattan w=2",
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
    return table(["optimal length", "instances", *(f"`{solver}`" for solver in solvers)], rows, "experiment")


def enumeration():
    rows = []
    for name, what in (
        ("depths-3x4", "all of 3x4, ranked"), ("frontier-memory", "4x4, first layers, in memory"),
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
            "enumeration", "threads", "states", "time", "processor time", "peak memory of the process",
            "million states per second", "bits of memory per state", "bytes written per state",
        ],
        rows, "depths",
    )


def databases():
    rows = []
    for name, what in (
        ("tables-4x4", "`pdb-7-8`: 7 and 8 tiles on 4x4"), ("tables-5x5", "7 tiles on 5x5"),
        ("tables-small", "`pdb-small+zero-aware`: all tables"),
    ):
        for jobs in (1, 2):
            of, size = timed(f"{name}-{jobs}"), text(f"{name}-{jobs}.bytes")
            if of and size:
                wall, processor, peak, *_ = of
                size = int(size)
                rows.append(
                    (
                        what, jobs, f"{size / 2**20:,.0f} MiB", f"{wall:.1f} s", f"{processor:.1f} s", f"{peak:,.0f} MiB",
                        number(peak * 2**20 / size), number(1e9 * processor / (2 * size)),
                    )
                )
    return table(
        [
            "tables", "threads", "size", "time", "processor time", "peak memory of the process", "memory per size",
            "ns of processor time per entry",
        ],
        rows, "tables",
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
