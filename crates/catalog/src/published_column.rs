//! Columns of built-in sets with numbers that were published for single boards.

use tilebench_sanitize::message::excerpt;

use crate::{CatalogError, builtin_sets};

/// The numbers in the column `name` of the built-in set `set`: id and number. Boards without a number are left out.
///
/// # Errors
///
/// If the set or the column does not exist, or a value in it is not an integer.
pub fn published_column(set: &str, name: &str) -> Result<Vec<(String, u64)>, CatalogError> {
    let row =
        builtin_sets::find(set).ok_or_else(|| CatalogError::unknown("instance set", set, builtin_sets::set_names()))?;
    let error = |reason: String| CatalogError::File { file: row.file.to_owned(), reason };
    let mut reader =
        csv::ReaderBuilder::new().comment(Some(b'#')).trim(csv::Trim::All).from_reader(row.text.as_bytes());
    let headers = reader.headers().map_err(|problem| error(problem.to_string()))?.clone();
    let place = |name: &str| {
        let found = headers.iter().position(|header| header == name);
        found.ok_or_else(|| CatalogError::unknown("column", name, headers.iter()))
    };
    let (id_at, at) = (place("id")?, place(name)?);
    let mut numbers = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|problem| error(problem.to_string()))?;
        if record[at].is_empty() {
            continue;
        }
        let line = record.position().map_or(0, csv::Position::line);
        let number = record[at]
            .parse()
            .map_err(|_| error(format!("line {line}: '{}' is not an integer", excerpt(&record[at]))))?;
        numbers.push((record[id_at].to_owned(), number));
    }
    Ok(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_node_counts_of_1985_have_the_usually_cited_sum_and_three_misprints() {
        let (counted, printed) = (
            published_column("korf100", "ida_md_nodes").unwrap(),
            published_column("korf100", "ida_md_nodes_printed").unwrap(),
        );
        let sum = |numbers: &[(String, u64)]| numbers.iter().map(|(_, number)| number).sum::<u64>();
        assert_eq!((sum(&counted), sum(&printed)), (36_302_808_031, 35_991_891_875));
        let differ = counted.iter().zip(&printed).filter(|(counted, printed)| counted != printed);
        assert_eq!(differ.map(|(counted, _)| counted.0.as_str()).collect::<Vec<_>>(), ["22", "88", "89"]);
    }

    #[test]
    fn the_published_nodes_of_the_fifty_sum_to_their_published_means() {
        let sum = |name| {
            published_column("korf-felner50", name).unwrap().iter().map(|(_, number)| u128::from(*number)).sum::<u128>()
        };
        // Means of 360,892,479,671 and 71,004,578,707.12.
        assert_eq!((sum("generated_6666") + 25) / 50, 360_892_479_671);
        assert_eq!(sum("expanded_6666"), 3_550_228_935_356);
        // The sums of the sheets of 2019.
        let sums = [
            ("expanded_reinefeld_apdb", 8_391_103_975_178),
            ("expanded_reinefeld_zpdb", 5_809_945_650_891),
            ("expanded_clausecker_apdb", 9_115_055_261_991),
            ("expanded_clausecker_zpdb", 6_020_469_868_976),
            ("expanded_small_apdb", 1_740_046_022_091),
            ("expanded_small_zpdb", 1_180_783_277_381),
        ];
        for (column, expected) in sums {
            assert_eq!(sum(column), expected, "{column}");
        }
    }

    #[test]
    fn the_ten_boards_of_1996_are_ten_of_the_fifty() {
        let same = published_column("korf-taylor10", "korf_felner").unwrap();
        for column in ["generated_6666", "expanded_small_zpdb"] {
            let fifty = published_column("korf-felner50", column).unwrap();
            let nodes = published_column("korf-taylor10", column).unwrap();
            assert_eq!(nodes.len(), 10, "{column}");
            for ((id, other), (nodes_id, nodes)) in same.iter().zip(&nodes) {
                assert_eq!(id, nodes_id);
                assert!(fifty.contains(&(other.to_string(), *nodes)), "{column}: {id}");
            }
        }
        // For the tenth board, only a bound was known in 1996.
        let lengths = published_column("korf-taylor10", "length_1996").unwrap();
        let fifty = published_column("korf-felner50", "length_1996").unwrap();
        assert_eq!((lengths.len(), fifty.len()), (9, 9));
        let other = |id: &str| same.iter().find(|(own, _)| own == id).unwrap().1.to_string();
        assert!(lengths.iter().all(|(id, length)| fifty.contains(&(other(id), *length))));
    }

    #[test]
    fn the_error_for_an_unknown_column_contains_the_nearest_name() {
        let message = |set, name| published_column(set, name).unwrap_err().to_string();
        assert_eq!(message("korf100", "optimul"), "unknown column 'optimul'; did you mean 'optimal'?");
        assert_eq!(message("korf10", "optimal"), "unknown instance set 'korf10'; did you mean 'korf100'?");
        assert!(message("korf100", "board").contains("is not an integer"));
    }
}
