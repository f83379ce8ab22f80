//! The choice of lines to merge if all of them together have too many states.
//!
//! A move crosses one boundary between neighbouring lines. A *window* is a run of boundaries; the
//! lines before it are merged to one, and those after it. Its abstract states are those of the board
//! with the merged lines, in which only moves across its boundaries count: so no move counts in two
//! windows, and the sum of their distances is admissible and consistent. A move changes the state of
//! one window only. Walking distance of all lines is at least this sum, which is at least Manhattan
//! distance. Means of the vertical part over 30 to 100 random boards, the goal's blank last:
//!
//! | board | Manhattan | windows | all lines |
//! |---|---|---|---|
//! | 6x4 | 44.9 | 46.3 | 47.4 |
//! | 7x3 | 44.8 | 48.9 | 51.8 |
//! | 8x3 | 59.6 | 64.3 | 67.6 |
//! | 8x2 | 38.9 | 51.2 | 57.9 |
//!
//! The last column took a search a board, among outermost moves, with windows as its estimate: up to
//! 2,406 expansions on 6x4 and 262,368 on 8x2, which is too slow for a look-up.

use core::iter;
use core::ops::Range;

use super::shape::Shape;

/// A run of boundaries: number i is between lines i and i + 1.
pub(crate) type Window = Range<usize>;

/// The maximum number of states of a window that is not all boundaries.
const MOST_STATES: u128 = 1 << 20;

/// The windows of `lines` lines of `width` cells: one, if it has up to `most` states, else as few as
/// possible, and of those the windows with the most states in total, because distinguishing more
/// lines raises distances.
pub(crate) fn windows(lines: usize, width: usize, blank: usize, most: u128) -> Vec<Window> {
    let boundaries = lines - 1;
    let states = |window: &Window| shape(lines, width, blank, window).0.states();
    if states(&(0..boundaries)) <= most {
        return iter::once(0..boundaries).collect();
    }
    // By its start and its length less one.
    let small: Vec<Vec<u128>> = (0..boundaries)
        .map(|start| {
            (start + 1..=boundaries)
                .map(|end| states(&(start..end)))
                .take_while(|states| *states <= MOST_STATES)
                .collect()
        })
        .collect();
    // The best cut before each boundary: its windows less than none, its states, its last start.
    let mut best = vec![(0, 0, 0)];
    for end in 1..=boundaries {
        let cuts = (0..end).filter_map(|start| {
            let (windows, total, _): (i32, u128, usize) = best[start];
            Some((windows - 1, total + small[start].get(end - start - 1)?, start))
        });
        best.push(cuts.max().expect("a window of one boundary has few states"));
    }
    let mut windows = Vec::new();
    let mut end = boundaries;
    while end > 0 {
        windows.push(best[end].2..end);
        end = best[end].2;
    }
    windows.reverse();
    windows
}

/// The shape of a window, and whether it is listed in reverse.
pub(crate) fn shape(lines: usize, width: usize, blank: usize, window: &Window) -> (Shape, bool) {
    let mut widths = vec![0; window.len() + 1];
    (0..lines).for_each(|line| widths[merged(line, window)] += width);
    Shape::new(&widths, merged(blank, window))
}

/// The merged line that `line` is in.
pub(crate) fn merged(line: usize, window: &Window) -> usize {
    line.clamp(window.start, window.end) - window.start
}

#[cfg(test)]
mod tests {
    use super::super::chart::DISTANCE;
    use super::super::walk::Spot;
    use super::*;

    #[test]
    fn every_boundary_is_in_one_window() {
        for lines in 2..=12 {
            for most in [1, 1 << 20] {
                let windows = windows(lines, 2, 0, most);
                assert_eq!(windows.into_iter().flatten().collect::<Vec<_>>(), (0..lines - 1).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn the_numbers_of_all_windows_fit_in_a_spot() {
        for (lines, width) in (2..=12).flat_map(|lines| (2..=25 / lines).map(move |width| (lines, width))) {
            for blank in 0..lines {
                let windows = windows(lines, width, blank, 1 << 27);
                let states = windows.iter().map(|window| shape(lines, width, blank, window).0.states());
                let bits: u32 = states.map(|states| states.ilog2() + 1).sum();
                assert!(windows.len() <= 3, "{windows:?}");
                assert!(windows.len() == 1 || DISTANCE + bits <= Spot::BITS, "{lines} {width} {blank}: {windows:?}");
            }
        }
    }

    #[test]
    fn lines_outside_a_window_are_merged() {
        let (shape, reversed) = shape(12, 2, 11, &(3..6));
        assert_eq!((shape.widths(), shape.blank, reversed), (&[12, 2, 2, 8][..], 0, true));
    }
}
