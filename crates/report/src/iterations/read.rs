//! Reads `iterations.csv`, row by row, into the growth and predictions of each configuration.

use std::collections::{BTreeMap, HashMap};

use tilebench_plot::kinds::iterations::MAX_LINES;
use tilebench_record::{Folder, Iteration, Prediction, RecordError, Status};

use super::ConfigurationIterations;
use crate::experiment::ExperimentData;

/// The algorithms whose iterations are depth-first searches with increasing thresholds; others record stages.
const ITERATIVE_DEEPENING: [&str; 1] = ["idastar"];

/// The predicted number of expanded nodes by threshold.
type ThresholdPredictions = BTreeMap<u32, f64>;
/// The factors that determine a prediction in addition to the threshold: rows, columns, goal, heuristic, cell of the blank.
type PredictionKey = (u32, u32, String, String, u32);

/// A run that represents its instance.
struct RepresentativeRun {
    set: usize,
    configuration: usize,
    solved: bool,
    /// The number of iterations that the run recorded.
    iterations: u64,
    /// The number of its rows that follow in the file; the rows of earlier attempts are the first.
    rows: u64,
    /// The index of its predictions.
    predictions: Option<usize>,
    /// Whether predictions could apply if the cell of its blank were known.
    lacks_board: bool,
}

/// Adds the iterations of `folder` to the sets of `experiment`, which has its runs. Rows that cannot be read are added to its
/// unread rows.
pub(crate) fn read(folder: &Folder, experiment: &mut ExperimentData) -> Result<(), RecordError> {
    let (keys, predictions) = predictions(folder.predictions()?);
    let mut representatives = representatives(folder, experiment, &keys)?;
    folder.each_iteration_or_error(|row| match row {
        Ok(row) => {
            representatives
                .get_mut(row.run_id.as_str())
                .into_iter()
                .for_each(|representative| representative.rows += 1);
        }
        Err(why) => experiment.unread.add(why),
    })?;
    if representatives.is_empty() {
        return Ok(());
    }
    let mut gathered: BTreeMap<(usize, usize), ConfigurationIterations> = BTreeMap::new();
    let mut run: Vec<Iteration> = Vec::new();
    let mut flush = |run: &mut Vec<Iteration>, representatives: &HashMap<Box<str>, RepresentativeRun>| {
        if let Some(representative) = run.first().and_then(|row| representatives.get(row.run_id.as_str())) {
            let configuration = &experiment.sets[representative.set].configurations[representative.configuration];
            let iterations = gathered.entry((representative.set, representative.configuration)).or_default();
            iterations.index = configuration.index;
            let every = configuration.runs.len().div_ceil(MAX_LINES).max(1) as u64;
            iterations.add(run, representative, representative.predictions.map(|at| &predictions[at]), every);
        }
        run.clear();
    };
    folder.each_iteration_or_error(|row| {
        let Ok(row) = row else { return };
        let Some(representative) = representatives.get_mut(row.run_id.as_str()) else { return };
        representative.rows -= 1;
        if representative.rows < representative.iterations {
            // The rows of a run are consecutive in the file.
            if run.last().is_some_and(|last| last.run_id != row.run_id) {
                flush(&mut run, &representatives);
            }
            run.push(row);
        }
    })?;
    flush(&mut run, &representatives);
    for ((set, _), iterations) in gathered {
        experiment.sets[set].iterations.push(iterations);
    }
    Ok(())
}

/// A configuration of iterative deepening.
struct IterativeConfiguration<'a> {
    set: usize,
    configuration: usize,
    /// The seed and the repeat that represent each instance.
    instances: HashMap<&'a str, (u64, u32)>,
}

/// The runs that represent their instances, by run id.
fn representatives(
    folder: &Folder,
    experiment: &ExperimentData,
    keys: &HashMap<PredictionKey, usize>,
) -> Result<HashMap<Box<str>, RepresentativeRun>, RecordError> {
    let mut known: HashMap<(&str, &str), IterativeConfiguration<'_>> = HashMap::new();
    for (at, set) in experiment.sets.iter().enumerate() {
        for (place, configuration) in set.configurations.iter().enumerate() {
            let deepens = configuration.runs.first().is_some_and(|run| ITERATIVE_DEEPENING.contains(&&*run.algorithm));
            if deepens {
                let instances = configuration.runs.iter().map(|run| (&*run.instance, (run.seed, run.repeat))).collect();
                known.insert(
                    (&set.name, &configuration.name),
                    IterativeConfiguration { set: at, configuration: place, instances },
                );
            }
        }
    }
    let mut representatives = HashMap::new();
    if known.is_empty() {
        return Ok(representatives);
    }
    folder.each_row_or_error(|row| {
        let Ok(run) = row else { return };
        let problems = run.problem_set();
        let Some(IterativeConfiguration { set, configuration, instances }) =
            known.get(&(problems.as_str(), run.solver.as_str()))
        else {
            return;
        };
        if instances.get(run.instance.as_str()) != Some(&(run.seed, run.repeat)) {
            return;
        }
        let size = run.rows.zip(run.cols);
        let blank = run.board.split_whitespace().position(|tile| tile == "0").and_then(|at| u32::try_from(at).ok());
        let is_unit_cost = size.is_some() && run.cost_model == "unit" && run.metric != "multi";
        let is_predicted = is_unit_cost && run.weight_value() == Some(1.0) && run.options.is_empty();
        let solved = run.status == Status::Solved;
        let key = |(blank, (rows, cols))| (rows, cols, run.goal, run.heuristic, blank);
        let predictions = blank.zip(size).filter(|_| is_predicted).map(key).and_then(|key| keys.get(&key)).copied();
        let representative = RepresentativeRun {
            set: *set,
            configuration: *configuration,
            solved,
            // A run whose iterations are not known lacks none.
            iterations: run.iterations.unwrap_or(0),
            rows: 0,
            predictions,
            lacks_board: is_predicted && !keys.is_empty() && blank.is_none(),
        };
        representatives.insert(run.run_id.into_boxed_str(), representative);
    })?;
    Ok(representatives)
}

/// The predictions, and the index of those of each key.
fn predictions(rows: Vec<Prediction>) -> (HashMap<PredictionKey, usize>, Vec<ThresholdPredictions>) {
    let (mut keys, mut predictions) = (HashMap::new(), Vec::new());
    for Prediction { rows, cols, goal, heuristic, blank, threshold, expanded, .. } in rows {
        let at = *keys.entry((rows, cols, goal, heuristic, blank)).or_insert_with(|| {
            predictions.push(ThresholdPredictions::new());
            predictions.len() - 1
        });
        predictions[at].insert(threshold, expanded);
    }
    (keys, predictions)
}

impl ConfigurationIterations {
    /// Adds the iterations of a run; one in every `every` runs is kept for the chart.
    fn add(
        &mut self,
        run: &[Iteration],
        representative: &RepresentativeRun,
        predictions: Option<&ThresholdPredictions>,
        every: u64,
    ) {
        let Some((last, full)) = run.split_last() else { return };
        self.runs += 1;
        self.count += run.len() as u64;
        let generated: Vec<u64> = full.iter().map(|iteration| iteration.generated).collect();
        self.growth.add(&generated);
        let all = generated.iter().sum::<u64>() + last.generated;
        if representative.solved && all > 0 {
            self.last_share.0 += last.generated as f64 / all as f64;
            self.last_share.1 += 1;
        }
        for iteration in full {
            let level = self.levels.entry(iteration.threshold).or_default();
            level.n += 1;
            level.expanded += iteration.expanded;
            if let Some(&predicted) = predictions.and_then(|predictions| predictions.get(&iteration.threshold)) {
                level.predicted_n += 1;
                level.predicted += predicted;
                self.predicted.add(iteration.expanded, predicted);
            }
        }
        self.predicted.without_board += u64::from(representative.lacks_board);
        if (self.runs - 1).is_multiple_of(every) && full.len() > 1 {
            self.lines.push(full.iter().map(|iteration| (iteration.threshold, iteration.expanded)).collect());
        }
    }
}
