//! Expanded nodes over the states that a search must expand: a row of points per configuration, with the band of an A*.

use crate::axis::Axis;
use crate::drawing::{Anchor, Drawing};
use crate::heading::Heading;
use crate::number;
use crate::options::ChartOptions;
use crate::plot_area::{self, Plot};
use crate::row_layout::RowLayout;
use crate::series::SeriesValue;
use crate::theme::{self, Dash, Marker, Stroke, Style};

const ROW_HEIGHT: f64 = 34.0;
const PLOT_WIDTH: f64 = 560.0;
/// The space for the mean at the end of a row.
const MEAN_WIDTH: f64 = 110.0;
/// Points are faded above this number.
const FADE_ABOVE: f64 = 100.0;

const REMARK: &str = "Points: one per instance. Tall mark and number: geometric mean. Solid line at 1: every state that a search of \
                      the class must expand, and no other. Band: from these states to those that an A* may expand, as \
                      geometric means over the instances.";

/// A configuration.
#[derive(Debug)]
pub struct BoundedConfiguration {
    /// Its name, with the bound.
    pub name: String,
    /// How it is drawn.
    pub style: Style,
    /// Per instance, the nodes it expanded over those that it must expand; at least one.
    pub ratios: Vec<f64>,
    /// The geometric mean of the ratios.
    pub mean: f64,
    /// The geometric mean of the states that it may expand over those that it must, if the former are limited.
    pub may: Option<f64>,
}

/// Each configuration's distance from its bound, by `title` over `subject`, a sentence on the instances.
#[must_use]
pub fn draw(configurations: &[BoundedConfiguration], title: &str, subject: &str, options: &ChartOptions) -> Drawing {
    let canvas = options.canvas;
    let rows = RowLayout::new(canvas, ROW_HEIGHT, configurations.iter().map(|one| one.name.as_str()));
    let beside = canvas.size(MEAN_WIDTH) + canvas.margin();
    let width = canvas.wide.unwrap_or(rows.left + PLOT_WIDTH + beside);
    let right = width - beside;
    let heading = Heading::new(canvas, title, &format!("{subject} {REMARK}"), width);
    let top = heading.height() + canvas.size(plot_area::ABOVE);
    let bottom = top + configurations.len() as f64 * rows.tall;
    let ends = configurations.iter().flat_map(|one| one.ratios.iter().copied().chain(one.may)).chain([0.9, 1.2]);
    let labels = canvas.labels(right - rows.left, 66.0);
    let x =
        Axis::log("expanded nodes / states that must be expanded", &ends.collect::<Vec<_>>(), labels, number::short);
    let y = Axis::with_labels_at("", &[0.0, 1.0], false, 1.0, |_| String::new());
    let mut drawing = Drawing::new(canvas, width, bottom + canvas.size(plot_area::BELOW) + canvas.margin() / 2.0);
    let plot = Plot { left: rows.left, top, right, bottom, x, y };
    heading.draw(&mut drawing);
    plot.draw_x(&mut drawing);
    let must = plot.across(1.0);
    drawing.line(
        vec![(must, top), (must, bottom)],
        Stroke { color: theme::PALE_INK, width: canvas.size(2.0), dash: Dash::Solid },
    );
    for (index, one) in configurations.iter().enumerate() {
        rows.draw_name(&mut drawing, top, index, &one.name);
        draw_row(&mut drawing, &plot, one, rows.middle(top, index));
        let at = (width - canvas.margin(), rows.middle(top, index));
        let text = number::fixed(one.mean, 3);
        drawing.text(at, Anchor::End, canvas.label(), theme::INK, text);
    }
    plot.draw_edges(&mut drawing);
    drawing
}

fn draw_row(drawing: &mut Drawing, plot: &Plot, one: &BoundedConfiguration, middle: f64) {
    let canvas = drawing.canvas;
    let color = one.style.color;
    drawing.record(plot, &one.name, "point", one.ratios.iter().map(|&ratio| SeriesValue::across(ratio)));
    drawing.record(plot, &one.name, "mean", [SeriesValue::across(one.mean)]);
    let half = canvas.size(ROW_HEIGHT) * 0.34;
    if let Some(may) = one.may {
        drawing.rectangle((plot.across(1.0), middle - half), (plot.across(may), middle + half), color.faded(0.16));
    }
    let strength = (FADE_ABOVE / one.ratios.len() as f64).sqrt().min(1.0);
    for (index, &ratio) in one.ratios.iter().enumerate() {
        let at = (plot.across(ratio), middle + plot_area::jitter(index) * half);
        drawing.mark(at, Marker::Disc, canvas.size(2.5), color.faded(0.5 * strength));
    }
    let mean = plot.across(one.mean);
    let stroke = Stroke { width: canvas.size(4.0), ..canvas.thin(color) };
    drawing.line(vec![(mean, middle - half), (mean, middle + half)], stroke);
}
