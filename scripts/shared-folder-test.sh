#!/usr/bin/env bash
# Tests the work units of one search on a network file system: two processes that take each other for another machine, on two
# SSHFS mounts of one folder with separate caches. One of them is killed.
#
# Usage: scripts/shared-folder-test.sh [PROGRAM]. It takes two minutes, one of which is the time until the dead process is noticed.
# OpenSSH and SSHFS come from the distribution's packages, which are installed if possible. If they are not available, or FUSE is
# not, the script reports this and succeeds. It has to be root, to mount.
set -euo pipefail
cd "$(dirname "$0")/.."
PATH=$PATH:/usr/sbin

skip() { echo "skipped, shared folders are not tested: $1"; exit 0; }

[ "$(id -u)" = 0 ] || skip "only root can mount"
[ -c /dev/fuse ] || skip "this kernel has no FUSE"
if ! type sshd sshfs unshare >/dev/null 2>&1; then
    type apt-get >/dev/null 2>&1 || skip "SSHFS is not installed, and apt-get is missing"
    export DEBIAN_FRONTEND=noninteractive
    { apt-get update && apt-get install -y --no-install-recommends openssh-server openssh-client sshfs; } >/dev/null 2>&1 \
        || skip "its packages are not available"
    if [ -d /run/systemd/system ]; then systemctl disable --now ssh >/dev/null 2>&1 || true; fi
fi

target=${CARGO_TARGET_DIR:-target}
program=${1:-}
if [ -z "$program" ]; then
    cargo build --release --locked -p tilebench-cli
    program=$target/release/tilebench
fi
program=$(realpath "$program")

# --- A server and two mounts -------------------------------------------------------------------------------------

place=$(mktemp -d)
clean_up() {
    local code=$?
    set +e
    [ -z "${remote:-}" ] || pkill -KILL --parent "$remote" 2>/dev/null
    [ -z "${local_one:-}" ] || kill "$local_one" 2>/dev/null
    umount -l "$place/one" "$place/two" 2>/dev/null
    [ ! -e "$place/sshd.pid" ] || kill "$(cat "$place/sshd.pid")"
    rm -rf "$place"
    exit "$code"
}
trap clean_up EXIT
trap 'exit 1' INT TERM

mkdir -p "$place/shared" "$place/one" "$place/two" /run/sshd
ssh-keygen -q -t ed25519 -N "" -f "$place/host"
ssh-keygen -q -t ed25519 -N "" -f "$place/user"
port=$((20000 + RANDOM % 10000))
cat >"$place/sshd.conf" <<CONF
ListenAddress 127.0.0.1
Port $port
HostKey $place/host
AuthorizedKeysFile $place/user.pub
PidFile $place/sshd.pid
StrictModes no
PermitRootLogin prohibit-password
Subsystem sftp internal-sftp
CONF
"$(type -p sshd)" -f "$place/sshd.conf"
for mount in one two; do
    for _ in $(seq 50); do
        sshfs "root@127.0.0.1:$place/shared" "$place/$mount" -p "$port" \
            -o "IdentityFile=$place/user,UserKnownHostsFile=/dev/null,StrictHostKeyChecking=no,LogLevel=ERROR" 2>/dev/null && break
        sleep 0.1
    done
    mountpoint -q "$place/$mount" || { echo "FAILED: SSHFS did not mount the folder" >&2; exit 1; }
done
echo "two mounts of one folder, $SECONDS s"

# --- The search --------------------------------------------------------------------------------------------------

cat >"$place/hard.toml" <<'TOML'
name = "hard"
instances = [{ set = "korf100", ids = "82" }]
[execution]
jobs = 1
checkpoint = true
[[solver]]
algorithm = "idastar"
heuristic = "manhattan"
TOML
search() { "$program" run "$place/hard.toml" "$@" >"$place/log" 2>&1 || { cat "$place/log" >&2; return 1; }; }
# The columns of a file that do not depend on the time.
row() {
    awk -F, -v keep=" instance status proof length expanded generated iterations moves threshold " '
        NR == 1 { for (at = 1; at <= NF; at++) kept[at] = index(keep, " " $at " ") > 0 }
        { line = ""; for (at = 1; at <= NF; at++) if (kept[at]) line = line "," $at; print line }
    ' "$1"
}
# The finished parts of the process that writes the file, or of all.
parts() { find "$place/shared/hard/units" -name '*.csv' -not -name split.csv -exec tail -q -n +2 {} + 2>/dev/null | wc -l; }

search --out "$place/alone"
# In a process namespace of its own a process is taken for one of another machine.
unshare --pid --fork --kill-child --mount-proc "$program" run "$place/hard.toml" --units --out "$place/one/hard" \
    >"$place/remote.log" 2>&1 &
remote=$!
until [ "$(parts)" -ge 5 ]; do sleep 0.1; done
search --units --out "$place/two/hard" &
local_one=$!
before=$(parts)
until [ "$(parts)" -ge $((before + 100)) ]; do sleep 0.1; done
kill -0 "$remote" "$local_one" || { echo "FAILED: the search ended before a process was killed" >&2; exit 1; }
kill -KILL "$remote"
wait "$remote" 2>/dev/null || true
remote=
echo "one process killed after $(parts) parts, $SECONDS s"
wait "$local_one"
local_one=
echo "the other one finished the search, $SECONDS s"
search --out "$place/two/hard"

for file in runs.csv iterations.csv; do
    diff <(row "$place/alone/$file") <(row "$place/shared/hard/$file") >&2 \
        || { echo "FAILED: $file differs from that of one process" >&2; exit 1; }
done
writers=$(find "$place/shared/hard/units" -name '*.csv' -not -name split.csv -printf '%f\n' | sort -u | wc -l)
[ "$writers" -ge 2 ] || { echo "FAILED: only one process took units" >&2; exit 1; }
echo "ok: the row and the iterations of one process, $SECONDS s"
