//! The list of runs: the data, and the elements that the script fills.

use std::fmt::{Result, Write as _};

use crate::experiment::ExperimentData;
use crate::number::grouped;

/// Writes the section; a sentence if there are too many runs, and no text if there are none.
pub(super) fn write(html: &mut String, experiment: &ExperimentData) -> Result {
    if experiment.recorded == 0 {
        return Ok(());
    }
    if let Some(embedded) = &experiment.embedded_runs {
        html.push_str(include_str!("runs.html"));
        writeln!(html, "<script type=\"application/json\" id=\"island\">{}</script>", embedded.island)?;
        for (name, values) in &embedded.columns {
            writeln!(html, "<script type=\"application/json\" data-column=\"{name}\">{values}</script>")?;
        }
    } else {
        let recorded = grouped(experiment.recorded as u64);
        writeln!(html, "<p class=\"note\">The {recorded} runs are too many for a page: they are in runs.csv.</p>")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_with_too_many_runs_names_their_file_and_one_without_runs_has_no_text() {
        let written = |recorded| {
            let mut html = String::new();
            write(&mut html, &ExperimentData { recorded, ..ExperimentData::default() }).unwrap();
            html
        };
        assert!(written(200_001).contains("The 200,001 runs are too many for a page: they are in runs.csv"));
        assert_eq!(written(0), "");
    }
}
