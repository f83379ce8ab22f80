#!/usr/bin/env bash
# The time of building: the search crates alone (release) in a separate target folder; then, from another empty one, the
# builds of both commands of the README, and their execution. Prints wall-clock and processor time, and the units that
# took longest. A quarter of an hour on two cores. Needs GNU time and Python 3.
# Usage: scripts/timings.sh [FOLDER]    (the target folder, which must be empty; default target/timings)
set -euo pipefail
cd "$(dirname "$0")/.."
target=${1:-target/timings}
if [ -n "$(ls -A "$target" 2>/dev/null)" ]; then
    echo "$target is not empty: remove it, or name another folder" >&2
    exit 1
fi
mkdir -p "$target"
target=$(realpath "$target")
log=$(mktemp)
trap 'rm -f "$log" "$log".*' EXIT

# row WHAT COMMAND...: a row of the table.
row() {
    local what=$1
    shift
    /usr/bin/time -q -o "$log" -f '%e %U %S' "$@" >"$log.out" 2>&1 || { tail -20 "$log.out" >&2; exit 1; }
    awk -v what="$what" '{ printf "| %s | %.0f s | %.0f s |\n", what, $1, $2 + $3 }' "$log"
}

# built FOLDER WHAT ARGUMENTS...: the row of a build; its units are listed below the table.
built() {
    export CARGO_TARGET_DIR=$target/$1
    row "$2" cargo "${@:3}" --locked --timings
    cp "$CARGO_TARGET_DIR/cargo-timings/cargo-timing.html" "$log.$((++steps)).html"
}

steps=0
hot=()
for package in core puzzle heuristics solvers kernels methods algorithms catalog verify; do hot+=(-p "tilebench-$package"); done
printf '| step | time | processor time |\n|---|---|---|\n'
built hot "the search crates alone, release" build --release "${hot[@]}"
built all "\`cargo run --release\`, build only" build --release --bin tilebench
built all "\`cargo test --release --workspace\`, build only" test --release --workspace --no-run
row "execution of the first command" cargo run --release --locked -- run experiments/quickstart.toml --out "$target/quickstart"
row "execution of the second command" cargo test --release --workspace --locked

# Wall-clock seconds of a unit, while others were built in parallel.
python3 - "$log".*.html <<'PYTHON'
import json, re, sys
for number, page in enumerate(sys.argv[1:], 1):
    units = json.loads(re.search(r"const UNIT_DATA = (\[.*?\]);", open(page).read(), re.S).group(1))
    longest = sorted(units, key=lambda unit: -unit["duration"])[:8]
    print(f"\nstep {number}: " + ", ".join(f"{unit['name']}{unit['target']} {unit['duration']:.0f} s" for unit in longest))
PYTHON
