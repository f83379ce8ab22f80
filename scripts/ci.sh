#!/usr/bin/env bash
# Continuous integration: lints, the quickstart, published counts of 24-puzzles, all tests, and the recipes of CONTRIBUTING.md.
set -euo pipefail
cd "$(dirname "$0")/.."
# Python packages that checks need are installed, and checks fail without them.
export CI=${CI:-true}
log=$(mktemp)
trap 'kill $(jobs -p) 2>/dev/null || true; rm -f "$log" "$log".*' EXIT

step() { printf '\n== %s (%s s so far)\n' "$1" "$SECONDS"; }

step "format"
cargo fmt --all --check

step "the search crates are built without polars"
for package in core puzzle heuristics solvers kernels methods algorithms pancake catalog verify; do
    if cargo tree --locked --edges normal,build,dev -p "tilebench-$package" | grep -qE '^[^a-z]*polars'; then
        echo "tilebench-$package pulls in polars" >&2
        exit 1
    fi
done

step "both commands of the README build one set of libraries"
features() { cargo tree --locked --prefix none --format '{p} {f}' "$@" | sed 's/ (\*)//' | sort -u; }
# A dependency of the program whose features differ from those of the tests would be built twice.
twice=$(comm -23 <(features --edges normal,build) <(features --workspace --edges normal,build,dev))
if [ -n "$twice" ]; then
    printf 'only the program has dependencies with these features; request the features of the tests in crates/cli/Cargo.toml:\n%s\n' "$twice" >&2
    exit 1
fi

step "spelling"
./scripts/spelling.sh

step "the edits of CONTRIBUTING.md"
./scripts/recipes.sh --edits

step "the book"
./scripts/book.sh

step "lints"
cargo clippy --workspace --all-targets --locked -- -D warnings

# Build scripts and procedural macros of the lints, which the steps for other systems need, too.
target=${CARGO_TARGET_DIR:-target}
mkdir -p "$target/other-systems"
(cd "$target" && find debug -name '*tilebench*' -prune -o -name .cargo-lock -prune -o -type f -print0 |
    xargs -0 cp -alf --parents -t other-systems)

# With the lowest priority, so that they take only the time in which the other steps leave a core idle. Their target folders are their own.
for_other_systems() {
    step "aarch64 under emulation, if its packages are available"
    ./scripts/aarch64.sh

    step "the program for macOS and Windows and the runner for Linux on aarch64, type-checked"
    ./scripts/other-systems.sh

    step "the steps for other systems are done"
}
(renice -n 19 "$BASHPID"; for_other_systems) >"$log.systems" 2>&1 &
systems=$!

step "documentation"
RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --locked --quiet

step "quickstart"
rm -rf results/quickstart
cargo run --release --locked -- run experiments/quickstart.toml
cargo run --release --locked --quiet -- verify results/quickstart

step "published counts of three 24-puzzles with six sets of databases"
published=$(mktemp -d)
cargo run --release --locked --quiet -- reproduce clausecker-reinefeld-2019 --instances 25,38,40 \
    --tables "$published/tables" --out "$published/results" | tee "$published/verdicts"
grep -q '^clausecker-reinefeld-2019: 7 exact, 6 not run$' "$published/verdicts"
rm -rf "$published"

step "tests"
cargo test --release --workspace --locked 2>&1 | tee "$log"

step "tests of the search crates, with overflow checks"
./scripts/test-checked.sh 2>&1 | tee "$log.checked"

# Most of these wait for other programs, so they run beside those that compile.
program=$target/release/tilebench
with_other_programs() {
    step "the page, if Chromium is available"
    ./scripts/page-test.sh "$program"

    step "the tables and charts of a report in LaTeX"
    ./scripts/latex-test.sh "$program" results/quickstart

    step "the Python loader and its notebook"
    ./scripts/python-test.sh "$program" results/quickstart

    step "Slurm, if its packages are available"
    ./scripts/slurm-test.sh "$program"

    step "one search on a network file system, if FUSE is available"
    ./scripts/shared-folder-test.sh "$program"

    step "the steps with other programs are done"
}
with_other_programs >"$log.programs" 2>&1 &
programs=$!

step "the package of the program, unpacked and run"
./scripts/package.sh "$target/package" "$program"

step "the packages of the crates"
cargo package --workspace --exclude 'own-*' --no-verify --allow-dirty --exclude-lockfile --quiet

step "the recipes of CONTRIBUTING.md"
./scripts/recipes.sh

# await NAME PROCESS: prints the log of steps that ran beside others, and fails if they did.
await() {
    local status=0
    wait "$2" || status=$?
    cat "$log.$1"
    return "$status"
}
await programs "$programs"
await systems "$systems"

# Alone, since it measures seconds.
step "crates of users"
./scripts/own-crates.sh

step "done"
for part in "$log" "$log.checked"; do
    awk '/^test result:/ { passed += $4; failed += $6 } END { printf "%d passed, %d failed\n", passed, failed }' "$part"
done
