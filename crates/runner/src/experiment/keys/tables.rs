//! The rows.

use super::{Key, KeyTable, Kind, Preset};

/// More repeats than any experiment needs.
const MAX_REPEATS: u64 = u32::MAX as u64;
/// More parallel runs than any machine has cores.
const MAX_JOBS: u64 = 4096;

/// The defaults of a row; each row states only its differences.
const TEXT: Key =
    Key { name: "", kind: Kind::Text, unit: "", default: Preset::Otherwise("none"), meaning: "", example: "" };
const FLAG: Key = Key { kind: Kind::Flag, ..TEXT };
const SECONDS: Key = Key { kind: Kind::Seconds, unit: "s", default: Preset::Otherwise("no limit"), ..TEXT };
const LIMIT: Key = Key { kind: Kind::at_least(1), default: Preset::Otherwise("no limit"), ..TEXT };

/// What `instances` may be, at the top of the file and in a solver.
const SETS: Kind = Kind::Other("instance set (string or table), or list of them");

/// Every table of the file.
pub const TABLES: [&KeyTable; 7] = [&EXPERIMENT, &SELECTION, &LIMITS, &EXECUTION, &SOLVER, &COMMAND, &ANSWER];

/// The keys outside of any table.
pub const EXPERIMENT: KeyTable = KeyTable {
    name: "the experiment",
    meaning: "Keys at the top of the file, before any table.",
    keys: &[
        Key {
            name: "name",
            default: Preset::Required,
            meaning: "Name of the experiment, and of its result folder below results/. Letters, digits, '-', '_' and '.'.",
            example: "\"my-experiment\"",
            ..TEXT
        },
        Key {
            name: "question",
            default: Preset::Value("\"\""),
            meaning: "The question that the experiment answers, in one sentence. The report prints it.",
            example: "\"How much does linear conflict save?\"",
            ..TEXT
        },
        Key {
            name: "instances",
            kind: SETS,
            default: Preset::Otherwise("required, unless every solver has its own"),
            meaning: "The instances that every solver runs on: a built-in set (`tilebench instances list`), a rule such \
                      as random:4x4:100:seed=1, walk:4x4:k=25:100 or all:3x3, or a CSV file relative to this file.",
            example: "[\"random:3x3:20:seed=1\"]",
            ..TEXT
        },
        Key {
            name: "order",
            kind: Kind::Other("permutation of ULRD, or \"shuffle\""),
            default: Preset::Value("\"ULRD\""),
            meaning: "Order in which the blank's moves (up, left, right, down) are generated; \"shuffle\" draws one from \
                      the seed.",
            example: "\"ULRD\"",
            ..TEXT
        },
        Key {
            name: "seed",
            kind: Kind::at_least(0),
            default: Preset::Value("0"),
            meaning: "Seed of the order of the runs, of shuffled operator orders and of every other random choice.",
            example: "1",
            ..TEXT
        },
        Key {
            name: "repeats",
            kind: Kind::Count { least: 1, most: MAX_REPEATS },
            default: Preset::Value("1"),
            meaning: "Number of times that every run is repeated, for the spread of times.",
            example: "3",
            ..TEXT
        },
        Key {
            name: "limits",
            kind: Kind::Other("table [limits]"),
            default: Preset::Otherwise("no limits"),
            meaning: "Limits of every run; a solver may have its own.",
            example: "{ time_s = 60 }",
            ..TEXT
        },
        Key {
            name: "execution",
            kind: Kind::Other("table [execution]"),
            default: Preset::Otherwise("its keys' defaults"),
            meaning: "How runs are executed. It changes no count.",
            example: "{ jobs = 2 }",
            ..TEXT
        },
        Key {
            name: "solver",
            kind: Kind::Other("tables [[solver]], at least one"),
            default: Preset::Required,
            meaning: "The solvers that are compared, one table each.",
            example: "[{ algorithm = \"idastar\", heuristic = \"manhattan\" }]",
            ..TEXT
        },
    ],
};

/// An instance set that is written as a table.
pub const SELECTION: KeyTable = KeyTable {
    name: "an instance set",
    meaning: "An instance set may be written as a table, to select some of its instances: { set = \"korf100\", ids = \"1-10\" }.",
    keys: &[
        Key {
            name: "set",
            default: Preset::Required,
            meaning: "A built-in set, a rule, or a CSV file.",
            example: "\"korf100\"",
            ..TEXT
        },
        Key {
            name: "ids",
            default: Preset::Otherwise("all instances"),
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
        Key { name: "time_s", meaning: "Wall-clock time of the search.", example: "60", ..SECONDS },
        Key {
            name: "cpu_s",
            meaning: "Processor time of the search, summed over its threads.",
            example: "60",
            ..SECONDS
        },
        Key {
            name: "nodes",
            unit: "nodes",
            meaning: "Nodes generated. The search stops before it exceeds them.",
            example: "1_000_000",
            ..LIMIT
        },
        Key {
            name: "depth",
            unit: "moves",
            meaning: "Length of a path: nodes with a larger g + h are pruned.",
            example: "80",
            ..LIMIT
        },
        Key {
            name: "memory_mb",
            unit: "MiB",
            default: Preset::Otherwise("3/4 of the memory of the machine, divided by its cores"),
            meaning: "Memory of the algorithm's own data structures. A worker process or an external solver is also \
                      limited from outside.",
            example: "2048",
            ..LIMIT
        },
        Key {
            name: "disk_mb",
            unit: "MiB",
            meaning: "Size of the files of a search that keeps its lists on disk (store = \"disk\").",
            example: "10_000",
            ..LIMIT
        },
    ],
};

/// How runs are executed.
pub const EXECUTION: KeyTable = KeyTable {
    name: "[execution]",
    meaning: "How runs are executed. It changes times, but no count.",
    keys: &[
        Key {
            name: "jobs",
            kind: Kind::Count { least: 1, most: MAX_JOBS },
            default: Preset::Otherwise("one per physical core, or per as many cores as the widest solver has threads"),
            meaning: "Number of runs that are executed in parallel.",
            example: "2",
            ..TEXT
        },
        Key {
            name: "isolation",
            kind: Kind::OneOf(&["process", "thread"]),
            default: Preset::Value("\"process\""),
            meaning: "Whether each job has a worker process of its own, so that a crash costs one row, or is a thread of \
                      this process, for runs that take less than a millisecond.",
            example: "\"process\"",
            ..TEXT
        },
        Key {
            name: "cgroups",
            default: Preset::Value("true"),
            meaning: "Whether the memory of worker processes is limited by control groups if the system allows it.",
            example: "false",
            ..FLAG
        },
        Key {
            name: "schedule",
            kind: Kind::OneOf(&["random", "plan"]),
            default: Preset::Value("\"random\""),
            meaning: "Order of the runs: drawn from the seed, so that drift of the machine is spread evenly, or that of \
                      the file.",
            example: "\"random\"",
            ..TEXT
        },
        Key {
            name: "pin",
            default: Preset::Value("true"),
            meaning: "Whether each search is pinned to its own cores.",
            example: "true",
            ..FLAG
        },
    ],
};

const NAME: Key = Key {
    name: "name",
    default: Preset::Otherwise("made of the algorithm, the heuristic and the options"),
    meaning: "Name of the configuration in records and reports. A table that is swept over lists cannot have one.",
    example: "\"baseline\"",
    ..TEXT
};
const INSTANCES: Key = Key {
    name: "instances",
    kind: SETS,
    default: Preset::Otherwise("the experiment's"),
    meaning: "Instances of this solver, in place of the experiment's.",
    example: "[\"korf100\"]",
    ..TEXT
};
const OWN_LIMITS: Key = Key {
    name: "limits",
    kind: Kind::Other("table of limits"),
    default: Preset::Otherwise("the experiment's"),
    meaning: "Limits of this solver. A limit that it does not contain is the experiment's.",
    example: "{ nodes = 1_000_000 }",
    ..TEXT
};
const SEEDS: Key = Key {
    name: "seeds",
    kind: Kind::Other("range \"1-100\", whole number, or list of them; at most 100000"),
    default: Preset::Otherwise("the experiment's seed"),
    meaning: "Seeds: every instance is run once per seed.",
    example: "\"1-5\"",
    ..TEXT
};

/// A solver of this program.
pub const SOLVER: KeyTable = KeyTable {
    name: "[[solver]]",
    meaning: "A solver of this program. A heuristic, an option of the algorithm, or `order` may be a list: then there is \
              one configuration per combination. The options of each algorithm are keys too: `tilebench algorithms`.",
    keys: &[
        Key {
            name: "algorithm",
            kind: Kind::Other("name of an algorithm"),
            default: Preset::Required,
            meaning: "The algorithm; `tilebench algorithms` lists them.",
            example: "\"idastar\"",
            ..TEXT
        },
        NAME,
        INSTANCES,
        OWN_LIMITS,
        Key {
            name: "order",
            kind: Kind::Other("permutation of ULRD, or \"shuffle\", or list of them"),
            default: Preset::Otherwise("the experiment's"),
            meaning: "Operator order of this solver.",
            example: "\"LURD\"",
            ..TEXT
        },
        SEEDS,
        Key {
            name: "heuristic",
            kind: Kind::Other("name of a heuristic, or list of them"),
            default: Preset::Otherwise("required by algorithms that take one, unknown to others"),
            meaning: "The heuristic; `tilebench heuristics` lists them.",
            example: "\"linear-conflict\"",
            ..TEXT
        },
    ],
};

/// An external solver.
pub const COMMAND: KeyTable = KeyTable {
    name: "[[solver]] with a command",
    meaning: "An external solver: any program that prints a solution (docs/foreign-solvers.md). A key that is a \
              placeholder of the command is its value, or a list that is swept.",
    keys: &[
        Key {
            name: "command",
            kind: Kind::Other("list of strings with placeholders"),
            default: Preset::Required,
            meaning: "The program and its arguments. A program with a slash is relative to this file, any other is \
                      searched on PATH. It is started in the folder of this file.",
            example: "[\"./solver\", \"{board}\", \"{goal}\"]",
            ..TEXT
        },
        Key {
            default: Preset::Otherwise("that of its file"),
            meaning: "Name of the configuration in records and reports. The values of a sweep are appended.",
            ..NAME
        },
        Key {
            name: "stdin",
            kind: Kind::Other("string with placeholders"),
            default: Preset::Value("\"\""),
            meaning: "Text that the program reads from standard input.",
            example: "\"{board}\\n\"",
            ..TEXT
        },
        Key {
            name: "answer",
            kind: Kind::Other("\"json\", or table of regular expressions"),
            default: Preset::Value("\"json\""),
            meaning: "Form of the program's answer: a line of JSON, or parts of the output that regular expressions find.",
            example: "{ moves = 'Moves: (.*)' }",
            ..TEXT
        },
        Key {
            name: "moves_of",
            kind: Kind::OneOf(&["blank", "tile"]),
            default: Preset::Value("\"blank\""),
            meaning: "Whether its moves are those of the blank, or of the tile, which moves the opposite way.",
            example: "\"tile\"",
            ..TEXT
        },
        Key {
            name: "reversed",
            default: Preset::Value("false"),
            meaning: "Whether it prints the last move first.",
            example: "true",
            ..FLAG
        },
        Key {
            name: "letters",
            kind: Kind::Other("string of four letters, or list of four words"),
            default: Preset::Value("\"UDLR\""),
            meaning: "Its names for up, down, left and right. Case matters only if two names differ in nothing else.",
            example: "\"NSWE\"",
            ..TEXT
        },
        Key {
            name: "separator",
            default: Preset::Value("\" \""),
            meaning: "Text between two tiles of a row of {board} and {goal}.",
            example: "\",\"",
            ..TEXT
        },
        Key {
            name: "row_separator",
            default: Preset::Otherwise("the separator"),
            meaning: "Text between two rows of {board} and {goal}.",
            example: "\"/\"",
            ..TEXT
        },
        Key {
            name: "blank",
            default: Preset::Value("\"0\""),
            meaning: "Text of the blank in {board} and {goal}.",
            example: "\"_\"",
            ..TEXT
        },
        Key {
            name: "proof",
            kind: Kind::OneOf(&["none", "optimal"]),
            default: Preset::Value("\"none\""),
            meaning: "Whether the program claims that its paths are shortest: a longer one is then recorded as wrong.",
            example: "\"optimal\"",
            ..TEXT
        },
        Key {
            name: "version",
            default: Preset::Value("\"\""),
            meaning: "Version of the program, recorded. Change it with the program, so that its runs are repeated.",
            example: "\"1.2\"",
            ..TEXT
        },
        INSTANCES,
        OWN_LIMITS,
        SEEDS,
    ],
};

/// What a regular expression of an external solver's answer may find.
pub const ANSWER: KeyTable = KeyTable {
    name: "[solver.answer]",
    meaning: "Regular expressions that find the parts of an external solver's answer. Each has one group in parentheses \
              that holds the value, or a group named like the key. Of several matches the last counts.",
    keys: &[
        Key {
            name: "moves",
            kind: Kind::Other("regular expression"),
            default: Preset::Required,
            meaning: "The moves, which are replayed.",
            example: "'Moves: (.*)'",
            ..TEXT
        },
        Key {
            name: "length",
            kind: Kind::Other("regular expression"),
            meaning: "The number of moves, which must be that of the moves.",
            example: "'Length: ([0-9]+)'",
            ..TEXT
        },
        Key {
            name: "expanded",
            kind: Kind::Other("regular expression"),
            meaning: "The number of nodes expanded.",
            example: "'Expanded: ([0-9]+)'",
            ..TEXT
        },
        Key {
            name: "generated",
            kind: Kind::Other("regular expression"),
            meaning: "The number of nodes generated.",
            example: "'Generated: ([0-9]+)'",
            ..TEXT
        },
        Key {
            name: "unsolvable",
            kind: Kind::Other("regular expression, with or without a group"),
            meaning: "Text by which the program states that no solution exists.",
            example: "'no solution'",
            ..TEXT
        },
    ],
};
