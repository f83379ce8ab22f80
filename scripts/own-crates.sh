#!/usr/bin/env bash
# Runs the commands of the README of each crate in examples/own-*, then times the loop of a researcher: the seconds until a changed
# line of such a crate is built for release and solving. Fails if a command fails, if the loop compiles another crate, or if it takes
# more than 60 s: it takes at most 20 s on the machine of docs/performance.md, and twice as long on the slowest one known.
set -euo pipefail
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-target}
results=$(mktemp -d)
main=
trap '[ -z "$main" ] || mv "$results/main.rs" "$main"; rm -rf "$results"' EXIT

for readme in examples/own-*/README.md; do
    crate=$(basename "$(dirname "$readme")")
    mapfile -t commands < <(sed -nE 's/^    cargo (run|test) /\1 /p' "$readme")
    for command in "${commands[@]}"; do
        echo "cargo $command"
        case $command in *" run "*) command+=" --out $results/$crate" ;; esac
        eval "cargo ${command/ / --locked --quiet }" >"$results/log" 2>&1 || { cat "$results/log" >&2; exit 1; }
    done
    main=examples/$crate/src/main.rs
    cp -p "$main" "$results/main.rs"
    echo "// A changed line." >>"$main"
    start=$(date +%s%N)
    cargo build --release --locked -p "$crate" 2>"$results/built" || { cat "$results/built" >&2; exit 1; }
    "$target/release/$crate" solve "1 4 2 3 0 5 6 7 8" --algorithm idastar --heuristic manhattan >"$results/log"
    took=$((($(date +%s%N) - start) / 1000000))
    mv "$results/main.rs" "$main"
    main=
    echo "$crate: a changed line is built and solving after $((took / 1000)).$((took / 100 % 10)) s"
    [ "$took" -le 60000 ] || { echo "$crate: that is more than 60 s" >&2; exit 1; }
    compiled=$(sed -n 's/^ *Compiling \([^ ]*\).*/\1/p' "$results/built" | paste -sd ' ')
    [ "$compiled" = "$crate" ] || { echo "$crate: a changed line compiled: $compiled" >&2; exit 1; }
done
