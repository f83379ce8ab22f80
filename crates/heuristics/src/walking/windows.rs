//! The choice of lines to merge if all lines together have too many states.
//!
//! A move crosses one boundary between neighbouring lines. A *window* is a run of consecutive boundaries.
//! The lines before it are merged into one, and so are the lines after it. Its abstract states are those of
//! the board with the merged lines, in which only moves across its boundaries count. So no move counts in two
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
//! The values of the last column took one search per board, over outermost moves, with windows as the
//! heuristic: up to 2,406 expansions on 6x4 and 262,368 on 8x2, which is too slow for a heuristic.

use core::iter;
use core::ops::Range;

use super::wd_shape::WdShape;

/// Consecutive boundaries: boundary i is between lines i and i + 1.
pub(crate) type Window = Range<usize>;

/// The maximum number of states of a window that does not contain all boundaries.
const MAX_WINDOW_STATES: u128 = 1 << 20;

/// The windows of `lines` lines of `width` cells: one window if it has at most `max_states` states, else the minimum number
/// of windows, and of these choices the one with the maximum number of states in total, because distinguishing more lines
/// increases distances.
pub(crate) fn windows(lines: usize, width: usize, blank: usize, max_states: u128) -> Vec<Window> {
    let boundaries = lines - 1;
    let states = |window: &Window| shape(lines, width, blank, window).0.states();
    if states(&(0..boundaries)) <= max_states {
        return iter::once(0..boundaries).collect();
    }
    // By start, and by length minus 1.
    let small: Vec<Vec<u128>> = (0..boundaries)
        .map(|start| {
            (start + 1..=boundaries)
                .map(|end| states(&(start..end)))
                .take_while(|states| *states <= MAX_WINDOW_STATES)
                .collect()
        })
        .collect();
    // The best cut before each boundary: the negative number of windows, the states, and the start of the last window.
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

/// The shape of a window, and whether the shape lists its lines in reverse.
pub(crate) fn shape(lines: usize, width: usize, blank: usize, window: &Window) -> (WdShape, bool) {
    let mut widths = vec![0; window.len() + 1];
    (0..lines).for_each(|line| widths[merged(line, window)] += width);
    WdShape::new(&widths, merged(blank, window))
}

/// The merged line that `line` is in.
pub(crate) fn merged(line: usize, window: &Window) -> usize {
    line.clamp(window.start, window.end) - window.start
}

#[cfg(test)]
mod tests {
    use super::super::wd_table::{AxisState, DISTANCE_BITS};
    use super::*;

    #[test]
    fn every_boundary_is_in_one_window() {
        for lines in 2..=12 {
            for max_states in [1, 1 << 20] {
                let windows = windows(lines, 2, 0, max_states);
                assert_eq!(windows.into_iter().flatten().collect::<Vec<_>>(), (0..lines - 1).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn the_ranks_of_all_windows_fit_in_an_axis_state() {
        for (lines, width) in (2..=12).flat_map(|lines| (2..=25 / lines).map(move |width| (lines, width))) {
            for blank in 0..lines {
                let windows = windows(lines, width, blank, 1 << 27);
                let states = windows.iter().map(|window| shape(lines, width, blank, window).0.states());
                let bits: u32 = states.map(|states| states.ilog2() + 1).sum();
                assert!(windows.len() <= 3, "{windows:?}");
                assert!(
                    windows.len() == 1 || DISTANCE_BITS + bits <= AxisState::BITS,
                    "{lines} {width} {blank}: {windows:?}"
                );
            }
        }
    }

    #[test]
    fn lines_outside_a_window_are_merged() {
        let (shape, reversed) = shape(12, 2, 11, &(3..6));
        assert_eq!((shape.widths(), shape.blank, reversed), (&[12, 2, 2, 8][..], 0, true));
    }
}
