//! The commands for users, from which completions and manual pages are generated.

use std::env;

use clap::{Command, CommandFactory};

use crate::{Arguments, EXIT_CODES};

/// The program without the commands that it calls itself, and with its version in one line.
pub(crate) fn visible_commands() -> Command {
    let program = Arguments::command();
    let visible = program.get_subcommands().filter(|command| !command.is_hide_set()).cloned();
    Command::new("tilebench")
        .bin_name(program_name())
        .display_name(program_name())
        .about(program.get_about().cloned().unwrap_or_default())
        .version(env!("CARGO_PKG_VERSION"))
        .after_help(EXIT_CODES)
        .subcommand_required(true)
        .disable_help_subcommand(true)
        .subcommands(visible)
}

/// The name of this program, which in the crate of a user is another one than `tilebench`.
pub(crate) fn program_name() -> String {
    let file = env::current_exe().ok();
    let name = file.as_deref().and_then(|file| file.file_stem()).and_then(|name| name.to_str());
    name.unwrap_or("tilebench").to_owned()
}
