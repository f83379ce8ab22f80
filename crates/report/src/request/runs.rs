//! The runs and the instance sets of a request.

use std::path::Path;

use anyhow::{Context as _, bail};

use super::{PlotRequest, selection};
use crate::chart::suffix;
use crate::column::{ChartColumn, Columns};
use crate::experiment::{ExperimentData, SetRuns};
use crate::expression::{Filter, nearest};
use crate::number;
use crate::run_collector::RunSelection;

/// Reads the requested runs with the additional `columns`, and notes on the runs that the filter excludes.
pub(super) fn read(
    dir: &Path,
    request: &PlotRequest,
    columns: &[&'static ChartColumn],
    known: &Columns,
) -> anyhow::Result<(ExperimentData, Vec<String>)> {
    let [filter, outcomes] = match &request.filter {
        Some(filter) => match Filter::read(filter, &known.names()) {
            Ok(filter) => filter.split(&|column| known.at(column).is_outcome()).map(Some),
            Err(mistake) => bail!("cannot parse the filter {filter}: {mistake}"),
        },
        None => [None, None],
    };
    let (experiment, filtered) = ExperimentData::select(
        dir,
        RunSelection { filter, outcomes, requested: columns.to_vec(), known: known.clone() },
    )?;
    let experiment = experiment.compared_on(request.compare_on);
    // A single chart has no room above it to list the rows that could not be read.
    experiment.unread.refuse().with_context(|| format!("cannot plot {}", dir.display()))?;
    let shown = selection::shown(&experiment);
    if shown == 0 {
        let all = number::grouped((filtered + experiment.recorded) as u64);
        match &request.filter {
            Some(filter) if all != "0" => bail!("the filter {filter} matches none of {all} runs"),
            _ => bail!("no run is recorded in {}", dir.display()),
        }
    }
    let left_out = if filtered > 0 {
        vec![format!("The filter excludes {}.", number::counted(filtered, "run"))]
    } else {
        Vec::new()
    };
    Ok((experiment, left_out))
}

/// The instance sets of each chart, with the suffix of its file name.
pub(super) fn parts<'e>(
    request: &PlotRequest,
    is_by_set: bool,
    experiment: &'e ExperimentData,
) -> anyhow::Result<Vec<(String, Vec<&'e SetRuns>)>> {
    let names: Vec<&str> = experiment.sets.iter().map(|set| set.name.as_str()).collect();
    let part = |place: usize| (suffix(&names, place), vec![&experiment.sets[place]]);
    if let Some(name) = &request.set {
        let Some(place) = names.iter().position(|other| other == name) else {
            let nearest = nearest(name, &names).unwrap_or_default();
            bail!("unknown instance set '{name}'; did you mean '{nearest}'?");
        };
        return Ok(vec![part(place)]);
    }
    if request.pool || is_by_set {
        return Ok(vec![(String::new(), experiment.sets.iter().collect())]);
    }
    Ok((0..names.len()).map(part).collect())
}
