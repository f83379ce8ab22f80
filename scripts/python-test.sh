#!/usr/bin/env bash
# Tests the Python loader of result folders and executes its notebook:
#   scripts/python-test.sh PROGRAM FOLDER [PYTHON]
# FOLDER is a result folder, which is copied. It needs Python 3 with pandas and pyarrow, and for the notebook nbclient and
# ipykernel; without them, it reports this and succeeds.
set -euo pipefail
program=$(realpath "$1")
folder=$(realpath "$2")
python=${3:-python3}
source=$(realpath "$(dirname "$0")")/python

if ! "$python" -c 'import pandas, pyarrow' 2>/dev/null; then
    echo "skipped, the loader is not tested: Python 3 with pandas and pyarrow is not installed"
    exit 0
fi
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cp -r "$folder" "$place/results"
rm -f "$place"/results/*.parquet
export TILEBENCH=$program TILEBENCH_RESULTS=$place/results PYTHONPATH=$source PYTHONDONTWRITEBYTECODE=1
"$python" "$source/test_loader.py"
if ! "$python" -c 'import nbclient, ipykernel' 2>/dev/null; then
    echo "skipped, the notebook is not executed: nbclient and ipykernel are not installed"
    exit 0
fi
cd "$source"
"$python" - <<'END'
import nbclient
import nbformat

notebook = nbformat.read("results.ipynb", as_version=4)
nbclient.NotebookClient(notebook, timeout=120).execute()
outputs = sum(len(cell.get("outputs", [])) for cell in notebook.cells)
print(f"ok: the notebook runs, with {outputs} outputs")
END
