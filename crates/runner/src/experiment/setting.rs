//! Values set from the command line: `--set limits.time_s=5`.

use anyhow::{Result, anyhow, bail};
use tilebench_sanitize::message::excerpt;

use super::toml_node::{TomlEntry, TomlNode, TomlValue};

/// Puts the value of `setting`, `KEY=VALUE`, into the tree.
///
/// The key is a path of names and, for lists, indices from 0: `solver.0.weight`. The value is written as in the file,
/// and a text that is not a valid value is taken as a string.
pub(crate) fn apply(root: &mut TomlNode, setting: &str) -> Result<()> {
    let position = format!("--set {}", excerpt(setting));
    let (path, text) =
        setting.split_once('=').ok_or_else(|| anyhow!("{position}: write it as KEY=VALUE, such as limits.time_s=5"))?;
    let (path, text) = (path.trim(), text.trim());
    if path.split('.').any(str::is_empty) {
        bail!("{position}: '{}' is not a key: write names separated by dots, such as limits.time_s", excerpt(path));
    }
    let value = match TomlNode::single(text, &position) {
        Ok(value) => value,
        Err(error) if text.starts_with(['[', '{', '"', '\'']) => return Err(error),
        Err(_) => TomlNode::text(text, &position),
    };
    let mut node = root;
    for name in path.split('.') {
        node = descend(node, name, &position)?;
    }
    *node = value;
    Ok(())
}

/// The node named `name` below `node`; it is added to a table that lacks it.
fn descend<'a>(node: &'a mut TomlNode, name: &str, position: &str) -> Result<&'a mut TomlNode> {
    match &mut node.value {
        TomlValue::Table(entries) => {
            let at = entries.iter().position(|entry| entry.key == name).unwrap_or_else(|| {
                let node = TomlNode { position: position.to_owned(), value: TomlValue::Table(Vec::new()) };
                entries.push(TomlEntry { key: name.to_owned(), position: position.to_owned(), node });
                entries.len() - 1
            });
            Ok(&mut entries[at].node)
        }
        TomlValue::List(items) => {
            let count = items.len();
            let at = name.parse::<usize>().ok().filter(|&at| at < count);
            at.map(|at| &mut items[at]).ok_or_else(|| {
                anyhow!("{position}: '{}' is not an index of a list of {count}: count from 0", excerpt(name))
            })
        }
        other => bail!("{position}: there is no key '{}' in {}", excerpt(name), other.kind()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "seed = 1\n[limits]\ntime_s = 60\n[[solver]]\nweight = 1\n[[solver]]\n";

    fn set(setting: &str) -> Result<String> {
        let mut root = TomlNode::document(FILE, "x.toml")?;
        apply(&mut root, setting)?;
        let mut node = &mut root;
        for name in setting.split('=').next().unwrap_or_default().split('.') {
            node = descend(node, name, "here")?;
        }
        Ok(format!("{} at {}", node.value.kind(), node.position))
    }

    #[test]
    fn a_setting_replaces_or_adds_a_value_and_is_its_position() {
        for (setting, kind) in [
            ("seed=7", "the number 7"),
            ("limits.time_s=0.5", "the number 0.5"),
            ("limits.nodes=10", "the number 10"),
            ("solver.1.weight=[1, 1.5]", "a list"),
            ("solver.0.weight=4/3", "the string '4/3'"),
            ("execution.jobs=2", "the number 2"),
            ("name=weights", "the string 'weights'"),
        ] {
            assert_eq!(set(setting).unwrap(), format!("{kind} at --set {setting}"));
        }
    }

    #[test]
    fn a_setting_that_cannot_be_applied_is_refused_with_the_reason() {
        let error = |setting: &str| set(setting).unwrap_err().to_string();
        assert_eq!(error("seed"), "--set seed: write it as KEY=VALUE, such as limits.time_s=5");
        assert_eq!(
            error("solver.2.weight=1"),
            "--set solver.2.weight=1: '2' is not an index of a list of 2: count from 0"
        );
        assert_eq!(error("seed.x=1"), "--set seed.x=1: there is no key 'x' in the number 1");
        assert_eq!(
            error("limits..x=1"),
            "--set limits..x=1: 'limits..x' is not a key: write names separated by dots, such as limits.time_s"
        );
        assert!(error("solver.0.weight=[1,").starts_with("--set solver.0.weight=[1,: invalid TOML: "));
    }
}
