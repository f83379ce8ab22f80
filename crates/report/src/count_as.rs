//! A run's counts by the convention of another program.

mod read;
mod rules;

use std::path::Path;

use csv::Writer;
use tilebench_sanitize::csv_cell::escape_cell;

pub(crate) use self::read::{CountedRun, read};
#[cfg(test)]
pub(crate) use self::rules::KnownCounts;
pub(crate) use self::rules::converted;
pub use self::rules::{COUNT_RULES, CountRule, count_rules};
use crate::export::plain;
use crate::number::grouped;
use crate::table::TableBuilder;

/// The counts of the runs of a folder by some rules.
#[derive(Debug)]
pub struct ConvertedRuns {
    rules: Vec<&'static CountRule>,
    runs: Vec<(CountedRun, [Option<u64>; 2])>,
}

/// A configuration on a set: sums over its runs.
#[derive(Debug)]
struct ConvertedSum {
    set: String,
    solver: String,
    runs: u64,
    /// The runs without a converted count, which no sum includes.
    left_out: u64,
    /// Generated and expanded nodes, own and converted.
    own: [u64; 2],
    converted: [u64; 2],
}

/// Converts the counts of the runs in `dir` by `rules`.
///
/// # Errors
///
/// If the folder cannot be read.
pub fn count_as(dir: &Path, rules: Vec<&'static CountRule>) -> anyhow::Result<ConvertedRuns> {
    let convert = |run: CountedRun| {
        let counts = converted(&run.counts, &rules);
        (run, [counts.generated, counts.expanded])
    };
    let runs = read(dir)?.into_iter().map(convert).collect();
    Ok(ConvertedRuns { rules, runs })
}

impl ConvertedRuns {
    /// The rules, and the sums of each configuration as a table.
    #[must_use]
    pub fn text(&self) -> String {
        let mut lines = vec!["The counts of tilebench are converted by these rules:".to_owned()];
        lines.extend(self.rules.iter().map(|rule| format!("  {}: {}", rule.name, rule.meaning)));
        if self.rules.is_empty() {
            lines.push("  none: the convention is that of tilebench".to_owned());
        }
        let sums = self.sums();
        let several = sums.iter().any(|row| row.set != sums[0].set);
        let number = |value: f64| crate::number::fixed(value, 0);
        let table = TableBuilder::new(&sums)
            .text_if_any("set", |row| if several { row.set.clone() } else { String::new() })
            .text("solver", |row| row.solver.clone())
            .count("runs (n)", |row| row.runs)
            .count_if_any("left out", |row| row.left_out)
            .number("generated", |row| Some(row.own[0] as f64), number)
            .number("generated, converted", |row| Some(row.converted[0] as f64), number)
            .number("expanded", |row| Some(row.own[1] as f64), number)
            .number("expanded, converted", |row| Some(row.converted[1] as f64), number)
            .finish("count-as", "Sums over the n runs", Vec::new());
        let mut text = format!("{}\n\n{}\n", lines.join("\n"), plain::alone(&table).trim_end());
        let left_out: u64 = sums.iter().map(|row| row.left_out).sum();
        if left_out > 0 {
            let count = grouped(left_out);
            text.extend([
                "\nLeft out: ",
                &count,
                " runs without a count that a rule needs, such as those of iterations.\n",
            ]);
        }
        text
    }

    /// One line per run: its names, its own counts and the converted ones. An unknown count is empty.
    ///
    /// # Errors
    ///
    /// If the text cannot be written.
    pub fn csv(&self) -> anyhow::Result<String> {
        let mut writer = Writer::from_writer(Vec::new());
        writer.write_record([
            "set",
            "instance",
            "solver",
            "seed",
            "repeat",
            "status",
            "generated",
            "expanded",
            "generated_converted",
            "expanded_converted",
        ])?;
        for (run, converted) in &self.runs {
            let names = [&run.set, &run.instance, &run.solver].map(|name| escape_cell(name).into_owned());
            let numbers = [run.seed.to_string(), run.repeat.to_string(), run.status.to_string()];
            let counts = [run.counts.generated, run.counts.expanded, converted[0], converted[1]];
            let counts = counts.map(|count| count.map(|count| count.to_string()).unwrap_or_default());
            writer.write_record(names.iter().chain(&numbers).chain(&counts))?;
        }
        Ok(String::from_utf8(writer.into_inner()?)?)
    }

    fn sums(&self) -> Vec<ConvertedSum> {
        let mut sums: Vec<ConvertedSum> = Vec::new();
        for (run, converted) in &self.runs {
            let is_of = |sum: &ConvertedSum| sum.set == run.set && sum.solver == run.solver;
            let place = sums.iter().position(is_of).unwrap_or_else(|| {
                let (set, solver) = (run.set.clone(), run.solver.clone());
                sums.push(ConvertedSum { set, solver, runs: 0, left_out: 0, own: [0; 2], converted: [0; 2] });
                sums.len() - 1
            });
            let sum = &mut sums[place];
            match (run.counts.generated, run.counts.expanded, converted) {
                (Some(generated), Some(expanded), [Some(first), Some(second)]) => {
                    sum.runs += 1;
                    for (sum, count) in [(&mut sum.own, [generated, expanded]), (&mut sum.converted, [*first, *second])]
                    {
                        sum[0] = sum[0].saturating_add(count[0]);
                        sum[1] = sum[1].saturating_add(count[1]);
                    }
                }
                _ => sum.left_out += 1,
            }
        }
        sums
    }
}

#[cfg(test)]
mod tests {
    use tilebench_record::{Folder, Iteration, Run, Status};

    use super::*;
    use crate::fixture;

    fn iteration(run: &Run, generated: u64, expanded: u64) -> Iteration {
        Iteration { run_id: run.run_id.clone(), generated, expanded, ..Iteration::default() }
    }

    #[test]
    fn the_last_attempt_of_a_run_counts_with_its_iterations() {
        let place = tempfile::tempdir().unwrap();
        let dir = place.path().join("first");
        let folder = Folder::open_or_create(&dir).unwrap();
        let stopped = Run {
            iterations: Some(1),
            generated: Some(3),
            expanded: Some(1),
            status: Status::TimeLimit,
            ..fixture::runs()[0].clone()
        };
        let solved = Run {
            iterations: Some(2),
            generated: Some(13),
            expanded: Some(6),
            status: Status::Solved,
            ..stopped.clone()
        };
        let mut appender = folder.appender().unwrap();
        appender.append(&stopped, &[iteration(&stopped, 3, 1)]).unwrap();
        appender.append(&solved, &[iteration(&solved, 4, 1), iteration(&solved, 9, 5)]).unwrap();
        appender.close().unwrap();
        let converted = count_as(&dir, count_rules(&["last-iteration", "goal-expanded"]).unwrap()).unwrap();
        assert_eq!(converted.runs.len(), 1);
        assert_eq!(converted.runs[0].1, [Some(9), Some(6)]);
        assert!(converted.text().contains("goal-expanded: The goal that ends a search counts as expanded"));
        let csv = converted.csv().unwrap();
        assert!(csv.lines().nth(1).is_some_and(|line| line.ends_with(",solved,13,6,9,6")), "{csv}");
    }

    #[test]
    fn runs_without_a_count_that_a_rule_needs_are_left_out_and_counted() {
        let place = tempfile::tempdir().unwrap();
        let dir = place.path().join("first");
        let folder = Folder::open_or_create(&dir).unwrap();
        let mut appender = folder.appender().unwrap();
        for run in fixture::runs() {
            appender.append(&run, &[]).unwrap();
        }
        appender.close().unwrap();
        let text = count_as(&dir, count_rules(&["complete-iterations"]).unwrap()).unwrap().text();
        assert!(text.contains(&format!("Left out: {} runs", fixture::runs().len())), "{text}");
    }
}
