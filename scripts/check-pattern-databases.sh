#!/usr/bin/env bash
# Checks the 7-8 databases with reflection: the optimal lengths of the Korf 100 in less than two seconds of search on one
# core, 80 moves for the 17 hardest instances, and a mean number of nodes close to the published one.
# Usage: scripts/check-pattern-databases.sh results/pattern-databases
set -euo pipefail
folder=${1:?"usage: $0 RESULT_FOLDER"}
awk -F, '
    FNR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
    $column["solver"] != "idastar pdb-7-8+reflected" { next }
    {
        set = $column["set"]
        runs[set]++
        nodes[set] += $column["generated"]
        seconds[set] += $column["cpu_s"]
        known = $column["optimal"]
        if ($column["status"] == "solved" && $column["proof"] == "optimal" && (known == "" || $column["length"] == known)) right[set]++
    }
    END {
        for (set in runs)
            printf "%s: %d of %d optimal, %.0f nodes on average, %.2f s of search\n", set, right[set], runs[set], nodes[set] / runs[set], seconds[set]
        print "published: 36710 nodes on average over 1000 other random instances (Korf and Felner 2002)"
        mean = nodes["random:4x4:1000:seed=1"] / 1000
        exit !(right["korf100"] == 100 && seconds["korf100"] < 2 && right["hardest17"] == 17 \
            && right["random:4x4:1000:seed=1"] == 1000 && mean > 36710 / 2 && mean < 36710 * 2)
    }
' "$folder/runs.csv"
