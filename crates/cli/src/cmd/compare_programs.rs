//! `tilebench compare-programs`: two programs on one experiment, in alternating rounds.

mod program;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use serde_json::{Value, json};
use tilebench_report::ProgramComparison;
use tilebench_runner::catalog::{SeededRng, StopFlag};

use self::program::{ProcessEnd, TilebenchProgram};
use super::TableArguments;
use crate::{Out, Verdict, print_stderr, signals};

/// Compare two tilebench programs on an experiment: in each round, both execute all runs, in random order.
///
/// Counts must be equal. A time is one ratio per round, and its interval is over rounds, so that it includes the
/// differences between sessions. Exit code 1: B is slower and its whole interval is beyond the tolerance, a count
/// differs, or an answer is longer, less proved or lost.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The reference program: the path of a tilebench executable.
    #[arg(value_name = "A")]
    a: PathBuf,
    /// The program that is compared with it.
    #[arg(value_name = "B")]
    b: PathBuf,
    /// The experiment file.
    file: PathBuf,
    /// The number of rounds, from 3 to 1000; more rounds show smaller differences.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u16).range(3..=1000))]
    rounds: u16,
    /// The relative tolerance for times: a configuration is slower if its whole interval is beyond it.
    #[arg(long, value_name = "SHARE", default_value_t = 0.05)]
    tolerance: f64,
    /// The seed of the order of the programs in each round.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Override a value of the experiment file, for both programs: `limits.time_s=5`.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    settings: Vec<String>,
    /// The folder for the result folders of both programs and comparison.json, which must be empty or new [default:
    /// results/FILE.programs].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    tables: TableArguments,
}

/// Runs the rounds and compares them.
pub(crate) fn run(arguments: &Arguments, out: &mut Out) -> Result<Verdict> {
    let tolerance = arguments.tolerance;
    ensure!(
        tolerance.is_finite() && tolerance >= 0.0,
        "--tolerance {tolerance} is not a relative tolerance: give a share such as 0.05"
    );
    let folder = folder(arguments)?;
    let programs = [("a", &arguments.a), ("b", &arguments.b)];
    let programs = programs.map(|(name, path)| TilebenchProgram::find(name, path, arguments));
    let [a, b] = programs;
    let programs = [a?, b?];
    for program in &programs {
        program.check_plan()?;
    }
    let order = order(arguments.rounds, arguments.seed);
    let cancel = signals::on_ctrl_c()?;
    let Some(rounds) = run_rounds(&programs, &order, &folder, &cancel)? else { return Ok(Verdict::Bad) };
    let comparison = tilebench_report::compare_programs(&rounds, tolerance)?;
    let document = comparison_json(arguments, &programs, &order, &comparison)?;
    let path = folder.join("comparison.json");
    fs::write(&path, format!("{document:#}\n")).with_context(|| format!("cannot write {}", path.display()))?;
    if arguments.json {
        writeln!(out, "{document:#}")?;
    } else {
        let [a, b] = &programs;
        writeln!(out, "A: {a}\nB: {b}\n\n{}", comparison.text().trim_end())?;
    }
    Ok(if comparison.is_worse() { Verdict::Bad } else { Verdict::Good })
}

/// The folder of the results, which must be empty or new: rounds of different invocations are not comparable.
fn folder(arguments: &Arguments) -> Result<PathBuf> {
    let of_file = || {
        let name = arguments.file.file_stem().with_context(|| format!("{} is not a file", arguments.file.display()))?;
        let mut name = name.to_owned();
        name.push(".programs");
        anyhow::Ok(Path::new("results").join(name))
    };
    let folder = arguments.out.clone().map_or_else(of_file, Ok)?;
    if folder.exists() {
        let mut entries = folder.read_dir().with_context(|| format!("cannot read the folder {}", folder.display()))?;
        ensure!(
            entries.next().is_none(),
            "{} is not empty: remove it, or name an empty or new folder with --out",
            folder.display()
        );
    }
    Ok(folder)
}

/// The indices of the programs of each round in the order in which they run. Each program is first in half of the
/// rounds, which are drawn from the seed, so that the order favours neither program.
fn order(rounds: u16, seed: u64) -> Vec<[usize; 2]> {
    let mut rng = SeededRng::new(seed);
    let mut sides = [[0, 1], [1, 0]];
    rng.shuffle(&mut sides);
    let mut order: Vec<[usize; 2]> = (0..usize::from(rounds)).map(|round| sides[round % 2]).collect();
    rng.shuffle(&mut order);
    order
}

/// Runs the rounds in `folder` and returns the result folders of each, or `None` if one failed, which has been
/// reported.
fn run_rounds(
    programs: &[TilebenchProgram; 2],
    order: &[[usize; 2]],
    folder: &Path,
    cancel: &StopFlag,
) -> Result<Option<Vec<[PathBuf; 2]>>> {
    let mut rounds = Vec::new();
    for (round, order) in (1..).zip(order) {
        let folders = programs.each_ref().map(|program| folder.join(program.name).join(format!("{round:04}")));
        for &place in order {
            print_stderr(&format!("round {round}: {}", programs[place].name.to_uppercase()));
            match programs[place].run(&folders[place], cancel)? {
                ProcessEnd::Finished => {}
                ProcessEnd::Cancelled => {
                    print_stderr("interrupted: rounds cannot be added later, so start again with an empty folder");
                    return Ok(None);
                }
                ProcessEnd::Failed(why) => {
                    print_stderr(&format!("error: {why}"));
                    return Ok(None);
                }
            }
        }
        rounds.push(folders);
    }
    Ok(Some(rounds))
}

/// The comparison and its conditions.
fn comparison_json(
    arguments: &Arguments,
    programs: &[TilebenchProgram; 2],
    order: &[[usize; 2]],
    comparison: &ProgramComparison,
) -> Result<Value> {
    let mut document = json!({
        "a": programs[0].path,
        "b": programs[1].path,
        "experiment": arguments.file,
        "settings": arguments.settings,
        "seed": arguments.seed,
        "first": order.iter().map(|order| programs[order[0]].name).collect::<Vec<_>>(),
        "b_is_worse": comparison.is_worse(),
    });
    match (&mut document, serde_json::to_value(comparison)?) {
        (Value::Object(document), Value::Object(found)) => document.extend(found),
        _ => bail!("a comparison is not an object"),
    }
    Ok(document)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_program_is_first_in_half_of_the_rounds_which_the_seed_determines() {
        for seed in 0..20 {
            let first = order(10, seed).iter().filter(|order| order[0] == 0).count();
            assert_eq!(first, 5, "{seed}");
            let first = order(7, seed).iter().filter(|order| order[0] == 0).count();
            assert!((3..=4).contains(&first), "{seed}: {first}");
        }
        assert_eq!(order(10, 3), order(10, 3));
        assert_ne!(order(10, 3), order(10, 4));
    }
}
