//! The files of requested charts.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use tilebench_plot::Figure;

use super::{PlotRequest, PlotResult, WrittenChart, file_name};

/// The drawn charts: the suffix of the file name, the names of the sets, and the figure.
pub(super) type SetFigures = Vec<(String, String, Figure)>;

/// Writes all charts; fails if there are none.
pub(super) fn write_all(
    dir: &Path,
    request: &PlotRequest,
    drawn: SetFigures,
    mut left_out: Vec<String>,
) -> anyhow::Result<PlotResult> {
    if drawn.is_empty() {
        let last = left_out.pop().unwrap_or_default();
        bail!("no chart can be drawn. {}", last.trim_end_matches('.'));
    }
    if drawn.len() > 1 && request.out.is_some() {
        bail!(
            "there are {} charts, one per instance set, but only one output file: select a set with --set",
            drawn.len()
        );
    }
    let mut charts = Vec::new();
    for (suffix, of, figure) in drawn {
        let place = match &request.out {
            Some(out) => out.clone(),
            None => dir.join("charts").join(format!("{}{suffix}", file_name::for_request(request))),
        };
        charts.push(write(&place, request.out.is_none(), &of, figure)?);
    }
    Ok(PlotResult { charts, left_out })
}

fn write(place: &Path, make_folder: bool, of: &str, figure: Figure) -> anyhow::Result<WrittenChart> {
    let Figure { drawing, shown, left_out } = figure;
    let text = drawing.svg()?;
    if let Some(folder) = place.parent().filter(|_| make_folder) {
        fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    }
    // A name may contain a point that does not begin an extension.
    let with = |ending: &str| match place.extension().and_then(|ending| ending.to_str()) {
        Some("svg" | "png") => place.with_extension(ending),
        _ => PathBuf::from(format!("{}.{ending}", place.display())),
    };
    let [svg, png] = ["svg", "png"].map(with);
    fs::write(&svg, &text).with_context(|| format!("cannot write {}", svg.display()))?;
    drawing.write_png(&png)?;
    Ok(WrittenChart { files: vec![svg, png], shown: format!("{shown} of {of}"), left_out })
}
