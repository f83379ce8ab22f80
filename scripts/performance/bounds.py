"""What was asked of each part, and what it reached."""

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
            f"IDA*, Manhattan distance, {kernel}, Korf 4", "at most", most, "ns a node",
            bench_ns("idastar manhattan", f"korf-4 {kernel}"), performance + "benches",
        )
    of = timed("korf-1985")
    solved = sum(run["status"] == "solved" for run in runs("korf-1985"))
    row(
        "all of korf-1985, two cores", "at most", 25, "s", of[0] if of and solved == 100 else None, performance + "korf"
    )
    for kernel in ("avx512", "avx2", "portable"):
        row(
            f"IDA*, linear conflict, {kernel}, Korf 4", "at most", 4, "ns a node",
            bench_ns("idastar linear-conflict", f"korf-4 {kernel}"), performance + "benches",
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
    of = Group(runs("korf100-databases"))
    row(
        "the Korf 100, `pdb-7-8+reflected`, search on one core, mean of three", "at most", 0.3, "s",
        of.seconds / 3 if of.solved == 300 else None, performance + "experiment",
    )
    found = re.findall(r"^(\S+ \S+): .* by two: ([\d.]+) times", text("parallel.out"), re.MULTILINE)
    for name, times in found or [("searches", None)]:
        row(f"IDA* by two threads, {name}", "at least", 1.9, "times", times and float(times), performance + "parallel")
    alone, both = group("korf100", "idastar manhattan"), timed("korf-1985")
    if alone and both:
        rows.append(
            (
                "all of korf-1985 by two jobs that share nothing, over one", "what two cores give here",
                f"{number(alone.seconds / both[0])} times", "", f"`{performance}experiment korf`",
            )
        )
    every = Group(runs("astar-korf100"))
    row("A*, packed, 4x4: a node", "at most", 16, "bytes", 8, "ARCHITECTURE.md, Packed lists")
    row(
        "plain A* on the Korf 100 within 16 GiB, solved", "at least", 100, "boards",
        every.solved if len(every) else None, performance + "astar",
    )
    row("the largest of them", "at most", 16, "GiB", every.peak / 2**30 if len(every) else None, performance + "astar")
    if len(every):
        mean = f"{every.expanded / len(every):,.0f}"
        told = "about 15.5 million in the literature, by another tie-break"
        rows.append(("mean expansions over the Korf 100", told, mean, "", f"`{performance}astar`"))
    small = within("astar-korf100", 2**30)
    row(
        f"A*, packed, a core, the {len(small)} of them within 1 GiB", "at least", 6, "million expansions a second",
        small.expansions(), performance + "astar",
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
    row("3x4 in whole, two cores", "at most", 12, "s", of and of[0], performance + "depths")
    row("its memory, the process and all", "at most", 128, "MB", of and of[2] * 2**20 / 1e6, performance + "depths")
    of = timed("frontier-disk-2")
    row(
        "frontier search on disk, two cores", "at least", 20, "million boards a second",
        of[4] / of[0] / 1e6 if of and of[3] > of[4] else None, performance + "depths",
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
        cell("million.md", lambda cells: cells[0] == "`report`", 1) if thousands and thousands == 100_000 else None,
        performance + "harness",
    )
    steps = [cells for cells in markdown_rows("timings.md") if len(cells) == 3 and cells[1].endswith(" s")]
    row(
        "the crates that search, from an empty folder", "at most", 60, "s",
        float(steps[0][1].split()[0]) if steps else None, performance + "build",
    )
    # Building both commands and running both, or the sum says nothing.
    seconds = [float(step[1].split()[0]) for step in steps]
    row(
        "the two commands of the README from an empty folder, built and run", "at most", 720, "s",
        sum(seconds[1:]) if len(seconds) == 5 else None, performance + "build",
    )
    if len(seconds) >= 3:
        rows.append(("of it, building", "", f"{number(sum(seconds[1:3]))} s", "", f"`{performance}build`"))
    plan = [cells for cells in markdown_rows_of(Path("docs/scale.md")) if cells[0] == "the plan listed"]
    rows.append(
        (
            "a plan of a million runs", "streamed to the rows", plan and f"{plan[0][3]} at the peak",
            "see docs/scale.md", "`just million`",
        )
    )
    return table(["what", "bound", "reached", "holds", "measured by"], rows, "")
