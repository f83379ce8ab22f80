//! `index.html`: one self-contained page.

use std::fmt::{Error, Result as Written, Write as _};
use std::time::Duration;

use section::PageSection;
use table_section::TableSection;

use crate::chart::SectionCharts;
use crate::experiment::ExperimentData;
use crate::export::html::escape;
use crate::findings::Findings;
use crate::number;
use crate::table::ReportTable;

mod answer;
mod figures;
mod methods;
mod policy;
mod provenance;
mod runs;
mod section;
mod settings;
mod table_section;
mod values;
mod verdict;

/// The style of the page.
const STYLE: &str =
    concat!(include_str!("page.css"), include_str!("page/runs.css"), include_str!("page/charts/charts.css"));

/// The script of the page, one concept per file, in a scope of its own.
const SCRIPT: &str = concat!(
    "(() => {\n\"use strict\";\n",
    include_str!("page/dom.js"),
    include_str!("page/numbers.js"),
    include_str!("page/tables.js"),
    include_str!("page/data.js"),
    include_str!("page/moves.js"),
    include_str!("page/expression.js"),
    include_str!("page/column_filter.js"),
    include_str!("page/address.js"),
    include_str!("page/fold.js"),
    include_str!("page/parts.js"),
    include_str!("page/charts/svg.js"),
    include_str!("page/charts/ticks.js"),
    include_str!("page/charts/scale.js"),
    include_str!("page/charts/heading.js"),
    include_str!("page/charts/legend.js"),
    include_str!("page/charts/plot.js"),
    include_str!("page/charts/hover.js"),
    include_str!("page/charts/facets.js"),
    include_str!("page/charts/profile.js"),
    include_str!("page/charts/spread.js"),
    include_str!("page/charts/scatter.js"),
    include_str!("page/charts/trade.js"),
    include_str!("page/charts/free.js"),
    include_str!("page/charts/save.js"),
    include_str!("page/charts/data_table.js"),
    include_str!("page/charts/figure.js"),
    include_str!("page/charts/live.js"),
    include_str!("page/charts/printed.js"),
    include_str!("page/tasks.js"),
    include_str!("page/list.js"),
    include_str!("page/stack.js"),
    include_str!("page/player.js"),
    include_str!("page/strip.js"),
    include_str!("page/command.js"),
    include_str!("page/dialog.js"),
    include_str!("page/main.js"),
    include_str!("page/reload.js"),
    "})();\n",
);

/// The content of the page.
pub(crate) struct PageContent<'a> {
    /// The experiment.
    pub(crate) experiment: &'a ExperimentData,
    /// The time after which the page reloads itself, if runs are still being recorded.
    pub(crate) reload: Option<Duration>,
    /// The tables that come first, such as the runs that are faults of the program.
    pub(crate) alarms: &'a [&'a ReportTable],
    /// The answer, with the warnings and the runs left out.
    pub(crate) findings: &'a Findings,
    /// The tables.
    pub(crate) tables: &'a [ReportTable],
    /// The charts of the runs.
    pub(crate) charts: &'a SectionCharts,
    /// The tables and charts of the heuristics.
    pub(crate) heuristics: Option<HeuristicContent<'a>>,
}

/// The content of the page on the heuristics.
pub(crate) struct HeuristicContent<'a> {
    /// The tables.
    pub(crate) tables: &'a [ReportTable],
    /// The charts.
    pub(crate) charts: &'a SectionCharts,
}

/// The page as HTML.
pub(crate) fn write(page: &PageContent<'_>) -> Result<String, Error> {
    let mut text = String::new();
    let name = escape(&page.experiment.name);
    let sections = sections(page)?;
    writeln!(text, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">")?;
    writeln!(text, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")?;
    policy::write(&mut text, STYLE, SCRIPT)?;
    writeln!(text, "<title>{name}</title>\n<style>{STYLE}</style>\n</head>")?;
    match page.reload {
        Some(time) => writeln!(text, "<body data-reload=\"{}\">", time.as_secs_f64())?,
        None => writeln!(text, "<body>")?,
    }
    heading(&mut text, page)?;
    text.push_str("<main>\n");
    // The answer and the faults are open, everything else is folded below the contents.
    let is_open = |section: &&PageSection| section.alarms || section.id == answer::ID;
    sections.iter().filter(is_open).try_for_each(|section| section.write(&mut text))?;
    section::contents(&mut text, &sections)?;
    if page.experiment.embedded_runs.is_some() {
        text.push_str(include_str!("page/filter.html"));
        let settings = settings::json(page.experiment);
        writeln!(text, "<script type=\"application/json\" id=\"settings\">{settings}</script>")?;
    }
    sections.iter().filter(|section| !is_open(section)).try_for_each(|section| section.write_folded(&mut text))?;
    writeln!(text, "</main>\n<script>{SCRIPT}</script>\n</body>\n</html>")?;
    Ok(text)
}

/// The id of the section that compares the runs with published results.
const PUBLISHED: &str = "published";

/// The sections that have content, in the order of reading.
fn sections(page: &PageContent<'_>) -> Result<Vec<PageSection>, Error> {
    let heuristics = page.heuristics.as_ref();
    let tables: Vec<&ReportTable> =
        page.tables.iter().chain(heuristics.iter().flat_map(|heuristics| heuristics.tables)).collect();
    let of_tables = |id, title, kind| PageSection::with_tables(id, title, &table_section::in_section(kind, &tables));

    let (first_charts, other_charts) = answer::charts(page.charts);
    let mut sections = vec![answer::section(page.findings, &first_charts)?];
    for &table in page.alarms {
        sections.push(PageSection { alarms: true, ..PageSection::with_tables(table.name, &table.title, &[table])? });
    }
    let mut section = of_tables(PUBLISHED, "Comparison with published results", TableSection::Verdict)?;
    if let Some(counts) = verdict::verdict_counts(&table_section::in_section(TableSection::Verdict, &tables)) {
        section.html.insert_str(0, &format!("<p>{}</p>\n", escape(&counts)));
    }
    sections.push(section);
    sections.push(of_tables("summary", "Summary", TableSection::Summary)?);
    let mut charts = PageSection::new("charts", "Charts");
    figures::write(&mut charts.html, &other_charts, &page.charts.left_out, page.experiment)?;
    if page.experiment.embedded_runs.is_some() {
        charts.html.insert_str(0, "<div id=\"live\"></div>\n");
    }
    sections.push(charts);
    sections.push(of_tables("pairwise", "Comparisons", TableSection::Pairwise)?);
    let mut section = of_tables("heuristics", "Heuristics", TableSection::Heuristics)?;
    if let Some(heuristics) = heuristics {
        let SectionCharts { charts, left_out } = heuristics.charts;
        figures::write(&mut section.html, &charts.iter().collect::<Vec<_>>(), left_out, page.experiment)?;
    }
    sections.push(section);
    sections.push(of_tables("detail", "Details", TableSection::Detail)?);
    let mut section = PageSection::new("runs", "Runs");
    runs::write(&mut section.html, page.experiment)?;
    sections.push(section);
    let mut section = PageSection::new("methods", "Methods");
    methods::write(&mut section.html, page.experiment)?;
    sections.push(section);
    if let Some(manifest) = &page.experiment.manifest {
        let mut section = PageSection::new("provenance", "Provenance");
        provenance::write(&mut section.html, manifest)?;
        sections.push(section);
    }
    sections.retain(|section| !section.html.is_empty());
    Ok(sections)
}

fn heading(text: &mut String, page: &PageContent<'_>) -> Written {
    writeln!(text, "<header>\n<h1>{}</h1>", escape(&page.experiment.name))?;
    if let Some(manifest) = page.experiment.manifest.as_ref().filter(|manifest| !manifest.question.is_empty()) {
        writeln!(text, "<p class=\"question\">{}</p>", escape(&manifest.question))?;
    }
    if page.reload.is_some() {
        let recorded = number::grouped(page.experiment.recorded as u64);
        let planned = page.experiment.manifest.as_ref().map(|manifest| number::grouped(manifest.runs_planned));
        let of = planned.map_or_else(String::new, |planned| format!(" of {planned}"));
        writeln!(
            text,
            "<p class=\"warnings\" role=\"status\">The experiment is running: {recorded}{of} runs are recorded. This page is \
             written again and reloads itself. <button type=\"button\" id=\"pause\" hidden>Pause</button></p>"
        )?;
    }
    for alarm in &page.findings.alarms {
        writeln!(text, "<p class=\"fault\">{}</p>", escape(alarm))?;
    }
    writeln!(text, "</header>")
}
