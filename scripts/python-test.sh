#!/usr/bin/env bash
# Tests the Python loader of result folders and executes its notebook:
#   scripts/python-test.sh PROGRAM FOLDER [PYTHON]
# FOLDER is a result folder, which is copied. It needs Python 3 with pandas and pyarrow, and for the notebook nbclient and
# ipykernel. If CI is set, missing packages are installed in a virtual environment; else it reports them and succeeds.
set -euo pipefail
program=$(realpath "$1")
folder=$(realpath "$2")
python=${3:-python3}
source=$(realpath "$(dirname "$0")")/python

if [ -n "${CI:-}" ] && ! "$python" -c 'import pandas, pyarrow, nbclient, ipykernel' 2>/dev/null; then
    environment=${CARGO_TARGET_DIR:-target}/tools/python
    [ -x "$environment/bin/python" ] || "$python" -m venv "$environment"
    "$environment/bin/pip" install --quiet --disable-pip-version-check pandas==3.1.1 pyarrow==26.0.1 nbclient==0.11.0 ipykernel==7.4.0
    python=$(realpath --no-symlinks "$environment/bin/python")
fi
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
