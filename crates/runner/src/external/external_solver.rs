//! An external program, its input and its answer.

use std::env;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use tilebench_catalog::Board;
use tilebench_isolate::program::{ProgramCommand, ProgramOutput};
use tilebench_sanitize::message::excerpt;

use super::answer::{self, ParsedAnswer};
use super::{AnswerFormat, BoardText, Dialect, Template};
use crate::RunLimits;

/// The placeholders that every command may have.
pub const PLACEHOLDERS: &[&str] =
    &["board", "goal", "rows", "cols", "columns", "time_s", "cpu_s", "memory_mib", "nodes", "depth", "seed", "repeat"];

/// The former names of placeholders, each with the present one. They are accepted, and records keep them.
pub const FORMER_PLACEHOLDERS: &[(&str, &str)] = &[("memory_mb", "memory_mib")];

/// Whether every command may have the placeholder `name`.
pub(crate) fn is_common_placeholder(name: &str) -> bool {
    PLACEHOLDERS.contains(&name) || FORMER_PLACEHOLDERS.iter().any(|(former, _)| *former == name)
}

/// An external program: its command line, how boards are written for it, and how it answers.
#[derive(Clone, Debug)]
pub struct ExternalSolver {
    /// The program and its arguments.
    pub(crate) command: Vec<Template>,
    /// The text on its standard input.
    pub(crate) stdin: Template,
    /// The folder of the experiment file: its working directory, to which its path may be relative.
    pub(crate) folder: PathBuf,
    /// The format of its answer.
    pub(crate) format: AnswerFormat,
    /// Whether it prints each solution that it finds, so that the best one is its answer if a limit stops it.
    pub(crate) anytime: bool,
    /// How it writes moves.
    pub(crate) dialect: Dialect,
    /// How boards are written for it.
    pub(crate) boards: BoardText,
    /// Whether it claims that its paths are the shortest.
    pub(crate) optimal: bool,
    /// Its version, for the record only.
    pub(crate) version: String,
    /// The values of the experiment's own placeholders.
    pub(crate) values: Vec<(String, String)>,
}

/// The input of one invocation of a program.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Invocation<'a> {
    /// The board.
    pub(crate) board: &'a Board,
    /// The goal.
    pub(crate) goal: &'a Board,
    /// The limits.
    pub(crate) limits: RunLimits,
    /// The seed.
    pub(crate) seed: u64,
    /// The number of the repetition.
    pub(crate) repeat: u32,
}

impl ExternalSolver {
    /// The command of one invocation.
    pub(crate) fn command_for(&self, invocation: &Invocation<'_>) -> ProgramCommand {
        let (argv, stdin) = self.filled(invocation);
        let RunLimits { memory_mib, .. } = invocation.limits;
        ProgramCommand {
            argv,
            folder: self.folder.clone(),
            stdin,
            time: invocation.limits.time(),
            cpu: invocation.limits.cpu(),
            memory: memory_mib.map(|mib| mib.saturating_mul(1 << 20)),
        }
    }

    /// The placeholders of its command line and its input, as they are written.
    pub(crate) fn placeholders(&self) -> impl Iterator<Item = &str> {
        self.command.iter().chain([&self.stdin]).flat_map(Template::placeholders)
    }

    /// Its parsed answer, or the reason why it cannot be read.
    pub(crate) fn parse_answer(&self, ended: &ProgramOutput) -> Result<ParsedAnswer, String> {
        answer::read(&self.format, &self.dialect, &ended.stdout)
    }

    /// The command line and the standard input for `invocation`.
    pub(crate) fn filled(&self, invocation: &Invocation<'_>) -> (Vec<String>, String) {
        let value = |name: &str| self.value(name, invocation);
        let mut argv: Vec<String> = self.command.iter().map(|template| template.fill(value)).collect();
        if let Some(program) = argv.first_mut() {
            *program = self.resolve_program(program);
        }
        (argv, self.stdin.fill(value))
    }

    fn value(&self, name: &str, invocation: &Invocation<'_>) -> String {
        let size = invocation.board.size();
        let text = |limit: Option<u64>| limit.map_or_else(String::new, |limit| limit.to_string());
        match name {
            "board" => self.boards.write(invocation.board),
            "goal" => self.boards.write(invocation.goal),
            "rows" => size.rows().to_string(),
            "cols" | "columns" => size.cols().to_string(),
            "time_s" => invocation.limits.time_s.map_or_else(String::new, |seconds| seconds.to_string()),
            "cpu_s" => invocation.limits.cpu_s.map_or_else(String::new, |seconds| seconds.to_string()),
            "depth" => text(invocation.limits.depth),
            "memory_mib" | "memory_mb" => text(invocation.limits.memory_mib),
            "nodes" => text(invocation.limits.nodes),
            "seed" => invocation.seed.to_string(),
            "repeat" => invocation.repeat.to_string(),
            own => {
                self.values.iter().find(|(name, _)| name == own).map_or_else(String::new, |(_, value)| value.clone())
            }
        }
    }

    /// A path with a slash is relative to the experiment file; any other name is looked up on `PATH`.
    fn resolve_program(&self, program: &str) -> String {
        if program.contains('/') { self.folder.join(program).display().to_string() } else { program.to_owned() }
    }

    /// The reason why the program cannot be started, as far as it is known without starting it.
    pub(crate) fn startup_error(&self) -> Option<String> {
        let program = self.command.first()?;
        // A path that contains placeholders is known only when a run fills them in.
        if program.placeholders().any(is_common_placeholder) {
            return None;
        }
        let of = |own: &str| self.values.iter().find(|(name, _)| name == own).map_or("", |(_, value)| value).to_owned();
        let program = self.resolve_program(&program.fill(of));
        if program.contains('/') {
            return match Path::new(&program) {
                path if !path.exists() => Some(format!("the program {} does not exist", excerpt(&program))),
                path if !path.is_file() => Some(format!("{} is not a file: name the program in it", excerpt(&program))),
                path if !is_executable(path) => {
                    Some(format!("{0} is not executable: run chmod +x {0}", excerpt(&program)))
                }
                _ => None,
            };
        }
        let path = env::var_os("PATH").unwrap_or_default();
        let found = env::split_paths(&path).any(|folder| is_executable(&folder.join(&program)));
        (!found).then(|| {
            format!(
                "the program '{program}' is not on PATH: install it, or write its path with a slash, as ./{program}",
                program = excerpt(&program)
            )
        })
    }

    /// The weight, if there is a placeholder of that name; else empty.
    pub(crate) fn weight(&self) -> &str {
        self.values.iter().find(|(name, _)| name == "weight").map_or("", |(_, value)| value)
    }

    /// All options except the weight that affect the input of the program and the interpretation of its answer.
    pub(crate) fn options(&self) -> String {
        let default_dialect = Dialect::default();
        let default_boards = BoardText::default();
        let command = self.command.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        let mut options = format!("command={command}");
        let mut add = |name: &str, value: &str, is_given: bool| {
            if is_given {
                // Writing to a string cannot fail.
                let _ = write!(options, ";{name}={value}");
            }
        };
        add("version", &self.version, !self.version.is_empty());
        let stdin = self.stdin.to_string();
        add("stdin", &stdin, stdin != "\"\"");
        if let AnswerFormat::Patterns(patterns) = &self.format {
            for (key, pattern) in patterns {
                add(&format!("answer.{}", key.name()), &format!("{:?}", pattern.as_str()), true);
            }
        }
        add("anytime", "true", self.anytime);
        add("letters", &self.dialect.names.join(","), self.dialect.names != default_dialect.names);
        add("moves_of", "tile", self.dialect.of_tile);
        add("reversed", "true", self.dialect.reversed);
        add("separator", &format!("{:?}", self.boards.separator), self.boards.separator != default_boards.separator);
        if let Some(separator) = &self.boards.row_separator {
            add("row_separator", &format!("{separator:?}"), true);
        }
        add("blank", &self.boards.blank, self.boards.blank != default_boards.blank);
        for (name, value) in self.values.iter().filter(|(name, _)| name != "weight") {
            add(name, value, true);
        }
        options
    }
}

/// Equal if they are invoked and read alike; their claims of optimality are compared too.
impl PartialEq for ExternalSolver {
    fn eq(&self, other: &Self) -> bool {
        (self.options(), self.weight(), &self.folder, self.optimal)
            == (other.options(), other.weight(), &other.folder, other.optimal)
    }
}

impl Eq for ExternalSolver {}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(path: &Path) -> bool {
    path.is_file() || path.with_extension("exe").is_file()
}
