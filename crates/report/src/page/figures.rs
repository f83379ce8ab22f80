//! The printed charts in the page, each beside links to its files.
//!
//! Where the page holds every run, its script draws some kinds itself, of the runs that the filter leaves, and takes
//! these away. They are marked, so that a reader without script, or of too many runs, still has them.

use std::collections::BTreeMap;
use std::fmt::{Result, Write as _};

use crate::chart::{self, Chart, Drawn};
use crate::experiment::Experiment;
use crate::export::html::escape;

/// The kinds of printed charts that the script draws too.
const LIVE: [&str; 5] = ["solved-time", "solved-nodes", "length", "nodes", "scatter"];

/// Writes the charts, and a sentence for each that is not there.
pub(super) fn write(html: &mut String, drawn: &Drawn, experiment: &Experiment) -> Result {
    let sets: Vec<&str> = experiment.sets.iter().map(|set| set.name.as_str()).collect();
    let live: BTreeMap<String, &str> =
        LIVE.iter().flat_map(|kind| chart::names_of(kind, &sets).into_iter().map(move |name| (name, *kind))).collect();
    for Chart { name, title, svg, .. } in &drawn.charts {
        let title = escape(title);
        let svg = svg.replacen("<svg ", &format!("<svg role=\"img\" aria-label=\"{title}\" "), 1);
        let mark = live.get(name).map(|kind| format!(" data-live=\"{kind}\"")).unwrap_or_default();
        writeln!(html, "<figure class=\"printed\"{mark}>\n{svg}<figcaption><span>{title}</span>:")?;
        writeln!(html, "<a href=\"charts/{name}.svg\">SVG</a>, <a href=\"charts/{name}.png\">PNG</a></figcaption>")?;
        writeln!(html, "</figure>")?;
    }
    for sentence in &drawn.left_out {
        writeln!(html, "<p class=\"note left-out\">{}</p>", escape(sentence))?;
    }
    Ok(())
}
