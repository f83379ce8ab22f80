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
    cargo test --release --workspace --locked

# The tests of the search crates, with overflow checks and debug assertions; no large dependency is compiled for them.
test-checked:
    ./scripts/test-checked.sh

# Performs the recipes of CONTRIBUTING.md as written, on a copy of the tree.
recipes:
    ./scripts/recipes.sh

# The example crates of users: the commands of their READMEs, and the seconds until a changed line is built and solving.
own-crates:
    ./scripts/own-crates.sh

# Builds the program incrementally: after its first build, a changed algorithm is built in 15 seconds and a changed heuristic in 12 to 20.
edit:
    ./scripts/edit.sh

# The seconds in which `just edit` builds a changed line of an algorithm and of a heuristic.
edit-seconds:
    ./scripts/edit.sh --measure

# Packs the program with manual pages, completions and licences, with checksums, and tests the package. Packs every crate, too.
package folder="target/package":
    ./scripts/package.sh {{folder}}
    cargo package --workspace --exclude 'own-*' --no-verify --allow-dirty --exclude-lockfile --quiet

# The tests of the search crates for aarch64 Linux under emulation; with --program, the program is also built and run.
aarch64 *arguments:
    ./scripts/aarch64.sh {{arguments}}

# The whole program, type-checked for macOS and Windows, and the runner for Linux on aarch64.
other-systems:
    ./scripts/other-systems.sh

# Kills the runner five hundred times at random moments, and counts lost rows and remaining processes.
kills:
    TILEBENCH_KILLS=500 cargo test --release --locked -p tilebench-cli --test kill -- --nocapture

# All benches: expansion, heuristics, look-ups, table construction, lists, searches, enumeration.
bench:
    cargo bench --locked -p tilebench-puzzle -p tilebench-heuristics -p tilebench-solvers -p tilebench-kernels -p tilebench-methods

# `tilebench submit` with a real Slurm of four nodes on this machine, half a minute; as root.
slurm:
    cargo build --release --locked
    ./scripts/slurm-test.sh

# One search by two processes on a network file system, two minutes; as root.
shared-folder:
    cargo build --release --locked
    ./scripts/shared-folder-test.sh

# The first experiment to run: seven kinds of search, at most three minutes.
quickstart:
    cargo run --release --locked -- run experiments/quickstart.toml

# The node counts of 1985, all 100 instances, checked.
korf-1985:
    cargo run --release --locked -- run experiments/korf-1985.toml
    ./scripts/check-korf-1985.sh results/korf-1985

# 22 heuristics on the Korf 100 and 1,000 random instances, ten minutes.
heuristics:
    cargo run --release --locked -- run experiments/heuristics.toml

# Pattern databases with every kind of look-up, six minutes, checked.
pattern-databases:
    cargo run --release --locked -- run experiments/pattern-databases.toml
    ./scripts/check-pattern-databases.sh results/pattern-databases

# The outcome of all reproductions, by the recorded runs. Writes docs/reproduction.md.
reproduction:
    cargo run --release --locked -- reproduce --all --no-run --write docs/reproduction.md

# The runs and the pictures of docs/gallery.md, two minutes.
gallery:
    cargo build --release --locked
    ./scripts/gallery.sh

# Compiles the tables and macros of a report if pdflatex is installed.
latex folder="results/quickstart":
    ./scripts/latex-test.sh target/release/tilebench {{folder}}

# The book, as a web site in target/book; installs mdBook in target/tools.
book:
    ./scripts/book.sh

# Tests the Python loader of result folders and executes its notebook, if Python has pandas, pyarrow and nbclient.
python folder="results/quickstart":
    ./scripts/python-test.sh target/release/tilebench {{folder}}

# The reference pages, from the tables of the program. Writes docs/experiment-file.md, docs/instances.md, docs/columns.md.
reference:
    cargo build --release --locked
    for page in experiment-file instances columns; do target/release/tilebench explain --page $page > docs/$page.md; done

# Seven published programs reproduced, with a verdict for each of their claims; twenty minutes. Writes docs/lineage.md.
lineage:
    cargo run --release --locked -- reproduce lineage
    mkdir -p docs/charts
    cp results/reproduce-lineage/report.md docs/lineage.md
    cp results/reproduce-lineage/charts/*.svg docs/charts/

# Checks a heuristic on all 239,500,800 states of the 11-puzzle, some minutes.
audit-3x4 heuristic:
    cargo run --release --locked -- audit '{{heuristic}}' --rows 3 --cols 4

# The cost of planning, sharding, executing, resuming and reporting a million runs, as a table; at most ten minutes. With
# 5000 boards it is a hundred thousand.
million boards="50000" folder="results/million":
    ./scripts/million.sh {{boards}} {{folder}}

# The overhead of a run, in threads and in workers, as a table; half a minute.
overhead:
    ./scripts/overhead.sh

# How often a program is reported as worse than itself, by `report --history` and `compare-programs`; five minutes on an
# idle machine. Fails above 5 %.
history-aa pairs="90" rounds="5":
    ./scripts/history-aa.sh {{pairs}} {{rounds}}

# Instructions per generated node of fixed searches, compared with docs/instructions.md; needs Valgrind.
instructions *arguments:
    ./scripts/instructions.sh {{arguments}}

# All tables and charts of docs/performance.md, or single steps: machine, benches, experiment, korf, parallel, depths,
# misses, harness, tables, write; astar and build only if named. Half an hour.
performance *steps:
    ./scripts/performance.sh {{steps}}

# The time of building from an empty target folder, in steps, and the slowest units; at most half an hour.
timings folder="target/timings":
    ./scripts/timings.sh {{folder}}
