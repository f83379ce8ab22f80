//! Charts of benchmark runs, drawn from plain numbers.
//!
//! A chart is drawn in three steps. The caller describes its data: a [`Sample`] of groups of runs with the values of one
//! or two [`Variable`]s, or the structure that a special kind takes. A function of [`kinds`] lays them out as a
//! [`Drawing`], a list of shapes. [`Drawing::svg`] and [`Drawing::write_png`] render it. Nothing here reads a file.
//!
//! The same data always give the same bytes: texts are measured with a font of the crate's own.
//!
//! ```
//! use tilebench_plot::kinds::ecdf;
//! use tilebench_plot::{Coverage, SampleRun, Group, ValueOrigin, Sample, Scale, ChartOptions, Variable, theme};
//!
//! let datum = |instance, value| SampleRun {
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
//!     scale: Scale::Log,
//!     origin: ValueOrigin::Measured,
//!     is_whole: true,
//!     limit: None,
//! };
//! let group = Group {
//!     name: "A* manhattan".to_owned(),
//!     look: theme::look(0),
//!     data: vec![datum(0, 120.0), datum(1, 4500.0), datum(2, 900.0)],
//!     guarantee: None,
//!     outside: Vec::new(),
//!     is_informed: true,
//! };
//! let sample = Sample {
//!     of: "random 8-puzzle".to_owned(),
//!     variables: [Some(nodes), None],
//!     groups: vec![group],
//!     instances: 3,
//!     coverage: Coverage { percent: 95, required: 3, fewest: 10 },
//!     sheet: ChartOptions::REPORT,
//!     between: None,
//! };
//! let figure = ecdf::draw(&sample)?;
//! assert_eq!(figure.shown, "3 runs");
//! assert!(figure.drawing.svg().is_ok_and(|svg| svg.starts_with("<svg")));
//! # Ok::<(), String>(())
//! ```

mod axis;
mod canvas;
mod chart_data;
mod chart_frame;
mod drawing;
mod figure;
#[cfg(test)]
mod fixture;
mod group_costs;
mod group_pair;
mod heading;
pub mod kinds;
mod legend;
mod line_labels;
pub mod number;
mod options;
mod panel_grid;
mod plot_area;
mod render;
mod row_layout;
mod step_curve;
pub mod theme;
mod variable;

pub use canvas::Canvas;
pub use chart_data::{ChartData, CommonCoverage, GuaranteeClass, RunGroup, SampleRun};
pub use drawing::Drawing;
pub use figure::Figure;
pub use options::{ChartOptions, SetSummary};
pub use variable::{AxisScale, ValueOrigin, Variable};
