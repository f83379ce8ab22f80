//! Claims and verdicts as lines for a terminal, Markdown, LaTeX and an HTML page.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, anyhow};

use crate::claims::claim::{ClaimPart, PublishedClaim};
use crate::claims::judgement::{JudgedClaim, Judgement};
use crate::claims::tables::{differing, evidence, facts, printed, table};
use crate::claims::verdict::ClaimVerdict;
use crate::claims::{badge, html_page};
use crate::export::{latex, markdown};
use crate::table::ReportTable;

/// The folder of the charts, next to the page.
const CHARTS: &str = "charts";

impl Judgement {
    /// The table as lines for a terminal.
    #[must_use]
    pub fn lines(&self) -> String {
        let mut text = String::new();
        for (part, claims) in self.parts() {
            // Writing to a text cannot fail.
            let _ = writeln!(text, "{} ({})", part.name, part.source);
            let width =
                |text: fn(&(&PublishedClaim, &JudgedClaim)) -> usize| claims.iter().map(text).max().unwrap_or(0);
            let verdict_wide = width(|(_, judged)| judged.verdict.words(judged.kind).chars().count());
            let wide = width(|(claim, _)| claim.claim.chars().count());
            let claimed_wide = width(|(_, judged)| judged.claimed.chars().count());
            for (claim, judged) in &claims {
                let JudgedClaim { claimed, measured, verdict, kind, as_expected, .. } = judged;
                let verdict = verdict.words(*kind);
                let _ = writeln!(
                    text,
                    "  {verdict:verdict_wide$}  {:wide$}  {claimed:claimed_wide$}  measured {measured}",
                    claim.claim
                );
                if !as_expected {
                    let _ = match claim.expected {
                        Some(expected) => {
                            writeln!(text, "  UNEXPECTED: the verdict should be '{}'", expected.words(*kind))
                        }
                        None => writeln!(text, "  UNEXPECTED: an exact number differs"),
                    };
                }
                if !claim.why.is_empty() {
                    let _ = writeln!(text, "  {:verdict_wide$}  {}", "", claim.why);
                }
            }
            text.push('\n');
        }
        text
    }

    /// The parts with their tables in Markdown, the headings of parts at this level.
    #[must_use]
    pub fn sections(&self, level: usize) -> String {
        self.parts().map(|(part, judged)| section(part, &judged, level)).collect()
    }

    /// Writes `claims.md`, the table of verdicts, and `claims.svg`, a badge, into the folder `dir`, and returns the paths.
    ///
    /// # Errors
    ///
    /// If a file cannot be written.
    pub fn write_table_and_badge(&self, dir: &Path) -> Result<[PathBuf; 2]> {
        let all = self.judged.iter().flatten().count();
        let agreeing = self.judged.iter().flatten().filter(|judged| judged.verdict == ClaimVerdict::Agrees).count();
        let mut text = format!("# {}\n\n![{} of {all} claims agree](claims.svg)\n", self.claims.title, agreeing);
        for (_, judged) in self.parts() {
            write!(text, "\n{}", markdown::rows(&table(&judged)))?;
        }
        let paths = ["claims.md", "claims.svg"].map(|name| dir.join(name));
        for (path, text) in paths.iter().zip([text, badge::svg(agreeing, all)]) {
            fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))?;
        }
        Ok(paths)
    }

    /// Writes `report.md` with its charts, taken from the reports of the experiments, `report.tex` and
    /// `index.html` into `results`, and returns the path of the page.
    ///
    /// # Errors
    ///
    /// If a file cannot be written.
    pub fn write(&self, results: &Path) -> Result<PathBuf> {
        let claims = &self.claims;
        fs::create_dir_all(results).with_context(|| format!("cannot create {}", results.display()))?;
        let charts = charts(self, results)?;
        let mut text = format!("# {}\n\n{}\n\n{}.\n", claims.title, claims.about.trim(), self.counts());
        for (place, (part, judged)) in self.parts().enumerate() {
            text.push_str(&section(part, &judged, 2));
            for (name, file) in charts.iter().filter(|(at, ..)| *at == place).map(|(_, name, file)| (name, file)) {
                writeln!(text, "\n![{}: {name}]({CHARTS}/{file})", part.name)?;
            }
        }
        let tables: Vec<ReportTable> = self.parts().filter(|(_, judged)| !judged.is_empty()).map(printed).collect();
        for (name, text) in [
            ("report.md", text),
            ("report.tex", latex::write(&tables, latex::TEXT_WIDTH)?),
            ("index.html", html_page::write(self)?),
        ] {
            let path = results.join(name);
            fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
        }
        Ok(results.join("index.html"))
    }
}

/// Copies the charts of the parts to the folder of the page. Returns the index of the part, the name and the file of each.
fn charts(judgement: &Judgement, results: &Path) -> Result<Vec<(usize, String, String)>> {
    let mut charts = Vec::new();
    for (place, part) in judgement.claims.parts.iter().enumerate() {
        for chart in &part.charts {
            let (experiment, name) = chart
                .split_once('/')
                .ok_or_else(|| anyhow!("the chart '{chart}' is not written as experiment/chart"))?;
            let from = results.join(experiment).join(CHARTS).join(format!("{name}.svg"));
            // Charts require runs. A test checks the names.
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

/// A part: its description, its claims as a table, and the reason for each verdict.
fn section(part: &ClaimPart, judged: &[(&PublishedClaim, &JudgedClaim)], level: usize) -> String {
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
