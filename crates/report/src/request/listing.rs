//! The lists of chart kinds and columns, as lines for a terminal.

use super::every;
use crate::chart::kind::{ColumnChart, DataSource};
use crate::chart::kinds;
use crate::column::{self, ChartColumn, Scale};

/// Lists every kind of chart with its options.
#[must_use]
pub fn plot_kinds() -> String {
    let mut text = String::new();
    for kind in kinds::ALL.iter().filter(|kind| kind.is_offered()) {
        let (about, takes) = match &kind.data {
            DataSource::Columns(columns) => (kind.about.to_owned(), takes(columns)),
            _ => (format!("{}, as in a report", kind.title()), format!("no columns; requires {}", kind.about)),
        };
        text.extend([format!("{:<21}{about}\n", kind.name), format!("{:<21}[{takes}]\n", "")]);
    }
    text.extend([
        format!("{:<21}every chart of the report, for a paper\n", every::NAME),
        format!("{:<21}[no columns; --format pdf,csv --width --no-caption --baseline]\n", ""),
    ]);
    text + "\nIn brackets: the options of each kind, with their defaults. --group accepts several columns, such as algorithm,heuristic.\n"
}

fn takes(columns: &ColumnChart) -> String {
    let option = |name: &str, default: Option<&str>| default.map(|default| format!("--{name} {default}"));
    let mut takes: Vec<String> = [option("x", columns.x), option("y", columns.y)].into_iter().flatten().collect();
    takes.push(format!("--group {}", columns.group.unwrap_or("none")));
    if columns.is_pair {
        takes.push("--between A B".to_owned());
    }
    if columns.has_baseline {
        takes.push("--baseline NAME".to_owned());
    }
    takes.join(" ")
}

/// Lists every column with its description.
#[must_use]
pub fn plot_columns() -> String {
    let row = |column: &ChartColumn| format!("{:<17} {:<8}{}\n", column.name, scale(column), column.title);
    let text: String = column::ALL.iter().map(row).collect();
    let notes = [
        "",
        "Text columns are for --group and --filter; axes show the others on a linear or logarithmic scale.",
        "Columns of optimal lengths have values if the length is given with the instance or, for 'shortest', proved by a run.",
        "branching: b of 1 + b + b^2 + ... + b^length = generated (Nilsson 1971).",
    ];
    text + &notes.map(|note| format!("{note}\n")).concat()
}

fn scale(column: &ChartColumn) -> &'static str {
    match column.scale {
        Scale::Text => "text",
        Scale::Linear => "linear",
        Scale::Log | Scale::LogSeconds => "log",
    }
}
