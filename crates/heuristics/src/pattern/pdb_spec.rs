//! The specification of pattern databases in the name of a heuristic.

use core::fmt;

use tilebench_core::narrow;
use tilebench_puzzle::{Board, Size};
use tilebench_sanitize::message::excerpt;

use super::partition::Partition;
use super::partition_lookup::PartitionLookup;
use super::pattern_lookup::TableSources;
use super::pattern_shape::{symmetries, transposed};
use crate::axis::to_byte;
use crate::{Tables, UnsupportedBoard};

/// The maximum number of regular look-ups per state.
pub(crate) const MAX_PARTITIONS: usize = 16;

/// The maximum number of look-ups per state if some are dual or drawn at random, or if moves have costs.
pub(crate) const MAX_LOOKUPS: usize = 4;

/// Partitions and the look-ups in them: `6-6-3`, `7-8+reflected+dual`, `1,2,3/4,5,6+reflected`,
/// `6-6-3|5-5-5` (the maximum of two partitions), `7-8+reflected+random`, `6-6-6-6+zero-aware`, and `small` (the seven
/// partitions of a published catalogue).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[expect(clippy::struct_excessive_bools, reason = "each is a word of the name, and most combinations exist")]
pub struct PdbSpec {
    partitions: Vec<Partition>,
    zero_aware: bool,
    reflected: bool,
    dual: bool,
    random: bool,
}

impl PdbSpec {
    /// Reads partitions separated by `|`, followed by any of `+zero-aware`, `+reflected`, `+dual` and `+random`.
    ///
    /// # Errors
    ///
    /// If a partition is invalid, a word is unknown, words exclude each other, or there are too many or too few look-ups.
    pub fn parse(text: &str) -> Result<Self, UnsupportedBoard> {
        let mut parts = text.split('+');
        let names = parts.next().unwrap_or_default();
        let partitions = names.split('|').map(Partition::parse).collect::<Result<Vec<_>, _>>()?;
        let mut patterns = Self { partitions, zero_aware: false, reflected: false, dual: false, random: false };
        for part in parts {
            let flag = match part {
                "zero-aware" => &mut patterns.zero_aware,
                "reflected" => &mut patterns.reflected,
                "dual" => &mut patterns.dual,
                "random" => &mut patterns.random,
                _ => {
                    return Err(UnsupportedBoard(format!(
                        "'{}' is not a look-up: use +zero-aware, +reflected, +dual or +random",
                        excerpt(part)
                    )));
                }
            };
            if std::mem::replace(flag, true) {
                return Err(UnsupportedBoard(format!(
                    "'+{part}' is twice in the patterns {}: name it once",
                    excerpt(text)
                )));
            }
        }
        if patterns.zero_aware && patterns.dual {
            return Err(UnsupportedBoard(format!(
                "the patterns {} ask for zero-aware dual look-ups, which do not exist: use +zero-aware or +dual",
                excerpt(text)
            )));
        }
        let (count, most) = (patterns.count(), patterns.max_lookups());
        if count > most {
            return Err(UnsupportedBoard(format!(
                "the patterns {} take {count} look-ups of a state: use at most {most} (each of +reflected and +dual doubles them)",
                excerpt(text)
            )));
        }
        if patterns.random && patterns.count() < 2 {
            return Err(UnsupportedBoard(format!(
                "the patterns {text} leave nothing to draw from: add +reflected or +dual before +random"
            )));
        }
        Ok(patterns)
    }

    /// The board size of the first named partition.
    #[must_use]
    pub fn size(&self) -> Option<Size> {
        self.partitions.iter().find_map(Partition::size)
    }

    /// These patterns, which are meant for the goal `from`, for another goal: the same goal cells, turned and shifted to the other
    /// place of the blank. Tables are shared by all goals whose blank is in the same cell, or in one that a symmetry of the board maps
    /// to it: 4x4 has three such classes of cells. Reflected patterns become partitions of their own.
    ///
    /// # Errors
    ///
    /// If the partitions are not for the goal `from`.
    pub fn for_goal(&self, from: &Board, to: &Board) -> Result<Self, UnsupportedBoard> {
        let size = from.size();
        let groups = self.partition_cells(from)?;
        let tiles = |cells: Vec<u8>| -> Vec<u8> {
            let mut tiles: Vec<u8> = cells
                .iter()
                .map(|&cell| narrow(to.tiles()[usize::from(cell)], "tiles of boards with patterns have 8 bits"))
                .collect();
            tiles.sort_unstable();
            tiles
        };
        let partition = |cells| {
            let mut groups: Vec<Vec<u8>> =
                moved(size, cells, from.blank(), to.blank()).into_iter().map(tiles).collect();
            groups.sort();
            Partition::Tiles(groups)
        };
        Ok(Self { partitions: groups.into_iter().map(partition).collect(), reflected: false, ..self.clone() })
    }

    /// The number of look-ups per state.
    fn count(&self) -> usize {
        let partitions: usize = self.partitions.iter().map(Partition::count).sum();
        partitions * (1 + usize::from(self.reflected)) * (1 + usize::from(self.dual))
    }

    /// The maximum number of look-ups per state.
    fn max_lookups(&self) -> usize {
        if self.dual || self.random { MAX_LOOKUPS } else { MAX_PARTITIONS }
    }

    /// Whether the values are consistent: if the blank's region is part of each pattern, and look-ups are not drawn at random.
    #[must_use]
    pub fn is_consistent(&self) -> bool {
        self.zero_aware && !self.random
    }

    /// Whether one look-up is chosen per state, rather than the maximum of all.
    pub(crate) fn random(&self) -> bool {
        self.random
    }

    /// The goal cells of the patterns of every partition for `goal`, with reflected partitions.
    fn partition_cells(&self, goal: &Board) -> Result<Vec<Vec<Vec<u8>>>, UnsupportedBoard> {
        let mut groups = Vec::new();
        for partition in &self.partitions {
            for cells in partition.cells(goal)? {
                let mirrored = self.reflected.then(|| mirrored(goal, &cells)).transpose()?;
                groups.push(cells);
                groups.extend(mirrored);
            }
        }
        Ok(groups)
    }

    /// As [`Self::partition_cells`], for databases with costs, which have no dual look-ups and use all partitions.
    pub(crate) fn costed_cells(&self, goal: &Board) -> Result<Vec<Vec<Vec<u8>>>, UnsupportedBoard> {
        if self.zero_aware || self.dual || self.random {
            return Err(UnsupportedBoard(format!(
                "the look-ups +zero-aware, +dual and +random need moves that all cost 1: leave them out of pdb-{self}"
            )));
        }
        if self.count() > MAX_LOOKUPS {
            return Err(UnsupportedBoard(format!(
                "the patterns {self} take {} look-ups of a state: use at most {MAX_LOOKUPS} if moves have costs",
                self.count()
            )));
        }
        self.partition_cells(goal)
    }

    /// As [`Self::partition_cells`], for databases in the multi-tile metric, which have no dual look-ups and use all partitions.
    pub(crate) fn slide_cells(&self, goal: &Board) -> Result<Vec<Vec<Vec<u8>>>, UnsupportedBoard> {
        if self.zero_aware || self.dual || self.random {
            return Err(UnsupportedBoard(format!(
                "the look-ups +zero-aware, +dual and +random have no form for metric multi: leave them out of pdb-{self}"
            )));
        }
        self.partition_cells(goal)
    }

    /// The look-ups for `goal`, regular ones first.
    pub(crate) fn lookups(&self, goal: &Board, tables: &Tables) -> Result<Vec<PartitionLookup>, UnsupportedBoard> {
        let groups = self.partition_cells(goal)?;
        let mut sources = TableSources::new(tables, self.zero_aware);
        let mut lookups = Vec::new();
        for cells in &groups {
            lookups.push(PartitionLookup::regular(goal, cells, &mut sources)?);
        }
        if self.dual {
            for cells in &groups {
                lookups.push(PartitionLookup::dual(goal, cells, &mut sources)?);
            }
        }
        Ok(lookups)
    }
}

/// The patterns of goal cells for a goal with the blank in another cell: turned so that the blank is nearest to that cell, and
/// moved there as tiles are, along columns and then rows. So the patterns keep their sizes, and nearly their shapes.
fn moved(size: Size, mut groups: Vec<Vec<u8>>, blank: usize, to: usize) -> Vec<Vec<u8>> {
    let turn = symmetries(size).into_iter().min_by_key(|turn| size.distance(turn[blank].into(), to));
    let turn = turn.expect("the identity is a symmetry");
    groups.iter_mut().flatten().for_each(|cell| *cell = turn[usize::from(*cell)]);
    let mut blank = usize::from(turn[blank]);
    while blank != to {
        let (col, row) = (size.col(blank), size.row(blank));
        let next = if col == size.col(to) {
            blank.wrapping_add_signed(size.row(to).cmp(&row) as isize * size.cols().cast_signed())
        } else {
            blank.wrapping_add_signed(size.col(to).cmp(&col) as isize)
        };
        let (from, into) = (to_byte(next), to_byte(blank));
        groups.iter_mut().flatten().filter(|cell| **cell == from).for_each(|cell| *cell = into);
        blank = next;
    }
    groups
}

/// The patterns mirrored in the main diagonal.
fn mirrored(goal: &Board, groups: &[Vec<u8>]) -> Result<Vec<Vec<u8>>, UnsupportedBoard> {
    let size = goal.size();
    let mirror = transposed(size);
    if size.rows() != size.cols() || usize::from(mirror[goal.blank()]) != goal.blank() {
        return Err(UnsupportedBoard(format!(
            "a reflected look-up needs a square board whose goal has the blank on the main diagonal, which {goal} on \
             {size} has not: leave out +reflected"
        )));
    }
    Ok(groups.iter().map(|cells| cells.iter().map(|&cell| mirror[usize::from(cell)]).collect()).collect())
}

/// In the form that [`PdbSpec::parse`] reads, in a fixed order.
impl PdbSpec {
    /// The partitions in words: `the partition 6-6-3+reflected`, or `the catalogue small of 7 partitions by Clausecker and
    /// Reinefeld 2019`.
    #[must_use]
    pub fn description(&self) -> String {
        match &self.partitions[..] {
            [only] => {
                let (kind, of) = match only.count() {
                    1 => ("partition", String::new()),
                    count => ("catalogue", format!(" of {count} partitions")),
                };
                let by = only.source().map_or(String::new(), |source| format!(" by {source}"));
                format!("the {kind} {self}{of}{by}")
            }
            _ => format!("the maximum of {self}"),
        }
    }
}

impl fmt::Display for PdbSpec {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let partitions: Vec<String> = self.partitions.iter().map(Partition::to_string).collect();
        out.write_str(&partitions.join("|"))?;
        let words = [
            (self.zero_aware, "+zero-aware"),
            (self.reflected, "+reflected"),
            (self.dual, "+dual"),
            (self.random, "+random"),
        ];
        for (set, word) in words {
            if set {
                out.write_str(word)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilebench_puzzle::Goal;

    #[test]
    fn patterns_are_read_in_any_order_and_written_in_one() {
        for (text, written) in [
            ("7-8", "7-8"),
            ("6-6-3|5-5-5+random+reflected", "6-6-3|5-5-5+reflected+random"),
            ("2,1/4,3+dual", "1,2/3,4+dual"),
            ("small+reflected+zero-aware", "small+zero-aware+reflected"),
            ("small|clausecker+reflected", "small|clausecker+reflected"),
        ] {
            assert_eq!(PdbSpec::parse(text).unwrap().to_string(), written);
        }
    }

    #[test]
    fn errors_of_patterns_are_reported() {
        let message = |text: &str| PdbSpec::parse(text).unwrap_err().0;
        assert!(message("7-8+mirrored").starts_with("'mirrored' is not a look-up"));
        assert!(message("7-8+dual+dual").starts_with("'+dual' is twice"));
        assert!(message("7-8|6-6-3|5-5-5+reflected+random").contains("take 6 look-ups of a state: use at most 4"));
        assert!(message("small|6-6-6-6|clausecker+reflected").contains("take 18 look-ups of a state: use at most 16"));
        assert!(message("7-8+dual+zero-aware").contains("zero-aware dual look-ups"));
        assert!(message("7-8+random").contains("leave nothing to draw from"));
        let goal = Goal::BlankFirst.board(Size::new(3, 4).unwrap()).unwrap();
        let error = PdbSpec::parse("1,2/3,4+reflected").unwrap().lookups(&goal, &Tables::in_memory()).unwrap_err();
        assert!(error.0.starts_with("a reflected look-up needs a square board"), "{error}");
        // Its regions of the blank would not be counted in reasonable time.
        let goal = Goal::BlankFirst.board(Size::new(2, 12).unwrap()).unwrap();
        let large = PdbSpec::parse("1,2,3,4,5,6,7,8/9,10+zero-aware").unwrap();
        let error = large.lookups(&goal, &Tables::in_memory()).unwrap_err();
        assert!(error.0.contains("more than the 4294967296 of the largest table: use smaller patterns"), "{error}");
    }
}
