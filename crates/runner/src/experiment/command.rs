//! The `[[solver]]` tables of external solvers: `command` instead of `algorithm`.

use std::path::{self, Path};
use std::sync::Arc;

use anyhow::{Result, anyhow, bail, ensure};
use regex_lite::RegexBuilder;
use tilebench_catalog::{Metric, UNIT};
use tilebench_sanitize::message::excerpt;

use super::keys::{ANSWER, COMMAND};
use super::selection_loader::SelectionLoader;
use super::sweep::{SolverDefaults, combinations, costs, draws, selections};
use super::toml_node::{TomlNode, TomlValue};
use super::{Program, Solver, TableReader, limits, suggestion};
use crate::external::{
    AnswerField, AnswerFormat, BoardText, Dialect, ExternalSolver, PLACEHOLDERS, Template, is_common_placeholder,
};

/// Programs that execute the program in their arguments.
const INTERPRETERS: &[&str] = &[
    "sh", "bash", "env", "python", "python3", "pypy", "pypy3", "ruby", "perl", "node", "deno", "java", "julia", "lua",
    "Rscript", "php", "racket", "sbcl", "swipl", "dotnet", "wine", "time", "nice",
];

/// Reads one table: one solver per combination of the values of its lists.
pub(super) fn read(table: &TomlNode, defaults: &SolverDefaults, loader: &mut SelectionLoader) -> Result<Vec<Solver>> {
    let entries = table.entries();
    for (key, reason) in [
        ("algorithm", "a solver has either a command or an algorithm: remove one of them"),
        ("order", "an external program has its own operator order: remove this key"),
    ] {
        if let Some(entry) = entries.iter().find(|entry| entry.key == key) {
            bail!("{}: '{}': {reason}", entry.position, excerpt(key));
        }
    }
    let find = |key: &str| entries.iter().find(|entry| entry.key == key).map(|entry| &entry.node);
    let node = find("command").ok_or_else(|| anyhow!("{}: 'command' is missing", table.position))?;
    let command = command(node)?;
    let input = find("stdin").map(|node| Ok::<_, anyhow::Error>((node, template(node, "stdin")?))).transpose()?;
    let used = command.iter().map(|(node, template)| (*node, template)).chain(input.iter().map(|(node, t)| (*node, t)));
    let mut own: Vec<(&TomlNode, &str)> = Vec::new();
    for (node, template) in used {
        for name in template.placeholders() {
            if !is_common_placeholder(name) && own.iter().all(|(_, known)| *known != name) {
                own.push((node, name));
            }
        }
    }
    let is_common = |name: &str| COMMAND.names().any(|key| key == name);
    let given: Vec<(&TomlNode, &str)> = own.iter().copied().filter(|(_, name)| find(name).is_some()).collect();
    if let Some((node, name)) = own.iter().find(|(_, name)| find(name).is_none() || is_common(name)) {
        // A key without a placeholder is probably the intended one.
        let keys = entries.iter().map(|entry| entry.key.as_str()).filter(|key| !is_common(key));
        let known = PLACEHOLDERS.iter().copied().chain(keys);
        bail!("{}: unknown placeholder '{{{name}}}'; {}", node.position, suggestion(name, known));
    }
    let mut keys: Vec<&str> = COMMAND.names().collect();
    keys.extend(given.iter().map(|(_, name)| *name));
    let reader = TableReader::with_names(table, &COMMAND, COMMAND.name, &keys)?;
    let base = ExternalSolver {
        command: command.iter().map(|(_, template)| template.clone()).collect(),
        stdin: reader.value("stdin", |node, key| template(node, key.name))?,
        folder: absolute(&defaults.folder),
        format: reader.value("answer", |node, _| format(node))?,
        anytime: reader.flag("anytime")?,
        dialect: dialect(&reader)?,
        boards: boards(&reader)?,
        optimal: reader.choice("proof")? == "optimal",
        version: reader.text("version")?,
        values: Vec::new(),
    };
    ensure!(
        !base.anytime || matches!(base.format, AnswerFormat::Json),
        "{}: anytime = true needs answers in JSON: leave out answer, and let the program print one line of JSON per solution",
        reader.position
    );
    let name = name(&reader, node, &base.command)?;
    let limits = reader.read("limits", |node, _| limits(node, defaults.limits))?.unwrap_or(defaults.limits);
    let selections = selections(&reader, defaults, loader)?;
    let draws = draws(&reader, defaults.draw)?;
    let is_single = defaults.metric == Metric::Single;
    ensure!(
        is_single,
        "{}: an external solver counts moves of single tiles: write metric = \"multi\" only in the other [[solver]] tables",
        table.position
    );
    let is_unit = costs(&reader, defaults)?.contains(&&UNIT);
    ensure!(is_unit, "{}: an external solver knows no cost model: add \"unit\" to cost", reader.position);
    let mut solvers = Vec::new();
    for choices in combinations(&reader, given.iter().map(|(_, name)| *name))? {
        let swept = choices.iter().filter(|choice| matches!(&reader.get(choice.key), Some(node) if node.is_list()));
        let label = |key: &str| if key == "weight" { "w".to_owned() } else { key.to_owned() };
        let name = swept.fold(name.clone(), |name, choice| format!("{name} {}={}", label(choice.key), choice.text));
        let values = choices.iter().map(|choice| (choice.key.to_owned(), choice.text.clone())).collect();
        let program = Program::Command(Arc::new(ExternalSolver { values, ..base.clone() }));
        for draws in &draws {
            let (program, draws, selections) = (program.clone(), draws.clone(), selections.clone());
            let costs = vec![&UNIT];
            solvers.push(Solver { name: name.clone(), program, draws, costs, limits, selections });
        }
    }
    Ok(solvers)
}

/// The program and its arguments, each with the position it is written in.
fn command(node: &TomlNode) -> Result<Vec<(&TomlNode, Template)>> {
    let TomlValue::List(items) = &node.value else {
        bail!(
            "{}: command must be a list, not {}: write [\"./mysolver\", \"{{board}}\"]",
            node.position,
            node.value.kind()
        );
    };
    ensure!(!items.is_empty(), "{}: command is an empty list: write [\"./mysolver\", \"{{board}}\"]", node.position);
    let command =
        items.iter().map(|item| Ok((item, template(item, "a part of command")?))).collect::<Result<Vec<_>>>()?;
    ensure!(
        !items[0].as_text("a part of command")?.is_empty(),
        "{}: the first part of command is empty: write the path of the program",
        node.position
    );
    Ok(command)
}

fn template(node: &TomlNode, key: &str) -> Result<Template> {
    Template::parse(node.as_text(key)?).map_err(|error| anyhow!("{}: {key}: {error}", node.position))
}

/// The given name, or that of the program's file.
fn name(reader: &TableReader<'_>, node: &TomlNode, command: &[Template]) -> Result<String> {
    if let Some(node) = reader.get("name") {
        return Ok(node.as_text("name")?.to_owned());
    }
    let stem = |template: &Template| {
        let written = template.placeholders().next().is_none().then(|| template.fill(|_| String::new()))?;
        let is_file = !written.starts_with('-') && !written.contains(char::is_whitespace);
        is_file.then(|| Path::new(&written).file_stem()?.to_str().map(str::to_owned))?
    };
    let mut stems = command.iter().map(stem);
    let first = stems.next().flatten();
    let found = match first {
        Some(program) if INTERPRETERS.contains(&program.as_str()) => stems.flatten().next(),
        found => found,
    };
    found.ok_or_else(|| {
        anyhow!("{}: 'name' is missing and cannot be derived from command: write name = \"mine\"", node.position)
    })
}

/// Paths are relative to the experiment file, wherever the program is started.
fn absolute(folder: &Path) -> path::PathBuf {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    path::absolute(folder).unwrap_or_else(|_| folder.to_owned())
}

/// `"json"`, or a table of regular expressions.
fn format(node: &TomlNode) -> Result<AnswerFormat> {
    if let TomlValue::Text(text) = &node.value {
        ensure!(
            text == "json",
            "{}: answer '{text}' is neither \"json\" nor a table such as {EXAMPLE}",
            node.position,
            text = excerpt(text)
        );
        return Ok(AnswerFormat::Json);
    }
    let table = TableReader::with_names(node, &ANSWER, "answer", &ANSWER.names().collect::<Vec<_>>())?;
    let mut patterns = Vec::new();
    for key in AnswerField::ALL {
        let Some(node) = table.get(key.name()) else { continue };
        let text = node.as_text(key.name())?;
        let pattern = RegexBuilder::new(text).multi_line(true).crlf(true).build();
        let pattern = pattern
            .map_err(|error| anyhow!("{}: {} is not a regular expression: {error}", node.position, key.name()))?;
        let is_named = pattern.capture_names().flatten().any(|name| name == key.name());
        ensure!(
            key == AnswerField::Unsolvable || is_named || pattern.captures_len() == 2,
            "{}: {} has {} groups, but needs one group that holds the value, or a group named (?<{}>...); write other \
             groups as (?:...)",
            node.position,
            key.name(),
            pattern.captures_len() - 1,
            key.name()
        );
        patterns.push((key, pattern));
    }
    ensure!(
        patterns.iter().any(|(key, _)| *key == AnswerField::Moves),
        "{}: answer has no expression for moves, and without moves no answer can be replayed: write {EXAMPLE}",
        node.position
    );
    Ok(AnswerFormat::Patterns(patterns))
}

const EXAMPLE: &str = "{ moves = 'Moves: (.*)' }";

fn dialect(reader: &TableReader<'_>) -> Result<Dialect> {
    Ok(Dialect {
        names: reader.value("letters", |node, _| letters(node))?,
        of_tile: reader.choice("moves_of")? == "tile",
        reversed: reader.flag("reversed")?,
    })
}

/// Four letters or four words, for up, down, left and right.
fn letters(node: &TomlNode) -> Result<[String; 4]> {
    let names: Vec<String> = match &node.value {
        TomlValue::List(items) => items.iter().map(|item| item.as_option("a letter")).collect::<Result<_>>()?,
        _ => node.as_text("letters")?.chars().map(String::from).collect(),
    };
    let is_plain = |name: &String| !name.is_empty() && !name.contains(char::is_whitespace);
    let found = <[String; 4]>::try_from(names)
        .ok()
        .filter(|names| names.iter().all(is_plain) && (1..4).all(|at| !names[..at].contains(&names[at])));
    found.ok_or_else(|| {
        anyhow!(
            "{}: letters must be four different names, for up, down, left and right: write \"UDLR\", or [\"up\", \
             \"down\", \"left\", \"right\"]",
            node.position
        )
    })
}

fn boards(reader: &TableReader<'_>) -> Result<BoardText> {
    Ok(BoardText {
        separator: reader.text("separator")?,
        row_separator: reader.read("row_separator", |node, key| node.as_text(key.name).map(str::to_owned))?,
        blank: reader.text("blank")?,
    })
}
