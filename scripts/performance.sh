#!/usr/bin/env bash
# Measures the numbers of docs/performance.md step by step, and writes its tables and charts. Each step stores its
# measurements in results/performance and can be executed separately; `write` uses the stored measurements only.
#
# Usage: scripts/performance.sh [STEP...]    (default: all but the last two)
#   machine     clock rate, latency and rate of random reads, disk, processor                     1 minute
#   benches     nanoseconds per node, heuristic, look-up and list entry (criterion)               15 minutes
#   experiment  experiments/speed.toml, one run at a time                                         4 minutes
#   korf        all of korf-1985 on all cores                                                     15 seconds
#   parallel    one thread and two, alternating (criterion)                                       5 minutes
#   depths      all of 3x4, the first layers of 4x4 in memory and on disk                         1 minute
#   tables      pattern databases built on one thread and two                                     2 minutes
#   misses      instructions, cache misses and mispredicted branches, simulated by Valgrind       3 minutes
#   harness     the overhead of a run; a hundred thousand runs and their report                   2 minutes
#   write       the tables of docs/performance.md and the charts in docs/charts                   seconds
#   astar       A* on all of the Korf 100; 10 GiB of memory                                       6 minutes
#   build       both commands of the README from an empty target folder                           a quarter of an hour
#
# PERFORMANCE_QUICK=1 makes each step small, to test that it works. Its numbers are meaningless; they are written to
# results/performance-quick with a separate page and separate charts.
# The program is built first, unless PERFORMANCE_PROGRAM names one. Needs Python 3, GNU time, coreutils and Valgrind.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=results/performance page=docs/performance.md
scratch=${TILEBENCH_SCRATCH:-${TMPDIR:-/tmp}}
quick=${PERFORMANCE_QUICK:-}
tilebench=${PERFORMANCE_PROGRAM:-${CARGO_TARGET_DIR:-target}/release/tilebench}
if [ -n "$quick" ]; then
    folder=results/performance-quick page=results/performance-quick/page.md
    mkdir -p "$folder"
    cp docs/performance.md "$page"
fi
charts=$(dirname "$page")/charts
mkdir -p "$folder" "$charts"

# bench PLACE PACKAGE:BENCH...: criterion benches; their estimates are written to an empty folder.
bench() {
    local place=$folder/$1 what pace=(--warm-up-time 1 --measurement-time 3)
    shift
    [ -z "$quick" ] || pace=(--quick)
    rm -rf "$place"
    for what in "$@"; do
        CRITERION_HOME=$PWD/$place cargo bench --locked -p "tilebench-${what%:*}" --bench "${what#*:}" -- "${pace[@]}"
    done
}

# timed NAME COMMAND...: writes the output to NAME.out, and wall-clock seconds, processor seconds, peak memory (KiB) and
# disk writes (512 bytes each) to NAME.time.
timed() {
    local name=$folder/$1
    shift
    /usr/bin/time -q -o "$name.time" -f '%e %U %S %M %O' "$@" >"$name.out" 2>"$name.err" ||
        { cat "$name.err" >&2; return 1; }
}

# experiment NAME FILE SETTINGS...: executes all runs again, since times of different days are not comparable.
experiment() {
    local place=$folder/$1
    shift
    rm -rf "$place"
    "$tilebench" run "$@" --out "$place" --no-report
}

machine() {
    bench machine heuristics:machine
    {
        lscpu | sed -n 's/^\(Model name\|CPU(s)\|L1d cache\|L2 cache\|L3 cache\|Hypervisor vendor\): */\1\t/p'
        awk '/^MemTotal/ { printf "Memory\t%.1f GiB\n", $2 / 1048576 }' /proc/meminfo
        printf 'System\t%s\n' "$(uname -sr)"
        printf 'Huge pages\t%s\n' "$(cat /sys/kernel/mm/transparent_hugepage/enabled 2>/dev/null || echo unknown)"
        printf 'Compiler\t%s\n' "$(rustc --version)"
        printf 'Load average before\t%s\n' "$(cut -d' ' -f1-3 /proc/loadavg)"
        printf 'Date\t%s\n' "$(date -u +%F)"
    } >"$folder/machine.tsv"
    disk
}

# disk: bytes per second of sequential writes and reads in the scratch folder, without the system's cache if possible.
disk() {
    local file blocks=1024 begun between ended
    [ -z "$quick" ] || blocks=64
    file=$(mktemp -p "$scratch")
    begun=$(date +%s%N)
    dd if=/dev/zero of="$file" bs=1M count=$blocks conv=fdatasync status=none
    between=$(date +%s%N)
    dd if="$file" of=/dev/null bs=1M iflag=direct status=none 2>/dev/null ||
        dd if="$file" of=/dev/null bs=1M status=none
    ended=$(date +%s%N)
    rm -f "$file"
    awk -v bytes=$((blocks << 20)) -v written=$((between - begun)) -v read=$((ended - between)) \
        'BEGIN { printf "written\t%.0f\nread\t%.0f\n", 1e9 * bytes / written, 1e9 * bytes / read }' >"$folder/disk.tsv"
}

benches() {
    bench criterion kernels:idastar solvers:best_first heuristics:lookup methods:enumerate methods:strategy \
        solvers:closed solvers:lists puzzle:expansion heuristics:heuristics
}

speed() {
    local set=()
    [ -z "$quick" ] || set=(--set limits.nodes=200000)
    experiment speed experiments/speed.toml "${set[@]}"
    experiment korf100-databases experiments/korf100-databases.toml "${set[@]}"
}

korf() {
    local set=()
    [ -z "$quick" ] || set=(--set limits.nodes=1000000)
    rm -rf "$folder/korf-1985"
    timed korf-1985 "$tilebench" run experiments/korf-1985.toml "${set[@]}" --out "$folder/korf-1985" --no-report
}

astar() {
    local set=()
    [ -z "$quick" ] || set=(--set limits.nodes=200000)
    experiment astar-korf100 experiments/astar-korf100.toml "${set[@]}"
}

parallel() {
    bench parallel kernels:parallel | tee "$folder/parallel.out"
}

depths() {
    local depth=26 jobs
    [ -z "$quick" ] || depth=20
    for jobs in 1 2; do
        timed "depths-3x4-$jobs" "$tilebench" depths --rows 3 --cols 4 --check --jobs "$jobs"
    done
    local frontier=("$tilebench" depths --rows 4 --cols 4 --method frontier --max-depth "$depth" --scratch "$scratch")
    for jobs in 1 2; do
        timed "frontier-memory-$jobs" "${frontier[@]}" --memory-limit 8192 --jobs "$jobs"
        timed "frontier-disk-$jobs" "${frontier[@]}" --memory-limit 256 --disk-limit 20000 --jobs "$jobs"
    done
}

tables() {
    local jobs folder_of_tables=$scratch/performance-tables large=(pdb:1,2,3,5,6,7,8 --rows 5 --cols 5)
    [ -z "$quick" ] || large=(pdb:1,2,5,6 --rows 5 --cols 5)
    # built NAME ARGUMENTS...: the bytes of the tables are written to NAME.bytes.
    built() {
        local name=$1
        shift
        rm -rf "$folder_of_tables"
        RAYON_NUM_THREADS=$jobs timed "$name" "$tilebench" pdb build "$@" --tables "$folder_of_tables"
        du -cb "$folder_of_tables"/*.table | awk 'END { print $1 }' >"$folder/$name.bytes"
    }
    for jobs in 1 2; do
        built "tables-4x4-$jobs" pdb-7-8
        built "tables-5x5-$jobs" "${large[@]}"
        built "tables-small-$jobs" pdb-small+zero-aware --rows 5 --cols 5
    done
    rm -rf "$folder_of_tables"
}

# counted LAST_LEVEL ARGUMENTS...: instructions, misses of the first-level and of the last-level cache, mispredicted
# branches, nodes generated and expanded. The caches are the same on every machine: 32 KiB and LAST_LEVEL bytes.
counted() {
    local last=$1
    shift
    valgrind --tool=cachegrind --cachegrind-out-file=/dev/null --branch-sim=yes --I1=32768,8,64 --D1=32768,8,64 \
        --LL="$last,16,64" "$program" "$@" >"$folder/counted.out" 2>"$folder/counted.err" ||
        { cat "$folder/counted.err" >&2; return 1; }
    awk '{ gsub(",", "") }
        /I +refs:/ { i = $4 } /D1 +misses:/ { d = $4 } /LLd misses:/ { l = $4 } /Mispredicts:/ { m = $3 }
        END { printf "%s\t%s\t%s\t%s\t", i, d, l, m }' "$folder/counted.err"
    tr ' ' '\t' <"$folder/counted.out"
}

# The instance one move from the goal measures the program around the search, which is subtracted.
misses() {
    local name level program=${CARGO_TARGET_DIR:-target}/release/examples/misses row board=long
    [ -z "$quick" ] || board=small
    cargo build --release --locked -p tilebench-kernels --example misses
    "$tilebench" pdb build pdb-6-6-3
    "$tilebench" pdb build pdb-7-8
    : >"$folder/misses.tsv.new"
    "$program" | while read -r name; do
        for level in 1048576 33554432; do
            row=$(counted $level "$name" $board)
            printf '%s\t%s\tfar\t%s\n' "$name" "$level" "$row" | tee -a "$folder/misses.tsv.new"
            row=$(counted $level "$name" near)
            printf '%s\t%s\tnear\t%s\n' "$name" "$level" "$row" >>"$folder/misses.tsv.new"
        done
    done
    mv "$folder/misses.tsv.new" "$folder/misses.tsv"
}

harness() {
    local boards=5000
    [ -z "$quick" ] || boards=50
    ./scripts/overhead.sh | tee "$folder/overhead.md"
    rm -rf "$folder/hundred-thousand"
    ./scripts/million.sh $boards "$folder/hundred-thousand" | tee "$folder/million.md"
}

build() {
    local target
    target=$(mktemp -d)
    ./scripts/timings.sh "$target" | tee "$folder/timings.md"
    rm -rf "$target"
}

# chart NAME ARGUMENTS...: the arguments after `tilebench plot FOLDER`. If the runs of a chart are missing, the others
# are still drawn.
chart() {
    local place=$charts/performance-$1
    shift
    "$tilebench" plot "$folder/speed" "$@" --out "$place" >/dev/null || { failed=1; return 0; }
    # The page shows the vector files; the same command draws the others.
    rm -f "$place.png"
    echo "$place.svg"
}

charts() {
    local heuristic long='generated > 100000'
    local sizes='algorithm != "idastar" && algorithm != "bfs" && algorithm != "bfidastar"'
    local few='algorithm != "astar" && algorithm != "staged" && algorithm != "strategy" && algorithm != "bfidastar"'
    few+=' && solver != "wastar manhattan w=2 store=plain" && solver != "wastar manhattan w=2 store=plain queue=bucket"'
    few+=' && solver != "wastar manhattan w=2 store=plain queue=entry-heap"'
    local alone='solver != "idastar manhattan threads=2" && solver != "idastar linear-conflict threads=2"'
    [ -z "$quick" ] || long='generated > 1000'
    chart rates box --pool --x nodes_per_s --filter "$long" --title 'Nodes per second, runs with many nodes'
    chart length-nodes line --set korf100 --x optimal --y generated --group solver \
        --filter "algorithm == \"idastar\" && $alone"
    chart length-time line --set korf100 --x optimal --y wall_s --group solver \
        --filter "$alone && $few"
    for heuristic in manhattan linear-conflict; do
        chart "cores-$heuristic" ratio --set korf100 --x generated --y wall_s --filter "$long" \
            --between "idastar $heuristic" "idastar $heuristic threads=2"
    done
    chart size-time line --pool --x cols --y wall_s --group solver --filter "set != \"korf100\" && $sizes" \
        --title 'Time by the side of the board, random instances'
    chart size-length line --pool --x cols --y length --group solver --filter "set != \"korf100\" && $sizes" \
        --title 'Moves by the side of the board, random instances'
}

write() {
    local failed=0
    PYTHONDONTWRITEBYTECODE=1 python3 scripts/performance "$folder" "$page"
    charts
    return $failed
}

steps=("$@")
[ $# -gt 0 ] || steps=(machine benches experiment korf parallel depths tables misses harness write)
for step in "${steps[@]}"; do
    case $step in
    machine | benches | experiment | korf | parallel | depths | tables | misses | harness | write | astar | build) ;;
    *)
        sed -n 's/^#   /    /p' "$0" >&2
        echo "unknown step '$step'" >&2
        exit 2
        ;;
    esac
done
[ -n "${PERFORMANCE_PROGRAM:-}" ] || cargo build --release --locked -p tilebench-cli
# Several steps are executed as separate processes, so that a failure does not stop the others.
if [ ${#steps[@]} -gt 1 ]; then
    failed=()
    for step in "${steps[@]}"; do
        PERFORMANCE_PROGRAM=$tilebench "./scripts/performance.sh" "$step" || failed+=("$step")
    done
    [ ${#failed[@]} -eq 0 ] || { echo "failed: ${failed[*]}" >&2; exit 1; }
    exit
fi
step=${steps[0]}
printf '== %s (load average %s)\n' "$step" "$(cut -d' ' -f1-3 /proc/loadavg)"
case $step in
experiment) speed ;;
*) "$step" ;;
esac
printf '== %s took %s s\n' "$step" "$SECONDS"
