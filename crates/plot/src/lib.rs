//! Charts of benchmark runs, drawn from plain numbers.
//!
//! A chart is drawn in three steps. The caller describes its data: [`ChartData`], groups of runs with the values of
//! one or two [`Variable`]s, or the structure of a special kind. A function of [`kinds`] lays them out as a [`Drawing`], a list
//! of graphic primitives. [`Drawing::svg`], [`Drawing::png`], [`Drawing::pdf`] and [`Drawing::tikz`] render it. The crate
//! reads no files.
//!
//! The same data always give the same bytes: texts are measured with an embedded font.
//!
//! ```
//! use tilebench_plot::kinds::ecdf;
//! use tilebench_plot::{
//!     AxisScale, ChartData, ChartOptions, CommonCoverage, RunGroup, SampleRun, ValueOrigin, Variable, theme,
//! };
//!
//! let run = |instance, value| SampleRun {
//!     instance,
//!     is_attempt: true,
//!     solved: true,
//!     values: [Some(value), None],
//!     limits: [None; 2],
//!     lost: false,
//! };
//! let nodes = Variable {
//!     name: "generated",
//!     title: "nodes generated",
//!     scale: AxisScale::Log,
//!     origin: ValueOrigin::Measured,
//!     is_whole: true,
//!     limit: None,
//! };
//! let group = RunGroup {
//!     name: "A* manhattan".to_owned(),
//!     style: theme::style(0),
//!     algorithm: "astar".to_owned(),
//!     heuristic: "manhattan".to_owned(),
//!     runs: vec![run(0, 120.0), run(1, 4500.0), run(2, 900.0)],
//!     guarantee: None,
//!     filtered_out: Vec::new(),
//!     is_informed: true,
//! };
//! let data = ChartData {
//!     sets: "random 8-puzzle".to_owned(),
//!     variables: [Some(nodes), None],
//!     groups: vec![group],
//!     instances: 3,
//!     coverage: CommonCoverage { percent: 95, min_solved: 3, min_instances: 10 },
//!     options: ChartOptions::REPORT,
//!     pair: None,
//!     baseline: None,
//! };
//! let figure = ecdf::draw(&data)?;
//! assert_eq!(figure.shown, "3 runs");
//! assert!(figure.drawing.svg().is_ok_and(|svg| svg.starts_with("<svg")));
//! # Ok::<(), String>(())
//! ```

mod axis;
mod canvas;
mod chart_data;
mod chart_frame;
mod color_ramp;
mod curve_chart;
mod drawing;
mod facets;
mod figure;
#[cfg(test)]
mod fixture;
mod group_costs;
mod group_pair;
mod heading;
mod instance_costs;
pub mod kinds;
mod label_places;
mod legend;
mod line_labels;
mod marker_shape;
pub mod number;
mod options;
mod panel_chart;
mod panel_grid;
mod pdf;
mod plot_area;
mod recording;
mod render;
mod row_layout;
mod series;
mod step_curve;
pub mod theme;
mod tikz;
mod variable;

pub use canvas::Canvas;
pub use chart_data::{ChartData, CommonCoverage, GuaranteeClass, RunGroup, SampleRun};
pub use drawing::Drawing;
pub use figure::Figure;
pub use options::{ChartOptions, SetSummary};
pub use series::{ChartSeries, SeriesValue};
pub use variable::{AxisScale, ValueOrigin, Variable};
