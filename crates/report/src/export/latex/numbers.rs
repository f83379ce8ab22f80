//! `numbers.tex`: every number of `summary.csv` and `figures.csv` as a macro, so that papers need no manually copied numbers.

use std::fmt::{Error, Write as _};

use crate::export::value::ExportValue;
use crate::export::{figures_csv, summary_csv};
use crate::measure_table::MeasureTable;
use crate::summary::ConfigurationSummary;

/// The number of columns that identify a row: the first columns of both files.
const NAMED_BY: usize = 2;

/// The columns of `figures.csv` that are exported as macros.
const EXPORTED_COLUMNS: [&str; 8] =
    ["n", "mean", "low", "high", "median", "geometric_mean", "geometric_low", "geometric_high"];

const MACROS: &str = r"% Names are written as in summary.csv, except that / replaces % # { } \ and ^.
% A missing number, such as the mean length if no run was solved, is not defined. Using it stops LaTeX at
% \ThereIsNoSuchNumber.
\providecommand*\tbnum[3]{\ifcsname tb@\detokenize{#1/#2/#3}\endcsname
  \csname tb@\detokenize{#1/#2/#3}\endcsname\else\ThereIsNoSuchNumber\fi}
\providecommand*\tbdef[4]{\ifcsname tb@\detokenize{#1/#2/#3}\endcsname
  \GenericWarning{}{tilebench: \detokenize{#1/#2/#3} is defined twice; the last value is used}\fi
  \expandafter\gdef\csname tb@\detokenize{#1/#2/#3}\endcsname{#4}}%
";

/// The numbers of `summaries`, and those of `measures` that are not among them.
pub(crate) fn write(summaries: &[ConfigurationSummary], measures: &MeasureTable) -> Result<String, Error> {
    let mut text = String::new();
    let [set, solver] = summaries
        .first()
        .map_or(["a set", "a solver"].map(str::to_owned), |row| [&row.set, &row.solver].map(|name| name_of(name)));
    writeln!(
        text,
        "% Every number of summary.csv: \\tbnum{{set}}{{solver}}{{column}}. Numbers of figures.csv: the column is the measure\n% and the column of the file, such as length_low. For example, after \\input{{numbers}}:"
    )?;
    writeln!(
        text,
        "%   \\tbnum{{{set}}}{{{solver}}}{{solved}} of \\tbnum{{{set}}}{{{solver}}}{{runs}} runs were solved"
    )?;
    writeln!(text, "% and, rounded by the package siunitx:")?;
    writeln!(text, "%   \\num[round-mode=places, round-precision=2]{{\\tbnum{{{set}}}{{{solver}}}{{length_mean}}}}")?;
    text.push_str(MACROS);
    let header = summary_csv::header();
    let mut define = |[set, solver]: [&str; 2], column: &str, value: ExportValue| {
        // A line break would become a space.
        let [set, solver] = [set, solver].map(name_of);
        if value.is_number() { writeln!(text, "\\tbdef{{{set}}}{{{solver}}}{{{column}}}{{{value}}}%") } else { Ok(()) }
    };
    for summary in summaries {
        for (column, value) in header.iter().zip(summary_csv::row(summary)).skip(NAMED_BY) {
            define([&summary.set, &summary.solver], column, value)?;
        }
    }
    for figure in &measures.rows {
        let values = figures_csv::row(figure, measures.resamples);
        for (column, value) in figures_csv::COLUMNS.map(|column| column.name).iter().zip(values) {
            let name = format!("{}_{column}", figure.measure.name.replace(' ', "_"));
            if EXPORTED_COLUMNS.contains(column) && !header.contains(&name) {
                define([&figure.set, &figure.solver], &name, value)?;
            }
        }
    }
    Ok(text)
}

/// `name` without the characters that TeX processes before a macro is expanded.
fn name_of(name: &str) -> String {
    name.chars()
        .map(|one| if matches!(one, '%' | '#' | '{' | '}' | '\\' | '^') || one.is_control() { '/' } else { one })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::ExperimentData;
    use crate::fixture;

    fn summaries() -> (Vec<ConfigurationSummary>, MeasureTable) {
        let experiment = ExperimentData::arrange(fixture::runs(), Some(fixture::manifest()));
        (fixture::summaries(&experiment), fixture::measures(&experiment))
    }

    #[test]
    fn every_number_of_the_summary_is_defined_once_and_nothing_else() {
        let (summaries, _) = summaries();
        let text = write(&summaries, &MeasureTable::default()).unwrap();
        let csv = summary_csv::write(&summaries).unwrap();
        let mut expected = Vec::new();
        let mut reader = csv::Reader::from_reader(csv.as_bytes());
        let header = reader.headers().unwrap().clone();
        for row in reader.records().map(Result::unwrap) {
            let texts = ["set", "solver", "algorithm", "heuristic", "weight"];
            for (column, value) in header.iter().zip(&row) {
                if !texts.contains(&column) && !column.ends_with("interval") && !value.is_empty() {
                    expected.push(format!("\\tbdef{{{}}}{{{}}}{{{column}}}{{{value}}}%", &row[0], &row[1]));
                }
            }
        }
        let found: Vec<&str> = text.lines().filter(|line| line.starts_with("\\tbdef")).collect();
        assert_eq!(found, expected);
        assert!(text.contains("\\tbdef{korf100}{WA* w=1.5 manhattan}{suboptimality_mean}{1.05}%"), "{text}");
    }

    #[test]
    fn numbers_of_figures_csv_are_added_and_no_name_is_defined_twice() {
        let (summaries, measures) = summaries();
        let text = write(&summaries, &measures).unwrap();
        assert!(text.contains("\\tbdef{korf100}{A* manhattan}{length_low}{50.6666666667}%"), "{text}");
        let defined = text.lines().filter(|line| line.starts_with("\\tbdef{"));
        let mut names: Vec<&str> = defined.map(|line| line.rsplit_once('{').unwrap().0).collect();
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
    }

    #[test]
    fn special_characters_of_tex_are_replaced_in_names() {
        assert_eq!(name_of("A* w=1.5, 50% of {x}_1 #2"), "A* w=1.5, 50/ of /x/_1 /2");
    }
}
