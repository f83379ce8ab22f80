//! `tilebench completions`: completions of commands and options for a shell.

use std::io::Write;

use anyhow::Result;
use clap::Args;
use clap_complete::Shell;

use crate::visible_commands::{program_name, visible_commands};
use crate::{Out, Verdict};

/// Print the completions of all commands and options for a shell.
#[derive(Debug, Args)]
#[command(after_long_help = FOLDERS)]
pub(crate) struct Arguments {
    /// The shell.
    shell: Shell,
}

const FOLDERS: &str = "\
Shells read completions from these files of a user:
  bash   ~/.local/share/bash-completion/completions/tilebench
  zsh    _tilebench, in a folder of $fpath
  fish   ~/.config/fish/completions/tilebench.fish";

/// Prints the completions.
pub(crate) fn run(arguments: &Arguments, out: &mut Out) -> Result<Verdict> {
    // The generator ends the program if its output is closed, so it writes to memory.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut visible_commands(), program_name(), &mut script);
    out.write_all(&script)?;
    Ok(Verdict::Good)
}
