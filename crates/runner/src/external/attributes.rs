//! The attributes that the output of an external program adds to a run.

use serde_json::{Map, Value as Json};
use tilebench_record::attributes_cell;
use tilebench_sanitize::message::excerpt;

use super::answer;
use crate::experiment::ExperimentAttribute;

/// The attributes in `output` as a cell of the record.
///
/// # Errors
///
/// One sentence, if a value is not of the declared kind.
pub(super) fn read(attributes: &[ExperimentAttribute], output: &str) -> Result<String, String> {
    let object = answer::last_object(output).unwrap_or_default();
    let mut values = Vec::new();
    for attribute in attributes {
        let name = attribute.description.name.as_str();
        let found = match &attribute.pattern {
            Some(pattern) => pattern.captures_iter(output).last().and_then(|found| {
                // The group of an optional part may not take part in the match.
                Some(found.get(1)?.as_str().replace([',', '_', '\''], ""))
            }),
            None => json_text(&object, name),
        };
        let Some(text) = found else { continue };
        let number = text.trim().parse().unwrap_or(f64::NAN);
        let value = attribute.description.kind.check(number);
        values.push((name, value.map_err(|kind| format!("its {name} must be {kind}, not '{}'", excerpt(&text)))?));
    }
    Ok(attributes_cell(values))
}

/// The value of a key as text, unless it is missing or null.
fn json_text(object: &Map<String, Json>, key: &str) -> Option<String> {
    match object.get(key)? {
        Json::Null => None,
        Json::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use regex_lite::Regex;
    use tilebench_record::{Attribute, AttributeKind};

    use super::*;

    fn attribute(name: &str, kind: AttributeKind, pattern: Option<&str>) -> ExperimentAttribute {
        let description = Attribute { name: name.to_owned(), kind, unit: String::new(), meaning: String::new() };
        ExperimentAttribute { description, pattern: pattern.map(|pattern| Regex::new(pattern).unwrap()) }
    }

    #[test]
    fn values_are_those_of_keys_or_of_the_last_match() {
        let attributes = [
            attribute("x_depth", AttributeKind::Integer, None),
            attribute("x_share", AttributeKind::Real, Some("share=([0-9.]+)")),
            attribute("x_absent", AttributeKind::Real, None),
        ];
        let output = "share=0.5\nshare=0.25\n{\"moves\": \"U\", \"x_depth\": 12, \"x_other\": 1}\n";
        assert_eq!(read(&attributes, output), Ok("x_depth=12;x_share=0.25".to_owned()));
        assert_eq!(read(&attributes, ""), Ok(String::new()));
        let optional = [attribute("x_share", AttributeKind::Real, Some("share=([0-9.]+)?"))];
        assert_eq!(read(&optional, "share="), Ok(String::new()));
    }

    #[test]
    fn a_value_of_another_kind_is_refused() {
        let attributes = [attribute("x_depth", AttributeKind::Integer, None)];
        let refused = |value: &str| read(&attributes, &format!("{{\"x_depth\": {value}}}")).unwrap_err();
        assert_eq!(refused("1.5"), "its x_depth must be an integer, not '1.5'");
        assert_eq!(refused("\"many\""), "its x_depth must be an integer, not 'many'");
    }
}
