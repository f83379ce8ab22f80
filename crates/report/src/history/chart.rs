//! The chart of a history.

use tilebench_plot::kinds::history::{self, HistoryChart, HistoryLine};
use tilebench_plot::{ChartOptions, Drawing, theme};

use super::History;
use super::folder::{ConfigurationKey, HistoryFolder};
use crate::sessions;

/// The number of digits of a commit in the caption.
const SHORT_COMMIT: usize = 9;

/// Times of every configuration relative to the first folder, and the loop speeds; none if no times are known.
pub(super) fn draw(history: &History) -> Option<Drawing> {
    let mut names: Vec<&ConfigurationKey> = Vec::new();
    for row in &history.rows {
        if row.times.ratio.is_some() && !names.contains(&&row.name) {
            names.push(&row.name);
        }
    }
    let several_sets = names.iter().any(|name| name.set != names[0].set);
    let line = |(place, name): (usize, &&ConfigurationKey)| {
        let rows = history.rows.iter().filter(|row| row.name == **name);
        let ratios = rows.filter_map(|row| {
            let shown = row.times.shown();
            Some((row.folder, shown.value?, shown.interval))
        });
        let set = if several_sets { format!(", {}", name.set) } else { String::new() };
        HistoryLine { name: format!("{}{set}", name.solver), style: theme::style(place), ratios: ratios.collect() }
    };
    let speeds = |folder: &HistoryFolder| folder.manifest.as_ref().and_then(sessions::loop_speeds).unwrap_or_default();
    let chart = HistoryChart {
        lines: names.iter().enumerate().map(line).collect(),
        speeds: history.folders.iter().map(speeds).collect(),
        folders: history.folders.iter().map(named).collect(),
    };
    (!names.is_empty()).then(|| history::draw(&chart, &ChartOptions::REPORT))
}

/// The folder with its commit, if it is known.
fn named(folder: &HistoryFolder) -> String {
    let commit = folder.manifest.as_ref().and_then(|manifest| manifest.build.commit.as_deref());
    let short = |commit: &str| commit.chars().take(SHORT_COMMIT).collect::<String>();
    commit.map_or_else(|| folder.title.clone(), |commit| format!("{} (commit {})", folder.title, short(commit)))
}
