//! `tilebench pdb`: builds, lists and verifies the tables of heuristics.

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use clap::{Args, Subcommand};
use serde_json::{Value, json};
use tilebench_runner::catalog::tables::{TableListing, list_tables, verify_file};
use tilebench_runner::catalog::{Goal, HeuristicSpec, Size, build_tables};
use tilebench_runner::tables_folder;

use super::{CostArguments, TableArguments};
use crate::text::bytes;
use crate::{Out, Verdict};

/// Build, list and verify the tables of heuristics, such as pattern databases.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: PdbAction,
    #[command(flatten)]
    tables: TableArguments,
}

#[derive(Debug, Subcommand)]
enum PdbAction {
    /// Build the missing tables of a heuristic; searches also build them on first use.
    Build {
        /// The heuristic: pdb-7-8, pdb:1,2,3/4,5,6+reflected, walking-distance.
        heuristic: String,
        /// The goal: blank-first, blank-last, or an arrangement.
        #[arg(long, default_value = "blank-first")]
        goal: String,
        /// The number of rows [default: that of a named partition, else 4].
        #[arg(long, requires = "cols")]
        rows: Option<usize>,
        /// The number of columns.
        #[arg(long, requires = "rows")]
        cols: Option<usize>,
        #[command(flatten)]
        cost: CostArguments,
    },
    /// List the stored tables.
    List {
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Check every byte of the stored tables.
    Verify {
        /// The files to check [default: all stored tables].
        files: Vec<PathBuf>,
    },
}

/// Performs the action on the tables.
pub(crate) fn run(arguments: &Arguments, out: &mut Out) -> Result<Verdict> {
    match &arguments.action {
        PdbAction::Build { heuristic, goal, rows, cols, cost } => {
            let size = rows.zip(*cols).map(|(rows, cols)| Size::new(rows, cols)).transpose()?;
            build(arguments, heuristic, goal, size, cost, out)
        }
        PdbAction::List { json } => {
            let listed = list_tables(&folder(arguments)?)?;
            if *json {
                writeln!(out, "{:#}", listed.iter().map(table_json).collect::<Value>())?;
            } else {
                print(arguments, &listed, out)?;
            }
            Ok(Verdict::Good)
        }
        PdbAction::Verify { files } => verify(arguments, files, out),
    }
}

fn folder(arguments: &Arguments) -> Result<PathBuf> {
    tables_folder(arguments.tables.path()).context("the folder of the tables is unknown: name one with --tables DIR")
}

fn build(
    arguments: &Arguments,
    heuristic: &str,
    goal: &str,
    size: Option<Size>,
    cost: &CostArguments,
    out: &mut Out,
) -> Result<Verdict> {
    let spec = HeuristicSpec::new(heuristic)?;
    let size = size.or(spec.size()).map_or_else(|| Size::new(4, 4), Ok)?;
    let goal = Goal::parse(goal, Some(size)).context("--goal")?.board(size)?;
    folder(arguments)?;
    let tables = arguments.tables.open();
    build_tables(&spec, &goal, cost.model()?, cost.metric, &tables)?;
    let used = tables.used();
    if used.is_empty() {
        writeln!(out, "{spec} on {size} needs no stored table")?;
    }
    let mut verdict = Verdict::Good;
    for table in used {
        let kept = if table.kept { "" } else { "  not stored" };
        writeln!(out, "{}  {}  blake3 {}{kept}", table.name, bytes(table.bytes), &table.checksum[..16])?;
        verdict = if table.kept { verdict } else { Verdict::Bad };
    }
    Ok(verdict)
}

fn print(arguments: &Arguments, listed: &[TableListing], out: &mut Out) -> Result<()> {
    writeln!(out, "{} tables in {}", listed.len(), folder(arguments)?.display())?;
    let width = listed.iter().map(|table| table.name.len()).max().unwrap_or(0);
    for table in listed {
        let what = match &table.header {
            Ok(header) => format!("blake3 {}  {}", &header.checksum[..16], header.identity),
            Err(error) => error.to_string(),
        };
        writeln!(out, "{:width$}  {:>10}  {what}", table.name, bytes(table.bytes_on_disk))?;
    }
    Ok(())
}

fn verify(arguments: &Arguments, files: &[PathBuf], out: &mut Out) -> Result<Verdict> {
    let all = if files.is_empty() {
        let folder = folder(arguments)?;
        let is_named = arguments.tables.path().is_some();
        ensure!(
            !is_named || folder.is_dir(),
            "the folder {} does not exist: name that of the tables",
            folder.display()
        );
        list_tables(&folder)?.into_iter().map(|table| table.path).collect()
    } else {
        files.to_vec()
    };
    for file in files {
        ensure!(file.exists(), "{} does not exist: name the files of tables", file.display());
    }
    let mut verdict = Verdict::Good;
    for file in &all {
        let start = Instant::now();
        match verify_file(file) {
            Ok(header) => writeln!(
                out,
                "{}: valid, {} in {:.2} s",
                file.display(),
                bytes(header.bytes),
                start.elapsed().as_secs_f64()
            )?,
            Err(error) => {
                verdict = Verdict::Bad;
                writeln!(out, "{error}")?;
            }
        }
    }
    writeln!(out, "{} files checked", all.len())?;
    if verdict == Verdict::Bad {
        writeln!(out, "invalid tables are rebuilt on their next use")?;
    }
    Ok(verdict)
}

fn table_json(table: &TableListing) -> Value {
    match &table.header {
        Ok(header) => json!({
            "name": table.name,
            "path": table.path,
            "bytes_on_disk": table.bytes_on_disk,
            "identity": header.identity,
            "bytes": header.bytes,
            "blake3": header.checksum,
            "producer": header.producer,
            "fault": null,
        }),
        Err(error) => json!({
            "name": table.name,
            "path": table.path,
            "bytes_on_disk": table.bytes_on_disk,
            "fault": error.to_string(),
        }),
    }
}
