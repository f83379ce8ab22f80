//! The rows.

use super::{KeyDefault, KeyKind, KeySpec, KeyTable, MAX_JOBS};

/// More repeats than any experiment needs.
const MAX_REPEATS: u64 = u32::MAX as u64;

/// The defaults of a row; each row states only its differences.
const TEXT: KeySpec = KeySpec {
    name: "",
    former: "",
    kind: KeyKind::Text,
    unit: "",
    default: KeyDefault::Described("none"),
    meaning: "",
    example: "",
};
const FLAG: KeySpec = KeySpec { kind: KeyKind::Flag, ..TEXT };
const SECONDS: KeySpec =
    KeySpec { kind: KeyKind::Seconds, unit: "s", default: KeyDefault::Described("no limit"), ..TEXT };
const LIMIT: KeySpec = KeySpec { kind: KeyKind::at_least(1), default: KeyDefault::Described("no limit"), ..TEXT };

/// The values of `instances`, at the top of the file and in a solver.
const SETS: KeyKind = KeyKind::Other("instance set (string or table), or list of them");

/// Every table of the file.
pub const TABLES: [&KeyTable; 11] = [
    &EXPERIMENT,
    &SELECTION,
    &LIMITS,
    &EXECUTION,
    &SOLVER,
    &COMMAND,
    &ANSWER,
    &ATTRIBUTE,
    &CLAIM,
    &CLAIMED_RUNS,
    &REPORT,
];

/// The keys outside of any table.
pub const EXPERIMENT: KeyTable = KeyTable {
    name: "the experiment",
    meaning: "Keys at the top of the file, before any table.",
    keys: &[
        KeySpec {
            name: "name",
            default: KeyDefault::Required,
            meaning: "Name of the experiment and of its result folder below results/: letters, digits, '-', '_' and '.'.",
            example: "\"my-experiment\"",
            ..TEXT
        },
        KeySpec {
            name: "question",
            default: KeyDefault::Value("\"\""),
            meaning: "The question that the experiment answers, in one sentence. The report prints it.",
            example: "\"How much does linear conflict save?\"",
            ..TEXT
        },
        KeySpec {
            name: "instances",
            kind: SETS,
            default: KeyDefault::Described("required, unless every solver has its own"),
            meaning: "The instances that every solver runs on: a built-in set (`tilebench instances list`), a rule such \
                      as random:4x4:100:seed=1, walk:4x4:k=25:100, all:3x3 or, for another domain, pancake:40:100:seed=1, or a CSV \
                      file relative to this file.",
            example: "[\"random:3x3:20:seed=1\"]",
            ..TEXT
        },
        KeySpec {
            name: "order",
            kind: KeyKind::Other("permutation of ULRD, or \"shuffle\""),
            default: KeyDefault::Value("\"ULRD\""),
            meaning: "Order in which the blank's moves (up, left, right, down) are generated; \"shuffle\" draws one from \
                      the seed. Other domains than tiles have none.",
            example: "\"ULRD\"",
            ..TEXT
        },
        KeySpec {
            name: "cost",
            kind: KeyKind::Other("name of a cost model, or list of them"),
            default: KeyDefault::Value("\"unit\""),
            meaning: "Cost of a move: unit, heavy (the tile's number t), inverse (1/t), sqrt, reverse (cells - t) or \
                      unit-fraction (1 + 1/(1 + t)). Another domain has those that `tilebench domains` lists.",
            example: "[\"unit\", \"heavy\"]",
            ..TEXT
        },
        KeySpec {
            name: "metric",
            kind: KeyKind::OneOf(&["single", "multi"]),
            default: KeyDefault::Value("\"single\""),
            meaning: "Definition of one move: single (one tile by one cell) or multi (a slide of one or more tiles of a row or column).",
            example: "\"multi\"",
            ..TEXT
        },
        KeySpec {
            name: "seed",
            kind: KeyKind::at_least(0),
            default: KeyDefault::Value("0"),
            meaning: "Seed of the order of the runs, of shuffled operator orders and of every other random choice.",
            example: "1",
            ..TEXT
        },
        KeySpec {
            name: "repeats",
            kind: KeyKind::Count { min: 1, max: MAX_REPEATS },
            default: KeyDefault::Value("1"),
            meaning: "Number of repeats of every run, to measure the variation of times.",
            example: "3",
            ..TEXT
        },
        KeySpec {
            name: "limits",
            kind: KeyKind::Other("table [limits]"),
            default: KeyDefault::Described("no limits"),
            meaning: "Limits of every run; a solver may have its own.",
            example: "{ time_s = 60 }",
            ..TEXT
        },
        KeySpec {
            name: "execution",
            kind: KeyKind::Other("table [execution]"),
            default: KeyDefault::Described("the defaults of its keys"),
            meaning: "How runs are executed. It does not affect counts.",
            example: "{ jobs = 2 }",
            ..TEXT
        },
        KeySpec {
            name: "solver",
            kind: KeyKind::Other("tables [[solver]], at least one"),
            default: KeyDefault::Required,
            meaning: "The solvers to compare, one table each.",
            example: "[{ algorithm = \"idastar\", heuristic = \"manhattan\" }]",
            ..TEXT
        },
        KeySpec {
            name: "claim",
            kind: KeyKind::Other("tables [[claim]]"),
            default: KeyDefault::Described("none"),
            meaning: "Claims that the runs judge, one table each.",
            example: "[{ claim = \"It solves all.\", quantity = \"mean solved\", value = 1 }]",
            ..TEXT
        },
        KeySpec {
            name: "attribute",
            kind: KeyKind::Other("tables [[attribute]]"),
            default: KeyDefault::Described("none"),
            meaning: "Numbers that the output of external solvers adds to runs, one table each.",
            example: "[{ name = \"x_depth\", unit = \"moves\" }]",
            ..TEXT
        },
        KeySpec {
            name: "report",
            kind: KeyKind::Other("table [report]"),
            default: KeyDefault::Described("the defaults of its keys"),
            meaning: "How reports show the runs. It does not affect them: run the experiment again after a change, which writes \
                      the report of the finished runs.",
            example: "{ text_width = 240 }",
            ..TEXT
        },
    ],
};

/// An instance set that is written as a table.
pub const SELECTION: KeyTable = KeyTable {
    name: "an instance set",
    meaning: "An instance set that is written as a table selects some of its instances: { set = \"korf100\", ids = \"1-10\" }.",
    keys: &[
        KeySpec {
            name: "set",
            default: KeyDefault::Required,
            meaning: "A built-in set, a rule, or a CSV file.",
            example: "\"korf100\"",
            ..TEXT
        },
        KeySpec {
            name: "ids",
            default: KeyDefault::Described("all instances"),
            meaning: "Ids of the instances to run, separated by commas; ids that are numbers may be ranges.",
            example: "\"1-10,79\"",
            ..TEXT
        },
    ],
};

/// The limits of a run.
pub const LIMITS: KeyTable = KeyTable {
    name: "[limits]",
    meaning: "Limits of each run. A run that reaches one ends as a row with that status.",
    keys: &[
        KeySpec { name: "time_s", meaning: "Wall-clock time of the search.", example: "60", ..SECONDS },
        KeySpec {
            name: "cpu_s",
            meaning: "Processor time of the search, summed over its threads.",
            example: "60",
            ..SECONDS
        },
        KeySpec {
            name: "nodes",
            unit: "nodes",
            meaning: "Number of generated nodes. The search stops before it exceeds the limit.",
            example: "1_000_000",
            ..LIMIT
        },
        KeySpec {
            name: "depth",
            unit: "moves",
            meaning: "Length of a path. Nodes with a larger g + h are pruned.",
            example: "80",
            ..LIMIT
        },
        KeySpec {
            name: "memory_mib",
            former: "memory_mb",
            unit: "MiB",
            default: KeyDefault::Described("3/4 of the memory of the machine, divided by its cores"),
            meaning: "Memory of the algorithm's own data structures. The runner also limits the memory of worker processes and external solvers.",
            example: "2048",
            ..LIMIT
        },
        KeySpec {
            name: "disk_mib",
            former: "disk_mb",
            unit: "MiB",
            meaning: "Size of the files of a search that stores its lists on disk (store = \"disk\").",
            example: "10_000",
            ..LIMIT
        },
    ],
};

/// How runs are executed.
pub const EXECUTION: KeyTable = KeyTable {
    name: "[execution]",
    meaning: "How runs are executed. It affects times, but not counts.",
    keys: &[
        KeySpec {
            name: "jobs",
            kind: KeyKind::Count { min: 1, max: MAX_JOBS },
            default: KeyDefault::Described("physical cores divided by the maximum number of threads of a solver"),
            meaning: "Number of runs that are executed in parallel.",
            example: "2",
            ..TEXT
        },
        KeySpec {
            name: "isolation",
            kind: KeyKind::OneOf(&["process", "thread"]),
            default: KeyDefault::Value("\"process\""),
            meaning: "process: each job has its own worker process, so that a crash affects one row only. thread: each job is a thread of this process, for runs of less than a millisecond.",
            example: "\"process\"",
            ..TEXT
        },
        KeySpec {
            name: "cgroups",
            default: KeyDefault::Value("true"),
            meaning: "Whether the memory of worker processes is limited by control groups if the system allows it.",
            example: "false",
            ..FLAG
        },
        KeySpec {
            name: "schedule",
            kind: KeyKind::OneOf(&["random", "plan"]),
            default: KeyDefault::Value("\"random\""),
            meaning: "random: the order of the runs is drawn from the seed, so that drift of the machine is spread evenly. plan: the order of the file.",
            example: "\"random\"",
            ..TEXT
        },
        KeySpec {
            name: "pin",
            default: KeyDefault::Value("true"),
            meaning: "Whether each search is pinned to its own cores.",
            example: "true",
            ..FLAG
        },
        KeySpec {
            name: "checkpoint",
            default: KeyDefault::Described("for iterations of IDA* with an expected time above ten minutes"),
            meaning: "Whether iterations of IDA* are cut into work units, which are recorded in the result folder as they are finished. A search that was killed continues with the others.",
            example: "true",
            ..FLAG
        },
    ],
};

const NAME: KeySpec = KeySpec {
    name: "name",
    default: KeyDefault::Described("composed of the algorithm, the heuristic and the options"),
    meaning: "Name of the configuration in records and reports. A table that is swept over lists cannot have a name.",
    example: "\"baseline\"",
    ..TEXT
};
const INSTANCES: KeySpec = KeySpec {
    name: "instances",
    kind: SETS,
    default: KeyDefault::Described("the experiment's"),
    meaning: "Instances of this solver, instead of those of the experiment.",
    example: "[\"korf100\"]",
    ..TEXT
};
const OWN_LIMITS: KeySpec = KeySpec {
    name: "limits",
    kind: KeyKind::Other("table of limits"),
    default: KeyDefault::Described("the experiment's"),
    meaning: "Limits of this solver. Limits that are not set are those of the experiment.",
    example: "{ nodes = 1_000_000 }",
    ..TEXT
};
const SEEDS: KeySpec = KeySpec {
    name: "seeds",
    kind: KeyKind::Other("range \"1-100\", integer, or list of integers; at most 100000 seeds"),
    default: KeyDefault::Described("the experiment's seed"),
    meaning: "Seeds of this solver. Every instance is run once per seed.",
    example: "\"1-5\"",
    ..TEXT
};

/// A solver of this program.
pub const SOLVER: KeyTable = KeyTable {
    name: "[[solver]]",
    meaning: "A solver of this program. The algorithm, the heuristic, an option of the algorithm, or `order` may be a list, which gives one configuration per combination. The options of the algorithm are keys, too: `tilebench algorithms` lists them.",
    keys: &[
        KeySpec {
            name: "algorithm",
            kind: KeyKind::Other("name of an algorithm, or a list"),
            default: KeyDefault::Required,
            meaning: "The algorithm; `tilebench algorithms` lists them. Each of several has all keys of the table.",
            example: "\"idastar\"",
            ..TEXT
        },
        NAME,
        INSTANCES,
        OWN_LIMITS,
        KeySpec {
            name: "order",
            kind: KeyKind::Other("permutation of ULRD, or \"shuffle\", or list of them"),
            default: KeyDefault::Described("the experiment's"),
            meaning: "Operator order of this solver.",
            example: "\"LURD\"",
            ..TEXT
        },
        KeySpec {
            name: "cost",
            kind: KeyKind::Other("name of a cost model, or list of them"),
            default: KeyDefault::Described("the experiment's"),
            meaning: "Cost models of this solver.",
            example: "\"heavy\"",
            ..TEXT
        },
        KeySpec {
            name: "metric",
            kind: KeyKind::OneOf(&["single", "multi"]),
            default: KeyDefault::Described("the experiment's"),
            meaning: "Metric of this solver.",
            example: "\"multi\"",
            ..TEXT
        },
        SEEDS,
        KeySpec {
            name: "heuristic",
            kind: KeyKind::Other("name of a heuristic, or list of them"),
            default: KeyDefault::Described("required if the algorithm takes one, else not allowed"),
            meaning: "The heuristic; `tilebench heuristics` lists them.",
            example: "\"linear-conflict\"",
            ..TEXT
        },
    ],
};

/// An external solver.
pub const COMMAND: KeyTable = KeyTable {
    name: "[[solver]] with a command",
    meaning: "An external solver: any program that prints a solution (docs/foreign-solvers.md). A key with the name of a placeholder of the command is the value of the placeholder, or a list that is swept.",
    keys: &[
        KeySpec {
            name: "command",
            kind: KeyKind::Other("list of strings with placeholders"),
            default: KeyDefault::Required,
            meaning: "The program and its arguments. A path with a slash is relative to this file; any other name is looked up on PATH. The program is started in the folder of this file.",
            example: "[\"./solver\", \"{board}\", \"{goal}\"]",
            ..TEXT
        },
        KeySpec {
            default: KeyDefault::Described("the name of the program's file"),
            meaning: "Name of the configuration in records and reports. The values of a sweep are appended.",
            ..NAME
        },
        KeySpec {
            name: "stdin",
            kind: KeyKind::Other("string with placeholders"),
            default: KeyDefault::Value("\"\""),
            meaning: "Text that the program reads from standard input.",
            example: "\"{board}\\n\"",
            ..TEXT
        },
        KeySpec {
            name: "answer",
            kind: KeyKind::Other("\"json\", or table of regular expressions"),
            default: KeyDefault::Value("\"json\""),
            meaning: "Format of the program's answer: a line of JSON, or the matches of regular expressions in its output.",
            example: "{ moves = 'Moves: (.*)' }",
            ..TEXT
        },
        KeySpec {
            name: "anytime",
            default: KeyDefault::Value("false"),
            meaning: "Whether the program prints a line of JSON for each solution that it finds. If a limit stops it, the best \
                      solution is its answer.",
            example: "true",
            ..FLAG
        },
        KeySpec {
            name: "moves_of",
            kind: KeyKind::OneOf(&["blank", "tile"]),
            default: KeyDefault::Value("\"blank\""),
            meaning: "Whether the moves are those of the blank, or of the tile, which moves in the opposite direction.",
            example: "\"tile\"",
            ..TEXT
        },
        KeySpec {
            name: "reversed",
            default: KeyDefault::Value("false"),
            meaning: "Whether the program prints the last move first.",
            example: "true",
            ..FLAG
        },
        KeySpec {
            name: "letters",
            kind: KeyKind::Other("string of four letters, or list of four words"),
            default: KeyDefault::Value("\"UDLR\""),
            meaning: "The program's names for up, down, left and right. Case matters only if two names differ in case only.",
            example: "\"NSWE\"",
            ..TEXT
        },
        KeySpec {
            name: "separator",
            default: KeyDefault::Value("\" \""),
            meaning: "Text between two tiles of a row of {board} and {goal}.",
            example: "\",\"",
            ..TEXT
        },
        KeySpec {
            name: "row_separator",
            default: KeyDefault::Described("the separator"),
            meaning: "Text between two rows of {board} and {goal}.",
            example: "\"/\"",
            ..TEXT
        },
        KeySpec {
            name: "blank",
            default: KeyDefault::Value("\"0\""),
            meaning: "Text of the blank in {board} and {goal}.",
            example: "\"_\"",
            ..TEXT
        },
        KeySpec {
            name: "proof",
            kind: KeyKind::OneOf(&["none", "optimal"]),
            default: KeyDefault::Value("\"none\""),
            meaning: "Whether the program claims that its solutions are optimal. A longer solution is then recorded as wrong.",
            example: "\"optimal\"",
            ..TEXT
        },
        KeySpec {
            name: "version",
            default: KeyDefault::Value("\"\""),
            meaning: "Version of the program, which is recorded. Change it with the program, so that its runs are repeated.",
            example: "\"1.2\"",
            ..TEXT
        },
        INSTANCES,
        OWN_LIMITS,
        SEEDS,
    ],
};

/// The parts of an external solver's answer that regular expressions may find.
pub const ANSWER: KeyTable = KeyTable {
    name: "[solver.answer]",
    meaning: "Regular expressions for the parts of an external solver's answer. Each has one group in parentheses that holds the value, or a group with the name of the key. The last match counts.",
    keys: &[
        KeySpec {
            name: "moves",
            kind: KeyKind::Other("regular expression"),
            default: KeyDefault::Required,
            meaning: "The moves, which are replayed.",
            example: "'Moves: (.*)'",
            ..TEXT
        },
        KeySpec {
            name: "length",
            kind: KeyKind::Other("regular expression"),
            meaning: "The length of the solution, which must equal the number of moves.",
            example: "'Length: ([0-9]+)'",
            ..TEXT
        },
        KeySpec {
            name: "expanded",
            kind: KeyKind::Other("regular expression"),
            meaning: "The number of nodes expanded.",
            example: "'Expanded: ([0-9]+)'",
            ..TEXT
        },
        KeySpec {
            name: "generated",
            kind: KeyKind::Other("regular expression"),
            meaning: "The number of nodes generated.",
            example: "'Generated: ([0-9]+)'",
            ..TEXT
        },
        KeySpec {
            name: "unsolvable",
            kind: KeyKind::Other("regular expression, with or without a group"),
            meaning: "Text by which the program states that no solution exists.",
            example: "'no solution'",
            ..TEXT
        },
    ],
};

/// An attribute of the output of an external solver.
pub const ATTRIBUTE: KeyTable = KeyTable {
    name: "[[attribute]]",
    meaning: "An attribute: a number that the output of an external solver adds to its run. Tables, charts, filters and claims show it as a column. An algorithm of your own crate adds attributes that the crate registers, without this table.",
    keys: &[
        KeySpec {
            name: "name",
            default: KeyDefault::Required,
            meaning: "Its name, which begins with x_: lower-case letters, digits and underscores.",
            example: "\"x_depth\"",
            ..TEXT
        },
        KeySpec {
            name: "kind",
            kind: KeyKind::OneOf(&["integer", "real"]),
            default: KeyDefault::Value("\"integer\""),
            meaning: "The kind of its values.",
            example: "\"real\"",
            ..TEXT
        },
        KeySpec {
            name: "unit",
            default: KeyDefault::Value("\"\""),
            meaning: "The unit of its values.",
            example: "\"moves\"",
            ..TEXT
        },
        KeySpec {
            name: "meaning",
            default: KeyDefault::Value("\"\""),
            meaning: "Its meaning, in one sentence.",
            example: "\"Depth of the deepest node.\"",
            ..TEXT
        },
        KeySpec {
            name: "pattern",
            kind: KeyKind::Other("regular expression"),
            default: KeyDefault::Described("the value of the JSON key with the attribute's name"),
            meaning: "An expression with one group in parentheses that holds the value. The last match in the output counts.",
            example: "'Depth: ([0-9]+)'",
            ..TEXT
        },
    ],
};

/// A claim of the author.
pub const CLAIM: KeyTable = KeyTable {
    name: "[[claim]]",
    meaning: "A claim that the runs judge after they are executed: `tilebench run` prints the verdicts, writes claims.md and the badge claims.svg into the result folder, and ends with exit code 1 if a claim is refuted. Claims do not change the runs.",
    keys: &[
        KeySpec {
            name: "claim",
            default: KeyDefault::Required,
            meaning: "The claim as a sentence.",
            example: "\"IDA* solves every instance.\"",
            ..TEXT
        },
        KeySpec {
            name: "quantity",
            default: KeyDefault::Required,
            meaning: "The measured quantity: sum, mean, median, most or least, and a column such as solved, length, generated, expanded, time, suboptimality or peak-bytes. The message for an unknown column lists all.",
            example: "\"mean solved\"",
            ..TEXT
        },
        KeySpec {
            name: "is",
            kind: KeyKind::OneOf(&["exactly", "at-most", "at-least", "more-than", "less-than"]),
            default: KeyDefault::Value("\"exactly\""),
            meaning: "The relation of the quantity to the value.",
            example: "\"at-least\"",
            ..TEXT
        },
        KeySpec {
            name: "value",
            kind: KeyKind::Other("number"),
            default: KeyDefault::Required,
            meaning: "The value.",
            example: "1",
            ..TEXT
        },
        KeySpec {
            name: "of",
            kind: KeyKind::Other("table"),
            default: KeyDefault::Described("all runs"),
            meaning: "The runs that the quantity is over.",
            example: "{ solver = \"idastar manhattan\" }",
            ..TEXT
        },
        KeySpec {
            name: "over",
            kind: KeyKind::Other("table"),
            default: KeyDefault::Described("no divisor"),
            meaning: "The runs whose quantity is the divisor, so that the claim is about a ratio.",
            example: "{ solver = \"idastar manhattan\" }",
            ..TEXT
        },
        KeySpec {
            name: "why",
            default: KeyDefault::Value("\"\""),
            meaning: "The reason for the claim, for the table of verdicts.",
            example: "\"Korf 1985 states it\"",
            ..TEXT
        },
    ],
};

/// The runs that a claim is about.
pub const CLAIMED_RUNS: KeyTable = KeyTable {
    name: "[claim.of], [claim.over]",
    meaning: "Runs that have all of these names.",
    keys: &[
        KeySpec {
            name: "solver",
            default: KeyDefault::Described("all configurations"),
            meaning: "The configuration, by its name in the report.",
            example: "\"idastar manhattan\"",
            ..TEXT
        },
        KeySpec {
            name: "set",
            default: KeyDefault::Described("all sets"),
            meaning: "The instance set, as in `instances`.",
            example: "\"random:3x3:1\"",
            ..TEXT
        },
        KeySpec {
            name: "instance",
            kind: KeyKind::Other("string or integer"),
            default: KeyDefault::Described("all instances"),
            meaning: "The instance.",
            example: "\"1\"",
            ..TEXT
        },
    ],
};

/// How reports show the runs.
pub const REPORT: KeyTable = KeyTable {
    name: "[report]",
    meaning: "How reports show the runs.",
    keys: &[
        KeySpec {
            name: "baseline",
            default: KeyDefault::Described("the one that solved the most instances"),
            meaning: "The configuration that the others are compared with, by its name in the report.",
            example: "\"idastar manhattan\"",
            ..TEXT
        },
        KeySpec {
            name: "text_width",
            kind: KeyKind::Count { min: 100, max: 2000 },
            unit: "points",
            default: KeyDefault::Described("345, the text of article"),
            meaning: "Width that tables of LaTeX do not exceed: wider ones are split.",
            example: "240",
            ..TEXT
        },
        KeySpec {
            name: "columns",
            kind: KeyKind::Other("table: lists of columns by the name of a table"),
            default: KeyDefault::Described("all columns"),
            meaning: "Columns of tables of LaTeX and of single tables, in this order, by their names in CSV files or their titles.",
            example: "{ nodes = [\"solver\", \"counted_n\", \"geom_mean_generated\"] }",
            ..TEXT
        },
        KeySpec {
            name: "names",
            kind: KeyKind::Other("table: display names by name"),
            default: KeyDefault::Described("the names of the records"),
            meaning: "Display names of configurations and columns in tables of LaTeX and in single tables. Dollar signs around a \
                      formula make it one in LaTeX.",
            example: "{ \"wastar manhattan w=2\" = \"WA* ($w=2$)\" }",
            ..TEXT
        },
    ],
};
