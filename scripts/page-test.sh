#!/usr/bin/env bash
# Tests the page of a report in a headless Chromium: sorts, filters, uses the charts, opens a run, plays it to the goal.
#
# Usage: scripts/page-test.sh [PROGRAM [SCREENSHOTS]]. Chromium is a package of the distribution (chromium), and axe-core, which
# checks the accessibility, one of npm; they are installed if possible. Without one of them, the script
# reports this and succeeds, but fails if CI is true and packages can be installed. It needs Python 3 and bash.
set -euo pipefail
cd "$(dirname "$0")/.."

skip() { echo "skipped, the page is not tested: $1"; exit 0; }

browser() { type -P chromium chromium-browser google-chrome | head -n 1; }

type python3 >/dev/null 2>&1 || skip "python3 is not installed"
if [ -z "$(browser)" ]; then
    [ "$(id -u)" = 0 ] && type apt-get >/dev/null 2>&1 || skip "Chromium is not installed and cannot be installed"
    export DEBIAN_FRONTEND=noninteractive
    { apt-get update && apt-get install -y --no-install-recommends chromium; } >/dev/null 2>&1 || true
    if [ -z "$(browser)" ] && [ "${CI:-}" = true ]; then
        echo "error: the package chromium cannot be installed: install it, or run without CI=true" >&2
        exit 1
    fi
    [ -n "$(browser)" ] || skip "Chromium is not installed, and its package is not available"
fi

target=${CARGO_TARGET_DIR:-target}
axe=$target/tools/axe-core-4.14.1/package/axe.min.js
if [ ! -f "$axe" ]; then
    if ! type npm >/dev/null 2>&1 && [ "$(id -u)" = 0 ] && type apt-get >/dev/null 2>&1; then
        { apt-get update && apt-get install -y --no-install-recommends npm; } >/dev/null 2>&1 || true
    fi
    store=$target/tools/axe-core-4.14.1
    mkdir -p "$store"
    if npm pack --silent --pack-destination "$store" axe-core@4.14.1 >/dev/null 2>&1; then
        tar -xzf "$store"/axe-core-*.tgz -C "$store"
    elif [ "${CI:-}" = true ]; then
        echo "error: the package axe-core cannot be installed by npm: install npm, or run without CI=true" >&2
        exit 1
    else
        echo "skipped, the accessibility of the page is not checked by axe-core: npm cannot install it"
        axe=-
    fi
fi
program=${1:-}
for built in "$target/release/tilebench" "$target/debug/tilebench"; do
    if [ -z "$program" ] && [ -x "$built" ]; then program=$built; fi
done
if [ -z "$program" ]; then
    cargo build --release --locked -p tilebench-cli
    program=$target/release/tilebench
fi

place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT

# execute NAME: runs the experiment on the standard input; its result folder is NAME.
execute() {
    cat >"$place/$1.toml"
    "$program" run "$place/$1.toml" --out "$place/$1" >"$place/log" 2>&1 || { cat "$place/log" >&2; exit 1; }
}

execute page <<'END'
# Solved and stopped runs, with a proof, with a bound and without, on two board sizes, with several seeds.
name = "page"
question = "Which search generates the fewest nodes on small boards?"
instances = ["random:3x3:12:seed=1"]
seed = 1

[limits]
nodes = 20_000

[[solver]]
algorithm = "idastar"
heuristic = ["manhattan", "linear-conflict"]

[[solver]]
algorithm = "wastar"
heuristic = "manhattan"
weight = ["3/2", 3]

[[solver]]
algorithm = "bfs"

[[solver]]
algorithm = "idastar"
heuristic = "manhattan"
order = "shuffle"
seeds = "1-3"
instances = ["random:2x3:2:seed=1"]
END
execute large <<'END'
# The number of runs that a page must hold in 3 MB.
name = "large"
instances = ["random:3x3:2500:seed=1"]
seed = 1

[execution]
isolation = "thread"

[limits]
nodes = 5_000

[[solver]]
algorithm = "idastar"
heuristic = ["manhattan", "linear-conflict"]

[[solver]]
algorithm = "wastar"
heuristic = "manhattan"
weight = ["3/2", 3]
END
execute huge <<'END'
# More runs than a page can embed as objects, and more configurations than a chart can distinguish.
name = "huge"
instances = ["random:3x3:5000:seed=1"]
seed = 1

[execution]
isolation = "thread"

[limits]
nodes = 5_000

[[solver]]
algorithm = "idastar"
heuristic = ["manhattan", "linear-conflict", "inversion-distance"]

[[solver]]
algorithm = ["wastar"]
heuristic = ["manhattan", "linear-conflict", "inversion-distance"]
weight = ["3/2", 2, 3]
END
execute anytime <<'END'
# Runs that find several solutions.
name = "anytime"
instances = ["random:3x3:3:seed=1"]

[[solver]]
algorithm = "arastar"
heuristic = "manhattan"
initial-weight = 5
END
execute stacks <<'END'
# Runs of another domain than tiles.
name = "stacks"
instances = ["pancake:7:12:seed=1"]

[[solver]]
algorithm = ["astar", "mm"]
heuristic = "gap"
END
python3 -B scripts/page-test "$program" "$(browser)" "$place/page" "$place/large" "$place/huge" "$place/anytime" "$place/stacks" \
    "$axe" ${2:+"$2"}
