#!/usr/bin/env bash
# Builds the release program incrementally, with the crate of algorithms in small parts: only the parts that a changed line
# affects are compiled again. Times of searches may differ from those of `cargo build --release`.
#
# usage: scripts/edit.sh [--measure]: prints the seconds after a changed line in an algorithm and in heuristics, of a copy of the tree
set -euo pipefail
cd "$(dirname "$0")/.."

build() {
    CARGO_INCREMENTAL=1 cargo build --release --locked -p tilebench-cli \
        --config profile.release.package.tilebench-algorithms.codegen-units=100 "$@"
}

if [ "${1:-}" != --measure ]; then
    build
    exit
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
git ls-files -z | xargs -0 cp -a --parents -t "$work"
export CARGO_TARGET_DIR=$PWD/target/edit
cd "$work"
build --quiet

# Replaces a text of a file, which has no effect on results, and prints the seconds until the program is built and has solved a board.
seconds_after() {
    local file=$1 text=$2 new=$3 content begun
    grep -qF -- "$text" "$file" || { echo "scripts/edit.sh: '$text' is not in $file" >&2; exit 1; }
    content=$(<"$file")
    printf '%s\n' "${content//"$text"/"$new"}" >"$file"
    begun=$EPOCHREALTIME
    build --quiet
    "$CARGO_TARGET_DIR/release/tilebench" solve "1 4 2 3 0 5 6 7 8" | grep -q "proved optimal"
    awk -v begun="$begun" -v ended="$EPOCHREALTIME" -v file="$file" 'BEGIN { printf "%s: %.1f s\n", file, ended - begun }'
}
seconds_after crates/solvers/src/rbfs.rs "self.search(0, INFINITE - 1)" "self.search(0, INFINITE - 2)"
seconds_after crates/heuristics/src/inversion_distance.rs "[min_moves(0), min_moves(1)]" "[min_moves(0) & 0xFFFF, min_moves(1)]"
seconds_after crates/heuristics/src/linear_conflict.rs "h + 2 * after - 2 * before" "h + 2 * (after & 0xFFFF) - 2 * before"
# Manhattan distance, which most groups of heuristics use.
seconds_after crates/heuristics/src/tile_sum.rs "self.change(op, parent.tile(op.to())))" "self.change(op, parent.tile(op.to()) & 127))"
