//! Every run as data in the page, for its script to sort, filter and play.
//!
//! The slim runs behind tables and charts contain no moves and no boards, so whole runs are collected in the same pass, up to
//! [`MAX_RUNS`] unless the options of the report state another number. Each column is an element of its own, which the script
//! parses when it first uses the column. A column whose values are all the same is written as one value. Texts that occur twice
//! are written once and then referred to by their index, moves are packed three per character, and measured times have four
//! digits. Texts are left out, the longest first, if a column of them would exceed [`MAX_TEXT_BYTES`]. A page of 10,000 runs
//! stays below 3 MB.

use std::collections::{BTreeSet, HashMap, HashSet};

use serde_json::{Map, Value, json};
use tilebench_record::{CellValue, Folder, Incumbent, Iteration, RecordError, Role, Run, Scale};

use self::column::EmbeddedColumn;
use crate::parallel;

mod column;
mod moves;

/// The maximum number of runs that a page contains by default.
pub(crate) const MAX_RUNS: usize = 200_000;

/// The maximum number of iterations that a page contains, and of solutions of runs that found several; if there are more, it
/// contains none.
const MAX_STEPS: usize = 10_000;

/// The maximum total bytes of the different texts of a column in a page.
const MAX_TEXT_BYTES: usize = 1_000_000;

/// The runs as the texts of data elements of a page, which contain no `<`.
#[derive(Debug)]
pub(crate) struct EmbeddedRuns {
    /// The number of runs, the names of the sets and the configurations, the iterations, and a description of each column.
    pub(crate) island: String,
    /// The name and the values of each column.
    pub(crate) columns: Vec<(String, String)>,
}

/// The names of an experiment's sets and configurations, in its order.
#[derive(Debug)]
pub(crate) struct ExperimentNames<'a> {
    /// The sets.
    pub(crate) sets: Vec<&'a str>,
    /// The configurations.
    pub(crate) solvers: Vec<&'a str>,
}

impl EmbeddedRuns {
    /// Embeds the collected `runs` of an experiment with these names, with their iterations in `folder`.
    pub(crate) fn read(
        CollectedRuns { runs, .. }: CollectedRuns,
        folder: &Folder,
        names: &ExperimentNames<'_>,
    ) -> Result<Self, RecordError> {
        let sum = |counts: &mut dyn Iterator<Item = u64>| counts.fold(0, u64::saturating_add);
        let count = sum(&mut runs.iter().filter_map(|run| run.iterations));
        // Reading them needs the runs once more.
        let iterations = if count <= MAX_STEPS as u64 { folder.readable_iterations()? } else { Vec::new() };
        let has_several = |run: &&Run| run.incumbents > Some(1);
        let solutions = sum(&mut runs.iter().filter(has_several).filter_map(|run| run.incumbents));
        let mut incumbents = Vec::new();
        if (1..=MAX_STEPS as u64).contains(&solutions) {
            let several: HashSet<&str> = runs.iter().filter(has_several).map(|run| run.run_id.as_str()).collect();
            incumbents = folder.readable_incumbents()?;
            incumbents.retain(|incumbent| several.contains(incumbent.run_id.as_str()));
        }
        Ok(Self::arrange(runs, (iterations, count), (incumbents, solutions), names))
    }

    /// Embeds `runs` as they are recorded, each once.
    #[cfg(test)]
    pub(crate) fn from_runs(runs: Vec<Run>, iterations: Vec<Iteration>, names: &ExperimentNames<'_>) -> Self {
        let runs = runs.into_iter().map(packed).collect();
        let count = iterations.len() as u64;
        Self::arrange(runs, (iterations, count), (Vec::new(), 0), names)
    }

    /// Arranges `runs` by set, instance, configuration, seed and repeat, independently of the order in which they ended. The
    /// iterations, and the solutions of runs that found several, are given with their number, also if there are too many.
    fn arrange(
        mut runs: Vec<Run>,
        (iterations, iteration_count): (Vec<Iteration>, u64),
        (solutions, solution_count): (Vec<Incumbent>, u64),
        names: &ExperimentNames<'_>,
    ) -> Self {
        let ExperimentNames { sets, solvers } = names;
        let [set_places, solver_places] = [sets, solvers].map(|names| places(names));
        runs.sort_by_cached_key(|run| {
            let number: Option<u64> = run.instance.parse().ok();
            let instance = (number.is_none(), number, run.instance.clone());
            let [set, solver] =
                [set_places.get(&*run.set), solver_places.get(&*run.solver)].map(Option::<&usize>::copied);
            (set, instance, solver, run.seed, run.repeat, run.run_id.clone())
        });
        let steps = (iteration_count <= MAX_STEPS as u64).then(|| steps(&runs, iterations));
        let solutions = (solution_count <= MAX_STEPS as u64).then(|| incumbents(&runs, solutions));
        let (descriptions, columns) = columns(&runs);
        let data = json!({
            "runs": runs.len(),
            "sets": sets,
            "solvers": solvers,
            "iterations": steps,
            "iterations_recorded": iteration_count,
            "solutions": solutions,
            "solutions_recorded": solution_count,
            "columns": descriptions,
        });
        Self { island: element(&data.to_string()), columns }
    }
}

/// `data` as the text of an element: no text of a record can end it.
fn element(data: &str) -> String {
    data.replace('<', "\\u003c")
}

fn places<'a>(names: &[&'a str]) -> HashMap<&'a str, usize> {
    names.iter().enumerate().map(|(place, &name)| (name, place)).collect()
}

/// The last row of every run, with packed moves; none if there are more runs than a page contains.
#[derive(Debug, Default)]
pub(crate) struct CollectedRuns {
    runs: Vec<Run>,
    places: HashMap<String, usize>,
    /// The maximum number of runs; 0 if there were more.
    max: usize,
}

impl CollectedRuns {
    /// No runs yet, of at most `max`.
    pub(crate) fn new(max: usize) -> Self {
        Self { max, ..Self::default() }
    }

    /// Adds a row, in the order of the file.
    pub(crate) fn add(&mut self, run: Run) {
        if self.max == 0 {
            return;
        }
        let run = packed(run);
        if let Some(&place) = self.places.get(&run.run_id) {
            self.runs[place] = run;
        } else if self.runs.len() == self.max {
            *self = Self::new(0);
        } else {
            self.places.insert(run.run_id.clone(), self.runs.len());
            self.runs.push(run);
        }
    }

    /// Whether there are runs to embed.
    pub(crate) fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }
}

/// The run with the name of its problems as its set, and packed moves.
fn packed(run: Run) -> Run {
    Run { moves: moves::pack(&run.moves), set: run.problem_set(), ..run }
}

/// The description of every column of the records by its name, and its values. A column per core at a time, since all of them as
/// values of JSON would need several times the memory of their texts.
fn columns(runs: &[Run]) -> (Map<String, Value>, Vec<(String, String)>) {
    let all: Vec<_> = Run::columns().filter(|(column, _)| column.name != "attributes").collect();
    let mut described = parallel::map(&all, |(column, value)| {
        let cells: Vec<CellValue<'_>> = runs.iter().map(value).collect();
        let is_time = column.scale == Scale::LogSeconds && column.role == Role::Measured;
        let real = if is_time { four_digits } else { |number| number };
        let EmbeddedColumn { description, values } = EmbeddedColumn::new(&cells, MAX_TEXT_BYTES, real);
        ((column.name.to_owned(), description), (column.name.to_owned(), element(&values)))
    });
    let names: BTreeSet<&str> = runs.iter().flat_map(Run::attribute_values).map(|(name, _)| name).collect();
    for name in names {
        let cell = |run: &Run| run.attribute(name).map_or(CellValue::None, CellValue::Real);
        let cells: Vec<CellValue<'_>> = runs.iter().map(cell).collect();
        let EmbeddedColumn { description, values } = EmbeddedColumn::new(&cells, MAX_TEXT_BYTES, |number| number);
        described.push(((name.to_owned(), description), (name.to_owned(), element(&values))));
    }
    described.into_iter().unzip()
}

/// The iterations in the order of `runs`, and their number per run.
fn steps(runs: &[Run], iterations: Vec<Iteration>) -> Value {
    let ordered = by_run(runs, iterations, |iteration| &iteration.run_id);
    let all = || ordered.iter().flatten();
    json!({
        "counts": ordered.iter().map(Vec::len).collect::<Vec<_>>(),
        "threshold": all().map(|step| step.threshold).collect::<Vec<_>>(),
        "generated": all().map(|step| step.generated).collect::<Vec<_>>(),
        "expanded": all().map(|step| step.expanded).collect::<Vec<_>>(),
        "wall_s": all().map(|step| four_digits(step.wall_s)).collect::<Vec<_>>(),
    })
}

/// The solutions in the order of `runs`, and their number per run.
fn incumbents(runs: &[Run], incumbents: Vec<Incumbent>) -> Value {
    let ordered = by_run(runs, incumbents, |incumbent| &incumbent.run_id);
    let all = || ordered.iter().flatten();
    json!({
        "counts": ordered.iter().map(Vec::len).collect::<Vec<_>>(),
        "wall_s": all().map(|found| four_digits(found.wall_s)).collect::<Vec<_>>(),
        "expanded": all().map(|found| found.expanded).collect::<Vec<_>>(),
        "generated": all().map(|found| found.generated).collect::<Vec<_>>(),
        "cost": all().map(|found| found.cost).collect::<Vec<_>>(),
        "length": all().map(|found| found.length).collect::<Vec<_>>(),
        "bound": all().map(|found| found.bound).collect::<Vec<_>>(),
    })
}

/// The rows of each of `runs`, in their order.
fn by_run<T>(runs: &[Run], rows: Vec<T>, run_id: fn(&T) -> &String) -> Vec<Vec<T>> {
    let mut by_run: HashMap<String, Vec<T>> = HashMap::new();
    for row in rows {
        by_run.entry(run_id(&row).clone()).or_default().push(row);
    }
    runs.iter().map(|run| by_run.remove(&run.run_id).unwrap_or_default()).collect()
}

/// A time to four significant digits: the page shows three.
fn four_digits(seconds: f64) -> f64 {
    // A formatted number can be parsed.
    format!("{seconds:.3e}").parse().unwrap_or(seconds)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::ExperimentData;
    use crate::fixture;

    fn embedded(runs: Vec<Run>, iterations: Vec<Iteration>) -> Value {
        let experiment = ExperimentData::arrange(runs.clone(), Some(fixture::manifest()));
        whole(&EmbeddedRuns::from_runs(runs, iterations, &experiment.names()))
    }

    /// The island with the values of each column in place of its description.
    fn whole(embedded: &EmbeddedRuns) -> Value {
        let mut island: Value = serde_json::from_str(&embedded.island).unwrap();
        for (name, text) in &embedded.columns {
            island["columns"][name] = serde_json::from_str(text).unwrap();
        }
        island
    }

    #[test]
    fn a_column_is_described_by_its_different_values_and_whether_they_are_numbers() {
        let runs = fixture::runs();
        let experiment = ExperimentData::arrange(runs.clone(), Some(fixture::manifest()));
        let embedded = EmbeddedRuns::from_runs(runs, Vec::new(), &experiment.names());
        let island: Value = serde_json::from_str(&embedded.island).unwrap();
        assert_eq!(island["columns"]["solver"], json!({ "different": 3, "numeric": false, "number": false }));
        assert_eq!(island["columns"]["weight"], json!({ "different": 2, "numeric": true, "number": false }));
        assert_eq!(island["columns"]["generated"]["number"], true);
    }

    #[test]
    fn runs_are_in_the_order_of_the_experiment_regardless_of_when_they_ended() {
        let mut runs = fixture::runs();
        let forward = embedded(runs.clone(), Vec::new());
        runs.reverse();
        assert_eq!(forward, embedded(runs, Vec::new()));
        let ids = &forward["columns"]["run_id"];
        assert_eq!((&ids[0], &ids[3], &ids[13]), (&json!("korf100-1-0"), &json!("korf100-2-0"), &json!("easy-a-2")));
    }

    #[test]
    fn iterations_are_in_the_order_of_runs_and_omitted_if_there_are_too_many() {
        let step = |run_id: &str, threshold| Iteration { run_id: run_id.into(), threshold, ..Iteration::default() };
        let two = vec![step("easy-a-0", 7), step("korf100-1-2", 30), step("korf100-1-2", 32)];
        let small = embedded(fixture::runs(), two.clone());
        assert_eq!(small["iterations"]["threshold"], json!([30, 32, 7]));
        assert_eq!(small["iterations"]["counts"][2], json!(2));
        let large = embedded(fixture::runs(), vec![two[0].clone(); MAX_STEPS + 1]);
        assert_eq!((&large["iterations"], &large["iterations_recorded"]), (&Value::Null, &json!(MAX_STEPS + 1)));
    }

    #[test]
    fn ten_thousand_runs_on_different_boards_leave_half_of_the_page_to_charts() {
        let run = |number: u32| Run {
            run_id: format!("{:016x}", u64::MAX - u64::from(number)),
            set: "random".into(),
            instance: number.to_string(),
            board: format!("15 14 13 12 11 10 9 8 7 6 {number:05} 3 2 1 0"),
            solver: "IDA*".into(),
            moves: "ULRD".repeat(13) + if number.is_multiple_of(2) { "U" } else { "L" },
            length: Some(50 + number % 9),
            h0: Some(40 + number % 7),
            expanded: Some(123_456_789 + u64::from(number)),
            generated: Some(987_654_321 + u64::from(number)),
            peak_bytes: Some(1_000_000 + u64::from(number)),
            wall_s: f64::from(number) / 7.0,
            cpu_s: f64::from(number) / 11.0,
            setup_s: f64::from(number) / 13.0,
            ..Run::default()
        };
        let runs: Vec<Run> = (0..10_000).map(run).collect();
        let step = |run: &Run| Iteration {
            run_id: run.run_id.clone(),
            threshold: 50,
            generated: 987_654_321,
            expanded: 123_456_789,
            wall_s: run.wall_s,
        };
        let iterations = runs.iter().map(step).collect();
        let experiment = ExperimentData::arrange(runs.clone(), None);
        let embedded = EmbeddedRuns::from_runs(runs, iterations, &experiment.names());
        let size = embedded.island.len() + embedded.columns.iter().map(|(_, text)| text.len()).sum::<usize>();
        assert!(size < 1_850_000, "{size} bytes");
    }

    #[test]
    fn solutions_are_in_the_order_of_runs() {
        let found = |run_id: &str, cost| Incumbent { run_id: run_id.into(), cost, ..Incumbent::default() };
        let runs: Vec<Run> = ["a", "b", "c"].map(|run_id| Run { run_id: run_id.into(), ..Run::default() }).into();
        let solutions = incumbents(&runs, vec![found("c", 7), found("a", 9), found("c", 6)]);
        assert_eq!((&solutions["counts"], &solutions["cost"]), (&json!([1, 0, 2]), &json!([9, 7, 6])));
    }

    #[test]
    fn the_last_row_of_a_run_is_collected_and_none_if_there_are_too_many_runs() {
        let run = |number: usize| Run { run_id: number.to_string(), generated: Some(5), ..Run::default() };
        let mut collected = CollectedRuns::new(5);
        (0..5).for_each(|number| collected.add(run(number)));
        collected.add(Run { generated: Some(6), ..run(3) });
        assert_eq!((collected.runs.len(), collected.runs[3].generated), (5, Some(6)));
        collected.add(run(5));
        assert!(collected.is_empty());
        collected.add(run(3));
        assert!(collected.is_empty());
    }

    #[test]
    fn a_message_cannot_end_the_data_element() {
        let mut runs = fixture::runs();
        runs[7].message = "</script><img>\u{2028}".into();
        let experiment = ExperimentData::arrange(runs.clone(), None);
        let embedded = EmbeddedRuns::from_runs(runs, Vec::new(), &experiment.names());
        let mut texts = embedded.columns.iter().map(|(_, text)| text).chain([&embedded.island]);
        assert!(!texts.any(|text| text.contains('<')));
        let read = whole(&embedded);
        assert!(read["columns"]["message"]["texts"].as_array().unwrap().contains(&json!("</script><img>\u{2028}")));
    }
}
