"""Result folders of tilebench as pandas data frames, with the types, the missing values and the units of the program.

    import tilebench_results
    results = tilebench_results.load("results/quickstart")
    results.runs.groupby("solver")["generated"].median()
    results.unit("wall_s"), results.meaning("wall_s")
    results.table("against")          # any table of the report, as `tilebench report --table` lists them

It needs pandas and pyarrow. The program writes the files (`tilebench report FOLDER --parquet`) if they are missing or
older than the records. It is found by the argument `program`, by the variable TILEBENCH, or as `tilebench` on the path.
"""

import json
import os
import pathlib
import subprocess
import tempfile

import pandas
import pyarrow.parquet


def load(folder, program=None):
    """The results in `folder`; `program` is the path of tilebench."""
    return Results(folder, program)


class Results:
    """A result folder. The frames are read when they are first used."""

    def __init__(self, folder, program=None):
        self.folder = pathlib.Path(folder)
        self.program = program or os.environ.get("TILEBENCH") or "tilebench"
        records = self.folder / "runs.csv"
        if not records.is_file():
            raise FileNotFoundError(f"{self.folder} is not a result folder: it has no runs.csv")
        self.manifest = json.loads(self._text("manifest.json") or "null")
        self._frames = {}

    @property
    def runs(self):
        """One row per run, with every column of runs.csv and the suboptimality."""
        return self._file("runs")

    @property
    def summary(self):
        """One row per configuration and instance set."""
        return self._file("summary")

    @property
    def iterations(self):
        """One row per iteration of a run; `run_id` refers to the runs. Empty if no search iterated."""
        return self._csv("iterations.csv")

    @property
    def incumbents(self):
        """One row per solution of an anytime search."""
        return self._csv("incumbents.csv")

    def table(self, name, *options):
        """The table `name` of the report; `options` are those of `tilebench report`, such as `--baseline NAME`."""
        key = (name, *options)
        if key not in self._frames:
            with tempfile.TemporaryDirectory() as place:
                path = pathlib.Path(place) / "table.parquet"
                self._report("--table", name, "--format", "parquet", "--out", path, *options)
                self._frames[key] = self._parquet(path)
        return self._frames[key]

    def unit(self, column):
        """The unit of a column of the runs or of the summary; empty if it has none."""
        return self._described(column)["unit"]

    def meaning(self, column):
        """The meaning of a column of the runs or of the summary, in words."""
        return self._described(column)["meaning"]

    def _described(self, column):
        for frame in (self.runs, self.summary):
            if column in frame.columns:
                return frame.attrs["columns"][column]
        raise KeyError(f"neither the runs nor the summary have a column '{column}'")

    def _file(self, name):
        if name not in self._frames:
            path = self.folder / f"{name}.parquet"
            if not path.is_file() or path.stat().st_mtime < (self.folder / "runs.csv").stat().st_mtime:
                self._report("--parquet")
            self._frames[name] = self._parquet(path)
        return self._frames[name]

    def _parquet(self, path):
        table = pyarrow.parquet.read_table(path)
        columns = {column["name"]: column for column in json.loads(table.schema.metadata[b"tilebench.columns"])}
        # Counts with missing values stay integers, and a missing text is missing.
        types = {"string": "string", "uint64": "UInt64", "double": "Float64"}
        frame = table.to_pandas(types_mapper=lambda kind: pandas.api.types.pandas_dtype(types[str(kind)]))
        frame.attrs["columns"] = columns
        frame.attrs["units"] = {name: columns[name]["unit"] for name in frame.columns}
        return frame

    def _csv(self, name):
        if name not in self._frames:
            path = self.folder / name
            if path.is_file():
                frame = pandas.read_csv(path, dtype={"run_id": "string"}, dtype_backend="numpy_nullable")
            else:
                frame = pandas.DataFrame({"run_id": pandas.Series(dtype="string")})
            self._frames[name] = frame
        return self._frames[name]

    def _report(self, *options):
        command = [str(self.program), "report", str(self.folder), *map(str, options)]
        try:
            done = subprocess.run(command, capture_output=True, text=True)
        except FileNotFoundError:
            raise FileNotFoundError(f"the program {self.program} was not found: name it by `program=` or TILEBENCH") from None
        # 1: a run in the folder failed, which the report states.
        if done.returncode not in (0, 1):
            raise RuntimeError(done.stderr.strip())

    def _text(self, name):
        path = self.folder / name
        return path.read_text() if path.is_file() else ""
