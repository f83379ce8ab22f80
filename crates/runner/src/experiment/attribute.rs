//! The attributes that runs of an experiment may have: those of the registry, and those that its file declares for the output of
//! external programs.

use anyhow::{Result, anyhow, ensure};
use regex_lite::{Regex, RegexBuilder};
use tilebench_catalog::Registry;
use tilebench_record::{Attribute, AttributeKind};
use tilebench_sanitize::message::excerpt;
use tilebench_sanitize::names::is_attribute_name;

use super::keys::ATTRIBUTE;
use super::table_reader::TableReader;
use super::toml_node::{TomlNode, TomlValue};

/// An attribute, and how its value is found in the output of an external program.
#[derive(Clone, Debug)]
pub struct ExperimentAttribute {
    /// Its description.
    pub description: Attribute,
    /// The expression whose last match has the value; without one, the value is that of the JSON key with its name.
    pub pattern: Option<Regex>,
}

/// The registered attributes.
pub(super) fn registered() -> Vec<ExperimentAttribute> {
    let rows = Registry::get().attributes().iter();
    let described = rows.map(|row| Attribute {
        name: row.name.to_owned(),
        kind: if row.is_integer { AttributeKind::Integer } else { AttributeKind::Real },
        unit: row.unit.to_owned(),
        meaning: row.meaning.to_owned(),
    });
    described.map(|description| ExperimentAttribute { description, pattern: None }).collect()
}

/// The kind of the registered attribute called `name`, if there is one.
pub(crate) fn registered_kind(name: &str) -> Option<AttributeKind> {
    let mut descriptions = registered().into_iter().map(|attribute| attribute.description);
    descriptions.find(|known| known.name == name).map(|known| known.kind)
}

/// Reads a list of attributes, and adds it to the registered ones.
pub(super) fn read_all(node: &TomlNode) -> Result<Vec<ExperimentAttribute>> {
    let TomlValue::List(tables) = &node.value else {
        return Err(anyhow!(
            "{}: write each attribute as a table [[attribute]], not {}",
            node.position,
            node.value.kind()
        ));
    };
    let mut attributes = registered();
    for table in tables {
        let (position, attribute) = (&table.position, read(table)?);
        let name = &attribute.description.name;
        let is_new = attributes.iter().all(|known| known.description.name != *name);
        ensure!(is_new, "{position}: attribute '{name}' is declared already: choose another name");
        attributes.push(attribute);
    }
    Ok(attributes)
}

fn read(node: &TomlNode) -> Result<ExperimentAttribute> {
    let table = TableReader::new(node, &ATTRIBUTE)?;
    let name = table.require("name")?;
    let (position, text) = (&name.position, name.as_text("name")?);
    ensure!(
        is_attribute_name(text),
        "{position}: '{}' is not the name of an attribute: begin with x_, and use lower-case letters, digits and underscores",
        excerpt(text)
    );
    let kind = match table.choice("kind")? {
        "integer" => AttributeKind::Integer,
        _ => AttributeKind::Real,
    };
    let pattern = table.get("pattern").map(pattern).transpose()?;
    let (unit, meaning) = (table.text("unit")?, table.text("meaning")?);
    Ok(ExperimentAttribute { description: Attribute { name: text.to_owned(), kind, unit, meaning }, pattern })
}

fn pattern(node: &TomlNode) -> Result<Regex> {
    let built = RegexBuilder::new(node.as_text("pattern")?).multi_line(true).crlf(true).build();
    let built = built.map_err(|error| anyhow!("{}: pattern is not a regular expression: {error}", node.position))?;
    ensure!(
        built.captures_len() == 2,
        "{}: pattern has {} groups, but needs one group that holds the value; write other groups as (?:...)",
        node.position,
        built.captures_len() - 1
    );
    Ok(built)
}

#[cfg(test)]
mod tests {
    use crate::Experiment;

    fn names(tables: &str) -> Result<Vec<String>, String> {
        let text = format!("name = 'x'\ninstances = 'random:3x3:1'\n[[solver]]\nalgorithm = 'bfs'\n{tables}");
        let read = Experiment::parse(&text, "x.toml", &[]).map_err(|error| error.to_string())?;
        Ok(read.attributes.into_iter().map(|attribute| attribute.description.name).collect())
    }

    #[test]
    fn an_attribute_has_a_name_a_kind_and_a_pattern() {
        let tables = "[[attribute]]\nname = 'x_depth'\nunit = 'moves'\n[[attribute]]\nname = 'x_share'\nkind = 'real'\n\
                      pattern = 'Share: (.*)'\n";
        assert_eq!(names(tables), Ok(vec!["x_depth".to_owned(), "x_share".to_owned()]));
        assert_eq!(names(""), Ok(Vec::new()));
    }

    #[test]
    fn an_invalid_attribute_is_refused_with_its_line() {
        let refused = |keys: &str| names(&format!("[[attribute]]\n{keys}")).unwrap_err();
        assert!(
            refused("name = 'depth'").starts_with("x.toml:6: 'depth' is not the name of an attribute: begin with x_")
        );
        assert!(refused("unit = 's'").starts_with("x.toml:5: 'name' is missing"));
        assert!(refused("name = 'x_a'\nkind = 'text'").starts_with("x.toml:7: unknown kind 'text'"));
        assert!(refused("name = 'x_a'\npattern = '('").starts_with("x.toml:7: pattern is not a regular expression"));
        assert!(refused("name = 'x_a'\npattern = 'a'").starts_with("x.toml:7: pattern has 0 groups"));
        assert!(refused("name = 'x_a'\n[[attribute]]\nname = 'x_a'").contains("attribute 'x_a' is declared already"));
    }
}
