//! The instance sets that an experiment names.

use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use tilebench_catalog::load_set;

use super::keys::SELECTION;
use super::toml_node::{TomlNode, TomlValue};
use super::{Selection, TableReader};

/// The sets read so far, each once.
pub(crate) struct SelectionLoader {
    folder: PathBuf,
    selections: Vec<Selection>,
}

impl SelectionLoader {
    /// No sets yet; files are looked for below `folder`.
    pub(crate) fn new(folder: &Path) -> Self {
        Self { folder: folder.to_owned(), selections: Vec::new() }
    }

    /// Reads an `instances` value: one set or a list of sets. Returns their indices in
    /// [`Self::into_selections`].
    pub(crate) fn read(&mut self, node: &TomlNode) -> Result<Vec<usize>> {
        node.each("instances")?.into_iter().map(|item| self.one(item)).collect()
    }

    /// All selections that were read.
    pub(crate) fn into_selections(self) -> Vec<Selection> {
        self.selections
    }

    fn one(&mut self, node: &TomlNode) -> Result<usize> {
        let (name, ids) = if let TomlValue::Table(_) = node.value {
            let table = TableReader::new(node, &SELECTION)?;
            (table.require("set")?, table.get("ids"))
        } else {
            (node, None)
        };
        let set = name.as_text("a set of instances")?;
        let selected = ids.map(|node| node.as_option("ids")).transpose()?;
        let is_known = |known: &Selection| known.set.name == set && known.ids == selected;
        if let Some(at) = self.selections.iter().position(is_known) {
            return Ok(at);
        }
        let mut loaded = load_set(&self.located(set)).map_err(|error| anyhow!("{}: {error}", name.position))?;
        // A file keeps the name that the experiment uses, which is relative to the experiment file.
        set.clone_into(&mut loaded.name);
        if let (Some(node), Some(selected)) = (ids, &selected) {
            loaded = loaded.select(selected).map_err(|error| anyhow!("{}: {error}", node.position))?;
        }
        self.selections.push(Selection { ids: selected, set: loaded });
        Ok(self.selections.len() - 1)
    }

    /// A relative path is relative to the experiment file.
    fn located(&self, set: &str) -> String {
        let is_file = Path::new(set).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("csv"));
        if is_file { self.folder.join(set).display().to_string() } else { set.to_owned() }
    }
}
