#!/usr/bin/env bash
# Tests `tilebench submit` against a real Slurm: a controller and four nodes on loopback, in a temporary folder.
#
# Usage: scripts/slurm-test.sh [PROGRAM]. Slurm comes from the distribution's packages, which are installed if
# possible. If they are not available, the script reports this and succeeds. It has to be root, like Slurm.
set -euo pipefail
cd "$(dirname "$0")/.."
PATH=$PATH:/usr/sbin

skip() { echo "skipped, Slurm is not tested: $1"; exit 0; }

[ "$(id -u)" = 0 ] || skip "only root can start its daemons"
if ! type munged slurmctld slurmd sbatch squeue >/dev/null 2>&1; then
    type apt-get >/dev/null 2>&1 || skip "it is not installed, and apt-get is missing"
    export DEBIAN_FRONTEND=noninteractive
    { apt-get update && apt-get install -y --no-install-recommends \
        slurmctld slurmd slurm-client munge slurm-wlm-basic-plugins; } >/dev/null 2>&1 || skip "its packages are not available"
    if [ -d /run/systemd/system ]; then
        systemctl disable --now munge slurmctld slurmd >/dev/null 2>&1 || true
    fi
fi

target=${CARGO_TARGET_DIR:-target}
program=${1:-}
for built in "$target/release/tilebench" "$target/debug/tilebench"; do
    if [ -z "$program" ] && [ -x "$built" ]; then program=$built; fi
done
if [ -z "$program" ]; then
    cargo build --release --locked -p tilebench-cli
    program=$target/release/tilebench
fi
program=$(realpath "$program")

# --- A cluster ---------------------------------------------------------------------------------------------------

place=$(mktemp -d)
# The users of the daemons need access, which munge checks.
chmod 711 "$place"
nodes="n0 n1 n2 n3"

# Ends the processes of pid files, first by SIGTERM, then by SIGKILL.
stop() {
    local file pid pids=()
    for file in "$@"; do
        pid=$(cat "$file" 2>/dev/null) && kill "$pid" 2>/dev/null && pids+=("$pid")
    done
    for _ in $(seq 50); do
        kill -0 "${pids[@]}" 2>/dev/null || break
        sleep 0.1
    done
    for pid in "${pids[@]}"; do kill -KILL "$pid" 2>/dev/null; done
}

clean_up() {
    local code=$?
    trap '' INT TERM
    set +e
    if [ -e "$place/slurmctld.pid" ]; then
        timeout 5 scancel --user=root >/dev/null 2>&1
        for _ in $(seq 30); do
            [ -n "$(timeout 5 squeue --noheader 2>/dev/null)" ] || break
            sleep 0.5
        done
    fi
    stop "$place"/slurmd-*.pid "$place/slurmctld.pid"
    stop "$place/munged.pid"
    cd /
    rm -rf "$place"
    exit "$code"
}
trap clean_up EXIT
trap 'exit 1' INT TERM

port=$((20000 + RANDOM % 10000))
mkdir -p "$place/state" "$place/log" "$place/work"
for node in $nodes; do mkdir -p "$place/spool/$node"; done
# MaxArraySize is one more than the maximum number of tasks, 8.
cat >"$place/slurm.conf" <<CONF
ClusterName=test
SlurmctldHost=localhost(127.0.0.1)
SlurmctldPort=$port
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$place/munge.socket
MpiDefault=none
SwitchType=switch/none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
ReturnToService=2
SchedulerType=sched/backfill
SchedulerParameters=batch_sched_delay=0,sched_min_interval=0
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
JobAcctGatherType=jobacct_gather/none
JobCompType=jobcomp/none
AccountingStorageType=accounting_storage/none
StateSaveLocation=$place/state
SlurmdSpoolDir=$place/spool/%n
SlurmctldPidFile=$place/slurmctld.pid
SlurmdPidFile=$place/slurmd-%n.pid
SlurmctldLogFile=$place/log/slurmctld.log
SlurmdLogFile=$place/log/slurmd-%n.log
SlurmdParameters=config_overrides
SlurmdTimeout=10
MaxArraySize=9
KillWait=5
MinJobAge=300
MailProg=/bin/true
NodeName=n[0-3] NodeHostname=localhost NodeAddr=127.0.0.1 Port=[$((port + 1))-$((port + 4))] CPUs=2 RealMemory=8000 State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP DefMemPerCPU=1000
CONF
export SLURM_CONF=$place/slurm.conf

dd if=/dev/urandom of="$place/munge.key" bs=128 count=1 status=none
chmod 400 "$place/munge.key"
munged --force --socket="$place/munge.socket" --key-file="$place/munge.key" --pid-file="$place/munged.pid" \
    --log-file="$place/log/munged.log" --seed-file="$place/munged.seed" 2>"$place/log/munged.err"
slurmctld
for node in $nodes; do slurmd -N "$node"; done
for _ in $(seq 100); do
    idle=$(sinfo --noheader --states=idle --format=%D 2>/dev/null || true)
    [ "$idle" = 4 ] && break
    sleep 0.2
done
if [ "${idle:-}" != 4 ]; then
    echo "FAILED: Slurm did not come up" >&2
    tail -n 20 "$place"/log/* >&2
    exit 1
fi
echo "$(sbatch --version) with 4 nodes, $SECONDS s"

# --- The functions of the tests ----------------------------------------------------------------------------------

failures=0
# check WHAT COMMAND...: checks that the command succeeds.
check() {
    local what=$1
    shift
    if "$@"; then
        echo "ok: $what"
    else
        echo "FAILED: $what" >&2
        failures=$((failures + 1))
    fi
}

# Waits until all jobs have ended.
drain() {
    for _ in $(seq 1500); do
        [ -n "$(squeue --noheader)" ] || return 0
        sleep 0.2
    done
    echo "jobs did not end:" >&2
    squeue >&2
    return 1
}

# The rows of a file, sorted, without the columns that differ between executions of a run.
rows() {
    awk -F, -v drop=" setup_s wall_s cpu_s peak_rss overshoot instructions " '
        NR == 1 { for (at = 1; at <= NF; at++) dropped[at] = index(drop, " " $at " ") > 0 }
        /"/ { print "a quoted cell cannot be compared"; exit }
        { line = ""; for (at = 1; at <= NF; at++) if (!dropped[at]) line = line "," $at; print line }
    ' "$1" | sort
}
# The same without the memory, which differs if a search has work units.
rows_of_units() {
    local memory
    memory=$(head -n 1 "$1" | tr , '\n' | grep -nx peak_bytes | cut -d: -f1)
    rows <(cut -d, --complement -f"$memory" "$1")
}
same_rows() { diff <(rows "$1") <(rows "$2") >&2; }
# The number of runs in a file of rows, and the number of different ones.
count() { tail -q -n +2 "$@" | wc -l; }
distinct() { tail -q -n +2 "$@" | cut -d, -f1 | sort -u | wc -l; }
# All files below a folder, with their contents.
everything() { find "$1" -type f -exec cksum {} + | sort; find "$1" | sort; }
# A number of the total of `tilebench status`.
total() { "$program" status "$1" --json | sed -n '/^  "total"/,$ s/^ *"'"$2"'": \([0-9]*\).*/\1/p'; }
has() { grep -q -- "$2" <<<"$1"; }

cd "$place/work"
cat >small.toml <<'TOML'
name = "small"
instances = ["walk:3x3:k=20:20"]
[limits]
time_s = 20
memory_mib = 256
[[solver]]
algorithm = "idastar"
heuristic = "manhattan"
[[solver]]
algorithm = "astar"
heuristic = "linear-conflict"
TOML
# No solver solves these within the limit: every run takes the whole time.
cat >slow.toml <<'TOML'
name = "slow"
instances = ["random:5x5:40"]
[limits]
time_s = 1
[[solver]]
algorithm = "idastar"
heuristic = "manhattan"
TOML
"$program" run small.toml --out alone --no-report --jobs 1 >/dev/null 2>&1

# --- A dry run ---------------------------------------------------------------------------------------------------

before=$(everything .)
script=$("$program" submit small.toml --dry-run --shards 20)
check "a dry run writes nothing" [ "$before" = "$(everything .)" ]
check "a dry run submits nothing" [ -z "$(squeue --noheader)" ]
check "a dry run prints a script that bash accepts" bash -n <<<"$script"
check "the cluster's own cap is kept: 20 shards are an array of 8" has "$script" ' --array=1-8 '

code=0
error=$("$program" submit small.toml --out results/refused --option=--mem=999999M 2>&1 >/dev/null) || code=$?
check "a refusal by Slurm is reported in one line, with exit code 1" [ "$code $(wc -l <<<"$error")" = "1 1" ]
check "and with Slurm's reason" has "$error" "^error: slurm rejected the job: sbatch: error: "

# --- Alone and as an array of 8 ----------------------------------------------------------------------------------

output=$("$program" submit small.toml --shards 8)
echo "$output"
check "8 shards are an array of 8" has "$output" "an array of 8"
drain
check "40 runs as an array of 8 have the rows of the same experiment run alone" \
    same_rows alone/runs.csv results/small/runs.csv
check "and its iterations" same_rows alone/iterations.csv results/small/iterations.csv
check "there are 40 of them, each once" [ "$(count results/small/runs.csv) $(distinct results/small/runs.csv)" = "40 40" ]
check "the dependent job wrote the report" [ -s results/small/index.html ]
before=$(everything results)
output=$("$program" submit small.toml)
check "if all runs are recorded, submitting again does nothing" has "$output" "every run is recorded"
check "and nothing written" [ "$before" = "$(everything results)" ]

# --- A cap below the shards --------------------------------------------------------------------------------------

output=$("$program" submit small.toml --shards 8 --array-cap 3 --out results/capped)
check "with a cap of 3, 8 shards are an array of 3" has "$output" "an array of 3"
drain
check "3 tasks ran" [ "$(find results/capped.shards/log -name '*-[0-9].txt' | wc -l)" = 3 ]
check "all 8 shards were run" [ "$(find results/capped.shards -name runs.csv | wc -l)" = 8 ]
check "their rows are those of the experiment run alone" same_rows alone/runs.csv results/capped/runs.csv

# --- Cancelled midway, and submitted again -----------------------------------------------------------------------

shards=results/slow.shards
output=$("$program" submit slow.toml --shards 8)
code=0
error=$("$program" submit slow.toml 2>&1) || code=$?
check "a second submission of running shards is refused, with exit code 2" [ $code = 2 ]
check "and says so" has "$error" "^error: .*\(is being written\|is still on the cluster, as job\)"
for _ in $(seq 150); do
    compgen -G "$shards/*/runs.csv" >/dev/null && [ "$(count $shards/*/runs.csv)" -ge 10 ] && break
    sleep 0.1
done
check "status says that shards are running" [ "$(total $shards running)" -ge 1 ]
scancel --name=slow
drain
done=$(total $shards done)
missing=$(total $shards missing)
echo "cancelled: $done done, $missing missing"
check "the cancelled job left some runs done and some missing" [ "$done" -ge 10 -a "$missing" -ge 1 ]
check "status counts every run of the plan" [ $((done + missing)) = 40 ]
check "the recorded runs were merged" [ "$(count results/slow/runs.csv)" = "$done" ]
cp -r $shards before
output=$("$program" submit slow.toml)
echo "$output"
check "submitted again, the job executes the missing runs" has "$output" ": $missing runs"
drain
check "every run was executed exactly once" [ "$(count $shards/*/runs.csv) $(distinct $shards/*/runs.csv)" = "40 40" ]
untouched() {
    local file
    for file in before/*/runs.csv; do
        cmp -s -n "$(stat -c %s "$file")" "$file" "$shards/${file#before/}" || return 1
    done
}
check "the earlier rows are unchanged, byte for byte" untouched
check "all are merged" [ "$(count results/slow/runs.csv) $(distinct results/slow/runs.csv)" = "40 40" ]
check "the report is written" [ -s results/slow/index.html ]
check "status counts nothing as missing" [ "$(total $shards missing)" = 0 ]

# --- The script, by hand -----------------------------------------------------------------------------------------

before=$(cksum $shards/*/runs.csv)
rm -r results/slow
bash $shards/submit.sh
drain
check "the script submitted by hand executes no run again" [ "$before" = "$(cksum $shards/*/runs.csv)" ]
check "and merges and reports" [ "$(count results/slow/runs.csv) $(find results/slow -name index.html | wc -l)" = "40 1" ]

# --- One hard instance, while two nodes of four are killed -------------------------------------------------------

cat >hard.toml <<'TOML'
name = "hard"
instances = [{ set = "korf100", ids = "1" }]
[[solver]]
algorithm = "idastar"
heuristic = "manhattan"
kernel = "plain"
TOML
"$program" run hard.toml --out one-core --no-report --jobs 1 --set execution.checkpoint=false >/dev/null 2>&1

# The files of the parts that processes have finished.
parts() { find results/hard/units -name '*.csv' ! -name split.csv; }
# Kills the processes of a node: its daemon, and all with its name in their environment.
kill_node() {
    local environ
    kill -KILL "$(cat "$place/slurmd-$1.pid")"
    for environ in /proc/[0-9]*/environ; do
        if grep -qzx "SLURMD_NODENAME=$1" "$environ" 2>/dev/null && grep -qzx "SLURM_CONF=$SLURM_CONF" "$environ"; then
            environ=${environ#/proc/}
            kill -KILL "${environ%/environ}" 2>/dev/null || true
        fi
    done
}

output=$("$program" submit hard.toml --shards 4)
echo "$output"
check "a single run of IDA* is submitted by its work units" has "$output" "the work units of 1 run, an array of 4"
for _ in $(seq 600); do
    [ "$(parts 2>/dev/null | wc -l)" -ge 4 ] && break
    sleep 0.1
done
check "four tasks search units of one iteration" [ "$(parts | xargs -n1 dirname | sort | uniq -c | sort -n | tail -1 | awk '{ print $1 }')" -ge 4 ]
kill_node n1
kill_node n2
check "the run was not recorded when two nodes were killed" [ ! -e results/hard/runs.csv ]
check "status states the units that are done" has "$("$program" status results/hard 2>&1 | tail -1)" "units done"
drain
check "the row is that of one core" [ "$(rows_of_units one-core/runs.csv)" = "$(rows_of_units results/hard/runs.csv)" ]
check "and its iterations" same_rows one-core/iterations.csv results/hard/iterations.csv
check "the report is written" [ -s results/hard/index.html ]
output=$("$program" submit hard.toml)
check "if the run is recorded, submitting again does nothing" has "$output" "every run is recorded"

if [ "$failures" -gt 0 ]; then
    tail -n 5 results/*.shards/log/* results/hard/units/log/* >&2 || true
    echo "$failures failed, $SECONDS s" >&2
    exit 1
fi
echo "all tests with Slurm passed, $SECONDS s"
