#!/usr/bin/env bash
# Type-checks the whole program for macOS on aarch64 and Windows on x86-64, and for Linux on aarch64 the runner with all that it
# runs: the report and the commands have no line that depends on the processor. Nothing is linked or run, so that no linker and no
# library of these systems is needed, and the C parts of dependencies are not compiled: the compiler is replaced by `true`.
#
# Usage: scripts/other-systems.sh. The standard libraries are installed by rustup; if it does not have them, the script reports this
# and succeeds.
set -euo pipefail
cd "$(dirname "$0")/.."
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-target}/other-systems SDKROOT=/

# check PACKAGE TRIPLE...: type-checks a package for several systems together, so that all cores are busy.
check() {
    local package=$1 triple triples=()
    shift
    for triple in "$@"; do
        if ! rustup target add "$triple" >/dev/null 2>&1; then
            echo "skipped, $package is not checked for $triple: rustup has no standard library for it"
            continue
        fi
        export "CC_${triple//-/_}=true" "AR_${triple//-/_}=true"
        triples+=("$triple")
    done
    [ "${#triples[@]}" -gt 0 ] || return 0
    cargo check --locked --quiet "${triples[@]/#/--target=}" -p "$package" 2> >(grep -v 'Compiler family detection failed' >&2)
    echo "$package type-checks for ${triples[*]}"
}

check tilebench-cli aarch64-apple-darwin x86_64-pc-windows-gnu
check tilebench-runner aarch64-unknown-linux-gnu
