//! The configurations compared on the instances that all of them solved.

use polars::prelude::*;

use crate::experiment::Experiment;
use crate::frame::Row;
use crate::measured::{self, Measured};
use crate::metric::{self, GENERATED, TIME};

/// One configuration on the instances of a set that it and all others compared with it solved.
#[derive(Debug)]
pub(crate) struct Common {
    /// The instance set.
    pub(crate) set: String,
    /// The configuration's display name.
    pub(crate) solver: String,
    /// How many instances all of these solved.
    pub(crate) instances: u64,
    /// The length.
    pub(crate) length: Measured,
    /// The number of nodes generated.
    pub(crate) generated: Measured,
    /// The wall time in seconds.
    pub(crate) time: Measured,
}

/// Compares the configurations of each set with two or more, over `runs`, the frame of `experiment`.
pub(crate) fn of(experiment: &Experiment, runs: &DataFrame) -> PolarsResult<Vec<Common>> {
    let length = metric::named("length");
    let mut columns = vec![len().cast(DataType::UInt64).alias("instances")];
    columns.extend([length, &GENERATED, &TIME].into_iter().flat_map(measured::columns));
    let place = [col("set"), col("solver")];
    let compared = runs.clone().lazy().filter(col("common")).group_by_stable(place).agg(columns).collect()?;
    let common = |row: Row<'_>| {
        let set = &experiment.sets[row.place("set")?];
        Ok(Common {
            set: set.name.clone(),
            solver: set.configurations[row.place("solver")?].name.clone(),
            instances: row.whole("instances")?.unwrap_or_default(),
            length: Measured::of(row, length)?,
            generated: Measured::of(row, &GENERATED)?,
            time: Measured::of(row, &TIME)?,
        })
    };
    Row::all(&compared).map(common).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare_on::CompareOn;
    use crate::{fixture, frame};

    #[test]
    fn only_instances_that_all_solved_are_compared() {
        let experiment = Experiment::arrange(fixture::runs(), Some(fixture::manifest())).compared_on(CompareOn::All);
        let rows = of(&experiment, &frame::of(&experiment).unwrap()).unwrap();
        // Instances 1 and 2: the third was stopped twice, the fourth crashed once.
        let figures: Vec<_> =
            rows.iter().map(|row| (row.instances, row.length.mean.value, row.generated.mean.value)).collect();
        let expected = [(2, Some(55.0), Some(5000.0)), (2, Some(57.5), Some(250.0)), (2, Some(55.0), Some(20_000.0))];
        assert_eq!(figures, expected);
        // The geometric mean of 100 and 400.
        assert!(rows[1].generated.geometric.value.is_some_and(|mean| (mean - 200.0).abs() < 1e-6));
    }
}
