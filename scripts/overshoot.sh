#!/usr/bin/env bash
# How far the runs of a result folder exceeded their limits, one row per solver: scripts/overshoot.sh results/overshoot
set -euo pipefail
echo "| solver | status | ended by | runs | median excess | maximum excess |"
echo "|---|---|---|---|---|---|"
# The last columns, after the message (which may contain commas), are ended_by, overshoot, signal and instructions.
awk -F, 'NR > 1 && $(NF - 2) != "" { print $9 "," $16 "," $(NF - 3) "," $(NF - 2) }' "$1/runs.csv" |
    sort -t, -k1,3 -k4,4g |
    awk -F, '
        function row() {
            middle = count % 2 ? over[(count + 1) / 2] : (over[count / 2] + over[count / 2 + 1]) / 2
            split(key, part, SUBSEP)
            printf "| %s | %s | %s | %d | %.4f | %.4f |\n", part[1], part[2], part[3], count, middle, over[count]
        }
        { now = $1 SUBSEP $2 SUBSEP $3 }
        now != key && count { row(); count = 0 }
        { key = now; over[++count] = $4 + 0 }
        END { if (count) row() }'
