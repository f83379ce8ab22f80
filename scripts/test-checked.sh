#!/usr/bin/env bash
# The tests of the crates that search, with overflow checks and debug assertions, which a release build leaves out.
set -euo pipefail
cd "$(dirname "$0")/.."
hot=()
for package in core puzzle heuristics solvers kernels methods catalog verify testkit; do hot+=(-p "tilebench-$package"); done
cargo test --locked "${hot[@]}"
