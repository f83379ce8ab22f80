//! "Seeds": the success rate over several seeds of a configuration, and the average cost of a solution.

use tilebench_record::Status;

use crate::experiment::{ConfigurationRuns, ExperimentData};
use crate::metric::is_solvable;
use crate::number;
use crate::run::ReportRun;
use crate::table::{ReportTable, TableBuilder};

/// A configuration that was run with several seeds on a solvable instance.
struct SeedsRow<'a> {
    set: &'a str,
    configuration: &'a ConfigurationRuns,
}

/// The table, if a configuration was run with several seeds.
pub(super) fn table(experiment: &ExperimentData, several: bool) -> Option<ReportTable> {
    let rows: Vec<SeedsRow<'_>> = experiment
        .sets
        .iter()
        .flat_map(|set| set.configurations.iter().map(|configuration| SeedsRow { set: &set.name, configuration }))
        .filter(|row| row.n() > 0)
        .collect();
    let table = TableBuilder::new(&rows)
        .text_when(several, "set", |row| row.set.to_owned())
        .text("solver", |row| row.configuration.name.clone())
        .count("runs (n)", SeedsRow::n)
        .count("solved", SeedsRow::solved)
        .number("success rate", |row| Some(row.solved() as f64 / row.n() as f64), percent)
        .number("aRT nodes", |row| row.average(ReportRun::nodes), number::compact)
        .number("aRT time", |row| row.average(ReportRun::time), number::seconds)
        .finish(
            "seeds",
            "Seeds",
            vec![
                "Success rate: the share of solved runs among all runs of every seed on every solvable instance."
                    .to_owned(),
                "aRT: the sum over all runs, including unsolved ones, / the number of solved runs (Hansen and others \
                 2021). A dash: no run was solved, or an effort is not known."
                    .to_owned(),
                "In the other tables, the median run of the seeds represents its instance.".to_owned(),
            ],
        );
    (!rows.is_empty()).then_some(table)
}

impl SeedsRow<'_> {
    fn seed_runs(&self) -> impl Iterator<Item = &ReportRun> {
        self.configuration.seed_runs.iter().filter(|run| is_solvable(run))
    }

    fn n(&self) -> u64 {
        self.seed_runs().count() as u64
    }

    fn solved(&self) -> u64 {
        self.seed_runs().filter(|run| run.status == Status::Solved).count() as u64
    }

    /// The effort of all runs per solved run.
    fn average(&self, effort: fn(&ReportRun) -> Option<f64>) -> Option<f64> {
        let all = self.seed_runs().map(effort).sum::<Option<f64>>()?;
        Some(all / self.solved() as f64).filter(|average| average.is_finite())
    }
}

fn percent(share: f64) -> String {
    format!("{} %", number::fixed(100.0 * share, 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_average_cost_is_that_of_all_runs_per_solved_run() {
        let run = |seed: u64, status, generated| tilebench_record::Run {
            run_id: seed.to_string(),
            set: "s".into(),
            instance: "1".into(),
            solver: "greedy".into(),
            seed,
            status,
            generated: Some(generated),
            wall_s: 0.5,
            ..Default::default()
        };
        let runs = vec![run(1, Status::Solved, 100), run(2, Status::NodeLimit, 1000), run(3, Status::Solved, 300)];
        let table = table(&ExperimentData::arrange(runs, None), false).expect("there are several seeds");
        let cells: Vec<&str> = table.rows[0].iter().map(|cell| cell.text.as_str()).collect();
        assert_eq!(cells, ["greedy", "3", "2", "66.7 %", "700.0", "750 ms"]);
    }

    #[test]
    fn a_single_seed_has_no_table() {
        let experiment = ExperimentData::arrange(crate::fixture::runs(), None);
        assert!(table(&experiment, true).is_none());
    }
}
