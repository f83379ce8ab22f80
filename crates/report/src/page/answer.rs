//! The first screen: the answer in sentences, the warnings, the table by guarantee, and two charts.

use std::fmt::{Error, Write as _};

use super::section::PageSection;
use crate::chart::{Chart, SectionCharts};
use crate::export::html::escape;
use crate::findings::{Finding, Findings};

/// The id of the section.
pub(super) const ID: &str = "answer";

/// The kinds of the charts of the first screen: of each row the first that is drawn for a set. The last is drawn for most sets.
const KINDS: [&[&str]; 2] = [&["time-nodes", "tradeoff"], &["heat-map"]];

/// The charts of the first screen, those of the first set that has any, and the other charts.
pub(super) fn charts(drawn: &SectionCharts) -> (Vec<&Chart>, Vec<&Chart>) {
    let first: Vec<&Chart> = KINDS.iter().filter_map(|kinds| first_of(kinds, &drawn.charts)).collect();
    let is_first = |chart: &&Chart| first.iter().any(|one| one.name == chart.name);
    let others = drawn.charts.iter().filter(|chart| !is_first(chart)).collect();
    (first, others)
}

/// The first of `kinds` that is drawn for the first set with a chart of the last of them.
fn first_of<'a>(kinds: &[&str], charts: &'a [Chart]) -> Option<&'a Chart> {
    let set = kinds.iter().rev().find_map(|kind| charts.iter().find_map(|chart| set_of(kind, chart)))?;
    kinds.iter().find_map(|kind| charts.iter().find(|chart| set_of(kind, chart) == Some(set)))
}

/// The end of the name of `chart` after `kind`, which names its set; `None` for other kinds.
fn set_of<'a>(kind: &str, chart: &'a Chart) -> Option<&'a str> {
    chart.name.strip_prefix(kind).filter(|set| set.is_empty() || set.starts_with('-'))
}

/// The section; empty if there is nothing to say.
pub(super) fn section(findings: &Findings, charts: &[&Chart]) -> Result<PageSection, Error> {
    let mut section = PageSection::new(ID, "Answer");
    let html = &mut section.html;
    let is_split = !findings.answer.is_empty() && !findings.warnings.is_empty();
    if is_split {
        html.push_str("<div class=\"split\">\n");
    }
    if !findings.answer.is_empty() {
        html.push_str("<div>\n");
        list(html, &findings.answer)?;
        if !findings.others.is_empty() {
            writeln!(html, "<details>\n<summary>{} more findings</summary>", findings.others.len())?;
            list(html, &findings.others)?;
            html.push_str("</details>\n");
        }
        html.push_str("</div>\n");
    }
    if !findings.warnings.is_empty() {
        html.push_str(
            "<aside class=\"warnings\" aria-labelledby=\"warnings\">\n<h3 id=\"warnings\">Warnings</h3>\n<ul>\n",
        );
        for warning in &findings.warnings {
            writeln!(html, "<li>{}</li>", escape(warning))?;
        }
        html.push_str("</ul>\n</aside>\n");
    }
    if is_split {
        html.push_str("</div>\n");
    }
    if !findings.facts.is_empty() {
        writeln!(html, "<p class=\"facts\">{}</p>", escape(&findings.facts.join(" ")))?;
    }
    if let Some(table) = &findings.table {
        section.table(table)?;
    }
    for chart in charts {
        super::figures::first(&mut section.html, chart)?;
    }
    Ok(section)
}

/// Writes sentences with their subjects; consecutive sentences on the same subject state it once.
fn list(html: &mut String, findings: &[Finding]) -> Result<(), Error> {
    html.push_str("<dl class=\"findings\">\n");
    for group in findings.chunk_by(|a, b| a.subject == b.subject) {
        writeln!(html, "<dt>{}</dt>", escape(&group[0].subject))?;
        for finding in group {
            writeln!(
                html,
                "<dd data-rule=\"{}\">{}</dd>",
                finding.rule,
                escape(&finding.capitalised()).replace("n = ", "n\u{a0}=\u{a0}")
            )?;
        }
    }
    html.push_str("</dl>\n");
    Ok(())
}
