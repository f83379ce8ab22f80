//! The files of requested charts.

use std::path::{Path, PathBuf};

use anyhow::bail;
use tilebench_plot::Figure;

use super::{PlotRequest, PlotResult, WrittenChart, file_name};
use crate::export::chart_file::ChartFormat;

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
        charts.push(write(&place, request, &of, figure)?);
    }
    Ok(PlotResult { charts, left_out })
}

fn write(place: &Path, request: &PlotRequest, of: &str, figure: Figure) -> anyhow::Result<WrittenChart> {
    let Figure { drawing, shown, left_out } = figure;
    let extension = place.extension().and_then(|ending| ending.to_str());
    let named = ChartFormat::ALL.into_iter().find(|format| Some(format.extension()) == extension);
    let formats = match (&request.formats[..], named) {
        ([], Some(format @ (ChartFormat::Pdf | ChartFormat::Tikz | ChartFormat::Csv))) => vec![format],
        ([], _) => vec![ChartFormat::Svg, ChartFormat::Png],
        (formats, _) => formats.to_vec(),
    };
    let mut files = Vec::new();
    for format in formats {
        // A name may contain a point that does not begin an extension.
        let path = match named {
            Some(_) => place.with_extension(format.extension()),
            None => PathBuf::from(format!("{}.{}", place.display(), format.extension())),
        };
        format.write(&drawing, &path)?;
        files.push(path);
    }
    let caption = request.without_caption.then(|| drawing.caption().clone());
    Ok(WrittenChart { files, caption, shown: format!("{shown} of {of}"), left_out })
}
