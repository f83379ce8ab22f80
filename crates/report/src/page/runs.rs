//! The runs one by one: the data, and the places that the script fills.

use std::fmt::{Result, Write as _};

use crate::experiment::Experiment;
use crate::island::MOST_RUNS;
use crate::number::whole;

/// Writes the section; for too many runs a sentence, for none nothing.
pub(super) fn write(html: &mut String, experiment: &Experiment) -> Result {
    if experiment.recorded == 0 {
        return Ok(());
    }
    html.push_str("<section id=\"runs\">\n<h2>Run by run</h2>\n");
    if let Some(island) = &experiment.island {
        html.push_str(include_str!("runs.html"));
        writeln!(html, "<script type=\"application/json\" id=\"island\">{}</script>", island.text())?;
    } else {
        let [recorded, most] = [experiment.recorded, MOST_RUNS].map(|count| whole(count as u64));
        writeln!(
            html,
            "<p class=\"note\">A page lists up to {most} runs one by one; these are {recorded}, and they are in runs.csv.</p>"
        )?;
    }
    html.push_str("</section>\n");
    Ok(())
}
