//! The files of a chart.

use std::fs;
use std::path::Path;

use anyhow::Context as _;
use tilebench_plot::Drawing;

use super::chart_csv;
use crate::output_file::prepare_output;

/// The format of a chart's file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChartFormat {
    /// Vector graphics for a page.
    Svg,
    /// Pixels.
    Png,
    /// Vector graphics for a paper, with the font embedded.
    Pdf,
    /// A picture of TikZ for a paper, whose texts have the font of the document.
    Tikz,
    /// The values that the chart shows.
    Csv,
}

impl ChartFormat {
    /// All formats.
    pub(crate) const ALL: [Self; 5] = [Self::Svg, Self::Png, Self::Pdf, Self::Tikz, Self::Csv];

    /// The extension of its files.
    #[must_use]
    pub fn extension(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Png => "png",
            Self::Pdf => "pdf",
            Self::Tikz => "tikz",
            Self::Csv => "csv",
        }
    }

    /// Writes `drawing` to `path`, whose folder is created if it does not exist.
    pub(crate) fn write(self, drawing: &Drawing, path: &Path) -> anyhow::Result<()> {
        prepare_output(path)?;
        let bytes = match self {
            Self::Png => return drawing.write_png(path),
            Self::Svg => drawing.svg()?.into_bytes(),
            Self::Pdf => drawing.pdf()?,
            Self::Tikz => drawing.tikz()?.into_bytes(),
            Self::Csv => chart_csv::write(drawing)?.into_bytes(),
        };
        fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))
    }
}
