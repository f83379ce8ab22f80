//! `tilebench man`: manual pages.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::{Args, Command};
use clap_mangen::Man;

use crate::visible_commands::visible_commands;
use crate::{Out, Verdict};

/// Write a manual page for the program and one for each command.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The folder, such as ~/.local/share/man/man1, which is created if it does not exist; files of the same names are
    /// replaced.
    folder: PathBuf,
}

/// Writes the pages.
pub(crate) fn run(arguments: &Arguments, out: &mut Out) -> Result<Verdict> {
    let folder = &arguments.folder;
    fs::create_dir_all(folder).with_context(|| format!("cannot create the folder {}", folder.display()))?;
    let mut program = visible_commands().disable_help_subcommand(true);
    program.build();
    let pages = pages(&program);
    for (name, page) in &pages {
        let file = folder.join(name);
        fs::write(&file, page).with_context(|| format!("cannot write {}", file.display()))?;
    }
    writeln!(out, "wrote {} pages to {}", pages.len(), folder.display())?;
    Ok(Verdict::Good)
}

/// The names and texts of the pages of a command and of its subcommands.
fn pages(command: &Command) -> Vec<(String, Vec<u8>)> {
    let man = Man::new(command.clone());
    let mut page = Vec::new();
    man.render(&mut page).expect("memory can be written");
    let mut all = vec![(man.get_filename(), page)];
    all.extend(command.get_subcommands().flat_map(pages));
    all
}
