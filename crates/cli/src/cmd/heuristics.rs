//! `tilebench heuristics`: lists the heuristics and their properties.

use std::io::Write;

use anyhow::{Context, Result};
use clap::Args;
use serde_json::{Value, json};
use tilebench_runner::catalog::{
    Goal, HeuristicSpec, Metric, Size, TILES, UNIT, check_packable, heuristics, table_bytes,
};

use crate::text::bytes;
use crate::{Out, Verdict};

/// List the heuristics with their declared properties and the size of their tables.
#[derive(Debug, Args)]
#[command(after_long_help = NAMES)]
pub(crate) struct Arguments {
    /// The number of rows of the board for which table sizes are printed [default: 4, or that of the partition].
    #[arg(long, requires = "cols")]
    rows: Option<usize>,
    /// The number of columns.
    #[arg(long, requires = "rows")]
    cols: Option<usize>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

const NAMES: &str = "\
Weakened Manhattan distance is named by the tiles that it leaves out:
  manhattan-without:4        without the tiles 1 to 4; 0 leaves out none
  manhattan-without:all      without all tiles, 0 for every state

Pattern databases are named by their patterns and look-ups:
  pdb-6-6-3                  a named partition of the tiles into patterns
  pdb-small                  a catalogue of partitions: the maximum of seven, of the 24-puzzle
  pdb:1,2,3/4,5,6            patterns as lists of tiles; all other tiles count by Manhattan distance
  ...+zero-aware             the region of cells in which the blank can move is part of each pattern
  ...+reflected              maximum with the lookup of the board reflected in the main diagonal
  ...+dual                   maximum with the lookup of the dual state
  ...+random                 one of these look-ups, drawn from the state: inconsistent, for bpmx = true
  pdb-6-6-3|5-5-5            maximum of two partitions";

/// A heuristic on the board for which it is described.
struct HeuristicDescription {
    spec: HeuristicSpec,
    /// The size of the board; `None` for a heuristic of another domain.
    size: Option<Size>,
    /// The size of its tables, or the reason why it has none.
    tables: Result<u64, String>,
}

/// Lists the heuristics.
pub(crate) fn run(arguments: &Arguments, out: &mut Out) -> Result<Verdict> {
    let requested = arguments.rows.zip(arguments.cols).map(|(rows, cols)| Size::new(rows, cols)).transpose()?;
    requested.map_or(Ok(()), |size| check_packable(size, "every heuristic"))?;
    let described = heuristics().into_iter().map(|spec| describe(spec, requested)).collect::<Result<Vec<_>>>()?;
    if arguments.json {
        writeln!(out, "{:#}", described.iter().map(HeuristicDescription::json).collect::<Value>())?;
        return Ok(Verdict::Good);
    }
    let width = described.iter().map(|one| one.spec.name().len()).max().unwrap_or(0);
    for HeuristicDescription { spec, size, tables } in &described {
        let info = spec.info();
        let admissible = if info.admissible { "admissible" } else { "inadmissible" };
        let consistent = if info.consistent { "consistent" } else { "inconsistent" };
        let tables = match (tables, size) {
            (Ok(0), Some(_)) => "no stored table".to_owned(),
            (Ok(count), Some(size)) => format!("tables of {} on {size}", bytes(*count)),
            (Err(_), Some(size)) => format!("does not support {size}"),
            (_, None) => format!("for domain {}", spec.domain().unwrap_or(TILES)),
        };
        match spec.pdb_spec() {
            Some(patterns) => writeln!(out, "{spec:width$}  {}: {}.", info.title, patterns.description())?,
            None => writeln!(out, "{spec:width$}  {}: {}", info.title, info.summary)?,
        }
        writeln!(out, "{:width$}  {admissible}, {consistent}; {tables}; {}", "", info.reference)?;
    }
    Ok(Verdict::Good)
}

fn describe(spec: HeuristicSpec, requested: Option<Size>) -> Result<HeuristicDescription> {
    if spec.domain().is_some() {
        return Ok(HeuristicDescription { spec, size: None, tables: Ok(0) });
    }
    let size = requested.or(spec.size()).map_or_else(|| Size::new(4, 4), Ok)?;
    let goal = Goal::BlankFirst.board(size).context("the goal of the board")?;
    let tables = table_bytes(&spec, &goal, &UNIT, Metric::Single).map_err(|error| error.to_string());
    Ok(HeuristicDescription { spec, size: Some(size), tables })
}

impl HeuristicDescription {
    fn json(&self) -> Value {
        let info = self.spec.info();
        json!({
            "name": self.spec.name(),
            "title": info.title,
            "summary": info.summary,
            "reference": info.reference,
            "admissible": info.admissible,
            "consistent": info.consistent,
            "domain": self.spec.domain().unwrap_or(TILES),
            "board": self.size.map(|size| size.to_string()),
            "table_bytes": self.tables.as_ref().ok(),
            "unsupported": self.tables.as_ref().err(),
        })
    }
}
