"""The bound for each part of the program, and the measured value."""

import re
from pathlib import Path

from measured import (
    bench_ns, Group, group, markdown_rows, markdown_rows_of, number, runs, table, text, timed, within,
)


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

    def cell(name, find, column):
        for cells in markdown_rows(name):
            if find(cells):
                return float(re.sub(r"[^\d.]", "", cells[column]))
        return None

    performance = "scripts/performance.sh "
    for kernel, most in (("avx512", 0.6), ("avx2", 1.1), ("portable", 2.1)):
        row(
            f"IDA*, Manhattan distance, {kernel}, Korf 4", "at most", most, "ns per node",
            bench_ns("idastar manhattan", f"korf-4 {kernel}"), performance + "benches",
        )
    of = timed("korf-1985")
    solved = sum(run["status"] == "solved" for run in runs("korf-1985"))
    row(
        "all of korf-1985, two cores", "at most", 25, "s", of[0] if of and solved == 100 else None, performance + "korf"
    )
    for kernel in ("avx512", "avx2", "portable"):
        row(
            f"IDA*, linear conflict, {kernel}, Korf 4", "at most", 4, "ns per node",
            bench_ns("idastar linear-conflict", f"korf-4 {kernel}"), performance + "benches",
        )
    of = group("hardest17", "idastar pdb-7-8+reflected")
    row(
        "`pdb-7-8+reflected`, instances of 80 moves, one core", "at least", 25, "million nodes per second",
        of and of.millions(), performance + "experiment",
    )
    of = group("korf-felner50", "idastar pdb-6-6-6-6+reflected")
    row(
        "`pdb-6-6-6-6+reflected`, 24-puzzles, one core", "at least", 15, "million nodes per second",
        of and of.millions(), performance + "experiment",
    )
    of = Group(runs("korf100-databases"))
    row(
        "the Korf 100, `pdb-7-8+reflected`, search on one core, mean of three", "at most", 0.3, "s",
        of.seconds / 3 if of.solved == 300 else None, performance + "experiment",
    )
    found = re.findall(r"^(\S+ \S+): .* by two: ([\d.]+) times", text("parallel.out"), re.MULTILINE)
    for name, times in found or [("searches", None)]:
        row(
            f"IDA* with two threads, {name}", "at least", 1.9, "times", times and float(times),
            performance + "parallel",
        )
    alone, both = group("korf100", "idastar manhattan"), timed("korf-1985")
    if alone and both:
        rows.append(
            (
                "all of korf-1985 by two independent jobs, relative to one", "the gain of two cores here",
                f"{number(alone.seconds / both[0])} times", "", f"`{performance}experiment korf`",
            )
        )
    every = Group(runs("astar-korf100"))
    row("A*, packed, 4x4: size of a node", "at most", 16, "bytes", 8, "ARCHITECTURE.md, Lists")
    row(
        "A* on the Korf 100 within 16 GiB, solved", "at least", 100, "instances",
        every.solved if len(every) else None, performance + "astar",
    )
    row(
        "maximum memory of these runs", "at most", 16, "GiB", every.peak / 2**30 if len(every) else None,
        performance + "astar",
    )
    if len(every):
        mean = f"{every.expanded / len(every):,.0f}"
        known = "about 15.5 million in the literature, with other tie-breaking"
        rows.append(("mean expansions over the Korf 100", known, mean, "", f"`{performance}astar`"))
    small = within("astar-korf100", 2**30)
    row(
        f"A*, packed, one core, the {len(small)} instances within 1 GiB", "at least", 6,
        "million expansions per second", small.expansions(), performance + "astar",
    )
    of = group("korf100", "wastar manhattan w=2")
    row("weighted A*, w = 2, the Korf 100, packed", "at most", 1, "s", of and of.seconds, performance + "experiment")
    for solver in ("greedy manhattan", "staged", "strategy"):
        of = group("korf100", solver)
        row(
            f"`{solver}`, slowest of the Korf 100", "at most", 100, "ms",
            of and 1e3 * max(float(run["wall_s"]) for run in of.rows), performance + "experiment",
        )
    of = timed("depths-3x4-2")
    row("all of 3x4, two cores", "at most", 12, "s", of and of[0], performance + "depths")
    row("its memory, whole process", "at most", 128, "MB", of and of[2] * 2**20 / 1e6, performance + "depths")
    of = timed("frontier-disk-2")
    row(
        "frontier search on disk, two cores", "at least", 20, "million states per second",
        of[4] / of[0] / 1e6 if of and of[3] > of[4] else None, performance + "depths",
    )
    for tables in ("none", "mapped"):
        row(
            f"overhead of a run in a thread, tables {tables}", "at most", 50, "us of processor time",
            cell("overhead.md", lambda cells, tables=tables: cells[:2] == ["thread", tables], 3),
            performance + "harness",
        )
    row(
        "overhead of a run in a worker, tables mapped", "at most", 2000, "us of processor time",
        cell("overhead.md", lambda cells: cells[:2] == ["process", "mapped"], 3), performance + "harness",
    )
    thousands = cell("million.md", lambda cells: cells[0].endswith(" runs"), 0)
    row(
        "`report` on 100,000 rows", "at most", 5, "s",
        cell("million.md", lambda cells: cells[0] == "`report`", 1) if thousands and thousands == 100_000 else None,
        performance + "harness",
    )
    steps = [cells for cells in markdown_rows("timings.md") if len(cells) == 3 and cells[1].endswith(" s")]
    row(
        "the search crates, from an empty folder", "at most", 60, "s",
        float(steps[0][1].split()[0]) if steps else None, performance + "build",
    )
    # Steps: the search crates, both commands built, both commands run.
    seconds = [float(step[1].split()[0]) for step in steps]
    for name, built in (("first", 1), ("second", 2)):
        row(
            f"the {name} command of the README, built and run", "at most", 600, "s",
            seconds[built] + seconds[built + 2] if len(seconds) == 5 else None, performance + "build",
        )
    plan = [cells for cells in markdown_rows_of(Path("docs/scale.md")) if cells[0] == "list the plan"]
    rows.append(
        (
            "a plan of a million runs", "streamed to the rows", plan and f"{plan[0][3]} at the peak",
            "see docs/scale.md", "`just million`",
        )
    )
    return table(["quantity", "bound", "measured", "holds", "measured by"], rows, "")
