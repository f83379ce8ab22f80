//! Programs as solvers of an experiment: their input, their records and their errors.

use std::fs;
use std::path::Path;

use tempfile::TempDir;
use tilebench_record::{Folder, Incumbent, Proof, Run, Status};

use super::*;
use crate::{Execution, Experiment, Plan, Searches, execute};

fn load(solver: &str) -> anyhow::Result<Experiment> {
    Experiment::parse(&format!("name = 'x'\ninstances = ['walk:2x3:k=1:1']\n[[solver]]\n{solver}"), "x.toml", &[])
}

fn message(solver: &str) -> String {
    load(solver).unwrap_err().to_string()
}

fn external(solver: &str) -> ExternalSolver {
    load(solver).unwrap().solvers[0].program.command().unwrap().clone()
}

/// The command line and the input of `solver` for one board.
fn filled_command(solver: &str) -> (Vec<String>, String) {
    let experiment = load(solver).unwrap();
    let set = &experiment.selections[0].set;
    let goal = set.goal_board().unwrap();
    let limits = experiment.solvers[0].limits;
    let invocation = Invocation { board: set.instances[0].board().unwrap(), goal: &goal, limits, seed: 7, repeat: 2 };
    experiment.solvers[0].program.command().unwrap().filled(&invocation)
}

#[test]
fn every_placeholder_is_filled_and_a_limit_that_is_not_set_is_empty() {
    let command =
        "command = ['p', '{board}', '{goal}', '{rows}x{cols}{columns}', '{seed}/{repeat}', '{{{w}}}']\nw = 1.50\n";
    let (argv, stdin) = filled_command(&format!("{command}stdin = '{{time_s}},{{cpu_s}},{{memory_mib}},{{nodes}}'\n"));
    assert_eq!(argv[0], "p");
    assert_eq!(argv[1].split(' ').count(), 6);
    assert_eq!(argv[2..], ["0 1 2 3 4 5", "2x33", "7/2", "{1.50}"]);
    assert_eq!(stdin, ",,,");
    let limits = "limits = { time_s = 2.5, cpu_s = 2, memory_mib = 64, nodes = 1000 }\n";
    let (_, stdin) =
        filled_command(&format!("{command}stdin = '{{time_s}},{{cpu_s}},{{memory_mib}},{{nodes}}'\n{limits}"));
    assert_eq!(stdin, "2.5,2,64,1000");
    let (argv, _) = filled_command("command = ['p', '{goal}']\nseparator = ','\nrow_separator = '/'\nblank = '_'\n");
    assert_eq!(argv[1], "_,1,2/3,4,5");
}

#[test]
fn a_path_with_a_slash_is_relative_to_the_experiment_file() {
    let (argv, _) = filled_command("command = ['./p', './p']\n");
    assert!(Path::new(&argv[0]).is_absolute() && argv[0].ends_with("/p"), "{}", argv[0]);
    assert_eq!(argv[1], "./p");
}

#[test]
fn a_solver_is_named_after_its_file_and_the_values_of_its_sweep() {
    let names = |solver: &str| {
        let solvers = load(solver).unwrap().solvers;
        solvers.into_iter().map(|solver| solver.name).collect::<Vec<_>>()
    };
    assert_eq!(names("command = ['./build/fast.exe']\n"), ["fast"]);
    assert_eq!(names("command = ['python3', '-O', 'my.solver.py', '{board}']\n"), ["my.solver"]);
    assert_eq!(names("command = ['p', '-w{weight}', '{mode}']\nweight = [1, 1.5]\nmode = 'a'\n"), ["p w=1", "p w=1.5"]);
    assert_eq!(names("command = ['p', '{mode}']\nname = 'mine'\nmode = ['a', 'b']\n"), ["mine mode=a", "mine mode=b"]);
    assert_eq!(
        message("command = ['python3', '{board}']\n"),
        "x.toml:4: 'name' is missing and cannot be derived from command: write name = \"mine\""
    );
}

#[test]
fn every_option_that_determines_a_run_is_in_its_record() {
    let options = |solver: &str| external(solver).options();
    assert_eq!(options("command = ['./p', '{board}']\n"), "command=./p {board}");
    assert_eq!(
        options(
            "command = ['./p', '{board}', 'a b', '{weight}{k}']\nstdin = \"{goal}\\n\"\nweight = 2\nk = 3\n\
             letters = 'NSWE'\nmoves_of = 'tile'\nreversed = true\nseparator = ','\nblank = '_'\nversion = '1.2'\n\
             answer = { moves = '^(.*)$' }\n"
        ),
        "command=./p {board} \"a b\" {weight}{k};version=1.2;stdin=\"{goal}\\n\";answer.moves=\"^(.*)$\";\
         letters=N,S,W,E;moves_of=tile;reversed=true;separator=\",\";blank=_;k=3"
    );
    let ids = |solver: &str| Plan::new(load(solver).unwrap()).unwrap().run_ids().map(str::to_owned).collect::<Vec<_>>();
    assert_ne!(ids("command = ['./p', '{board}']\n"), ids("command = ['./p', '-x', '{board}']\n"));
    assert_eq!(
        ids("command = ['./p', '{board}']\n"),
        ids("command = ['./p', '{board}']\nname = 'another'\n"),
        "a name is for display only"
    );
}

#[test]
fn an_invalid_table_is_refused_with_its_line_and_a_suggestion() {
    for (solver, expected) in [
        ("command = ['p', '{baord}']\n", "x.toml:4: unknown placeholder '{baord}'; did you mean 'board'?"),
        (
            "command = ['p', '{wieght}']\nweight = [1, 2]\n",
            "x.toml:4: unknown placeholder '{wieght}'; did you mean 'weight'?",
        ),
        (
            "command = ['p', '{board}']\nmoves_off = 'tile'\n",
            "x.toml:5: unknown key 'moves_off' in [[solver]] with a command; did you mean 'moves_of'?",
        ),
        (
            "command = ['p']\nmoves_of = 'tiles'\n",
            "x.toml:5: unknown moves_of 'tiles': write moves_of = \"blank\" or \"tile\"",
        ),
        (
            "command = ['p']\nalgorithm = 'bfs'\n",
            "x.toml:5: 'algorithm': a solver has either a command or an algorithm: remove one of them",
        ),
        (
            "command = ['p']\norder = 'ULRD'\n",
            "x.toml:5: 'order': an external program has its own operator order: remove this key",
        ),
        (
            "command = './p {board}'\n",
            "x.toml:4: command must be a list, not the string './p {board}': write [\"./mysolver\", \"{board}\"]",
        ),
        (
            "command = ['p', '{board']\n",
            "x.toml:4: a part of command: '{board' opens a brace and does not close it: write '{{' for a brace",
        ),
        (
            "command = ['p']\nanswer = 'yaml'\n",
            "x.toml:5: answer 'yaml' is neither \"json\" nor a table such as { moves = 'Moves: (.*)' }",
        ),
        (
            "command = ['p']\nanswer = { length = '([0-9]+)' }\n",
            "x.toml:5: answer has no expression for moves, and without moves no answer can be replayed: write { moves = 'Moves: (.*)' }",
        ),
        (
            "command = ['p']\nanswer = { moves = '(a)(b)' }\n",
            "x.toml:5: moves has 2 groups, but needs one group that holds the value, or a group named (?<moves>...); \
             write other groups as (?:...)",
        ),
        (
            "command = ['p']\nletters = 'UDL'\n",
            "x.toml:5: letters must be four different names, for up, down, left and right: write \"UDLR\", or [\"up\", \
             \"down\", \"left\", \"right\"]",
        ),
        ("command = ['p']\nreversed = 'yes'\n", "x.toml:5: reversed must be true or false, not the string 'yes'"),
    ] {
        assert_eq!(message(solver), expected);
    }
    assert!(
        message("command = ['p']\nanswer = { moves = '(' }\n")
            .starts_with("x.toml:5: moves is not a regular expression: ")
    );
}

/// The record of a shell script that is given the board of the only run. The blank is one move to the left, and `L`
/// solves it.
fn recorded(script: &str, table: &str) -> Run {
    recorded_with_incumbents(script, table).0
}

fn recorded_with_incumbents(script: &str, table: &str) -> (Run, Vec<Incumbent>) {
    let dir = one_move();
    let file = dir.path().join("x.toml");
    let solver = format!("[[solver]]\nname = 'p'\ncommand = ['sh', 'p.sh', '{{board}}']\n{table}");
    fs::write(dir.path().join("p.sh"), script).unwrap();
    fs::write(&file, format!("name = 'x'\ninstances = ['own.csv']\nexecution = {{ isolation = 'thread' }}\n{solver}"))
        .unwrap();
    let plan = Plan::new(Experiment::load(&file, &[]).unwrap()).unwrap();
    let searches = Searches::default();
    let execution = Execution::new(&searches);
    execute(&plan, &dir.path().join("out"), &execution).unwrap();
    let folder = Folder::open(&dir.path().join("out")).unwrap();
    let mut runs = folder.runs().unwrap();
    assert_eq!(runs.len(), 1);
    (runs.remove(0), folder.incumbents().unwrap())
}

fn one_move() -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("own.csv"), "# rows: 2\n# cols: 3\nid,board,optimal\na,1 0 2 3 4 5,1\n").unwrap();
    dir
}

#[cfg(unix)]
#[test]
fn an_honest_answer_is_replayed_and_recorded_with_its_counts() {
    let run =
        recorded("echo '{\"moves\": \"L\", \"expanded\": 3, \"generated\": 8, \"length\": 1}'", "proof = 'optimal'");
    assert_eq!((run.status, run.length, run.proof, run.moves.as_str()), (Status::Solved, Some(1), Proof::Optimal, "L"));
    assert_eq!((run.expanded, run.generated, run.h0), (Some(3), Some(8), None));
    assert_eq!((run.algorithm.as_str(), run.heuristic.as_str(), run.order.as_str()), ("command", "", ""));
    assert_eq!(run.options, "command=sh p.sh {board}");
    assert!(run.wall_s > 0.0);
    // A program that gave up does not claim that its path is shortest.
    let run = recorded("echo '{\"moves\": \"L\", \"status\": \"time-limit\"}'", "proof = 'optimal'");
    assert_eq!((run.status, run.length, run.proof), (Status::Solved, Some(1), Proof::None));
    let run = recorded(
        "echo \"Solution: right of $1\"; exit 1",
        "moves_of = 'tile'\nletters = ['up', 'down', 'left', 'right']\nanswer = { moves = 'Solution: (\\w+)' }",
    );
    assert_eq!((run.status, run.proof, run.moves.as_str()), (Status::Solved, Proof::None, "L"));
}

/// A program that prints a detour and then the shortest path, and continues.
#[cfg(unix)]
const IMPROVING: &str = "echo '{\"moves\": \"RLL\", \"expanded\": 2}'; echo '{\"moves\": \"RLL\"}'; sleep 0.1
echo noise; echo '{\"moves\": \"L\", \"length\": 1, \"expanded\": 9, \"generated\": 20}'; ";

#[cfg(unix)]
#[test]
fn an_anytime_program_that_is_stopped_answers_by_its_best_solution() {
    let table = "anytime = true\nproof = 'optimal'\nlimits = { time_s = 0.8 }";
    let (run, incumbents) = recorded_with_incumbents(&format!("{IMPROVING} sleep 60"), table);
    assert_eq!((run.status, run.length, run.incumbents, run.ended_by), (Status::Solved, Some(1), Some(2), None));
    assert_eq!(
        (run.proof, run.found_expanded),
        (Proof::None, Some(9)),
        "it was stopped before it could prove anything"
    );
    let rows: Vec<_> =
        incumbents.iter().map(|row| (row.cost, row.length, row.expanded, row.generated, row.bound)).collect();
    assert_eq!(rows, [(3, 3, Some(2), None, None), (1, 1, Some(9), Some(20), None)]);
    assert!(incumbents[0].wall_s + 0.09 < incumbents[1].wall_s && incumbents[1].wall_s < 0.8, "{incumbents:?}");
}

#[cfg(unix)]
#[test]
fn an_anytime_program_that_ends_keeps_its_claim_and_a_late_solution_does_not_count() {
    let (run, incumbents) = recorded_with_incumbents(IMPROVING, "anytime = true\nproof = 'optimal'");
    assert_eq!((run.status, run.length, run.proof, incumbents.len()), (Status::Solved, Some(1), Proof::Optimal, 2));
    let late = "echo '{\"moves\": \"RLL\"}'; sleep 60; echo '{\"moves\": \"L\"}'";
    let run = recorded(late, "anytime = true\nlimits = { time_s = 0.4 }");
    assert_eq!((run.status, run.length, run.incumbents), (Status::Solved, Some(3), Some(1)));
    let none = recorded("sleep 60", "anytime = true\nlimits = { time_s = 0.2 }");
    assert_eq!((none.status, none.incumbents), (Status::TimeLimit, None));
    let stopped = recorded(late, "limits = { time_s = 0.2 }");
    assert_eq!(stopped.status, Status::TimeLimit, "without anytime, only an answer in time counts");
}

#[cfg(unix)]
#[test]
fn an_anytime_program_with_an_invalid_solution_is_wrong() {
    let (run, incumbents) =
        recorded_with_incumbents("echo '{\"moves\": \"R\"}'; echo '{\"moves\": \"L\"}'", "anytime = true");
    assert_eq!((run.status, run.length, incumbents.len()), (Status::Wrong, None, 0));
    assert!(run.message.starts_with("line 1 of its JSON: the moves, 1 in all, end at"), "{}", run.message);
    assert!(
        message("command = ['./p']\nanytime = true\nanswer = { moves = '(.*)' }\n").contains("needs answers in JSON")
    );
}

#[cfg(unix)]
#[test]
fn an_invalid_answer_is_never_accepted() {
    let refused = |script: &str, table: &str, status, message: &str| {
        let run = recorded(script, table);
        assert_eq!((run.status, run.message.as_str(), run.length), (status, message, None), "{script}");
    };
    let wrong = |answer: &str, message: &str| refused(&format!("echo '{answer}'"), "", Status::Wrong, message);
    wrong("{\"moves\": \"R\"}", "the moves, 1 in all, end at 1 2 0 3 4 5, which is not the goal 0 1 2 3 4 5");
    wrong("{\"moves\": \"L\", \"length\": 3}", "it reports length 3, but returns 1 move");
    wrong("{\"length\": 1}", "it reports length 1, but returns no moves that could be replayed");
    wrong("{\"status\": \"solved\"}", "it reports status solved, but returns no moves that could be replayed");
    wrong("{\"moves\": \"L\", \"unsolvable\": true}", "it returns moves and reports that no path exists");
    wrong("{\"unsolvable\": true}", "the program reports that no path exists, but the parity shows that one does");
    wrong("{\"moves\": 5}", "its 'moves' must be a string such as \"ULDR\" or a list of letters");
    let detour = "echo '{\"moves\": \"RLL\"}'";
    refused(detour, "proof = 'optimal'", Status::Wrong, "length 3 is claimed to be shortest, but 1 is known");
    assert_eq!(recorded(detour, "").length, Some(3));
    refused("true", "", Status::Crashed, "it ended without an answer: it printed nothing on standard output");
    refused(
        "echo Segmentation fault",
        "",
        Status::Crashed,
        "it ended without an answer: no line of its output is a JSON object; the last line is 'Segmentation fault'",
    );
    refused(
        "echo 'no such tile' >&2; exit 3",
        "",
        Status::Crashed,
        "it ended with exit code 3 and without an answer; its standard error ends with: no such tile",
    );
    refused("kill -11 $$", "", Status::Crashed, "it was terminated by signal 11");
    refused("yes", "", Status::Crashed, "it wrote more than 16 MiB");
    refused("echo '{\"status\": \"gave-up\", \"message\": \"too deep\"}'", "", Status::GaveUp, "too deep");
    refused("trap '' TERM; while :; do :; done", "limits = { time_s = 0.2 }", Status::TimeLimit, "");
    refused("echo '{\"moves\": \"L\", \"generated\": 11}'", "limits = { nodes = 10 }", Status::NodeLimit, "");
}

#[test]
fn a_missing_program_stops_the_experiment_before_anything_is_written() {
    let dir = one_move();
    let file = dir.path().join("x.toml");
    for (command, expected) in [
        ("./none", "the program "),
        ("none-such-program", "the program 'none-such-program' is not on PATH: install it, or write its path"),
        ("./own.csv", ""),
    ] {
        let solver = format!("[[solver]]\nname = 'p'\ncommand = ['{command}', '{{board}}']\n");
        fs::write(&file, format!("name = 'x'\ninstances = ['own.csv']\n{solver}")).unwrap();
        let plan = Plan::new(Experiment::load(&file, &[]).unwrap()).unwrap();
        let searches = Searches::default();
        let execution = Execution::new(&searches);
        let error = execute(&plan, &dir.path().join("out"), &execution).unwrap_err().to_string();
        assert!(error.starts_with(&format!("solver 'p': {expected}")), "{error}");
        assert!(!dir.path().join("out").exists());
    }
}
