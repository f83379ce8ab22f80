//! Columns of instance files: numbers that were published for single boards.

use tilebench_sanitize::message::shown;

use crate::{CatalogError, builtin};

/// The numbers in a column of the set that is called `set` and comes with the program: id and number, boards without one
/// left out.
///
/// # Errors
///
/// If there is no such set or column, or a value in it is not an integer.
pub fn column(set: &str, name: &str) -> Result<Vec<(String, u64)>, CatalogError> {
    let (file, text) =
        builtin::text(set).ok_or_else(|| CatalogError::unknown("instance set", set, builtin::set_names()))?;
    let error = |reason: String| CatalogError::File { file: file.to_owned(), reason };
    let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).trim(csv::Trim::All).from_reader(text.as_bytes());
    let headers = reader.headers().map_err(|problem| error(problem.to_string()))?.clone();
    let place = |name: &str| {
        let found = headers.iter().position(|header| header == name);
        found.ok_or_else(|| CatalogError::unknown("column", name, headers.iter()))
    };
    let (id_at, at) = (place("id")?, place(name)?);
    let mut figures = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|problem| error(problem.to_string()))?;
        if record[at].is_empty() {
            continue;
        }
        let line = record.position().map_or(0, csv::Position::line);
        let figure = record[at]
            .parse()
            .map_err(|_| error(format!("line {line}: '{}' is not an integer", shown(&record[at]))))?;
        figures.push((record[id_at].to_owned(), figure));
    }
    Ok(figures)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_node_counts_of_1985_sum_to_what_is_usually_quoted_and_three_are_misprinted() {
        let (counted, printed) =
            (column("korf100", "ida_md_nodes").unwrap(), column("korf100", "ida_md_nodes_printed").unwrap());
        let sum = |figures: &[(String, u64)]| figures.iter().map(|(_, figure)| figure).sum::<u64>();
        assert_eq!((sum(&counted), sum(&printed)), (36_302_808_031, 35_991_891_875));
        let differ = counted.iter().zip(&printed).filter(|(counted, printed)| counted != printed);
        assert_eq!(differ.map(|(counted, _)| counted.0.as_str()).collect::<Vec<_>>(), ["22", "88", "89"]);
    }

    #[test]
    fn the_published_nodes_of_the_fifty_sum_to_their_published_means() {
        let sum =
            |name| column("korf-felner50", name).unwrap().iter().map(|(_, figure)| u128::from(*figure)).sum::<u128>();
        // Means of 360,892,479,671 and 71,004,578,707.12.
        assert_eq!((sum("generated_6666") + 25) / 50, 360_892_479_671);
        assert_eq!(sum("expanded_6666"), 3_550_228_935_356);
    }

    #[test]
    fn the_ten_boards_of_1996_are_ten_of_the_fifty() {
        let fifty = column("korf-felner50", "generated_6666").unwrap();
        let (same, nodes) =
            (column("korf-taylor10", "korf_felner").unwrap(), column("korf-taylor10", "generated_6666").unwrap());
        for ((id, other), (nodes_id, nodes)) in same.iter().zip(&nodes) {
            assert_eq!(id, nodes_id);
            assert!(fifty.contains(&(other.to_string(), *nodes)), "{id}");
        }
        // Of the tenth there was only a bound in 1996.
        assert_eq!(column("korf-taylor10", "length_1996").unwrap().len(), 9);
    }

    #[test]
    fn a_column_that_is_not_there_is_answered_with_the_nearest() {
        let message = |set, name| column(set, name).unwrap_err().to_string();
        assert_eq!(message("korf100", "optimul"), "unknown column 'optimul'; did you mean 'optimal'?");
        assert_eq!(message("korf10", "optimal"), "unknown instance set 'korf10'; did you mean 'korf100'?");
        assert!(message("korf100", "board").contains("is not an integer"));
    }
}
