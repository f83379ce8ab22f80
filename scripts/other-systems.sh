#!/usr/bin/env bash
# Type-checks the whole program for macOS and Windows. Nothing is linked or run, so that no linker and no library of these systems is
# needed, and the C parts of dependencies are not compiled: the compiler is replaced by `true`.
#
# Usage: scripts/other-systems.sh. The standard libraries are installed by rustup; if it does not have them, the script reports this
# and succeeds.
set -euo pipefail
cd "$(dirname "$0")/.."
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-target}/other-systems SDKROOT=/
for triple in aarch64-apple-darwin x86_64-pc-windows-gnu; do
    if ! rustup target add "$triple" >/dev/null 2>&1; then
        echo "skipped, the program is not checked for $triple: rustup has no standard library for it"
        continue
    fi
    export "CC_${triple//-/_}=true" "AR_${triple//-/_}=true"
    cargo check --locked --quiet --target "$triple" -p tilebench-cli 2> >(grep -v 'Compiler family detection failed' >&2)
    echo "the whole program type-checks for $triple"
done
