//! The columns of `runs.csv`, in the order of the fields of a [`Run`](super::Run).

use crate::Column;

const NO_PATH: &str = "no path was found";
const UNCOUNTED: &str = "the solver did not report it, or its process was killed";
const NO_LIMIT: &str = "there was no such limit";
const UNMEASURED: &str = "measure-table was not set";

pub(super) const COLUMNS: &[Column] = &[
    Column::text("run_id", "Hash of everything that determines the run; the last row with an id counts."),
    Column::text("experiment", "Name of the experiment."),
    Column::text("set", "Instance set: a built-in set, a rule, or a file."),
    Column::text("instance", "Id of the instance in its set."),
    Column::whole("rows", "cells", "Rows of the board."),
    Column::whole("cols", "cells", "Columns of the board."),
    Column::text("board", "Start: tiles in reading order, 0 is the blank."),
    Column::text("goal", "Goal: blank-first, blank-last, or tiles in reading order."),
    Column::text("solver", "Name of the configuration, unique in its experiment."),
    Column::text("algorithm", "Algorithm; command for an external solver."),
    Column::text("heuristic", "Heuristic.").empty("the algorithm takes none"),
    Column::text("weight", "Weight on the heuristic, as a decimal or an exact ratio such as 4/3.")
        .empty("the algorithm takes none"),
    Column::text("order", "Operator order: a permutation of U, L, R and D.").empty("the solver is external"),
    Column::whole("seed", "", "Seed of every random choice of the run."),
    Column::whole("repeat", "", "Repetition of the same run, counted from 1."),
    Column::one_of(
        "status",
        &[
            "solved",
            "unsolvable",
            "gave-up",
            "time-limit",
            "node-limit",
            "memory-limit",
            "depth-limit",
            "disk-limit",
            "crashed",
            "wrong",
            "unsupported",
            "cancelled",
        ],
        "How the run ended.",
    ),
    Column::one_of("proof", &["optimal", "bounded", "none"], "What the run proves about its length."),
    Column::whole("length", "moves", "Moves of the path found, replayed by the checker.").empty(NO_PATH),
    Column::whole("optimal", "moves", "Known length of a shortest path, from the instance set.")
        .empty("the set does not state it"),
    Column::whole("h0", "moves", "Heuristic value of the start.").empty("there is no heuristic, or it is unknown"),
    Column::whole("expanded", "nodes", "Nodes whose successors were produced, without the goal that ends the search.")
        .empty(UNCOUNTED),
    Column::whole(
        "generated",
        "nodes",
        "Successors produced, duplicates included and inverse moves excluded, plus 1 for the start.",
    )
    .empty(UNCOUNTED),
    Column::whole("reopened", "nodes", "Closed nodes that were put back on the open list.").empty(UNCOUNTED),
    Column::whole("evaluated", "nodes", "Heuristic evaluations.").empty(UNCOUNTED),
    Column::whole("iterations", "", "Iterations of iterative deepening, or stages.").empty(UNCOUNTED),
    Column::whole("peak_open", "nodes", "Maximum size of the open list.").empty(UNCOUNTED),
    Column::whole("peak_closed", "nodes", "Maximum size of the closed list.").empty(UNCOUNTED),
    Column::whole("peak_bytes", "bytes", "Maximum memory of the algorithm's own data structures.").empty(UNCOUNTED),
    Column::whole("peak_rss", "bytes", "Maximum resident memory of the process.")
        .empty("it is not known for this run alone"),
    Column::real("setup_s", "s", "Time to build or load tables, outside of the search."),
    Column::real("wall_s", "s", "Wall-clock time of the search; of an external solver, of the whole process."),
    Column::real("cpu_s", "s", "Processor time of the search, summed over its threads."),
    Column::text("moves", "Path found: moves of the blank, U, D, L and R.").empty(NO_PATH),
    Column::text("message", "What went wrong, in a sentence.").empty("there is nothing to say"),
    Column::text("options", "Options that differ from their defaults, as name=value separated by semicolons.")
        .empty("all are defaults"),
    Column::real("time_limit_s", "s", "Limit on wall-clock time.").empty(NO_LIMIT),
    Column::whole("node_limit", "nodes", "Limit on nodes generated.").empty(NO_LIMIT),
    Column::whole("memory_limit_mb", "MiB", "Limit on memory.").empty("the file states none"),
    Column::whole("move_runs", "moves", "Moves of the path found, equal ones in a row counted once.").empty(NO_PATH),
    Column::whole("table_slots", "", "Slots of the hash table at the end.").empty(UNMEASURED),
    Column::whole("table_states", "states", "States in the hash table at the end.").empty(UNMEASURED),
    Column::whole("table_probes", "", "Slots probed to find each of these states once, summed.").empty(UNMEASURED),
    Column::whole("table_longest", "", "Slots probed for the state that is found last.").empty(UNMEASURED),
    Column::whole("disk_limit_mb", "MiB", "Limit on the files of the search.").empty(NO_LIMIT),
    Column::whole("peak_disk", "bytes", "Maximum size of the files of the search."),
    Column::real("cpu_limit_s", "s", "Limit on processor time.").empty(NO_LIMIT),
    Column::whole("depth_limit", "moves", "Limit on the length of a path.").empty(NO_LIMIT),
    Column::one_of("ended_by", &["search", "late", "runner", "system"], "Who ended a run at a limit.")
        .empty("no limit ended it"),
    Column::real(
        "overshoot",
        "unit of the limit",
        "How far the run exceeded the limit that ended it: s, nodes, MiB or moves.",
    )
    .empty("no limit ended it, or it is unknown"),
    Column::whole("signal", "", "Signal that ended its process.").empty("none did"),
    Column::whole("instructions", "instructions", "Instructions of the search outside of the system's kernel.")
        .empty("they could not be counted"),
];
