#!/usr/bin/env bash
# Makes a million runs and measures what so many cost: seconds by the clock and of the processors, and peak memory, of
# listing the plan, of sharding it, of making the runs, of asking how far they are, of going on with them, and of the
# report. Ten minutes at most. Needs GNU time and coreutils.
# Usage: scripts/million.sh [BOARDS [FOLDER]]    (20 runs a board; 50,000 boards are a million runs)
set -euo pipefail
cd "$(dirname "$0")/.."
boards=${1:-50000}
folder=${2:-results/million}
experiment=(experiments/million.toml --set "instances=['walk:4x4:k=30:$boards']")
if [ -e "$folder" ]; then
    echo "$folder is there already: remove it, or name another folder" >&2
    exit 1
fi
cargo build --release --locked
tilebench=${CARGO_TARGET_DIR:-target}/release/tilebench
log=$(mktemp)
trap 'rm -f "$log"' EXIT

# measure WHAT COMMAND...: a row of the table. The peak is the kernel's own (VmHWM).
measure() {
    local what=$1
    shift
    /usr/bin/time -q -o "$log" -f '%e %U %S %M' "$@" >"$log.out" 2>&1 || { cat "$log.out" >&2; rm -f "$log.out"; exit 1; }
    rm -f "$log.out"
    awk -v what="$what" '{ printf "| %s | %.1f s | %.1f s | %.0f MiB |\n", what, $1, $2 + $3, $4 / 1024 }' "$log"
}

printf '| %s runs | time | processor time | peak memory |\n|---|---|---|---|\n' "$((20 * boards))"
measure "the plan listed" "$tilebench" run "${experiment[@]}" --dry-run
measure "one shard of a thousand of it" "$tilebench" run "${experiment[@]}" --dry-run --shard 3/1000
measure "all of them made" "$tilebench" run "${experiment[@]}" --out "$folder" --no-report
measure "counted by \`status\`" "$tilebench" status "$folder"
# As after a power cut: the last row is cut off, moved aside, and its run made again.
truncate -s -20 "$folder/runs.csv"
measure "resumed, one run missing" "$tilebench" run "${experiment[@]}" --out "$folder" --no-report
measure "\`report\`" "$tilebench" report "$folder"
printf '\nruns.csv: %s rows, %s bytes; index.html: %s bytes\n' "$(($(wc -l <"$folder/runs.csv") - 1))" \
    "$(stat -c %s "$folder/runs.csv")" "$(stat -c %s "$folder/index.html")"
