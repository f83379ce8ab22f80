//! `tilebench plot`: one chart of a result folder, of any kind and columns.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::{Args, ValueEnum};
use tilebench_report::{ChartFormat, PlotRequest, plot, plot_columns, plot_kinds};

use tilebench_sanitize::message::escaped;

use super::report::ComparedConfigurations;
use crate::{Out, Verdict};

/// Draw a chart of any columns of a result folder, or all charts of its report, as SVG, PNG, PDF, TikZ or CSV.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The result folder.
    #[arg(required_unless_present_any = ["kinds", "columns"])]
    folder: Option<PathBuf>,
    /// The kind of chart, or all; --kinds lists them.
    #[arg(required_unless_present_any = ["kinds", "columns"])]
    kind: Option<String>,
    /// List the kinds of charts with the columns that each takes.
    #[arg(long)]
    kinds: bool,
    /// List the columns.
    #[arg(long)]
    columns: bool,
    /// The column of the horizontal axis.
    #[arg(long, value_name = "COL")]
    x: Option<String>,
    /// The column of the vertical axis.
    #[arg(long, value_name = "COL")]
    y: Option<String>,
    /// The columns by which runs are grouped, separated by commas, or none.
    #[arg(long, value_name = "COL,...")]
    group: Option<String>,
    /// Draw only the runs for which this condition holds: `instance <= 50 && heuristic == "manhattan"`. Conditions on
    /// outcomes (status, length, counts, times) never change n.
    #[arg(long, value_name = "EXPR")]
    filter: Option<String>,
    /// Draw only this instance set [default: one chart per set].
    #[arg(long, value_name = "NAME", conflicts_with = "pool")]
    set: Option<String>,
    /// Draw all instance sets in one chart.
    #[arg(long)]
    pool: bool,
    /// The groups that are compared on their commonly solved instances.
    #[arg(long, value_name = "WHICH", default_value = "covering")]
    common: ComparedConfigurations,
    /// The two groups to compare [default: the two with the most commonly solved instances, preferring groups that prove
    /// optimality].
    #[arg(long, num_args = 2, value_names = ["A", "B"])]
    between: Option<Vec<String>>,
    /// The group that the others are compared with [default: the one that solved the most instances].
    #[arg(long, value_name = "NAME")]
    baseline: Option<String>,
    /// The file, whose extension is replaced by those of the formats [default: a file in FOLDER/charts named after the
    /// request]; for all, the folder of the files [default: FOLDER/figures].
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The formats of the file, separated by commas [default: pdf, tikz or csv if FILE ends so, otherwise svg,png; pdf,csv
    /// for all].
    #[arg(long, value_name = "FORMAT,...", value_delimiter = ',')]
    format: Vec<FormatOption>,
    /// Leave the title and the caption out of the drawing, for a figure of a paper, and print them.
    #[arg(long)]
    no_caption: bool,
    /// The width of the chart in print, such as 250 for one of two columns; texts stay readable.
    #[arg(long, value_name = "POINTS")]
    width: Option<f64>,
    /// The title, instead of the one that states axes and n.
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
}

const EXAMPLES: &str = "\
Examples:
  tilebench plot results/quickstart cactus --y generated
  tilebench plot results/quickstart scatter --x wall_s --between 'astar linear-conflict' 'idastar linear-conflict'
  tilebench plot results/quickstart box --x suboptimality --filter 'weight > 1' --width 250
  tilebench plot results/quickstart profile --width 250 --no-caption --format pdf,csv --out paper/profile
  tilebench plot results/quickstart all --width 250 --no-caption --format pdf,csv,tikz --out paper";

/// The format of a chart's file.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum FormatOption {
    /// Vector graphics for a page.
    Svg,
    /// Pixels.
    Png,
    /// Vector graphics for a paper, with the font embedded.
    Pdf,
    /// A picture of TikZ for `\input` in a paper, whose texts have the font of the document.
    Tikz,
    /// The values that the chart shows, one row per value.
    Csv,
}

impl From<FormatOption> for ChartFormat {
    fn from(format: FormatOption) -> Self {
        match format {
            FormatOption::Svg => Self::Svg,
            FormatOption::Png => Self::Png,
            FormatOption::Pdf => Self::Pdf,
            FormatOption::Tikz => Self::Tikz,
            FormatOption::Csv => Self::Csv,
        }
    }
}

/// Draws the chart.
pub(crate) fn run(arguments: &Arguments, out: &mut Out) -> Result<Verdict> {
    if arguments.kinds {
        write!(out, "{}", plot_kinds())?;
    }
    if arguments.columns {
        write!(out, "{}", plot_columns())?;
    }
    if arguments.kinds || arguments.columns {
        return Ok(Verdict::Good);
    }
    let (Some(folder), Some(kind)) = (&arguments.folder, &arguments.kind) else {
        bail!("a result folder or a kind of chart is missing: `tilebench plot --kinds` lists the kinds");
    };
    let between = arguments.between.as_deref().and_then(|pair| <[String; 2]>::try_from(pair.to_vec()).ok());
    let request = PlotRequest {
        kind: kind.clone(),
        x: arguments.x.clone(),
        y: arguments.y.clone(),
        group: arguments.group.clone(),
        filter: arguments.filter.clone(),
        set: arguments.set.clone(),
        pool: arguments.pool,
        compare_on: arguments.common.into(),
        between,
        baseline: arguments.baseline.clone(),
        out: arguments.out.clone(),
        formats: arguments.format.iter().copied().map(ChartFormat::from).collect(),
        without_caption: arguments.no_caption,
        width: arguments.width,
        title: arguments.title.clone(),
    };
    let plotted = plot(folder, &request)?;
    for chart in &plotted.charts {
        writeln!(out, "{}:", chart.shown)?;
        for file in &chart.files {
            writeln!(out, "  {}", file.display())?;
        }
        if let Some([title, caption]) = &chart.caption {
            writeln!(out, "  caption: {}", escaped(&format!("{title}. {caption}")))?;
            continue;
        }
        for sentence in &chart.left_out {
            writeln!(out, "  {sentence}")?;
        }
    }
    for sentence in &plotted.left_out {
        writeln!(out, "{sentence}")?;
    }
    Ok(Verdict::Good)
}
