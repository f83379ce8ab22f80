//! The columns that a chart can be asked for: those of `runs.csv`, and what follows from them.
//!
//! A column tells how a run's value is read, how an axis shows it, and which limit hides values beyond it. Values that
//! reports keep of every run are read from there, since repeats are folded in them; the others are read beside them
//! when they are asked for ([`Asked`]).

mod rows;

use anyhow::bail;
use tilebench_record as record;
use tilebench_record::Status;

use crate::expression::{Cell, nearest};
use crate::run::{Run, Value};

pub(crate) use rows::ALL;

/// A column.
#[derive(Debug)]
pub(crate) struct Column {
    /// Its name, as in `runs.csv`.
    pub(crate) name: &'static str,
    /// What is told along its axis, with the unit.
    pub(crate) title: &'static str,
    /// How an axis shows it.
    pub(crate) scale: Scale,
    /// Its value in a record.
    pub(crate) of: fn(&record::Run) -> Cell<'_>,
    /// Its value in a run as reports keep it, if they do.
    pub(crate) kept: Option<fn(&Run) -> Option<f64>>,
    /// What hides its values beyond some point.
    pub(crate) limit: Option<Limit>,
    /// What else there is to know.
    pub(crate) make: Make,
}

/// How an axis shows a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scale {
    /// Not at all: it is text, or names something.
    Text,
    /// Linear.
    Linear,
    /// Logarithmic.
    Log,
    /// Logarithmic, in seconds.
    LogSeconds,
}

/// How the values of a column come about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Make {
    /// The configuration or the instance decides it, not how the search went.
    Given,
    /// The instance alone decides it.
    OfInstance,
    /// The search counts it, the same in every repeat; lost where the run was killed.
    Counted,
    /// It is measured, another time in every repeat.
    Measured,
    /// The answer decides it, so that only solved runs have it.
    Answer,
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

/// The outcomes among the columns that are text, or that a run tells of its instance.
const OUTCOMES: [&str; 5] = ["status", "proof", "message", "ended_by", "signal"];

impl Column {
    /// Whether it has numbers that an axis can show.
    pub(crate) fn is_number(&self) -> bool {
        self.scale != Scale::Text
    }

    /// Whether it is known only after the run.
    pub(crate) fn is_outcome(&self) -> bool {
        let is_given = matches!(self.make, Make::Given | Make::OfInstance);
        !is_given || OUTCOMES.contains(&self.name)
    }

    /// Whether its values are whole numbers.
    pub(crate) fn is_whole(&self) -> bool {
        !matches!(self.make, Make::Measured)
            && !matches!(self.name, "suboptimality" | "weight" | "branching" | "overshoot")
    }

    /// The value of a record as it is kept beside a run.
    pub(crate) fn value(&self, run: &record::Run) -> Value {
        match (self.of)(run) {
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

/// The shortest length that a run tells of its instance: what it was told, else what it proved.
fn shortest(run: &record::Run) -> Option<u32> {
    run.optimal.or(run.length.filter(|_| run.status == Status::Solved && run.proof == record::Proof::Optimal))
}

#[cfg(test)]
mod tests {
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
            let found = match (column.of)(&run) {
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
        let kept = crate::run::Texts::default().of(&run);
        for column in ALL {
            let Some(of) = column.kept else { continue };
            let number = Some((column.of)(&run).number()).filter(|number| !number.is_nan());
            assert_eq!(of(&kept), number, "{}", column.name);
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
        for name in OUTCOMES.iter().chain(&["length", "generated", "wall_s", "peak_rss", "suboptimality", "overshoot"])
        {
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
