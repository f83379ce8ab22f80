//! The columns that a chart can show: those of `runs.csv`, and those that reports compute.
//!
//! A column defines how a run's value is read, how an axis shows it, and which limit hides values beyond it. The columns of
//! `runs.csv` are the rows of its schema, so that a new one appears in charts, filters and the page without a change here.
//! Values that reports keep of every run are read from there, since repeats are folded in them. The others are read in
//! addition if they are requested ([`Selection`](crate::rows::Selection)).

use std::sync::LazyLock;

use anyhow::bail;
use tilebench_record as record;
use tilebench_record::ColumnKind;
pub(crate) use tilebench_record::{Role as Make, Scale};

use crate::expression::{Cell, nearest};
use crate::metric::{self, Facts, Metric};
use crate::run::Value;

/// A column.
#[derive(Debug)]
pub(crate) struct Column {
    /// Its name, as in `runs.csv`.
    pub(crate) name: &'static str,
    /// The title of its axis, with the unit.
    pub(crate) title: &'static str,
    /// How an axis shows it.
    pub(crate) scale: Scale,
    /// Its unit, empty if it has none.
    pub(crate) unit: &'static str,
    /// Its value in a run as reports keep it, if they do.
    pub(crate) kept: Option<Kept>,
    /// The limit that hides its values beyond some point.
    pub(crate) limit: Option<Limit>,
    /// The factors that determine its values.
    pub(crate) make: Make,
    kind: ColumnKind,
    of: Of,
}

/// A number of a run that reports keep, or that follows from such numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kept {
    /// It is kept.
    Fact(fn(&Facts) -> Option<f64>),
    /// It follows.
    Metric(&'static Metric),
}

/// How the value of a column is found in a record.
#[derive(Debug)]
enum Of {
    Record(record::CellGetter<record::Run>),
    Computed(Kept),
}

/// A limit on the values of a column.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limit {
    /// The column that holds it.
    pub(crate) column: &'static str,
    /// How it is called.
    pub(crate) title: &'static str,
    /// How many of the limited column's unit are one of the limit's.
    pub(crate) factor: f64,
}

/// The columns derived from others: name, metric, type, and the factors that determine the values.
const COMPUTED: [(&str, &str, ColumnKind, Make); 5] = [
    ("suboptimality", "suboptimality", ColumnKind::Real, Make::Answer),
    ("nodes_per_s", "nodes/s", ColumnKind::Real, Make::Measured),
    ("error", "error", ColumnKind::Integer, Make::Given),
    ("branching", "branching", ColumnKind::Real, Make::Answer),
    ("shortest", "shortest", ColumnKind::Integer, Make::OfInstance),
];

/// Every column: first those of `runs.csv` in their order, then those that follow from them.
pub(crate) static ALL: LazyLock<Vec<Column>> = LazyLock::new(|| {
    let recorded = record::Run::columns().map(|(column, of)| Column {
        name: column.name,
        title: column.title,
        scale: column.scale,
        unit: column.unit,
        kept: kept(column.name),
        limit: limit(column),
        make: column.role,
        kind: column.kind,
        of: Of::Record(of),
    });
    let computed = COMPUTED.iter().map(|&(name, metric, kind, make)| {
        let metric = metric::named(metric);
        let (title, scale, unit, value) = (metric.title, metric.scale, metric.unit, Kept::Metric(metric));
        Column { name, title, scale, unit, kept: Some(value), limit: None, make, kind, of: Of::Computed(value) }
    });
    recorded.chain(computed).collect()
});

/// The values that reports keep of every run in memory, by column.
fn kept(name: &str) -> Option<Kept> {
    Some(Kept::Fact(match name {
        "rows" => |run| Some(f64::from(run.rows)),
        "cols" => |run| Some(f64::from(run.cols)),
        "weight" => |run| run.weight,
        "length" => |run| run.length.map(f64::from),
        "optimal" => |run| run.optimal.map(f64::from),
        "h0" => |run| run.h0.map(f64::from),
        "expanded" => |run| run.expanded.map(|count| count as f64),
        "generated" => |run| run.generated.map(|count| count as f64),
        "peak_bytes" => |run| run.peak_bytes.map(|count| count as f64),
        "wall_s" => |run| Some(run.wall_s),
        "time_limit_s" => |run| run.time_limit_s,
        "node_limit" => |run| run.node_limit.map(|count| count as f64),
        _ => return None,
    }))
}

/// The limit of a column of `runs.csv`.
fn limit(column: &record::Column) -> Option<Limit> {
    let (limit, _) = record::Run::columns().find(|(other, _)| other.name == column.limit)?;
    let factor = if limit.unit == "MiB" { 1_048_576.0 } else { 1.0 };
    Some(Limit { column: limit.name, title: plain(limit.title), factor })
}

/// `title` without the unit and remarks.
fn plain(title: &'static str) -> &'static str {
    title.split([',', '(']).next().unwrap_or(title).trim_end()
}

impl Kept {
    /// Its value of `run`.
    pub(crate) fn of(self, run: impl Into<Facts>) -> Option<f64> {
        match self {
            Self::Fact(of) => of(&run.into()),
            Self::Metric(metric) => metric.of(run).ok(),
        }
    }
}

impl Column {
    /// Whether it has numbers that an axis can show.
    pub(crate) fn is_number(&self) -> bool {
        self.scale != Scale::Text
    }

    /// Whether it is known only after the run.
    pub(crate) fn is_outcome(&self) -> bool {
        !matches!(self.make, Make::Given | Make::OfInstance)
    }

    /// Whether its values are whole numbers.
    pub(crate) fn is_whole(&self) -> bool {
        self.kind == ColumnKind::Integer && self.make != Make::Measured
    }

    /// Its value in a record.
    pub(crate) fn of<'a>(&self, run: &'a record::Run) -> Cell<'a> {
        match self.of {
            Of::Record(of) => match of(run) {
                record::CellValue::None | record::CellValue::Text("") => Cell::None,
                record::CellValue::Text(text) => Cell::Text(text.into()),
                record::CellValue::Integer(count) => Cell::Number(count as f64),
                record::CellValue::Real(number) => Cell::Number(number),
            },
            Of::Computed(of) => of.of(run).map_or(Cell::None, Cell::Number),
        }
    }

    /// The value of a record as it is kept with a run.
    pub(crate) fn value(&self, run: &record::Run) -> Value {
        match self.of(run) {
            Cell::None => Value::None,
            cell if self.is_number() => match cell.number() {
                number if number.is_nan() => Value::None,
                number if self.make == Make::Measured => Value::Measured(number),
                number => Value::Number(number),
            },
            cell => Value::Text(cell.text().into()),
        }
    }
}

/// The names of all columns, as filters know them.
pub(crate) fn names() -> Vec<&'static str> {
    ALL.iter().map(|column| column.name).collect()
}

/// The column called `name`.
pub(crate) fn find(name: &str) -> anyhow::Result<&'static Column> {
    if let Some(column) = ALL.iter().find(|column| column.name == name) {
        return Ok(column);
    }
    let nearest = nearest(name, &names()).unwrap_or_default();
    bail!("there is no column '{name}': the nearest is '{nearest}'; tilebench plot --columns lists them all")
}

#[cfg(test)]
mod tests {
    use tilebench_record::Status;

    use super::*;

    #[test]
    fn every_column_of_the_file_is_there_and_reads_the_cell_of_its_name() {
        let run = record::Run {
            generated: Some(7),
            expanded: Some(5),
            length: Some(3),
            wall_s: 0.5,
            ..record::Run::default()
        };
        let json = serde_json::to_value(&run).unwrap();
        for (name, value) in json.as_object().unwrap() {
            let column = find(name).unwrap();
            let found = match column.of(&run) {
                Cell::None => serde_json::Value::Null,
                Cell::Number(number) => number.into(),
                Cell::Text(text) => text.into(),
            };
            let is_empty = value.is_null() || value.as_str() == Some("");
            assert!(if is_empty { found.is_null() } else { found.as_f64() == value.as_f64() }, "{name}: {found}");
        }
    }

    #[test]
    fn what_is_kept_of_a_run_is_what_its_record_says() {
        let run = record::Run {
            weight: "4/3".into(),
            status: Status::Solved,
            proof: record::Proof::Optimal,
            length: Some(20),
            optimal: Some(18),
            h0: Some(11),
            generated: Some(700),
            expanded: Some(300),
            peak_bytes: Some(12),
            wall_s: 0.25,
            rows: 3,
            cols: 4,
            ..record::Run::default()
        };
        let slim = crate::rows::Texts::default().of(&run);
        for column in ALL.iter() {
            let Some(kept) = column.kept else { continue };
            let number = Some(column.of(&run).number()).filter(|number| !number.is_nan());
            assert_eq!(kept.of(&slim), number, "{}", column.name);
        }
    }

    #[test]
    fn an_unknown_column_is_refused_with_the_nearest() {
        let error = find("genrated").unwrap_err().to_string();
        assert!(error.starts_with("there is no column 'genrated': the nearest is 'generated'"), "{error}");
    }

    #[test]
    fn outcomes_are_what_is_known_only_after_a_run() {
        let given = |name: &str| !find(name).unwrap().is_outcome();
        for name in
            ["set", "instance", "solver", "heuristic", "weight", "h0", "optimal", "seed", "node_limit", "options"]
        {
            assert!(given(name), "{name}");
        }
        for name in ["status", "proof", "message", "ended_by", "signal"].iter().chain(&[
            "length",
            "generated",
            "wall_s",
            "peak_rss",
            "suboptimality",
            "overshoot",
        ]) {
            assert!(!given(name), "{name}");
        }
    }

    #[test]
    fn every_limit_is_a_column() {
        for limit in ALL.iter().filter_map(|column| column.limit) {
            assert!(find(limit.column).is_ok_and(Column::is_number), "{}", limit.column);
        }
    }
}
