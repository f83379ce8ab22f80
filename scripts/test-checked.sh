#!/usr/bin/env bash
# The tests of the search crates, with overflow checks and debug assertions, which a release build omits. Examples in
# documentation and example programs are left to the release build. Without line tables this build is faster.
set -euo pipefail
cd "$(dirname "$0")/.."
hot=()
for package in core puzzle heuristics solvers kernels methods algorithms catalog verify testkit; do hot+=(-p "tilebench-$package"); done
export CARGO_PROFILE_DEV_DEBUG=false
cargo test --locked --lib --tests "${hot[@]}"
