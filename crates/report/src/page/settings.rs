//! The settings of the script: the styles of the printed charts, and the index of each configuration in them.
//!
//! The palette, the dashes and the markers have one source ([`theme`]), so that a configuration has the same style in a chart
//! of the page and in a printed one.

use serde_json::{Map, Value, json};
use tilebench_plot::theme::{self, Color, Dash, Marker};
use tilebench_record::{Run, Status};

use crate::column::{self, ChartColumn, Role};
use crate::common_instances::MIN_COMMON_INSTANCES;
use crate::compare_on::COVERAGE;
use crate::experiment::ExperimentData;

/// The number of distinct styles; further configurations reuse them from the first.
const STYLES: usize = 28;

/// The settings as the text of a data element of a page.
pub(super) fn json(experiment: &ExperimentData) -> String {
    let indices: Vec<Value> = experiment
        .sets
        .iter()
        .flat_map(|set| &set.configurations)
        .map(|configuration| json!([configuration.name, configuration.index]))
        .collect();
    // A limit in seconds is shown as it was given.
    let has_unit =
        |column: &&ChartColumn| column.unit == "bytes" || (column.unit == "s" && column.role == Role::Measured);
    let all = || column::ALL.iter().chain(experiment.attributes.iter().copied());
    let units: Map<String, Value> =
        all().filter(has_unit).map(|column| (column.name.to_owned(), column.unit.into())).collect();
    let renamed = Run::columns().filter(|(column, _)| !column.former.is_empty());
    let former: Map<String, Value> =
        renamed.map(|(column, _)| (column.former.to_owned(), column.name.into())).collect();
    let settings = json!({
        "looks": (0..STYLES).map(style).collect::<Vec<_>>(),
        "places": indices,
        "statuses": Status::ALL.iter().map(|status| status.name()).collect::<Vec<_>>(),
        "faults": Status::ALL.iter().filter(|status| status.is_unexplained()).map(|status| status.name()).collect::<Vec<_>>(),
        "common": {
            "required": experiment.sets.first().map_or(0, |set| set.compare_on.required(100)),
            "coverage": COVERAGE,
            "fewest": MIN_COMMON_INSTANCES,
        },
        "units": units,
        "outcomes": all().filter(|column| column.is_outcome()).map(|column| column.name).collect::<Vec<_>>(),
        "former": former,
        "sizes": { "title": theme::TITLE, "label": theme::LABEL, "margin": theme::MARGIN },
        // The names of the colours of the page; a saved chart has the colours of the printed charts.
        "printed": {
            "--ink": hex(theme::INK), "--pale": hex(theme::PALE_INK), "--paper": hex(theme::BACKGROUND),
            "--grid": hex(theme::GRID), "--fine": hex(theme::MINOR_GRID),
            "--grey": hex(theme::BACKGROUND_CURVE),
        },
    });
    settings.to_string().replace('<', "\\u003c")
}

fn style(index: usize) -> Value {
    let style = theme::style(index);
    // Black is the ink, which is white on a dark page.
    let color = if style.color == theme::INK { "var(--ink)".to_owned() } else { hex(style.color) };
    let dash = match style.dash {
        Dash::Solid => String::new(),
        Dash::Dashed(line, gap) => format!("{line} {gap}"),
    };
    let marker = match style.marker {
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
    fn thin_lines_have_a_contrast_of_3_with_the_dark_paper() {
        let style = include_str!("../page.css");
        let (_, dark) = style.split_once("prefers-color-scheme: dark").unwrap();
        let named = |name: &str| {
            let (_, rest) = dark.split_once(&format!("--{name}: #")).unwrap();
            let part = |at: usize| u8::from_str_radix(&rest[at..at + 2], 16).unwrap();
            Color(part(0), part(2), part(4), 1.0)
        };
        let paper = named("paper");
        for color in (0..STYLES).map(|index| theme::style(index).color) {
            let shown = if color == theme::INK { named("ink") } else { color };
            assert!(shown.contrast(paper) >= 3.0, "{}: {}", hex(shown), shown.contrast(paper));
        }
    }

    #[test]
    fn the_page_draws_a_configuration_in_the_style_of_the_printed_charts() {
        let experiment = ExperimentData::arrange(fixture::runs(), Some(fixture::manifest()));
        let settings: Value = serde_json::from_str(&json(&experiment)).unwrap();
        assert_eq!(settings["looks"][1], json!({ "color": "#d55e00", "dash": "9 4", "marker": "square" }));
        assert_eq!(settings["looks"][4]["color"], "var(--ink)");
        let styles: std::collections::BTreeSet<String> =
            settings["looks"].as_array().unwrap().iter().map(Value::to_string).collect();
        assert_eq!(styles.len(), STYLES, "all are different");
        assert_eq!(settings["former"]["memory_limit_mb"], "memory_limit_mib");
        let configuration = &experiment.sets[0].configurations[1];
        assert!(settings["places"].as_array().unwrap().contains(&json!([configuration.name, configuration.index])));
    }
}
