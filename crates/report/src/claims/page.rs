//! Claims and verdicts as people read them: lines, Markdown, LaTeX and a page.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, anyhow};

use crate::claims::claim::{Claim, Part};
use crate::claims::judge::{Judged, Judgement};
use crate::claims::verdict::Kind;
use crate::claims::web;
use crate::export::{latex, markdown};
use crate::number;
use crate::table::{Builder, Table};

/// The folder of the charts, beside the page.
const CHARTS: &str = "charts";

/// The judgement as lines of text.
pub(super) fn lines(judgement: &Judgement) -> String {
    let mut text = String::new();
    for (part, claims) in judgement.parts() {
        // Writing to a text cannot fail.
        let _ = writeln!(text, "{} ({})", part.name, part.source);
        let width = |text: fn(&(&Claim, &Judged)) -> usize| claims.iter().map(text).max().unwrap_or(0);
        let verdict_wide = width(|(_, judged)| judged.verdict.of(judged.kind).chars().count());
        let wide = width(|(claim, _)| claim.claim.chars().count());
        let claimed_wide = width(|(_, judged)| judged.claimed.chars().count());
        for (claim, judged) in &claims {
            let Judged { claimed, measured, verdict, kind, as_expected, .. } = judged;
            let verdict = verdict.of(*kind);
            let _ = writeln!(
                text,
                "  {verdict:verdict_wide$}  {:wide$}  {claimed:claimed_wide$}  measured {measured}",
                claim.claim
            );
            if !as_expected {
                let _ = match claim.expected {
                    Some(expected) => writeln!(text, "  UNEXPECTED: the verdict should be '{}'", expected.of(*kind)),
                    None => writeln!(text, "  UNEXPECTED: an exact figure differs"),
                };
            }
            let _ = writeln!(text, "  {:verdict_wide$}  {}", "", claim.why);
        }
        text.push('\n');
    }
    text
}

/// Writes the pages and their charts.
pub(super) fn write(judgement: &Judgement, results: &Path) -> Result<PathBuf> {
    let claims = &judgement.claims;
    fs::create_dir_all(results).with_context(|| format!("cannot create {}", results.display()))?;
    let charts = charts(judgement, results)?;
    let mut text = format!("# {}\n\n{}\n\n{}.\n", claims.title, claims.about.trim(), judgement.counts());
    for (place, (part, judged)) in judgement.parts().enumerate() {
        text.push_str(&section(part, &judged, 2));
        for (name, file) in charts.iter().filter(|(at, ..)| *at == place).map(|(_, name, file)| (name, file)) {
            writeln!(text, "\n![{}: {name}]({CHARTS}/{file})", part.name)?;
        }
    }
    let tables: Vec<Table> = judgement.parts().filter(|(_, judged)| !judged.is_empty()).map(printed).collect();
    for (name, text) in
        [("report.md", text), ("report.tex", latex::write(&tables)?), ("index.html", web::write(judgement)?)]
    {
        let path = results.join(name);
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(results.join("index.html"))
}

/// Copies the charts that the parts name beside the page: the part's place, the chart's name and its file.
fn charts(judgement: &Judgement, results: &Path) -> Result<Vec<(usize, String, String)>> {
    let mut charts = Vec::new();
    for (place, part) in judgement.claims.parts.iter().enumerate() {
        for chart in &part.charts {
            let (experiment, name) = chart
                .split_once('/')
                .ok_or_else(|| anyhow!("the chart '{chart}' is not written as experiment/chart"))?;
            let from = results.join(experiment).join(CHARTS).join(format!("{name}.svg"));
            // What was not run has no charts; that the names are right is tested.
            if !from.is_file() {
                continue;
            }
            let (folder, file) = (results.join(CHARTS), format!("{experiment}-{name}.svg"));
            fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
            fs::copy(&from, folder.join(&file)).with_context(|| format!("cannot copy the chart {}", from.display()))?;
            charts.push((place, name.to_owned(), file));
        }
    }
    Ok(charts)
}

/// Every part in Markdown.
pub(super) fn sections(judgement: &Judgement, level: usize) -> String {
    judgement.parts().map(|(part, judged)| section(part, &judged, level)).collect()
}

/// A part: what it is, its claims as a table, and why each verdict is what it is.
fn section(part: &Part, judged: &[(&Claim, &Judged)], level: usize) -> String {
    let heading = "#".repeat(level);
    let mut text = format!("\n{heading} {}\n\nFrom {}.\n\n{}\n\n", part.name, part.source, part.here.trim());
    text.push_str(&facts(part).join(" "));
    text.push('\n');
    if !judged.is_empty() {
        // Writing to a text cannot fail.
        let _ = write!(text, "\n{}", markdown::rows(&table(judged)));
    }
    let evidence = evidence(judged);
    if !evidence.is_empty() {
        text.push('\n');
        for line in evidence {
            let _ = writeln!(text, "- {line}");
        }
    }
    if let Some(differing) = differing(judged) {
        let _ = write!(text, "\n{}:\n\n{}", differing.title, markdown::rows(&differing));
    }
    text
}

/// What holds for all figures of a part.
pub(super) fn facts(part: &Part) -> Vec<String> {
    let experiments: Vec<String> = part.experiments.iter().map(|name| format!("`{name}`")).collect();
    let mut facts = vec![format!("Experiments: {}.", experiments.join(", "))];
    facts.extend(part.goal.iter().map(|goal| format!("Goal: {goal}.")));
    facts.extend(part.counting.iter().map(|counting| format!("Counted: {counting}.")));
    facts.extend(part.seen.iter().map(|seen| format!("Figures seen: {seen}.")));
    facts
}

/// How it is known of each figure that should have been printed otherwise.
pub(super) fn evidence(judged: &[(&Claim, &Judged)]) -> Vec<String> {
    let corrected = judged.iter().filter_map(|(claim, _)| Some((claim, claim.correction.as_ref()?)));
    corrected.map(|(claim, correction)| format!("{}: {}", claim.claim, correction.evidence)).collect()
}

/// The claims as a table.
pub(super) fn table(judged: &[(&Claim, &Judged)]) -> Table {
    let several = judged.iter().any(|(claim, _)| claim.kind != Kind::Bound);
    Builder::new(judged)
        .text("claim", |(claim, _)| claim.claim.clone())
        .text_if_any("kind", |(claim, _)| {
            let memory = if claim.from_memory { ", from memory" } else { "" };
            if several { format!("{}{memory}", claim.kind) } else { String::new() }
        })
        .text("claimed", |(_, judged)| judged.claimed.clone())
        .text("measured", |(_, judged)| judged.measured.clone())
        .count("runs", |(_, judged)| judged.runs as u64)
        .text("verdict", |(_, judged)| judged.verdict.of(judged.kind))
        .text("why", |(claim, _)| claim.why.clone())
        .finish("claims", "", Vec::new())
}

/// The claims of a part as a table for print, without what is said at length.
fn printed((part, judged): (&Part, Vec<(&Claim, &Judged)>)) -> Table {
    Builder::new(&judged)
        .text("claim", |(claim, _)| claim.claim.clone())
        .text("claimed", |(_, judged)| judged.claimed.clone())
        .text("measured", |(_, judged)| judged.measured.clone())
        .count("runs", |(_, judged)| judged.runs as u64)
        .text("verdict", |(_, judged)| judged.verdict.of(judged.kind))
        .finish("claims", &format!("{} ({})", part.name, part.source), Vec::new())
}

/// The instances whose figures are not the claimed ones, where these were to be the same.
pub(super) fn differing(judged: &[(&Claim, &Judged)]) -> Option<Table> {
    let rows: Vec<_> =
        judged.iter().flat_map(|(claim, judged)| judged.differing.iter().map(move |one| (*claim, one))).collect();
    let table = Builder::new(&rows)
        .text("claim", |(claim, _)| claim.claim.clone())
        .text("instance", |(_, one)| one.instance.clone())
        .text("claimed", |(_, one)| number::whole(one.claimed))
        .text("measured", |(_, one)| one.measured.clone())
        .finish("differing", "Instances whose figures differ", Vec::new());
    (!rows.is_empty()).then_some(table)
}
