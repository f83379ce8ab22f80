#!/usr/bin/env bash
# The overhead of a run: microseconds of wall-clock and processor time without the search, in threads and in workers,
# without tables and with mapped tables. From the time of 5,000 short runs it subtracts the time of a program with a single
# run (start, plan, two measurements of the machine) and the time of searches and tables as recorded in the rows; the
# minimum of five measurements of each program, since measuring the machine takes longer if it is disturbed. Half a minute.
# Fails if a run costs more than 50 microseconds of processor time in a thread, or 2,000 in a worker. Needs GNU time and
# coreutils.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --release --locked -p tilebench-cli
tilebench=${CARGO_TARGET_DIR:-target}/release/tilebench
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# spent EXPERIMENT SETTINGS...: wall-clock and processor seconds.
spent() {
    rm -rf "$folder/results"
    /usr/bin/time -q -o "$folder/time" -f '%e %U %S' "$tilebench" run "$@" --no-report --out "$folder/results" \
        >"$folder/log" 2>&1 || { cat "$folder/log" >&2; exit 1; }
    awk '{ print $1, $2 + $3 }' "$folder/time"
}

# searched: wall-clock and processor seconds in the rows. For the preparation of a search only the former is recorded.
searched() {
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        { wall += $at["wall_s"] + $at["setup_s"]; cpu += $at["cpu_s"] + $at["setup_s"] }
        END { print wall, cpu, NR - 1 }' "$folder/results/runs.csv"
}

# measure EXPERIMENT INSTANCES ISOLATION TABLES MOST: a row of the table.
measure() {
    local experiment=experiments/$1.toml set=("--set" "execution.isolation=$3") one all
    for _ in 1 2 3 4 5; do
        one=$(spent "$experiment" "${set[@]}" --set "instances=['$2:1']")
        all=$(spent "$experiment" "${set[@]}")
        echo "$one $all $(searched)"
    done | awk -v what="| $3 | $4 |" -v most="$5" '
        function least(known, now) { return NR == 1 || now < known ? now : known }
        { one_wall = least(one_wall, $1); one_cpu = least(one_cpu, $2); runs = $7 }
        { all_wall = least(all_wall, $3 - $5); all_cpu = least(all_cpu, $4 - $6) }
        END {
            wall = (all_wall - one_wall) / runs
            cpu = (all_cpu - one_cpu) / runs
            printf "%s %.0f us | %.0f us |\n", what, 1e6 * wall, 1e6 * cpu
            if (1e6 * cpu > most) { print "more than " most " us per run" > "/dev/stderr"; exit 1 }
        }'
}

printf '| isolation | tables | wall-clock time | processor time |\n|---|---|---|---|\n'
measure overhead random:3x3 thread none 50
measure overhead-tables walk:4x4:k=30 thread mapped 50
measure overhead random:3x3 process none 2000
measure overhead-tables walk:4x4:k=30 process mapped 2000
