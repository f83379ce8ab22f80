//! The `[[solver]]` tables of external solvers: `command` instead of `algorithm`.

use std::path::{self, Path};
use std::sync::Arc;

use anyhow::{Result, anyhow, bail, ensure};
use regex_lite::RegexBuilder;
use tilebench_sanitize::message::excerpt;

use super::keys::{ANSWER, COMMAND};
use super::node::{Node, Value};
use super::source::Sources;
use super::sweep::{Defaults, draws, product, selections};
use super::{Program, Section, Solver, instead, limits};
use crate::external::{BoardText, Dialect, ExternalSolver, Form, Key, PLACEHOLDERS, Template};

/// Programs that run the program that they are given.
const INTERPRETERS: &[&str] = &[
    "sh", "bash", "env", "python", "python3", "pypy", "pypy3", "ruby", "perl", "node", "deno", "java", "julia", "lua",
    "Rscript", "php", "racket", "sbcl", "swipl", "dotnet", "wine", "time", "nice",
];

/// One table: as many solvers as its lists multiply to.
pub(super) fn read(table: &Node, defaults: &Defaults, sources: &mut Sources) -> Result<Vec<Solver>> {
    let entries = table.entries();
    for (key, reason) in [
        ("algorithm", "a solver has either a command or an algorithm: leave one of them out"),
        ("order", "a program has its own operator order: leave this out"),
    ] {
        if let Some(entry) = entries.iter().find(|entry| entry.key == key) {
            bail!("{}: '{}': {reason}", entry.place, excerpt(key));
        }
    }
    let find = |key: &str| entries.iter().find(|entry| entry.key == key).map(|entry| &entry.node);
    let node = find("command").ok_or_else(|| anyhow!("{}: 'command' is missing", table.place))?;
    let command = command(node)?;
    let input = find("stdin").map(|node| Ok::<_, anyhow::Error>((node, template(node, "stdin")?))).transpose()?;
    let used = command.iter().map(|(node, template)| (*node, template)).chain(input.iter().map(|(node, t)| (*node, t)));
    let mut own: Vec<(&Node, &str)> = Vec::new();
    for (node, template) in used {
        for name in template.placeholders() {
            if !PLACEHOLDERS.contains(&name) && own.iter().all(|(_, known)| *known != name) {
                own.push((node, name));
            }
        }
    }
    let is_common = |name: &str| COMMAND.names().any(|key| key == name);
    let given: Vec<(&Node, &str)> = own.iter().copied().filter(|(_, name)| find(name).is_some()).collect();
    if let Some((node, name)) = own.iter().find(|(_, name)| find(name).is_none() || is_common(name)) {
        // A key that no placeholder names is most likely the one that was meant.
        let keys = entries.iter().map(|entry| entry.key.as_str()).filter(|key| !is_common(key));
        let known = PLACEHOLDERS.iter().copied().chain(keys);
        bail!("{}: unknown placeholder '{{{name}}}'; {}", node.place, instead(name, known));
    }
    let mut keys: Vec<&str> = COMMAND.names().collect();
    keys.extend(given.iter().map(|(_, name)| *name));
    let section = Section::with_names(table, &COMMAND, "a solver with a command", &keys)?;
    let base = ExternalSolver {
        command: command.iter().map(|(_, template)| template.clone()).collect(),
        stdin: section.value("stdin", |node, key| template(node, key.name))?,
        folder: absolute(&defaults.folder),
        form: section.value("answer", |node, _| form(node))?,
        dialect: dialect(&section)?,
        boards: boards(&section)?,
        optimal: section.choice("proof")? == "optimal",
        version: section.text("version")?,
        values: Vec::new(),
    };
    let name = name(&section, node, &base.command)?;
    let limits = section.read("limits", |node, _| limits(node, defaults.limits))?.unwrap_or(defaults.limits);
    let selections = selections(&section, defaults, sources)?;
    let draws = draws(&section, defaults.draw)?;
    let mut solvers = Vec::new();
    for choices in product(&section, given.iter().map(|(_, name)| *name))? {
        let swept = choices.iter().filter(|choice| matches!(&section.get(choice.key), Some(node) if node.is_list()));
        let label = |key: &str| if key == "weight" { "w".to_owned() } else { key.to_owned() };
        let name = swept.fold(name.clone(), |name, choice| format!("{name} {}={}", label(choice.key), choice.text));
        let values = choices.iter().map(|choice| (choice.key.to_owned(), choice.text.clone())).collect();
        let program = Program::Command(Arc::new(ExternalSolver { values, ..base.clone() }));
        for draws in &draws {
            let (program, draws, selections) = (program.clone(), draws.clone(), selections.clone());
            solvers.push(Solver { name: name.clone(), program, draws, limits, selections });
        }
    }
    Ok(solvers)
}

/// The program and its arguments, each with the place it is written in.
fn command(node: &Node) -> Result<Vec<(&Node, Template)>> {
    let Value::List(items) = &node.value else {
        bail!(
            "{}: command is {} where a list belongs: write [\"./mysolver\", \"{{board}}\"]",
            node.place,
            node.value.kind()
        );
    };
    ensure!(!items.is_empty(), "{}: command is an empty list: write [\"./mysolver\", \"{{board}}\"]", node.place);
    let command =
        items.iter().map(|item| Ok((item, template(item, "a part of command")?))).collect::<Result<Vec<_>>>()?;
    ensure!(!items[0].as_text("a part of command")?.is_empty(), "{}: the program has no name", node.place);
    Ok(command)
}

fn template(node: &Node, key: &str) -> Result<Template> {
    Template::parse(node.as_text(key)?).map_err(|error| anyhow!("{}: {key}: {error}", node.place))
}

/// The name given, or that of the program's file.
fn name(section: &Section<'_>, node: &Node, command: &[Template]) -> Result<String> {
    if let Some(node) = section.get("name") {
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
    found.ok_or_else(|| anyhow!("{}: 'name' is missing, and the command tells none: write name = \"mine\"", node.place))
}

/// Paths are relative to the experiment file, wherever the program is started.
fn absolute(folder: &Path) -> path::PathBuf {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    path::absolute(folder).unwrap_or_else(|_| folder.to_owned())
}

/// `"json"`, or a table of regular expressions.
fn form(node: &Node) -> Result<Form> {
    if let Value::Text(text) = &node.value {
        ensure!(
            text == "json",
            "{}: answer '{text}' is neither \"json\" nor a table such as {EXAMPLE}",
            node.place,
            text = excerpt(text)
        );
        return Ok(Form::Json);
    }
    let table = Section::with_names(node, &ANSWER, "answer", &ANSWER.names().collect::<Vec<_>>())?;
    let mut patterns = Vec::new();
    for key in Key::ALL {
        let Some(node) = table.get(key.name()) else { continue };
        let text = node.as_text(key.name())?;
        let pattern = RegexBuilder::new(text).multi_line(true).crlf(true).build();
        let pattern =
            pattern.map_err(|error| anyhow!("{}: {} is no regular expression: {error}", node.place, key.name()))?;
        let is_named = pattern.capture_names().flatten().any(|name| name == key.name());
        ensure!(
            key == Key::Unsolvable || is_named || pattern.captures_len() == 2,
            "{}: {} has {} groups, but needs one in parentheses that holds the value, or one called (?<{}>...); \
             others can be written (?:...)",
            node.place,
            key.name(),
            pattern.captures_len() - 1,
            key.name()
        );
        patterns.push((key, pattern));
    }
    ensure!(
        patterns.iter().any(|(key, _)| *key == Key::Moves),
        "{}: answer has no moves, and without them no answer can be replayed: write {EXAMPLE}",
        node.place
    );
    Ok(Form::Patterns(patterns))
}

const EXAMPLE: &str = "{ moves = 'Moves: (.*)' }";

fn dialect(section: &Section<'_>) -> Result<Dialect> {
    Ok(Dialect {
        names: section.value("letters", |node, _| letters(node))?,
        of_tile: section.choice("moves_of")? == "tile",
        reversed: section.flag("reversed")?,
    })
}

/// Four letters or four words, for up, down, left and right.
fn letters(node: &Node) -> Result<[String; 4]> {
    let names: Vec<String> = match &node.value {
        Value::List(items) => items.iter().map(|item| item.as_option("a letter")).collect::<Result<_>>()?,
        _ => node.as_text("letters")?.chars().map(String::from).collect(),
    };
    let is_plain = |name: &String| !name.is_empty() && !name.contains(char::is_whitespace);
    let found = <[String; 4]>::try_from(names)
        .ok()
        .filter(|names| names.iter().all(is_plain) && (1..4).all(|at| !names[..at].contains(&names[at])));
    found.ok_or_else(|| {
        anyhow!(
            "{}: letters are those for up, down, left and right, four that differ: write \"UDLR\", or \
             [\"up\", \"down\", \"left\", \"right\"]",
            node.place
        )
    })
}

fn boards(section: &Section<'_>) -> Result<BoardText> {
    Ok(BoardText {
        separator: section.text("separator")?,
        row_separator: section.read("row_separator", |node, key| node.as_text(key.name).map(str::to_owned))?,
        blank: section.text("blank")?,
    })
}
