//! `runs.parquet`: every run with every column of `runs.csv`, and its suboptimality.

use std::collections::HashMap;
use std::io::Write;

use anyhow::Context as _;
use tilebench_record::{EndedBy, Folder, Run};

use super::Rows;
use crate::export::value::Value;
use crate::frame::suboptimality;
use crate::proved::Proved;

/// A column: its name and its value of a run.
type Column = (&'static str, fn(&Run) -> Value);

/// The columns, in the order of `runs.csv`.
const COLUMNS: [Column; 52] = [
    ("run_id", |run| text(&run.run_id)),
    ("experiment", |run| text(&run.experiment)),
    ("set", |run| text(&run.set)),
    ("instance", |run| text(&run.instance)),
    ("rows", |run| whole(run.rows.into())),
    ("cols", |run| whole(run.cols.into())),
    ("board", |run| text(&run.board)),
    ("goal", |run| text(&run.goal)),
    ("solver", |run| text(&run.solver)),
    ("algorithm", |run| text(&run.algorithm)),
    ("heuristic", |run| text(&run.heuristic)),
    ("weight", |run| text(&run.weight)),
    ("order", |run| text(&run.order)),
    ("seed", |run| whole(run.seed)),
    ("repeat", |run| whole(run.repeat.into())),
    ("status", |run| text(run.status.name())),
    ("proof", |run| text(run.proof.name())),
    ("length", |run| Value::Whole(run.length.map(u64::from))),
    ("optimal", |run| Value::Whole(run.optimal.map(u64::from))),
    ("h0", |run| Value::Whole(run.h0.map(u64::from))),
    ("expanded", |run| Value::Whole(run.expanded)),
    ("generated", |run| Value::Whole(run.generated)),
    ("reopened", |run| Value::Whole(run.reopened)),
    ("evaluated", |run| Value::Whole(run.evaluated)),
    ("iterations", |run| Value::Whole(run.iterations)),
    ("peak_open", |run| Value::Whole(run.peak_open)),
    ("peak_closed", |run| Value::Whole(run.peak_closed)),
    ("peak_bytes", |run| Value::Whole(run.peak_bytes)),
    ("peak_rss", |run| Value::Whole(run.peak_rss)),
    ("setup_s", |run| Value::Real(Some(run.setup_s))),
    ("wall_s", |run| Value::Real(Some(run.wall_s))),
    ("cpu_s", |run| Value::Real(Some(run.cpu_s))),
    ("moves", |run| text(&run.moves)),
    ("message", |run| text(&run.message)),
    ("options", |run| text(&run.options)),
    ("time_limit_s", |run| Value::Real(run.time_limit_s)),
    ("node_limit", |run| Value::Whole(run.node_limit)),
    ("memory_limit_mb", |run| Value::Whole(run.memory_limit_mb)),
    ("move_runs", |run| Value::Whole(run.move_runs.map(u64::from))),
    ("table_slots", |run| Value::Whole(run.table_slots)),
    ("table_states", |run| Value::Whole(run.table_states)),
    ("table_probes", |run| Value::Whole(run.table_probes)),
    ("table_longest", |run| Value::Whole(run.table_longest)),
    ("disk_limit_mb", |run| Value::Whole(run.disk_limit_mb)),
    ("peak_disk", |run| Value::Whole(run.peak_disk)),
    ("cpu_limit_s", |run| Value::Real(run.cpu_limit_s)),
    ("depth_limit", |run| Value::Whole(run.depth_limit)),
    ("ended_by", |run| text(run.ended_by.map_or("", EndedBy::name))),
    ("overshoot", |run| Value::Real(run.overshoot)),
    ("signal", |run| Value::Whole(run.signal.map(u64::from))),
    ("instructions", |run| Value::Whole(run.instructions)),
    ("suboptimality", |run| Value::Real(suboptimality(run.length, run.optimal))),
];

/// The runs of `folder`, of one that was made again its last row; rows that cannot be read are left out.
///
/// The folder is read three times, and no more than the names of the runs and a row group is in memory.
pub(super) fn write(folder: &Folder, out: impl Write + Send) -> anyhow::Result<()> {
    let mut last: HashMap<String, usize> = HashMap::new();
    let mut place = 0;
    folder.each_row_or_why(|row| {
        if let Ok(run) = row {
            last.insert(run.run_id, place);
            place += 1;
        }
    })?;
    let header: Vec<String> = COLUMNS.iter().map(|(name, _)| (*name).to_owned()).collect();
    let values = |run: &Run| COLUMNS.iter().map(|(_, value)| value(run)).collect::<Vec<_>>();
    let mut rows = Rows::new(out, &header, &values(&Run::default()))?;
    let proved = Proved::read(folder)?;
    let (mut place, mut written) = (0, Ok(()));
    folder.each_row_or_why(|row| {
        let Ok(mut run) = row else { return };
        proved.fill(&mut run);
        if written.is_ok() && last.get(&run.run_id) == Some(&place) {
            written = rows.add(values(&run));
        }
        place += 1;
    })?;
    written.and_then(|()| rows.finish()).context("cannot write the runs as Parquet")
}

fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

fn whole(value: u64) -> Value {
    Value::Whole(Some(value))
}
