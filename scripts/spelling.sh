#!/usr/bin/env bash
# Checks the spelling of all files with typos, which it installs in target/tools: as a Python package, which is compiled already, or
# from source if Python has no venv.
set -euo pipefail
cd "$(dirname "$0")/.."
tools=$(realpath -m "${CARGO_TARGET_DIR:-target}")/tools
version=1.52.0
typos=$tools/spelling/bin/typos
if [ "$("$typos" --version 2>/dev/null)" != "typos-cli $version" ]; then
    rm -rf "$tools/spelling"
    if ! { python3 -m venv "$tools/spelling" && "$tools/spelling/bin/pip" install --quiet --disable-pip-version-check "typos==$version"; }; then
        cargo install --quiet --locked --debug --version "$version" --root "$tools/spelling" typos-cli
    fi
fi
"$typos"
