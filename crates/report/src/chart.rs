//! The charts of a report: a table of kinds, and what draws them.

mod axis;
mod drawing;
mod heading;
mod legend;
mod plot;
mod profile;
mod render;
mod scatter;
mod spread;
mod theme;
mod weights;

use std::path::Path;

use drawing::Drawing;

use crate::experiment::{Experiment, InstanceSet};

/// A kind of chart.
struct Kind {
    /// Its name in file names.
    name: &'static str,
    /// Its title on the page.
    title: &'static str,
    /// When it is not drawn.
    unless: &'static str,
    /// Draws it for an instance set, if it applies.
    draw: fn(&InstanceSet) -> Option<Drawing>,
}

/// Every kind, in the order of the page.
const KINDS: &[Kind] = &[
    Kind { name: "solved-time", title: "Solved within a time", unless: "", draw: |set| Some(profile::time(set)) },
    Kind {
        name: "solved-nodes",
        title: "Solved within a number of nodes",
        unless: "",
        draw: |set| Some(profile::nodes(set)),
    },
    Kind { name: "length", title: "Solution length", unless: "", draw: |set| Some(spread::moves(set)) },
    Kind { name: "nodes", title: "Nodes generated", unless: "", draw: |set| Some(spread::nodes(set)) },
    Kind {
        name: "weights",
        title: "Length and nodes by weight",
        unless: "it takes three weights of one algorithm and an instance that all of them solved",
        draw: weights::draw,
    },
    Kind {
        name: "scatter",
        title: "Two configurations, instance by instance",
        unless: "it takes two configurations that searched five instances in common",
        draw: scatter::draw,
    },
];

/// A chart, ready to be written.
#[derive(Debug)]
pub(crate) struct Chart {
    /// Its file name without extension.
    pub(crate) name: String,
    /// Its title, with the set's name.
    pub(crate) title: String,
    /// Itself as SVG.
    pub(crate) svg: String,
    drawing: Drawing,
}

impl Chart {
    /// Writes the chart to `path` as PNG.
    pub(crate) fn write_png(&self, path: &Path) -> anyhow::Result<()> {
        render::png(&self.drawing, path)
    }
}

/// Every chart that applies, set by set, and a sentence for every chart that does not.
pub(crate) fn draw(experiment: &Experiment) -> anyhow::Result<(Vec<Chart>, Vec<String>)> {
    theme::prepare()?;
    let (mut charts, mut left_out) = (Vec::new(), Vec::new());
    for (place, set) in experiment.sets.iter().enumerate() {
        let suffix = suffix(experiment, place);
        for kind in KINDS {
            let title = format!("{}: {}", kind.title, set.name);
            if let Some(drawing) = (kind.draw)(set) {
                let svg = render::svg(&drawing)?;
                charts.push(Chart { name: format!("{}{suffix}", kind.name), title, svg, drawing });
            } else {
                left_out.push(format!("No chart \"{title}\": {}.", kind.unless));
            }
        }
    }
    Ok((charts, left_out))
}

/// What the set at `place` adds to file names: nothing if it is the only one, else its name made safe,
/// and its place if that is another's too.
fn suffix(experiment: &Experiment, place: usize) -> String {
    let safe = |set: &InstanceSet| -> String {
        set.name.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect()
    };
    let names: Vec<String> = experiment.sets.iter().map(safe).collect();
    match names.as_slice() {
        [_] => String::new(),
        _ if names[..place].contains(&names[place]) => format!("-{}-{}", names[place], place + 1),
        _ => format!("-{}", names[place]),
    }
}
