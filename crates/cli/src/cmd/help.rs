//! `tilebench help`: the help of a command, or a chapter of the book.

use std::io::Write;

use anyhow::{Result, bail};
use clap::{Args, Command, CommandFactory, Parser};
use tilebench_runner::catalog::nearest;
use tilebench_sanitize::message::excerpt;

use crate::book::CHAPTERS;
use crate::visible_commands::program_name;
use crate::{Out, Verdict};

/// Print the help of a command, or a chapter of the book; without a topic, list both.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// A command, such as `run` or `instances show`, or a chapter, such as `first-experiment`; a chapter named like a command ends
    /// with `.md`.
    #[arg(value_name = "TOPIC")]
    topic: Vec<String>,
}

/// Prints the topic.
pub(crate) fn run(arguments: &Arguments, out: &mut Out) -> Result<Verdict> {
    let mut program = crate::Arguments::command().bin_name(program_name());
    program.build();
    let [words @ .., last] = &arguments.topic[..] else {
        write!(out, "{}\nChapters of the book, printed by `tilebench help CHAPTER`:\n", program.render_long_help())?;
        let width = CHAPTERS.iter().map(|chapter| topic_of(&program, chapter.name()).len()).max().unwrap_or(0);
        for chapter in CHAPTERS {
            writeln!(out, "  {:width$}  {}", topic_of(&program, chapter.name()), chapter.title())?;
        }
        return Ok(Verdict::Good);
    };
    if is_command(&program, &arguments.topic) {
        let command_line = [program_name()].into_iter().chain(arguments.topic.clone()).chain(["--help".to_owned()]);
        let answer = crate::Arguments::try_parse_from(command_line).expect_err("the help ends the parsing");
        write!(out, "{}", answer.render())?;
        return Ok(Verdict::Good);
    }
    let name = last.strip_suffix(".md").unwrap_or(last);
    if let Some(chapter) = CHAPTERS.iter().find(|chapter| words.is_empty() && chapter.name() == name) {
        write!(out, "{}", chapter.text)?;
        return Ok(Verdict::Good);
    }
    let topic = arguments.topic.join(" ");
    let commands = program.get_subcommands().filter(|command| !command.is_hide_set()).map(Command::get_name);
    let names: Vec<String> =
        commands.map(str::to_owned).chain(CHAPTERS.iter().map(|one| one.name().to_owned())).collect();
    match nearest(&topic, names.iter().map(String::as_str)) {
        Some(near) => bail!("no command or chapter is named '{}'; did you mean '{near}'?", excerpt(&topic)),
        None => bail!("no command or chapter is named '{}': `tilebench help` lists them", excerpt(&topic)),
    }
}

/// Whether these words are a command.
fn is_command(program: &Command, words: &[String]) -> bool {
    words.iter().try_fold(program, |command, word| command.find_subcommand(word)).is_some()
}

/// The name by which a chapter is requested: a command of the same name comes first.
fn topic_of(program: &Command, chapter: &str) -> String {
    let is_command = program.get_subcommands().any(|command| command.get_name() == chapter);
    if is_command { format!("{chapter}.md") } else { chapter.to_owned() }
}
