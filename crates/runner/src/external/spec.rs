//! A program and how to speak with it.

use std::env;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use tilebench_catalog::Board;
use tilebench_isolate::program::{ProgramCommand, ProgramOutput};
use tilebench_sanitize::message::shown;

use super::answer::{self, ParsedAnswer};
use super::{BoardText, Dialect, Form, Template};
use crate::RunLimits;

/// The placeholders that every command may have.
pub const PLACEHOLDERS: &[&str] =
    &["board", "goal", "rows", "cols", "columns", "time_s", "cpu_s", "memory_mb", "nodes", "depth", "seed", "repeat"];

/// An external program: its command line, how boards are written for it, and how it answers.
#[derive(Clone, Debug)]
pub struct ExternalSolver {
    /// The program and its arguments.
    pub(crate) command: Vec<Template>,
    /// The text on its standard input.
    pub(crate) stdin: Template,
    /// The folder of the experiment file: its working directory, to which its path may be relative.
    pub(crate) folder: PathBuf,
    /// The form of its answer.
    pub(crate) form: Form,
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

/// A question to a program.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ask<'a> {
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
    /// The command that asks it.
    pub(crate) fn command_for(&self, ask: &Ask<'_>) -> ProgramCommand {
        let (argv, stdin) = self.filled(ask);
        let RunLimits { memory_mb, .. } = ask.limits;
        ProgramCommand {
            argv,
            folder: self.folder.clone(),
            stdin,
            time: ask.limits.time(),
            cpu: ask.limits.cpu(),
            memory: memory_mb.map(|mb| mb.saturating_mul(1 << 20)),
        }
    }

    /// Its parsed answer, or the reason why it cannot be read.
    pub(crate) fn said(&self, ended: &ProgramOutput) -> Result<ParsedAnswer, String> {
        answer::read(&self.form, &self.dialect, &ended.stdout)
    }

    /// The command line and the standard input for `ask`.
    pub(crate) fn filled(&self, ask: &Ask<'_>) -> (Vec<String>, String) {
        let value = |name: &str| self.value(name, ask);
        let mut argv: Vec<String> = self.command.iter().map(|template| template.fill(value)).collect();
        if let Some(program) = argv.first_mut() {
            *program = self.located(program);
        }
        (argv, self.stdin.fill(value))
    }

    fn value(&self, name: &str, ask: &Ask<'_>) -> String {
        let size = ask.board.size();
        let told = |limit: Option<u64>| limit.map_or_else(String::new, |limit| limit.to_string());
        match name {
            "board" => self.boards.write(ask.board),
            "goal" => self.boards.write(ask.goal),
            "rows" => size.rows().to_string(),
            "cols" | "columns" => size.cols().to_string(),
            "time_s" => ask.limits.time_s.map_or_else(String::new, |seconds| seconds.to_string()),
            "cpu_s" => ask.limits.cpu_s.map_or_else(String::new, |seconds| seconds.to_string()),
            "depth" => told(ask.limits.depth),
            "memory_mb" => told(ask.limits.memory_mb),
            "nodes" => told(ask.limits.nodes),
            "seed" => ask.seed.to_string(),
            "repeat" => ask.repeat.to_string(),
            own => {
                self.values.iter().find(|(name, _)| name == own).map_or_else(String::new, |(_, value)| value.clone())
            }
        }
    }

    /// A path with a slash begins at the experiment file; anything else is found on `PATH`.
    fn located(&self, program: &str) -> String {
        if program.contains('/') { self.folder.join(program).display().to_string() } else { program.to_owned() }
    }

    /// The reason why the program cannot be started, as far as it is known without starting it.
    pub(crate) fn reason(&self) -> Option<String> {
        let program = self.command.first()?;
        // A path that contains placeholders is known only when a run fills them in.
        if program.placeholders().any(|name| PLACEHOLDERS.contains(&name)) {
            return None;
        }
        let of = |own: &str| self.values.iter().find(|(name, _)| name == own).map_or("", |(_, value)| value).to_owned();
        let program = self.located(&program.fill(of));
        if program.contains('/') {
            return match Path::new(&program) {
                path if !path.exists() => Some(format!("there is no program {}", shown(&program))),
                path if !path.is_file() => Some(format!("{} is no program: name the file in it", shown(&program))),
                path if !is_executable(path) => Some(format!("{0} may not be executed: chmod +x {0}", shown(&program))),
                _ => None,
            };
        }
        let path = env::var_os("PATH").unwrap_or_default();
        let found = env::split_paths(&path).any(|folder| is_executable(&folder.join(&program)));
        (!found).then(|| {
            format!(
                "there is no program '{program}' on PATH: install it, or write its path with a slash, as ./{program}",
                program = shown(&program)
            )
        })
    }

    /// The weight, if there is a placeholder of that name; else empty.
    pub(crate) fn weight(&self) -> &str {
        self.values.iter().find(|(name, _)| name == "weight").map_or("", |(_, value)| value)
    }

    /// All options except the weight that affect how the program is asked and how its answer is read.
    pub(crate) fn options(&self) -> String {
        let house = Dialect::default();
        let boards = BoardText::default();
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
        if let Form::Patterns(patterns) = &self.form {
            for (key, pattern) in patterns {
                add(&format!("answer.{}", key.name()), &format!("{:?}", pattern.as_str()), true);
            }
        }
        add("letters", &self.dialect.names.join(","), self.dialect.names != house.names);
        add("moves_of", "tile", self.dialect.of_tile);
        add("reversed", "true", self.dialect.reversed);
        add("separator", &format!("{:?}", self.boards.separator), self.boards.separator != boards.separator);
        if let Some(separator) = &self.boards.row_separator {
            add("row_separator", &format!("{separator:?}"), true);
        }
        add("blank", &self.boards.blank, self.boards.blank != boards.blank);
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
