# Everyday commands; `just` lists them.
default:
    @just --list

# What continuous integration runs, exactly.
ci:
    ./scripts/ci.sh

# Formatting, lints and documentation.
check:
    cargo fmt --all --check
    cargo clippy --workspace --all-targets --locked -- -D warnings
    RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --locked

# All tests.
test:
    cargo test --workspace --locked

# The tests of what searches: nothing heavy is compiled for them.
test-hot:
    cargo test --locked -p tilebench-core -p tilebench-puzzle -p tilebench-heuristics -p tilebench-solvers -p tilebench-catalog -p tilebench-verify

# All benches, of structures, heuristics and IDA*.
bench:
    cargo bench --locked -p tilebench-solvers -p tilebench-heuristics

# The first thing to run: every solver family, three minutes at most.
quickstart:
    cargo run --release --locked -- run experiments/quickstart.toml

# The 1985 node counts, all 100 boards, checked.
korf-1985:
    cargo run --release --locked -- run experiments/korf-1985.toml
    ./scripts/check-korf-1985.sh results/korf-1985
