#!/usr/bin/env bash
# The tests of the search crates, with overflow checks and debug assertions, which a release build omits.
set -euo pipefail
cd "$(dirname "$0")/.."
hot=()
for package in core puzzle heuristics solvers kernels methods algorithms catalog verify testkit; do hot+=(-p "tilebench-$package"); done
cargo test --locked "${hot[@]}"
