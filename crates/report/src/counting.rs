//! The definitions of the counts, for the help of the program and the methods of the page.

/// The counts of a run: two spaces, a name and its definition per line, then the conventions common to all of them.
pub const COUNTING: &str = "\
Counting; `tilebench help methodology` lists the exceptions of some algorithms:
  generated   successors produced by applying an operator, duplicates included, the inverse of the
              last move excluded (except with parent-pruning=false), plus 1 for the start
  expanded    nodes whose successors were produced; the goal that ends a search is not expanded
  reopened    closed nodes put back on the open list because a cheaper path to them was found
  evaluated   heuristic values computed for generated nodes
  iterations  iterations of iterative deepening, queries, probes, stages or jumps, or searches of an
              anytime algorithm
For iterative deepening the counts are summed over iterations, the start is counted once, and the
search stops when the goal is generated. With these definitions, IDA* with Manhattan distance in
operator order ULRD gives exactly the node counts of Korf 1985.";

/// The names of the counts with their definitions, and the sentences after them, of [`COUNTING`].
pub(crate) fn counts() -> (Vec<(&'static str, String)>, String) {
    let mut counts: Vec<(&str, String)> = Vec::new();
    let mut after = Vec::new();
    for line in COUNTING.lines().skip(1) {
        match (line.strip_prefix("  "), counts.last_mut()) {
            (Some(rest), Some((_, definition))) if rest.starts_with(' ') => {
                definition.push(' ');
                definition.push_str(rest.trim());
            }
            (Some(rest), _) => {
                let (name, definition) = rest.split_once(' ').unwrap_or((rest, ""));
                counts.push((name, definition.trim().to_owned()));
            }
            (None, _) => after.push(line),
        }
    }
    (counts, after.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_of_the_text_is_in_a_definition_or_a_sentence() {
        let (counts, after) = counts();
        let names: Vec<&str> = counts.iter().map(|(name, _)| *name).collect();
        assert_eq!(names, ["generated", "expanded", "reopened", "evaluated", "iterations"]);
        let read: Vec<String> = counts.into_iter().map(|(name, definition)| format!("{name} {definition}")).collect();
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let (_, text) = COUNTING.split_once('\n').unwrap();
        assert_eq!(words(&format!("{} {after}", read.join(" "))), words(text));
    }
}
