//! Partitions of a board's tiles into patterns, by name or as lists.

use tilebench_core::narrow;
use tilebench_puzzle::{Board, Size};
use tilebench_sanitize::message::excerpt;

use super::pattern_shape::symmetries;
use super::placement_ranking::MAX_PATTERN_TILES;
use crate::UnsupportedBoard;

/// A named partition, or a named catalogue of several, on a board whose goal has the blank in cell 0.
struct NamedPartition {
    name: &'static str,
    rows: usize,
    cols: usize,
    /// The publication that introduced it, if its name alone does not identify it.
    source: Option<&'static str>,
    /// By partition: the goal cells of each pattern.
    partitions: &'static [&'static [&'static [u8]]],
}

const CLAUSECKER_REINEFELD: &str = "Clausecker and Reinefeld 2019";

// The patterns of the catalogues of Clausecker and Reinefeld 2019.
const CORNER: &[u8] = &[1, 5, 6, 10, 11, 12];
const TOP: &[u8] = &[2, 3, 4, 7, 8, 9];
const RIGHT: &[u8] = &[13, 14, 18, 19, 23, 24];
const LOWER_LEFT: &[u8] = &[15, 16, 17, 20, 21, 22];
const UPPER_LEFT: &[u8] = &[1, 2, 5, 6, 10, 11];
const UPPER_RIGHT: &[u8] = &[3, 4, 7, 8, 9, 12];
const MIDDLE_ROWS: &[u8] = &[13, 14, 15, 16, 17, 18];
const LAST_ROWS: &[u8] = &[19, 20, 21, 22, 23, 24];
const LEFT: &[u8] = &[1, 5, 6, 10, 15, 20];
const LOWER_MIDDLE: &[u8] = &[11, 12, 16, 17, 21, 22];
const RIGHT_EDGE: &[u8] = &[3, 4, 9, 14, 19, 24];
const MIDDLE_COLUMNS: &[u8] = &[7, 8, 12, 13, 18, 23];
const CENTRE: &[u8] = &[11, 12, 13, 16, 17, 18];
const LAST_CORNER: &[u8] = &[14, 19, 21, 22, 23, 24];
const UPPER_COLUMNS: &[u8] = &[2, 3, 7, 8, 13, 18];
const LAST_COLUMN: &[u8] = &[4, 9, 14, 19, 23, 24];
const FIRST_COLUMN: &[u8] = &[1, 2, 5, 6, 10, 15];
const UPPER_EDGE: &[u8] = &[3, 4, 7, 8, 9, 14];
const LOWER_STEPS: &[u8] = &[11, 16, 17, 20, 21, 22];
const RIGHT_STEPS: &[u8] = &[12, 13, 18, 19, 23, 24];

/// The named partitions. 6-6-3, 7-8 and 6-6-6-6 are the usual ones, from Korf and Felner 2002. No drawing of
/// their 5-5-5 was available. Of the 54 partitions into three connected fives, whose mean values with
/// reflection are from 40.4 to 42.3, the one in reading order has the mean that they report. The catalogues `clausecker`, `small` and
/// `improved` are those of Clausecker and Reinefeld 2019. The other partitions are not published.
const NAMED_PARTITIONS: &[NamedPartition] = &[
    NamedPartition { name: "4-4", rows: 3, cols: 3, source: None, partitions: &[&[&[1, 2, 4, 5], &[3, 6, 7, 8]]] },
    NamedPartition { name: "8", rows: 3, cols: 3, source: None, partitions: &[&[&[1, 2, 3, 4, 5, 6, 7, 8]]] },
    NamedPartition {
        name: "5-6",
        rows: 3,
        cols: 4,
        source: None,
        partitions: &[&[&[1, 2, 3, 4, 5], &[6, 7, 8, 9, 10, 11]]],
    },
    NamedPartition {
        name: "5-5-5",
        rows: 4,
        cols: 4,
        source: None,
        partitions: &[&[&[1, 2, 3, 4, 5], &[6, 7, 8, 9, 10], &[11, 12, 13, 14, 15]]],
    },
    NamedPartition {
        name: "6-6-3",
        rows: 4,
        cols: 4,
        source: None,
        partitions: &[&[&[3, 6, 7, 10, 11, 15], &[1, 2, 4, 5, 8, 9], &[12, 13, 14]]],
    },
    NamedPartition {
        name: "7-7-1",
        rows: 4,
        cols: 4,
        source: None,
        partitions: &[&[&[1, 2, 3, 4, 5, 6, 7], &[8, 9, 10, 11, 12, 13, 14], &[15]]],
    },
    NamedPartition {
        name: "7-8",
        rows: 4,
        cols: 4,
        source: None,
        partitions: &[&[&[1, 2, 3, 4, 5, 6, 7], &[8, 9, 10, 11, 12, 13, 14, 15]]],
    },
    NamedPartition {
        name: "5-5-5-5-4",
        rows: 5,
        cols: 5,
        source: None,
        partitions: &[&[
            &[1, 2, 5, 6, 7],
            &[3, 4, 8, 9, 14],
            &[10, 11, 15, 16, 20],
            &[12, 13, 17, 18],
            &[19, 21, 22, 23, 24],
        ]],
    },
    NamedPartition {
        name: "6-6-6-6",
        rows: 5,
        cols: 5,
        source: None,
        partitions: &[&[
            &[1, 2, 5, 6, 7, 12],
            &[3, 4, 8, 9, 13, 14],
            &[10, 11, 15, 16, 20, 21],
            &[17, 18, 19, 22, 23, 24],
        ]],
    },
    NamedPartition {
        name: "clausecker",
        rows: 5,
        cols: 5,
        source: Some(CLAUSECKER_REINEFELD),
        partitions: &[&[UPPER_LEFT, UPPER_RIGHT, RIGHT, LOWER_LEFT]],
    },
    NamedPartition {
        name: "small",
        rows: 5,
        cols: 5,
        source: Some(CLAUSECKER_REINEFELD),
        partitions: &[
            &[CORNER, TOP, RIGHT, LOWER_LEFT],
            &[UPPER_LEFT, UPPER_RIGHT, RIGHT, LOWER_LEFT],
            &[CORNER, TOP, MIDDLE_ROWS, LAST_ROWS],
            &[UPPER_LEFT, UPPER_RIGHT, MIDDLE_ROWS, LAST_ROWS],
            &[LEFT, TOP, LOWER_MIDDLE, RIGHT],
            &[UPPER_LEFT, RIGHT_EDGE, MIDDLE_COLUMNS, LOWER_LEFT],
            &[LEFT, TOP, CENTRE, LAST_CORNER],
        ],
    },
    NamedPartition {
        name: "improved",
        rows: 5,
        cols: 5,
        source: Some(CLAUSECKER_REINEFELD),
        partitions: &[
            &[CORNER, TOP, RIGHT, LOWER_LEFT],
            &[UPPER_LEFT, UPPER_RIGHT, RIGHT, LOWER_LEFT],
            &[CORNER, TOP, MIDDLE_ROWS, LAST_ROWS],
            &[UPPER_LEFT, UPPER_RIGHT, MIDDLE_ROWS, LAST_ROWS],
            &[LEFT, TOP, LOWER_MIDDLE, RIGHT],
            &[UPPER_LEFT, RIGHT_EDGE, MIDDLE_COLUMNS, LOWER_LEFT],
            &[LEFT, UPPER_COLUMNS, LAST_COLUMN, LOWER_MIDDLE],
            &[CORNER, UPPER_COLUMNS, LAST_COLUMN, LOWER_LEFT],
            &[LEFT, TOP, CENTRE, LAST_CORNER],
            &[FIRST_COLUMN, UPPER_EDGE, CENTRE, LAST_ROWS],
            &[FIRST_COLUMN, RIGHT_EDGE, MIDDLE_COLUMNS, LOWER_STEPS],
            &[FIRST_COLUMN, UPPER_RIGHT, LOWER_STEPS, RIGHT],
            &[UPPER_LEFT, UPPER_EDGE, RIGHT_STEPS, LOWER_LEFT],
            &[FIRST_COLUMN, UPPER_EDGE, LOWER_STEPS, RIGHT_STEPS],
        ],
    },
];

/// The names of partitions and the board size each is for.
pub fn named_partitions() -> impl Iterator<Item = (&'static str, usize, usize)> {
    NAMED_PARTITIONS.iter().map(|named| (named.name, named.rows, named.cols))
}

/// A choice of disjoint patterns, or a catalogue of several, for a goal that is not known yet.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Partition {
    /// One of the named partitions or catalogues.
    Named(&'static str),
    /// The tiles of each pattern. Tiles in no pattern count by their Manhattan distance.
    Tiles(Vec<Vec<u8>>),
}

impl Partition {
    /// Reads `6-6-3`, or tile lists such as `1,2,3/4,5,6,7`.
    ///
    /// # Errors
    ///
    /// If no partition has this name, a tile does not exist or is in two patterns, or a pattern is too large.
    pub fn parse(text: &str) -> Result<Self, UnsupportedBoard> {
        if let Some(named) = NAMED_PARTITIONS.iter().find(|named| named.name == text) {
            return Ok(Self::Named(named.name));
        }
        if !text.contains([',', '/']) {
            let names: Vec<&str> = NAMED_PARTITIONS.iter().map(|named| named.name).collect();
            return Err(UnsupportedBoard(format!(
                "unknown partition '{}': name one of {}, or list tiles as 1,2,3/4,5,6",
                excerpt(text),
                names.join(", ")
            )));
        }
        let mut seen = [false; Size::WORD_CELLS];
        let mut groups = Vec::new();
        for group in text.split('/') {
            let mut tiles = Vec::new();
            for tile in group.split(',') {
                let parsed = tile.trim().parse::<u8>().ok().filter(|parsed| (1..25).contains(parsed));
                let Some(parsed) = parsed else {
                    return Err(UnsupportedBoard(format!(
                        "'{}' in the patterns {} is not a tile: write tiles from 1 to 24 as 1,2,3/4,5,6",
                        excerpt(tile),
                        excerpt(text)
                    )));
                };
                if std::mem::replace(&mut seen[usize::from(parsed)], true) {
                    return Err(UnsupportedBoard(format!(
                        "tile {parsed} is twice in the patterns {}: name each tile once",
                        excerpt(text)
                    )));
                }
                tiles.push(parsed);
            }
            if tiles.len() > MAX_PATTERN_TILES {
                return Err(UnsupportedBoard(format!(
                    "a pattern of {} tiles in {} is too large: use at most {MAX_PATTERN_TILES} tiles",
                    tiles.len(),
                    excerpt(text)
                )));
            }
            tiles.sort_unstable();
            groups.push(tiles);
        }
        groups.sort();
        Ok(Self::Tiles(groups))
    }

    /// The named partition or catalogue, if it has a name.
    fn named(&self) -> Option<&'static NamedPartition> {
        let Self::Named(name) = self else { return None };
        NAMED_PARTITIONS.iter().find(|named| named.name == *name)
    }

    /// The number of partitions: more than one if this is a catalogue.
    pub(crate) fn count(&self) -> usize {
        self.named().map_or(1, |named| named.partitions.len())
    }

    /// The publication that introduced it, if its name alone does not identify it.
    pub(crate) fn source(&self) -> Option<&'static str> {
        self.named()?.source
    }

    /// The board size of a named partition.
    pub(crate) fn size(&self) -> Option<Size> {
        let Self::Named(name) = self else { return None };
        let named = NAMED_PARTITIONS.iter().find(|named| named.name == *name)?;
        Size::new(named.rows, named.cols).ok()
    }

    /// The goal cells of each pattern of each partition for `goal`. Single tiles are left out, because their cost is their
    /// Manhattan distance.
    ///
    /// # Errors
    ///
    /// If the partition is not for this size, or the goal has fewer tiles.
    pub(crate) fn cells(&self, goal: &Board) -> Result<Vec<Vec<Vec<u8>>>, UnsupportedBoard> {
        let size = goal.size();
        let mut partitions: Vec<Vec<Vec<u8>>> = match self {
            Self::Named(name) => named_cells(name, goal)?,
            Self::Tiles(groups) => {
                let places = goal.cells_of_tiles();
                let max_tile = size.cells() - 1;
                if let Some(tile) = groups.iter().flatten().find(|tile| usize::from(**tile) > max_tile) {
                    return Err(UnsupportedBoard(format!(
                        "a {size} board has no tile {tile}: its tiles are 1 to {max_tile}"
                    )));
                }
                let cell = |tile: u8| -> u8 {
                    narrow(places[usize::from(tile)], "boards with patterns have at most 25 cells")
                };
                vec![groups.iter().map(|tiles| tiles.iter().map(|&tile| cell(tile)).collect()).collect()]
            }
        };
        for groups in &mut partitions {
            groups.retain(|group| group.len() > 1);
        }
        Ok(partitions)
    }
}

/// In the form that [`Partition::parse`] reads.
impl core::fmt::Display for Partition {
    fn fmt(&self, out: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Named(name) => out.write_str(name),
            Self::Tiles(groups) => {
                let listed = |tiles: &Vec<u8>| tiles.iter().map(u8::to_string).collect::<Vec<_>>().join(",");
                out.write_str(&groups.iter().map(listed).collect::<Vec<_>>().join("/"))
            }
        }
    }
}

/// The goal cells of a named partition or catalogue, turned to the corner of the goal's blank.
fn named_cells(name: &str, goal: &Board) -> Result<Vec<Vec<Vec<u8>>>, UnsupportedBoard> {
    let size = goal.size();
    let of_name = || NAMED_PARTITIONS.iter().filter(|named| named.name == name);
    let Some(named) = of_name().find(|named| (named.rows, named.cols) == (size.rows(), size.cols())) else {
        let sizes: Vec<String> = of_name().map(|named| format!("{}x{}", named.rows, named.cols)).collect();
        return Err(UnsupportedBoard(format!(
            "partition {name} is for {} boards, not {size}: list tiles as pdb:1,2,3/4,5,6",
            sizes.join(" and ")
        )));
    };
    let turn = symmetries(size).into_iter().find(|symmetry| usize::from(symmetry[0]) == goal.blank()).ok_or_else(|| {
        UnsupportedBoard(format!(
            "partition {name} is for goals with the blank in a corner: list tiles as pdb:1,2,3/4,5,6 for the goal {goal}"
        ))
    })?;
    let turned = |cells: &&[u8]| cells.iter().map(|&cell| turn[usize::from(cell)]).collect();
    Ok(named.partitions.iter().map(|groups| groups.iter().map(turned).collect()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilebench_puzzle::Goal;

    #[test]
    fn every_named_partition_covers_the_board_once_with_the_sizes_in_its_name() {
        for (named, groups) in
            NAMED_PARTITIONS.iter().flat_map(|named| named.partitions.iter().map(move |groups| (named, groups)))
        {
            let mut sizes: Vec<usize> = groups.iter().map(|group| group.len()).collect();
            // The published catalogues have names without numbers, and patterns of six tiles.
            let stated: Result<Vec<usize>, _> = named.name.split('-').map(str::parse).collect();
            let mut stated = stated.unwrap_or_else(|_| vec![6; 4]);
            sizes.sort_unstable();
            stated.sort_unstable();
            assert_eq!(sizes, stated, "{}", named.name);
            let mut cells: Vec<u8> = groups.concat();
            cells.sort_unstable();
            let all: Vec<u8> = (1..u8::try_from(named.rows * named.cols).unwrap()).collect();
            assert_eq!(cells, all, "{}", named.name);
        }
    }

    #[test]
    fn a_named_partition_is_turned_to_the_corner_of_the_blank() {
        let size = Size::new(4, 4).unwrap();
        let cells = |goal: Goal| Partition::Named("6-6-3").cells(&goal.board(size).unwrap()).unwrap().concat();
        let turned: Vec<Vec<u8>> =
            cells(Goal::BlankFirst).iter().map(|cells| cells.iter().map(|cell| 15 - cell).collect()).collect();
        assert_eq!(cells(Goal::BlankLast), turned);
    }

    #[test]
    fn tile_lists_are_read_sorted_and_written_back() {
        assert_eq!(Partition::parse("7,5,6/3,1").unwrap().to_string(), "1,3/5,6,7");
        assert_eq!(Partition::parse("7-8").unwrap(), Partition::Named("7-8"));
    }

    #[test]
    fn errors_of_partitions_are_reported() {
        let message = |text: &str| Partition::parse(text).unwrap_err().0;
        assert!(message("7-7").starts_with("unknown partition '7-7': name one of 4-4, "));
        assert!(message("1,2/2,3").starts_with("tile 2 is twice"));
        assert!(message("1,25").starts_with("'25' in the patterns"));
        assert!(message("1,x").starts_with("'x' in the patterns"));
        assert!(message("1,2,3,4,5,6,7,8,9").starts_with("a pattern of 9 tiles"));
        let goal = Goal::BlankFirst.board(Size::new(3, 3).unwrap()).unwrap();
        let suited = |text: &str| Partition::parse(text).unwrap().cells(&goal).unwrap_err().0;
        assert_eq!(suited("1,9"), "a 3x3 board has no tile 9: its tiles are 1 to 8");
        assert!(suited("7-8").starts_with("partition 7-8 is for 4x4 boards, not 3x3"));
    }
}
