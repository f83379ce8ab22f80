//! The columns, a row each: first those of `runs.csv` in their order, then what follows from them.

use tilebench_record::{Proof, Status};

use super::{Column, Limit, Make, Scale, shortest};
use crate::expression::Cell;
use crate::search::branching_factor;

/// What most columns are; a row says where it differs.
const TEXT: Column =
    Column { name: "", title: "", scale: Scale::Text, of: |_| Cell::None, kept: None, limit: None, make: Make::Given };
const NUMBER: Column = Column { scale: Scale::Linear, ..TEXT };
const COUNTED: Column = Column { scale: Scale::Log, make: Make::Counted, ..TEXT };
const MEASURED: Column = Column { scale: Scale::LogSeconds, make: Make::Measured, ..TEXT };

/// Every column.
pub(crate) const ALL: &[Column] = &[
    Column { name: "run_id", title: "run", of: |run| text(&run.run_id), ..TEXT },
    Column { name: "experiment", title: "experiment", of: |run| text(&run.experiment), ..TEXT },
    Column { name: "set", title: "instance set", of: |run| text(&run.set), ..TEXT },
    Column { name: "instance", title: "instance", of: |run| text(&run.instance), make: Make::OfInstance, ..TEXT },
    Column {
        name: "rows",
        title: "rows of the board",
        of: |run| Cell::Number(f64::from(run.rows)),
        kept: Some(|run| Some(f64::from(run.rows))),
        make: Make::OfInstance,
        ..NUMBER
    },
    Column {
        name: "cols",
        title: "columns of the board",
        of: |run| Cell::Number(f64::from(run.cols)),
        kept: Some(|run| Some(f64::from(run.cols))),
        make: Make::OfInstance,
        ..NUMBER
    },
    Column { name: "board", title: "start", of: |run| text(&run.board), make: Make::OfInstance, ..TEXT },
    Column { name: "goal", title: "goal", of: |run| text(&run.goal), make: Make::OfInstance, ..TEXT },
    Column { name: "solver", title: "configuration", of: |run| text(&run.solver), ..TEXT },
    Column { name: "algorithm", title: "algorithm", of: |run| text(&run.algorithm), ..TEXT },
    Column { name: "heuristic", title: "heuristic", of: |run| text(&run.heuristic), ..TEXT },
    Column {
        name: "weight",
        title: "weight",
        of: |run| text(&run.weight),
        kept: Some(|run| run.weight_value),
        ..NUMBER
    },
    Column { name: "order", title: "operator order", of: |run| text(&run.order), ..TEXT },
    Column { name: "seed", title: "seed", of: |run| Cell::Number(run.seed as f64), ..NUMBER },
    Column { name: "repeat", title: "repeat", of: |run| Cell::Number(f64::from(run.repeat)), ..NUMBER },
    Column { name: "status", title: "status", of: |run| text(run.status.name()), ..TEXT },
    Column { name: "proof", title: "proof", of: |run| text(run.proof.name()), ..TEXT },
    Column {
        name: "length",
        title: "solution length (moves)",
        of: |run| number(run.length.map(f64::from)),
        kept: Some(|run| run.length.map(f64::from)),
        make: Make::Answer,
        ..NUMBER
    },
    Column {
        name: "optimal",
        title: "shortest length (moves)",
        of: |run| number(run.optimal.map(f64::from)),
        kept: Some(|run| run.optimal.map(f64::from)),
        make: Make::OfInstance,
        ..NUMBER
    },
    Column {
        name: "h0",
        title: "h0, the estimate of the start (moves)",
        of: |run| number(run.h0.map(f64::from)),
        kept: Some(|run| run.h0.map(f64::from)),
        ..NUMBER
    },
    Column {
        name: "expanded",
        title: "nodes expanded",
        of: |run| count(run.expanded),
        kept: Some(|run| real(run.expanded)),
        ..COUNTED
    },
    Column {
        name: "generated",
        title: "nodes generated",
        of: |run| count(run.generated),
        kept: Some(|run| real(run.generated)),
        limit: Some(Limit { column: "node_limit", title: "node limit", factor: 1.0 }),
        ..COUNTED
    },
    Column { name: "reopened", title: "nodes reopened", of: |run| count(run.reopened), ..COUNTED },
    Column { name: "evaluated", title: "heuristic evaluations", of: |run| count(run.evaluated), ..COUNTED },
    Column { name: "iterations", title: "iterations", of: |run| count(run.iterations), make: Make::Counted, ..NUMBER },
    Column { name: "peak_open", title: "most nodes on the open list", of: |run| count(run.peak_open), ..COUNTED },
    Column { name: "peak_closed", title: "most nodes on the closed list", of: |run| count(run.peak_closed), ..COUNTED },
    Column {
        name: "peak_bytes",
        title: "most bytes of the algorithm's own structures",
        of: |run| count(run.peak_bytes),
        kept: Some(|run| real(run.peak_bytes)),
        limit: Some(Limit { column: "memory_limit_mb", title: "memory limit", factor: 1_048_576.0 }),
        ..COUNTED
    },
    Column {
        name: "peak_rss",
        title: "most bytes of the process",
        of: |run| number(run.peak_rss.map(|value| value as f64)),
        make: Make::Measured,
        ..COUNTED
    },
    Column { name: "setup_s", title: "time to build or load tables", of: |run| Cell::Number(run.setup_s), ..MEASURED },
    Column {
        name: "wall_s",
        title: "wall time of the search",
        of: |run| Cell::Number(run.wall_s),
        kept: Some(|run| Some(run.wall_s)),
        limit: Some(Limit { column: "time_limit_s", title: "time limit", factor: 1.0 }),
        ..MEASURED
    },
    Column {
        name: "cpu_s",
        title: "processor time of the search",
        of: |run| Cell::Number(run.cpu_s),
        limit: Some(Limit { column: "cpu_limit_s", title: "limit on processor time", factor: 1.0 }),
        ..MEASURED
    },
    Column { name: "moves", title: "moves", of: |run| text(&run.moves), make: Make::Answer, ..TEXT },
    Column { name: "message", title: "message", of: |run| text(&run.message), ..TEXT },
    Column { name: "options", title: "options", of: |run| text(&run.options), ..TEXT },
    Column {
        name: "time_limit_s",
        title: "time limit",
        scale: Scale::LogSeconds,
        of: |run| number(run.time_limit_s),
        kept: Some(|run| run.time_limit_s),
        ..TEXT
    },
    Column {
        name: "node_limit",
        title: "node limit",
        scale: Scale::Log,
        of: |run| number(run.node_limit.map(|value| value as f64)),
        kept: Some(|run| run.node_limit.map(|nodes| nodes as f64)),
        ..TEXT
    },
    Column {
        name: "memory_limit_mb",
        title: "memory limit (MiB)",
        scale: Scale::Log,
        of: |run| number(run.memory_limit_mb.map(|value| value as f64)),
        ..TEXT
    },
    Column {
        name: "move_runs",
        title: "moves, equal ones in a row counted once",
        of: |run| number(run.move_runs.map(f64::from)),
        make: Make::Answer,
        ..NUMBER
    },
    Column {
        name: "table_slots",
        title: "slots of the hash table",
        of: |run| number(run.table_slots.map(|value| value as f64)),
        ..COUNTED
    },
    Column {
        name: "table_states",
        title: "states in the hash table",
        of: |run| number(run.table_states.map(|value| value as f64)),
        ..COUNTED
    },
    Column {
        name: "table_probes",
        title: "slots looked at for all states",
        of: |run| number(run.table_probes.map(|value| value as f64)),
        ..COUNTED
    },
    Column {
        name: "table_longest",
        title: "slots looked at for the last state",
        of: |run| number(run.table_longest.map(|value| value as f64)),
        ..COUNTED
    },
    Column {
        name: "disk_limit_mb",
        title: "limit on files (MiB)",
        scale: Scale::Log,
        of: |run| number(run.disk_limit_mb.map(|value| value as f64)),
        ..TEXT
    },
    Column {
        name: "peak_disk",
        title: "most bytes of files",
        of: |run| count(run.peak_disk),
        limit: Some(Limit { column: "disk_limit_mb", title: "limit on files", factor: 1_048_576.0 }),
        ..COUNTED
    },
    Column {
        name: "cpu_limit_s",
        title: "limit on processor time",
        scale: Scale::LogSeconds,
        of: |run| number(run.cpu_limit_s),
        ..TEXT
    },
    Column {
        name: "depth_limit",
        title: "limit on moves",
        of: |run| number(run.depth_limit.map(|value| value as f64)),
        ..NUMBER
    },
    Column {
        name: "ended_by",
        title: "means of the limit",
        of: |run| run.ended_by.map_or(Cell::None, |by| text(by.name())),
        ..TEXT
    },
    Column {
        name: "overshoot",
        title: "overshoot, in the limit's unit",
        of: |run| number(run.overshoot),
        make: Make::Measured,
        ..NUMBER
    },
    Column { name: "signal", title: "signal", of: |run| number(run.signal.map(f64::from)), ..NUMBER },
    Column {
        name: "instructions",
        title: "instructions of the search",
        of: |run| number(run.instructions.map(|value| value as f64)),
        make: Make::Measured,
        ..COUNTED
    },
    Column {
        name: "suboptimality",
        title: "length / shortest length",
        of: |run| ratio(run.length.map(f64::from), run.optimal.map(f64::from)),
        kept: Some(|run| over(run.length.map(f64::from), run.optimal.map(f64::from))),
        make: Make::Answer,
        ..NUMBER
    },
    Column {
        name: "nodes_per_s",
        title: "nodes generated a second",
        of: |run| number(speed(run.generated, run.wall_s)),
        kept: Some(|run| speed(run.generated, run.wall_s)),
        make: Make::Measured,
        ..COUNTED
    },
    Column {
        name: "error",
        title: "shortest length - h0 (moves)",
        of: |run| number(error(run.optimal, run.h0)),
        kept: Some(|run| error(run.optimal, run.h0)),
        ..NUMBER
    },
    Column {
        name: "branching",
        title: "effective branching factor",
        of: |run| number(branching(run.generated, run.length)),
        kept: Some(|run| branching(run.generated, run.length)),
        make: Make::Answer,
        ..NUMBER
    },
    Column {
        name: "shortest",
        title: "shortest length, told or proved (moves)",
        of: |run| number(shortest(run).map(f64::from)),
        kept: Some(|run| {
            run.optimal
                .or(run.length.filter(|_| run.proof == Proof::Optimal && run.status == Status::Solved))
                .map(f64::from)
        }),
        make: Make::OfInstance,
        ..NUMBER
    },
];

fn text(text: &str) -> Cell<'_> {
    if text.is_empty() { Cell::None } else { Cell::Text(text.into()) }
}

fn number(value: Option<f64>) -> Cell<'static> {
    value.map_or(Cell::None, Cell::Number)
}

fn count(count: Option<u64>) -> Cell<'static> {
    number(real(count))
}

fn real(count: Option<u64>) -> Option<f64> {
    count.map(|count| count as f64)
}

fn ratio(top: Option<f64>, bottom: Option<f64>) -> Cell<'static> {
    number(over(top, bottom))
}

fn over(top: Option<f64>, bottom: Option<f64>) -> Option<f64> {
    Some(top? / bottom.filter(|bottom| *bottom > 0.0)?)
}

fn speed(generated: Option<u64>, wall_s: f64) -> Option<f64> {
    over(real(generated), Some(wall_s))
}

fn error(optimal: Option<u32>, h0: Option<u32>) -> Option<f64> {
    Some(f64::from(optimal?) - f64::from(h0?))
}

fn branching(generated: Option<u64>, length: Option<u32>) -> Option<f64> {
    branching_factor(generated?, length?)
}
