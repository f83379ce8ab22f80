#!/usr/bin/env bash
# Type-checks the whole program for macOS and Linux on aarch64, and Windows on x86-64. Nothing is linked or run, so that no
# linker and no library of these systems is needed, and the C parts of dependencies are not compiled: the compiler is replaced by `true`.
#
# Usage: scripts/other-systems.sh. The standard libraries are installed by rustup; if it does not have them, the script reports this
# and succeeds.
set -euo pipefail
cd "$(dirname "$0")/.."
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-target}/other-systems SDKROOT=/
triples=()
for triple in aarch64-apple-darwin x86_64-pc-windows-gnu aarch64-unknown-linux-gnu; do
    if ! rustup target add "$triple" >/dev/null 2>&1; then
        echo "skipped, the program is not checked for $triple: rustup has no standard library for it"
        continue
    fi
    export "CC_${triple//-/_}=true" "AR_${triple//-/_}=true"
    triples+=("$triple")
done
[ "${#triples[@]}" -gt 0 ] || exit 0
# Together, so that all cores are busy.
cargo check --locked --quiet "${triples[@]/#/--target=}" -p tilebench-cli 2> >(grep -v 'Compiler family detection failed' >&2)
echo "the whole program type-checks for ${triples[*]}"
