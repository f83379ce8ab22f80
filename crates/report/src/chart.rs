//! The charts of a report: a table of kinds, and what draws them.

mod axis;
mod cactus;
mod cost;
mod critical_difference;
mod drawing;
mod ecdf;
mod ends;
mod figure;
mod frame;
mod growth;
mod heading;
mod heuristics;
mod histogram;
mod iterations;
pub(crate) mod kinds;
mod legend;
mod means;
mod pair;
mod panels;
pub(crate) mod paper;
mod plot;
mod points;
mod profile;
mod ratio;
mod render;
mod rows;
pub(crate) mod sample;
mod scatter;
mod seeds;
pub(crate) mod sheet;
mod spread;
mod steps;
pub(crate) mod theme;
mod tradeoff;
mod unsolved;
mod weights;
mod worth;

use std::collections::BTreeSet;
use std::path::Path;

use drawing::Drawing;
pub(crate) use figure::{Figure, count};
use sample::{By, Measure, Sample};
use sheet::Sheet;

use crate::experiment::{Experiment, InstanceSet};

/// A kind of chart.
pub(crate) struct Kind {
    /// Its name in file names.
    pub(crate) name: &'static str,
    /// Its title on the page.
    pub(crate) title: &'static str,
    /// When it is not drawn; empty where nobody misses it.
    unless: &'static str,
    /// Draws it for an instance set, if it applies.
    pub(crate) draw: fn(&InstanceSet, &Sheet) -> Option<Drawing>,
}

/// Every kind that shows how the runs went, in the order of the page.
const RUNS: &[Kind] = &[
    Kind {
        name: "solved-time",
        title: "Solved within a time",
        unless: "",
        draw: |set, sheet| generic(set, sheet, profile::share, [Some("wall_s"), None]),
    },
    Kind {
        name: "solved-nodes",
        title: "Solved within a number of nodes",
        unless: "",
        draw: |set, sheet| generic(set, sheet, profile::share, [Some("generated"), None]),
    },
    Kind {
        name: "cactus",
        title: "Cactus plot of times, with the virtual best",
        unless: "it takes two configurations of which one solved an instance",
        draw: |set, sheet| {
            let several = set.configurations.len() > 1 && set.solved() > 0;
            if several { generic(set, sheet, cactus::draw, [None, Some("wall_s")]) } else { None }
        },
    },
    Kind {
        name: "length",
        title: "Solution length",
        unless: "",
        draw: |set, sheet| generic(set, sheet, spread::draw, [Some("length"), None]),
    },
    Kind {
        name: "nodes",
        title: "Nodes generated",
        unless: "",
        draw: |set, sheet| generic(set, sheet, spread::draw, [Some("generated"), None]),
    },
    Kind {
        name: "tradeoff",
        title: "Length against nodes",
        unless: "it takes three configurations that each solved 95 % of the instances, and ten that all of them solved",
        draw: |set, sheet| generic(set, sheet, tradeoff::draw, [Some("generated"), Some("length")]),
    },
    Kind {
        name: "weights",
        title: "What a weight costs and saves",
        unless: "it takes three weights of one algorithm that each solved 95 % of the instances, and ten that all of them solved",
        draw: weights::draw,
    },
    Kind {
        name: "scatter",
        title: "Two configurations, instance by instance",
        unless: "it takes two configurations that searched five instances in common",
        draw: |set, sheet| generic(set, sheet, scatter::draw, [Some("generated"), None]),
    },
    Kind {
        name: "lengths",
        title: "Shortest lengths",
        unless: "it takes 20 instances whose shortest length is known",
        draw: lengths,
    },
    Kind { name: "iterations", title: "Growth of iterations", unless: "", draw: iterations::draw },
    Kind {
        name: "ranks-nodes",
        title: "Average ranks by nodes",
        unless: "",
        draw: |set, sheet| generic(set, sheet, critical_difference::draw, [Some("generated"), None]),
    },
    Kind {
        name: "ranks-time",
        title: "Average ranks by time",
        unless: "",
        draw: |set, sheet| generic(set, sheet, critical_difference::draw, [Some("wall_s"), None]),
    },
];

/// Fewer instances of known shortest length than this are no distribution.
const FEWEST_LENGTHS: usize = 20;

/// A chart of columns that reports keep, by configuration.
fn generic(
    set: &InstanceSet,
    sheet: &Sheet,
    draw: fn(&Sample) -> Result<Figure, String>,
    columns: [Option<&str>; 2],
) -> Option<Drawing> {
    Some(draw(&Sample::kept(set, columns)?.on(sheet)).ok()?.drawing)
}

/// The shortest lengths of the set's instances, each once.
fn lengths(set: &InstanceSet, sheet: &Sheet) -> Option<Drawing> {
    let column = crate::column::find("shortest").ok()?;
    let sample = Sample::new(&[set], [Measure::kept(column), None], &By::Nothing).on(sheet);
    let known = sample.data().filter(|datum| datum.values[0].is_some()).map(|datum| datum.instance);
    let enough = known.collect::<BTreeSet<usize>>().len() >= FEWEST_LENGTHS;
    if enough { Some(histogram::draw(&sample).ok()?.drawing) } else { None }
}

/// Makes a chart of `figure`, without a name.
pub(crate) fn of_figure(figure: Figure) -> anyhow::Result<Chart> {
    let svg = render::svg(&figure.drawing)?;
    Ok(Chart { title: String::new(), name: String::new(), svg, drawing: figure.drawing })
}

/// Makes the fonts known that charts are measured with.
pub(crate) fn prepare() -> anyhow::Result<()> {
    theme::prepare()
}

/// Kinds for experiments of a special make: not drawn, and not spoken of, elsewhere.
const SPECIAL: &[Kind] = &[
    Kind { name: "worth", title: "What each option is worth", unless: "", draw: worth::draw },
    Kind { name: "seeds-nodes", title: "Nodes over the seeds", unless: "", draw: seeds::nodes },
    Kind { name: "seeds-time", title: "Time over the seeds", unless: "", draw: seeds::time },
];

/// Every kind that shows how good the heuristics are, in the order of the page.
const HEURISTICS: &[Kind] = &[
    Kind {
        name: "h0-length",
        title: "h0 against optimal length",
        unless: "it takes two heuristics with an h0 of ten boards whose optimal length is known",
        draw: heuristics::length,
    },
    Kind { name: "h0-error", title: "Error of h0 against optimal length", unless: "", draw: heuristics::error },
    Kind {
        name: "h0-distribution",
        title: "Distribution of h0",
        unless: "it takes two heuristics with an h0 of ten boards",
        draw: heuristics::distribution,
    },
    Kind {
        name: "h0-nodes",
        title: "Nodes against mean h0",
        unless: "it takes two heuristics with an h0 of ten boards and configurations of both that solved ten boards, and \
                 a tenth of all, in common",
        draw: heuristics::nodes,
    },
];

/// The kinds that are drawn of more than two columns, always of the same ones, and what each takes.
const OWN: [(&str, &str); 9] = [
    ("weights", "three weights of one algorithm, and an instance that all of them solved"),
    ("iterations", "runs that deepened iteratively"),
    ("worth", "three to 24 configurations that differ in nothing but their options"),
    ("seeds-nodes", "ten seeds of one configuration"),
    ("seeds-time", "ten seeds of one configuration"),
    ("h0-length", "two heuristics with an h0 of ten boards whose optimal length is known"),
    ("h0-error", "a heuristic with an h0 of boards whose optimal length is known"),
    ("h0-distribution", "two heuristics with an h0 of ten boards"),
    ("h0-nodes", "two heuristics, and configurations of both that solved ten boards in common"),
];

/// Those kinds, with what they take.
pub(crate) fn own() -> impl Iterator<Item = (&'static Kind, &'static str)> {
    let takes = |kind: &Kind| OWN.iter().find(|(name, _)| *name == kind.name).map(|(_, takes)| *takes);
    RUNS.iter().chain(SPECIAL).chain(HEURISTICS).filter_map(move |kind| Some((kind, takes(kind)?)))
}

/// Charts of more sets than this would bury those of the whole.
const MOST_SETS: usize = 8;

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

/// The charts of a section.
#[derive(Debug, Default)]
pub(crate) struct Drawn {
    /// Every chart that applies, set by set.
    pub(crate) charts: Vec<Chart>,
    /// A sentence for every chart that does not.
    pub(crate) left_out: Vec<String>,
}

/// How the runs went.
pub(crate) fn of_runs(experiment: &Experiment) -> anyhow::Result<Drawn> {
    let mut drawn = draw(experiment, SPECIAL)?;
    drawn.left_out.clear();
    if let Some(drawing) = growth::draw(experiment) {
        let svg = render::svg(&drawing)?;
        let title = "Moves by the size of the board".to_owned();
        drawn.charts.insert(0, Chart { name: "growth".to_owned(), title, svg, drawing });
    }
    if experiment.sets.len() > MOST_SETS {
        let sets = experiment.sets.len();
        drawn.left_out =
            vec![format!("No charts of single instance sets: there are {sets}, and {MOST_SETS} are the most.")];
        return Ok(drawn);
    }
    let runs = draw(experiment, RUNS)?;
    drawn.charts.extend(runs.charts);
    drawn.left_out = runs.left_out;
    Ok(drawn)
}

/// How good the heuristics are.
pub(crate) fn of_heuristics(experiment: &Experiment) -> anyhow::Result<Drawn> {
    draw(experiment, HEURISTICS)
}

fn draw(experiment: &Experiment, kinds: &[Kind]) -> anyhow::Result<Drawn> {
    theme::prepare()?;
    let mut drawn = Drawn::default();
    let sets: Vec<&str> = experiment.sets.iter().map(|set| set.name.as_str()).collect();
    for (place, set) in experiment.sets.iter().enumerate() {
        let suffix = suffix(&sets, place);
        for kind in kinds {
            let title = format!("{}: {}", kind.title, set.name);
            if let Some(drawing) = (kind.draw)(set, &Sheet::REPORT) {
                let svg = render::svg(&drawing)?;
                drawn.charts.push(Chart { name: format!("{}{suffix}", kind.name), title, svg, drawing });
            } else if !kind.unless.is_empty() {
                drawn.left_out.push(format!("No chart \"{title}\": {}.", kind.unless));
            }
        }
    }
    Ok(drawn)
}

/// The file name, without extension, of every chart that a report of runs on `sets` can have.
pub(crate) fn names(sets: &[&str]) -> Vec<String> {
    let kinds = || SPECIAL.iter().chain(RUNS).chain(HEURISTICS);
    let of_set = |place| kinds().map(move |kind| format!("{}{}", kind.name, suffix(sets, place)));
    std::iter::once("growth".to_owned()).chain((0..sets.len()).flat_map(of_set)).collect()
}

/// The file name, without extension, of the chart of the kind `kind` for each of `sets`.
pub(crate) fn names_of(kind: &str, sets: &[&str]) -> Vec<String> {
    (0..sets.len()).map(|place| format!("{kind}{}", suffix(sets, place))).collect()
}

/// What the set at `place` adds to file names: nothing if it is the only one, else its name made safe,
/// and its place if that is another's too.
pub(crate) fn suffix(sets: &[&str], place: usize) -> String {
    let safe = |set: &&str| -> String {
        set.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect()
    };
    let names: Vec<String> = sets.iter().map(safe).collect();
    match names.as_slice() {
        [_] => String::new(),
        _ if names[..place].contains(&names[place]) => format!("-{}-{}", names[place], place + 1),
        _ => format!("-{}", names[place]),
    }
}
