//! The matrix of wins: for each pair of configurations, the number of instances on which one needs less than the other.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use crate::chart_data::{ChartData, GuaranteeClass, RunGroup};
use crate::color_ramp;
use crate::drawing::{Anchor, Drawing};
use crate::figure::{self, Figure};
use crate::heading::Heading;
use crate::instance_costs::{Costs, check_single_runs, instance_costs};
use crate::number::{self, counted};
use crate::row_layout::RowLayout;
use crate::series::{ChartSeries, SeriesValue};
use crate::theme::{self, Color};

const ROW_HEIGHT: f64 = 30.0;
/// The width of a cell in a report.
const CELL_WIDTH: f64 = 52.0;
/// The space between two cells.
const GAP: f64 = 2.0;
/// The maximum number of rows.
const MAX_ROWS: usize = 40;

/// The wins of one group against another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Wins {
    /// The instances on which it needed less, or which only it solved.
    won: usize,
    /// The instances that both were run on.
    pairs: usize,
}

/// The number of instances on which the configuration of the row needs less than that of the column.
///
/// # Errors
///
/// If data that the chart requires are missing: a phrase that names them.
pub fn draw(data: &ChartData) -> Result<Figure, String> {
    let variable = data.variable(0)?;
    let mut sizes: BTreeMap<GuaranteeClass, usize> = BTreeMap::new();
    let (counted_groups, uncounted) = data.counted_groups();
    for guarantee in counted_groups.iter().filter_map(|(_, group)| group.guarantee) {
        *sizes.entry(guarantee).or_default() += 1;
    }
    let has_others = |group: &&RunGroup| group.guarantee.is_some_and(|guarantee| sizes[&guarantee] > 1);
    let (mut groups, others): (Vec<&RunGroup>, Vec<&RunGroup>) =
        counted_groups.into_iter().map(|(_, group)| group).partition(has_others);
    if groups.is_empty() {
        return Err("it requires two configurations with the same guarantee".to_owned());
    }
    if groups.len() > MAX_ROWS {
        return Err(format!("it has at most {MAX_ROWS} rows, and there are {} groups", groups.len()));
    }
    check_single_runs(&groups)?;
    groups.sort_by_key(|group| group.guarantee);
    let (costs, _) = instance_costs(&groups, variable);
    let costs: Vec<&Costs> = costs.values().collect();
    let mut remark = "A number is the instances on which the row needs less than the column, or which only the row solved. Darker: \
                      a larger share of the instances that both were run on. Ties count for neither. Columns have the numbers \
                      of the rows."
        .to_owned();
    if sizes.values().filter(|size| **size > 1).count() > 1 {
        remark += " Blank: configurations with different guarantees are not compared.";
    }
    let mut left_out = ChartData::left_out_by_guarantee(&others, "no other configuration has the guarantee");
    left_out.extend(uncounted);
    figure::append(&mut remark, &left_out);
    let title = data.title(&format!("Wins by {}", variable.plain()), costs.len(), "instances");
    let drawing = layout(data, &groups, &costs, [&title, &remark]);
    Ok(Figure { drawing, shown: counted(groups.len(), "configuration"), left_out })
}

/// The wins of the group at `row` against the one at `column`.
fn wins(costs: &[&Costs], row: usize, column: usize) -> Wins {
    let mut wins = Wins::default();
    for costs in costs {
        if let (Some(one), Some(other)) = (costs[row], costs[column]) {
            wins.pairs += 1;
            wins.won += usize::from(one.total_cmp(&other) == Ordering::Less);
        }
    }
    wins
}

/// The groups with which the group at `row` is compared: the others with its guarantee.
fn compared<'a>(groups: &'a [&RunGroup], row: usize) -> impl Iterator<Item = usize> + 'a {
    (0..groups.len()).filter(move |column| *column != row && groups[*column].guarantee == groups[row].guarantee)
}

fn layout(data: &ChartData, groups: &[&RunGroup], costs: &[&Costs], [title, remark]: [&str; 2]) -> Drawing {
    let canvas = data.options.canvas;
    // A column is named by the number of its row.
    let names: Vec<String> = (1..).zip(groups).map(|(number, group)| format!("{} ({number})", group.name)).collect();
    let rows = RowLayout::new(canvas, ROW_HEIGHT, names.iter().map(String::as_str));
    let columns = groups.len() as f64;
    let across = canvas.wide.map_or(CELL_WIDTH, |wide| (wide - rows.left - canvas.margin()) / columns);
    let right = rows.left + columns * across;
    let title_width = theme::width(title, canvas.title()).min(640.0) + 2.0 * canvas.margin();
    let width = canvas.wide.unwrap_or((right + canvas.margin()).max(title_width));
    let heading = Heading::new(canvas, title, remark, width);
    let top = heading.height() + canvas.size(24.0);
    let height = top + columns * rows.tall + canvas.margin();
    let mut drawing = Drawing::new(canvas, width, height);
    heading.draw(&mut drawing);
    let (gap, half) = (canvas.size(GAP) / 2.0, canvas.size(ROW_HEIGHT) / 2.0);
    for (row, name) in names.iter().enumerate() {
        let middle = rows.middle(top, row);
        let center = rows.left + (row as f64 + 0.5) * across;
        let number = (row + 1).to_string();
        drawing.text((center, top - canvas.size(12.0)), Anchor::Middle, canvas.label(), theme::INK, number);
        rows.draw_name(&mut drawing, top, row, name);
        drawing.series.push(ChartSeries {
            name: groups[row].name.clone(),
            part: "wins",
            axes: ["number of the other row".to_owned(), "instances won".to_owned()],
            values: compared(groups, row)
                .map(|column| SeriesValue::at(((column + 1) as f64, wins(costs, row, column).won as f64)))
                .collect(),
        });
        for column in compared(groups, row) {
            let Wins { won, pairs } = wins(costs, row, column);
            if pairs == 0 {
                continue;
            }
            let left = rows.left + column as f64 * across;
            let fill = color_ramp::color(won as f64 / pairs as f64);
            drawing.rectangle((left + gap, middle - half + gap), (left + across - gap, middle + half - gap), fill);
            let text = number::grouped(won as u64);
            // A cell that is too narrow has a colour only.
            if theme::width(&text, canvas.label()) < across - 2.0 * gap {
                let ink = readable_on(fill);
                drawing.text((left + across / 2.0, middle), Anchor::Middle, canvas.label(), ink, text);
            }
        }
    }
    drawing
}

/// The colour of texts on `fill`: black or white. One of them has a contrast of at least 4.5 with every colour.
fn readable_on(fill: Color) -> Color {
    let [black, white] = [Color(0, 0, 0, 1.0), theme::BACKGROUND];
    if black.contrast(fill) >= white.contrast(fill) { black } else { white }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    #[test]
    fn a_configuration_wins_if_it_needs_less_or_alone_solves_the_instance() {
        let data = fixture::data();
        let groups: Vec<&RunGroup> = data.groups.iter().collect();
        let (costs, _) = instance_costs(&groups, &fixture::NODES);
        let costs: Vec<&Costs> = costs.values().collect();
        // A* needs less than IDA* on three instances; both were stopped on the other.
        assert_eq!(wins(&costs, 0, 2), Wins { won: 3, pairs: 4 });
        assert_eq!(wins(&costs, 2, 0), Wins { won: 0, pairs: 4 });
        // WA* wins three instances, and A* the one on which WA* crashed.
        assert_eq!([wins(&costs, 1, 0).won, wins(&costs, 0, 1).won], [3, 1]);
    }

    #[test]
    fn only_configurations_with_the_same_guarantee_are_compared() {
        let figure = draw(&fixture::data()).unwrap();
        assert_eq!(figure.left_out, ["Left out (no other configuration has the guarantee): WA*."]);
        assert_eq!(figure.shown, "2 configurations");
        let mut data = fixture::data();
        data.groups.truncate(2);
        assert_eq!(draw(&data).unwrap_err(), "it requires two configurations with the same guarantee");
    }

    #[test]
    fn a_group_with_solved_runs_without_a_value_is_left_out_and_named() {
        let figure = draw(&fixture::data_with_an_uncounted_group()).unwrap();
        assert!(figure.left_out.iter().any(|left_out| left_out.ends_with("): external.")), "{:?}", figure.left_out);
        assert_eq!(figure.shown, "2 configurations");
    }

    #[test]
    fn every_number_is_readable_on_its_cell() {
        for place in 0..=20 {
            let fill = color_ramp::color(f64::from(place) / 20.0);
            assert!(readable_on(fill).contrast(fill) >= 4.5, "{place}");
        }
    }
}
