"""Compares the frames of the loader with the CSV files of the folder TILEBENCH_RESULTS."""

import csv
import os
import pathlib
import sys

import pandas
import pyarrow.parquet
import tilebench_results

folder = pathlib.Path(os.environ["TILEBENCH_RESULTS"])
results = tilebench_results.load(folder)


def check(name, found, expected=True):
    """Prints one line per check; the first failure ends the test."""
    if found != expected:
        sys.exit(f"FAILED: {name}: {found!r}, not {expected!r}")
    print(f"ok: {name}")


with open(folder / "runs.csv", newline="") as file:
    last = {row["run_id"]: row for row in csv.DictReader(file)}
runs = results.runs
check("every run is a row", sorted(runs["run_id"]), sorted(last))
check("an instance is a text", str(runs["instance"].dtype), "string")
check("a count is an integer", str(runs["generated"].dtype), "UInt64")
check("a time is a number", str(runs["wall_s"].dtype), "Float64")
check("counts are exact", {row.run_id: row.generated for row in runs.itertuples() if not pandas.isna(row.generated)},
      {name: int(row["generated"]) for name, row in last.items() if row["generated"]})
check("an empty cell is missing", int(runs["length"].isna().sum()), sum(row["length"] == "" for row in last.values()))
check("a column has a unit", results.unit("wall_s"), "s")
check("a column has a meaning", len(results.meaning("generated")) > 10)
wall_s = pyarrow.parquet.ParquetFile(folder / "runs.parquet").schema_arrow.field("wall_s")
check("the field of Arrow has the unit", wall_s.metadata[b"unit"], b"s")
check("the field of Arrow has the meaning", wall_s.metadata[b"meaning"].decode(), results.meaning("wall_s"))
check("the summary has a row per configuration", len(results.summary), runs.groupby(["set", "solver"]).ngroups)
outcomes = results.table("outcomes")
check("a table of the report counts the solved runs", int(outcomes["solved"].sum()), int((runs["status"] == "solved").sum()))
check("a frame is read once", results.runs is runs)
try:
    results.meaning("no such column")
    check("an unknown column is refused", False)
except KeyError as error:
    check("an unknown column is refused", "no such column" in str(error))
try:
    tilebench_results.load(folder / "charts")
    check("another folder is refused", False)
except FileNotFoundError as error:
    check("another folder is refused", "runs.csv" in str(error))
try:
    results.table("no-such-table")
    check("an unknown table is refused", False)
except RuntimeError as error:
    check("an unknown table is refused", "unknown table 'no-such-table'" in str(error))
