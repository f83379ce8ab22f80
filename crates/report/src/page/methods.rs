//! The methods behind every figure of the page: counts, runs, and the statistics with their references.
//!
//! The text is the same for every report, with this report's numbers if it has them, so that a reader finds the same
//! methods in the same place. The absence of a table shows that its method was not used.

use std::fmt::{Result, Write as _};

use tilebench_record::Manifest;

use crate::counting;
use crate::estimates::SEED;
use crate::experiment::{Experiment, InstanceSet};
use crate::export::html::escape;
use crate::number::whole;
use crate::stats::Bootstrap;

/// A statistic: its name, its use here, and its reference.
type Statistic = (&'static str, String, &'static str);

/// Writes the section's text.
pub(super) fn write(html: &mut String, experiment: &Experiment) -> Result {
    let (counts, after) = counting::counts();
    let manifest = experiment.manifest.as_ref();
    writeln!(html, "<h3>What a run is</h3>\n<p>{}</p>", escape(&runs(experiment)))?;
    writeln!(html, "<p>{FOLDING}</p>\n<p>{CHECKED}</p>")?;
    writeln!(html, "<h3>What is counted</h3>\n<p>The same for every algorithm:</p>")?;
    list(html, counts.into_iter().map(|(name, said)| (name.to_owned(), escape(&said))))?;
    writeln!(html, "<p>{}</p>\n<p>{TIMES}</p>", escape(&after))?;
    writeln!(html, "<h3>Limits</h3>")?;
    limits(html, manifest)?;
    writeln!(html, "<h3>Statistics</h3>")?;
    let statistics = means().into_iter().chain(statistics());
    list(html, statistics.map(|(name, what, by)| (name.to_owned(), format!("{} <cite>{by}</cite>", escape(&what)))))?;
    writeln!(html, "<h3>Charts</h3>\n<p>{CHARTS}</p>")?;
    writeln!(html, "<h3>Versions</h3>\n<p>{}</p>", escape(&versions(manifest)))
}

const FOLDING: &str = "A run that was made again counts as its last row. An instance that was repeated \
    counts as solved if all its repeats solved it. Its time is the median over all its repeats, with those that the time \
    limit stopped at that limit. Of several seeds the run in the middle, by how it ended and then by nodes generated, \
    speaks for its instance, the lower of two middles. A repeat that crashed or was wrong speaks before all others.";

const CHECKED: &str = "Every answer was replayed by a checker that shares no code with the solvers: a path that does not \
    lead to the goal, or is longer than was claimed to be proved, makes its run wrong. Crashed and wrong runs are at the top \
    of this page. A stopped run stays in every figure that can hold it, and is counted out by name in the others.";

const TIMES: &str = "Times are of the search alone, by the clock; building tables and reading boards is set-up, and told \
    apart. Peak memory is what the algorithm's own lists held. Suboptimality is length / shortest length, where that is \
    told with the instance or proved by a run.";

const CHARTS: &str = "The charts with a filter in their heading are drawn in this page, of the runs that the filter leaves, \
    by the same rules as the printed ones. Colours are those of Okabe and Ito 2008, which colour-blind readers tell apart; \
    dashes and markers differ too. Boxes: quartiles and median; whiskers: the outermost points within 1.5 boxes (Tukey \
    1977), along the axis as it is drawn, so on a logarithmic axis of logarithms. A curve of solved shares ends at its configuration's limit.";

fn runs(experiment: &Experiment) -> String {
    let [recorded, counted] = [experiment.recorded, experiment.runs()].map(|count| whole(count as u64));
    let instances: usize = experiment.sets.iter().map(InstanceSet::instances).sum();
    let sets = experiment.sets.len();
    let [instances, sets] = [instances, sets].map(|count| whole(count as u64));
    format!(
        "A run is one configuration on one instance with one seed, and a row of runs.csv. Here {recorded} runs are \
         recorded, {counted} when repeats and seeds are folded, on {instances} instances of {sets} sets."
    )
}

fn limits(html: &mut String, manifest: Option<&Manifest>) -> Result {
    let limits = manifest.map_or(&[][..], |manifest| &manifest.limits);
    if limits.is_empty() {
        return writeln!(html, "<p>None is recorded for the whole; those of single runs are in their records.</p>");
    }
    list(html, limits.iter().map(|limit| (limit.what.clone(), escape(&format!("{}: {}", limit.value, limit.means)))))
}

fn versions(manifest: Option<&Manifest>) -> String {
    let report = format!("This report was made by tilebench {}", env!("CARGO_PKG_VERSION"));
    match manifest {
        Some(Manifest { build, schema, .. }) => {
            format!("{report}, the runs by tilebench {}; records are of schema {schema}.", build.version)
        }
        None => format!("{report}; which version made the runs is not recorded."),
    }
}

/// Names with their descriptions, which are HTML.
fn list(html: &mut String, items: impl Iterator<Item = (String, String)>) -> Result {
    html.push_str("<dl>\n");
    for (name, said) in items {
        writeln!(html, "<dt>{}</dt><dd>{said}</dd>", escape(&name))?;
    }
    html.push_str("</dl>\n");
    Ok(())
}

/// The means that reports print, with their intervals.
fn means() -> [Statistic; 2] {
    let Bootstrap { resamples, level, .. } = Bootstrap::default();
    let (resamples, level) = (whole(resamples as u64), level * 100.0);
    [
        (
            "geometric means",
            format!(
                "The headline of nodes and time, which span orders of magnitude; {level} % intervals by Student's t on \
                 logarithms. Arithmetic means of them have no interval: of log-normal values like theirs, bootstrap \
                 intervals at 95 % hold the mean in 73 % of samples of 20 and in 83 % of samples of 100."
            ),
            "Fleming and Wallace 1986, Student 1908",
        ),
        (
            "intervals of other means",
            format!(
                "{level} % bootstrap intervals over instances, never over repeats, bias-corrected and accelerated: \
                 {resamples} resamples (fewer above 2,000 instances), seed {SEED}."
            ),
            "Efron 1987",
        ),
    ]
}

/// The tests that reports and comparisons use, and the statistics under limits.
fn statistics() -> Vec<Statistic> {
    let fixed = |text: &str| text.to_owned();
    vec![
        (
            "Wilcoxon",
            fixed(
                "The signed-rank test on logarithms of ratios, two-sided, zeros ranked and then left out; exact for few \
                 pairs, else by the normal approximation with ties and continuity corrected.",
            ),
            "Wilcoxon 1945, Pratt 1959, Cureton 1967",
        ),
        (
            "effect",
            fixed("The matched-pairs rank-biserial correlation, from -1 to 1, beside each signed-rank test."),
            "Kerby 2014",
        ),
        (
            "sign test",
            fixed("Which of two needed less more often, exact and two-sided; pairs without a difference are left out."),
            "Arbuthnot 1710",
        ),
        (
            "McNemar",
            fixed("Who solved more of the same instances: exact, over the instances that one alone solved."),
            "McNemar 1947",
        ),
        (
            "Holm",
            fixed("Adjusts the p of every test that is printed together, so that any false one among them is rare."),
            "Holm 1979",
        ),
        (
            "Friedman",
            fixed(
                "Whether several configurations rank alike over the instances, ties corrected; average ranks further \
                 apart than the critical difference at the level 0.05 differ.",
            ),
            "Friedman 1937, Iman and Davenport 1980, Nemenyi 1963, Demšar 2006",
        ),
        (
            "Kaplan-Meier",
            fixed(
                "The share not solved yet. A run that did not solve counts as unsolved up to its own limit of the cost, \
                 whatever ended it: the curve is 1 less the cumulative incidence of solving under these limits, and \
                 under one limit it ends at the share solved; intervals by Greenwood's variance on the scale of log(-log).",
            ),
            "Kaplan and Meier 1958, Fine and Gray 1999, Greenwood 1926, Kalbfleisch and Prentice 1980",
        ),
        (
            "log-rank",
            fixed(
                "Whether two such curves are the same; with limits that were set beforehand it compares cumulative \
                 incidences. Approximate.",
            ),
            "Mantel 1966, Gray 1988",
        ),
        (
            "PAR1, PAR2",
            fixed(
                "Mean cost, where a run that did not solve counts once or twice its limit; only if all had the same.",
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
    fn the_methods_have_the_counting_of_the_help_the_limits_and_how_intervals_were_drawn() {
        let mut html = String::new();
        write(&mut html, &Experiment::arrange(fixture::runs(), Some(fixture::manifest()))).unwrap();
        let (counts, after) = counting::counts();
        for said in counts.into_iter().map(|(_, said)| said).chain([after]) {
            assert!(html.contains(&escape(&said)), "{said}");
        }
        for limit in &fixture::manifest().limits {
            assert!(html.contains(&escape(&limit.means)), "{}", limit.means);
        }
        for said in ["10,000 resamples", "seed 1", "Pratt 1959", "Demšar 2006", "14 runs are recorded"] {
            assert!(html.contains(said), "{said}: {html}");
        }
    }
}
