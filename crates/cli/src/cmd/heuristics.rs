//! `tilebench heuristics`: lists the heuristics and their properties.

use std::io::Write;

use anyhow::{Context, Result};
use clap::Args;
use serde_json::{Value, json};
use tilebench_runner::catalog::{Goal, HeuristicSpec, Size, check_packable, heuristics, table_bytes};

use crate::text::bytes;
use crate::{Out, Verdict};

/// List the heuristics, with what they declare and the size of their tables.
#[derive(Debug, Args)]
#[command(after_long_help = NAMES)]
pub(crate) struct Arguments {
    /// The rows of the board for which the sizes of tables are told [default: 4, or those that a partition is for].
    #[arg(long, requires = "cols")]
    rows: Option<usize>,
    /// The columns of the board.
    #[arg(long, requires = "rows")]
    cols: Option<usize>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

const NAMES: &str = "\
Pattern databases are named by what they look up:
  pdb-6-6-3                  a named partition of the tiles into patterns
  pdb:1,2,3/4,5,6            patterns as lists of tiles; tiles in none count by Manhattan distance
  ...+reflected              and in the board mirrored in the main diagonal: the larger value
  ...+dual                   and in the dual state: the largest value
  ...+random                 one of these ways, drawn from the state: inconsistent, for bpmx = true
  pdb-6-6-3|5-5-5            the larger value of two partitions";

/// A heuristic on the board for which it is described.
struct Described {
    spec: HeuristicSpec,
    size: Size,
    /// The size of its tables, or the reason why it has none.
    tables: Result<u64, String>,
}

/// Lists the heuristics.
pub(crate) fn run(arguments: &Arguments, out: &mut Out<'_>) -> Result<Verdict> {
    let asked = arguments.rows.zip(arguments.cols).map(|(rows, cols)| Size::new(rows, cols)).transpose()?;
    asked.map_or(Ok(()), |size| check_packable(size, "every heuristic"))?;
    let described = heuristics().into_iter().map(|spec| described(spec, asked)).collect::<Result<Vec<_>>>()?;
    if arguments.json {
        writeln!(out, "{:#}", described.iter().map(Described::json).collect::<Value>())?;
        return Ok(Verdict::Good);
    }
    let width = described.iter().map(|one| one.spec.name().len()).max().unwrap_or(0);
    for Described { spec, size, tables } in &described {
        let info = spec.info();
        let admissible = if info.admissible { "admissible" } else { "inadmissible" };
        let consistent = if info.consistent { "consistent" } else { "inconsistent" };
        let tables = match tables {
            Ok(0) => "no table kept".to_owned(),
            Ok(count) => format!("tables of {} on {size}", bytes(*count)),
            Err(_) => format!("not made for {size}"),
        };
        match spec.pdb_spec() {
            Some(patterns) => writeln!(out, "{spec:width$}  {}: the partition {patterns}.", info.title)?,
            None => writeln!(out, "{spec:width$}  {}: {}", info.title, info.summary)?,
        }
        writeln!(out, "{:width$}  {admissible}, {consistent}; {tables}; {}", "", info.reference)?;
    }
    Ok(Verdict::Good)
}

fn described(spec: HeuristicSpec, asked: Option<Size>) -> Result<Described> {
    let size = asked.or(spec.size()).map_or_else(|| Size::new(4, 4), Ok)?;
    let goal = Goal::BlankFirst.board(size).context("the goal of the board")?;
    let tables = table_bytes(&spec, &goal).map_err(|error| error.to_string());
    Ok(Described { spec, size, tables })
}

impl Described {
    fn json(&self) -> Value {
        let info = self.spec.info();
        json!({
            "name": self.spec.name(),
            "title": info.title,
            "summary": info.summary,
            "reference": info.reference,
            "admissible": info.admissible,
            "consistent": info.consistent,
            "board": self.size.to_string(),
            "table_bytes": self.tables.as_ref().ok(),
            "unsupported": self.tables.as_ref().err(),
        })
    }
}
