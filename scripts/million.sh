#!/usr/bin/env bash
# Executes a million runs and measures their cost: wall-clock and processor seconds and peak memory of listing the plan,
# listing a shard, executing the runs, counting them, resuming them, and writing the report. At most ten minutes. Needs
# GNU time and coreutils.
# Usage: scripts/million.sh [BOARDS [FOLDER]]    (20 runs per board; 50,000 boards are a million runs)
set -euo pipefail
cd "$(dirname "$0")/.."
boards=${1:-50000}
folder=${2:-results/million}
experiment=(experiments/million.toml --set "instances=['walk:4x4:k=30:$boards']")
if [ -e "$folder" ]; then
    echo "$folder exists: remove it, or name another folder" >&2
    exit 1
fi
cargo build --release --locked
tilebench=${CARGO_TARGET_DIR:-target}/release/tilebench
log=$(mktemp)
trap 'rm -f "$log"' EXIT

# measure WHAT COMMAND...: a row of the table. The peak is that of the kernel (VmHWM).
measure() {
    local what=$1
    shift
    /usr/bin/time -q -o "$log" -f '%e %U %S %M' "$@" >"$log.out" 2>&1 || { cat "$log.out" >&2; rm -f "$log.out"; exit 1; }
    rm -f "$log.out"
    awk -v what="$what" '{ printf "| %s | %.1f s | %.1f s | %.0f MiB |\n", what, $1, $2 + $3, $4 / 1024 }' "$log"
}

printf '| %s runs | time | processor time | peak memory |\n|---|---|---|---|\n' "$((20 * boards))"
measure "list the plan" "$tilebench" run "${experiment[@]}" --dry-run
measure "list one of a thousand shards" "$tilebench" run "${experiment[@]}" --dry-run --shard 3/1000
measure "execute the plan" "$tilebench" run "${experiment[@]}" --out "$folder" --no-report
measure "count the runs with \`status\`" "$tilebench" status "$folder"
# As after a power cut: the last row is incomplete. It is moved aside, and its run is executed again.
truncate -s -20 "$folder/runs.csv"
measure "resume, one run missing" "$tilebench" run "${experiment[@]}" --out "$folder" --no-report
measure "\`report\`" "$tilebench" report "$folder"
printf '\nruns.csv: %s rows, %s bytes; index.html: %s bytes\n' "$(($(wc -l <"$folder/runs.csv") - 1))" \
    "$(stat -c %s "$folder/runs.csv")" "$(stat -c %s "$folder/index.html")"
