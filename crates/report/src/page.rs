//! `index.html`: one page that needs nothing beside it.

use std::fmt::{Error, Result as Written, Write as _};

use tilebench_record::{Machine, Manifest, Session};

use crate::chart::{Chart, Drawn};
use crate::experiment::Experiment;
use crate::export::html::{self, escape};
use crate::number;
use crate::table::Table;

mod policy;
mod runs;

/// The style of the page.
const STYLE: &str = concat!(include_str!("page.css"), include_str!("page/runs.css"));

/// The script of the page, one concept a file; nothing of it is visible outside.
const SCRIPT: &str = concat!(
    "(() => {\n\"use strict\";\n",
    include_str!("page/dom.js"),
    include_str!("page/numbers.js"),
    include_str!("page/tables.js"),
    include_str!("page/data.js"),
    include_str!("page/moves.js"),
    include_str!("page/expression.js"),
    include_str!("page/address.js"),
    include_str!("page/tasks.js"),
    include_str!("page/list.js"),
    include_str!("page/player.js"),
    include_str!("page/command.js"),
    include_str!("page/dialog.js"),
    include_str!("page/main.js"),
    "})();\n",
);

/// What the page shows.
pub(crate) struct Page<'a> {
    /// The experiment.
    pub(crate) experiment: &'a Experiment,
    /// What is told before anything else: rows that could not be read, and runs that are faults of the program.
    pub(crate) alarms: &'a [&'a Table],
    /// What was left out, and why.
    pub(crate) remarks: &'a [String],
    /// The tables.
    pub(crate) tables: &'a [Table],
    /// The charts of the runs.
    pub(crate) charts: &'a Drawn,
    /// What there is to say of the heuristics.
    pub(crate) heuristics: Option<Heuristics<'a>>,
}

/// What the page shows of the heuristics.
pub(crate) struct Heuristics<'a> {
    /// The tables.
    pub(crate) tables: &'a [Table],
    /// The charts.
    pub(crate) charts: &'a Drawn,
}

/// The page as HTML.
pub(crate) fn write(page: &Page<'_>) -> Result<String, Error> {
    let mut text = String::new();
    let name = escape(&page.experiment.name);
    writeln!(text, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">")?;
    writeln!(text, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")?;
    policy::write(&mut text, STYLE, SCRIPT)?;
    writeln!(text, "<title>{name}</title>\n<style>{STYLE}</style>\n</head>\n<body>")?;
    heading(&mut text, page)?;
    for table in page.alarms {
        writeln!(text, "<section class=\"alarm\">\n<h2>{}</h2>", escape(&table.title))?;
        html::write(&mut text, table)?;
        text.push_str("</section>\n");
    }
    // The first table tells how the runs ended, the charts show it, the others go into detail.
    let (first, rest) = page.tables.split_at(page.tables.len().min(1));
    sections(&mut text, first)?;
    if !page.charts.charts.is_empty() {
        writeln!(text, "<section id=\"charts\">\n<h2>Charts</h2>")?;
        charts(&mut text, page.charts)?;
        text.push_str("</section>\n");
    }
    if let Some(shown) = &page.heuristics {
        heuristics(&mut text, shown)?;
    }
    sections(&mut text, rest)?;
    runs::write(&mut text, page.experiment)?;
    if let Some(manifest) = &page.experiment.manifest {
        provenance(&mut text, manifest)?;
    }
    writeln!(text, "<script>{SCRIPT}</script>\n</body>\n</html>")?;
    Ok(text)
}

fn heading(text: &mut String, page: &Page<'_>) -> Written {
    writeln!(text, "<header>\n<h1>{}</h1>", escape(&page.experiment.name))?;
    if let Some(manifest) = page.experiment.manifest.as_ref().filter(|manifest| !manifest.question.is_empty()) {
        writeln!(text, "<p class=\"question\">{}</p>", escape(&manifest.question))?;
    }
    for remark in page.remarks {
        writeln!(text, "<p class=\"facts\">{}</p>", escape(remark))?;
    }
    writeln!(text, "</header>")
}

fn sections(text: &mut String, tables: &[Table]) -> Written {
    for table in tables {
        writeln!(text, "<section id=\"{}\">\n<h2>{}</h2>", table.name, escape(&table.title))?;
        html::write(text, table)?;
        text.push_str("</section>\n");
    }
    Ok(())
}

/// The first table's heading is the section's.
fn heuristics(text: &mut String, shown: &Heuristics<'_>) -> Written {
    for (level, table) in shown.tables.iter().enumerate().map(|(place, table)| (2 + place.min(1), table)) {
        let opening = if level == 2 { "<section id=\"heuristics\">\n" } else { "" };
        writeln!(text, "{opening}<h{level}>{}</h{level}>", escape(&table.title))?;
        html::write(text, table)?;
    }
    charts(text, shown.charts)?;
    writeln!(text, "</section>")
}

fn charts(text: &mut String, drawn: &Drawn) -> Written {
    for Chart { name, title, svg, .. } in &drawn.charts {
        let title = escape(title);
        let svg = svg.replacen("<svg ", &format!("<svg role=\"img\" aria-label=\"{title}\" "), 1);
        writeln!(text, "<figure>\n{svg}<figcaption>{title}:")?;
        writeln!(text, "<a href=\"charts/{name}.svg\">SVG</a>, <a href=\"charts/{name}.png\">PNG</a></figcaption>")?;
        writeln!(text, "</figure>")?;
    }
    for sentence in &drawn.left_out {
        writeln!(text, "<p class=\"note\">{}</p>", escape(sentence))?;
    }
    Ok(())
}

fn provenance(text: &mut String, manifest: &Manifest) -> Written {
    writeln!(text, "<section id=\"provenance\">\n<h2>Where this comes from</h2>\n<dl>")?;
    for (what, value) in facts(manifest) {
        writeln!(text, "<dt>{what}</dt><dd>{}</dd>", escape(&value))?;
    }
    // A value that was parsed from JSON can be written as JSON.
    let experiment = serde_json::to_string_pretty(&manifest.experiment).unwrap_or_default();
    writeln!(text, "</dl>\n<details>\n<summary>The experiment as it was run</summary>")?;
    writeln!(text, "<pre>{}</pre>\n</details>\n</section>", escape(&experiment))
}

fn facts(manifest: &Manifest) -> Vec<(&'static str, String)> {
    let unknown = || "not known".to_owned();
    let Manifest { build, machine, .. } = manifest;
    let seeds: Vec<String> = manifest.seeds.iter().map(u64::to_string).collect();
    let mut facts = vec![
        ("created", manifest.created.clone()),
        ("program", format!("tilebench {}, {} build", build.version, build.profile)),
        ("commit", build.commit.clone().unwrap_or_else(unknown)),
        ("compiler", build.rustc.clone().unwrap_or_else(unknown)),
        ("system", format!("{} on {}", machine.os, machine.arch)),
        ("processor", machine.cpu.clone().unwrap_or_else(unknown)),
        ("cores", cores(machine)),
        ("memory", machine.memory_bytes.map_or_else(unknown, number::bytes)),
        ("seeds", seeds.join(", ")),
    ];
    facts.extend(machine.governor.iter().map(|governor| ("governor", governor.clone())));
    facts.extend(machine.boost.map(|boost| ("boost", if boost { "on" } else { "off" }.to_owned())));
    facts.extend(manifest.sessions.iter().map(|session| ("session", conditions(session))));
    for limit in &manifest.limits {
        facts.push(("limit", format!("{} = {}: {}", limit.what, limit.value, limit.means)));
    }
    for table in &manifest.tables {
        facts.push(("table", format!("{}, {}, checksum {}", table.name, number::bytes(table.bytes), table.checksum)));
    }
    facts
}

fn cores(machine: &Machine) -> String {
    let physical = machine.physical_cores.map(|physical| format!(" processors of {physical} physical cores"));
    format!("{}{}", machine.cores, physical.unwrap_or_default())
}

/// Under which conditions the runs of a session were made.
fn conditions(session: &Session) -> String {
    let pinned = if session.pinned { "pinned to cores" } else { "not pinned" };
    let figure = |value: Option<f64>, digits: usize| {
        value.map_or_else(|| "not known".to_owned(), |value| format!("{value:.digits$}"))
    };
    let speed = |value: Option<f64>| figure(value.map(|value| value / 1e6), 1);
    format!(
        "{}: jobs {}, {pinned}; load {} before, {} after; a fixed loop's million steps a second {} before, {} after",
        session.began,
        session.jobs,
        figure(session.load_before, 2),
        figure(session.load_after, 2),
        speed(session.speed_before),
        speed(session.speed_after),
    )
}
