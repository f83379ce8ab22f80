//! The finished parts of an iteration's work units.

use std::collections::BTreeMap;

use crate::{ChunkCounts, UnitPart, UnitSplit};

/// The finished parts of an iteration, by unit. Parts of one unit may overlap, if it was searched twice: the counts up to a root
/// do not depend on how they are added up.
#[derive(Clone, Debug)]
pub struct UnitParts {
    split: UnitSplit,
    parts: BTreeMap<u64, Vec<UnitPart>>,
    /// The first root below which the search is known to end.
    end: Option<u64>,
    /// The finished roots, and the nodes below them: for predictions.
    roots: u64,
    nodes: u64,
}

impl UnitParts {
    /// No parts of an iteration that is cut like this.
    #[must_use]
    pub fn new(split: UnitSplit) -> Self {
        Self { split, parts: BTreeMap::new(), end: None, roots: 0, nodes: 0 }
    }

    /// How the iteration is cut.
    #[must_use]
    pub fn split(&self) -> UnitSplit {
        self.split
    }

    /// Adds a part.
    pub fn add(&mut self, part: UnitPart) {
        if part.is_end_of_search() {
            self.end = Some(self.end.map_or(part.first, |end| end.min(part.first)));
            return;
        }
        let parts = self.parts.entry(part.first / self.split.roots_per_unit).or_default();
        if !parts.contains(&part) {
            (self.roots, self.nodes) = (self.roots + part.end - part.first, self.nodes + part.counts.generated);
            parts.push(part);
        }
    }

    /// The finished roots of a unit from its first root on, as one part, which may be empty.
    #[must_use]
    pub fn progress(&self, unit: u64) -> UnitPart {
        let (first, _) = self.split.range(unit);
        // By root: the counts of the roots before it.
        let mut reached = BTreeMap::from([(first, ChunkCounts::default())]);
        let mut parts = self.parts.get(&unit).cloned().unwrap_or_default();
        parts.sort_by_key(|part| part.first);
        for part in parts {
            if let Some(mut counts) = reached.get(&part.first).copied() {
                counts.add(part.counts);
                reached.insert(part.end, counts);
            }
        }
        let (end, counts) = reached.pop_last().unwrap_or((first, ChunkCounts::default()));
        UnitPart { first, end, counts }
    }

    /// The roots of a unit that are still to be searched: the first, and the one after the last; `None` if there are none.
    #[must_use]
    pub fn rest(&self, unit: u64) -> Option<(u64, u64)> {
        let (_, end) = self.split.range(unit);
        let end = self.end.map_or(end, |last| end.min(last));
        let first = self.progress(unit).end;
        (first < end).then_some((first, end))
    }

    /// Whether a root comes before the end of the search.
    #[must_use]
    pub fn is_needed(&self, root: u64) -> bool {
        self.end.is_none_or(|end| root < end)
    }

    /// The number of units without roots to be searched.
    #[must_use]
    pub fn units_done(&self) -> u64 {
        (0..self.split.units()).filter(|&unit| self.rest(unit).is_none()).count() as u64
    }

    /// The predicted number of nodes below the roots that are not finished: the same number per root as below those that are.
    #[must_use]
    pub fn predicted_nodes_left(&self) -> Option<u64> {
        let left = self.split.roots.saturating_sub(self.roots);
        let nodes = u128::from(self.nodes) * u128::from(left) / u128::from(self.roots.max(1));
        (self.roots > 0).then_some(u64::try_from(nodes).unwrap_or(u64::MAX))
    }

    /// The counts below all finished roots.
    #[must_use]
    pub fn counts(&self) -> ChunkCounts {
        let mut counts = ChunkCounts::default();
        (0..self.split.units()).for_each(|unit| counts.add(self.progress(unit).counts));
        counts
    }

    /// The parts from the first root on, in order and without gap, up to the end of the search.
    #[must_use]
    pub fn finished(&self) -> Vec<UnitPart> {
        let mut finished = Vec::new();
        let mut at = 0;
        for unit in 0..self.split.units() {
            let part = self.progress(unit);
            if part.first != at || part.end == part.first {
                break;
            }
            finished.push(part);
            at = part.end;
        }
        // A part that was recorded after the end of the search is not needed; one that spans it was found without an end.
        finished.extend(self.end.filter(|&end| end == at).map(UnitPart::end_of_search));
        finished
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPLIT: UnitSplit = UnitSplit { cut: 3, roots: 25, roots_per_unit: 10 };

    fn part(first: u64, end: u64) -> UnitPart {
        // The nodes below a root are equal to its number.
        let counts = ChunkCounts { generated: (first..end).sum(), expanded: end - first, next: 9 };
        UnitPart { first, end, counts }
    }

    fn parts(ranges: &[(u64, u64)]) -> UnitParts {
        let mut parts = UnitParts::new(SPLIT);
        for &(first, end) in ranges {
            parts.add(part(first, end));
        }
        parts
    }

    #[test]
    fn overlapping_parts_of_two_searches_are_counted_once() {
        let both = parts(&[(0, 4), (4, 7), (4, 6), (6, 9), (9, 10), (6, 9)]);
        assert_eq!(both.progress(0), part(0, 10));
        assert_eq!(both.rest(0), None);
        assert_eq!((both.rest(1), both.rest(2)), (Some((10, 20)), Some((20, 25))));
        assert_eq!(parts(&[(5, 10)]).rest(0), Some((0, 10)), "a gap is searched");
    }

    #[test]
    fn finished_parts_have_no_gap_and_stop_at_the_end_of_the_search() {
        let mut some = parts(&[(0, 10), (20, 25)]);
        assert_eq!(some.finished(), [part(0, 10)]);
        assert_eq!(some.counts().expanded, 15, "also those after a gap");
        some.add(part(10, 14));
        some.add(UnitPart::end_of_search(14));
        assert_eq!(some.finished(), [part(0, 10), part(10, 14), UnitPart::end_of_search(14)]);
        assert!(some.units_done() == some.split().units() && !some.is_needed(14) && some.is_needed(13));
        some.add(UnitPart::end_of_search(20));
        assert!(!some.is_needed(14), "the first end counts");
    }

    #[test]
    fn the_nodes_left_are_predicted_by_those_of_finished_roots() {
        assert_eq!(parts(&[]).predicted_nodes_left(), None);
        assert_eq!(parts(&[(0, 5)]).predicted_nodes_left(), Some(40));
        assert_eq!(parts(&[(0, 10), (10, 20), (20, 25)]).predicted_nodes_left(), Some(0));
    }
}
