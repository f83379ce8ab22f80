//! The reference pages in `docs/`, written from the same tables.

use std::fmt::Write as _;

use clap::ValueEnum;
use tilebench_runner::catalog::set_file::{self, SetField};
use tilebench_runner::catalog::{load_set, set_names};
use tilebench_runner::keys::{KeyTable, TABLES};
use tilebench_runner::record::{EndedBy, Proof, Status};
use tilebench_runner::{FORMER_PLACEHOLDERS, PLACEHOLDERS};

use super::{csv_files, options, renaming, renaming_of_option};

/// A page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReferencePage {
    /// docs/experiment-file.md
    ExperimentFile,
    /// docs/instances.md
    Instances,
    /// docs/columns.md
    Columns,
}

impl ReferencePage {
    /// Its text.
    pub(crate) fn markdown(self) -> String {
        match self {
            Self::ExperimentFile => experiment_file(),
            Self::Instances => instances(),
            Self::Columns => columns(),
        }
    }
}

/// A remark at the top of every page.
const GENERATED: &str = "<!-- Written by `just reference` from the tables of the program; a test compares them. -->\n";

fn experiment_file() -> String {
    let mut page = format!(
        "# The experiment file\n\n{GENERATED}\n\
         An experiment file is [TOML](https://toml.io). `tilebench init` writes a commented one, `tilebench explain KEY`\n\
         explains one key, and `tilebench run FILE --dry-run` previews a file without running it.\n\
         An unknown key is refused with the nearest known one. `--set limits.time_s=5` overrides a value for one command.\n"
    );
    for KeyTable { name, meaning, keys } in TABLES {
        let title = match name.split_once("]]") {
            Some((table, rest)) => format!("`{table}]]`{rest}"),
            None if name.starts_with('[') => format!("`{name}`"),
            None => capitalised(name),
        };
        section(&mut page, &title, meaning);
        let rows = keys.iter().map(|key| {
            [
                code(key.name),
                key.kind.to_string(),
                key.unit.to_owned(),
                key.default.to_string(),
                sentences(key.meaning, &renaming(key.former, key.name)),
                code(&format!("{} = {}", key.name, key.example)),
            ]
        });
        table(&mut page, ["key", "type", "unit", "default", "meaning", "example"], rows);
    }
    section(
        &mut page,
        "Options of algorithms",
        "Keys of a `[[solver]]` whose algorithm has the option. A list is swept: one configuration per value.",
    );
    let rows = options().into_iter().map(|(option, of)| {
        let of: Vec<String> = of.into_iter().map(code).collect();
        let meaning = sentences(option.summary(), &renaming_of_option(option).unwrap_or_default());
        [code(option.name()), option.values().to_owned(), option.default().to_owned(), of.join(", "), meaning]
    });
    table(&mut page, ["option", "values", "default", "algorithms", "meaning"], rows);
    section(
        &mut page,
        "Placeholders of commands",
        "Known in `command` and `stdin` of an external solver; any other placeholder is a key of its `[[solver]]`.",
    );
    let placeholders: Vec<String> = PLACEHOLDERS.iter().map(|name| code(&format!("{{{name}}}"))).collect();
    let _ = writeln!(page, "{}", placeholders.join(", "));
    for (former, present) in FORMER_PLACEHOLDERS {
        let _ = writeln!(page, "\n{}", renaming(&format!("{{{former}}}"), &format!("{{{present}}}")));
    }
    page
}

fn instances() -> String {
    let mut page = format!(
        "# Instance sets\n\n{GENERATED}\n\
         An instance set is a built-in set, a rule, or a CSV file. `tilebench instances check FILE` lists all faults of a\n\
         file; `tilebench instances show SET` prints any set as a file.\n\n\
         ```\n# title: Two boards\n# goal: blank-first\nid,board,optimal\na,1 0 2 3 4 5 6 7 8,1\nb,3 1 2 0 4 5 6 7 8,1\n```\n"
    );
    section(&mut page, "Stated keys", "Lines `# key: value` above the header hold for all instances of a file.");
    fields(&mut page, "key", set_file::HEADER_KEYS);
    section(
        &mut page,
        "Columns",
        "`id` is required, and `board`, or `state` for another domain than tiles. User-defined columns begin with `x_`; any other unknown column is refused with \
         the nearest known one.",
    );
    fields(&mut page, "column", set_file::COLUMNS);
    section(&mut page, "Columns of published values", "In built-in sets only; no search reads them.");
    fields(&mut page, "column", set_file::PUBLISHED_COLUMNS);
    section(
        &mut page,
        "Rules",
        "A rule makes the same instances on every machine. Parts after the size may be in any order; `seed` is 1 and the \
         goal `blank-first`, or the standard goal of the domain, by default (`goal=blank-last`).",
    );
    let rules = [
        ["`random:4x4:1000:seed=1`", "instances drawn uniformly from the solvable ones"],
        ["`walk:4x4:k=25:100`", "ends of random walks of k moves from the goal"],
        ["`all:3x3`", "every solvable board of up to nine cells"],
        [
            "`pancake:40:100:seed=1`",
            "states of another domain of a size, drawn uniformly: `tilebench domains` lists domains",
        ],
    ];
    table(&mut page, ["rule", "instances"], rules.map(|row| row.map(str::to_owned)).into_iter());
    section(&mut page, "Built-in sets", "");
    let sets = set_names().into_iter().filter_map(|name| load_set(name).ok());
    let rows = sets.map(|set| {
        let size = set.goal.size().map_or_else(|| set.goal.domain().to_owned(), |size| size.to_string());
        let (count, goal) = (set.instances.len().to_string(), set.goal.to_string());
        [code(&set.name), count, size, goal, set.title, set.source]
    });
    table(&mut page, ["set", "instances", "size", "goal", "title", "source"], rows);
    page
}

fn columns() -> String {
    let mut page = format!(
        "# Columns of the CSV files\n\n{GENERATED}\n\
         All files are UTF-8 with a header, commas and quotes as in RFC 4180. Unknown values are empty cells, never 0.\n\
         Times are in seconds; memory is in bytes, limits on memory and files in MiB. `tilebench explain COLUMN` explains\n\
         one column. The columns of instance files are in [instances.md](instances.md).\n"
    );
    for file in csv_files() {
        section(&mut page, &code(file.file), &format!("One row: {}", uncapitalised(file.row)));
        let rows = file.columns.iter().map(|column| {
            let meaning = sentences(column.meaning, &renaming(column.former, column.name));
            let (unit, empty) = (column.unit.to_owned(), column.empty.to_owned());
            [code(column.name), column.kind.to_string(), unit, meaning, empty]
        });
        table(&mut page, ["column", "type", "unit", "meaning", "empty if"], rows);
    }
    let named = |page: &mut String, title: &str, names: &[(&str, &str)]| {
        section(page, title, "");
        let rows = names.iter().map(|(name, meaning)| [code(name), (*meaning).to_owned()]);
        table(page, ["value", "meaning"], rows);
    };
    let statuses: Vec<_> = Status::ALL.iter().map(|status| (status.name(), status.meaning())).collect();
    named(&mut page, "Values of `status`", &statuses);
    let proofs: Vec<_> = Proof::ALL.iter().map(|proof| (proof.name(), proof.meaning())).collect();
    named(&mut page, "Values of `proof`", &proofs);
    let means: Vec<_> = EndedBy::ALL.iter().map(|by| (by.name(), by.meaning())).collect();
    named(&mut page, "Values of `ended_by`", &means);
    page
}

fn section(page: &mut String, title: &str, text: &str) {
    // Writing to a string cannot fail.
    let _ = writeln!(page, "\n## {title}\n");
    if !text.is_empty() {
        let _ = writeln!(page, "{text}\n");
    }
}

fn fields(page: &mut String, what: &str, fields: &[SetField]) {
    let rows = fields.iter().map(|field| {
        let (kind, unit, default) = (field.kind.to_owned(), field.unit.to_owned(), field.default.to_owned());
        [code(field.name), kind, unit, default, field.meaning.to_owned()]
    });
    table(page, [what, "type", "unit", "if absent", "meaning"], rows);
}

fn table<const N: usize>(page: &mut String, header: [&str; N], rows: impl Iterator<Item = [String; N]>) {
    let _ = writeln!(page, "| {} |\n|{}", header.join(" | "), "---|".repeat(N));
    for row in rows {
        let _ = writeln!(page, "| {} |", row.map(|cell| cell.replace('|', "\\|")).join(" | "));
    }
}

/// Two sentences, of which the second may be empty.
fn sentences(first: &str, second: &str) -> String {
    format!("{first} {second}").trim_end().to_owned()
}

fn code(text: &str) -> String {
    format!("`{text}`")
}

fn capitalised(text: &str) -> String {
    let (first, rest) = text.split_at(1);
    first.to_uppercase() + rest
}

fn uncapitalised(text: &str) -> String {
    let (first, rest) = text.split_at(1);
    first.to_lowercase() + rest
}
