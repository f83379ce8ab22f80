//! A compact form of a column that is easy to parse, and its description.

use std::collections::HashMap;

use serde_json::{Value, json};
use tilebench_record::CellValue;

/// The number of different values up to which they are counted: a column with more neither groups runs nor is an axis of names.
const MAX_DIFFERENT: usize = 29;

/// A column in a page.
pub(super) struct EmbeddedColumn {
    /// The number of its different values, and whether it has numbers or texts that can be read as such.
    pub(super) description: Value,
    /// One value if all are equal; indices into a list of texts if texts occur twice; otherwise a list.
    pub(super) values: String,
}

impl EmbeddedColumn {
    /// The column of `values`. A real number is written by `real`.
    ///
    /// If the different texts have more than `max_bytes` bytes in total, those above some length are left out and `null`.
    pub(super) fn new(values: &[CellValue<'_>], max_bytes: usize, real: fn(f64) -> f64) -> Self {
        let has_text = values.iter().any(|value| matches!(value, CellValue::Text(_)));
        if has_text { Self::of_texts(values, max_bytes) } else { Self::of_numbers(values, real) }
    }

    fn of_numbers(values: &[CellValue<'_>], real: fn(f64) -> f64) -> Self {
        let value = |value: &CellValue<'_>| match *value {
            CellValue::Integer(count) => json!(count),
            CellValue::Real(number) => json!(real(number)),
            CellValue::None | CellValue::Text(_) => Value::Null,
        };
        let values: Vec<Value> = values.iter().map(value).collect();
        let different = count_different(&values);
        let has_number = values.iter().any(Value::is_number);
        let values = if different == 1 { values[0].to_string() } else { Value::Array(values).to_string() };
        Self { description: description(different, has_number, has_number), values }
    }

    fn of_texts(values: &[CellValue<'_>], max_bytes: usize) -> Self {
        // Each different text once, in the order of first use; most columns have few.
        let mut places: HashMap<Option<&str>, usize> = HashMap::new();
        let mut texts: Vec<Option<&str>> = Vec::new();
        let mut place_of = |text| {
            *places.entry(text).or_insert_with(|| {
                texts.push(text);
                texts.len() - 1
            })
        };
        // Consecutive values are often equal.
        let mut last = None;
        let of: Vec<usize> = values
            .iter()
            .map(|value| {
                let text = if let CellValue::Text(text) = *value { Some(text) } else { None };
                match last {
                    Some((known, place)) if known == text => place,
                    _ => {
                        let place = place_of(text);
                        last = Some((text, place));
                        place
                    }
                }
            })
            .collect();
        let is_numeric = texts.iter().flatten().any(|text| is_numeric(text));
        let description = description(texts.len().min(MAX_DIFFERENT), is_numeric, false);
        let max_length = max_kept_length(&texts, max_bytes);
        // The texts that are kept; those left out become one missing text.
        let mut kept: Vec<Option<&str>> = Vec::new();
        let mut missing = None;
        let moved: Vec<usize> = texts
            .iter()
            .map(|text| match text.filter(|text| text.len() <= max_length) {
                None => *missing.get_or_insert_with(|| {
                    kept.push(None);
                    kept.len() - 1
                }),
                text => {
                    kept.push(text);
                    kept.len() - 1
                }
            })
            .collect();
        let values = match kept.len() {
            1 => json!(kept[0]),
            count if count == of.len() => json!(kept),
            _ => json!({ "texts": kept, "of": of.iter().map(|&place| moved[place]).collect::<Vec<_>>() }),
        };
        Self { description, values: values.to_string() }
    }
}

fn description(different: usize, is_numeric: bool, has_number: bool) -> Value {
    json!({ "different": different, "numeric": is_numeric, "number": has_number })
}

/// The number of different values, at most [`MAX_DIFFERENT`].
fn count_different(values: &[Value]) -> usize {
    let mut different: Vec<&Value> = Vec::new();
    for value in values {
        if !different.contains(&value) {
            different.push(value);
            if different.len() == MAX_DIFFERENT {
                break;
            }
        }
    }
    different.len()
}

/// Whether a text can be read as a number, including ratios such as 4/3.
fn is_numeric(text: &str) -> bool {
    let (top, bottom) = text.trim().split_once('/').unwrap_or((text.trim(), "1"));
    let begins = top.starts_with(|letter: char| letter.is_ascii_digit() || letter == '-' || letter == '.');
    let is_count = !bottom.is_empty() && bottom.bytes().all(|digit| digit.is_ascii_digit());
    begins && is_count && top.parse().is_ok_and(f64::is_finite)
}

/// The maximum length for which all of the different `texts` up to it have at most `max_bytes` bytes in total.
fn max_kept_length(texts: &[Option<&str>], max_bytes: usize) -> usize {
    let mut lengths: Vec<usize> = texts.iter().flatten().map(|text| text.len()).collect();
    lengths.sort_unstable();
    // Texts of one length are kept or left out together.
    let (mut total, mut max_length) = (0, 0);
    for same in lengths.chunk_by(usize::eq) {
        total += same.iter().sum::<usize>();
        if total > max_bytes {
            return max_length;
        }
        max_length = same[0];
    }
    usize::MAX
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(values: &Value) -> Vec<CellValue<'_>> {
        let number = |value: &Value| value.as_u64().map(CellValue::Integer).or(value.as_f64().map(CellValue::Real));
        let cell = |value| match Value::as_str(value) {
            Some(text) => CellValue::Text(text),
            None => number(value).unwrap_or(CellValue::None),
        };
        values.as_array().unwrap().iter().map(cell).collect()
    }

    fn column(values: &Value, max_bytes: usize) -> EmbeddedColumn {
        EmbeddedColumn::new(&cells(values), max_bytes, |number| number)
    }

    #[test]
    fn a_column_is_one_value_or_indices_of_texts_or_a_list() {
        let written = |values: Value| -> Value { serde_json::from_str(&column(&values, 1000).values).unwrap() };
        assert_eq!(written(json!([7, 7, 7])), json!(7));
        assert_eq!(written(json!([null, null])), json!(null));
        assert_eq!(written(json!([7, null, 7])), json!([7, null, 7]));
        assert_eq!(written(json!([1.5, 2])), json!([1.5, 2]));
        assert_eq!(written(json!(["a", "b"])), json!(["a", "b"]));
        assert_eq!(written(json!(["a", "b", "a"])), json!({ "texts": ["a", "b"], "of": [0, 1, 0] }));
        assert_eq!(written(json!(["b", null, null])), json!({ "texts": ["b", null], "of": [0, 1, 1] }));
        assert_eq!(written(json!([])), json!([]));
    }

    #[test]
    fn the_longest_texts_are_left_out_until_the_others_fit() {
        let values = json!(["1", "22", "22", "333", "4444", "55555"]);
        let written = |max_bytes| -> Value { serde_json::from_str(&column(&values, max_bytes).values).unwrap() };
        assert_eq!(written(6), json!({ "texts": ["1", "22", "333", null], "of": [0, 1, 1, 2, 3, 3] }));
        assert_eq!(written(5), json!({ "texts": ["1", "22", null], "of": [0, 1, 1, 2, 2, 2] }));
        assert_eq!(written(0), json!(null), "no text is short enough");
    }

    #[test]
    fn a_description_counts_different_values_and_ratios_are_numeric() {
        let described = |values: Value| column(&values, 1000).description;
        assert_eq!(described(json!(["a", "b", "a", null])), description(3, false, false));
        assert_eq!(described(json!([1, 2.5, null, 1])), description(3, true, true));
        assert_eq!(described(json!((0..100).collect::<Vec<_>>())), description(MAX_DIFFERENT, true, true));
        assert_eq!(described(json!([null, null])), description(1, false, false));
        assert!(["7", "1.5", "4/3", " -2e3 "].into_iter().all(is_numeric));
        assert!(!["ULRD", "", "1 2 3", "inf", "4/x", "4/"].into_iter().any(is_numeric));
    }
}
