//! The columns that a chart can show: those of `runs.csv`, and those that reports compute.
//!
//! A column defines how a run's value is read, how an axis shows it, and which limit hides values beyond it. The columns of
//! `runs.csv` are the rows of its schema, so that a new one appears in charts, filters and the page without a change here.
//! Values that every run of a report has are read from it, since repeats are folded in them. Other values are read in addition
//! if they are requested ([`RunSelection`](crate::run_collector::RunSelection)).

use std::path::Path;
use std::sync::{LazyLock, Mutex, PoisonError};

use anyhow::{Context as _, bail};
use tilebench_record as record;
use tilebench_record::ColumnKind;
pub(crate) use tilebench_record::{Role, Scale};

use crate::expression::{FilterValue, nearest};
use crate::metric::{self, Metric, RunFacts};
use crate::run::RequestedValue;

/// A column.
#[derive(Debug)]
pub(crate) struct ChartColumn {
    /// The name in `runs.csv`.
    pub(crate) name: &'static str,
    /// The title of its axis, with the unit.
    pub(crate) title: &'static str,
    /// That of an axis of costs, if moves have costs of a model.
    pub(crate) cost_title: Option<&'static str>,
    /// The scale of an axis.
    pub(crate) scale: Scale,
    /// The unit; empty if it has none.
    pub(crate) unit: &'static str,
    /// The value in a run of a report, if it is kept there.
    pub(crate) kept: Option<RunValue>,
    /// The limit beyond which its values are not observed.
    pub(crate) limit: Option<ColumnLimit>,
    /// The factors that determine its values.
    pub(crate) role: Role,
    kind: ColumnKind,
    of: ColumnSource,
}

/// A number of a run of a report, or derived from such numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) enum RunValue {
    /// A field of the run.
    Stored(fn(&RunFacts) -> Option<f64>),
    /// Derived by a metric.
    Derived(&'static Metric),
}

/// The source of the values of a column.
#[derive(Debug)]
enum ColumnSource {
    Record(record::CellGetter<record::Run>),
    Computed(RunValue),
    /// The attribute with the name of the column.
    Attribute,
}

/// A limit on the values of a column.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ColumnLimit {
    /// The column of the limit.
    pub(crate) column: &'static str,
    /// The title of the limit.
    pub(crate) title: &'static str,
    /// The factor from the unit of the limit to that of the limited column.
    pub(crate) factor: f64,
}

/// The columns derived from others: name, metric, type, and the factors that determine the values.
const COMPUTED: [(&str, &str, ColumnKind, Role); 5] = [
    ("suboptimality", "suboptimality", ColumnKind::Real, Role::Answer),
    ("nodes_per_s", "nodes/s", ColumnKind::Real, Role::Measured),
    ("error", "error", ColumnKind::Integer, Role::Given),
    ("branching", "branching", ColumnKind::Real, Role::Answer),
    ("shortest", "shortest", ColumnKind::Integer, Role::OfInstance),
];

/// All columns: first those of `runs.csv` in their order, then the computed ones.
pub(crate) static ALL: LazyLock<Vec<ChartColumn>> = LazyLock::new(|| {
    let recorded = record::Run::columns().map(|(column, of)| ChartColumn {
        name: column.name,
        title: column.title,
        cost_title: cost_title(column.name),
        scale: column.scale,
        unit: column.unit,
        kept: kept(column.name),
        limit: limit(column),
        role: column.role,
        kind: column.kind,
        of: ColumnSource::Record(of),
    });
    let computed = COMPUTED.iter().map(|&(name, metric, kind, role)| {
        let metric = metric::named(metric);
        let (title, scale, unit, value) = (metric.title, metric.scale, metric.unit, RunValue::Derived(metric));
        ChartColumn {
            name,
            title,
            cost_title: cost_title(name),
            scale,
            unit,
            kept: Some(value),
            limit: None,
            role,
            kind,
            of: ColumnSource::Computed(value),
        }
    });
    recorded.chain(computed).collect()
});

/// The titles of axes of columns that are in the unit of the cost model.
fn cost_title(name: &str) -> Option<&'static str> {
    Some(match name {
        "optimal" => "least cost, if known",
        "shortest" => "least cost, given or proved",
        "h0" => "h0 (cost)",
        "error" => "least cost - h0",
        "suboptimality" => "cost / least cost",
        _ => return None,
    })
}

/// The values that every run of a report has, by column.
fn kept(name: &str) -> Option<RunValue> {
    Some(RunValue::Stored(match name {
        "rows" => |run| run.rows.map(f64::from),
        "cols" => |run| run.cols.map(f64::from),
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
fn limit(column: &record::Column) -> Option<ColumnLimit> {
    let (limit, _) = record::Run::columns().find(|(other, _)| other.name == column.limit)?;
    let factor = if limit.unit == "MiB" { 1_048_576.0 } else { 1.0 };
    Some(ColumnLimit { column: limit.name, title: plain(limit.title), factor })
}

/// `title` without its unit and remarks.
fn plain(title: &'static str) -> &'static str {
    title.split([',', '(']).next().unwrap_or(title).trim_end()
}

impl RunValue {
    /// Its value of `run`.
    pub(crate) fn value(self, run: impl Into<RunFacts>) -> Option<f64> {
        match self {
            Self::Stored(of) => of(&run.into()),
            Self::Derived(metric) => metric.evaluate(run).ok(),
        }
    }
}

impl ChartColumn {
    /// Whether its values are numbers that an axis can show.
    pub(crate) fn is_number(&self) -> bool {
        self.scale != Scale::Text
    }

    /// Whether its value is known only after the run.
    pub(crate) fn is_outcome(&self) -> bool {
        !matches!(self.role, Role::Given | Role::OfInstance)
    }

    /// Whether its values are whole numbers.
    pub(crate) fn is_whole(&self) -> bool {
        self.kind == ColumnKind::Integer && self.role != Role::Measured
    }

    /// Its value in a record.
    pub(crate) fn cell<'a>(&self, run: &'a record::Run) -> FilterValue<'a> {
        match self.of {
            ColumnSource::Record(of) => match of(run) {
                record::CellValue::None | record::CellValue::Text("") => FilterValue::None,
                record::CellValue::Text(text) => FilterValue::Text(text.into()),
                record::CellValue::Integer(count) => FilterValue::Number(count as f64),
                record::CellValue::Real(number) => FilterValue::Number(number),
            },
            ColumnSource::Computed(of) => of.value(run).map_or(FilterValue::None, FilterValue::Number),
            ColumnSource::Attribute => run.attribute(self.name).map_or(FilterValue::None, FilterValue::Number),
        }
    }

    /// The value of a record as it is stored with a run.
    pub(crate) fn requested_value(&self, run: &record::Run) -> RequestedValue {
        match self.cell(run) {
            FilterValue::None => RequestedValue::None,
            cell if self.is_number() => match cell.number() {
                number if number.is_nan() => RequestedValue::None,
                number if self.role == Role::Measured => RequestedValue::Measured(number),
                number => RequestedValue::Number(number),
            },
            cell => RequestedValue::Text(cell.text().into()),
        }
    }
}

/// The column named `name`, without those of attributes.
pub(crate) fn find(name: &str) -> anyhow::Result<&'static ChartColumn> {
    Columns::default().find(name)
}

/// The columns of the runs of a folder: all, and one for each of its attributes.
#[derive(Clone, Debug)]
pub(crate) struct Columns(Vec<&'static ChartColumn>);

impl Default for Columns {
    fn default() -> Self {
        Self(ALL.iter().collect())
    }
}

impl Columns {
    /// The columns of a folder whose runs may have these attributes.
    pub(crate) fn with_attributes(attributes: &[record::Attribute]) -> Self {
        Self(ALL.iter().chain(attributes.iter().map(attribute)).collect())
    }

    /// The columns of the folder `dir`.
    pub(crate) fn read(dir: &Path) -> anyhow::Result<Self> {
        let reading = || format!("cannot report on {}", dir.display());
        let manifest = record::Folder::open(dir).and_then(|folder| folder.manifest()).with_context(reading)?;
        Ok(Self::with_attributes(&manifest.map(|manifest| manifest.attributes).unwrap_or_default()))
    }

    /// The names, for filters.
    pub(crate) fn names(&self) -> Vec<&'static str> {
        self.0.iter().map(|column| column.name).collect()
    }

    /// The column named `name`.
    pub(crate) fn find(&self, name: &str) -> anyhow::Result<&'static ChartColumn> {
        let name = record::Run::column_name(name);
        if let Some(column) = self.0.iter().find(|column| column.name == name) {
            return Ok(column);
        }
        let nearest = nearest(name, &self.names()).unwrap_or_default();
        bail!("unknown column '{name}'; did you mean '{nearest}'? All columns: tilebench plot --columns")
    }

    /// The column with this index in [`Self::names`].
    pub(crate) fn at(&self, index: usize) -> &'static ChartColumn {
        self.0[index]
    }

    /// Those of attributes.
    pub(crate) fn attributes(&self) -> Vec<&'static ChartColumn> {
        self.0.iter().copied().filter(|column| matches!(column.of, ColumnSource::Attribute)).collect()
    }
}

/// The column of an attribute. Equal attributes have one column, which lives as long as the process.
fn attribute(attribute: &record::Attribute) -> &'static ChartColumn {
    static KNOWN: Mutex<Vec<(record::Attribute, &'static ChartColumn)>> = Mutex::new(Vec::new());
    // Nothing panics while it holds the lock, so poison means nothing.
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, column)) = known.iter().find(|(other, _)| other == attribute) {
        return column;
    }
    let record::Attribute { name, kind, unit, .. } = attribute.clone();
    let title = if unit.is_empty() { name.clone() } else { format!("{name} ({unit})") };
    let is_integer = kind == record::AttributeKind::Integer;
    let column = &*Box::leak(Box::new(ChartColumn {
        name: name.leak(),
        title: title.leak(),
        cost_title: None,
        scale: if is_integer { Scale::Log } else { Scale::Linear },
        unit: unit.leak(),
        kept: None,
        limit: None,
        role: Role::Measured,
        kind: if is_integer { ColumnKind::Integer } else { ColumnKind::Real },
        of: ColumnSource::Attribute,
    }));
    known.push((attribute.clone(), column));
    column
}

#[cfg(test)]
mod tests {
    use tilebench_record::Status;

    use super::*;

    #[test]
    fn every_column_of_the_file_reads_the_cell_of_its_name() {
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
            let found = match column.cell(&run) {
                FilterValue::None => serde_json::Value::Null,
                FilterValue::Number(number) => number.into(),
                FilterValue::Text(text) => text.into(),
            };
            let is_empty = value.is_null() || value.as_str() == Some("");
            assert!(if is_empty { found.is_null() } else { found.as_f64() == value.as_f64() }, "{name}: {found}");
        }
    }

    #[test]
    fn the_kept_values_of_a_run_equal_those_of_its_record() {
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
            rows: Some(3),
            cols: Some(4),
            ..record::Run::default()
        };
        let slim = crate::run_collector::Interner::default().slim(&run);
        for column in ALL.iter() {
            let Some(kept) = column.kept else { continue };
            let number = Some(column.cell(&run).number()).filter(|number| !number.is_nan());
            assert_eq!(kept.value(&slim), number, "{}", column.name);
        }
    }

    #[test]
    fn a_former_name_of_a_column_is_accepted() {
        assert_eq!(find("memory_limit_mb").unwrap().name, "memory_limit_mib");
        let run = record::Run { disk_limit_mib: Some(64), ..record::Run::default() };
        let filter = crate::expression::Filter::read("disk_limit_mb == 64", &Columns::default().names()).unwrap();
        assert!(filter.holds(&|column: usize| ALL[column].cell(&run)));
    }

    #[test]
    fn an_unknown_column_is_refused_with_the_nearest() {
        let error = find("genrated").unwrap_err().to_string();
        assert!(error.starts_with("unknown column 'genrated'; did you mean 'generated'?"), "{error}");
    }

    #[test]
    fn outcomes_are_the_columns_known_only_after_a_run() {
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
            assert!(find(limit.column).is_ok_and(ChartColumn::is_number), "{}", limit.column);
        }
    }
}
