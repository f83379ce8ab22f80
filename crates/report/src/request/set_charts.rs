//! Charts with fixed columns, as in a report, of the runs that a filter selects.

use std::path::Path;

use anyhow::{Context as _, bail};
use tilebench_plot::{ChartOptions, Drawing, Figure};

use super::runs::{parts, read};
use super::write::{SetFigures, write_all};
use super::{PlotRequest, PlotResult, selection};
use crate::chart::kind::ChartKind;
use crate::column::Columns;
use crate::experiment::SetRuns;
use crate::{incumbents, iterations};

/// Draws the chart `kind` by `draw` for each requested instance set.
pub(super) fn plot(
    dir: &Path,
    request: &PlotRequest,
    options: &ChartOptions,
    kind: &ChartKind,
    draw: fn(&SetRuns, &ChartOptions) -> Option<Drawing>,
) -> anyhow::Result<PlotResult> {
    let given = [
        ("--x", request.x.is_some()),
        ("--y", request.y.is_some()),
        ("--group", request.group.is_some()),
        ("--between", request.between.is_some()),
        ("--baseline", request.baseline.is_some()),
        ("--pool", request.pool),
    ];
    if let Some((option, _)) = given.iter().find(|(_, is_given)| *is_given) {
        bail!("'{}' has fixed columns and groups: leave out {option}", kind.name);
    }
    let (mut experiment, mut left_out) = read(dir, request, &[], &Columns::read(dir)?)?;
    left_out.extend(selection::drop_outside(&mut experiment));
    let folder = tilebench_record::Folder::open(dir)?;
    let plotting = || format!("cannot plot {}", dir.display());
    iterations::read::read(&folder, &mut experiment).with_context(plotting)?;
    incumbents::read(&folder, &mut experiment).with_context(plotting)?;
    experiment.unread.refuse().with_context(plotting)?;
    let mut drawn: SetFigures = Vec::new();
    for (suffix, sets) in parts(request, false, &experiment)? {
        for set in sets {
            match draw(set, options) {
                Some(drawing) => {
                    let shown = crate::number::counted(set.instances(), "instance");
                    drawn.push((suffix.clone(), set.name.clone(), Figure { drawing, shown, left_out: Vec::new() }));
                }
                None => {
                    left_out.push(format!("'{}' of {} not drawn: it requires {}.", kind.name, set.name, kind.about));
                }
            }
        }
    }
    write_all(dir, request, drawn, left_out)
}
