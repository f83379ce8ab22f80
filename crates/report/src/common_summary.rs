//! The configurations on commonly solved instances.

use polars::prelude::*;

use crate::experiment::ExperimentData;
use crate::frame::ResultRow;
use crate::measure_statistics::{self, MeasureStatistics};
use crate::metric::{self, GENERATED, TIME};

/// One configuration on the commonly solved instances of a set.
#[derive(Debug)]
pub(crate) struct CommonSummary {
    /// The instance set.
    pub(crate) set: String,
    /// The configuration's display name.
    pub(crate) solver: String,
    /// The number of commonly solved instances.
    pub(crate) instances: u64,
    /// The solution length.
    pub(crate) length: MeasureStatistics,
    /// The number of nodes generated.
    pub(crate) generated: MeasureStatistics,
    /// The wall time in seconds.
    pub(crate) time: MeasureStatistics,
}

/// Compares the configurations of each set with two or more, over `runs`, the frame of `experiment`.
pub(crate) fn summaries(experiment: &ExperimentData, runs: &DataFrame) -> PolarsResult<Vec<CommonSummary>> {
    let length = metric::named("length");
    let mut columns = vec![len().cast(DataType::UInt64).alias("instances")];
    columns.extend([length, &GENERATED, &TIME].into_iter().flat_map(measure_statistics::columns));
    let place = [col("set"), col("solver")];
    let compared = runs.clone().lazy().filter(col("common")).group_by_stable(place).agg(columns).collect()?;
    let common = |row: ResultRow<'_>| {
        let set = &experiment.sets[row.place("set")?];
        let instances = row.whole("instances")?.unwrap_or_default();
        // Over a part of the instances, rows would not be comparable.
        let measured = |measure| {
            let statistics = MeasureStatistics::from_row(row, measure)?;
            PolarsResult::Ok(if statistics.n == instances { statistics } else { MeasureStatistics::default() })
        };
        Ok(CommonSummary {
            set: set.name.clone(),
            solver: set.configurations[row.place("solver")?].name.clone(),
            instances,
            length: measured(length)?,
            generated: measured(&GENERATED)?,
            time: measured(&TIME)?,
        })
    };
    ResultRow::all(&compared).map(common).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare_on::CompareOn;
    use crate::{fixture, frame};

    #[test]
    fn only_instances_that_all_solved_are_compared() {
        let experiment =
            ExperimentData::arrange(fixture::runs(), Some(fixture::manifest())).compared_on(CompareOn::All);
        let rows = summaries(&experiment, &frame::run_frame(&experiment).unwrap()).unwrap();
        // Instances 1 and 2: the third was stopped twice, the fourth crashed once.
        let measures: Vec<_> =
            rows.iter().map(|row| (row.instances, row.length.mean.value, row.generated.mean.value)).collect();
        let expected = [(2, Some(55.0), Some(5000.0)), (2, Some(57.5), Some(250.0)), (2, Some(55.0), Some(20_000.0))];
        assert_eq!(measures, expected);
        // The geometric mean of 100 and 400.
        assert!(rows[1].generated.geometric.value.is_some_and(|mean| (mean - 200.0).abs() < 1e-6));
    }
}
