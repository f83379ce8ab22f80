#!/usr/bin/env bash
# Instructions per generated node of fixed searches (crates/kernels/examples/instructions.rs), counted by Valgrind, so
# that neither the machine nor its load matters. The count of the same program one move from the goal is subtracted.
# Compares with the table of docs/instructions.md and fails if a count differs by more than 3 %, in either direction:
# then the change has to be undone, or is intended and written into the table. A minute.
# Usage: scripts/instructions.sh [--write]    (--write: writes the new counts into the table)
set -euo pipefail
cd "$(dirname "$0")/.."
table=docs/instructions.md
cargo build --release --locked -p tilebench-kernels --example instructions
program=${CARGO_TARGET_DIR:-target}/release/examples/instructions
rows=$(mktemp)
trap 'rm -f "$rows" "$rows".*' EXIT

# counted NAME [near]: the instructions of the whole program.
counted() {
    valgrind --tool=cachegrind --cache-sim=no --cachegrind-out-file=/dev/null "$program" "$@" \
        >/dev/null 2>"$rows.log" || { cat "$rows.log" >&2; exit 1; }
    awk '/I +refs:/ { gsub(",", "", $NF); print $NF }' "$rows.log"
}

"$program" | while read -r name; do
    echo "$name $("$program" "$name") $(counted "$name") $(counted "$name" near)" |
        awk '{ printf "| %s | %d | %.2f |\n", $1, $2, ($3 - $4) / $2 }' | tee -a "$rows"
done

if [ "${1:-}" = --write ]; then
    sed '/^| [a-z0-9]*-/d' "$table" | cat - "$rows" >"$rows.table"
    cat "$rows.table" >"$table"
    exit
fi
awk -F'|' '
    NR == FNR { known[$2] = $4; next }
    !($2 in known) { print "the table has no count of" $2 > "/dev/stderr"; failed = 1; next }
    { change = $4 / known[$2] - 1 }
    change > 0.03 || change < -0.03 { printf "%s: %+.1f %%\n", $2, 100 * change > "/dev/stderr"; failed = 1 }
    END { exit failed }' "$table" "$rows"
