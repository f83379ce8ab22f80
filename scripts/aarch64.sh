#!/usr/bin/env bash
# Tests the crates that search on aarch64 Linux under emulation, vector kernels included.
#
# Usage: scripts/aarch64.sh [--program]. With --program it also builds the program and solves a board with it. It needs qemu-user
# and a C cross compiler, which are packages of Debian, and the standard library for aarch64: from rustup if it has it, else from
# Debian's compiler, unpacked in the target folder. Packages are installed if possible; if they are not available, the script
# reports this and succeeds.
set -euo pipefail
cd "$(dirname "$0")/.."
triple=aarch64-unknown-linux-gnu
tree=$(realpath -m "${CARGO_TARGET_DIR:-target}")/aarch64

skip() { echo "skipped, aarch64 is not tested: $1"; exit 0; }

if ! type qemu-aarch64 aarch64-linux-gnu-gcc >/dev/null 2>&1 || [ ! -e /usr/aarch64-linux-gnu/lib/libc.so.6 ]; then
    [ "$(id -u)" = 0 ] && type apt-get >/dev/null 2>&1 || skip "qemu-user or the cross compiler is missing and cannot be installed"
    export DEBIAN_FRONTEND=noninteractive
    { apt-get update && apt-get install -y --no-install-recommends qemu-user gcc-aarch64-linux-gnu libc6-dev-arm64-cross; } \
        >/dev/null 2>&1 || skip "the packages qemu-user and gcc-aarch64-linux-gnu are not available"
fi

# has_library COMPILER...: whether it has the standard library for aarch64.
has_library() { [ -n "$(find "$("$@" --print sysroot)/lib/rustlib/$triple/lib" -name 'libstd-*.rlib' 2>/dev/null)" ]; }

if ! has_library rustc && ! rustup target add "$triple" >/dev/null 2>&1; then
    packages=(rustc-web libstd-rust-web-dev libstd-rust-web-dev:arm64)
    if [ ! -x "$tree/compiler/usr/bin/rustc" ]; then
        type dpkg >/dev/null 2>&1 || skip "rustup has no standard library for it, and this is not Debian"
        mkdir -p "$tree/packages"
        {
            # The packages conflict with rustup's compiler, so they are unpacked only. The versions of the libraries that the compiler
            # is linked with are in their names.
            dpkg --add-architecture arm64 && apt-get update &&
                mapfile -t libraries < <(apt-cache depends libstd-rust-web-dev | sed -nE 's/^ *Depends: (libstd-rust-web-[0-9.]+)$/\1/p') &&
                [ "${#libraries[@]}" -gt 0 ] &&
                mapfile -t llvm < <(apt-cache depends "${libraries[0]}" | sed -nE 's/^ *Depends: (libllvm[0-9]+)$/\1/p') &&
                (cd "$tree/packages" && apt-get download "${packages[@]}" "${libraries[@]}" "${llvm[@]}")
        } >/dev/null 2>&1 || skip "rustup has no standard library for it, and Debian's package rustc-web is not available"
        for package in "$tree"/packages/*.deb; do dpkg -x "$package" "$tree/compiler"; done
        rm -r "$tree/packages"
    fi
    export RUSTC=$tree/compiler/usr/bin/rustc LD_LIBRARY_PATH=$tree/compiler/usr/lib/x86_64-linux-gnu
    has_library "$RUSTC" || skip "the standard library for it was not found"
fi

export CARGO_TARGET_DIR=$tree/target
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER="qemu-aarch64 -L /usr/aarch64-linux-gnu"
export CC_aarch64_unknown_linux_gnu=aarch64-linux-gnu-gcc

packages=()
for package in core puzzle heuristics solvers kernels methods verify; do packages+=(-p "tilebench-$package"); done
cargo test --release --locked --target "$triple" --lib "${packages[@]}"

if [ "${1:-}" = --program ]; then
    cargo build --release --locked --target "$triple" -p tilebench-cli
    qemu-aarch64 -L /usr/aarch64-linux-gnu "$CARGO_TARGET_DIR/$triple/release/tilebench" \
        solve "14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15" --heuristic manhattan --option kernel=neon | tee "$tree/solved"
    grep -q "^generated   546,344$" "$tree/solved"
fi
