//! The registered attributes.

use tilebench_sanitize::message::excerpt;
use tilebench_sanitize::names::is_attribute_name;

use super::Registry;
use crate::CatalogError;

/// An attribute: a number that searches may add to their runs, as a column of tables, charts, filters and claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttributeRow {
    /// Its name, such as `x_reexpansions`.
    pub name: &'static str,
    /// Whether its values are whole numbers.
    pub is_integer: bool,
    /// The unit of its values; empty if they have none.
    pub unit: &'static str,
    /// Its meaning, in one sentence.
    pub meaning: &'static str,
}

impl Registry {
    /// Adds an attribute, which searches report by [`Observer::attribute`](tilebench_core::Observer::attribute).
    /// [`install`](Self::install) reports a name that is invalid or registered already.
    pub fn attribute(&mut self, row: &'static AttributeRow) -> &mut Self {
        let fault = if self.attributes.iter().any(|known| known.name == row.name) {
            format!("attribute '{}' is registered already: choose another name", excerpt(row.name))
        } else if !is_attribute_name(row.name) {
            format!(
                "attribute '{}' cannot be registered: a name is x_ and words of lower-case letters and digits, joined by \
                 underscores",
                excerpt(row.name)
            )
        } else {
            self.attributes.push(row);
            return self;
        };
        self.fault.get_or_insert(CatalogError::Value(fault));
        self
    }

    /// The attributes, in the order in which they were registered.
    #[must_use]
    pub fn attributes(&self) -> &[&'static AttributeRow] {
        &self.attributes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_attribute_has_a_name_of_its_own_with_the_prefix() {
        let fault = |names: &[&'static str]| {
            let mut registry = Registry::builtin();
            for name in names {
                let row = AttributeRow { name, is_integer: true, unit: "", meaning: "" };
                registry.attribute(Box::leak(Box::new(row)));
            }
            registry.fault.map(|fault| fault.to_string())
        };
        assert_eq!(fault(&["x_a", "x_re_2"]), None);
        let twice = "attribute 'x_a' is registered already: choose another name";
        assert_eq!(fault(&["x_a", "x_a"]).as_deref(), Some(twice));
        let is_refused = |name| fault(&[name]).is_some_and(|message| message.contains("cannot be registered"));
        assert!(["a", "x_", "x_A", "x_a__b", "x_a-b", "x_a+b"].into_iter().all(is_refused));
    }
}
