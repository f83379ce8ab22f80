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

# The tests of what searches, with overflow checks and debug assertions: nothing heavy is compiled for them.
test-checked:
    ./scripts/test-checked.sh

# Kills the runner five hundred times at random moments, and counts what is lost and what is left.
kills:
    TILEBENCH_KILLS=500 cargo test --release --locked -p tilebench-cli --test kill -- --nocapture

# All benches: expansion, heuristics, look-ups, the building of tables, lists, searches, enumeration.
bench:
    cargo bench --locked -p tilebench-puzzle -p tilebench-heuristics -p tilebench-solvers -p tilebench-kernels -p tilebench-methods

# `tilebench submit` on a real Slurm of four nodes on this machine, half a minute; as root.
slurm:
    cargo build --release --locked
    ./scripts/slurm-test.sh

# The first thing to run: every solver family, three minutes at most.
quickstart:
    cargo run --release --locked -- run experiments/quickstart.toml

# The 1985 node counts, all 100 boards, checked.
korf-1985:
    cargo run --release --locked -- run experiments/korf-1985.toml
    ./scripts/check-korf-1985.sh results/korf-1985

# Every heuristic over the Korf 100 and 1,000 random boards, ten minutes.
heuristics:
    cargo run --release --locked -- run experiments/heuristics.toml

# What pattern databases do with every way of looking up, six minutes, checked.
pattern-databases:
    cargo run --release --locked -- run experiments/pattern-databases.toml
    ./scripts/check-pattern-databases.sh results/pattern-databases

# The outcome of everything that was reproduced, by the runs that are there. Writes docs/reproduction.md.
reproduction:
    cargo run --release --locked -- reproduce --all --no-run --write docs/reproduction.md

# The runs and the pictures of docs/gallery.md, two minutes.
gallery:
    cargo build --release --locked
    ./scripts/gallery.sh

# Compiles the tables and macros of a report where pdflatex is to be had.
latex folder="results/quickstart":
    ./scripts/latex-test.sh target/release/tilebench {{folder}}

# The reference pages, from the tables of the program. Writes docs/experiment-file.md, docs/instances.md, docs/columns.md.
reference:
    cargo build --release --locked
    for page in experiment-file instances columns; do target/release/tilebench explain --page $page > docs/$page.md; done

# Seven published programs run again, a verdict for each of their claims; twenty minutes. Writes docs/lineage.md.
lineage:
    cargo run --release --locked -- reproduce lineage
    mkdir -p docs/charts
    cp results/reproduce-lineage/report.md docs/lineage.md
    cp results/reproduce-lineage/charts/*.svg docs/charts/

# The claims of a heuristic on all 239,500,800 boards of the 11-puzzle, some minutes.
audit-3x4 heuristic:
    cargo run --release --locked -- audit '{{heuristic}}' --rows 3 --cols 4

# What a million runs cost to plan, shard, make, resume and report on; ten minutes at most, a table. With 5000 boards it
# is a hundred thousand.
million boards="50000" folder="results/million":
    ./scripts/million.sh {{boards}} {{folder}}

# What a run costs beside its search, in threads and in workers; half a minute, a table.
overhead:
    ./scripts/overhead.sh

# How often a program is told to be worse than itself, by `report --history` and `compare-programs`; five minutes on a
# machine with nothing else to do. Fails above 5 %.
history-aa pairs="90" rounds="5":
    ./scripts/history-aa.sh {{pairs}} {{rounds}}

# Instructions a generated node of fixed searches, compared with docs/instructions.md; needs Valgrind.
instructions *arguments:
    ./scripts/instructions.sh {{arguments}}

# All tables and charts of docs/performance.md, or of one of its steps: machine, benches, experiment, korf, parallel, depths,
# misses, harness, write; astar and build only when named. Half an hour.
performance *steps:
    ./scripts/performance.sh {{steps}}

# What building takes from an empty target folder, in steps, and the units that take longest; half an hour at most.
timings folder="target/timings":
    ./scripts/timings.sh {{folder}}
