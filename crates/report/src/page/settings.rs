//! What the script draws with: the looks of the printed charts, and the places of the configurations in them.
//!
//! So there is one source of the palette, the dashes and the markers ([`theme`]), and a configuration looks the same in
//! a chart of the page as in a printed one.

use serde_json::{Map, Value, json};
use tilebench_plot::theme::{self, Color, Dash, Marker};
use tilebench_record::Status;

use crate::column::{self, Column, Make};
use crate::common_instances::FEWEST;
use crate::compare_on::COVERAGE;
use crate::experiment::Experiment;

/// The number of distinct looks; further configurations reuse them from the first.
const LOOKS: usize = 28;

/// The settings as text that a page may hold in an element for data.
pub(super) fn of(experiment: &Experiment) -> String {
    let places: Vec<Value> = experiment
        .sets
        .iter()
        .flat_map(|set| &set.configurations)
        .map(|configuration| json!([configuration.name, configuration.index]))
        .collect();
    // A limit in seconds is written as it was given.
    let has_unit = |column: &&Column| column.unit == "bytes" || (column.unit == "s" && column.make == Make::Measured);
    let units: Map<String, Value> =
        column::ALL.iter().filter(has_unit).map(|column| (column.name.to_owned(), column.unit.into())).collect();
    let settings = json!({
        "looks": (0..LOOKS).map(look).collect::<Vec<_>>(),
        "places": places,
        "statuses": Status::ALL.iter().map(|status| status.name()).collect::<Vec<_>>(),
        "faults": Status::ALL.iter().filter(|status| status.is_unexplained()).map(|status| status.name()).collect::<Vec<_>>(),
        "common": {
            "required": experiment.sets.first().map_or(0, |set| set.compare_on.required(100)),
            "coverage": COVERAGE,
            "fewest": FEWEST,
        },
        "units": units,
        "outcomes": column::ALL.iter().filter(|column| column.is_outcome()).map(|column| column.name).collect::<Vec<_>>(),
        "sizes": { "title": theme::TITLE, "label": theme::LABEL, "margin": theme::MARGIN },
        // The names of the page's own colours; in a file of its own a chart has those of the printed ones.
        "printed": {
            "--ink": hex(theme::INK), "--pale": hex(theme::PALE_INK), "--paper": hex(theme::PAPER),
            "--grid": hex(theme::GRID), "--fine": hex(theme::FINE_GRID),
        },
    });
    settings.to_string().replace('<', "\\u003c")
}

fn look(index: usize) -> Value {
    let look = theme::look(index);
    // Black is the ink, which is white on dark paper.
    let color = if look.color == theme::INK { "var(--ink)".to_owned() } else { hex(look.color) };
    let dash = match look.dash {
        Dash::Solid => String::new(),
        Dash::Dashed(line, gap) => format!("{line} {gap}"),
    };
    let marker = match look.marker {
        Marker::Disc => "disc",
        Marker::Square => "square",
        Marker::Triangle => "triangle",
        Marker::Diamond => "diamond",
        Marker::Cross => "cross",
    };
    json!({ "color": color, "dash": dash, "marker": marker })
}

fn hex(Color(red, green, blue, _): Color) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    #[test]
    fn the_page_draws_a_configuration_as_the_printed_charts_do() {
        let experiment = Experiment::arrange(fixture::runs(), Some(fixture::manifest()));
        let settings: Value = serde_json::from_str(&of(&experiment)).unwrap();
        assert_eq!(settings["looks"][1], json!({ "color": "#d55e00", "dash": "9 4", "marker": "square" }));
        assert_eq!(settings["looks"][4]["color"], "var(--ink)");
        let looks: std::collections::BTreeSet<String> =
            settings["looks"].as_array().unwrap().iter().map(Value::to_string).collect();
        assert_eq!(looks.len(), LOOKS, "no two are alike");
        let configuration = &experiment.sets[0].configurations[1];
        assert!(settings["places"].as_array().unwrap().contains(&json!([configuration.name, configuration.index])));
    }
}
