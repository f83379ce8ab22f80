#!/usr/bin/env bash
# Executes the missing runs of experiments/gallery.toml and experiments/bidirectional-weak.toml, and draws the charts of
# docs/gallery.md from them.
#
# Usage: scripts/gallery.sh [PROGRAM [RESULT_FOLDER [RESULT_FOLDER_OF_BIDIRECTIONAL_WEAK]]]
set -euo pipefail
cd "$(dirname "$0")/.."
program=${1:-target/release/tilebench}
folder=${2:-results/gallery}
weak=${3:-results/bidirectional-weak}
place=docs/gallery

"$program" run experiments/gallery.toml --out "$folder" --no-report
"$program" predict "$folder"
rm -rf "$place"
mkdir -p "$place"

# The page states the arguments of every chart after `tilebench plot results/gallery`.
sed -n 's/^    tilebench plot results\/gallery \(.*\) --out docs\/gallery\/\([a-z0-9-]*\)$/\2 \1/p' docs/gallery.md |
    while read -r name arguments; do
        eval "set -- $arguments"
        "$program" plot "$folder" "$@" --out "$place/$name" >/dev/null
        # The page shows the vector files; the same command draws the others.
        rm "$place/$name.png"
        echo "$place/$name.svg"
    done

"$program" run experiments/bidirectional-weak.toml --out "$weak" --no-report
"$program" bounds --results "$weak" >/dev/null
"$program" report "$weak" >/dev/null
for name in accuracy bounds; do
    cp "$weak/charts/$name.svg" "docs/heuristics-$name.svg"
    echo "docs/heuristics-$name.svg"
done
