#!/usr/bin/env python3
"""Simulates one search of IDA* in work units on many cores, from the unit sizes of a recorded search.

Usage: scripts/units-efficiency.py RESULTS [NANOSECONDS]

RESULTS is the folder of a run with checkpoint = true. First the number of recorded parts is printed, and the longest processor time
of one, which is lost if its process is killed. The sizes of units, in depth-first order, are those of the iteration with the most
finished units, relative to their mean. An iteration of a given number of nodes is cut into as
many units as the program would cut it, and gets these sizes, repeated. Every core takes the next unit when it has
finished one. A node takes NANOSECONDS (default 50). Constants are those of crates/runner/src/units.rs.
"""

import csv
import heapq
import sys
from pathlib import Path

UNITS, MIN_UNIT, MAX_UNIT = 1 << 18, 1 << 23, 1 << 30
MIN_ROOT, MAX_ROOTS = 1 << 17, 1 << 25
# The growth of iterations that the program expects, which is taken as the real one.
CLAIM_S = 0.005  # to take a unit on a shared file system
WAIT_S = 0.5  # between two looks for the end of the other processes
WALK_NS = 100  # a root, for every thread that walks through the top of the tree


def unit_sizes(results):
    """The nodes of each finished unit of the iteration with the most."""
    best = []
    for split in Path(results).glob("units/*/*/split.csv"):
        row = next(csv.DictReader(split.open()))
        roots, per_unit = int(row["roots"]), int(row["roots_per_unit"])
        units = -(-roots // per_unit)
        nodes, left = [0] * units, [min(per_unit, roots - unit * per_unit) for unit in range(units)]
        for file in split.parent.glob("*.csv"):
            if file != split:
                for part in csv.DictReader(file.open()):
                    first, end = int(part["first"]), int(part["end"])
                    # The end of a search is a part without roots.
                    if first < end:
                        nodes[first // per_unit] += int(part["generated"])
                        left[first // per_unit] -= end - first
        finished = [nodes[unit] for unit in range(units) if left[unit] == 0]
        if len(finished) > len(best):
            best = finished
    if not best:
        sys.exit(f"{results}: no iteration was cut into units: run with execution.checkpoint=true")
    return best


def part_times(results):
    """The processor time of each recorded part but the first of each process, whose beginning is not recorded."""
    times = []
    for file in Path(results).glob("units/*/*/*.csv"):
        if file.name != "split.csv":
            ends = [float(part["cpu_s"]) for part in csv.DictReader(file.open())]
            times += [end - begin for begin, end in zip(ends, ends[1:])]
    return times


def efficiency(sizes, nodes, cores, node_s):
    """The processor time of an iteration, divided by the cores and the time until its last unit is finished."""
    unit = min(max(nodes // UNITS, MIN_UNIT), MAX_UNIT)
    count = max(nodes // unit, 1)
    mean = sum(sizes) / len(sizes)
    times = [sizes[at % len(sizes)] / mean * (nodes / count) * node_s for at in range(count)]
    walk = min(nodes / MIN_ROOT, MAX_ROOTS) * WALK_NS * 1e-9
    free = [walk] * min(cores, count)
    for time in times:
        heapq.heappush(free, heapq.heappop(free) + CLAIM_S + time)
    return sum(times) / (cores * (max(free) + walk + WAIT_S))


def main():
    sizes, times = unit_sizes(sys.argv[1]), part_times(sys.argv[1])
    print(f"{len(times):,} parts recorded; the longest took {max(times, default=0):.1f} s of processor time")
    node_s = float(sys.argv[2] if len(sys.argv) > 2 else 50) * 1e-9
    mean = sum(sizes) / len(sizes)
    print(f"{len(sizes)} units measured; the largest has {max(sizes) / mean:.1f} times the mean of {mean:.3g} nodes\n")
    cores = [64, 256, 1000, 4000, 16000]
    print("| nodes of the iteration | on one core | " + " | ".join(f"{count:,} cores" for count in cores) + " |")
    print("|---|---|" + "---|" * len(cores))
    for power in range(11, 16):
        nodes = 10**power
        shares = [f"{100 * efficiency(sizes, nodes, count, node_s):.0f} %" for count in cores]
        print(f"| 10^{power} | {nodes * node_s / 3600:.1f} h | " + " | ".join(shares) + " |")


main()
