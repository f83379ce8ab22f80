//! A compact form of a column that is easy to parse.

use std::collections::{BTreeMap, HashMap};

use serde_json::{Value, json};

/// `values` as one value if all are equal; as indices into a list of texts if texts occur twice; otherwise unchanged.
///
/// If the different texts have more than `max_bytes` bytes in total, those above some length are left out and `null`.
pub(super) fn compact(mut values: Vec<Value>, max_bytes: usize) -> Value {
    let limit = max_kept_length(&values, max_bytes);
    for value in &mut values {
        if value.as_str().is_some_and(|text| text.len() > limit) {
            *value = Value::Null;
        }
    }
    match values.first() {
        // A list could be mistaken for a column.
        Some(first) if !first.is_array() && values.iter().all(|value| value == first) => first.clone(),
        Some(_) if values.iter().any(Value::is_string) => interned(values),
        _ => Value::Array(values),
    }
}

/// The maximum length for which all different texts up to it have at most `max_bytes` bytes in total.
fn max_kept_length(values: &[Value], max_bytes: usize) -> usize {
    let mut texts: Vec<&str> = values.iter().filter_map(Value::as_str).collect();
    texts.sort_unstable();
    texts.dedup();
    let mut bytes_by_length: BTreeMap<usize, usize> = BTreeMap::new();
    for text in texts {
        *bytes_by_length.entry(text.len()).or_default() += text.len();
    }
    let (mut total, mut max_length) = (0, 0);
    for (length, bytes) in bytes_by_length {
        total += bytes;
        if total > max_bytes {
            return max_length;
        }
        max_length = length;
    }
    usize::MAX
}

/// Every different value once, in the order of first use, and the index of the value of each row.
fn interned(values: Vec<Value>) -> Value {
    let mut places: HashMap<Option<String>, usize> = HashMap::new();
    let mut texts: Vec<Value> = Vec::new();
    let of: Vec<usize> = values
        .iter()
        .map(|value| {
            *places.entry(value.as_str().map(str::to_owned)).or_insert_with(|| {
                texts.push(value.clone());
                texts.len() - 1
            })
        })
        .collect();
    if texts.len() == values.len() { Value::Array(values) } else { json!({ "texts": texts, "of": of }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_is_one_value_or_indices_of_texts_or_a_list() {
        let column = |values: Value| compact(values.as_array().unwrap().clone(), 1000);
        assert_eq!(column(json!([7, 7, 7])), json!(7));
        assert_eq!(column(json!([null, null])), json!(null));
        assert_eq!(column(json!([7, null, 7])), json!([7, null, 7]));
        assert_eq!(column(json!(["a", "b"])), json!(["a", "b"]));
        assert_eq!(column(json!(["a", "b", "a"])), json!({ "texts": ["a", "b"], "of": [0, 1, 0] }));
        assert_eq!(column(json!(["b", null, null])), json!({ "texts": ["b", null], "of": [0, 1, 1] }));
        assert_eq!(column(json!([])), json!([]));
    }

    #[test]
    fn the_longest_texts_are_left_out_until_the_others_fit() {
        let values = vec![json!("1"), json!("22"), json!("22"), json!("333"), json!("4444")];
        assert_eq!(compact(values.clone(), 6), json!({ "texts": ["1", "22", "333", null], "of": [0, 1, 1, 2, 3] }));
        assert_eq!(compact(values.clone(), 5), json!({ "texts": ["1", "22", null], "of": [0, 1, 1, 2, 2] }));
        assert_eq!(compact(values, 0), json!(null), "no text is short enough");
    }
}
