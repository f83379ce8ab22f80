//! A comparison as lines for a terminal.

use super::{
    ALL_PAIRS_RULE, COMMON, ConfigurationComparison, MIN_TESTED_PAIRS, MeasureRatio, SetComparison, TestResult,
};
use crate::export::plain;
use crate::findings::pair_rules;
use crate::number::{counted, fixed, grouped, signed};
use crate::table::{ReportTable, TableBuilder};

impl ConfigurationComparison {
    /// The comparison as aligned text, with the runs left out and the methods used.
    #[must_use]
    pub fn text(&self) -> String {
        let sentences = pair_rules::sentences(self).join("\n");
        let mut parts = vec![sentences];
        parts.push(format!(
            "First:  {}\nSecond: {}\nRatio: first / second. Below 1, the first needed less.",
            self.first, self.second
        ));
        parts.extend(self.sets.iter().map(part));
        parts.extend(self.left_out.iter().map(|set| format!("Left out: {set}, on which only one of them was run.")));
        parts.push(self.methods());
        parts.join("\n\n") + "\n"
    }

    fn methods(&self) -> String {
        let resamples = grouped(self.resamples as u64);
        [
            format!(
                "Ratios are geometric means with 95 % BCa bootstrap intervals over instances ({resamples} resamples, seed {}). A \
                 star marks percentile intervals.",
                self.seed
            ),
            ALL_PAIRS_RULE.to_owned(),
            "Wilcoxon: signed-rank test of the logarithms of ratios, two-sided, with Pratt's treatment of zeros. ~ marks the \
             normal approximation with continuity correction."
                .to_owned(),
            format!("Fewer than {MIN_TESTED_PAIRS} pairs are not tested."),
            "Effect: the share of pairs that the second won minus the share that the first won; -1 if the first won all."
                .to_owned(),
            format!("In brackets: p adjusted by Holm for {}.", counted(self.tests, "test")),
        ]
        .join("\n")
    }
}

fn part(set: &SetComparison) -> String {
    let mut lines = vec![format!(
        "{}: {}; solved by both {}, only by the first {}, only by the second {}, by neither {}; McNemar p {}.",
        set.set,
        counted(set.instances, "instance"),
        grouped(set.both),
        grouped(set.first_alone),
        grouped(set.second_alone),
        grouped(set.none),
        tested(set.coverage)
    )];
    if set.unpaired > 0 {
        lines.push(format!("Left out: {} on which only one of them was run.", counted(set.unpaired, "instance")));
    }
    if !set.same_limits {
        lines.push("The limits differ, so no ratio over all pairs is computed.".to_owned());
    }
    lines.push(String::new());
    lines.push(plain::write(&table(set)));
    lines.extend(set.ratios.iter().filter_map(alike));
    lines.extend(set.ratios.iter().filter_map(left_out));
    lines.join("\n").trim_end().to_owned()
}

fn table(set: &SetComparison) -> ReportTable {
    TableBuilder::new(&set.ratios)
        .text("measure", |ratio| ratio.measure.to_owned())
        .text("over", |ratio| ratio.over.to_owned())
        .count("n", |ratio| ratio.n as u64)
        .estimate("ratio", MeasureRatio::estimate, factor)
        .count("wins", |ratio| ratio.wins)
        .count("ties", |ratio| ratio.ties)
        .count("losses", |ratio| ratio.losses)
        .text("Wilcoxon p", wilcoxon)
        .text("sign p", |ratio| tested(ratio.sign))
        .number("effect", |ratio| ratio.effect, |value| signed(value, 2))
        .finish("compare", "", Vec::new())
}

/// Wilcoxon's p, marked if it is approximate.
pub(crate) fn wilcoxon(ratio: &MeasureRatio) -> String {
    let mark = if ratio.wilcoxon.is_some() && !ratio.is_exact { "~" } else { "" };
    format!("{mark}{}", tested(ratio.wilcoxon))
}

/// A line for a `ratio` with only ties, which is not tested.
fn alike(ratio: &MeasureRatio) -> Option<String> {
    let only_ties = ratio.n > 0 && ratio.ties == ratio.n as u64;
    only_ties.then(|| format!("No difference on any instance: {}, {}.", ratio.measure, ratio.over))
}

/// A line on the pairs left out of `ratio`, if there are any.
fn left_out(ratio: &MeasureRatio) -> Option<String> {
    let reason = if ratio.over == COMMON { "not solved by both" } else { "without a known cost" };
    let parts = [(ratio.left_out, reason), (ratio.zeros, "with a value of 0")];
    let given: Vec<String> = parts
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, why)| format!("{} {why}", grouped(*count as u64)))
        .collect();
    (!given.is_empty()).then(|| format!("Left out of {}, {}: {}.", ratio.measure, ratio.over, given.join(", ")))
}

/// A p-value, with the adjusted one in brackets.
pub(crate) fn tested(test: Option<TestResult>) -> String {
    test.map_or_else(|| "–".to_owned(), |test| format!("{} ({})", probability(test.p), probability(test.holm)))
}

/// A p-value: three decimals, four below 0.01, and one digit with a power of ten below 0.001.
fn probability(p: f64) -> String {
    match p {
        // The sum of tiny probabilities underflows.
        p if p < 1e-300 => "<1e-300".to_owned(),
        p if p < 0.001 => format!("{p:.0e}"),
        p if p < 0.01 => format!("{p:.4}"),
        p => format!("{p:.3}"),
    }
}

/// A ratio with about four digits, or with a power of ten below 0.01.
pub(crate) fn factor(value: f64) -> String {
    match value {
        v if v < 0.01 => format!("{v:.1e}"),
        v if v < 10.0 => fixed(v, 4),
        v => fixed(v, 1),
    }
}
