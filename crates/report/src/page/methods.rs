//! The methods of the page: counts, runs, and the statistics with their references.
//!
//! The text is the same for every report, with the numbers of the report if it has them. If a report has no table of a method,
//! the method was not used.

use std::fmt::{Result, Write as _};

use tilebench_record::Manifest;

use crate::counting;
use crate::estimates::SEED;
use crate::experiment::{ExperimentData, SetRuns};
use crate::export::html::escape;
use crate::number::{counted, grouped};
use crate::stats::Bootstrap;

/// A statistic: its name, its use in reports, and its reference.
type MethodEntry = (&'static str, String, &'static str);

/// Writes the section's text.
pub(super) fn write(html: &mut String, experiment: &ExperimentData) -> Result {
    let (counts, after) = counting::counts();
    let manifest = experiment.manifest.as_ref();
    writeln!(html, "<h3>Runs</h3>\n<p>{}</p>", escape(&runs(experiment)))?;
    writeln!(html, "<p>{FOLDING}</p>\n<p>{CHECKED}</p>")?;
    writeln!(html, "<h3>Counts</h3>\n<p>The definitions, with the exceptions that docs/methodology.md lists:</p>")?;
    list(html, counts.into_iter().map(|(name, definition)| (name.to_owned(), escape(&definition))))?;
    writeln!(html, "<p>{}</p>\n<p>{TIMES}</p>", escape(&after))?;
    writeln!(html, "<h3>Limits</h3>")?;
    limits(html, manifest)?;
    writeln!(html, "<h3>Statistics</h3>")?;
    let statistics = means().into_iter().chain(statistics());
    list(
        html,
        statistics.map(|(name, purpose, by)| (name.to_owned(), format!("{} <cite>{by}</cite>", escape(&purpose)))),
    )?;
    writeln!(html, "<h3>Charts</h3>\n<p>{CHARTS}</p>")?;
    writeln!(html, "<h3>Versions</h3>\n<p>{}</p>", escape(&versions(manifest)))
}

const FOLDING: &str = "The last row of a repeated run counts. An instance with several repeats counts as solved if all \
    its repeats solved it. Its time is the median over all its repeats; repeats stopped by the time limit count with that \
    limit. With several seeds, the median run represents the instance: runs are ordered by status, then by nodes generated, \
    and the lower of two medians is used. A repeat that crashed or was wrong represents its instance in any case.";

const CHECKED: &str = "Every answer was replayed by a checker that shares no code with the solvers. A run is wrong if its path \
    does not lead to the goal, or is longer than the length that it claims to have proved. Crashed and wrong runs are at the \
    top of this page. A stopped run counts in every statistic that is defined for it; the others state that it is left out.";

const TIMES: &str = "Times are wall-clock times of the search alone; building tables and reading boards is set-up, which is \
    recorded separately. Peak memory is the maximum memory of the algorithm's own structures. Suboptimality is length / \
    optimal length, or cost / least cost under a cost model, if the latter is given with the instance or proved by a run.";

const CHARTS: &str = "The charts to which the filter applies are drawn in this page from the runs that match the filter, by the \
    same rules as the printed charts. The colours are those of Okabe and Ito 2008, which are distinguishable for colour-blind \
    readers; dashes and markers differ, too. Boxes: quartiles and median. Whiskers: the outermost points within 1.5 box \
    lengths (Tukey 1977), measured on the axis, and therefore on logarithms if the axis is logarithmic. A curve of solved \
    shares ends at the limit of its configuration.";

fn runs(experiment: &ExperimentData) -> String {
    let folded = grouped(experiment.runs() as u64);
    let instances: usize = experiment.sets.iter().map(SetRuns::instances).sum();
    let sets = experiment.sets.len();
    format!(
        "A run is one configuration on one instance with one seed and one repeat, and one row of runs.csv. Recorded: {}, or \
         {folded} after folding repeats and seeds, on {} of {}.",
        counted(experiment.recorded, "run"),
        counted(instances, "instance"),
        counted(sets, "set")
    )
}

fn limits(html: &mut String, manifest: Option<&Manifest>) -> Result {
    let limits = manifest.map_or(&[][..], |manifest| &manifest.limits);
    if limits.is_empty() {
        return writeln!(html, "<p>No common limit is recorded. The limits of each run are in its record.</p>");
    }
    list(html, limits.iter().map(|limit| (limit.what.clone(), escape(&format!("{}: {}", limit.value, limit.means)))))
}

fn versions(manifest: Option<&Manifest>) -> String {
    let report = format!("This report was written by tilebench {}", env!("CARGO_PKG_VERSION"));
    match manifest {
        Some(Manifest { build, schema, .. }) => {
            format!("{report}, the runs by tilebench {}; records are of schema {schema}.", build.version)
        }
        None => format!("{report}. The version that executed the runs is not recorded."),
    }
}

/// Names with their descriptions, which are HTML.
fn list(html: &mut String, items: impl Iterator<Item = (String, String)>) -> Result {
    html.push_str("<dl>\n");
    for (name, text) in items {
        writeln!(html, "<dt>{}</dt><dd>{text}</dd>", escape(&name))?;
    }
    html.push_str("</dl>\n");
    Ok(())
}

/// The means that reports print, with their intervals.
fn means() -> [MethodEntry; 2] {
    let Bootstrap { resamples, level, .. } = Bootstrap::default();
    let (resamples, level) = (grouped(resamples as u64), level * 100.0);
    [
        (
            "geometric means",
            format!(
                "The main statistic of nodes and time, which span orders of magnitude; {level} % intervals by Student's t on \
                 logarithms. Their arithmetic means have no interval: for similar log-normal values, bootstrap intervals at \
                 95 % contain the mean in 73 % of samples of 20 and in 83 % of samples of 100."
            ),
            "Fleming and Wallace 1986, Student 1908",
        ),
        (
            "intervals of other means",
            format!(
                "{level} % bootstrap intervals over instances, not over repeats, bias-corrected and accelerated: \
                 {resamples} resamples (fewer above 2,000 instances), seed {SEED}."
            ),
            "Efron 1987",
        ),
    ]
}

/// The tests that reports and comparisons use, and the statistics under limits.
fn statistics() -> Vec<MethodEntry> {
    let fixed = |text: &str| text.to_owned();
    vec![
        (
            "Wilcoxon",
            fixed(
                "The signed-rank test on logarithms of ratios, two-sided; zeros are ranked and then left out. Exact for few \
                 pairs, otherwise the normal approximation with corrections for ties and continuity.",
            ),
            "Wilcoxon 1945, Pratt 1959, Cureton 1967",
        ),
        (
            "effect",
            fixed(
                "The share of pairs in which the first needs more minus the share in which it needs less, from -1 to 1.",
            ),
            "Kerby 2014",
        ),
        (
            "sign test",
            fixed(
                "The exact two-sided test of which of two configurations needed less more often; pairs without a difference are left out.",
            ),
            "Arbuthnot 1710",
        ),
        (
            "McNemar",
            fixed(
                "The exact test of which of two configurations solved more instances, over the instances that only one of them solved.",
            ),
            "McNemar 1947",
        ),
        (
            "Holm",
            fixed("Adjusts the p of all tests of a table: controls the probability of at least one false rejection."),
            "Holm 1979",
        ),
        (
            "Friedman",
            fixed(
                "The test that several configurations have equal average ranks over the instances, corrected for ties. Average \
                 ranks differ if their distance is above the critical difference at the level 0.05.",
            ),
            "Friedman 1937, Iman and Davenport 1980, Nemenyi 1963, Demšar 2006",
        ),
        (
            "Kaplan-Meier",
            fixed(
                "The share that is not solved yet. An unsolved run counts as unsolved up to its own limit of the cost, for any \
                 reason: the curve is 1 minus the cumulative incidence of solving under these limits, and with a common limit \
                 it ends at the unsolved share. Intervals by Greenwood's variance on the log(-log) scale.",
            ),
            "Kaplan and Meier 1958, Fine and Gray 1999, Greenwood 1926, Kalbfleisch and Prentice 1980",
        ),
        (
            "log-rank",
            fixed(
                "The test that two such curves are equal; with limits that are set before the runs, it compares cumulative \
                 incidences. Approximate.",
            ),
            "Mantel 1966, Gray 1988",
        ),
        (
            "PAR1, PAR2",
            fixed(
                "The mean cost, in which an unsolved run counts with once or twice its limit; only if all runs had the same limit.",
            ),
            "as in the SAT competitions",
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    #[test]
    fn the_methods_contain_the_counts_of_the_help_the_limits_and_the_resampling() {
        let mut html = String::new();
        write(&mut html, &ExperimentData::arrange(fixture::runs(), Some(fixture::manifest()))).unwrap();
        let (counts, after) = counting::counts();
        for text in counts.into_iter().map(|(_, definition)| definition).chain([after]) {
            assert!(html.contains(&escape(&text)), "{text}");
        }
        for limit in &fixture::manifest().limits {
            assert!(html.contains(&escape(&limit.means)), "{}", limit.means);
        }
        for text in ["10,000 resamples", "seed 1", "Pratt 1959", "Demšar 2006", "Recorded: 14 runs"] {
            assert!(html.contains(text), "{text}: {html}");
        }
    }
}
