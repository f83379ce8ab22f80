//! Claims and verdicts as people read them.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, anyhow};

use crate::claims::claim::{Claim, Program};
use crate::claims::judge::{Judged, Judgement};
use crate::export::markdown;
use crate::table::{Builder, Table};

/// The folder of the charts, beside the page.
const CHARTS: &str = "charts";

/// The judgement as lines of text.
pub(super) fn lines(judgement: &Judgement) -> String {
    let mut text = String::new();
    for (program, claims) in judgement.programs() {
        let claims: Vec<_> = claims.collect();
        // Writing to a text cannot fail.
        let _ = writeln!(text, "{} ({})", program.name, program.source);
        let width = |text: fn(&(&Claim, &Judged)) -> usize| claims.iter().map(text).max().unwrap_or(0);
        let wide = width(|(claim, _)| claim.claim.chars().count());
        let claimed_wide = width(|(_, judged)| judged.claimed.chars().count());
        for (claim, judged) in &claims {
            let Judged { claimed, measured, verdict, as_expected, .. } = judged;
            let _ =
                writeln!(text, "  {verdict:7}  {:wide$}  {claimed:claimed_wide$}  measured {measured}", claim.claim);
            if let Some(expected) = claim.expected.filter(|_| !as_expected) {
                let _ = writeln!(text, "  UNEXPECTED: the verdict should be '{expected}'");
            }
            let _ = writeln!(text, "           {}", claim.why);
        }
        text.push('\n');
    }
    text
}

/// Writes the page and its charts.
pub(super) fn write(judgement: &Judgement, results: &Path) -> Result<PathBuf> {
    let claims = &judgement.claims;
    let place = results.join(CHARTS);
    fs::create_dir_all(&place).with_context(|| format!("cannot create {}", place.display()))?;
    let mut text = format!("# {}\n\n{}\n\n{}.\n", claims.title, claims.about.trim(), judgement.counts());
    for (program, judged) in judgement.programs() {
        section(&mut text, program, &judged.collect::<Vec<_>>())?;
        for chart in &program.charts {
            let (experiment, name) = chart
                .split_once('/')
                .ok_or_else(|| anyhow!("the chart '{chart}' is not written as experiment/chart"))?;
            let file = format!("{experiment}-{name}.svg");
            let from = results.join(experiment).join(CHARTS).join(format!("{name}.svg"));
            // What was not run has no charts; that the names are right is tested.
            if !from.is_file() {
                continue;
            }
            fs::copy(&from, place.join(&file)).with_context(|| format!("cannot copy the chart {}", from.display()))?;
            writeln!(text, "\n![{}: {name}]({CHARTS}/{file})", program.name)?;
        }
    }
    let page = results.join(format!("{}.md", claims.name));
    fs::write(&page, text).with_context(|| format!("cannot write {}", page.display()))?;
    Ok(page)
}

/// A program: what it is, its claims as a table, and why each verdict is what it is.
fn section(text: &mut String, program: &Program, judged: &[(&Claim, &Judged)]) -> Result<()> {
    let experiments: Vec<String> = program.experiments.iter().map(|name| format!("`{name}`")).collect();
    writeln!(text, "\n## {}\n\nFrom {}.\n\n{}\n", program.name, program.source, program.here.trim())?;
    writeln!(text, "Experiments: {}.", experiments.join(", "))?;
    if !judged.is_empty() {
        write!(text, "\n{}", markdown::rows(&table(judged)))?;
    }
    Ok(())
}

fn table(judged: &[(&Claim, &Judged)]) -> Table {
    Builder::new(judged)
        .text("claim", |(claim, _)| claim.claim.clone())
        .text("claimed", |(_, judged)| judged.claimed.clone())
        .text("measured", |(_, judged)| judged.measured.clone())
        .count("runs", |(_, judged)| judged.runs as u64)
        .text("verdict", |(_, judged)| judged.verdict.to_string())
        .text("why", |(claim, _)| claim.why.clone())
        .finish("claims", "", Vec::new())
}
