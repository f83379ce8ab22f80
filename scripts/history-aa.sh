#!/usr/bin/env bash
# How often a program is reported as worse than itself: PAIRS times by `report --history`, with and without a tolerance
# for single sessions, and by `compare-programs` over ROUNDS rounds. Every run is real; instances take milliseconds.
# Prints a table of exit codes and verdicts. Fails if more than 5 % of the pairs of a row are false alarms (exit code 1).
# About five minutes with the defaults.
# Usage: scripts/history-aa.sh [PAIRS [ROUNDS]]   (90 pairs, 5 rounds)
set -euo pipefail
cd "$(dirname "$0")/.."
pairs=${1:-90} rounds=${2:-5}
cargo build --release --locked -p tilebench-cli
tilebench=$(realpath "${CARGO_TARGET_DIR:-target}/release/tilebench")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

cat >"$folder/aa.toml" <<'TOML'
name = "aa"
question = "Is a program slower than itself?"
instances = ["walk:4x4:k=50:20"]
[[solver]]
algorithm = "idastar"
heuristic = "manhattan"
[[solver]]
algorithm = "astar"
heuristic = "linear-conflict"
TOML

# judged ROW COMMAND...: records the exit code and the verdicts of a comparison of the program with itself.
judged() {
    local row=$1 code=0
    shift
    "$@" >"$folder/output" 2>"$folder/errors" || code=$?
    if [ "$code" -gt 1 ]; then
        cat "$folder/errors" >&2
        exit "$code"
    fi
    local words
    words=$(grep -oE '(slower|faster|no difference shown|inconclusive)$' "$folder/output" | sort -u | tr '\n' '+')
    printf '%s\t%s\t%s\n' "$row" "$code" "${words%+}" >>"$folder/judged"
}

for ((pair = 1; pair <= pairs; pair++)); do
    both=$folder/$pair
    judged "compare-programs" "$tilebench" compare-programs "$tilebench" "$tilebench" "$folder/aa.toml" \
        --rounds "$rounds" --seed "$pair" --out "$both"
    # The sessions of the first round are two folders of the same program.
    history=("$tilebench" report --history "$both/a/0001" "$both/b/0001")
    judged "history" "${history[@]}"
    judged "history, single sessions beyond 0.5" "${history[@]}" --single-session-tolerance 0.5
    rm -rf "${both:?}"
done

awk -F'\t' '
    !($1 in all) { order[++rows] = $1 }
    { all[$1]++; alarms[$1] += $2; verdicts[$1, $3]++; words[$3] }
    END {
        print "| comparison | pairs | false alarms | verdicts |\n|---|---|---|---|"
        for (row = 1; row <= rows; row++) {
            name = order[row]
            list = ""
            for (word in words) if ((name, word) in verdicts) list = list (list ? ", " : "") verdicts[name, word] " " word
            printf "| %s | %d | %d (%.1f %%) | %s |\n", name, all[name], alarms[name], 100 * alarms[name] / all[name], list
            if (alarms[name] > 0.05 * all[name]) failed = 1
        }
        exit failed
    }
' "$folder/judged"
