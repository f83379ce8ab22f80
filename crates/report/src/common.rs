//! The configurations compared on the instances that all of them solved.

use polars::prelude::*;

use crate::common_instances::Common as CommonInstances;
use crate::estimates::Estimate;
use crate::experiment::Experiment;
use crate::frame::Row;
use crate::stats::{self, Bootstrap};

/// One configuration on the instances of a set that it and all others compared with it solved.
#[derive(Debug)]
pub(crate) struct Common {
    /// The instance set.
    pub(crate) set: String,
    /// The configuration's display name.
    pub(crate) solver: String,
    /// How many instances all of these solved.
    pub(crate) instances: u64,
    /// The mean length.
    pub(crate) length_mean: Option<f64>,
    /// The mean number of nodes generated.
    pub(crate) generated_mean: Option<f64>,
    /// The geometric mean of it.
    pub(crate) generated_geometric: Estimate,
    /// The mean wall time in seconds.
    pub(crate) wall_mean: Option<f64>,
    /// The geometric mean of it.
    pub(crate) wall_geometric: Estimate,
}

/// Compares the configurations of each set with two or more, over `runs`, the frame of `experiment`.
pub(crate) fn of(experiment: &Experiment, runs: &DataFrame) -> anyhow::Result<Vec<Common>> {
    let frame = aggregate(runs)?;
    let mut compared = Vec::new();
    let configurations = experiment.sets.iter().flat_map(|set| set.configurations.iter().map(move |c| (set, c)));
    for ((set, configuration), row) in configurations.zip(Row::all(&frame)) {
        let instances = row.whole("instances")?.unwrap_or_default();
        let is_compared = CommonInstances::of(set, &set.configurations).members.len() > 1;
        if !is_compared || instances == 0 {
            continue;
        }
        compared.push(Common {
            set: set.name.clone(),
            solver: configuration.name.clone(),
            instances,
            length_mean: row.real("length_mean")?,
            generated_mean: row.real("generated_mean")?,
            generated_geometric: geometric(row, "generated")?,
            wall_mean: row.real("wall_s_mean")?,
            wall_geometric: geometric(row, "wall_s")?,
        });
    }
    Ok(compared)
}

/// The geometric mean of `column`, if all its values are above 0.
fn geometric(row: Row<'_>, column: &str) -> anyhow::Result<Estimate> {
    let mean = row.real(&format!("ln_{column}_mean"))?.filter(|mean| mean.is_finite());
    let deviation = row.real(&format!("ln_{column}_deviation"))?;
    let instances = row.whole("instances")?.unwrap_or_default();
    let level = Bootstrap::default().level;
    let interval = mean.zip(deviation).and_then(|(mean, far)| stats::log_t_interval(instances, mean, far, level));
    Ok(Estimate::new(mean.map(f64::exp), interval))
}

fn aggregate(runs: &DataFrame) -> PolarsResult<DataFrame> {
    let common = |column: &str| when(col("common")).then(col(column)).otherwise(lit(NULL));
    let mean = |column: &str| common(column).mean().alias(format!("{column}_mean"));
    let deviation = |column: &str| common(column).std(1).alias(format!("{column}_deviation"));
    let instances = col("common").sum().cast(DataType::UInt64).alias("instances");
    let columns = [
        instances,
        mean("length"),
        mean("generated"),
        mean("ln_generated"),
        deviation("ln_generated"),
        mean("wall_s"),
        mean("ln_wall_s"),
        deviation("ln_wall_s"),
    ];
    runs.clone().lazy().group_by_stable([col("set"), col("solver")]).agg(columns).collect()
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
        let figures: Vec<_> = rows.iter().map(|row| (row.instances, row.length_mean, row.generated_mean)).collect();
        let expected = [(2, Some(55.0), Some(5000.0)), (2, Some(57.5), Some(250.0)), (2, Some(55.0), Some(20_000.0))];
        assert_eq!(figures, expected);
        // The geometric mean of 100 and 400.
        assert!(rows[1].generated_geometric.value.is_some_and(|mean| (mean - 200.0).abs() < 1e-6));
    }
}
