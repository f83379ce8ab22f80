//! The printed charts in the page, each with links to its files and its values as a table.
//!
//! If the page contains every run, its script draws some kinds itself, from the runs that match the filter, and removes the
//! printed ones. These are marked, so that they remain if the script does not run or there are too many runs. If they would
//! make the page too large together with the runs, the last of them are replaced by links to their files.

use std::fmt::{Result, Write as _};

use super::values;
use crate::chart::{self, Chart};
use crate::experiment::ExperimentData;
use crate::export::html::escape;

/// The maximum bytes of the printed charts that the script also draws, in a page that contains every run.
const MAX_LIVE_BYTES: usize = 600_000;

/// Writes `charts`, and the sentences of `left_out` on charts that are not drawn.
pub(super) fn write(html: &mut String, charts: &[&Chart], left_out: &[String], experiment: &ExperimentData) -> Result {
    let max = if experiment.embedded_runs.is_some() { MAX_LIVE_BYTES } else { usize::MAX };
    within(html, charts, left_out, experiment, max)
}

/// Writes a chart of the first screen, which the script does not replace.
pub(super) fn first(html: &mut String, chart: &Chart) -> Result {
    figure(html, chart, "first", "", &labelled(chart))
}

/// The chart as SVG with its title for screen readers.
fn labelled(chart: &Chart) -> String {
    chart.svg.replacen("<svg ", &format!("<svg role=\"img\" aria-label=\"{}\" ", escape(&chart.title)), 1)
}

fn figure(html: &mut String, chart: &Chart, class: &str, mark: &str, svg: &str) -> Result {
    let Chart { name, title, .. } = chart;
    writeln!(html, "<figure class=\"{class}\"{mark}>\n{svg}<figcaption><span>{}</span>:", escape(title))?;
    let files =
        ["svg", "png", "csv"].map(|kind| format!("<a href=\"charts/{name}.{kind}\">{}</a>", kind.to_uppercase()));
    writeln!(html, "{}</figcaption>", files.join(", "))?;
    // A chart that the script draws has a table of its own.
    if mark.is_empty() {
        values::write(html, chart)?;
    }
    writeln!(html, "</figure>")
}

/// Writes them with at most `max` bytes of charts that the script also draws.
fn within(
    html: &mut String,
    charts: &[&Chart],
    left_out: &[String],
    experiment: &ExperimentData,
    max: usize,
) -> Result {
    let sets: Vec<&str> = experiment.sets.iter().map(|set| set.name.as_str()).collect();
    let live = chart::live(&sets);
    let mut twice = 0;
    for chart in charts {
        let mut svg = labelled(chart);
        let mark = live.get(&chart.name).map(|kind| format!(" data-live=\"{kind}\"")).unwrap_or_default();
        if !mark.is_empty() {
            twice += svg.len();
            if twice > max {
                svg.clear();
            }
        }
        figure(html, chart, "printed", &mark, &svg)?;
    }
    for sentence in left_out {
        writeln!(html, "<p class=\"note left-out\">{}</p>", escape(sentence))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use tilebench_plot::ChartOptions;

    use super::*;
    use crate::fixture;

    #[test]
    fn charts_beyond_the_maximum_size_are_links_and_those_without_a_live_chart_are_always_included() {
        let experiment = ExperimentData::arrange(fixture::runs(), Some(fixture::manifest()));
        let drawn = chart::run_charts(&experiment, None, &ChartOptions::REPORT).unwrap();
        let shown = |max| {
            let mut html = String::new();
            within(&mut html, &drawn.charts.iter().collect::<Vec<_>>(), &[], &experiment, max).unwrap();
            (html.matches("<svg ").count(), html.matches("<figure ").count(), html.matches(".svg\">SVG</a>").count())
        };
        let all = drawn.charts.len();
        assert_eq!(shown(usize::MAX), (all, all, all));
        let live = chart::live(&["korf100", "easy"]);
        let is_live = |chart: &&Chart| live.contains_key(&chart.name);
        let only_printed = all - drawn.charts.iter().filter(is_live).count();
        assert!(only_printed > 0 && only_printed < all);
        assert_eq!(shown(drawn.charts[0].svg.len() + 100), (1 + only_printed, all, all));
        let estimates = ExperimentData::arrange(fixture::estimates_of(30), None);
        let heuristics = chart::heuristic_charts(&estimates, &ChartOptions::REPORT).unwrap();
        let mut html = String::new();
        within(&mut html, &heuristics.charts.iter().collect::<Vec<_>>(), &[], &estimates, 0).unwrap();
        assert_eq!(html.matches("<svg ").count(), heuristics.charts.len());
    }
}
