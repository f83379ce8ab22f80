//! Keys and options that were renamed: their former names are accepted, and each one used is noted.

use anyhow::{Result, ensure};
use tilebench_catalog::{AnyOption, algorithms};

use super::Solver;
use super::keys::{KeyTable, LIMITS};
use super::toml_node::{TomlNode, TomlValue};
use crate::external::{ExternalSolver, FORMER_PLACEHOLDERS};

/// The notes on former names, each once.
#[derive(Debug, Default)]
pub(super) struct RenamingNotes(pub(super) Vec<String>);

impl RenamingNotes {
    fn add(&mut self, renaming: String) {
        if !self.0.contains(&renaming) {
            self.0.push(renaming);
        }
    }

    /// Adds the former placeholders in the commands of `solvers`.
    pub(super) fn add_placeholders(&mut self, solvers: &[Solver]) {
        let commands = solvers.iter().filter_map(|solver| solver.program.command());
        let used: Vec<&str> = commands.flat_map(ExternalSolver::placeholders).collect();
        for (former, present) in FORMER_PLACEHOLDERS.iter().filter(|(former, _)| used.contains(former)) {
            self.add(format!("`{{{former}}}` is now called `{{{present}}}`"));
        }
    }
}

/// Replaces the former names of keys and options in the experiment `root` by the present ones, with the present values.
///
/// A table that contains a key by both names is refused. But after a setting from the command line, `root` had present names
/// before, so that the former name is that of the setting, which overrides the value of the file.
pub(super) fn replace(root: &mut TomlNode, after_setting: bool, notes: &mut RenamingNotes) -> Result<()> {
    for entry in root.entries_mut() {
        match (entry.key.as_str(), &mut entry.node) {
            ("limits", limits) => replace_keys(limits, &LIMITS, after_setting, notes)?,
            ("solver", TomlNode { value: TomlValue::List(solvers), .. }) => {
                for solver in solvers {
                    replace_options(solver, after_setting, notes)?;
                    for entry in solver.entries_mut().iter_mut().filter(|entry| entry.key == "limits") {
                        replace_keys(&mut entry.node, &LIMITS, after_setting, notes)?;
                    }
                }
            }
            _ => {}
        }
    }
    Ok(())
}

fn replace_keys(node: &mut TomlNode, table: &KeyTable, after_setting: bool, notes: &mut RenamingNotes) -> Result<()> {
    for key in table.keys.iter().filter(|key| !key.former.is_empty()) {
        if rename(node, key.former, key.name, after_setting)?.is_some() {
            notes.add(format!("`{}` is now called `{}`", key.former, key.name));
        }
    }
    Ok(())
}

fn replace_options(solver: &mut TomlNode, after_setting: bool, notes: &mut RenamingNotes) -> Result<()> {
    let algorithm = solver.entries().iter().find(|entry| entry.key == "algorithm").map(|entry| &entry.node.value);
    let Some(TomlValue::Text(name)) = algorithm else { return Ok(()) };
    let Some(algorithm) = algorithms().into_iter().find(|algorithm| algorithm.name == name) else { return Ok(()) };
    for &option in algorithm.options {
        let Some(former) = option.former() else { continue };
        if let Some(node) = rename(solver, former.name, option.name(), after_setting)? {
            notes.add(option.renaming().expect("the option has a former name"));
            match &mut node.value {
                TomlValue::List(items) => items.iter_mut().for_each(|item| replace_value(item, option, former.name)),
                _ => replace_value(node, option, former.name),
            }
        }
    }
    Ok(())
}

/// Replaces the former value of an option by the present one.
fn replace_value(node: &mut TomlNode, option: &dyn AnyOption, former: &str) {
    let Ok(text) = node.as_option(former) else { return };
    if let Some(present) = option.present_value(former, &text).filter(|present| *present != text) {
        node.value = TomlValue::Text(present.to_owned());
    }
}

/// Renames the key `former` of a table, if it has one, and returns its value.
fn rename<'a>(
    table: &'a mut TomlNode,
    former: &str,
    present: &str,
    after_setting: bool,
) -> Result<Option<&'a mut TomlNode>> {
    let TomlValue::Table(entries) = &mut table.value else { return Ok(None) };
    let Some(mut at) = entries.iter().position(|entry| entry.key == former) else { return Ok(None) };
    if let Some(other) = entries.iter().position(|entry| entry.key == present) {
        let [one, two] = [&entries[at].position, &entries[other].position];
        ensure!(
            after_setting && one != two,
            "{one}: '{former}' is now called '{present}', which is set too ({two}): remove one of them"
        );
        entries.remove(other);
        at -= usize::from(other < at);
    }
    present.clone_into(&mut entries[at].key);
    Ok(Some(&mut entries[at].node))
}

#[cfg(test)]
mod tests;
