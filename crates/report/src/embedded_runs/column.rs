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

/// The number of different values, at most `max`.
pub(super) fn count_different(values: &[Value], max: usize) -> usize {
    let mut different: Vec<&Value> = Vec::new();
    for value in values {
        if !different.contains(&value) {
            different.push(value);
            if different.len() == max {
                break;
            }
        }
    }
    different.len()
}

/// Whether a value is a number or a text that can be read as one, including ratios such as 4/3.
pub(super) fn is_numeric(value: &Value) -> bool {
    let Some(text) = value.as_str() else { return value.is_number() };
    let (top, bottom) = text.trim().split_once('/').unwrap_or((text.trim(), "1"));
    let begins = top.starts_with(|letter: char| letter.is_ascii_digit() || letter == '-' || letter == '.');
    let is_count = !bottom.is_empty() && bottom.bytes().all(|digit| digit.is_ascii_digit());
    begins && is_count && top.parse().is_ok_and(f64::is_finite)
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
    fn different_values_are_counted_up_to_a_maximum_and_ratios_are_numeric() {
        let values = [json!("a"), json!(1), json!("a"), json!(null), json!(2)];
        assert_eq!((count_different(&values, 10), count_different(&values, 3), count_different(&[], 3)), (4, 3, 0));
        let numeric = [json!(7), json!("1.5"), json!("4/3"), json!(" -2e3 ")];
        assert!(numeric.iter().all(is_numeric));
        let texts = [json!("ULRD"), json!(""), json!("1 2 3"), json!("inf"), json!("4/x"), json!(null), json!(true)];
        assert!(!texts.iter().any(is_numeric));
    }

    #[test]
    fn the_longest_texts_are_left_out_until_the_others_fit() {
        let values = vec![json!("1"), json!("22"), json!("22"), json!("333"), json!("4444")];
        assert_eq!(compact(values.clone(), 6), json!({ "texts": ["1", "22", "333", null], "of": [0, 1, 1, 2, 3] }));
        assert_eq!(compact(values.clone(), 5), json!({ "texts": ["1", "22", null], "of": [0, 1, 1, 2, 2] }));
        assert_eq!(compact(values, 0), json!(null), "no text is short enough");
    }
}
