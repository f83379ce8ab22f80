//! The `[report]` table: how reports show the runs. It does not affect them.

use std::collections::BTreeMap;

use anyhow::{Result, bail};
use tilebench_record::ReportSettings;

use super::keys::REPORT;
use super::table_reader::{TableReader, suggestion};
use super::toml_node::{TomlEntry, TomlNode, TomlValue};

/// Reads the table of an experiment with these `solvers`.
pub(super) fn read(node: &TomlNode, solvers: &[&str]) -> Result<ReportSettings> {
    let table = TableReader::new(node, &REPORT)?;
    let width = table.count("text_width")?;
    Ok(ReportSettings {
        baseline: table.get("baseline").map(|node| baseline(node, solvers)).transpose()?,
        text_width: width
            .map(|width| u32::try_from(width).expect("the row of text_width allows no more than a u32 holds")),
        columns: entries(&table, "columns", |key, node| {
            node.each(key)?.into_iter().map(|name| name.as_text(key).map(str::to_owned)).collect()
        })?,
        names: entries(&table, "names", |key, node| node.as_text(key).map(str::to_owned))?,
    })
}

fn baseline(node: &TomlNode, solvers: &[&str]) -> Result<String> {
    let name = node.as_text("baseline")?;
    if !solvers.contains(&name) {
        let known = suggestion(name, solvers.iter().copied());
        bail!("{}: the experiment has no configuration '{name}'; {known}", node.position);
    }
    Ok(name.to_owned())
}

/// The entries of the table under `key`, whose names are the user's.
fn entries<T>(
    table: &TableReader<'_>,
    key: &str,
    read: impl Fn(&str, &TomlNode) -> Result<T>,
) -> Result<BTreeMap<String, T>> {
    let Some(node) = table.get(key) else { return Ok(BTreeMap::new()) };
    let TomlValue::Table(entries) = &node.value else {
        bail!("{}: {key} must be a table, not {}", node.position, node.value.kind());
    };
    entries.iter().map(|TomlEntry { key, node, .. }| Ok((key.clone(), read(key, node)?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Experiment;

    fn report(keys: &str) -> Result<ReportSettings> {
        let text = format!(
            "name = 'x'\ninstances = 'random:3x3:1'\n[[solver]]\nalgorithm = 'idastar'\nheuristic = 'manhattan'\n\
             [report]\n{keys}"
        );
        Ok(Experiment::parse(&text, "x.toml", &[])?.report)
    }

    #[test]
    fn columns_are_by_table_and_names_are_any_texts() {
        let settings = report(
            "baseline = 'idastar manhattan'\ntext_width = 240\ncolumns.nodes = ['solver', 'counted_n']\n\
             [report.names]\n'idastar manhattan' = 'IDA*'\ncounted_n = '$n$'\n",
        )
        .unwrap();
        assert_eq!((settings.baseline.as_deref(), settings.text_width), (Some("idastar manhattan"), Some(240)));
        assert_eq!(settings.columns["nodes"], ["solver", "counted_n"]);
        assert_eq!(settings.names["idastar manhattan"], "IDA*");
        assert_eq!(report("").unwrap(), ReportSettings::default());
    }

    #[test]
    fn an_unknown_baseline_or_another_type_is_refused_with_its_line() {
        let refused = |keys: &str| report(keys).unwrap_err().to_string();
        assert_eq!(
            refused("baseline = 'idastar manhatan'"),
            "x.toml:7: the experiment has no configuration 'idastar manhatan'; did you mean 'idastar manhattan'?"
        );
        assert!(
            refused("text_width = 20").starts_with("x.toml:7: text_width must be"),
            "{}",
            refused("text_width = 20")
        );
        assert!(refused("columns = ['solver']").starts_with("x.toml:7: columns must be a table, not a list"));
        assert!(refused("names.a = 1").starts_with("x.toml:7: a must be a string"), "{}", refused("names.a = 1"));
        assert!(refused("name.a = 'b'").contains("did you mean 'names'?"));
    }
}
