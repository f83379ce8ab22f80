"""The measurements of scripts/performance.sh, read from its folder, and the format of numbers."""

import csv
import json
import re
import sys
from pathlib import Path

FOLDER = Path(sys.argv[1])


def missing(step):
    return f"not measured: `scripts/performance.sh {step}`"


def table(head, rows, step):
    """A Markdown table of rows of texts; None is a missing value."""
    rows = [row for row in rows if row]
    if not rows:
        return f"*{missing(step)}*"
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    lines += ["| " + " | ".join("" if cell is None else str(cell) for cell in row) + " |" for row in rows]
    return "\n".join(lines)


def number(value, digits=3):
    """Three digits; from a thousand on, a whole number with commas."""
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


# The measurements.


def estimates(place):
    """Criterion: nanoseconds per element (or iteration) by group and function, the median and its interval."""
    found = {}
    for path in sorted((FOLDER / place).glob("**/new/benchmark.json")):
        bench, values = json.loads(path.read_text()), json.loads((path.parent / "estimates.json").read_text())
        elements = (bench["throughput"] or {}).get("Elements", 1)
        median = values["median"]
        interval = median["confidence_interval"]
        times = median["point_estimate"], interval["lower_bound"], interval["upper_bound"]
        found[bench["group_id"], bench["function_id"] or ""] = tuple(time / elements for time in times)
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
        """Million generated nodes per second."""
        return ratio(self.generated / 1e6, self.seconds)

    def expansions(self):
        return ratio(self.expanded / 1e6, self.seconds)


def grouped(rows):
    groups = {}
    for row in rows:
        groups.setdefault((row["set"], row["solver"]), []).append(row)
    return {key: Group(group) for key, group in groups.items()}


def timed(name):
    """Wall-clock seconds, processor seconds, peak MiB, bytes written, states counted."""
    times = text(f"{name}.time").split()
    if len(times) < 5:
        return None
    counts = re.findall(r"^\s*\d+\s+([\d,]+)\s*$", text(f"{name}.out"), re.MULTILINE)
    boards = sum(int(count.replace(",", "")) for count in counts)
    wall, user, system, peak, blocks = map(float, times)
    return wall, user + system, peak / 1024, 512 * blocks, boards


def simulated():
    """By search, per generated node: instructions, misses of 32 KiB, of 1 MiB, of 32 MiB, mispredicted branches."""
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
    """The rows of a table that another script printed, without the line below the header."""
    return markdown_rows_of(FOLDER / name)


def markdown_rows_of(path):
    lines = path.read_text().splitlines() if path.exists() else []
    rows = [[cell.strip() for cell in line.strip("| ").split("|")] for line in lines if line.startswith("|")]
    return [row for row in rows if not row[0].startswith("--")]


def best(place):
    """Criterion: nanoseconds per element by function, the minimum of all samples."""
    found = {}
    for path in sorted((FOLDER / place).glob("**/new/benchmark.json")):
        bench, sample = json.loads(path.read_text()), json.loads((path.parent / "sample.json").read_text())
        least = min(time / count for time, count in zip(sample["times"], sample["iters"]))
        found[bench["function_id"]] = least / bench["throughput"]["Elements"]
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
    """Nanoseconds per read; with chains None, the minimum over all numbers of chains."""
    if chains is not None:
        return MACHINE.get(f"read, {memory}, chains {chains}")
    times = [time for name, time in MACHINE.items() if name.startswith(f"read, {memory}, chains ")]
    return min(times, default=None)


def bench_ns(group, function):
    """The minimum over the functions whose name begins with `function`."""
    times = [times[0] for (name, what), times in BENCHES.items() if name == group and what.startswith(function)]
    return min(times, default=None)


def within(name, most):
    """The runs of an experiment whose lists took at most `most` bytes."""
    return Group([run for run in runs(name) if int(run["peak_bytes"] or 0) <= most])


def group(set_, solver):
    return SPEED.get((set_, solver))
