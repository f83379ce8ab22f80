//! The runs one by one: the data, and the places that the script fills.

use std::fmt::{Result, Write as _};

use crate::embedded_runs::MAX_RUNS;
use crate::experiment::ExperimentData;
use crate::number::whole;

/// Writes the section; for too many runs a sentence, for none nothing.
pub(super) fn write(html: &mut String, experiment: &ExperimentData) -> Result {
    if experiment.recorded == 0 {
        return Ok(());
    }
    if let Some(embedded) = &experiment.embedded_runs {
        html.push_str(include_str!("runs.html"));
        writeln!(html, "<script type=\"application/json\" id=\"island\">{}</script>", embedded.text())?;
    } else {
        let [recorded, max] = [experiment.recorded, MAX_RUNS].map(|count| whole(count as u64));
        writeln!(
            html,
            "<p class=\"note\">A page lists up to {max} runs one by one; these are {recorded}, and they are in runs.csv.</p>"
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_of_too_many_runs_says_where_they_are_and_one_of_none_says_nothing() {
        let written = |recorded| {
            let mut html = String::new();
            write(&mut html, &ExperimentData { recorded, ..ExperimentData::default() }).unwrap();
            html
        };
        assert!(
            written(MAX_RUNS + 1).contains("up to 20,000 runs one by one; these are 20,001, and they are in runs.csv")
        );
        assert_eq!(written(0), "");
    }
}
