//! Labels at the ends of lines, spread so that none overlap.

use crate::drawing::{Drawing, Point};
use crate::legend::{self, LegendEntry};
use crate::plot_area::Plot;

/// The minimum number of lines ending at one point that have no leaders.
const MIN_FAN: usize = 3;

/// Writes each of `entries` to the right of `plot`, as close to the height of its line's end as the others allow.
pub(crate) fn draw(drawing: &mut Drawing, plot: &Plot, entries: &[LegendEntry], ends: &[Point]) {
    let canvas = drawing.canvas;
    let row = legend::row(canvas);
    let mut order: Vec<usize> = (0..entries.len().min(ends.len())).collect();
    order.sort_by(|&a, &b| ends[a].1.total_cmp(&ends[b].1).then(a.cmp(&b)));
    let preferred: Vec<f64> = order.iter().map(|&index| ends[index].1).collect();
    let heights = spread(&preferred, row, plot.top + row / 2.0, plot.bottom - row / 2.0);
    for (&index, y) in order.iter().zip(heights) {
        let (entry, end) = (&entries[index], ends[index]);
        let left = plot.right + canvas.size(legend::INDENT);
        // A fan of leaders would not show which label belongs to which line.
        let together = ends.iter().filter(|other| (other.1 - end.1).abs() < 1.0).count();
        // A leader across the plot would look like a continuation of the line.
        let reaches_edge = end.0 >= plot.right - 1.0;
        if together < MIN_FAN && reaches_edge {
            drawing.line(vec![(plot.right, end.1), (left - 2.0, y)], canvas.thin(entry.color.faded(0.6)));
        }
        legend::draw_entry(drawing, entry, left, y);
    }
}

/// Ascending heights at least `apart` from each other, between `low` and `high` if there is room for all, each as close to
/// its preferred height as the others allow.
fn spread(preferred: &[f64], apart: f64, low: f64, high: f64) -> Vec<f64> {
    // Neighbours that would be too close become one block around their mean (pool adjacent violators).
    let mut blocks: Vec<(f64, usize)> = Vec::new();
    for (index, &height) in preferred.iter().enumerate() {
        // With the space of the previous labels subtracted, labels that are too close are out of order.
        let mut block = (height - index as f64 * apart, 1);
        while let Some(&(mean, count)) = blocks.last().filter(|(mean, _)| *mean > block.0) {
            block = ((mean * count as f64 + block.0 * block.1 as f64) / (count + block.1) as f64, count + block.1);
            blocks.pop();
        }
        blocks.push(block);
    }
    let max = (high - (preferred.len().max(1) - 1) as f64 * apart).max(low);
    let bases = blocks.into_iter().flat_map(|(mean, count)| std::iter::repeat_n(mean.clamp(low, max), count));
    bases.enumerate().map(|(index, base)| base + index as f64 * apart).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_keep_their_preferred_heights_unless_they_would_overlap() {
        assert_eq!(spread(&[10.0, 40.0, 90.0], 20.0, 0.0, 100.0), [10.0, 40.0, 90.0]);
        assert_eq!(spread(&[50.0, 50.0, 50.0], 20.0, 0.0, 100.0), [30.0, 50.0, 70.0]);
        assert_eq!(spread(&[0.0, 0.0, 100.0], 20.0, 0.0, 100.0), [0.0, 20.0, 100.0]);
        assert_eq!(spread(&[100.0, 100.0], 20.0, 0.0, 100.0), [80.0, 100.0]);
        assert!(spread(&[], 20.0, 0.0, 100.0).is_empty());
    }

    #[test]
    fn labels_without_enough_room_extend_below_the_plot() {
        assert_eq!(spread(&[0.0, 1.0, 2.0], 20.0, 0.0, 30.0), [0.0, 20.0, 40.0]);
    }
}
