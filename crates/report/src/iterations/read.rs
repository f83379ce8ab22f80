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
struct RunSlot {
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
    let mut slots = slots(folder, experiment, &keys)?;
    folder.each_iteration_or_error(|row| match row {
        Ok(row) => slots.get_mut(row.run_id.as_str()).into_iter().for_each(|slot| slot.rows += 1),
        Err(why) => experiment.unread.add(why),
    })?;
    if slots.is_empty() {
        return Ok(());
    }
    let mut gathered: BTreeMap<(usize, usize), ConfigurationIterations> = BTreeMap::new();
    let mut run: Vec<Iteration> = Vec::new();
    let mut flush = |run: &mut Vec<Iteration>, slots: &HashMap<Box<str>, RunSlot>| {
        if let Some(slot) = run.first().and_then(|row| slots.get(row.run_id.as_str())) {
            let configuration = &experiment.sets[slot.set].configurations[slot.configuration];
            let iterations = gathered.entry((slot.set, slot.configuration)).or_default();
            iterations.index = configuration.index;
            let every = configuration.runs.len().div_ceil(MAX_LINES).max(1) as u64;
            iterations.add(run, slot, slot.predictions.map(|at| &predictions[at]), every);
        }
        run.clear();
    };
    folder.each_iteration_or_error(|row| {
        let Ok(row) = row else { return };
        let Some(slot) = slots.get_mut(row.run_id.as_str()) else { return };
        slot.rows -= 1;
        if slot.rows < slot.iterations {
            // The rows of a run are consecutive in the file.
            if run.last().is_some_and(|last| last.run_id != row.run_id) {
                flush(&mut run, &slots);
            }
            run.push(row);
        }
    })?;
    flush(&mut run, &slots);
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
fn slots(
    folder: &Folder,
    experiment: &ExperimentData,
    keys: &HashMap<PredictionKey, usize>,
) -> Result<HashMap<Box<str>, RunSlot>, RecordError> {
    let mut known: HashMap<(&str, &str), IterativeConfiguration<'_>> = HashMap::new();
    for (at, set) in experiment.sets.iter().enumerate() {
        for (slot, configuration) in set.configurations.iter().enumerate() {
            let deepens = configuration.runs.first().is_some_and(|run| ITERATIVE_DEEPENING.contains(&&*run.algorithm));
            if deepens {
                let instances = configuration.runs.iter().map(|run| (&*run.instance, (run.seed, run.repeat))).collect();
                known.insert(
                    (&set.name, &configuration.name),
                    IterativeConfiguration { set: at, configuration: slot, instances },
                );
            }
        }
    }
    let mut slots = HashMap::new();
    if known.is_empty() {
        return Ok(slots);
    }
    folder.each_row_or_error(|row| {
        let Ok(run) = row else { return };
        let Some(IterativeConfiguration { set, configuration, instances }) =
            known.get(&(run.set.as_str(), run.solver.as_str()))
        else {
            return;
        };
        if instances.get(run.instance.as_str()) != Some(&(run.seed, run.repeat)) {
            return;
        }
        let blank = run.board.split_whitespace().position(|tile| tile == "0").and_then(|at| u32::try_from(at).ok());
        let is_predicted = run.weight_value() == Some(1.0) && run.options.is_empty();
        let solved = run.status == Status::Solved;
        let key = |blank| (run.rows, run.cols, run.goal, run.heuristic, blank);
        let predictions = blank.filter(|_| is_predicted).map(key).and_then(|key| keys.get(&key)).copied();
        let slot = RunSlot {
            set: *set,
            configuration: *configuration,
            solved,
            // A run whose iterations are not known lacks none.
            iterations: run.iterations.unwrap_or(0),
            rows: 0,
            predictions,
            lacks_board: is_predicted && !keys.is_empty() && blank.is_none(),
        };
        slots.insert(run.run_id.into_boxed_str(), slot);
    })?;
    Ok(slots)
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
    fn add(&mut self, run: &[Iteration], slot: &RunSlot, predictions: Option<&ThresholdPredictions>, every: u64) {
        let Some((last, full)) = run.split_last() else { return };
        self.runs += 1;
        self.count += run.len() as u64;
        let generated: Vec<u64> = full.iter().map(|iteration| iteration.generated).collect();
        self.growth.add(&generated);
        let all = generated.iter().sum::<u64>() + last.generated;
        if slot.solved && all > 0 {
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
        self.predicted.without_board += u64::from(slot.lacks_board);
        if (self.runs - 1).is_multiple_of(every) && full.len() > 1 {
            self.lines.push(full.iter().map(|iteration| (iteration.threshold, iteration.expanded)).collect());
        }
    }
}
