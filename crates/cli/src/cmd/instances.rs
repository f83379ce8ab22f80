//! `tilebench instances`: the instance sets.

use std::fs::{self, File};
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use clap::{Args, Subcommand};
use serde_json::json;
use tilebench_runner::catalog::set_file::SetInspection;
use tilebench_runner::catalog::{InstanceSet, Size, inspect_set, load_set, set_names};
use tilebench_runner::{InstanceFault, instance_faults};
use tilebench_sanitize::count::counted;
use tilebench_sanitize::message::excerpt;

use crate::{Out, Verdict};

/// List, show, generate and check instance sets.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: InstancesAction,
}

#[derive(Debug, Subcommand)]
enum InstancesAction {
    /// List the built-in sets.
    List {
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Print a set as CSV, with its source.
    Show {
        /// A built-in set, a rule, or a CSV file.
        set: String,
        /// Print only these instances, such as 1-10,79.
        #[arg(long)]
        ids: Option<String>,
    },
    /// Generate a set by rule: random:4x4:1000:seed=1, walk:4x4:k=25:100, all:3x3 or, for another domain, pancake:40:100:seed=1.
    Generate {
        /// The rule.
        rule: String,
        /// The file to write, which must not exist [default: standard output].
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
    /// Check instance sets and list all faults: unknown columns, boards that cannot reach the goal, impossible lengths.
    Check {
        /// Sets, rules or CSV files [default: all built-in sets].
        sets: Vec<String>,
    },
}

/// Performs the action.
pub(crate) fn run(arguments: &Arguments, out: &mut Out) -> Result<Verdict> {
    match &arguments.action {
        InstancesAction::List { json } => list(*json, out)?,
        InstancesAction::Show { set, ids } => show(set, ids.as_deref(), out)?,
        InstancesAction::Generate { rule, out: file } => generate(rule, file.as_ref(), out)?,
        InstancesAction::Check { sets } => return check(sets, out),
    }
    Ok(Verdict::Good)
}

fn list(as_json: bool, out: &mut Out) -> Result<()> {
    let sets = set_names().into_iter().map(load_set).collect::<Result<Vec<_>, _>>()?;
    if as_json {
        let described = |set: &InstanceSet| {
            json!({
                "name": set.name, "title": set.title, "source": set.source, "goal": set.goal.to_string(),
                "domain": set.goal.domain(), "rows": set.goal.size().map(Size::rows),
                "cols": set.goal.size().map(Size::cols), "count": set.instances.len(),
            })
        };
        writeln!(out, "{:#}", sets.iter().map(described).collect::<serde_json::Value>())?;
        return Ok(());
    }
    let width = sets.iter().map(|set| set.name.len()).max().unwrap_or(0);
    for set in sets {
        let kind = kind(&set);
        writeln!(out, "{:width$}  {:4} {kind}  {}", set.name, set.instances.len(), set.title)?;
    }
    Ok(())
}

/// The kind of the instances of a set, in the number of its instances: `boards 4x4`, or `instances of pancake`.
fn kind(set: &InstanceSet) -> String {
    let is_one = set.instances.len() == 1;
    let of_domain = || format!("{} of {}", if is_one { "instance" } else { "instances" }, set.goal.domain());
    set.goal.size().map_or_else(of_domain, |size| format!("{:6} {size}", if is_one { "board" } else { "boards" }))
}

fn show(set: &str, ids: Option<&str>, out: &mut Out) -> Result<()> {
    let set = load_set(set)?;
    let selected = ids.map_or_else(|| Ok(set.clone()), |ids| set.select(ids))?;
    write!(out, "{}", selected.to_csv())?;
    Ok(())
}

fn generate(rule: &str, file: Option<&PathBuf>, out: &mut Out) -> Result<()> {
    ensure!(
        rule.contains(':'),
        "'{}' is not a rule: write random:4x4:1000:seed=1, walk:4x4:k=25:100 or all:3x3",
        excerpt(rule)
    );
    let text = load_set(rule)?.to_csv();
    let Some(path) = file else {
        write!(out, "{text}")?;
        return Ok(());
    };
    let cannot = || format!("cannot write {}", path.display());
    let mut file = File::create_new(path).with_context(cannot)?;
    if let Err(error) = file.write_all(text.as_bytes()) {
        // An incomplete set could be taken for a whole one.
        let _ = fs::remove_file(path);
        return Err(error).with_context(cannot);
    }
    Ok(())
}

fn check(sets: &[String], out: &mut Out) -> Result<Verdict> {
    let every: Vec<String> = set_names().into_iter().map(str::to_owned).collect();
    let mut verdict = Verdict::Good;
    for name in if sets.is_empty() { &every } else { sets } {
        let SetInspection { set, faults: mut found } = inspect_set(name)?;
        if let Some(set) = &set {
            let of_instances = instance_faults(set).with_context(|| name.clone())?;
            found.extend(of_instances.into_iter().map(|InstanceFault { id, reason }| format!("{id}: {reason}")));
        }
        let of_tiles = set.as_ref().is_none_or(|set| set.goal.size().is_some());
        let noun = if of_tiles { "board" } else { "instance" };
        let instances = counted(set.map_or(0, |set| set.instances.len()), noun);
        writeln!(out, "{name}: {instances}, {}", counted(found.len(), "fault"))?;
        for fault in found {
            writeln!(out, "  {fault}")?;
            verdict = Verdict::Bad;
        }
    }
    Ok(verdict)
}
