//! Comparisons with published runs as a sentence, lines for a terminal, and a table.

use super::published::PublishedComparison;
use super::text::{factor, tested};
use crate::export::plain;
use crate::export::value::ExportValue;
use crate::number::{counted, grouped};
use crate::table::{NO_COUNT, ReportTable, TableBuilder};

/// The maximum number of listed instances.
const MAX_LISTED: usize = 20;

impl PublishedComparison {
    /// The finding in one sentence.
    #[must_use]
    pub fn sentence(&self) -> String {
        let Self { solver, published, program, source, quantity, ratio, equal, uncounted, .. } = self;
        let who = format!("published:{published} ({program}, {source})");
        let n = grouped(ratio.n as u64);
        if ratio.n > 0 && *equal == ratio.n {
            return format!("{solver} {quantity} exactly the nodes of {who} on all {n} compared instances.");
        }
        let Some(value) = ratio.ratio else {
            let solved = if *uncounted > 0 { "has no known count on a solved instance" } else { "solved no instance" };
            return format!("{solver} {solved} of {who}, so nothing is compared.");
        };
        let interval = ratio
            .interval
            .map_or_else(String::new, |[low, high]| format!(", 95 % interval {} to {}", factor(low), factor(high)));
        format!(
            "{solver} {quantity} {} times the nodes of {who}: geometric mean over n = {n} instances{interval}; {} are equal.",
            factor(value),
            grouped(*equal as u64)
        )
    }
}

/// The comparisons as lines for a terminal; the instances are listed if there is one comparison.
#[must_use]
pub fn published_text(comparisons: &[PublishedComparison]) -> String {
    let mut parts = vec![comparisons.iter().map(PublishedComparison::sentence).collect::<Vec<_>>().join("\n")];
    parts.push(plain::alone(&table(comparisons)).trim_end().to_owned());
    if let [one] = comparisons {
        let differing: Vec<_> = one.pairs.iter().filter(|pair| pair.published != pair.counted).collect();
        let shown = &differing[..differing.len().min(MAX_LISTED)];
        let listed = TableBuilder::new(shown)
            .text("instance", |pair| pair.instance.clone())
            .count("published", |pair| pair.published)
            .count("counted", |pair| pair.counted)
            .number("ratio", |pair| Some(pair.counted as f64 / pair.published as f64), factor)
            .finish("differing", "Instances whose counts differ", Vec::new());
        if !shown.is_empty() {
            parts.push(plain::alone(&listed).trim_end().to_owned());
        }
        if differing.len() > shown.len() {
            let more = grouped((differing.len() - shown.len()) as u64);
            parts.push(format!("{more} more differ: --json lists all."));
        }
    }
    parts.join("\n\n") + "\n"
}

/// One row per comparison.
pub(crate) fn table(comparisons: &[PublishedComparison]) -> ReportTable {
    let several = comparisons.iter().any(|one| one.set != comparisons[0].set);
    let tested_count = comparisons.iter().filter(|one| one.ratio.sign.is_some()).count();
    let mut notes = vec![
        format!(
            "Ratios are ours / published, geometric means over the n instances that the configuration solved, with 95 % BCa \
             bootstrap intervals over instances; a star marks plain percentiles.{}",
            if tested_count == 0 {
                String::new()
            } else {
                let tests = counted(tested_count, "test");
                format!(" Sign p: the sign test of wins and losses; in brackets: adjusted by Holm for {tests}.")
            }
        ),
        "The counts of tilebench are converted to those of the publication before they are compared.".to_owned(),
    ];
    let mut seen: Vec<(&str, &str)> = Vec::new();
    for one in comparisons {
        for rule in &one.rules {
            if !seen.contains(&(one.published.as_str(), rule.as_str())) {
                seen.push((&one.published, rule));
            }
        }
    }
    notes.extend(seen.iter().map(|(published, rule)| format!("Rule of {published}: {rule}")));
    TableBuilder::new(comparisons)
        .text_when(several, "set", |one| one.set.clone())
        .text("solver", |one| one.solver.clone())
        .text("published", |one| one.published.clone())
        .text("program", |one| one.program.clone())
        .text("source", |one| one.source.clone())
        .text("measure", |one| one.quantity.to_owned())
        .count("n", |one| one.ratio.n as u64)
        .count_if_any("unsolved", |one| one.unsolved as u64)
        .count_if_any("without a count", |one| one.uncounted as u64)
        .count_if_any("not run", |one| one.not_run as u64)
        .count("equal", |one| one.equal as u64)
        .estimate("ratio", |one| one.ratio.estimate(), factor)
        .data("wins", NO_COUNT, &|one| ExportValue::Whole(Some(one.ratio.wins)))
        .data("ties", NO_COUNT, &|one| ExportValue::Whole(Some(one.ratio.ties)))
        .data("losses", NO_COUNT, &|one| ExportValue::Whole(Some(one.ratio.losses)))
        .shown_by(
            "wins/ties/losses",
            |one| [one.ratio.wins, one.ratio.ties, one.ratio.losses].map(grouped).join("/"),
            |one| Some(one.ratio.wins as f64),
        )
        .test("sign p", |one| tested(one.ratio.sign), |one| one.ratio.sign, |_| "exact sign")
        .finish("published-runs", "Compared with published runs", notes)
}
