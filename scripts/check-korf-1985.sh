#!/usr/bin/env bash
# Compares the node counts in a result folder with those of Korf 1985, instance by instance.
# Usage: scripts/check-korf-1985.sh results/korf-1985
set -euo pipefail
folder=${1:?"usage: $0 RESULT_FOLDER"}
instances=$(dirname "$0")/../instances/korf100.csv
awk -F, '
    FNR == 1 { file++ }
    /^#/ { next }
    # The first line of each file that is not a comment is its header.
    !(file in column_of_file) {
        column_of_file[file] = 1
        for (i = 1; i <= NF; i++) column[file, $i] = i
        next
    }
    file == 1 { published[$column[1, "id"]] = $column[1, "ida_md_nodes"]; next }
    $column[2, "set"] == "korf100" && $column[2, "algorithm"] == "idastar" && $column[2, "heuristic"] == "manhattan" {
        id = $column[2, "instance"]
        generated = $column[2, "generated"]
        runs++
        sum += generated
        if (generated == published[id]) exact++
        else printf "Korf %s: %s generated, published %s\n", id, generated, published[id]
    }
    END {
        printf "%d of %d instances exact, %.0f nodes in all (published for all 100: 36302808031)\n", exact, runs, sum
        exit !(runs == 100 && exact == runs)
    }
' "$instances" "$folder/runs.csv"
