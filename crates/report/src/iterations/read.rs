//! Reads `iterations.csv`, row by row, into the growth and predictions of each configuration.

use std::collections::{BTreeMap, HashMap};

use tilebench_plot::kinds::iterations::MAX_LINES;
use tilebench_record::{Folder, Iteration, Prediction, RecordError, Status};

use super::Iterations;
use crate::experiment::Experiment;

/// The algorithms whose iterations are depth-first searches to growing thresholds; others record stages.
const ITERATIVE_DEEPENING: [&str; 1] = ["idastar"];

/// By threshold: the nodes predicted.
type Thresholds = BTreeMap<u32, f64>;
/// The factors that determine a prediction in addition to the threshold: rows, columns, goal, heuristic, cell of the blank.
type Key = (u32, u32, String, String, u32);

/// A run that stands for its instance.
struct Place {
    set: usize,
    configuration: usize,
    solved: bool,
    /// How many iterations it counted.
    iterations: u64,
    /// How many rows of it in the file are still to come; those of earlier attempts are the first.
    rows: u64,
    /// The place of its predictions.
    predictions: Option<usize>,
    /// Whether there could be predictions, were its blank known.
    lacks_board: bool,
}

/// Gathers the iterations of `folder`, whose runs are those of `experiment`, into its sets; rows that cannot be read are
/// added to its unread rows.
pub(crate) fn read(folder: &Folder, experiment: &mut Experiment) -> Result<(), RecordError> {
    let (keys, predictions) = predictions(folder.predictions()?);
    let mut places = places(folder, experiment, &keys)?;
    folder.each_iteration_or_error(|row| match row {
        Ok(row) => places.get_mut(row.run_id.as_str()).into_iter().for_each(|place| place.rows += 1),
        Err(why) => experiment.unread.add(why),
    })?;
    if places.is_empty() {
        return Ok(());
    }
    let mut gathered: BTreeMap<(usize, usize), Iterations> = BTreeMap::new();
    let mut run: Vec<Iteration> = Vec::new();
    let mut flush = |run: &mut Vec<Iteration>, places: &HashMap<Box<str>, Place>| {
        if let Some(place) = run.first().and_then(|row| places.get(row.run_id.as_str())) {
            let configuration = &experiment.sets[place.set].configurations[place.configuration];
            let iterations = gathered.entry((place.set, place.configuration)).or_default();
            iterations.index = configuration.index;
            let every = configuration.runs.len().div_ceil(MAX_LINES).max(1) as u64;
            iterations.add(run, place, place.predictions.map(|at| &predictions[at]), every);
        }
        run.clear();
    };
    folder.each_iteration_or_error(|row| {
        let Ok(row) = row else { return };
        let Some(place) = places.get_mut(row.run_id.as_str()) else { return };
        place.rows -= 1;
        if place.rows < place.iterations {
            // The rows of a run are together in the file.
            if run.last().is_some_and(|last| last.run_id != row.run_id) {
                flush(&mut run, &places);
            }
            run.push(row);
        }
    })?;
    flush(&mut run, &places);
    for ((set, _), iterations) in gathered {
        experiment.sets[set].iterations.push(iterations);
    }
    Ok(())
}

/// A configuration that deepens iteratively.
struct Known<'a> {
    set: usize,
    configuration: usize,
    /// By instance: the seed and the repeat that stand for it.
    instances: HashMap<&'a str, (u64, u32)>,
}

/// The runs that stand for their instances, by name.
fn places(
    folder: &Folder,
    experiment: &Experiment,
    keys: &HashMap<Key, usize>,
) -> Result<HashMap<Box<str>, Place>, RecordError> {
    let mut known: HashMap<(&str, &str), Known<'_>> = HashMap::new();
    for (at, set) in experiment.sets.iter().enumerate() {
        for (place, configuration) in set.configurations.iter().enumerate() {
            let deepens = configuration.runs.first().is_some_and(|run| ITERATIVE_DEEPENING.contains(&&*run.algorithm));
            if deepens {
                let instances = configuration.runs.iter().map(|run| (&*run.instance, (run.seed, run.repeat))).collect();
                known.insert((&set.name, &configuration.name), Known { set: at, configuration: place, instances });
            }
        }
    }
    let mut places = HashMap::new();
    if known.is_empty() {
        return Ok(places);
    }
    folder.each_row_or_error(|row| {
        let Ok(run) = row else { return };
        let Some(Known { set, configuration, instances }) = known.get(&(run.set.as_str(), run.solver.as_str())) else {
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
        let place = Place {
            set: *set,
            configuration: *configuration,
            solved,
            // Of a run whose iterations are not known, none is missing.
            iterations: run.iterations.unwrap_or(0),
            rows: 0,
            predictions,
            lacks_board: is_predicted && !keys.is_empty() && blank.is_none(),
        };
        places.insert(run.run_id.into_boxed_str(), place);
    })?;
    Ok(places)
}

/// The predictions, and the position of those of each key.
fn predictions(rows: Vec<Prediction>) -> (HashMap<Key, usize>, Vec<Thresholds>) {
    let (mut keys, mut predictions) = (HashMap::new(), Vec::new());
    for Prediction { rows, cols, goal, heuristic, blank, threshold, expanded, .. } in rows {
        let at = *keys.entry((rows, cols, goal, heuristic, blank)).or_insert_with(|| {
            predictions.push(Thresholds::new());
            predictions.len() - 1
        });
        predictions[at].insert(threshold, expanded);
    }
    (keys, predictions)
}

impl Iterations {
    /// Adds the iterations of a run; one in every `every` runs is kept for the chart.
    fn add(&mut self, run: &[Iteration], place: &Place, predictions: Option<&Thresholds>, every: u64) {
        let Some((last, full)) = run.split_last() else { return };
        self.runs += 1;
        self.count += run.len() as u64;
        let generated: Vec<u64> = full.iter().map(|iteration| iteration.generated).collect();
        self.growth.add(&generated);
        let all = generated.iter().sum::<u64>() + last.generated;
        if place.solved && all > 0 {
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
        self.predicted.without_board += u64::from(place.lacks_board);
        if (self.runs - 1).is_multiple_of(every) && full.len() > 1 {
            self.lines.push(full.iter().map(|iteration| (iteration.threshold, iteration.expanded)).collect());
        }
    }
}
