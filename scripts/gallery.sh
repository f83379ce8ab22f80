#!/usr/bin/env bash
# Draws the charts of docs/gallery.md from the runs of experiments/gallery.toml, which are made where they are missing.
#
# Usage: scripts/gallery.sh [PROGRAM [RESULT_FOLDER]]
set -euo pipefail
cd "$(dirname "$0")/.."
program=${1:-target/release/tilebench}
folder=${2:-results/gallery}
place=docs/gallery

"$program" run experiments/gallery.toml --out "$folder" --no-report
"$program" predict "$folder"
rm -rf "$place"
mkdir -p "$place"

# The arguments of every chart are those that the page gives with it: what follows `tilebench plot results/gallery`.
sed -n 's/^    tilebench plot results\/gallery \(.*\) --out docs\/gallery\/\([a-z0-9-]*\)$/\2 \1/p' docs/gallery.md |
    while read -r name arguments; do
        eval "set -- $arguments"
        "$program" plot "$folder" "$@" --out "$place/$name" >/dev/null
        # The page shows the vector files; the others are made again by the same command.
        rm "$place/$name.png"
        echo "$place/$name.svg"
    done
