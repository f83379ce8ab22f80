//! Published numbers of boards at each distance from the goal: `instances/published/depths.csv`.

use crate::CatalogError;

/// The file and its text.
const FILE: (&str, &str) = ("instances/published/depths.csv", include_str!("../../../instances/published/depths.csv"));

/// The published counts of the boards of `size`, such as `3x4`, whose goal has its blank in the `corner`, at an `edge` or
/// in the `center`: depth and count, as far as they were published. None where none were.
///
/// # Errors
///
/// Where a line of the file cannot be read.
pub fn published_depths(size: &str, blank: &str) -> Result<Vec<(String, u64)>, CatalogError> {
    let (file, text) = FILE;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.starts_with('#')).skip(1);
    let mut counts = Vec::new();
    for (number, line) in lines {
        let error = || CatalogError::File { file: file.to_owned(), reason: format!("line {}: '{line}'", number + 1) };
        let cells: Vec<&str> = line.split(',').collect();
        let [of, goal, depth, states, _] = cells[..] else { return Err(error()) };
        if (of, goal) == (size, blank) {
            counts.push((depth.to_owned(), states.parse().map_err(|_| error())?));
        }
    }
    Ok(counts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn complete_tables_sum_to_half_of_the_arrangements() {
        let sum = |size, blank| published_depths(size, blank).unwrap().iter().map(|(_, states)| states).sum::<u64>();
        let half = |cells: u64| (1..=cells).product::<u64>() / 2;
        for (size, cells) in
            [("2x2", 4), ("2x3", 6), ("2x4", 8), ("2x5", 10), ("2x6", 12), ("3x3", 9), ("3x4", 12), ("4x4", 16)]
        {
            assert_eq!(sum(size, "corner"), half(cells), "{size}");
        }
        assert_eq!((sum("3x3", "edge"), sum("3x3", "center")), (half(9), half(9)));
        assert_eq!(published_depths("9x9", "corner").unwrap(), []);
    }
}
